"""The line on the wire: each mishap as the service sees it, and everything else as it came."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from faulty_line.wire import PATIENCE, Server, on_the_wire
from memory_conformance.backend import BackendError, ErrorCode, HarnessError, Speaker
from memory_conformance.connect import contained
from memory_conformance.connect.terms import Terms
from memory_conformance.faulty_line import line as line_module
from memory_conformance.faulty_line.line import Line
from memory_conformance.faulty_line.opening import FaultyLine, open_line
from memory_conformance.faulty_line.plan import Mishap, Mishaps, Rates, decide
from memory_conformance.faulty_line.proxy import Proxy
from memory_conformance.model import Content, Event, Part, Session
from memory_conformance.references import UsageError

ANA = {"app": "shop", "user": "ana"}


@pytest.fixture
def service() -> Iterator[Server]:
    with on_the_wire() as server:
        yield server


@contextmanager
def disturbed(server: Server, rates: Rates, seed: int = 0) -> Iterator[FaultyLine]:
    with open_line(server.address, seed=seed, rates=rates) as line:
        assert line.wire
        yield line


def add(line: FaultyLine, session: str) -> None:
    events = [Event(id=f"{session}-1", content=Content(parts=[Part(text=f"the {session} tea")]))]
    line.backend.add_session("1", ANA, Session(id=session, events=events))


def found(line: FaultyLine) -> list[str]:
    with line.mishaps.rest():
        return [memory.text() for memory in line.backend.search("1", ANA, "tea")]


def seed_of(rates: Rates, *wanted: Mishap) -> int:
    """A seed by which the first additions meet with this."""

    def fits(seed: int) -> bool:
        decided = (decide(seed, rates, at, "add_session", wire=True).mishap for at in range(1, len(wanted) + 1))
        return tuple(decided) == wanted

    return next(filter(fits, range(10_000)))


def wait_until(happened: Callable[[], Any]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.002)


def test_what_nothing_happens_to_arrives_once_and_is_answered(service: Server) -> None:
    with disturbed(service, Rates.only(Mishap.LOST, 0.0)) as line:
        add(line, "monday")
        assert found(line) == ["the monday tea"]
    assert service.adds() == ["monday"]
    assert line.mishaps.happened == {Mishap.NONE: 1}


def test_a_duplicate_arrives_twice_and_is_answered_once(service: Server) -> None:
    with disturbed(service, Rates.only(Mishap.DUPLICATED)) as line:
        add(line, "monday")
        add(line, "tuesday")
        assert found(line) == ["the monday tea", "the tuesday tea"]
    assert service.adds() == ["monday", "monday", "tuesday", "tuesday"]


def test_a_refused_message_never_arrives(service: Server) -> None:
    with disturbed(service, Rates.only(Mishap.REFUSED)) as line:
        for session in ("monday", "tuesday", "wednesday", "thursday"):
            with pytest.raises(BackendError) as refused:
                add(line, session)
            assert (refused.value.code, refused.value.speaker) == (ErrorCode.UNAVAILABLE, Speaker.HARNESS)
        assert "on purpose: message 4, add_session of shop/ana/thursday, was refused" in str(refused.value)
        assert found(line) == []
    assert service.adds() == []


def test_a_lost_answer_is_lost_after_the_message_was_done(service: Server) -> None:
    with disturbed(service, Rates.only(Mishap.LOST)) as line:
        # More often than a harness may fail that is not patient.
        for session in ("monday", "tuesday", "wednesday", "thursday", "friday"):
            with pytest.raises(BackendError, match="the connection broke") as lost:
                add(line, session)
            assert (lost.value.code, lost.value.speaker) == (ErrorCode.UNAVAILABLE, Speaker.HARNESS)
        assert len(found(line)) == 5
    assert service.adds() == ["monday", "tuesday", "wednesday", "thursday", "friday"]
    assert service.gone == 0


def test_a_cut_line_breaks_while_the_service_is_at_work(service: Server) -> None:
    service.hooks["add_session"] = lambda handler: not handler.is_connected(PATIENCE)
    # The line is cut, and not given up after the time of a call, which is longer than the service waits to see it.
    with open_line(service.address, Terms(timeout=2 * PATIENCE), rates=Rates.only(Mishap.CUT)) as line:
        with pytest.raises(BackendError, match="the connection broke"):
            add(line, "monday")
        wait_until(lambda: service.gone)
    assert service.adds() == ["monday"]


def test_a_write_that_is_held_back_arrives_after_the_next_of_somebody_else(
    service: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_module, "HELD", PATIENCE)
    rates = Rates.only(Mishap.REORDERED, 0.5)
    with (
        disturbed(service, rates, seed_of(rates, Mishap.REORDERED, Mishap.NONE)) as line,
        ThreadPoolExecutor(1) as pool,
    ):
        held = pool.submit(add, line, "first")
        wait_until(lambda: line.mishaps.messages == 1)
        assert service.adds() == []
        add(line, "second")
        held.result()
    assert service.adds() == ["second", "first"]


def test_a_write_is_held_back_for_a_time_where_nobody_else_writes(service: Server) -> None:
    with disturbed(service, Rates.only(Mishap.REORDERED)) as line:
        add(line, "monday")
    assert service.adds() == ["monday"]


def test_a_delayed_message_arrives_after_a_later_one(service: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    delays: list[float] = []

    class Slow:
        @staticmethod
        def sleep(seconds: float) -> None:
            delays.append(seconds)
            assert over.wait(PATIENCE)

    monkeypatch.setattr(line_module, "time", Slow)
    rates = Rates.only(Mishap.DELAYED, 0.5)
    with disturbed(service, rates, seed_of(rates, Mishap.DELAYED, Mishap.NONE)) as line, ThreadPoolExecutor(1) as pool:
        late = pool.submit(add, line, "first")
        wait_until(lambda: delays)
        add(line, "second")
        over.set()
        late.result()
    assert service.adds() == ["second", "first"]
    assert 0 < delays[0] <= line_module.LONGEST_DELAY


def test_the_introduction_and_the_instances_are_left_in_peace(service: Server) -> None:
    with disturbed(service, Rates.only(Mishap.REFUSED)) as line:
        for _ in range(20):
            line.backend.close(line.backend.open({}))
    assert [operation for operation, *_ in service.seen].count("open") == 20


def test_headers_bodies_and_answers_pass_as_they_are(service: Server) -> None:
    body = b'{"scope": {"app":"a",  "user":"\\ud800"}, "query": "tea"}  '
    with Proxy(Line(Mishaps(0, Rates.only(Mishap.LOST, 0.0))), Terms()) as proxy:
        address = proxy.stand_before(f"{service.address}/Some%2fBase")
        assert address.endswith("/Some%2fBase")
        headers = {"Authorization": "Bearer of tea", "X-Twice": "one, two", "Content-Type": "application/json"}
        with httpx.Client(trust_env=False) as client:
            straight = client.post(f"{service.address}/Some%2fBase/v1/search", content=body, headers=headers)
            answer = client.post(f"{address}/v1/search", content=body, headers=headers)
    assert service.told == [("/Some%2fBase/v1/search", body)] * 2
    straightly, passed_on = ({**headers} for _, _, headers in service.seen)
    # What concerns one connection alone is not passed on.
    assert straightly.pop("Connection") == "keep-alive"
    assert list(straightly.items()) == list(passed_on.items())
    assert service.seen[1][2]["Host"] == service.address.removeprefix("http://")
    assert (answer.status_code, answer.content) == (200, straight.content)
    assert {**answer.headers, "date": ""} == {**straight.headers, "date": ""}


def test_the_host_that_a_client_asks_for_is_asked_for(service: Server) -> None:
    terms = Terms(headers={"host": "memory.example"})
    with open_line(service.address, terms, rates=Rates.only(Mishap.LOST, 0.0)):
        pass
    assert service.seen[0][2]["host"] == "memory.example"


def test_several_messages_are_on_their_way_at_once(service: Server) -> None:
    together = threading.Barrier(4)

    def meet(handler: Any) -> bool:
        together.wait(PATIENCE)
        return False

    service.hooks["add_session"] = meet
    with disturbed(service, Rates.only(Mishap.LOST, 0.0)) as line, ThreadPoolExecutor(4) as pool:
        list(pool.map(add, [line] * 4, "abcd"))
    assert sorted(service.adds()) == ["a", "b", "c", "d"]


def test_a_service_that_fails_by_itself_is_not_asked_for_ever(service: Server) -> None:
    def vanish(handler: Any) -> bool:
        handler.close_connection = True
        return True

    service.hooks["add_session"] = vanish
    with disturbed(service, Rates.only(Mishap.LOST, 0.0)) as line:
        told = []
        for _ in range(6):
            with pytest.raises(BackendError) as failed:
                add(line, "monday")
            assert (failed.value.code, failed.value.speaker) == (ErrorCode.UNAVAILABLE, Speaker.HARNESS)
            told.append(failed.value.message)
        assert found(line) == []
    assert told[0].startswith("the service behind the line gave no answer: Server disconnected")
    assert told[-1] == "add_session failed 3 times and is not asked any more"
    assert len(service.adds()) == 3


def test_a_service_that_is_not_there_is_one_line() -> None:
    with on_the_wire() as server:
        address = server.address
    with pytest.raises(HarnessError) as failed, open_line(address, Terms(wait=0.2)):
        pass
    assert str(failed.value).startswith(f"{address}: hello: no introduction within 0.2 s: the service behind the line")


def test_a_service_that_is_not_there_yet_is_waited_for(service: Server) -> None:
    before: list[Any] = []

    def vanish(handler: Any) -> bool:
        before.append(handler)
        handler.close_connection = True
        return len(before) < 5

    service.hooks["hello"] = vanish
    with open_line(service.address, Terms(wait=PATIENCE)) as line:
        assert line.connected.name == "Service"
    assert len(before) == 5


def test_an_address_that_is_none_is_wrong_usage() -> None:
    with pytest.raises(UsageError, match="is no address"), open_line("http://:80"):
        pass


def test_a_password_in_an_address_reaches_the_service(service: Server) -> None:
    with open_line(service.address.replace("http://", "http://ana:secret tea@").replace(" ", "%20")):
        pass
    assert service.seen[0][2]["authorization"] == "Basic YW5hOnNlY3JldCB0ZWE="


def test_a_request_without_a_length_is_refused(service: Server) -> None:
    with Proxy(Line(Mishaps(0)), Terms()) as proxy, httpx.Client(trust_env=False) as client:
        address = proxy.stand_before(service.address)
        assert client.post(f"{address}/v1/hello", content=iter([b"{}"])).status_code == 411
    assert service.seen == []


def test_a_container_is_spoken_to_through_the_proxy(service: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    class Container:
        base_url = service.address

        def how_it_ended(self) -> None:
            return None

        def last_log(self) -> list[str]:
            return []

        def stop(self) -> None:
            return

    from memory_conformance.connect import container

    monkeypatch.setattr(container, "fetch", lambda image: None)
    monkeypatch.setattr(container, "start", lambda image, **terms: Container())
    monkeypatch.setattr(contained, "_ENDING", 0.0)
    with open_line("docker:example/memory:1", rates=Rates.only(Mishap.LOST)) as line:
        assert line.wire
        for session in ("monday", "tuesday", "wednesday", "thursday"):
            with pytest.raises(BackendError, match="the connection broke"):
                add(line, session)
        assert len(found(line)) == 4
    assert json.loads(service.told[0][1]) == {"protocol": "1"}
