"""Standard input and output for the protocol, the machine's own loopback for the library, and nothing else for anybody."""

from __future__ import annotations

from memory_conformance.worker import calling
from memory_conformance.worker.lines import serve_lines, take_streams

from .loopback import forget_the_machine, stay_on_loopback


def main(name: str) -> None:
    """Answer until the input ends, as the backend of this name."""
    requests, responses = take_streams()
    calling.PATIENCE = None
    forget_the_machine()
    stay_on_loopback()
    # Only now: it imports the library, which may print, and looks at the environment.
    from .managed import Managed

    serve_lines(Managed(name).ask, requests, responses)
