"""What came of a crowd: what is noted call by call, and the whole of it at the end."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count

from memory_conformance.load.calls import Answer, Step
from memory_conformance.load.judging import Finding, Kind, Trouble, findings, merged, trouble
from memory_conformance.load.people import People

MOST_FINDINGS = 10_000
"""Findings that are kept as they come; what is beyond is counted alone."""


class Way(StrEnum):
    """How many are there at once."""

    THREADS = "threads"
    ASYNCIO = "asyncio"


class Phase(StrEnum):
    """What is going on, for whoever watches."""

    LOAD = "load"
    LOOK = "look"


Progress = Callable[[Phase, int, int], None]
"""Told of each person who is done: the phase, how many are, and of how many; 0 of how many where that is not known."""


@dataclass(frozen=True)
class Loaded:
    """What was proved of a backend under load.

    ``people`` counts who came, ``refused`` those of them whose names were refused, ``proved`` those whose own memories were looked
    at in quiet. ``calls`` are counted by operation, ``cancelled`` those whose callers left in the middle, ``undone`` the adds that
    were not acknowledged. ``paths`` are the ways by which owners find their memories. ``unproved`` says what keeps the run from
    proving that there is no more than was found; ``notes`` say what else could not be done.
    """

    way: Way
    seed: int
    users: int
    people: int
    calls: Mapping[str, int]
    cancelled: int
    refused: int
    proved: int
    undone: int
    findings: tuple[Finding, ...]
    troubles: tuple[Trouble, ...]
    paths: tuple[str, ...]
    notes: tuple[str, ...] = ()
    unproved: str = ""

    @property
    def leaks(self) -> tuple[Finding, ...]:
        """Who read whose memories."""
        return self.of(Kind.LEAK)

    @property
    def lost(self) -> tuple[Finding, ...]:
        """What was acknowledged, and is not there."""
        return self.of(Kind.LOST)

    @property
    def halves(self) -> tuple[Finding, ...]:
        """What was not acknowledged, and is there in part."""
        return self.of(Kind.HALF)

    @property
    def back(self) -> tuple[Finding, ...]:
        """What was deleted, and is there."""
        return self.of(Kind.BACK)

    def of(self, kind: Kind) -> tuple[Finding, ...]:
        """The findings of a kind, in the order in which they were made."""
        return tuple(one for one in self.findings if one.kind is kind)

    def told(self) -> list[tuple[str, str]]:
        """What was found: the name of its kind, and the words."""
        return [(one.kind.value, one.describe()) for one in self.findings]

    def headline(self) -> str:
        """All of it in one line."""
        found = [_many(len(self.of(kind)), kind.value) for kind in Kind if self.of(kind)] or ["0 leaks"]
        errors = sum(one.times for one in self.troubles)
        more = [
            f"{_many(self.people, 'user')}, {self.users} at once by {self.way}",
            _many(sum(self.calls.values()), "call"),
            f"{self.cancelled:,} cancelled",
            f"{self.proved:,} looked at afterwards",
            *([f"{self.refused:,} refused"] if self.refused else []),
            *([_many(errors, "error")] if errors else []),
        ]
        return f"{', '.join(found)}; {', '.join(more)}, seed {self.seed}"


class Record:
    """Notes what is answered. May be told from several threads at once."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._lock = threading.Lock()
        self._numbers = count(1)
        self.calls: Counter[str] = Counter()
        self.cancelled = 0
        self.found: list[Finding] = []
        self._troubles: dict[tuple[str, str, str], Trouble] = {}

    def number(self, step: Step) -> int:
        """Count a call that is about to be made, and number it."""
        with self._lock:
            self.calls[step.operation] += 1
            return next(self._numbers)

    def hear(self, step: Step, answer: Answer) -> None:
        """Note what came of a call."""
        found, error = list(findings(self._people, step, answer)), trouble(step, answer)
        with self._lock:
            self.cancelled += answer.cut
            if len(self.found) < MOST_FINDINGS:
                self.found += found
            if error is not None:
                key = (error.operation, error.code, error.speaker)
                before = self._troubles.get(key)
                self._troubles[key] = error if before is None else replace(before, times=before.times + 1)

    def findings(self) -> tuple[Finding, ...]:
        """What was found, the same once."""
        return merged(self.found)

    def troubles(self) -> tuple[Trouble, ...]:
        """The errors, by kind."""
        return tuple(self._troubles.values())


def _many(count: int, what: str) -> str:
    plural = {"lost write": "lost writes", "half": "halves", "back": "deleted memories back"}.get(what, f"{what}s")
    return f"{count:,} {what if count == 1 and what != 'back' else plural}"
