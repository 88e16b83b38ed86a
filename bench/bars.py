"""The project's quality bars, beside what was measured. Nothing here fails on time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Bar:
    """A bound from the project's quality bars: a value, and what it should stay under."""

    name: str
    value: float
    bound: float
    unit: str


def print_bars(bars: Sequence[Bar], console: Console) -> None:
    """Say of each whether it is met."""
    shown = Table("bar", "measured", "under", "", box=None)
    for bar in bars:
        met = "[green]met[/green]" if bar.value < bar.bound else "[red]missed[/red]"
        shown.add_row(bar.name, f"{bar.value:.2f}{bar.unit}", f"{bar.bound:.2f}{bar.unit}", met)
    console.print(shown)
