"""A service that gives away whatever it was told: the headers of a request and its own environment, in every way in which it speaks.

Alone it is a command that speaks in lines; `EchoServer` speaks HTTP. It imports nothing of ours, nor anything that is installed.
"""

from __future__ import annotations

import json
import os
import sys
from base64 import b64encode
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import quote

Answer = dict[str, Any]


def in_all_forms(told: str) -> str:
    """A text as it is, and in the ways in which texts are written into others."""
    in_base64 = b64encode(told.encode()).decode()
    cut = f"{told[: len(told) * 2 // 3]}…"
    return " ; ".join(
        [told, json.dumps(told), repr(told), quote(told), quote(told, safe=""), in_base64, told.upper(), cut]
    )


def answer(operation: str, mode: str, told: str) -> Answer:
    """What is answered, as ``{"result": …}`` or ``{"error": …}``."""
    if operation == "hello":
        return {"result": told if mode == "nameless" else {"name": f"the memory of {told}", "version": told}}
    if operation == "open":
        return {"result": {"instance": told}}
    if operation == "close":
        return {"result": {}}
    if mode in ("refuses", "fails"):
        speaker = "backend" if mode == "refuses" else "harness"
        return {"error": {"code": "internal", "message": told, "speaker": speaker}}
    if mode == "wrong":
        return {"result": {"memories": told}}
    memory = {"content": {"role": "user", "parts": [{"text": told}]}, "id": told, "author": told}
    return {"result": {"memories": [{**memory, "customMetadata": {told: told}}]}}


class EchoServer(ThreadingHTTPServer):
    """The service over HTTP. The base path is how it gives away what it was told; ``told`` is all that it ever was."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.told: set[str] = set()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: EchoServer

    def do_POST(self) -> None:
        _, mode, _, operation = self.path.split("/")
        self.rfile.read(int(self.headers.get("content-length", 0)))
        kept = [value for name, value in self.headers.items() if name.lower() in ("authorization", "x-key")]
        self.server.told.update(kept)
        told = " ; ".join(map(in_all_forms, kept))
        found = answer(operation, mode, told)
        if operation in ("hello", "open", "close") or mode not in ("garbles", "status", "redirects"):
            error = found.get("error")
            self._send(500 if error else 200, json.dumps({"error": error} if error else found["result"]), {})
        elif mode == "redirects":
            self._send(302, told, {"Location": f"http://elsewhere.example/{quote(kept[0], safe='')}"})
        else:
            self._send(500 if mode == "status" else 200, told, {})

    def _send(self, status: int, body: str, headers: dict[str, str]) -> None:
        self.send_response(status, "So it is")
        for name, value in {**headers, "Content-Length": str(len(body.encode()))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:
        return


def main(mode: str) -> None:
    """Speak in lines, telling what the environment says. ``dies`` and ``prints`` do not keep to the protocol."""
    told = in_all_forms(os.environ["KEY"])
    dies: dict[str, Callable[[], object]] = {"dies": lambda: sys.exit(told), "prints": lambda: print(told, flush=True)}
    for line in sys.stdin:
        request = json.loads(line)
        operation = request["method"]
        print(told, file=sys.stderr, flush=True)
        if operation not in ("hello", "open", "close") and mode in dies:
            dies[mode]()
        found = answer(operation, mode, told)
        if "error" in found:
            found["error"] = {"code": -32000, "message": told, "data": found["error"]}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **found}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
