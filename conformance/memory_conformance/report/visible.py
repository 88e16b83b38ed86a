"""How long what was written and what was forgotten took to show, where that was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from memory_conformance.report.results import MeasuredLag, Results

_TOLD = {"write": "writes were visible", "forget": "what was forgotten was gone"}


@dataclass(frozen=True)
class Visible:
    """What was measured of one bound of a backend, in a line; ``late`` says that it was more than is declared."""

    text: str
    late: bool


def measured_lag(measured: Mapping[str, tuple[Sequence[float], float]]) -> dict[str, MeasuredLag]:
    """What is kept of measured seconds; beside them stands what was declared."""
    return {
        what: MeasuredLag(
            median=round(median(seconds), 3), most=round(max(seconds), 3), declared=declared, measured=len(seconds)
        )
        for what, (seconds, declared) in measured.items()
        if seconds
    }


def visible_after(results: Results) -> list[Visible]:
    """What was measured, in a line for each backend and bound."""
    found = []
    for backend in results.envelope.backends:
        for what, lag in backend.lag.items():
            # As it is shown: what is late by less than that would seem to be in time.
            late = lag.most > lag.declared and round(lag.most, 1) > lag.declared
            declared = f"more than the {lag.declared:g} s declared" if late else f"{lag.declared:g} s declared"
            after = f"after {lag.median:.1f} s (median), {lag.most:.1f} s at most"
            found.append(Visible(f"{backend.name}: {_TOLD.get(what, what)} {after}, {declared}", late))
    return found
