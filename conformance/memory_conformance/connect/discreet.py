"""A backend whose errors do not quote what came in the place of a message: that may be somebody's real data."""

from __future__ import annotations

from collections.abc import Callable

from memory_conformance.backend import Backend, BackendError
from memory_conformance.connect.journal import Journaled
from memory_conformance.connect.wrapped import Result, Wrapped
from memory_conformance.protocol.reading import MessageError


class Discreet(Wrapped):
    """Passes every call on. Where no message came back, its error says where in it something is wrong, and not what stands there."""

    def around(self, operation: str, call: Callable[[], Result]) -> Result:
        try:
            return call()
        except BackendError as error:
            # It was raised from nothing, so that no trace of ours is shown.
            found = error.__context__
            if isinstance(found, MessageError):
                where = f", at {found.where}" if found.where else ""
                error.message = (
                    f"{operation} answered no {found.kind.__name__}{where}; `check` shows what is wrong there"
                )
            raise


def be_discreet(backend: Backend) -> None:
    """Have a backend that counts its calls quote nothing from here on."""
    while isinstance(backend, Wrapped):
        inner = backend.inner
        if not isinstance(inner, (Journaled, Discreet)):
            backend.inner = inner if isinstance(backend, Discreet) else Discreet(inner)
            return
        backend = inner
