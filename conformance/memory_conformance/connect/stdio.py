"""A harness that is a command: JSON-RPC 2.0 on its standard input and output, one message a line."""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import queue
import select
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, cast

from memory_conformance.backend import HarnessError
from memory_conformance.connect import processes
from memory_conformance.connect.remote import Transport, TransportError
from memory_conformance.connect.terms import LARGEST_MESSAGE, Terms
from memory_conformance.interruption import undisturbed
from memory_conformance.protocol.errors import from_rpc
from memory_conformance.protocol.json_text import read_json
from memory_conformance.secrets import hide

LOG_LINES = 20
"""How many of the last lines of standard error are kept."""
SHORT_GRACE = 0.5
"""Seconds that a harness has to end once it has failed, and again after it was told to."""
_LOOK = 0.2
"""Seconds after which an unanswered harness is looked at: it may have ended, its output held open by a child of its own."""
_LONGEST_LINE = LARGEST_MESSAGE + 1
"""Bytes of the longest message with the end of its line."""
_LAG = 0.01
"""Seconds for which a line of the log may be on its way."""
_CHUNK = 65536
_LONGEST_LOGGED = 4096


class StdioTransport(Transport):
    """A process and the way to it: one message there and one back at a time, whoever asks."""

    def __init__(self, command: Sequence[str], terms: Terms) -> None:
        self._command = list(command)
        self._terms = terms
        self._ids = 0
        self._running: _Running | None = None
        self._turn = threading.Lock()

    def ready(self) -> None:
        if self._running is not None:
            return
        try:
            with undisturbed():
                self._running = _Running(self._command, self._terms.env)
                # For whoever never lets it go, such as a person at a prompt.
                atexit.register(self.close)
        except HarnessError as error:
            raise TransportError(str(error)) from None

    def starts_afresh(self) -> bool:
        return True

    def send(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        running = self._running
        with self._turn:
            if running is None or running is not self._running:
                raise TransportError("the harness is not running any more")
            try:
                return self._send(running, operation, parameters)
            except TransportError as error:
                # What comes after a broken message belongs to nothing any more.
                self._running = None
                running.end(SHORT_GRACE)
                raise TransportError(str(error), running.last_log()) from None

    def last_log(self) -> Sequence[str]:
        return self._running.last_log() if self._running is not None else ()

    def close(self) -> None:
        with undisturbed():
            atexit.unregister(self.close)
            running, self._running = self._running, None
            if running is not None:
                running.end()

    def _send(self, running: _Running, operation: str, parameters: Mapping[str, Any]) -> Any:
        self._ids += 1
        request = {"jsonrpc": "2.0", "id": self._ids, "method": operation, "params": dict(parameters)}
        patience = self._terms.wait if operation == "hello" else self._terms.timeout
        # Written in ASCII, as json does by itself: texts may hold halves of characters that UTF-8 cannot say.
        answer = _read(running.exchange(json.dumps(request).encode() + b"\n", patience))
        if answer.get("id") != self._ids:
            raise TransportError(f"answered with the id {answer.get('id')!r}, not {self._ids}: {_shown(answer)}")
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
        found = read_json(line)
    except ValueError:
        told = _shown(line.decode(errors="replace").rstrip())
        raise TransportError(
            f"wrote to standard output what is no message: {told}; logs go to standard error"
        ) from None
    if not isinstance(found, dict) or found.get("jsonrpc") != "2.0":
        raise TransportError(f"wrote to standard output what is no JSON-RPC 2.0 message: {_shown(found)}")
    return found


def _shown(value: Any) -> str:
    text = hide(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
    return repr(text) if len(text) <= 120 else f"{text[:120]!r}… ({len(text):,} characters)"


class _Running:
    """A process, with a thread that writes to it and reads from it, so that waiting for either can end."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str]) -> None:
        self._started = processes.start(command, env)
        self._process = self._started.process
        self._requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._received = bytearray()
        self._writing = False
        self._log: deque[str] = deque(maxlen=LOG_LINES)
        self._logging = threading.Thread(target=self._keep_log, daemon=True)
        self._logging.start()
        threading.Thread(target=self._speak, daemon=True).start()

    def exchange(self, message: bytes, patience: float) -> bytes:
        """Write a line, and return the next that comes. Raises `TransportError` after so many seconds, or where none can come."""
        self._requests.put(message)
        deadline = time.monotonic() + patience
        while True:
            left = deadline - time.monotonic()
            try:
                line = self._answers.get(timeout=max(0.0, min(left, _LOOK)))
            except queue.Empty:
                ended = self._how_it_ended()
                if ended is not None and self._answers.empty():
                    raise TransportError(f"{ended}{self._so_far()}") from None
                if left <= 0:
                    raise TransportError(f"no answer within {patience:g} s{self._so_far()}") from None
                continue
            if len(line) > _LONGEST_LINE:
                raise TransportError(f"answered with more than {LARGEST_MESSAGE:,} bytes")
            if not line.endswith(b"\n"):
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(_LOOK)
                broken = "does not read its standard input any more" if self._writing else "closed its standard output"
                raise TransportError(f"{self._how_it_ended() or broken}{self._so_far()}")
            return line

    def last_log(self) -> list[str]:
        """The last lines of standard error, with what was written before the last answer."""
        deadline = time.monotonic() + _LOOK
        while self._logging.is_alive() and time.monotonic() < deadline:
            time.sleep(_LAG)
            # Windows cannot say it of a pipe.
            with contextlib.suppress(OSError, ValueError):
                if self._process.stderr is None or not select.select([self._process.stderr], [], [], 0)[0]:
                    break
        return list(self._log)

    def end(self, grace: float = processes.GRACE) -> None:
        """Tell it by the end of its input that it is to end, and see to it that it does."""
        begun = processes.started_by(self._started)
        self._requests.put(None)
        if not self._writing and self._process.stdin is not None:
            self._process.stdin.close()
        processes.end(self._started, begun, grace)
        # What it said last is what explains a failure.
        self._logging.join(_LOOK)

    def _how_it_ended(self) -> str | None:
        """How the process ended, or None while it runs."""
        code = self._process.poll()
        if code is None:
            return None
        if code >= 0:
            return f"the harness ended with exit code {code}"
        with contextlib.suppress(ValueError):
            return f"the harness was ended by {signal.Signals(-code).name}"
        return f"the harness was ended by signal {-code}"

    def _so_far(self) -> str:
        if self._writing:
            return "; it has not read the whole request"
        if self._received:
            return f"; it wrote a line without an end: {_shown(self._received[:_CHUNK].decode(errors='replace'))}"
        return ""

    def _speak(self) -> None:
        """Write each message that is handed over, and read the line that follows; what is not asked for waits in its pipe."""
        stdin, stdout = cast(io.RawIOBase, self._process.stdin), cast(io.RawIOBase, self._process.stdout)
        with contextlib.suppress(OSError, ValueError), stdin, stdout:
            while (message := self._requests.get()) is not None:
                try:
                    self._writing = True
                    rest = memoryview(message)
                    while rest:
                        rest = rest[stdin.write(rest) or 0 :]
                    self._writing = False
                    self._answers.put(self._line(stdout))
                except (OSError, ValueError):
                    self._answers.put(b"")

    def _line(self, stdout: io.RawIOBase) -> bytes:
        """The next line; what has no end is none, and neither is one that is too long."""
        searched = 0
        while (end := self._received.find(b"\n", searched)) < 0:
            searched = len(self._received)
            if searched > _LONGEST_LINE:
                return bytes(self._received)
            chunk = stdout.read(_CHUNK)
            if not chunk:
                return b""
            self._received += chunk
        line = bytes(self._received[: end + 1])
        del self._received[: end + 1]
        return line

    def _keep_log(self) -> None:
        stream = io.BufferedReader(cast(io.RawIOBase, self._process.stderr), _CHUNK)
        with contextlib.suppress(OSError, ValueError), stream:
            while line := stream.readline(_LONGEST_LOGGED):
                self._log.append(line.decode(errors="replace").rstrip())
