"""Whether a scenario fails for the fault that it was named for. Pure functions over what was seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum

from memory_conformance.evidence import CaseEvidence, Evidence, Outcome, StepEvidence
from memory_conformance.faults.planted import Planted
from memory_conformance.faults.playing import Seen
from memory_conformance.references import References
from memory_conformance.specification import Behaviour, Specification
from memory_conformance.turn import Ending
from memory_conformance.verdict import Mark, Word

_ERROR = "error: "
"""How the answer to a call begins that the service failed at."""
_ERROR_VALUE = '{"code"'
"""How an error begins that came as a message; no result has a field of that name."""


class Shot(StrEnum):
    """What came of a scenario that was named as the one that must fail."""

    KILLS = "kills"
    """It fails, by what was seen."""
    PASSES = "does not fail"
    """The fault went by unseen."""
    ERRS = "fails by an error alone"
    """It fails since there was an error where there was none before. That may be any mistake, and not this one."""
    UNJUDGED = "is not judged"
    """It was inconclusive, unsupported or an error of the harness."""
    PROVES_NOTHING = "fails without the fault, too"
    """It does not pass on the service that has no fault."""


@dataclass(frozen=True)
class Tried:
    """A scenario on a fault. ``told`` says what was expected and seen."""

    id: str
    shot: Shot
    told: str


@dataclass(frozen=True)
class Score:
    """A fault, and what came of each of the scenarios that were named for it."""

    fault: Planted
    tried: Sequence[Tried]

    @property
    def killed(self) -> bool:
        """Whether every scenario that was named failed for this fault, and one was named at all."""
        return bool(self.tried) and all(one.shot is Shot.KILLS for one in self.tried)


@dataclass(frozen=True)
class Coverage:
    """How many of the things that should kill a fault do, and which do not."""

    total: int
    missing: Sequence[str]


def shot(behaviour: Behaviour, errs: bool, with_fault: Seen, without: Seen) -> Shot:
    """What came of one scenario. ``errs`` says that the fault is an error where there should be none."""
    if without.verdict.word is not Word.PASS or without.verdict.marks & {Mark.NOT_SEEN, Mark.DOCUMENTED}:
        return Shot.PROVES_NOTHING
    if with_fault.verdict.word is Word.PASS:
        return Shot.PASSES
    if with_fault.verdict.word is not Word.FAIL or Mark.DOCUMENTED in with_fault.verdict.marks:
        return Shot.UNJUDGED
    if errs:
        return Shot.KILLS
    broken = behaviour.level is None or any(one is Outcome.BROKEN for one in _outcomes(with_fault.evidence))
    return Shot.KILLS if broken and not errors(with_fault.evidence) - errors(without.evidence) else Shot.ERRS


def errors(evidence: Evidence) -> set[tuple[int, str]]:
    """The cases, by their numbers, in which an error is what was seen, each with where it was: an answer, a turn, or a step."""
    return {(number, where) for number, case in enumerate(evidence.cases) for where in _where_it_errs(case)}


def _where_it_errs(case: CaseEvidence) -> Iterator[str]:
    seen = case.observation
    if seen is not None and seen.error is not None:
        yield "answer"
    if seen is not None and seen.played is not None and seen.played.ending is Ending.FAILED:
        yield "turn"
    told = {
        call.answer.removeprefix(_ERROR) for step in case.steps for call in step.calls if call.answer.startswith(_ERROR)
    }
    if any(step.outcome is Outcome.BROKEN and _saw_an_error(step, told) for step in case.steps):
        yield "step"


def _saw_an_error(step: StepEvidence, told: AbstractSet[str]) -> bool:
    """Whether an error came as the message that a step looks at, or it tells of one that the service gave to a call."""
    came = step.fault is not None and step.fault.came.startswith(_ERROR_VALUE)
    return came or any(one in (step.actual or "") for one in told)


def score(fault: Planted, specification: Specification, seen: Mapping[str, Seen], base: Callable[[str], Seen]) -> Score:
    """A fault with what came of the scenarios that were played on it. ``base`` gives what came of one without the fault."""
    tried = []
    for one, with_fault in seen.items():
        came = shot(specification.by_id[one], fault.errs, with_fault, base(one))
        told = with_fault.verdict.reason if came is not Shot.PROVES_NOTHING else base(one).verdict.reason
        tried.append(Tried(one, came, told))
    return Score(fault, tried)


Kills = AbstractSet[tuple[str, str]]
"""Scenarios that kill a fault, each behind the base that the fault is planted in."""


def kills_of(scores: Iterable[Score]) -> Kills:
    """The scenarios that kill a fault."""
    return {(one.fault.base, tried.id) for one in scores for tried in one.tried if tried.shot is Shot.KILLS}


def requirements_covered(kills: Kills, specification: Specification) -> Coverage:
    """How many requirements kill a fault, and which do not: of all that there are."""
    killing = {one for _, one in kills}
    required = [one.id for one in specification.behaviours if one.level is not None]
    return Coverage(len(required), [one for one in required if one not in killing])


def answers_covered(kills: Kills, specification: Specification, known: References, ports: Iterable[str]) -> Coverage:
    """The same of the documented answers that the ports give: one kills where its question does, of a port that gives it."""
    given = _answers(specification, known, ports)
    killing = {
        (one, known.answer(specification.by_id[one], base))
        for base, one in kills
        if base in known.by_tag and specification.by_id[one].level is None
    }
    missing = [
        f"{one} “{specification.by_id[one].answers[number].title}” ({', '.join(tags)})"
        for (one, number), tags in given.items()
        if (one, number) not in killing
    ]
    return Coverage(len(given), missing)


def ports_of(known: References) -> list[str]:
    """The references with a service of ours: a real package needs no port to be compared with."""
    return [tag for tag, one in known.by_tag.items() if one.backend is not None and one.requires is None]


def _answers(
    specification: Specification, known: References, ports: Iterable[str]
) -> Mapping[tuple[str, int], Sequence[str]]:
    """Every answer of a question that a port gives, and which ports do."""
    found: dict[tuple[str, int], list[str]] = {}
    tags = list(ports)
    for behaviour in specification.behaviours:
        if behaviour.level is None:
            for tag in tags:
                number = known.answer(behaviour, tag)
                if number is not None:
                    found.setdefault((behaviour.id, number), []).append(tag)
    return found


def _outcomes(evidence: Evidence) -> Iterable[Outcome]:
    return (step.outcome for case in evidence.cases for step in case.steps)
