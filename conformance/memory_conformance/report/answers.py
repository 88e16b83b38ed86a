"""What backends answered to a question, in words, and whether two of them answered alike."""

from __future__ import annotations

from collections.abc import Sequence

from memory_conformance.evidence import Outcome, shorten
from memory_conformance.report.results import Result


def is_answered_alike(one: Result, other: Result) -> bool:
    """Whether two rows of a question show the same behaviour.

    Two observations that fit the same answers are the same one, whatever order they came in.
    """
    if one.answered_like or other.answered_like:
        return one.answered_like == other.answered_like
    return one.observed == other.observed


def telling_case(rows: Sequence[Result]) -> int | None:
    """The first case in which not the same came back in all rows."""
    by_row = [_by_case(row) for row in rows]
    return next((case for case in by_row[0] if len({seen.get(case) for seen in by_row}) > 1), None)


def answered(row: Result, case: int | None) -> str:
    """The title of the documented answer, if one fits, and what came back in a case, or in all."""
    by_case = _by_case(row)
    seen = shorten(by_case.get(case, "") if case is not None else row.observed or "")
    titles = _fitting(row)
    return f"{titles[0]}: {seen}" if titles else seen


def _fitting(row: Result) -> list[str]:
    """The titles of the answers of which every Then held."""
    thens = [step for step in row.steps if step.answer is not None and step.keyword == "then"]
    broken = {step.answer for step in thens if step.outcome is not Outcome.HELD}
    return [
        title for title in dict.fromkeys(step.answer for step in thens) if title is not None and title not in broken
    ]


def _by_case(row: Result) -> dict[int, str]:
    """What came back in each case."""
    found: dict[int, str] = {}
    for step in row.steps:
        if step.answer is not None and step.actual is not None:
            found.setdefault(step.case, step.actual)
    return found
