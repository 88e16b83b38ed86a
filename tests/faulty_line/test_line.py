"""The line that takes messages: every backend can be disturbed, and sees what happens to them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from memory_conformance.backend import BackendError, ErrorCode, Gone, Lost, Speaker
from memory_conformance.connect.connectable import connect
from memory_conformance.connect.messages import Messaged
from memory_conformance.faulty_line import line as line_module
from memory_conformance.faulty_line.line import Disturbed, Line
from memory_conformance.faulty_line.opening import open_line
from memory_conformance.faulty_line.plan import Mishap, Mishaps, Rates, decide
from memory_conformance.model import Content, Event, Hello, Part, Session

ANA = {"app": "shop", "user": "ana"}
PATIENCE = 30.0


class Recording(Messaged):
    """Keeps the messages that arrive, and changes them, as a backend may. ``answer`` may raise what is answered."""

    def __init__(self, answer: Callable[[str], Any] = lambda operation: {}) -> None:
        self.arrived: list[tuple[str, Any]] = []
        self.answer = answer

    def hello(self) -> Hello:
        return Hello(name="recording")

    def ask(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        self.arrived.append((operation, [event["id"] for event in parameters["session"]["events"]]))
        parameters["session"]["events"].clear()
        return self.answer(operation)


def disturbed(backend: Messaged, mishap: Mishap, seed: int = 0) -> Disturbed:
    return Disturbed(backend, Line(Mishaps(seed, Rates.only(mishap))))


def session() -> Session:
    return Session(id="monday", events=[Event(id="e1", content=Content(parts=[Part(text="tea")]))])


def one_of_each_kind(rates: Rates) -> list[int]:
    """A seed by which two copies come one after the other, and one by which they come at the same moment."""
    fractions = [decide(seed, rates, 1, "add_session", wire=False).fraction for seed in range(20)]
    return [next(i for i, one in enumerate(fractions) if (one < 0.5) is after) for after in (True, False)]


AFTER, TOGETHER = one_of_each_kind(Rates.only(Mishap.DUPLICATED))


def test_each_copy_of_a_message_is_a_message_of_its_own() -> None:
    backend = Recording()
    disturbed(backend, Mishap.DUPLICATED).add_session("1", ANA, session())
    assert backend.arrived == [("add_session", ["e1"])] * 2


def test_two_copies_may_come_at_the_same_moment() -> None:
    both = threading.Barrier(2)
    backend = Recording(lambda operation: (both.wait(PATIENCE), {})[1])
    disturbed(backend, Mishap.DUPLICATED, TOGETHER).add_session("1", ANA, session())
    assert len(backend.arrived) == 2


def test_two_copies_may_come_one_after_the_other() -> None:
    senders: list[int] = []

    def answer(operation: str) -> Any:
        senders.append(threading.get_ident())
        return {}

    backend = Recording(answer)
    disturbed(backend, Mishap.DUPLICATED, AFTER).add_session("1", ANA, session())
    assert senders == [threading.get_ident()] * 2


@pytest.mark.parametrize("seed", [AFTER, TOGETHER])
def test_the_answer_to_the_first_copy_is_given_where_both_are_answered_otherwise(seed: int) -> None:
    mine = threading.get_ident()
    asked: list[int] = []

    def answer(operation: str) -> Any:
        asked.append(threading.get_ident())
        if asked.count(mine) == 1 and threading.get_ident() == mine:
            return {}
        raise BackendError(ErrorCode.INTERNAL, "known already")

    disturbed(Recording(answer), Mishap.DUPLICATED, seed).add_session("1", ANA, session())
    assert len(asked) == 2


def test_a_refused_message_does_not_arrive() -> None:
    backend = Recording()
    with pytest.raises(BackendError, match="message 1, add_session of shop/ana/monday, was refused") as refused:
        disturbed(backend, Mishap.REFUSED).add_session("1", ANA, session())
    assert (refused.value.code, refused.value.speaker) == (ErrorCode.UNAVAILABLE, Speaker.HARNESS)
    assert backend.arrived == []


@pytest.mark.parametrize("mishap", [Mishap.LOST, Mishap.CUT])
def test_a_lost_answer_is_lost_after_the_message_was_done(mishap: Mishap) -> None:
    backend = Recording()
    with pytest.raises(BackendError, match="message 1, add_session of shop/ana/monday, was lost") as lost:
        disturbed(backend, mishap).add_session("1", ANA, session())
    assert (lost.value.code, lost.value.speaker) == (ErrorCode.UNAVAILABLE, Speaker.HARNESS)
    assert len(backend.arrived) == 1


def test_an_error_is_an_answer_and_can_be_lost() -> None:
    def answer(operation: str) -> Any:
        raise BackendError(ErrorCode.INVALID_ARGUMENT, "no such name")

    for mishap, told in ((Mishap.NONE, "invalid_argument: no such name"), (Mishap.LOST, "no answer on purpose")):
        line = Line(Mishaps(0, Rates.only(Mishap.LOST, float(mishap is Mishap.LOST))))
        with pytest.raises(BackendError, match=told):
            Disturbed(Recording(answer), line).add_session("1", ANA, session())


@pytest.mark.parametrize("error", [Gone("it ended"), Lost("it was started afresh")])
def test_the_end_of_a_backend_is_no_answer_that_could_be_lost(error: BackendError) -> None:
    def answer(operation: str) -> Any:
        raise error

    with pytest.raises(type(error)):
        disturbed(Recording(answer), Mishap.LOST).add_session("1", ANA, session())


def test_a_write_is_held_back_until_the_next_was_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_module, "HELD", PATIENCE)
    backend = Recording()
    rates = Rates.only(Mishap.REORDERED, 0.5)
    wanted = [Mishap.REORDERED, Mishap.NONE]
    seed = next(
        seed
        for seed in range(1000)
        if [decide(seed, rates, at, "add_session", wire=False).mishap for at in (1, 2)] == wanted
    )
    line = Disturbed(backend, Line(Mishaps(seed, rates)))
    second = Session(id="tuesday", events=[Event(id="e2")])
    with ThreadPoolExecutor(1) as pool:
        held = pool.submit(line.add_session, "1", ANA, session())
        while not line.line.mishaps.messages:
            assert not held.done()
        line.add_session("1", ANA, second)
        held.result()
    assert [ids for _, ids in backend.arrived] == [["e2"], ["e1"]]


@pytest.mark.parametrize("connectable", ["adk-go-1.7", "adk-java-1.8"])
def test_a_backend_of_this_process_is_reached_by_messages(connectable: str) -> None:
    with open_line(connectable, rates=Rates.only(Mishap.DUPLICATED)) as line:
        instance = line.backend.open({})
        line.backend.add_session(instance, ANA, session())
        assert [memory.text() for memory in line.backend.search(instance, ANA, "tea")] == ["tea"]
        assert (line.wire, line.connected.name) == (False, connectable)
        assert line.mishaps.happened == {Mishap.DUPLICATED: 2}


def test_a_disturbed_backend_introduces_itself_as_it_is() -> None:
    plain = connect("adk-go-1.7").backend
    assert Disturbed(plain, Line(Mishaps(0, Rates.only(Mishap.REFUSED)))).hello() == plain.hello()
