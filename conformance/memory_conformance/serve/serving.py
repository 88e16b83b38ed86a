"""``serve``: connects a backend and puts it behind one framing, until it is to end."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, TypeVar

from memory_conformance.backend import Backend
from memory_conformance.connect.configuration import Entry
from memory_conformance.connect.connectable import Connected, connect_entry
from memory_conformance.connect.wrapped import Wrapped
from memory_conformance.interruption import interruptible, undisturbed
from memory_conformance.model import Hello
from memory_conformance.references import UsageError

Result = TypeVar("Result")
Tell = Callable[[str], None]
"""Says in one line what is served, and where."""
_GRACE = 10.0
"""Seconds in which a backend has to let go of what it holds, once it is not served any more."""


def serve_on_stdio(entry: Entry, tell: Tell) -> None:
    """Serve a backend in lines, until standard input ends or a signal comes. Raises as `connect_entry` does."""
    from memory_conformance.serve.stdio import serve_lines, take_streams

    with _until_told():
        # Before anything of the backend's is imported: that may print.
        requests, responses = take_streams()
        with _connected(entry) as served:
            tell(f"serving {served.name} on standard input and output")
            serve_lines(served.backend, requests, responses)


def serve_on_http(entry: Entry, host: str, port: int, idle: float | None, tell: Tell) -> None:
    """Serve a backend over HTTP, until a signal comes or nobody asked for ``idle`` seconds.

    Raises as `connect_entry` does, `UsageError` also where what it needs is not installed, and `HarnessError` also for an
    address that cannot be had.
    """
    missing = [package for package in ("fastapi", "uvicorn") if find_spec(package) is None]
    if missing:
        what = f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not installed"
        raise UsageError(f"{what}; pip install 'memory-conformance[serve]', or serve with --stdio")
    with _until_told():
        from memory_conformance.serve.service import address_of, bound, serve_http

        # First the place, then the backend, which may take long to start: that a port is taken is known at once.
        with bound(host, port) as where, _connected(entry) as served:
            where.listen()
            tell(f"serving {served.name} at {address_of(where)}; Ctrl-C ends it")
            serve_http(served.backend, where, idle)


@contextmanager
def _until_told() -> Iterator[None]:
    """Whatever is inside ends with the first signal, and that is no failure.

    The first process of a container hears no signal but those that it asks for.
    """
    try:
        with interruptible():
            yield
    except KeyboardInterrupt:
        return


@contextmanager
def _connected(entry: Entry) -> Iterator[Connected]:
    """The backend of an entry, introduced as it is declared, and let go of at the end."""
    found = connect_entry(entry)
    try:
        backend = found.backend
        yield Connected(found.name, Introduced(backend, entry) if entry.declared else backend)
    finally:
        _end_within(_GRACE)
        with undisturbed():
            found.backend.disconnect()


def _end_within(seconds: float) -> None:
    """End the process by then, whatever a backend or a thread that it started is waiting for."""
    last = threading.Timer(seconds, os._exit, (0,))
    last.daemon = True
    last.start()


class Introduced(Wrapped):
    """A backend that says of itself what an entry declares in its place."""

    def __init__(self, inner: Backend, entry: Entry) -> None:
        super().__init__(inner)
        self._hello = entry.introduced(inner.hello())

    def around(self, operation: str, call: Callable[[], Result]) -> Result:
        return call()

    def hello(self) -> Hello:
        return self._hello

    def ask(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        return Backend.ask(self, operation, parameters) if operation == "hello" else super().ask(operation, parameters)
