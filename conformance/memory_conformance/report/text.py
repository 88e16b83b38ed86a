"""One result in words, for people: what was played, what was expected, what was seen, who says so, how to repeat it."""

from __future__ import annotations

from memory_conformance.evidence import Outcome, shorten
from memory_conformance.report.results import Played, Result

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
    if result.answered_like:
        lines.append(f"  like      {', '.join(result.answered_like)}")
    lines += [f"  source    {where}" for where in result.source]
    lines.append(f"  repeat    {result.repeat}")
    return "\n".join(lines)


def steps_text(result: Result) -> list[str]:
    """The steps of the case that decided, each with its sign; a step that fell short with what was expected and seen."""
    lines: list[str] = []
    for step in _telling(result.steps):
        lines.append(f"  {_SIGNS[step.outcome]} {step.keyword.title():<5} {shorten(step.text)}")
        if step.outcome in (Outcome.BROKEN, Outcome.UNPROVED, Outcome.FAILED, Outcome.CRASHED, Outcome.REFUSED):
            if step.expected is not None:
                lines.append(f"            expected {shorten(step.expected)}")
            lines.append(f"            actual   {step.actual}")
    return lines


def _telling(steps: list[Played]) -> list[Played]:
    """The steps without those that were left out, and of a question's answers only what was searched for."""
    return [step for step in steps if step.outcome is not Outcome.LEFT_OUT]
