"""How many calls a run made, and what it left out since it may make no more."""

from __future__ import annotations

from memory_conformance.report.results import Result, Results
from memory_conformance.verdict import Mark, Word


def is_not_run(row: Result) -> bool:
    """Whether a row was left out, since the calls that the run may make were made."""
    return Mark.NOT_RUN in row.marks


def calls_made(results: Results) -> list[str]:
    """A line for each backend that is spoken to in messages: how many calls were made."""
    lines = []
    for backend in results.envelope.backends:
        made = sum(backend.calls.values())
        if backend.remote and made:
            waited = f", {backend.waited:.1f} s of waiting since it said rate_limited" if backend.waited else ""
            lines.append(f"{backend.name}: {made:,} call{'' if made == 1 else 's'}{waited}")
    return lines


def not_run(results: Results) -> list[str]:
    """A line for each backend whose budget was spent before everything was played."""
    lines = []
    for backend in results.envelope.backends:
        rows = [row for row in results.results if row.backend == backend.name]
        left = [row for row in rows if is_not_run(row)]
        if left:
            on = f" on {backend.name}" if len(results.envelope.backends) > 1 else ""
            playable = [row for row in rows if not _is_excluded(row)]
            of = f"{len(rows)}" if len(playable) == len(rows) else f"the {len(playable)} that can be played"
            lines.append(f"not run{on}: {len(left)} of {of}, {left[0].reason}")
    return lines


def _is_excluded(row: Result) -> bool:
    """Whether a row could not be played at all, since the backend does not declare what it needs."""
    return row.verdict is Word.UNSUPPORTED and not row.steps
