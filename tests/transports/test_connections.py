"""What the ways to a harness take, refuse and survive, message by message."""

from __future__ import annotations

import json
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psutil
import pytest

from memory_conformance.backend import BackendError, Gone
from memory_conformance.connect.http import HttpTransport
from memory_conformance.connect.remote import RemoteBackend, Transport, TransportError
from memory_conformance.connect.stdio import StdioTransport
from memory_conformance.connect.terms import LARGEST_MESSAGE, Terms
from memory_conformance.model import Session

ECHO = """
import json, sys
for line in sys.stdin.buffer:
    request = json.loads(line)
    answer = {"jsonrpc": "2.0", "id": request["id"], "result": request["params"].get("give")}
    size = request["params"].get("size", 0)
    if size:
        answer["result"] = "x" * (size - len(json.dumps({**answer, "result": ""})))
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"%s")
    sys.stdout.buffer.flush()
"""
"""Answers with what it is asked to give, or with a message of so many bytes."""
SLOW = 30.0


@contextmanager
def commanded(code: str, **terms: Any) -> Iterator[StdioTransport]:
    transport = StdioTransport([sys.executable, "-c", code], Terms(**terms))
    transport.ready()
    try:
        yield transport
    finally:
        transport.close()


class Line:
    """One connection of a server that does as it is told: takes a request, answers it, closes."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._reader = connection.makefile("rb")

    def request(self) -> Any:
        size = 0
        while (line := self._reader.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            size = int(value) if name.lower() == b"content-length" else size
        return json.loads(self._reader.read(size)) if size else None

    def say(self, body: bytes, head: bytes = b"200 OK") -> None:
        self._connection.sendall(b"HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n%s" % (head, len(body), body))

    def close(self) -> None:
        self._reader.close()
        self._connection.close()


@contextmanager
def served(*answering: Callable[[Line], None]) -> Iterator[HttpTransport]:
    """A way to a server that answers its first connection with the first of these, and so on."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(SLOW)

        def accept() -> None:
            for answer in answering:
                line = Line(listening.accept()[0])
                thread = threading.Thread(target=lambda answer=answer, line=line: (answer(line), line.close()))
                threads.append(thread)
                thread.start()

        threads = [threading.Thread(target=accept)]
        threads[0].start()
        transport = HttpTransport(f"http://127.0.0.1:{listening.getsockname()[1]}", Terms(timeout=SLOW))
        try:
            yield transport
        finally:
            transport.close()
            for thread in threads:
                thread.join()


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_line_ends_as_it_does_on_any_system(end: bytes) -> None:
    with commanded(ECHO % repr(end)[2:-1]) as transport:
        assert transport.send("open", {"give": {"instance": "é\u2028"}}) == {"instance": "é\u2028"}


def test_over_stdio_the_largest_message_passes_and_one_byte_more_does_not() -> None:
    with commanded(ECHO % "\\n", timeout=SLOW) as transport:
        assert len(transport.send("search", {"size": LARGEST_MESSAGE})) > LARGEST_MESSAGE - 100
        with pytest.raises(TransportError, match="answered with more than 8,388,608 bytes"):
            transport.send("search", {"size": LARGEST_MESSAGE + 1})


def test_over_http_the_largest_message_passes_and_one_byte_more_does_not() -> None:
    def answer(line: Line) -> None:
        for size in (LARGEST_MESSAGE, LARGEST_MESSAGE + 1):
            line.request()
            try:
                line.say(b'"%s"' % (b"x" * (size - 2)))
            except OSError:
                return

    with served(answer) as transport:
        assert len(transport.send("search", {})) == LARGEST_MESSAGE - 2
        with pytest.raises(TransportError, match="answered with more than 8,388,608 bytes"):
            transport.send("search", {})


def test_a_harness_that_does_not_read_what_it_is_sent_is_not_waited_for_longer_than_any() -> None:
    with (
        commanded("import time; time.sleep(60)", timeout=0.3) as transport,
        pytest.raises(TransportError, match=r"no answer within 0\.3 s; it has not read the whole request"),
    ):
        transport.send("search", {"query": "x" * LARGEST_MESSAGE})


def test_a_harness_that_closes_its_input_is_told_apart_from_one_that_is_slow() -> None:
    with (
        commanded("import os, time; os.close(0); time.sleep(60)", timeout=SLOW) as transport,
        pytest.raises(TransportError, match="does not read its standard input any more"),
    ):
        transport.send("search", {"query": "x" * LARGEST_MESSAGE})


def test_what_a_harness_writes_unasked_is_left_in_its_pipe() -> None:
    noisy = "import sys\nsys.stdin.readline()\nwhile True: sys.stdout.buffer.write(b'x' * 65535 + b'\\n')"
    with commanded(noisy, timeout=SLOW) as transport:
        before = psutil.Process().memory_info().rss
        with pytest.raises(TransportError, match="no message"):
            transport.send("search", {})
        assert psutil.Process().memory_info().rss - before < LARGEST_MESSAGE


def test_a_harness_that_is_started_again_and_again_costs_no_files_and_no_threads() -> None:
    with commanded("import sys; sys.stdin.readline()", timeout=SLOW) as transport:
        files = []
        for _ in range(5):
            with pytest.raises(TransportError, match="the harness ended with exit code 0"):
                transport.send("search", {})
            for thread in threading.enumerate():
                if thread is not threading.current_thread():
                    thread.join(1)
            files.append((psutil.Process().num_fds(), threading.active_count()))
            transport.ready()
        assert files[0] == files[-1]


