"""Connections for HTTP on which a call ends when its time is over, however slowly its bytes drip in.

httpx limits each wait for a piece of an answer, and not the answer: here each wait is as long as what is left for all of it. Its own
transport does not let the network below it be chosen, so this one is between its client and httpcore, on which both stand.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, cast

import httpcore
import httpx

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

    def hurry(self, seconds: float) -> None:
        """What this thread still sends and receives within its time takes no longer than that from now on."""
        self._due.at = min(self._due.at, time.monotonic() + seconds)

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


class PunctualTransport(httpx.BaseTransport):
    """What a client of httpx sends on. Raises the errors of httpcore as they are."""

    def __init__(self, keepalive_expiry: float, secure: bool, proxy: httpcore.Proxy | None) -> None:
        self._network = Punctual()
        self._pool = httpcore.ConnectionPool(
            network_backend=self._network,
            keepalive_expiry=keepalive_expiry,
            max_connections=None,
            ssl_context=httpcore.default_ssl_context() if secure else None,
            proxy=proxy,
        )

    def within(self, seconds: float) -> AbstractContextManager[None]:
        """What this thread sends and receives in here takes no longer, or raises `httpcore.TimeoutException`."""
        return self._network.within(seconds)

    def hurry(self, seconds: float) -> None:
        """What this thread still sends and receives within its time takes no longer than that from now on."""
        self._network.hurry(seconds)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self._pool.handle_request(
            httpcore.Request(
                request.method,
                httpcore.URL(
                    scheme=request.url.raw_scheme,
                    host=request.url.raw_host,
                    port=request.url.port,
                    target=request.url.raw_path,
                ),
                headers=request.headers.raw,
                content=request.stream,
            )
        )
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer))

    def close(self) -> None:
        self._pool.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        yield from cast(Iterable[bytes], self._answer.stream)

    def close(self) -> None:
        self._answer.close()


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
