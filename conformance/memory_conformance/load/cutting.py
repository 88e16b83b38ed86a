"""How a caller leaves in the middle of a call: over HTTP by closing the connection, in this process by cancelling a coroutine."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.connect.beside import admit
from memory_conformance.connect.remote import RemoteBackend
from memory_conformance.connect.wrapped import Wrapped
from memory_conformance.serve.answering import answer_of
from memory_conformance.worker.cutting import cut_off

if TYPE_CHECKING:
    import httpx

    from memory_conformance.connect.http import Line

_STARTED, _SENT = "http11.send_request_body.started", "http11.send_request_body.complete"
"""What httpcore tells whoever watches a request."""
_MOST_WAITS = 4
"""A coroutine is cancelled when it waits for the first time, or, less often, up to this one."""


class Left(Exception):
    """The caller did not wait for the answer: what was asked may have been done or not."""


Leave = Callable[[str, Mapping[str, Any], float], Any]
"""Asks an operation and leaves in the middle, at a part of it from 0 to 1.

Raises `Left`; gives the result where it was answered before, and raises `BackendError` as `Backend.ask` does.
"""


class Usual:
    """How long a call usually takes, in seconds: the mean so far. May be told from several threads."""

    def __init__(self) -> None:
        self._sum = 0.0
        self._count = 0
        self._lock = threading.Lock()

    def add(self, seconds: float) -> None:
        """One call that was answered."""
        with self._lock:
            self._sum += seconds
            self._count += 1

    def until(self, part: float) -> float:
        """Seconds after which a caller leaves: up to the mean, and more often soon, since much of a call is waiting for its turn."""
        return float(part**3) * self._sum / self._count if self._count else 0.0


def unwrapped(backend: Backend) -> Backend:
    """The backend itself, without what counts or limits its calls."""
    while isinstance(backend, Wrapped):
        backend = backend.inner
    return backend


def line_of(backend: Backend) -> Line | None:
    """The way to a backend that is spoken to over HTTP, be it in a container; None for any other."""
    inner = unwrapped(backend)
    if not isinstance(inner, RemoteBackend):
        return None
    from memory_conformance.connect.contained import ContainerTransport
    from memory_conformance.connect.http import HttpTransport

    transport = inner.transport
    if isinstance(transport, ContainerTransport) and transport.http is not None:
        transport = transport.http
    return transport.where() if isinstance(transport, HttpTransport) else None


def options_of(line: Line) -> dict[str, Any]:
    """What a client of httpx is made with, to speak to the same service on the same terms."""
    import httpcore
    import httpx

    secure = line.base_url.startswith("https:")
    return {
        "headers": list(line.headers),
        "trust_env": not line.local,
        # One for all clients, since it takes a while to make.
        "verify": httpcore.default_ssl_context() if secure else httpx.create_ssl_context(verify=False),
        "timeout": httpx.Timeout(line.timeout),
        "limits": httpx.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=1.0),
    }


class HangingUp:
    """Sends requests whose answers nobody waits for. May be asked from several threads at once."""

    def __init__(self, line: Line, backend: Backend, usual: Usual) -> None:
        import httpx

        self._line = line
        self._backend = backend
        self._usual = usual
        self._client = httpx.Client(**options_of(line))

    def __call__(self, operation: str, parameters: Mapping[str, Any], part: float) -> Any:
        admit(self._backend, operation, parameters)
        hang_up(self._client, self._line.url(operation), parameters, self._usual.until(part))
        raise Left

    def close(self) -> None:
        """Let its connections go."""
        self._client.close()


def hang_up(client: httpx.Client, url: str, parameters: Mapping[str, Any], pause: float) -> None:
    """Send a request in whole, and close the connection ``pause`` seconds later, without looking at what was answered.

    Raises `BackendError` where it could not be sent.
    """
    import httpx

    posted = False

    def watch(event: str, told: Mapping[str, Any]) -> None:
        nonlocal posted
        if event == _STARTED:
            # A proxy is sent a request of its own before.
            posted = told["request"].method == b"POST"
        elif event == _SENT and posted:
            time.sleep(pause)
            raise Left

    try:
        client.post(url, content=json.dumps(dict(parameters)).encode(), extensions={"trace": watch})
    except Left:
        return
    except httpx.TransportError as error:
        raise unsent(error) from None


def unsent(error: Exception) -> BackendError:
    """The error of a call that could not be made, or whose connection broke."""
    told = str(error).rstrip(".") or type(error).__name__
    return BackendError(ErrorCode.UNAVAILABLE, f"the connection broke: {told}", Speaker.HARNESS)


def cancelling(backend: Backend) -> Leave:
    """Leave as a server does whose caller hung up: the coroutine of the service is cancelled where it waits."""

    def leave(operation: str, parameters: Mapping[str, Any], part: float) -> Any:
        with cut_off(1 + int(part**2 * _MOST_WAITS)) as cut:
            try:
                return answer_of(backend, operation, parameters)
            finally:
                if cut.done:
                    # Whatever it made of it, its caller is not there to hear of it.
                    raise Left

    return leave
