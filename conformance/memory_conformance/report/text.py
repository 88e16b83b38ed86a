"""One result in words, for people: what was played, what was expected, what was seen, who says so, how to repeat it."""

from __future__ import annotations

from collections.abc import Iterator

from memory_conformance.evidence import Outcome, shorten
from memory_conformance.report.results import Played, Result
from memory_conformance.verdict import Word

_SIGNS = {
    Outcome.HELD: "✓",
    Outcome.BROKEN: "✗",
    Outcome.FAILED: "✗",
    Outcome.UNPROVED: "?",
    Outcome.REFUSED: "⊘",
    Outcome.CRASHED: "!",
    Outcome.LEFT_OUT: "·",
    Outcome.DONE: " ",
}

FELL_SHORT = frozenset({Outcome.BROKEN, Outcome.UNPROVED, Outcome.FAILED, Outcome.CRASHED, Outcome.REFUSED})
"""The outcomes of a step that decide a verdict other than pass."""

MOST_CASES = 3
"""Cases of one behaviour that are told in full."""


def verdict_words(result: Result) -> str:
    """The verdict with its marks, such as ``fail (documented)``."""
    marks = ", ".join(mark.value for mark in result.marks)
    return f"{result.verdict.value} ({marks})" if marks else result.verdict.value


def failure_text(result: Result) -> str:
    """The whole of a result that is not as expected, as plain text."""
    lines = [
        f"{result.feature}:{result.line}: {result.id} {result.title}",
        f"  verdict   {verdict_words(result)} on {result.backend}, held to {result.claim or 'no claim'}",
        f"  why       {result.reason}",
    ]
    lines += [f"  {line}" for line in steps_text(result)]
    lines += [f"  log       {shorten(line)}" for line in result.log]
    if result.answered_like:
        lines.append(f"  like      {', '.join(result.answered_like)}")
    if result.verdict is not Word.ERROR:
        lines += [f"  source    {where}" for where in result.source]
    lines.append(f"  repeat    {result.repeat}")
    return "\n".join(lines)


def steps_text(result: Result) -> list[str]:
    """The steps of the cases that decided, each with its sign; a step that fell short with what was expected and seen."""
    cases = telling_cases(result)
    lines: list[str] = []
    for steps in cases[:MOST_CASES]:
        if any(step.case > 1 for step in result.steps):
            lines.append(f"    case {steps[0].case}")
        lines += [line for step in steps for line in _step_lines(step)]
    if len(cases) > MOST_CASES:
        lines.append(f"    and {len(cases) - MOST_CASES} more cases, which results.json has")
    return lines


def telling_cases(result: Result) -> list[list[Played]]:
    """The steps of each case that fell short, or of all cases where none did; of answers, only the one that was expected."""
    cases: dict[int, list[Played]] = {}
    for step in result.steps:
        if step.outcome is not Outcome.LEFT_OUT and step.answer in (None, result.answer):
            cases.setdefault(step.case, []).append(step)
    short = [steps for steps in cases.values() if any(step.outcome in FELL_SHORT for step in steps)]
    return short or list(cases.values())


def _step_lines(step: Played) -> Iterator[str]:
    yield f"  {_SIGNS[step.outcome]} {step.keyword.title():<5} {shorten(step.text)}"
    if step.outcome in FELL_SHORT and step.expected is not None:
        yield f"            expected {shorten(step.expected)}"
    if step.outcome in FELL_SHORT or (step.keyword == "when" and step.actual is not None):
        yield f"            {'actual  ' if step.outcome in FELL_SHORT else 'seen    '} {step.actual}"
