"""Sentences about many who write at once: over a line that fails, and more of them than there is room for.

What is played is made elsewhere, once for all scenarios that judge it: here it is only held against what has to hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from memory_conformance.backend import BackendError, Speaker
from memory_conformance.evidence import Outcome
from memory_conformance.means import Means
from memory_conformance.model import Crossing
from memory_conformance.sentence import Speech
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.stage import CaseEnds, Stage

_TOLD = 3
"""So many of what was found are told in one line."""


class Endured(Protocol):
    """What came of it: `told` has what was found, by kind and in words; ``unproved`` says why nothing else was proved, if so."""

    @property
    def unproved(self) -> str | None:
        """Why what was not found is not proved either, in one line."""

    @property
    def undone(self) -> int:
        """Calls that were not acknowledged, or left in the middle."""

    def headline(self) -> str:
        """All of it in one line."""

    def told(self) -> Iterable[tuple[str, str]]:
        """What was found: the name of its kind, and the words."""


@sentence("several users write at once, over a line that doubles, delays, reorders and loses messages", Speech.ACT)
def write_over_a_line(stage: Stage) -> None:
    """Each user adds sessions of canaries, some of them again and again until they are acknowledged (faulty_line)."""
    stage.endured = _provided(stage, Means.FAULTY_LINE)


@sentence("many users add, search and delete at once, and some leave in the middle", Speech.ACT)
def crowd_in(stage: Stage) -> None:
    """Each user has a scope and canaries of their own; when all are gone, everybody is asked in quiet (load)."""
    _somebody_else(stage)
    stage.endured = _provided(stage, Means.LOAD)


@sentence("nobody was shown what another wrote", Speech.ASSERTED)
def nobody_saw(stage: Stage) -> None:
    """Neither in the middle of it nor afterwards, on any way to read."""
    _somebody_else(stage)
    _judge(stage, "nothing of another", "foreign", "leak")


@sentence("what was acknowledged is there, and what was deleted is not", Speech.ASSERTED)
def acknowledged_is_there(stage: Stage) -> None:
    """Every add that was acknowledged is found by its owner, and nothing whose deletion was acknowledged.

    Where adding again is declared to replace, nothing is there twice.
    """
    _judge(stage, "what was acknowledged", "lost", "doubled", "lost write", "back")


@sentence("what was not acknowledged is there as a whole or not at all", Speech.ASSERTED)
def whole_or_not(stage: Stage) -> None:
    """An add whose answer was lost, or that was left in the middle, may have been done or not, but not by halves."""
    if stage.endured is not None and not stage.endured.undone and not stage.endured.unproved:
        raise CaseEnds(Outcome.OUT_OF_REACH, f"every call was answered: {stage.endured.headline()}")
    _judge(stage, "all of it or nothing", "half")


def _somebody_else(stage: Stage) -> None:
    if not any(field.crossing is Crossing.LEAK for field in stage.hello.scope):
        raise CaseEnds(Outcome.OUT_OF_REACH, "there is nobody else: no scope field keeps anybody apart")


def _provided(stage: Stage, means: Means) -> Endured:
    play: Callable[[], Endured] | None = stage.means.get(means)
    if play is None:
        raise CaseEnds(Outcome.UNPROVED, f"there is no {means.value} here")
    try:
        endured = play()
    except BackendError as error:
        outcome = Outcome.CRASHED if error.speaker is Speaker.HARNESS else Outcome.FAILED
        raise CaseEnds(outcome, str(error)) from error
    if endured.unproved and not list(endured.told()):
        raise CaseEnds(Outcome.UNPROVED, endured.unproved)
    return endured


def _judge(stage: Stage, expected: str, *kinds: str) -> None:
    if stage.endured is None:
        raise CaseEnds(Outcome.UNPROVED, "nobody has written anything")
    found = _found(stage.endured, kinds)
    if not found and stage.endured.unproved:
        raise CaseEnds(Outcome.UNPROVED, stage.endured.unproved)
    stage.step.expected = expected
    more = f"; and {len(found) - _TOLD:,} more" if len(found) > _TOLD else ""
    stage.step.actual = ("; ".join(found[:_TOLD]) + more) if found else stage.endured.headline()
    stage.step.outcome = Outcome.BROKEN if found else Outcome.HELD


def _found(endured: Endured, kinds: Sequence[str]) -> list[str]:
    return [told for kind, told in endured.told() if kind in kinds]
