"""A harness over HTTP with one fault for each base path: ``/FAULT[/OPERATION/TIMES]``.

``over_http.py [CERTIFICATE]`` prints the port that it listens on, with TLS where it has a certificate. ``POST /FAULT/calls`` tells
what it was asked there.
"""

from __future__ import annotations

import base64
import json
import os
import ssl
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from urllib.parse import urlsplit

from service import Refused, Service  # type: ignore[import-not-found]

MEGABYTE = 1024 * 1024
STATUS = {"invalid_argument": 400, "not_found": 404, "unsupported": 501}


class Place:
    """A base path: the service there, and how often its fault is still to happen."""

    def __init__(self, fault: str, operation: str, times: int) -> None:
        self.fault = fault
        self.operation = operation
        self.left = times
        self.service = Service(fault, shared=fault.startswith("shared"))


class Harness(BaseHTTPRequestHandler):
    """Answers one request, or does not."""

    protocol_version = "HTTP/1.1"
    places: ClassVar[dict[str, Place]] = {}
    lock = threading.Lock()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        # Asked through a proxy, the path is the whole address.
        base, _, operation = urlsplit(self.path).path.rpartition("/")
        fault, *rest = base.split("/v1")[0].strip("/").split("/")
        place = self.place(fault, *rest)
        if operation == "calls":
            self.say(place.service.calls)
            return
        if place.fault in TRAITS:
            getattr(self, place.fault)(place, operation, body)
        elif operation == place.operation and place.left > 0:
            place.left -= 1
            getattr(self, place.fault, self.answer)(place, operation, body)
        else:
            self.answer(place, operation, body)

    def place(self, fault: str, operation: str = "search", times: str = "1", *rest: str) -> Place:
        with self.lock:
            return self.places.setdefault(f"{fault}/{operation}/{times}", Place(fault, operation, int(times)))

    def answer(self, place: Place, operation: str, body: bytes, **padding: str) -> None:
        try:
            self.say({**place.service.answer(operation, json.loads(body)), **padding})
        except Refused as error:
            said = {"code": error.code, "message": str(error), "speaker": error.speaker}
            self.say({"error": said}, STATUS[error.code])

    def say(self, message: Any, status: int = 200, kind: str = "application/json", **headers: str) -> None:
        body = message.encode() if isinstance(message, str) else json.dumps(message).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    # What is wrong the whole time.

    def wrong_type(self, place: Place, operation: str, body: bytes) -> None:
        self.say(place.service.answer(operation, json.loads(body)), kind="text/plain")

    def big(self, place: Place, operation: str, body: bytes) -> None:
        self.answer(place, operation, body, padding="x" * 5 * MEGABYTE)

    def starting(self, place: Place, operation: str, body: bytes) -> None:
        place.left -= 1
        if place.left >= -2:
            self.unready(place, operation, body)
        else:
            self.answer(place, operation, body)

    def unready(self, place: Place, operation: str, body: bytes) -> None:
        self.say("the service is starting", 503, "text/plain")

    def unauthorized(self, place: Place, operation: str, body: bytes) -> None:
        self.say("who are you?", 401, "text/plain")

    def nowhere(self, place: Place, operation: str, body: bytes) -> None:
        self.say("<html>no such page</html>", 404, "text/html")

    def private(self, place: Place, operation: str, body: bytes) -> None:
        known = base64.b64encode(b"ana:correct horse").decode()
        if self.headers["authorization"] == f"Basic {known}":
            self.answer(place, operation, body)
        else:
            self.say(f"not {self.headers['authorization']}", 401, "text/plain")

    def together(self, place: Place, operation: str, body: bytes) -> None:
        """Nobody gets an instance before two have introduced themselves."""
        while sum(asked == "hello" for asked, _ in place.service.calls) < 2:
            time.sleep(0.01)
        self.answer(place, operation, body)

    shared_together = together

    # What is wrong with one answer.

    def exits(self, place: Place, operation: str, body: bytes) -> None:
        os._exit(9)

    def hangs(self, place: Place, operation: str, body: bytes) -> None:
        self.rfile.read()

    def cut(self, place: Place, operation: str, body: bytes) -> None:
        """Do what was asked, and never say so."""
        place.service.answer(operation, json.loads(body))
        self.close_connection = True

    def half(self, place: Place, operation: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "100")
        self.end_headers()
        self.wfile.write(b'{"memories": [')
        self.close_connection = True

    def page(self, place: Place, operation: str, body: bytes) -> None:
        self.say("<html>welcome to our service</html>", kind="text/html")

    def redirect(self, place: Place, operation: str, body: bytes) -> None:
        self.say("", 302, Location="http://ana:hunter@elsewhere.test/v1?token=abc")

    def broken(self, place: Place, operation: str, body: bytes) -> None:
        self.say("Internal Server Error", 500, "text/plain")

    def error_as_result(self, place: Place, operation: str, body: bytes) -> None:
        self.say({"error": {"code": "internal", "message": "it went wrong"}})

    def no_memory(self, place: Place, operation: str, body: bytes) -> None:
        self.say({"memories": [7]})

    def too_big(self, place: Place, operation: str, body: bytes) -> None:
        self.say({"memories": ["x" * 10 * MEGABYTE]})

    def endless(self, place: Place, operation: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        while True:
            self.wfile.write(b"100000\r\n" + b"x" * MEGABYTE + b"\r\n")

    def drips(self, place: Place, operation: str, body: bytes) -> None:
        """Send an answer that has no end, a byte at a time."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while True:
            self.wfile.write(b"x")
            self.wfile.flush()
            time.sleep(0.05)

    def drips_its_body(self, place: Place, operation: str, body: bytes) -> None:
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        self.drips(place, operation, body)

    def log_message(self, *given: Any) -> None:
        return


TRAITS = {"wrong_type", "big", "starting", "unready", "unauthorized", "nowhere", "private"}


class Server(ThreadingHTTPServer):
    """Says nothing of connections that break."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        return


def main() -> None:
    server = Server(("127.0.0.1", 0), Harness)
    if len(sys.argv) > 1:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_port, flush=True)
    server.serve_forever()


main()
