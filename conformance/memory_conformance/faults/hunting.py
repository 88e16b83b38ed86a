"""Plays faults one after the other, and says what came of all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from memory_conformance import __version__
from memory_conformance.faults.planted import Planted
from memory_conformance.faults.playing import Bases, played
from memory_conformance.faults.scoring import (
    Coverage,
    Score,
    Shot,
    answers_covered,
    kills_of,
    ports_of,
    requirements_covered,
    score,
)
from memory_conformance.references import UsageError, did_you_mean, references
from memory_conformance.report.faults import Covered, PlayedFault, PlayedFaults, TriedScenario
from memory_conformance.specification import Specification
from memory_conformance.verdict import Word


def hunt(
    faults: Sequence[Planted],
    specification: Specification,
    bases: Bases | None = None,
    *,
    whole: bool = False,
    further: bool = False,
    progress: Callable[[int, int], None] = lambda played, survive: None,
) -> PlayedFaults:
    """Play on each fault the scenarios that were named for it.

    ``whole`` says that these are all faults there are, so that what kills none of them is told. ``further`` has every other scenario
    played as well that the base passes. ``progress`` hears how many were played, and how many of them survive. Raises `UsageError`
    for a killer that is no scenario.
    """
    began = time.perf_counter()
    bases = bases or Bases(specification)
    scores, kept = [], []
    for number, fault in enumerate(faults, start=1):
        _check(fault, specification)
        one = _score(fault, fault.killers, specification, bases)
        others = _further(fault, specification, bases) if further else None
        scores.append(one)
        kept.append(_kept(one, others))
        progress(number, sum(not score.killed for score in scores))
    kills = kills_of(scores)
    known = references()
    return PlayedFaults(
        tool_version=__version__,
        specification=specification.fingerprint,
        duration=round(time.perf_counter() - began, 3),
        faults=kept,
        requirements=_covered(requirements_covered(kills, specification)) if whole else None,
        answers=_covered(answers_covered(kills, specification, known, ports_of(known))) if whole else None,
    )


def _check(fault: Planted, specification: Specification) -> None:
    for one in fault.killers:
        if one not in specification.by_id:
            meant = did_you_mean(one, list(specification.by_id))
            raise UsageError(f"the fault {fault.name} names {one!r} as its killer, which is no id; {meant}")


def _score(fault: Planted, ids: Sequence[str], specification: Specification, bases: Bases) -> Score:
    seen = played(fault, ids, specification)
    return score(fault, specification, seen, lambda one: bases.play(fault.base, one))


def _further(fault: Planted, specification: Specification, bases: Bases) -> list[str]:
    """The scenarios that fail by a fault beside those that were named."""
    others = [
        one.id
        for one in specification.behaviours
        if one.id not in fault.killers and bases.play(fault.base, one.id).verdict.word is Word.PASS
    ]
    return [tried.id for tried in _score(fault, others, specification, bases).tried if tried.shot is Shot.KILLS]


def _kept(one: Score, further: list[str] | None) -> PlayedFault:
    fault = one.fault
    return PlayedFault(
        name=fault.name,
        what=fault.what,
        base=fault.base,
        kind=fault.kind.value,
        seen_in=fault.seen_in,
        errs=fault.errs,
        killed=one.killed,
        tried=[
            TriedScenario(id=tried.id, kills=tried.shot is Shot.KILLS, came=tried.shot.value, told=tried.told)
            for tried in one.tried
        ],
        further=further,
    )


def _covered(coverage: Coverage) -> Covered:
    return Covered(total=coverage.total, missing=list(coverage.missing))
