"""How long what was written and what was forgotten took to show, where that was measured."""

from __future__ import annotations

from memory_conformance.report.results import BackendInfo, Results

_TOLD = {"write": "writes were visible", "forget": "what was forgotten was gone"}


def visible_after(results: Results) -> list[str]:
    """A line for each backend whose writes are not visible at once."""
    return [f"{backend.name}: {told}" for backend in results.envelope.backends if (told := _told(backend))]


def _told(backend: BackendInfo) -> str:
    return "; ".join(
        f"{_TOLD.get(what, what)} after {lag.median:.1f} s (median), {lag.most:.1f} s at most, {lag.declared:g} s declared"
        for what, lag in backend.lag.items()
    )
