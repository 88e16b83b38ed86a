"""What a run will cost, before it is made: calls of each kind, and about how long they take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from memory_conformance.protocol.operations import OPERATIONS
from memory_conformance.report.lines import say


@dataclass(frozen=True)
class Forecast:
    """What a run on one backend will cost. Times are in seconds.

    ``lags`` says that writes are not visible at once, so that how often it is asked depends on how long they take.
    ``first`` of the calls are made before anything is judged. Of the ``chosen`` behaviours, ``played`` need nothing that the
    backend does not declare. ``round_trip`` is what a ``hello`` took, ``visible`` what is waited for until writes and deletions are
    visible. A ``budget`` is enough for ``enough_for`` of those that are played; ``seconds`` and ``visible`` are those until it is
    spent.
    """

    backend: str
    calls: Mapping[str, int]
    first: int
    chosen: int
    played: int
    seconds: float
    round_trip: float | None = None
    lags: bool = False
    visible: float = 0.0
    rate_limit: float | None = None
    budget: int | None = None
    enough_for: int | None = None

    @property
    def total(self) -> int:
        """All calls."""
        return sum(self.calls.values())


def print_forecast(forecasts: Sequence[Forecast], console: Console) -> None:
    """Print a table of calls with a column for each backend, and what is to be said of each."""
    if not forecasts:
        return
    table = Table("calls", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for forecast in forecasts:
        table.add_column(escape(forecast.backend), justify="right", overflow="fold")
    # Beside the operations that there are, how a backend answers to one that there is not is looked at.
    asked = {operation for forecast in forecasts for operation in forecast.calls}
    for operation in [*OPERATIONS, *sorted(asked - OPERATIONS.keys())]:
        if operation in asked:
            table.add_row(operation, *(f"{forecast.calls.get(operation, 0):,}" for forecast in forecasts))
    table.add_row("in all", *(f"{forecast.total:,}" for forecast in forecasts), style="bold")
    console.print(table)
    console.print()
    for forecast in forecasts:
        for line in _lines(forecast):
            say(console, line, indent=2)
    say(
        console,
        "Nothing was asked but hello. How many calls there are depends on the answers, and a case that ends early makes fewer;"
        " one whose name is refused, more.",
        "dim",
    )


def about(seconds: float) -> str:
    """A time in words, no more exact than it is known."""
    if seconds < 5:
        return "a few seconds"
    if seconds < 90:
        return f"about {seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"about {minutes} min"
    return f"about {minutes // 60} h {minutes % 60} min"


def _lines(forecast: Forecast) -> list[str]:
    undeclared = forecast.chosen - forecast.played
    of = f"{forecast.played} of {forecast.chosen} behaviours" if undeclared else f"{forecast.chosen} behaviours"
    first = f", {forecast.first} of them before anything is judged" if forecast.first else ""
    others = f"the other {undeclared} need" if undeclared > 1 else "the other one needs"
    rest = f"; it does not declare what {others}" if undeclared else ""
    # How often it has to be asked depends on how long its writes take; counted is as long as they may.
    total = f"{'up to ' if forecast.lags else ''}{forecast.total:,} calls"
    why = [
        *([f"a hello took {1000 * forecast.round_trip:.1f} ms"] if forecast.round_trip is not None else ()),
        *([f"at most {forecast.rate_limit:g} calls a second"] if forecast.rate_limit else ()),
        *([f"{forecast.visible:.0f} s of them until writes are visible"] if forecast.visible >= 1 else ()),
    ]
    lines = [
        f"{forecast.backend}: {total} for {of}{first}{rest}",
        f"{forecast.backend}: {about(forecast.seconds)}{': ' if why else ''}{', '.join(why)}",
    ]
    if forecast.budget is not None and forecast.enough_for is not None:
        of = f"the {forecast.played} that can be played" if undeclared else f"{forecast.played}"
        enough = (
            "enough" if forecast.enough_for == forecast.played else f"enough for about {forecast.enough_for} of {of}"
        )
        lines.append(f"{forecast.backend}: {forecast.budget:,} calls: {enough}")
    return lines
