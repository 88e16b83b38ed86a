"""The harness of a skeleton in a process of its own, asked as bytes go over the wire."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

COMMANDS = {
    "python": [sys.executable, "harness.py"],
    "node": ["node", "harness.mjs"],
    "go": ["./harness"],
    "http": [sys.executable, "harness.py"],
}
PATIENCE = 60.0
"""Seconds after which a process that does not end is killed, and its test fails."""


class Error(Exception):
    """An error that a harness answered with."""

    def __init__(self, code: str, speaker: str, message: str) -> None:
        super().__init__(f"{code} ({speaker}): {message}")
        self.code, self.speaker, self.message = code, speaker, message


class Talk:
    """A harness that runs, asked as bytes go over the wire."""

    def __init__(self, process: subprocess.Popen[bytes], port: int | None) -> None:
        self.process = process
        self.connection = None if port is None else http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def ask(self, operation: str, **parameters: Any) -> Any:
        """The result of an operation. Raises `Error`."""
        if self.connection is not None:
            status, answer = self.post(f"/v1/{operation}", json.dumps(parameters).encode())
            if status == 200:
                return answer
            error = answer["error"]
            raise Error(error["code"], error["speaker"], error["message"])
        answer = self.line(json.dumps({"jsonrpc": "2.0", "id": 7, "method": operation, "params": parameters}).encode())
        assert (answer["jsonrpc"], answer["id"]) == ("2.0", 7)
        if "error" not in answer:
            return answer["result"]
        error = answer["error"]
        assert (error["code"] == -32601) == (error["data"]["code"] == "unsupported")
        raise Error(error["data"]["code"], error["data"]["speaker"], error["message"])

    def remembered(self, scope: Mapping[str, str], query: str, instance: str = "1") -> list[str]:
        """The texts that a search finds."""
        found = self.ask("search", instance=instance, scope=scope, query=query)["memories"]
        return [" ".join(part["text"] for part in one["content"]["parts"]) for one in found]

    def add(self, scope: Mapping[str, str], text: str, instance: str = "1", session: str = "s") -> None:
        """Hand a session of one text to memory. The names inside are not those of the scope."""
        event = {"id": "e1", "author": "user", "timestamp": 1.5, "content": {"role": "user", "parts": [{"text": text}]}}
        given = {"id": session, "appName": "other", "userId": "other", "events": [event], "state": {}}
        assert self.ask("add_session", instance=instance, scope=scope, session=given) == {}

    def line(self, line: bytes) -> Any:
        """The response to a line, as plain JSON types."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def post(self, path: str, body: bytes) -> tuple[int, Any]:
        """Status and JSON body of a response; the connection is one and the same."""
        assert self.connection is not None
        self.connection.request("POST", path, body)
        response = self.connection.getresponse()
        return response.status, json.loads(response.read())


@contextmanager
def talking(kind: str, folder: Path, **environment: str) -> Iterator[Talk]:
    """Run a harness in a locale that knows nothing but ASCII; its standard error goes to the file ``log``."""
    given = {"PATH": os.environ["PATH"], "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", **environment}
    log = folder / "log"
    with log.open("wb") as err:
        process = subprocess.Popen(
            COMMANDS[kind], cwd=folder, env=given, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=err
        )
    killer = threading.Timer(PATIENCE, process.kill)
    killer.start()
    talk = None
    try:
        talk = Talk(process, _port(process, log) if kind == "http" else None)
        yield talk
    finally:
        if talk is not None and talk.connection is not None:
            talk.connection.close()
        process.kill()
        process.communicate()
        killer.cancel()


def _port(process: subprocess.Popen[bytes], log: Path) -> int:
    """The port that an HTTP harness says it listens on."""
    while not (said := log.read_text()).endswith("\n"):
        assert process.poll() is None, said
    return int(said.rpartition(":")[2])


def talk_of(kind: str, folder: Path) -> AbstractContextManager[Talk]:
    return talking(kind, folder, PORT="0") if kind == "http" else talking(kind, folder)
