"""A harness that is an HTTP service: ``POST [/base]/v1/<operation>``."""

from __future__ import annotations

import json
import ssl
import time
from base64 import b64encode
from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from typing import Any, cast
from urllib.parse import SplitResult, quote, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

import httpcore

from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.connect.connectable import shown
from memory_conformance.connect.punctual import Punctual
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
_BEGINNING = 120
"""Characters that are shown of an answer that is none."""


class HttpTransport(Transport):
    """A service at an address. Until it has answered once it is waited for; after that, a refused connection is a failure.

    Nothing is ever sent twice: where the answer is lost, the service may still have done what it was asked.
    """

    def __init__(self, base_url: str, terms: Terms) -> None:
        parts = _read_address(base_url)
        self._address = shown(base_url).rstrip("/")
        self._scheme, self._host, self._port = parts.scheme, parts.hostname or "", parts.port
        self._path = quote(parts.path.rstrip("/"), safe="/%:@!$&'()*+,;=~")
        self._headers = _headers(parts, terms.headers)
        self._terms = terms
        self._network = Punctual()
        self._pool: httpcore.ConnectionPool | None = None
        self._met = False

    def send(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        if operation == "hello" and not self._met:
            found = self._first(parameters)
            self._met = True
            return found
        return self._post(operation, parameters, self._terms.timeout)

    def close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()

    def check_alive(self) -> None:
        """Raise `TransportError` where it is known that nobody will answer any more."""
        return

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
                told = str(error)
            except BackendError as error:
                if error.speaker is not Speaker.HARNESS or error.code is not ErrorCode.UNAVAILABLE:
                    raise
                told = error.message
            self.check_alive()
            if deadline - time.monotonic() <= knock:
                raise TransportError(f"no introduction within {self._terms.wait:g} s: {told}")
            time.sleep(knock)
            knock = min(2 * knock, 1.0)

    def _post(self, operation: str, parameters: Mapping[str, Any], patience: float) -> Any:
        if self._pool is None:
            self._pool = self._connected()
        url = httpcore.URL(
            scheme=self._scheme,
            host=self._host.encode("idna"),
            port=self._port,
            target=f"{self._path}/v1/{quote(operation, safe='')}",
        )
        # Written in ASCII, as json does by itself: texts may hold halves of characters that UTF-8 cannot say.
        body = json.dumps(dict(parameters)).encode()
        try:
            with (
                self._network.within(patience),
                self._pool.stream("POST", url, headers=self._headers, content=body) as answer,
            ):
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
        return _result(answer.status, found, {name.lower(): value for name, value in answer.headers})

    def _connected(self) -> httpcore.ConnectionPool:
        return httpcore.ConnectionPool(
            network_backend=self._network,
            keepalive_expiry=_KEPT_ALIVE,
            max_connections=None,
            ssl_context=httpcore.default_ssl_context() if self._scheme == "https" else None,
            proxy=_proxy(self._scheme, self._host),
        )


class _Late(TransportError):
    """The time of the call was over."""


class _NobodyThere(TransportError):
    """Nothing listens there, yet or any more."""


class _Cut(_NobodyThere):
    """The connection was there and ended before the answer did."""


def _read_address(url: str) -> SplitResult:
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


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _read(answer: httpcore.Response) -> bytes:
    body = bytearray()
    for chunk in cast(Iterable[bytes], answer.stream):
        body += chunk
        if len(body) > LARGEST_MESSAGE:
            raise TransportError(f"answered with more than {LARGEST_MESSAGE:,} bytes")
    return bytes(body)


def _result(status: int, body: bytes, headers: Mapping[bytes, bytes]) -> Any:
    try:
        found = read_json(body)
    except ValueError:
        if status == 200:
            raise TransportError(f"answered with what is no JSON: {_beginning(body)}") from None
        found = None
    if status == 200 and not (isinstance(found, Mapping) and isinstance(found.get("error"), (Mapping, str))):
        return found
    if status < 300:
        raise TransportError(
            f"answered {_beginning(body)} with the status {status}; a result has 200, and no error has it"
        )
    if status < 400:
        where = shown(_header(headers, b"location") or "another address").partition("?")[0]
        raise TransportError(f"answered with a redirect to {where}; redirects are not followed")
    error = from_http(status, found, _header(headers, b"retry-after"))
    if error.message == f"HTTP status {status}":
        # The body says nothing of the protocol's; what else it says explains more than a number.
        error.message += f": {_beginning(body)}" if body else ""
        error.message += "; what tells it who asks goes into headers, in memory-conformance.toml" * (
            status in (401, 403)
        )
    raise error


def _header(headers: Mapping[bytes, bytes], name: bytes) -> str | None:
    found = headers.get(name)
    return found.decode("latin-1") if found is not None else None


def _beginning(body: bytes) -> str:
    told = hide(body.decode(errors="replace"))[:_BEGINNING]
    return f"{told!r}{'…' if len(body) > _BEGINNING else ''}"


def _said(error: Exception) -> str:
    return str(error).rstrip(".") or type(error).__name__


def _no_tls(error: ssl.SSLError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted: {error.verify_message}; SSL_CERT_FILE names a file with those that are"
    return f"it does not speak TLS as https:// needs it: {error.reason or error}"