def test_a_connection_that_was_closed_while_nobody_asked_is_no_failure() -> None:
    closed = threading.Event()

    def first(line: Line) -> None:
        line.request()
        line.say(b"{}")
        line.close()
        closed.set()

    def second(line: Line) -> None:
        assert line.request() == {"instance": "2"}
        line.say(b"{}")

    with served(first, second) as transport:
        transport.send("add_session", {"instance": "1"})
        assert closed.wait(SLOW)
        assert transport.send("add_session", {"instance": "2"}) == {}


def test_who_is_asked_too_often_is_asked_for_its_introduction_again() -> None:
    def answer(line: Line) -> None:
        line.request()
        line.say(b"", b"429 Too Many Requests\r\nRetry-After: 0.1")
        line.request()
        line.say(b'{"name": "busy"}')

    with served(answer) as transport:
        assert transport.send("hello", {"protocol": "1"}) == {"name": "busy"}


def test_http_sends_two_at_once() -> None:
    both = threading.Barrier(2, timeout=SLOW)

    def answer(line: Line) -> None:
        line.request()
        both.wait()
        line.say(b"{}")

    with served(answer, answer) as transport:
        callers = [threading.Thread(target=transport.send, args=("add_session", {})) for _ in range(2)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
        assert not both.broken


def test_stdio_sends_one_after_the_other_whoever_asks() -> None:
    with commanded(ECHO % "\\n", timeout=SLOW) as transport:
        found: list[Any] = []
        callers = [
            threading.Thread(target=lambda n=n: found.append((n, transport.send("search", {"give": n}))))
            for n in range(20)
        ]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
        assert sorted(found) == [(n, n) for n in range(20)]


class Scripted(Transport):
    """A harness whose lives are scripted: in each, what an operation gives or raises in its turn; beyond that it answers.

    At a barrier, callers wait for each other and are then cut off.
    """

    def __init__(self, *lives: dict[str, list[Any]]) -> None:
        self._lives = [*lives]
        self._now: dict[str, list[Any]] = {}
        self.sent: list[tuple[str, Any]] = []
        self.started = 0

    def ready(self) -> None:
        if not self._lives:
            raise TransportError("it does not start", ["no more lives"])
        self.started += 1
        self._now = self._lives.pop(0)

    def starts_afresh(self) -> bool:
        return True

    def send(self, operation: str, parameters: Any) -> Any:
        self.sent.append((operation, parameters.get("instance")))
        script = self._now.get(operation)
        what = (
            script.pop(0) if script else {"hello": {"name": "scripted"}, "open": {"instance": "1"}}.get(operation, {})
        )
        if isinstance(what, threading.Barrier):
            what.wait()
            raise TransportError("cut")
        if isinstance(what, Exception):
            raise what
        return what


def met(*lives: dict[str, list[Any]]) -> tuple[RemoteBackend, Scripted]:
    transport = Scripted(*lives)
    backend = RemoteBackend(transport, "scripted")
    backend.introduce()
    return backend, transport


SCOPE = {"app": "shop", "user": "ana"}


def test_a_memory_of_an_earlier_life_is_not_taken_for_one_of_the_same_name() -> None:
    backend, transport = met({"search": [TransportError("it fell over")]}, {})
    first = backend.open({})
    with pytest.raises(BackendError, match="search: it fell over"):
        backend.search(first, SCOPE, "tea")
    second = backend.open({})
    assert transport.started == 2
    assert first != second
    with pytest.raises(BackendError, match="was started afresh since this memory was opened"):
        backend.add_session(first, SCOPE, Session(id="s"))
    backend.add_session(second, SCOPE, Session(id="s"))
    backend.close(first)
    backend.close(second)
    assert transport.sent[-2:] == [("add_session", "1"), ("close", "1")]


def test_what_is_closed_is_forgotten_whether_the_harness_agrees_or_not() -> None:
    backend, _ = met({"close": [{}, TransportError("no")], "open": [{"instance": "a"}, {"instance": "b"}]})
    for _ in range(2):
        instance = backend.open({})
        with suppress(BackendError):
            backend.close(instance)
    assert backend._instances == {}


def test_of_two_calls_that_one_failure_cut_off_one_counts() -> None:
    def life() -> dict[str, list[Any]]:
        both = threading.Barrier(2, timeout=SLOW)
        return {"search": [both, both]}

    backend, transport = met(life(), life(), {"search": [{}]})
    for _ in range(2):
        failed: list[str] = []
        callers = [threading.Thread(target=lambda failed=failed: failed.append(failure_of(backend))) for _ in range(2)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
        assert failed == ["unavailable: search: cut"] * 2
    # Two failures, of four calls: it is asked a third time.
    assert backend.ask("search", {}) == {}
    assert transport.started == 3


def failure_of(backend: RemoteBackend) -> str:
    with pytest.raises(BackendError) as failed:
        backend.ask("search", {})
    return str(failed.value)


def test_where_it_cannot_be_started_again_nothing_more_is_asked() -> None:
    backend, transport = met({"search": [TransportError("it fell over", ["out of disk"])]})
    with pytest.raises(BackendError, match="search: it fell over") as failed:
        backend.ask("search", {})
    assert failed.value.log == ("out of disk",)
    for _ in range(3):
        with pytest.raises(Gone, match="it could not be started again: it does not start") as gone:
            backend.ask("open", {})
        assert gone.value.log == ("no more lives",)
    assert len(transport.sent) == 2


@pytest.mark.parametrize("answer", [None, [], "ok", 1])
def test_what_is_done_is_answered_with_an_object(answer: Any) -> None:
    backend, _ = met({"add_session": [answer]})
    with pytest.raises(BackendError, match="add_session answered no Done") as failed:
        backend.add_session(backend.open({}), SCOPE, Session(id="s"))
    assert failed.value.speaker == "harness"
