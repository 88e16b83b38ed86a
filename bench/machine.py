"""How many operations a second the stateful search of the leak lab plays, with all that Hypothesis does, on each port."""

from __future__ import annotations

import time

from bench.bars import Bar
from rich.console import Console
from rich.table import Table

from memory_conformance.backend import Backend
from memory_conformance.connect.connectable import connect
from memory_conformance.leaks.machine.searching import Outcome, search_for_leaks

PORTS = ("adk-go-1.7", "adk-go-2.2", "segmented", "adk-java-1.8", "adk-js-2.0")
HISTORIES = 200
BAR = "adk-go-1.7"


def measure_machine(runs: int, console: Console) -> list[Bar]:
    """Search for leaks, each run with a seed of its own. Operations a second, the best of the runs; leaks are made smaller, too."""
    shown = Table("who", "histories", "operations", "a second", "kinds found", box=None)
    bars = []
    for name in PORTS:
        backend = connect(name).backend
        try:
            measured = [_searched(backend, seed) for seed in range(runs)]
        finally:
            backend.disconnect()
        seconds, outcome = min(measured, key=lambda one: one[0] / one[1].operations)
        rate = outcome.operations / seconds
        kinds = len(outcome.violations)
        shown.add_row(name, str(outcome.histories), f"{outcome.operations:,}", f"{rate:,.0f}", str(kinds))
        if name == BAR:
            bars.append(Bar(f"operations a second of the stateful search on {name}", rate, 500, "", at_least=True))
    console.print(shown)
    return bars


def _searched(backend: Backend, seed: int) -> tuple[float, Outcome]:
    began = time.perf_counter()
    outcome = search_for_leaks(backend, backend.hello(), "bench-", seed, HISTORIES)
    return time.perf_counter() - began, outcome
