"""A harness that is an HTTP service: ``POST [/base]/v1/<operation>``."""

from __future__ import annotations

import json
import ssl
import time
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from urllib.parse import SplitResult, quote, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

import httpcore
import httpx

from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.connect.connectable import shown
from memory_conformance.connect.punctual import PunctualTransport
from memory_conformance.connect.remote import Transport, TransportError
from memory_conformance.connect.terms import LARGEST_MESSAGE, Terms
from memory_conformance.protocol.errors import from_http
from memory_conformance.protocol.json_text import read_json
from memory_conformance.references import UsageError
from memory_conformance.secrets import hide, keep_address

_KNOCK = 0.05
"""Seconds between two attempts to reach a service that is not there yet; twice as long each time, to a second at most."""
_KEPT_ALIVE = 1.0
"""Seconds that an unused connection is kept: shorter than services keep theirs, since a request that meets its end is lost."""
_IN_PATHS = "/%:@!$&'()*+,;=~"
_BEGINNING = 120
"""Characters that are shown of an answer that is none."""


@dataclass(frozen=True)
class Line:
    """The way to a service: its address with the base path, the headers of every request, and the seconds that a call may take.

    ``local`` says that it is on this machine, which no proxy concerns.
    """

    base_url: str
    headers: tuple[tuple[bytes, bytes], ...]
    timeout: float
    local: bool

    def url(self, operation: str) -> str:
        """Where an operation is asked for."""
        return f"{self.base_url}/v1/{quote(operation, safe='')}"


