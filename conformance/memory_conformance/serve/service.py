"""The process of a served backend: its socket, its event loop, and how it ends.

uvicorn is loaded with this module, which only those import who serve.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any

import uvicorn

from memory_conformance.backend import Backend, HarnessError
from memory_conformance.serve.app import app_of

_KEPT_ALIVE = 75
"""Seconds that an unused connection stays open: longer than clients keep theirs, so that none is closed under a request."""


def bound(host: str, port: int) -> socket.socket:
    """A socket at an address, where nobody is answered yet; port 0 is a free one. Raises `HarnessError` where it cannot be had."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
        )[0]
        # Named as TCP: only of such a socket does asyncio ask that small messages be sent at once.
        found = socket.socket(family, kind, protocol)
    except OSError as error:
        raise HarnessError(f"--host {host}: {error.strerror or error}") from None
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
    except OSError as error:
        found.close()
        raise HarnessError(
            f"{host}:{port} cannot be had: {error.strerror or error}; --port 0 takes a free port"
        ) from None
    return found


def address_of(where: socket.socket) -> str:
    """The address of a socket, as a URL."""
    host, port = where.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve_http(backend: Backend, where: socket.socket, idle: float | None = None) -> None:
    """Answer requests until a signal ends it, or until none came for ``idle`` seconds."""
    watched = _Watched(app_of(backend))
    server = _Server(
        uvicorn.Config(
            watched,
            lifespan="off",
            ws="none",
            access_log=False,
            server_header=False,
            log_config=None,
            log_level="critical",
            timeout_keep_alive=_KEPT_ALIVE,
        )
    )
    with _told_by_signals(server.end):
        asyncio.run(_served(server, watched, where, idle))


@contextmanager
def _told_by_signals(end: Callable[[], None]) -> Iterator[None]:
    """Call ``end`` for SIGTERM and Ctrl-C, instead of raising something in the middle of whatever the event loop is at."""
    before = {number: signal.signal(number, lambda *_: end()) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


async def _served(server: _Server, watched: _Watched, where: socket.socket, idle: float | None) -> None:
    watching = asyncio.create_task(_end_when_idle(server, watched, idle)) if idle is not None else None
    await server.serve(sockets=[where])
    if watching is not None:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


async def _end_when_idle(server: _Server, watched: _Watched, idle: float) -> None:
    while (left := watched.last + idle - time.monotonic()) > 0:
        await asyncio.sleep(left)
    server.end()


class _Server(uvicorn.Server):
    """Ends at once: whoever is still being answered may wait for a backend that never comes back."""

    def end(self) -> None:
        self.should_exit = self.force_exit = True

    def capture_signals(self) -> Any:
        # Ours are heard already, and are not to be raised again once it has ended.
        return nullcontext()


class _Watched:
    """An application, and when it was last asked or last answered, in seconds of the monotonic clock."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self.last = time.monotonic()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.last = time.monotonic()
        try:
            await self._app(scope, receive, send)
        finally:
            self.last = time.monotonic()
