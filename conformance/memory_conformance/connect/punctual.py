"""Connections for HTTP on which a call ends when its time is over, however slowly its bytes drip in.

httpcore limits each wait for a piece of an answer, and not the answer: here each wait is as long as what is left for all of it.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import httpcore

_PIECE = 65536


class _Due(threading.local):
    """When the call that this thread is making has to be over, in seconds of the monotonic clock."""

    at = float("inf")

    def left(self, late: type[httpcore.TimeoutException]) -> float | None:
        """Seconds that are left; None for as long as it takes. Raises ``late`` where there are none."""
        left = self.at - time.monotonic()
        if left <= 0:
            raise late
        return left if left != float("inf") else None


class Punctual(httpcore.NetworkBackend):
    """Makes such connections."""

    def __init__(self) -> None:
        self._plain = httpcore.SyncBackend()
        self._due = _Due()

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """What this thread sends and receives in here takes no longer, or raises `httpcore.TimeoutException`."""
        self._due.at = time.monotonic() + seconds
        try:
            yield
        finally:
            del self._due.at

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        left = self._due.left(httpcore.ConnectTimeout)
        return _Stream(self._plain.connect_tcp(host, port, left, local_address, socket_options), self._due)


class _Stream(httpcore.NetworkStream):
    def __init__(self, plain: httpcore.NetworkStream, due: _Due) -> None:
        self._plain = plain
        self._due = due

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        self._acknowledge_at_once()
        return self._plain.read(max_bytes, self._due.left(httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        # In pieces: httpcore gives each piece that the other side takes the whole time.
        for start in range(0, len(buffer), _PIECE):
            self._plain.write(buffer[start : start + _PIECE], self._due.left(httpcore.WriteTimeout))

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = self._due.left(httpcore.ConnectTimeout)
        return _Stream(self._plain.start_tls(ssl_context, server_hostname, left), self._due)

    def close(self) -> None:
        self._plain.close()

    def get_extra_info(self, info: str) -> Any:
        return self._plain.get_extra_info(info)

    def _acknowledge_at_once(self) -> None:
        """Many a small server sends the head of an answer, and its body once that was acknowledged: in 40 ms, if nobody asks."""
        number = getattr(socket, "TCP_QUICKACK", None)
        line = self._plain.get_extra_info("socket")
        if number is not None and isinstance(line, socket.socket):
            line.setsockopt(socket.IPPROTO_TCP, number, 1)
