"""The stand-in on loopback: banks behind one address, told apart by the resource that a request names."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from itertools import count
from socketserver import ThreadingTCPServer

from memory_references.managed.bank import Bank, Message, Refused

PROJECT, LOCATION = "stand-in", "nowhere"
_BANK = r"projects/[^/]+/locations/[^/]+/reasoningEngines/[^/]+"
_PATH = re.compile(rf"/v1beta1/({_BANK})/(?:memories:(\w+)|operations/(\d+))")
_METHODS = {"ingestEvents": "ingest"}
"""What the protocol calls a method otherwise than the service does."""


class Server(ThreadingTCPServer):
    """The service: it listens from the beginning, until the process ends."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self._banks: dict[str, Bank] = {}
        self._engines = count(1)
        threading.Thread(target=self.serve_forever, name="memory-bank", daemon=True).start()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def open(self) -> Bank:
        """An empty bank, whose engine no other has had."""
        name = f"projects/{PROJECT}/locations/{LOCATION}/reasoningEngines/{next(self._engines)}"
        self._banks[name] = Bank(name)
        return self._banks[name]

    def close(self, bank: Bank) -> None:
        """Forget a bank."""
        self._banks.pop(bank.name, None)

    def answer(self, path: str, body: Message) -> Message:
        """The answer to a request. Raises `Refused`."""
        match = _PATH.fullmatch(path)
        bank = self._banks.get(match[1]) if match else None
        if match is None or bank is None:
            raise Refused(404, "NOT_FOUND", f"the stand-in has nothing at {path}")
        return bank.operation(int(match[3])) if match[3] else bank.ask(_METHODS.get(match[2], match[2]), body)


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"
    # An answer leaves at once and whole, instead of its head alone while the system waits for more.
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self._say(lambda: self.server.answer(self.path, {}))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self._say(lambda: self.server.answer(self.path, json.loads(body or b"{}")))

    def _say(self, answer: Callable[[], Message]) -> None:
        try:
            status, found = 200, answer()
        except Refused as error:
            told = {"code": error.status, "message": error.message, "status": error.name}
            status, found = error.status, {"error": told}
        written = json.dumps(found).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(written)))
        self.end_headers()
        self.wfile.write(written)

    def log_message(self, format: str, *given: object) -> None:
        """Say nothing: what was asked is recorded."""
