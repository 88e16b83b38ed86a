"""``python -m bench`` measures, and prints its figures beside the project's bars."""

from __future__ import annotations

import click
from bench.bars import print_bars
from bench.leaks import measure_leaks
from bench.libraries import measure_libraries
from bench.machine import measure_machine
from bench.processes import measure_processes
from bench.transports import measure_transports
from bench.turns import measure_turns
from rich.console import Console


@click.command()
@click.option("--runs", default=5, show_default=True, help="Counted runs of everything.")
@click.option(
    "--only",
    type=click.Choice(["processes", "transports", "libraries", "turns", "machine", "leaks"]),
    help="One part of it.",
)
@click.option("--image", default="memory-conformance", show_default=True, help="The image that containers start from.")
def main(runs: int, only: str | None, image: str) -> None:
    """Measure whole processes, what transports and turns cost, what the real libraries do, how fast histories
    are played, and the leak lab."""
    console = Console(width=110)
    bars = []
    if only in (None, "processes"):
        bars += measure_processes(runs, console)
    if only in (None, "transports"):
        bars += measure_transports(runs, image, console)
    if only in (None, "libraries"):
        bars += measure_libraries(runs, console)
    if only in (None, "turns"):
        bars += measure_turns(runs, console)
    if only in (None, "machine"):
        bars += measure_machine(runs, console)
    if only in (None, "leaks"):
        bars += measure_leaks(runs, console)
    print_bars(bars, console)


if __name__ == "__main__":
    main()
