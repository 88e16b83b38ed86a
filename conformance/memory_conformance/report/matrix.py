"""What the rows add up to: counts by topic and backend, what is red, and where backends answer differently. Derived, never typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from memory_conformance.report.answers import answered, is_answered_alike, telling_case
from memory_conformance.report.compared import is_compared, is_different
from memory_conformance.report.lab import is_cut_short, is_found
from memory_conformance.report.results import Result, Results
from memory_conformance.report.text import verdict_words
from memory_conformance.specification import Kind, Level
from memory_conformance.verdict import FailOn, Mark, Word, exit_code, is_red

FEWEST_ALIKE = 10
"""Answers that a backend has in common with a reference before it is said to answer like it."""


@dataclass(frozen=True)
class Cell:
    """The rows of one topic on one backend, counted by word; ``documented`` of the failures are documented defects."""

    words: Counter[Word]
    documented: int
    red: int


def matrix(results: Results) -> dict[str, dict[str, Cell]]:
    """By topic, then by backend."""
    found: dict[str, dict[str, list[Result]]] = {}
    for row in results.results:
        found.setdefault(row.topic, {}).setdefault(row.backend, []).append(row)
    return {
        topic: {backend: _cell(rows, results) for backend, rows in by_backend.items()}
        for topic, by_backend in found.items()
    }


def is_red_row(row: Result, results: Results) -> bool:
    """Whether a row turns the run red, by what always does and by what this run was told to fail on."""
    fail_on = frozenset(FailOn(word) for word in results.envelope.fail_on)
    return is_red(row.verdict, Level(row.level) if row.level else None, row.documented, fail_on)


def red_rows(results: Results) -> list[Result]:
    """The rows that turn the run red, and those that could not be played.

    Those that speak of two scopes come before those of many, which show the same less plainly.
    """
    red = [row for row in results.results if row.verdict is Word.ERROR or is_red_row(row, results)]
    return sorted(red, key=lambda row: any(step.proved is not None for step in row.steps))


def code_of(results: Results) -> int:
    """The exit code that a run with these results ends with; of two that were compared, what differs is what was found."""
    failed = any(row.verdict is Word.ERROR for row in results.results)
    unplayed = any(backend.problem is not None for backend in results.envelope.backends)
    if results.compared is not None:
        histories = results.compared.histories
        cut_short = histories is not None and (histories.problem is not None or bool(histories.unsteady))
        # What could not be held against anything must not pass for the same.
        short = failed or unplayed or cut_short or not results.envelope.complete or not is_compared(results)
        return exit_code(is_different(results), short)
    found = any(is_red_row(row, results) for row in results.results)
    found = found or (results.leaks is not None and is_found(results, results.leaks))
    # Operations that are declared are tried by `check` alone: in a run, their scenarios judge them.
    found = found or any(backend.missing or backend.problems for backend in results.envelope.backends)
    # Histories that were cut short prove nothing about those that were not played.
    failed = failed or (results.leaks is not None and is_cut_short(results.leaks))
    # What was ended early without anything red, by an interruption or a fault, proves nothing about the rest.
    return exit_code(found, failed or unplayed or not results.envelope.complete)


def likeness(rows: Iterable[Result]) -> list[tuple[str, int, int]]:
    """For each reference, to how many of the questions that could be compared it gives the same answer; the nearest first.

    None where the nearest has fewer than `FEWEST_ALIKE` in common: that much is chance.
    """
    compared = [row for row in rows if row.kind is Kind.QUESTION and row.answered_like is not None]
    counted = Counter(tag for row in compared for tag in row.answered_like or ())
    nearest = counted.most_common()
    return [(tag, count, len(compared)) for tag, count in nearest] if nearest and nearest[0][1] >= FEWEST_ALIKE else []


def open_questions(rows: Iterable[Result]) -> int:
    """How many questions could not be compared with anybody: likeness says nothing about these."""
    return sum(row.kind is Kind.QUESTION and row.answered_like is None for row in rows)


@dataclass(frozen=True)
class Differing:
    """A question to which the backends of a run gave different answers, and by backend, the number of its answer from 0."""

    row: Result
    answers: list[str]
    given: dict[str, int]


def differing(results: Results) -> list[Differing]:
    """The questions to which the backends of this run gave different answers."""
    by_id: dict[str, list[Result]] = {}
    for row in results.results:
        if row.kind is Kind.QUESTION and row.observed is not None and row.answered_like is not None:
            by_id.setdefault(row.id, []).append(row)
    found = []
    for rows in by_id.values():
        kinds: list[Result] = []
        given: dict[str, int] = {}
        for row in rows:
            number = next((number for number, one in enumerate(kinds) if is_answered_alike(one, row)), len(kinds))
            kinds += [row] if number == len(kinds) else []
            given[row.backend] = number
        if len(kinds) > 1:
            case = telling_case(kinds)
            found.append(Differing(rows[0], [answered(row, case) for row in kinds], given))
    return found


@dataclass(frozen=True)
class Note:
    """What is neither green nor red: a verdict in words, why, and for which ids on which backends it holds."""

    words: str
    reason: str
    ids: tuple[str, ...]
    backends: tuple[str, ...]


def notes(results: Results) -> list[Note]:
    """Everything that is neither green nor red, what has the same reason told once; nothing that was seen goes untold."""
    grouped: dict[tuple[str, str], list[Result]] = {}
    for row in results.results:
        if row.verdict not in (Word.PASS, Word.ERROR) and not is_red_row(row, results):
            grouped.setdefault((_note_words(row), _note_reason(row)), []).append(row)
    order = [word.value for word in Word]
    found = [
        Note(
            words,
            reason,
            tuple(dict.fromkeys(row.id for row in rows)),
            tuple(dict.fromkeys(row.backend for row in rows)),
        )
        for (words, reason), rows in grouped.items()
    ]
    return sorted(found, key=lambda note: order.index(note.words.split()[0]))


def _note_words(row: Result) -> str:
    if row.verdict is Word.FAIL and not row.documented:
        return f"{row.verdict.value} (@{row.level})"
    return verdict_words(row)


def _note_reason(row: Result) -> str:
    """A reason of its own where something was seen; one for all that was refused, whatever the name."""
    if Mark.REFUSED in row.marks:
        return "a name that it refuses: nothing was proved about it"
    if row.verdict in (Word.FAIL, Word.UNDOCUMENTED):
        return f"{row.id} {row.reason}"
    return row.reason


def _cell(rows: list[Result], results: Results) -> Cell:
    return Cell(
        Counter(row.verdict for row in rows),
        sum(row.documented for row in rows),
        sum(is_red_row(row, results) for row in rows),
    )
