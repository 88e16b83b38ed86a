"""The project's quality bars, beside what was measured. Nothing here fails on time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Bar:
    """A bound from the project's quality bars: a value, and what it should stay under, or reach where it is ``at_least``."""

    name: str
    value: float
    bound: float
    unit: str
    at_least: bool = False


def print_bars(bars: Sequence[Bar], console: Console) -> None:
    """Say of each whether it is met."""
    shown = Table("bar", "measured", "bound", "", box=None)
    for bar in bars:
        kept = bar.value >= bar.bound if bar.at_least else bar.value < bar.bound
        bound = f"{'at least' if bar.at_least else 'under'} {bar.bound:,.2f}{bar.unit}"
        met = "[green]met[/green]" if kept else "[red]missed[/red]"
        shown.add_row(bar.name, f"{bar.value:,.2f}{bar.unit}", bound, met)
    console.print(shown)
