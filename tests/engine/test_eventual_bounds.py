"""What a backend declares of when its writes are visible, and that nothing changes for one that declares nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.eventual_toys import Late
from engine.toy_features import DELETION, QUESTION, SCOPE
from engine.toys import behaviour, played
from memory_conformance.backend import HarnessError
from memory_conformance.connect.connectable import connect_object
from memory_conformance.model import Capability, Hello
from memory_conformance.steps.visibility import Bounds, Clock, Halted, QuickClock, Visibility, bounds_of
from optional.complete_store import CompleteStore


@pytest.mark.parametrize(
    ("declared", "bounds"),
    [
        ({}, Bounds(0, 0)),
        ({"write": 2}, Bounds(2, 2)),
        ({"write": 2, "forget": 5}, Bounds(2, 5)),
        ({"write": 2, "forget": 0}, Bounds(2, 0)),
        ({"forget": 5}, Bounds(0, 5)),
    ],
)
def test_forgetting_takes_as_long_as_writing_unless_it_is_said(declared: dict[str, float], bounds: Bounds) -> None:
    assert bounds_of(Hello(name="toy", bounds=declared)) == bounds


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        ({"wirte": 2.0}, "toy: there is no bound 'wirte'; did you mean write?"),
        ({"write": -1.0}, "toy: the bound 'write' is -1; it is a number of seconds, from 0 to 86,400"),
        ({"forget": float("nan")}, "toy: the bound 'forget' is nan; it is a number of seconds, from 0 to 86,400"),
        ({"forget": float("inf")}, "toy: the bound 'forget' is inf; it is a number of seconds, from 0 to 86,400"),
    ],
)
def test_a_bound_that_is_none_is_refused_in_one_line(declared: dict[str, float], told: str) -> None:
    with pytest.raises(HarnessError) as refusal:
        bounds_of(Hello(name="toy", bounds=declared))
    assert str(refusal.value) == told


@pytest.mark.parametrize(
    ("hello", "waits"),
    [
        (Hello(name="toy"), False),
        (Hello(name="toy", bounds={"write": 0.0}), False),
        (Hello(name="toy", bounds={"write": 0.1}), True),
        (Hello(name="toy", bounds={"forget": 0.1}), True),
        (Hello(name="toy", capabilities={Capability.SETTLE}), True),
    ],
)
def test_only_a_bound_or_settle_makes_a_backend_one_that_is_waited_for(hello: Hello, waits: bool) -> None:
    assert (Visibility.of(hello) is not None) is waits


@pytest.mark.parametrize(
    ("feature", "calls"),
    [
        (SCOPE, ["add_session", "search", "search"]),
        (QUESTION, ["add_session", "search", "add_session", "search", "search"]),
        (DELETION, ["add_session", "search", "delete_session", "search"]),
    ],
)
def test_a_backend_that_declares_nothing_is_asked_once_and_not_waited_for(
    feature: str, calls: list[str], tmp_path: Path
) -> None:
    clock = QuickClock()
    backend = Late(connect_object(CompleteStore(), "complete").backend, clock, 0.0)
    played(behaviour(tmp_path, feature), backend)

    assert backend.calls == ["open", *calls, "close"]
    assert clock.now() == 0


def test_a_pause_ends_when_somebody_halts_the_clock() -> None:
    clock = Clock()
    clock.halt()
    with pytest.raises(Halted):
        clock.pause(600)
    with pytest.raises(Halted):
        clock.check()
