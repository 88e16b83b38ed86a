"""A small service over HTTP, in the test's own process, that keeps what it saw on the wire; and such services with one fault each."""

from __future__ import annotations

import json
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

PATIENCE = 30.0
"""Seconds after which a test that waits in vain fails."""
Connected = Callable[[], bool]
"""Whether the client is still there."""


class Service:
    """A sound memory: a session that is added again replaces what it held before. Declares that where it ``declares`` it."""

    declares: ClassVar[bool] = True

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], dict[str, list[Any]]] = {}
        self.lock = threading.Lock()

    def answer(self, operation: str, asked: Any, connected: Connected) -> Any:
        """The result of an operation."""
        if operation == "hello":
            return self.hello()
        if operation == "open":
            return {"instance": "1"}
        if operation == "close":
            return {}
        owner = asked["scope"]["app"], asked["scope"]["user"]
        if operation == "add_session":
            self.add(owner, asked["session"]["id"], asked["session"]["events"], connected)
            return {}
        return {"memories": [{"content": one["content"]} for one in self.search(owner, asked["query"])]}

    def hello(self) -> Mapping[str, Any]:
        answers = {"AGAIN-006": "each event comes back once"} if self.declares else {}
        return {"name": type(self).__name__, "protocol": "1", "capabilities": [], "answers": answers}

    def add(self, owner: tuple[str, str], session: str, events: list[Any], connected: Connected) -> None:
        with self.lock:
            self.kept.setdefault(owner, {})[session] = events

    def search(self, owner: tuple[str, str], query: str) -> list[Any]:
        wanted = set(query.split())
        with self.lock:
            held = [event for events in self.kept.get(owner, {}).values() for event in events]
        return [one for one in held if wanted & set(one["content"]["parts"][0]["text"].split())]


class Appending(Service):
    """Adds what it is handed to what it has."""

    def add(self, owner: tuple[str, str], session: str, events: list[Any], connected: Connected) -> None:
        with self.lock:
            self.kept.setdefault(owner, {}).setdefault(session, []).extend(events)


class AppendingUndeclared(Appending):
    """The same, of which nobody was told otherwise."""

    declares = False


class Crossing(Service):
    """Stores under whoever was served last."""

    def add(self, owner: tuple[str, str], session: str, events: list[Any], connected: Connected) -> None:
        self.current = owner
        time.sleep(0.005)
        super().add(self.current, session, events, connected)


class AcknowledgingFirst(Service):
    """Says yes at once and stores at the next search; what comes in between takes the place of what waits."""

    waiting: tuple[tuple[str, str], str, list[Any]] | None = None

    def add(self, owner: tuple[str, str], session: str, events: list[Any], connected: Connected) -> None:
        self.waiting = owner, session, events

    def search(self, owner: tuple[str, str], query: str) -> list[Any]:
        waiting, self.waiting = self.waiting, None
        if waiting is not None:
            super().add(*waiting, lambda: True)
        return super().search(owner, query)


class Breaking(Service):
    """Stores event by event, and stops where it is when its client goes."""

    def add(self, owner: tuple[str, str], session: str, events: list[Any], connected: Connected) -> None:
        super().add(owner, session, events[:2], connected)
        if connected():
            super().add(owner, session, events, connected)


class Server(ThreadingHTTPServer):
    """``seen`` has each request in the order of arrival: its operation, its parameters and its headers."""

    daemon_threads = True

    def __init__(self, service: Service) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.service = service
        self.seen: list[tuple[str, dict[str, Any], dict[str, str]]] = []
        self.told: list[tuple[str, bytes]] = []
        """The paths and bodies as they came."""
        self.gone = 0
        """How many clients went while they were answered."""
        self.hooks: dict[str, Callable[[_Handler], bool]] = {}
        """What is done about an operation instead of answering it, where it gives True."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def adds(self) -> list[str]:
        """The sessions that came, in their order."""
        return [asked["session"]["id"] for operation, asked, _ in self.seen if operation == "add_session"]

    def handle_error(self, request: Any, client_address: Any) -> None:
        return


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        operation = self.path.rpartition("/")[2]
        asked = json.loads(body)
        self.server.seen.append((operation, asked, dict(self.headers.items())))
        self.server.told.append((self.path, body))
        hook = self.server.hooks.get(operation)
        if hook is not None and hook(self):
            return
        answer = json.dumps(self.server.service.answer(operation, asked, self.is_connected)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.send_header("X-Served-By", "wire")
        self.end_headers()
        self.wfile.write(answer)

    def is_connected(self, seconds: float = 0.03) -> bool:
        """Whether the client is still there after so long."""
        if select.select([self.connection], [], [], seconds)[0] and not self.connection.recv(1, socket.MSG_PEEK):
            self.server.gone += 1
            return False
        return True

    def log_message(self, format: str, *args: object) -> None:
        return


@contextmanager
def on_the_wire(service: Service | None = None) -> Iterator[Server]:
    """Serve until the block ends."""
    with Server(service or Service()) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()
