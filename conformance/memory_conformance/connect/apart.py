"""Libraries in a process of their own, made ready first: a Python service in another interpreter, and released libraries.

What runs there has what the service needs, and nothing of this project but a harness.
"""

from __future__ import annotations

from pathlib import Path

from memory_conformance import worker
from memory_conformance.backend import BackendError
from memory_conformance.connect.remote import TransportError
from memory_conformance.connect.stdio import StdioTransport
from memory_conformance.connect.telling import telling
from memory_conformance.connect.terms import Terms
from memory_conformance.model import PROTOCOL_VERSION


class Apart(StdioTransport):
    """A harness of ours, ready once the service is imported: what is wrong with that is told as what it is."""

    def ready(self) -> None:
        super().ready()
        try:
            self.send("hello", {"protocol": PROTOCOL_VERSION})
        except BackendError as error:
            log = self.last_log()
            self.close()
            raise TransportError(error.message, log) from None


def python(path: str, terms: Terms) -> Apart:
    """The way to a service at ``package.module[:object]`` in another interpreter, whose environment is made where it is not there yet.

    Raises `UsageError` for an interpreter that is none, and `memory_conformance.upstream.workshop.BuildError` for requirements that
    cannot be had.
    """
    from memory_conformance.upstream.environment import environment

    with telling() as tell:
        interpreter = environment(terms.with_, terms.python, tell)
    return Apart([interpreter, str(Path(worker.__file__).parent), path], terms)


def upstream(written: str, terms: Terms) -> Apart:
    """The way to a released library, such as ``adk-go@1.7.0``, which is built first where it is not there yet.

    Raises `UsageError` for what is no release, and `memory_conformance.upstream.workshop.BuildError` for one that cannot be had.
    """
    from memory_conformance.upstream import command_of, read_release

    release = read_release(written)
    with telling() as tell:
        command = command_of(release, tell)
    return Apart(command, terms)
