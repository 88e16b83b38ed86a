"""What runs left behind that were killed before they could end what they had started."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from memory_conformance.backend import HarnessError
from memory_conformance.connect.connectable import DOCKER, DOCKERFILE, EXEC


def end_leftovers(connectables: Iterable[str]) -> list[str]:
    """End what such backends left behind on this machine, and say what it was: processes for commands, containers for images."""
    named = tuple(connectables)
    ended: list[str] = []
    if any(connectable.startswith(EXEC) for connectable in named):
        from memory_conformance.connect import processes

        ended += [f"process {one}" for one in processes.end_leftovers()]
    if any(connectable.startswith((DOCKER, DOCKERFILE)) for connectable in named):
        from memory_conformance.connect import container

        # Without an engine nothing can be left in it; that there is none is told where one is needed.
        with suppress(HarnessError):
            ended += [f"container {one}" for one in container.remove_leftovers()]
    return ended
