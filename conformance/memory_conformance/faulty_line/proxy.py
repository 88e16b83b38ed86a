"""The line on the wire: a program between a client and an HTTP service, which passes on what comes, byte for byte.

Each connection of a client has a thread. What the line does to a message both sides see as what it is on a network: a second request,
one that comes late, an answer from a machine in between, a connection that ends without an answer, one that is dropped at work.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import unquote, urlsplit

import httpcore
import httpx

from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.connect.http import read_address, way_to
from memory_conformance.connect.punctual import PunctualTransport
from memory_conformance.connect.remote import MOST_FAILURES, TransportError
from memory_conformance.connect.terms import LARGEST_MESSAGE, Terms
from memory_conformance.faulty_line.line import Line, NoAnswer
from memory_conformance.faulty_line.plan import about
from memory_conformance.protocol.errors import value_of
from memory_conformance.protocol.json_text import read_json, write_json
from memory_conformance.secrets import hide

_REFUSALS = (502, 503, 504)
"""How machines in between refuse: there is nobody, there are too many, or it takes too long."""
_OF_ONE_CONNECTION = frozenset({"connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade"})
_STOP = 0.05
"""Seconds between two looks at whether the proxy is to end."""


@dataclass(frozen=True)
class _Request:
    method: str
    path: str
    headers: list[tuple[bytes, bytes]]
    body: bytes

    @property
    def operation(self) -> str:
        """The operation that it asks for; what asks for none is left in peace under the whole path."""
        path = urlsplit(self.path).path
        return unquote(path.rpartition("/v1/")[2]) if "/v1/" in path else path


@dataclass(frozen=True)
class _Answer:
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Proxy:
    """Stands before one service, on a free port of this machine, from `__enter__` to `__exit__`.

    A service that itself does not answer an operation for the third time is not asked for it any more: every such call may cost all
    its time.
    """

    def __init__(self, line: Line, terms: Terms) -> None:
        self.line = line
        self._terms = terms
        self._server = _Server(self)
        self._way: PunctualTransport | None = None
        self._target = ""
        self._failures: Counter[str] = Counter()

    def __enter__(self) -> Proxy:
        threading.Thread(target=self._server.serve_forever, args=(_STOP,), name="faulty-line", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        if self._way is not None:
            self._way.close()

    @property
    def address(self) -> str:
        """Where it listens, without a base path."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def stand_before(self, address: str) -> str:
        """Pass everything on to an address from now on; gives the address by which that is reached. Raises `UsageError`."""
        parts = read_address(address)
        user, at, authority = parts.netloc.rpartition("@")
        before, self._way = self._way, way_to(parts.scheme, parts.hostname or "")
        self._target = f"{parts.scheme}://{authority}"
        self._failures.clear()
        if before is not None:
            before.close()
        return f"http://{user}{at}127.0.0.1:{self._server.server_port}{parts.path}"

    def answer(self, request: _Request) -> _Answer | None:
        """What the client is answered; None where its connection ends without an answer."""
        try:
            of = about(read_json(request.body))
        except ValueError:
            of = ("",)
        try:
            return self.line.carry(
                request.operation,
                of,
                lambda: self._passed_on(request),
                lambda seconds: self._cut(request, seconds),
            )
        except NoAnswer as error:
            if error.sent_on:
                return None
            return _Answer(_REFUSALS[error.noted.number % len(_REFUSALS)], [], str(error).encode())

    def _passed_on(self, request: _Request) -> _Answer:
        """What the service answers, or, where it gives no answer of its own accord, an error of the protocol's that says so."""
        operation = request.operation
        if self._failures[operation] >= MOST_FAILURES:
            return _failure(f"{operation} failed {MOST_FAILURES} times and is not asked any more")
        patience = self._terms.timeout if operation != "hello" else max(self._terms.timeout, self._terms.wait)
        try:
            return self._exchanged(request, patience)
        except TransportError as error:
            told = str(error)
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.ProxyError) as error:
            told = f"the service behind the line gave no answer: {str(error) or type(error).__name__}"
        except httpcore.TimeoutException:
            told = f"the service behind the line gave no answer within {patience:g} s"
        if operation != "hello":
            # That is asked again and again until the service is there.
            self._failures[operation] += 1
        return _failure(told)

    def _cut(self, request: _Request, seconds: float) -> None:
        """Send a request, and break the connection before there is an answer, unless there is one by then."""
        with suppress(
            TransportError,
            httpcore.NetworkError,
            httpcore.ProtocolError,
            httpcore.ProxyError,
            httpcore.TimeoutException,
        ):
            self._exchanged(request, self._terms.timeout, cut=seconds)

    def _exchanged(self, request: _Request, seconds: float, cut: float | None = None) -> _Answer:
        """What the service answers within so many seconds; where it is ``cut``, so many after all of the request was sent."""
        way = self._way
        if way is None:
            raise TransportError("there is no service behind the line yet")
        sent = httpx.Request(
            request.method,
            self._target + request.path,
            headers=self._for_target(request.headers),
            stream=_Sent(request.body, lambda: None if cut is None else way.hurry(cut)),
        )
        with way.within(seconds):
            got = way.handle_request(sent)
            try:
                body = bytearray()
                for piece in got.iter_raw():
                    body += piece
                    if len(body) > LARGEST_MESSAGE:
                        # The client will say that it is too long.
                        break
            finally:
                got.close()
        return _Answer(got.status_code, got.headers.raw, bytes(body))

    def _for_target(self, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        """The headers as they are, but for the name of this proxy: where the client was told no other host, it asks for ours."""
        ours, theirs = urlsplit(self.address).netloc.encode(), urlsplit(self._target).netloc.encode()
        return [(name, theirs if name.lower() == b"host" and value == ours else value) for name, value in headers]


class _Sent(httpx.SyncByteStream):
    """A body, and what is done once all of it was sent."""

    def __init__(self, body: bytes, then: Callable[[], None]) -> None:
        self._body = body
        self._then = then

    def __iter__(self) -> Iterator[bytes]:
        yield self._body
        self._then()


def _failure(told: str) -> _Answer:
    error = BackendError(ErrorCode.UNAVAILABLE, hide(told), Speaker.HARNESS)
    return _Answer(502, [(b"content-type", b"application/json")], write_json({"error": value_of(error)}))


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # The threads of clients that keep their connections would be waited for.
    block_on_close = False

    def __init__(self, proxy: Proxy) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.proxy = proxy

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that has gone."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    # Head and body of an answer at once.
    wbufsize = -1
    server: _Server

    def do_POST(self) -> None:
        if self.headers.get("transfer-encoding"):
            # Clients of the protocol say how long a message is.
            self.send_error(411)
            return
        length = int(self.headers.get("content-length") or 0)
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in self.headers.items()]
        request = _Request(self.command, self.path, _of_the_message(headers), self.rfile.read(length))
        answer = self.server.proxy.answer(request)
        if answer is None:
            self.close_connection = True
            return
        self.send_response_only(answer.status)
        for name, value in _of_the_message(answer.headers):
            if name.lower() != b"content-length":
                self.send_header(name.decode("latin-1"), value.decode("latin-1"))
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def do_GET(self) -> None:
        self.do_POST()

    def log_message(self, format: str, *args: object) -> None:
        return


def _of_the_message(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers that are the message's, and not of one connection alone."""
    return [(name, value) for name, value in headers if name.lower().decode("latin-1") not in _OF_ONE_CONNECTION]
