"""Where two backends differ, out of the rows of both: derived, never typed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from memory_conformance.evidence import shorten
from memory_conformance.report.answers import answered, is_answered_alike, telling_case
from memory_conformance.report.results import Compared, Result, Results
from memory_conformance.specification import Kind
from memory_conformance.verdict import Word

UNSTEADY = "answers the same history with other memories each time: where it did, nothing was compared"
"""What is told of a backend whose answers cannot be repeated."""
_NOTHING_SEEN = (Word.UNSUPPORTED, Word.INCONCLUSIVE, Word.ERROR)


@dataclass(frozen=True)
class Pair:
    """The rows of one behaviour on both backends."""

    first: Result
    second: Result

    @property
    def id(self) -> str:
        """The id of the behaviour."""
        return self.first.id

    @property
    def comparable(self) -> bool:
        """Whether something was seen on both."""
        return all(row.verdict not in _NOTHING_SEEN for row in (self.first, self.second))

    @property
    def differs(self) -> bool:
        """Whether the two behave differently: by the documented answers that fit, or by what was seen, or by what they keep."""
        if not self.comparable:
            return False
        if self.first.kind is Kind.REQUIREMENT:
            return self.first.verdict is not self.second.verdict
        return not is_answered_alike(self.first, self.second)

    def seen(self) -> tuple[str, str]:
        """What each was seen to do, in words, and where it has cases, in the first in which the two differ."""
        if self.first.kind is Kind.REQUIREMENT:
            return _kept(self.first), _kept(self.second)
        case = telling_case([self.first, self.second])
        return answered(self.first, case), answered(self.second, case)


def _kept(row: Result) -> str:
    return "keeps it" if row.verdict is Word.PASS else f"breaks it: {shorten(row.observed or row.reason)}"


def pairs(results: Results) -> list[Pair]:
    """The behaviours of which both have a row, in the order of the first."""
    if results.compared is None:
        return []
    by_backend: dict[str, dict[str, Result]] = {}
    for row in results.results:
        by_backend.setdefault(row.backend, {})[row.id] = row
    second = by_backend.get(results.compared.second, {})
    return [
        Pair(row, second[row.id]) for row in by_backend.get(results.compared.first, {}).values() if row.id in second
    ]


def is_different(results: Results) -> bool:
    """Whether anything differs."""
    histories = results.compared.histories if results.compared else None
    return any(pair.differs for pair in pairs(results)) or bool(histories and histories.found)


def is_compared(results: Results) -> bool:
    """Whether anything could be held against something: a behaviour that both have shown, or a history."""
    histories = results.compared.histories if results.compared else None
    return any(pair.comparable for pair in pairs(results)) or bool(histories and histories.played)


def alone(results: Results) -> dict[str, int]:
    """How many behaviours only one of the two has a row of, by its name."""
    both = {pair.id for pair in pairs(results)}
    counted = Counter(row.backend for row in results.results if row.id not in both)
    return dict(counted)


def not_compared(results: Results) -> dict[str, list[str]]:
    """The ids of behaviours that could not be compared, by the reason."""
    found: dict[str, list[str]] = {}
    for pair in pairs(results):
        if not pair.comparable:
            found.setdefault(_why_not(pair), []).append(pair.id)
    return found


def _why_not(pair: Pair) -> str:
    unseen = [row for row in (pair.first, pair.second) if row.verdict in _NOTHING_SEEN]
    gravest = max(unseen, key=lambda row: _NOTHING_SEEN.index(row.verdict))
    both = len(unseen) == 2 and unseen[0].reason == unseen[1].reason
    return f"{gravest.verdict.value} on {'both' if both else gravest.backend}: {shorten(gravest.reason)}"


def headline(results: Results, compared: Compared) -> str:
    """What came of it, in one line."""
    every = pairs(results)
    differing = sum(pair.differs for pair in every)
    comparable = sum(pair.comparable for pair in every)
    told = f"{differing} of {comparable} behaviours differ" if every else "no behaviour was played on both"
    for name, count in alone(results).items():
        told += f", {count} are there of {name} alone"
    if len(every) > comparable:
        told += f", {len(every) - comparable} could not be compared"
    if compared.histories is not None:
        histories = compared.histories
        ways = f" in {len(histories.found)} way{'' if len(histories.found) == 1 else 's'}" if histories.found else ""
        told += f"; {histories.differing:,} of {histories.played:,} made-up histories differ{ways}"
    return told
