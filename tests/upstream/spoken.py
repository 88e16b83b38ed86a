"""A released library behind its harness, over stdio as everybody's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from memory_conformance.backend import Backend
from memory_conformance.connect.remote import RemoteBackend
from memory_conformance.connect.stdio import StdioTransport
from memory_conformance.connect.terms import Terms
from memory_conformance.upstream import command_of, read_release

# The first turn of a library imports most of it, on a machine that is busy with other tests.
_TERMS = Terms(timeout=60)


def command(release: str) -> list[str]:
    """The command of the harness of a release such as ``adk-js@2.0.0``, which is built where it is not there yet."""
    return command_of(read_release(release), print)


@contextmanager
def spoken_to(release: str) -> Iterator[Backend]:
    """The library, introduced; its process ends with the block."""
    transport = StdioTransport(command(release), _TERMS)
    backend = RemoteBackend(transport, f"upstream:{release}")
    backend.introduce()
    try:
        yield backend
    finally:
        transport.close()
