"""What runs left behind that were killed before they could end what they had started."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from memory_conformance.backend import HarnessError
from memory_conformance.connect.configuration import Entry
from memory_conformance.connect.connectable import DOCKER, DOCKERFILE, EXEC
from memory_conformance.connect.terms import is_apart
from memory_conformance.upstream.release import UPSTREAM


def end_leftovers(entries: Sequence[Entry]) -> list[str]:
    """End what such backends left behind on this machine, and say what it was: processes for commands, containers for images."""
    ended: list[str] = []
    if any(
        entry.connectable.startswith((EXEC, UPSTREAM)) or is_apart(entry.connectable, entry.terms) for entry in entries
    ):
        from memory_conformance.connect import processes

        ended += [f"process {one}" for one in processes.end_leftovers()]
    if any(entry.connectable.startswith((DOCKER, DOCKERFILE)) for entry in entries):
        from memory_conformance.connect import container

        # Without an engine nothing can be left in it; that there is none is told where one is needed.
        with suppress(HarnessError):
            ended += [f"container {one}" for one in container.remove_leftovers()]
    return ended
