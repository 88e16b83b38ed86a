"""A harness that is a command: JSON-RPC 2.0 on its standard input and output, one message a line."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import IO, Any

from memory_conformance.backend import HarnessError
from memory_conformance.connect import processes
from memory_conformance.connect.remote import Transport, TransportError
from memory_conformance.connect.terms import LARGEST_MESSAGE, Terms
from memory_conformance.protocol.errors import from_rpc

LOG_LINES = 20
"""How many of the last lines of standard error are kept."""
_SHORT_GRACE = 0.5
"""Seconds that a harness has to end once it has failed."""
_LOOK = 0.2
"""Seconds after which an unanswered harness is looked at: it may have ended, its output held open by a child of its own."""


class StdioTransport(Transport):
    """A process and the way to it: one message there and one back at a time, whoever asks."""

    def __init__(self, command: Sequence[str], terms: Terms) -> None:
        self._command = list(command)
        self._terms = terms
        self._ids = 0
        self._running: _Running | None = None
        self._turn = threading.Lock()

    def ready(self) -> None:
        if self._running is None:
            try:
                self._running = _Running(self._command, self._terms.env)
            except HarnessError as error:
                raise TransportError(str(error)) from None

    def starts_afresh(self) -> bool:
        return True

    def send(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        with self._turn:
            if self._running is None:
                raise TransportError("the harness is not running")
            try:
                return self._send(self._running, operation, parameters)
            except TransportError as error:
                # What comes after a broken message belongs to nothing any more.
                running, self._running = self._running, None
                running.end(_SHORT_GRACE)
                raise TransportError(str(error), running.last_log()) from None

    def close(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.end()

    def _send(self, running: _Running, operation: str, parameters: Mapping[str, Any]) -> Any:
        self._ids += 1
        request = {"jsonrpc": "2.0", "id": self._ids, "method": operation, "params": dict(parameters)}
        patience = self._terms.wait if operation == "hello" else self._terms.timeout
        running.write(json.dumps(request).encode() + b"\n")
        answer = _read(running.line(patience))
        if answer.get("id") != self._ids:
            raise TransportError(f"answered with the id {answer.get('id')!r}, not {self._ids}")
        if answer.get("error") is not None:
            error = from_rpc(answer["error"])
            if error is None:
                raise TransportError(
                    f"answered with an error that is none of the protocol's: {_shown(answer['error'])}"
                )
            raise error
        if "result" not in answer:
            raise TransportError(f"answered with neither a result nor an error: {_shown(answer)}")
        return answer["result"]


def _read(line: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        raise TransportError(
            f"wrote to standard output what is no message: {_shown(line.decode(errors='replace').rstrip())};"
            " logs go to standard error"
        ) from None
    if not isinstance(found, dict) or found.get("jsonrpc") != "2.0":
        raise TransportError(f"wrote to standard output what is no JSON-RPC 2.0 message: {_shown(found)}")
    return found


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return repr(text) if len(text) <= 120 else f"{text[:120]!r}… ({len(text):,} characters)"


class _Running:
    """A process with threads that read what it says, so that waiting for it can end."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str]) -> None:
        self._process = processes.start(command, env)
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._log: deque[str] = deque(maxlen=LOG_LINES)
        self._readers = [
            self._reading(self._read_lines, self._process.stdout),
            self._reading(self._read_log, self._process.stderr),
        ]

    def write(self, message: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(message)
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise TransportError(self._ended() or "does not read its standard input any more") from None

    def line(self, patience: float) -> bytes:
        """The next line. Raises `TransportError` after so many seconds, or where none can come any more."""
        deadline = time.monotonic() + patience
        while True:
            left = deadline - time.monotonic()
            try:
                line = self._lines.get(timeout=max(0.0, min(left, _LOOK)))
            except queue.Empty:
                ended = self._ended()
                if ended is not None and self._lines.empty():
                    raise TransportError(ended) from None
                if left <= 0:
                    raise TransportError(f"no answer within {patience:g} s") from None
                continue
            if not line:
                raise TransportError(self._ended(wait=_LOOK) or "closed its standard output")
            if len(line) > LARGEST_MESSAGE:
                raise TransportError(f"answered with more than {LARGEST_MESSAGE:,} bytes")
            return line

    def last_log(self) -> list[str]:
        return list(self._log)

    def end(self, grace: float = processes.GRACE) -> None:
        processes.end(self._process, grace)
        for reader in self._readers:
            reader.join(_LOOK)

    def _ended(self, wait: float = 0.0) -> str | None:
        """How the process ended, or None while it runs."""
        if wait:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(wait)
        code = self._process.poll()
        if code is None:
            return None
        return f"the harness ended with exit code {code}" if code >= 0 else f"the harness was ended by signal {-code}"

    def _reading(self, read: Any, stream: IO[bytes] | None) -> threading.Thread:
        thread = threading.Thread(target=read, args=(stream,), daemon=True)
        thread.start()
        return thread

    def _read_lines(self, stream: IO[bytes]) -> None:
        try:
            while line := stream.readline(LARGEST_MESSAGE + 2):
                self._lines.put(line)
        except (OSError, ValueError):
            pass
        self._lines.put(b"")

    def _read_log(self, stream: IO[bytes]) -> None:
        try:
            while line := stream.readline(4096):
                self._log.append(line.decode(errors="replace").rstrip())
        except (OSError, ValueError):
            pass
