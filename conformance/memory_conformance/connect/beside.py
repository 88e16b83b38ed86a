"""Further ways to a backend, beside the one that a run was given: their calls count together, and one journal has what they write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from memory_conformance.backend import Backend
from memory_conformance.connect.discreet import Discreet
from memory_conformance.connect.journal import Journaled
from memory_conformance.connect.metered import Metered
from memory_conformance.connect.wrapped import Result, Wrapped


class _Beside(Wrapped):
    def __init__(self, inner: Backend, metered: Metered) -> None:
        super().__init__(inner)
        self._metered = metered

    def around(self, operation: str, call: Callable[[], Result]) -> Result:
        return self._metered.around(operation, call)


def beside(way: Backend, backend: Backend) -> Backend:
    """Another way to the same service, on the terms of the backend that a run has. Its errors quote nothing."""
    if not isinstance(backend, Metered):
        return way
    way = Discreet(way)
    if isinstance(backend.inner, Journaled):
        way = Journaled(way, backend.inner.pen)
    return _Beside(way, backend)


def admit(backend: Backend, operation: str, parameters: Mapping[str, Any]) -> None:
    """Count and note a call that is made past the backend, and wait until it may be made. Raises `Spent` where none may be."""
    if not isinstance(backend, Metered):
        return
    inner = backend.inner
    backend.around(operation, lambda: inner.note(parameters) if isinstance(inner, Journaled) else None)
