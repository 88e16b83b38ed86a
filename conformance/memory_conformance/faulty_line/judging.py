"""What has to hold once a faulty line is quiet again, held against what was written and read. Makes no calls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Rule(StrEnum):
    """What a memory has to keep to, whatever happens to the messages."""

    FOREIGN = "foreign"
    """Nothing of one scope is found in another."""
    LOST = "lost"
    """What was acknowledged is found by its owner, whole."""
    HALF = "half"
    """What was not acknowledged is there as a whole or not at all."""
    DOUBLED = "doubled"
    """Where adding again replaces, nothing is there more often than after one addition."""


@dataclass(frozen=True)
class Written:
    """A session that was handed over: whose it is, by the number of the scope, its canaries, and whether that was ever acknowledged."""

    owner: int
    session: str
    canaries: tuple[int, ...]
    acknowledged: bool


@dataclass(frozen=True)
class Reading:
    """What came back to a scope: of each canary, in how many memories it stands. ``quiet`` says that it was the line was at rest."""

    reader: int
    how: str
    counts: Mapping[int, int]
    quiet: bool = True


@dataclass(frozen=True)
class Violation:
    """A rule that was broken: for the session of an owner, told in words."""

    rule: Rule
    owner: int
    session: str
    told: str


@dataclass(frozen=True)
class Judged:
    """What is broken, and how many of the sessions that nobody acknowledged are there whole, and how many not at all."""

    violations: tuple[Violation, ...]
    whole: int
    absent: int


def judge(written: Sequence[Written], readings: Sequence[Reading], scopes: Sequence[str], most: int | None) -> Judged:
    """Hold what was read against what was written. ``scopes`` are the scopes in words.

    ``most`` is in how many memories a canary may stand; None for any number. Each session breaks each rule once at most.
    """
    found = [_found(one, readings) for one in written]
    violations = [*foreign(written, readings, scopes)]
    whole = absent = 0
    for one, counts in zip(written, found, strict=True):
        missing = [canary for canary in one.canaries if not counts.get(canary)]
        amount = f"{len(missing)} of its {len(one.canaries)} events"
        if one.acknowledged and missing:
            violations.append(
                _broken(Rule.LOST, one, f"was acknowledged, and {scopes[one.owner]} does not find {amount}")
            )
        elif not one.acknowledged:
            whole += not missing
            absent += len(missing) == len(one.canaries)
            if 0 < len(missing) < len(one.canaries):
                violations.append(
                    _broken(Rule.HALF, one, f"was never acknowledged, and is there in part: {amount} are not found")
                )
        often = max(counts.values(), default=0)
        if most is not None and often > most:
            told = f"comes back to {scopes[one.owner]} {often} times, and adding it again replaces it"
            violations.append(
                _broken(Rule.DOUBLED, one, told if most == 1 else f"{told}: it came back {most} times at first")
            )
    return Judged(tuple(violations), whole, absent)


def unfinished(written: Sequence[Written], readings: Sequence[Reading]) -> list[Written]:
    """The sessions of which something is missing that is there or was acknowledged: what was cut off may still be on its way."""
    shown = [(one, len(_found(one, readings))) for one in written]
    return [one for one, count in shown if count < len(one.canaries) and (count or one.acknowledged)]


def _found(one: Written, readings: Iterable[Reading]) -> dict[int, int]:
    """How often its owner found each canary of a session, in the reading that showed it most often."""
    mine = [reading.counts for reading in readings if reading.quiet and reading.reader == one.owner]
    counts = {canary: max((seen.get(canary, 0) for seen in mine), default=0) for canary in one.canaries}
    return {canary: count for canary, count in counts.items() if count}


def foreign(written: Sequence[Written], readings: Iterable[Reading], scopes: Sequence[str]) -> Iterable[Violation]:
    """What was shown to another than its owner, at any time: each session once."""
    of = {canary: one for one in written for canary in one.canaries}
    told: dict[tuple[int, str], Violation] = {}
    for reading in readings:
        for canary in reading.counts:
            one = of.get(canary)
            if one is None or one.owner == reading.reader:
                continue
            when = "" if reading.quiet else ", while others wrote"
            what = f"of {scopes[one.owner]} came back to {scopes[reading.reader]} by {reading.how}{when}"
            told.setdefault((one.owner, one.session), _broken(Rule.FOREIGN, one, what))
    return told.values()


def _broken(rule: Rule, one: Written, told: str) -> Violation:
    return Violation(rule, one.owner, one.session, f'session "{one.session}" {told}')
