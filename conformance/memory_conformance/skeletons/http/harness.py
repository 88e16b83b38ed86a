"""Puts the service of memory.py behind the protocol of Memory Conformance, over HTTP.

``POST /v1/<operation>`` with the parameters as a JSON body. This file is the framing and needs no change.

PORT is the port, on all interfaces; without it, it is 8000 on the loopback address. IDLE_SECONDS, if set, is how long it
waits for a request before it ends by itself.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer

from operations import Failure, perform

STATUS = {
    "invalid_argument": 400,
    "permission_denied": 403,
    "not_found": 404,
    "rate_limited": 429,
    "internal": 500,
    "unsupported": 501,
    "unavailable": 503,
}


class Server(ThreadingHTTPServer):
    """A thread for each connection, none of which keeps the process alive."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address, idle_seconds):
        super().__init__(address, Handler)
        self.idle_seconds = idle_seconds
        self.last_request = time.monotonic()

    def server_bind(self):
        # The one of HTTPServer asks for the name of the machine, which takes seconds where there is no name server.
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]

    def service_actions(self):
        """Called twice a second: end where nobody asks any more."""
        if self.idle_seconds is not None and time.monotonic() - self.last_request > self.idle_seconds:
            print(f"no request in {self.idle_seconds:g} seconds", file=sys.stderr)
            sys.exit(0)


class Handler(BaseHTTPRequestHandler):
    """One connection: requests one after the other, until it is closed."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    # One packet for head and body.
    wbufsize = -1

    def do_POST(self):
        """Answer one request."""
        self.server.last_request = time.monotonic()
        try:
            params = self.params()
            self.respond(200, perform(self.operation(), params))
        except Failure as failure:
            error = {"code": failure.code, "message": failure.message, "speaker": failure.speaker}
            self.respond(STATUS[failure.code], {"error": error})
        self.server.last_request = time.monotonic()

    def operation(self):
        """The operation that the path names."""
        root, version, operation = self.path.split("?")[0].rpartition("/v1/")
        if root or not version:
            raise Failure("not_found", "operations are at /v1/<operation>")
        return operation

    def params(self):
        """The body, which is always read whole: the next request on the connection begins behind it."""
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()):
            self.close_connection = True
            raise Failure("invalid_argument", "a request must have a Content-Length")
        try:
            params = json.loads(self.rfile.read(int(length)).decode("utf-8"), parse_constant=refuse)
        except (ValueError, RecursionError) as error:
            raise Failure("invalid_argument", f"no JSON: {error}") from error
        if not isinstance(params, dict):
            raise Failure("invalid_argument", "the parameters must be an object")
        return params

    def respond(self, status, message):
        """Write a response, in ASCII: half a surrogate pair, for which UTF-8 has no bytes, stays what it is."""
        try:
            body = json.dumps(message, ensure_ascii=True, allow_nan=False).encode("ascii")
        except (TypeError, ValueError, RecursionError) as error:
            raise Failure("internal", f"the service answered with what is no JSON: {error}") from error
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_request(self, code="-", size="-"):
        """Write no line for each request."""


def refuse(constant):
    """NaN and Infinity, which Python reads and JSON does not know."""
    raise ValueError(f"{constant} is no number")


def number_of(variable, kind, otherwise):
    """The number that an environment variable holds. Ends the process where it holds something else."""
    written = os.environ.get(variable) or otherwise
    try:
        return None if written is None else kind(written)
    except ValueError:
        sys.exit(f"{variable} must be a number, and is {written!r}")


def end(*_):
    """End at once. The first process of a container hears no signal that it does not ask for."""
    sys.exit(0)


def main():
    """Answer until a signal, or until nobody asks any more."""
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    host = "0.0.0.0" if os.environ.get("PORT") else "127.0.0.1"
    port, idle_seconds = number_of("PORT", int, "8000"), number_of("IDLE_SECONDS", float, None)
    try:
        server = Server((host, port), idle_seconds)
    except (OSError, OverflowError) as error:
        sys.exit(f"cannot listen on {host}:{port}: {error}")
    print(f"listening on {host}:{server.server_port}", file=sys.stderr)
    server.serve_forever()


if __name__ == "__main__":
    main()
