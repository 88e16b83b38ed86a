"""A reference behind HTTP, in the test's own process, that counts what it is asked and may say ``rate_limited``."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from memory_conformance.backend import BackendError
from memory_conformance.connect.connectable import connect

Refuse = Callable[[str, int], dict[str, Any] | None]
"""Given an operation and how many calls there were before, the error that is answered instead, or None."""


class CountingServer(ThreadingHTTPServer):
    """``calls`` counts what it was asked, ``done`` what of it was done; ``opened`` are the instances that were not closed."""

    daemon_threads = True

    def __init__(self, tag: str, refuse: Refuse) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.backend = connect(tag).backend
        self.refuse = refuse
        self.calls: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.opened: set[str] = set()
        self.lock = threading.Lock()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def answer(self, operation: str, parameters: dict[str, Any]) -> tuple[int, Any]:
        with self.lock:
            refused = None if operation == "hello" else self.refuse(operation, self.calls.total() - self.calls["hello"])
            self.calls[operation] += 1
            if refused is not None:
                return 429, {"error": {"code": "rate_limited", **refused}}
            self.done[operation] += 1
            try:
                found = self.backend.ask(operation, parameters)
            except BackendError as error:
                return 500, {"error": {"code": error.code, "message": error.message, "speaker": error.speaker}}
            if operation == "open":
                self.opened.add(found["instance"])
            if operation == "close":
                self.opened.discard(parameters["instance"])
            return 200, found


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: CountingServer

    def do_POST(self) -> None:
        parameters = json.loads(self.rfile.read(int(self.headers["content-length"])))
        status, body = self.server.answer(self.path.removeprefix("/v1/"), parameters)
        written = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(written)))
        self.end_headers()
        self.wfile.write(written)

    def log_message(self, format: str, *args: object) -> None:
        return


@contextmanager
def counting(tag: str = "adk-go-1.7", refuse: Refuse = lambda operation, before: None) -> Iterator[CountingServer]:
    """Serve a reference as long as it is needed."""
    with CountingServer(tag, refuse) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()
