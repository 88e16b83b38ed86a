"""A service for containers: it tells what it was given and what it may do. And how a test asks it."""

import json
import time
import urllib.request
from typing import Any

from memory_conformance.connect.container import Container

SERVICE = """
import json, os, signal
from http.server import BaseHTTPRequestHandler, HTTPServer

def can_write(path):
    try:
        open(path, "w").close()
    except OSError:
        return False
    return True

class Tells(BaseHTTPRequestHandler):
    def do_GET(self):
        told = {"env": dict(os.environ), "uid": os.getuid(), "/": can_write("/written"), "/tmp": can_write("/tmp/written")}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(told).encode())

if "STUBBORN" not in os.environ:
    # The first process of a container is not ended by a signal that it does not handle.
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
print("the service begins")
HTTPServer(("0.0.0.0", int(os.environ["PORT"])), Tells).serve_forever()
"""


def ask(container: Container, path: str = "", message: Any = None) -> Any:
    """What the service tells, as soon as it answers; its end is an error, and no answer in 30 seconds is one too."""
    body = None if message is None else json.dumps(message).encode()
    request = urllib.request.Request(container.base_url + path, body, {"content-type": "application/json"})
    deadline = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except OSError as error:
            ended = container.how_it_ended()
            if ended is not None or time.monotonic() > deadline:
                raise AssertionError(f"{ended or 'no answer'}: {container.last_log()}") from error
            time.sleep(0.05)
