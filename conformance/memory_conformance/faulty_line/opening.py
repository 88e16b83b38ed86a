"""Opens a faulty line to a backend: on the wire where it speaks HTTP, else where messages are handed over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from memory_conformance.backend import Backend
from memory_conformance.connect.connectable import DOCKER, DOCKERFILE, HTTP, Connected, connect, shown, transport_to
from memory_conformance.connect.remote import RemoteBackend
from memory_conformance.connect.terms import Terms, terms_of
from memory_conformance.faulty_line.line import HELD, LONGEST_DELAY, Disturbed, Line
from memory_conformance.faulty_line.plan import Mishaps, Rates

ON_THE_WIRE = (*HTTP, DOCKER, DOCKERFILE)
"""How the names of backends begin that are spoken to over HTTP."""


@dataclass(frozen=True)
class FaultyLine:
    """A backend that is spoken to over a faulty line, and what happens there. ``wire`` says whether that is one of HTTP."""

    connected: Connected
    mishaps: Mishaps
    wire: bool

    @property
    def backend(self) -> Backend:
        """The backend, as it is reached over the line."""
        return self.connected.backend


@contextmanager
def open_line(
    connectable: str, terms: Terms | None = None, seed: int = 0, rates: Rates | None = None
) -> Iterator[FaultyLine]:
    """Connect a backend over a faulty line, and let it go at the end. Its introduction goes over the line undisturbed.

    Every connectable can be had this way. Raises as `memory_conformance.connect.connectable.connect` does.
    """
    terms = terms or terms_of(connectable)
    mishaps = Mishaps(seed, rates)
    line = Line(mishaps)
    if not connectable.startswith(ON_THE_WIRE):
        found = connect(connectable, terms)
        try:
            yield FaultyLine(Connected(found.name, Disturbed(found.backend, line)), mishaps, wire=False)
        finally:
            found.backend.disconnect()
        return
    from memory_conformance.faulty_line.proxy import Proxy

    with Proxy(line, terms) as proxy:
        # A message may be delivered twice, one after the other, before it is answered once.
        theirs = replace(terms, timeout=2 * terms.timeout + LONGEST_DELAY + HELD)
        transport = transport_to(connectable, theirs, proxy.stand_before)
        backend = RemoteBackend(transport, shown(connectable), patient=True)
        backend.introduce()
        try:
            yield FaultyLine(Connected(backend.hello().name, backend), mishaps, wire=True)
        finally:
            backend.disconnect()
