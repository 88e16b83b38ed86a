"""How long what was written and what was forgotten took to show, where that was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from memory_conformance.report.results import MeasuredLag, Results

_TOLD = {"write": "writes were visible", "forget": "what was forgotten was gone"}


def measured_lag(measured: Mapping[str, tuple[Sequence[float], float]]) -> dict[str, MeasuredLag]:
    """What is kept of measured seconds; beside them stands what was declared."""
    return {
        what: MeasuredLag(
            median=round(median(seconds), 3), most=round(max(seconds), 3), declared=declared, measured=len(seconds)
        )
        for what, (seconds, declared) in measured.items()
        if seconds
    }


def visible_after(results: Results) -> list[str]:
    """What was measured, in a line for each backend and bound."""
    return [
        f"{backend.name}: {_TOLD.get(what, what)} after {lag.median:.1f} s (median), {lag.most:.1f} s at most,"
        f" {lag.declared:g} s declared"
        for backend in results.envelope.backends
        for what, lag in backend.lag.items()
    ]
