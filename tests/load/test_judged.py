"""What the sentences make of what a crowd or a faulty line showed: nothing passes of which nothing was proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from memory_conformance.backend import BackendError, ErrorCode, Gone
from memory_conformance.connect.connectable import connect
from memory_conformance.evidence import Outcome
from memory_conformance.means import Means
from memory_conformance.model import Crossing, Hello, ScopeField
from memory_conformance.steps import enduring
from memory_conformance.steps.stage import CaseEnds, NegativeControl, Stage

TWO = Hello(name="two")
NOBODY_ELSE = Hello(name="open house", scope=[ScopeField(name="app", crossing=Crossing.SHARED)])
EVERY = (enduring.nobody_saw, enduring.acknowledged_is_there, enduring.whole_or_not)


@dataclass(frozen=True)
class Came:
    """What came of it."""

    kinds: tuple[str, ...] = ()
    unproved: str | None = None
    undone: int = 3

    def headline(self) -> str:
        return "12 users"

    def told(self) -> list[tuple[str, str]]:
        return [(kind, f"a {kind}") for kind in self.kinds]


def judged(came: Callable[[], Any], then: Callable[[Stage], None], hello: Hello = TWO) -> Outcome:
    """How a scenario about a crowd ends."""
    means = {Means.LOAD: came}
    stage = Stage(connect("adk-go-1.7").backend, hello, "1", "", NegativeControl("word"), means=means)
    try:
        enduring.crowd_in(stage)
        then(stage)
    except CaseEnds as end:
        return end.outcome
    assert stage.step.outcome is not None
    return stage.step.outcome


@pytest.mark.parametrize(
    ("kind", "broken"),
    [
        ("leak", enduring.nobody_saw),
        ("foreign", enduring.nobody_saw),
        ("lost write", enduring.acknowledged_is_there),
        ("lost", enduring.acknowledged_is_there),
        ("doubled", enduring.acknowledged_is_there),
        ("back", enduring.acknowledged_is_there),
        ("half", enduring.whole_or_not),
    ],
)
def test_what_is_found_breaks_its_own_rule_and_no_other(kind: str, broken: Callable[[Stage], None]) -> None:
    for then in EVERY:
        expected = Outcome.BROKEN if then is broken else Outcome.HELD
        assert judged(lambda: Came((kind,)), then) is expected


def test_a_leak_counts_where_the_rest_is_not_proved_and_the_rest_does_not_pass() -> None:
    found = [judged(lambda: Came(("leak",), "not everybody could look", 0), then) for then in EVERY]
    assert found == [Outcome.BROKEN, Outcome.UNPROVED, Outcome.UNPROVED]


def test_where_nothing_is_proved_and_nothing_was_found_nothing_passes() -> None:
    assert {judged(lambda: Came(unproved="every name was refused"), then) for then in EVERY} == {Outcome.UNPROVED}


def test_nobody_is_kept_apart_from_nobody_else() -> None:
    assert {judged(Came, then, NOBODY_ELSE) for then in EVERY} == {Outcome.OUT_OF_REACH}


def test_what_nobody_left_in_the_middle_of_cannot_be_half() -> None:
    assert [judged(lambda: Came(undone=0), then) for then in EVERY] == [
        Outcome.HELD,
        Outcome.HELD,
        Outcome.OUT_OF_REACH,
    ]


@pytest.mark.parametrize(
    ("error", "outcome"),
    [(Gone("it ended"), Outcome.CRASHED), (BackendError(ErrorCode.INTERNAL, "no room"), Outcome.FAILED)],
)
def test_a_service_that_cannot_be_asked_has_failed_or_its_harness_has(error: BackendError, outcome: Outcome) -> None:
    def raising() -> Any:
        raise error

    assert {judged(raising, then) for then in EVERY} == {outcome}