class HttpTransport(Transport):
    """A service at an address. Until it has answered once it is waited for; after that, a refused connection is a failure.

    Nothing is ever sent twice: where the answer is lost, the service may still have done what it was asked.
    """

    def __init__(self, base_url: str, terms: Terms) -> None:
        parts = read_address(base_url)
        self._address = shown(base_url).rstrip("/")
        self._scheme, self._host = parts.scheme, parts.hostname or ""
        at = parts.netloc.rpartition("@")[2]
        self._base = f"{parts.scheme}://{at}{quote(parts.path.rstrip('/'), safe=_IN_PATHS)}"
        self._headers = _headers(parts, terms.headers)
        self._terms = terms
        self._way: tuple[httpx.Client, PunctualTransport] | None = None
        self._met = False

    def send(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        if operation == "hello" and not self._met:
            found = self._first(parameters)
            self._met = True
            return found
        return self._post(operation, parameters, self._terms.timeout)

    def close(self) -> None:
        way, self._way = self._way, None
        if way is not None:
            way[0].close()

    def where(self) -> Line:
        """What another client has to know to speak to the same service."""
        return Line(self._base, tuple(self._headers), self._terms.timeout, _is_loopback(self._host))

    def check_alive(self) -> None:
        """Raise `TransportError` where it is known that nobody will answer any more."""
        return

    def nobody_there(self, told: str) -> str:
        """What to say of nobody having been there so far, where more is known than the network tells."""
        return told

    def _first(self, parameters: Mapping[str, Any]) -> Any:
        """Ask for the introduction again and again, as long as nobody is there or who is there says that it is not ready."""
        deadline = time.monotonic() + self._terms.wait
        knock = _KNOCK
        while True:
            left = deadline - time.monotonic()
            try:
                return self._post("hello", parameters, max(left, _KNOCK))
            except _Late:
                raise TransportError(f"no answer within {self._terms.wait:g} s") from None
            except _NobodyThere as error:
                told = self.nobody_there(str(error))
            except BackendError as error:
                not_ready = error.speaker is Speaker.HARNESS and error.code is ErrorCode.UNAVAILABLE
                if error.code is ErrorCode.PERMISSION_DENIED:
                    error.message += "; what tells it who asks goes into headers, in memory-conformance.toml"
                if not not_ready and error.code is not ErrorCode.RATE_LIMITED:
                    raise
                told, knock = error.message, max(knock, error.retry_after or 0.0)
            self.check_alive()
            if deadline - time.monotonic() <= knock:
                raise TransportError(f"no introduction within {self._terms.wait:g} s: {told}")
            time.sleep(knock)
            knock = min(2 * knock, 1.0)

    def _post(self, operation: str, parameters: Mapping[str, Any], patience: float) -> Any:
        if self._way is None:
            self._way = self._connected()
        client, transport = self._way
        url = f"{self._base}/v1/{quote(operation, safe='')}"
        # Written in ASCII, as json does by itself: texts may hold halves of characters that UTF-8 cannot say.
        body = json.dumps(dict(parameters)).encode()
        try:
            with transport.within(patience), client.stream("POST", url, content=body) as answer:
                found = _read(answer)
        except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
            cause = error.args[0] if error.args else None
            if isinstance(cause, ssl.SSLError):
                raise TransportError(_no_tls(cause)) from None
            raise _NobodyThere(f"nobody answers at {self._address} ({_said(error)})") from None
        except httpcore.TimeoutException:
            raise _Late(f"no answer within {patience:g} s") from None
        except httpcore.ProxyError as error:
            raise TransportError(
                f"the proxy that the environment names does not let it through: {_said(error)}"
            ) from None
        except httpcore.LocalProtocolError:
            # Not said which: it may be a secret.
            raise TransportError("a header that it is to be sent is none") from None
        except (httpcore.NetworkError, httpcore.ProtocolError) as error:
            raise _Cut(f"the connection broke: {_said(error)}") from None
        return result_of(answer.status_code, found, answer.headers)

    def _connected(self) -> tuple[httpx.Client, PunctualTransport]:
        transport = way_to(self._scheme, self._host)
        return httpx.Client(transport=transport, headers=self._headers, trust_env=False), transport


class _Late(TransportError):
    """The time of the call was over."""


class _NobodyThere(TransportError):
    """Nothing listens there, yet or any more."""


class _Cut(_NobodyThere):
    """The connection was there and ended before the answer did."""


def way_to(scheme: str, host: str) -> PunctualTransport:
    """Connections to a host, by the proxy that the environment names where that concerns it. Raises `TransportError`."""
    return PunctualTransport(_KEPT_ALIVE, scheme == "https", _proxy(scheme, host))


def read_address(url: str) -> SplitResult:
    """The parts of an address. Raises `UsageError` for what is none."""
    try:
        parts = urlsplit(url)
        if parts.hostname and parts.port != 0:
            parts.hostname.encode("idna")
            return parts
    except ValueError:
        pass
    raise UsageError(f"{shown(url)} is no address; it is http://host[:port][/base]")


def _headers(parts: SplitResult, given: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """The headers of every request; those that are given outrank ours."""
    headers = {
        "host": parts.netloc.rpartition("@")[2],
        "content-type": "application/json",
        "accept": "application/json",
        "accept-encoding": "identity",
        "user-agent": "memory-conformance",
    }
    if parts.username is not None:
        credentials = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        headers["authorization"] = f"Basic {b64encode(credentials.encode()).decode()}"
    headers |= {name.lower(): value for name, value in given.items()}
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def _proxy(scheme: str, host: str) -> httpcore.Proxy | None:
    """The proxy that the environment names, which does not concern this machine itself. Raises `TransportError`."""
    proxies = getproxies()
    named = proxies.get(scheme) or proxies.get("all")
    if not named or _is_loopback(host) or proxy_bypass(host):
        return None
    parts = urlsplit(named if "://" in named else f"http://{named}")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise TransportError(
            f"the environment names a proxy that is no http:// or https:// address, but {parts.scheme}:"
        )
    auth = (unquote(parts.username), unquote(parts.password or "")) if parts.username is not None else None
    keep_address(named)
    return httpcore.Proxy(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}", auth=auth)


def is_off_loopback(connectable: str) -> bool:
    """Whether a connectable is a service that does not answer on this machine's own address."""
    return connectable.startswith(("http://", "https://")) and not _is_loopback(urlsplit(connectable).hostname or "")


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _read(answer: httpx.Response) -> bytes:
    body = bytearray()
    for chunk in answer.iter_raw():
        body += chunk
        if len(body) > LARGEST_MESSAGE:
            raise TransportError(f"answered with more than {LARGEST_MESSAGE:,} bytes")
    return bytes(body)


_OF_ERRORS = frozenset({"error", "message", "code", "status", "detail", "details"})
"""What the body of an error may have, in the manner of many services."""


def result_of(status: int, body: bytes, headers: Mapping[str, str]) -> Any:
    """The result in an answer, as plain JSON types. Raises `BackendError` for an error, and `TransportError` for what is neither."""
    try:
        found = read_json(body)
    except ValueError:
        if status == 200:
            encoding = headers.get("content-encoding", "identity")
            written = "" if encoding == "identity" else f", but {encoding}, which it was not asked for"
            raise TransportError(f"answered with what is no JSON{written}: {_beginning(body)}") from None
        found = None
    if status == 200 and not _tells_of_an_error(found):
        return found
    if status < 300:
        raise TransportError(
            f"answered {_beginning(body)} with the status {status}; a result has 200, and no error has it"
        )
    if status < 400:
        where = shown(headers.get("location") or "another address").partition("?")[0]
        raise TransportError(f"answered with a redirect to {where}; redirects are not followed")
    error = from_http(status, found, headers.get("retry-after"))
    if error.message == f"HTTP status {status}":
        # The body says nothing of the protocol's; what else it says explains more than a number.
        error.message += f": {_beginning(body)}" if body else ""
    raise error


def _beginning(body: bytes) -> str:
    told = hide(body.decode(errors="replace"))[:_BEGINNING]
    return f"{told!r}{'…' if len(body) > _BEGINNING else ''}"


def _said(error: Exception) -> str:
    return str(error).rstrip(".") or type(error).__name__


def _no_tls(error: ssl.SSLError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted: {error.verify_message}; SSL_CERT_FILE names a file with those that are"
    return f"it does not speak TLS as https:// needs it: {error.reason or error}"


def _tells_of_an_error(found: Any) -> bool:
    """Whether a body is an error and nothing else. What was seen of a turn may say why the turn failed, among the rest."""
    if not isinstance(found, Mapping) or not isinstance(found.get("error"), (Mapping, str)):
        return False
    return isinstance(found["error"], Mapping) or found.keys() <= _OF_ERRORS
