"""A harness that is an HTTP service: ``POST [/base]/v1/<operation>``."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from memory_conformance.connect.remote import Transport, TransportError
from memory_conformance.connect.terms import LARGEST_MESSAGE, Terms
from memory_conformance.protocol.errors import from_http

if TYPE_CHECKING:
    import httpx

_KNOCK = 0.05
"""Seconds between two attempts to reach a service that is not there yet; twice as long each time, to a second at most."""
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class HttpTransport(Transport):
    """A service at an address. Until it has answered once it is waited for; after that, a refused connection is a failure."""

    def __init__(self, base_url: str, terms: Terms) -> None:
        self._base = base_url.rstrip("/")
        self._terms = terms
        self._client: httpx.Client | None = None
        self._met = False

    def send(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        if operation == "hello" and not self._met:
            found = self._first(parameters)
            self._met = True
            return found
        return self._post(operation, parameters, self._terms.timeout)

    def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            client.close()

    def check_alive(self) -> None:
        """Raise `TransportError` where it is known that nobody will answer any more."""
        return

    def _first(self, parameters: Mapping[str, Any]) -> Any:
        """Ask for the introduction again and again, as long as nobody is there."""
        deadline = time.monotonic() + self._terms.wait
        knock = _KNOCK
        while True:
            left = deadline - time.monotonic()
            try:
                return self._post("hello", parameters, max(left, _KNOCK))
            except _NobodyThere as error:
                self.check_alive()
                if left <= knock:
                    raise TransportError(f"{error} within {self._terms.wait:g} s") from None
            time.sleep(knock)
            knock = min(2 * knock, 1.0)

    def _post(self, operation: str, parameters: Mapping[str, Any], patience: float) -> Any:
        import httpx

        client = self._client
        if client is None:
            client = self._client = self._connected()
        deadline = time.monotonic() + patience
        try:
            # Written in ASCII, as json does by itself: texts may hold halves of characters that UTF-8 cannot say.
            request = client.build_request(
                "POST", f"{self._base}/v1/{operation}", content=json.dumps(dict(parameters)), timeout=patience
            )
            answer = client.send(request, stream=True)
            try:
                body = _read(answer, deadline, patience)
            finally:
                answer.close()
        except httpx.TimeoutException:
            raise TransportError(f"no answer within {patience:g} s") from None
        except httpx.ConnectError as error:
            raise _NobodyThere(f"nobody answers at {_address(self._base)} ({error})") from None
        except httpx.HTTPError as error:
            raise _Cut(f"the connection broke: {str(error) or type(error).__name__}") from None
        return _result(answer.status_code, body, answer.headers)

    def _connected(self) -> httpx.Client:
        import httpx

        headers = {"content-type": "application/json", "accept": "application/json", **self._terms.headers}
        # What the environment says of proxies does not concern this machine itself.
        outside = urlsplit(self._base).hostname not in _LOOPBACK
        return httpx.Client(headers=headers, trust_env=outside, follow_redirects=False)


class _NobodyThere(TransportError):
    """Nothing listens there, yet or any more."""


class _Cut(_NobodyThere):
    """The connection was there and ended before the answer did."""


def _read(answer: httpx.Response, deadline: float, patience: float) -> bytes:
    body = bytearray()
    for chunk in answer.iter_bytes():
        body += chunk
        if len(body) > LARGEST_MESSAGE:
            raise TransportError(f"answered with more than {LARGEST_MESSAGE:,} bytes")
        if time.monotonic() > deadline:
            raise TransportError(f"no whole answer within {patience:g} s")
    return bytes(body)


def _result(status: int, body: bytes, headers: Mapping[str, str]) -> Any:
    try:
        found = json.loads(body)
    except ValueError:
        found = None
    if status == 200:
        if found is None:
            shown = body[:120].decode(errors="replace")
            raise TransportError(f"answered with what is no JSON: {shown!r}{'…' if len(body) > 120 else ''}")
        return found
    if 300 <= status < 400:
        where = _address(headers.get("location", "another address"))
        raise TransportError(f"answered with a redirect to {where}; redirects are not followed")
    raise from_http(status, found, headers.get("retry-after"))


def _address(url: str) -> str:
    """An address without what only its owner should know."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()
