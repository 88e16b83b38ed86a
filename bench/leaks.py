"""What the leak lab and the planted faults cost: seconds for so many scopes, whether that grows in proportion, and for all faults."""

from __future__ import annotations

import time

from bench.bars import Bar
from rich.console import Console
from rich.table import Table

from memory_conformance.leaks.lab import LabWish, play_lab
from memory_conformance.specification import read_specification
from memory_conformance.target import find_targets

PORT = "adk-go-1.7"
CELLS = (1_000, 10_000)
BAR = 20.0
"""Seconds for the first number of scopes."""
PROPORTION = 1.5
"""How much more than in proportion ten times as many may take: lists grow, and so does the memory that is walked through."""
FAULTS = 60.0
"""Seconds for all planted faults."""


def measure_leaks(runs: int, console: Console) -> list[Bar]:
    """Play the rules on so many scopes, without histories, and every planted fault. The best of the runs counts; of the larger, one."""
    shown = Table("what", "seconds", box=None)
    few, many = min(_played(CELLS[0]) for _ in range(runs)), _played(CELLS[1])
    shown.add_row(f"{CELLS[0]:,} scopes on {PORT}", f"{few:.1f}")
    shown.add_row(f"{CELLS[1]:,} scopes on {PORT}", f"{many:.1f}")
    faults = _faults()
    shown.add_row("all planted faults", f"{faults:.1f}")
    console.print(shown)
    grown = many / few / (CELLS[1] / CELLS[0])
    return [
        Bar(f"the leak lab on {CELLS[0]:,} scopes", few, BAR, " s"),
        Bar(f"a scope among {CELLS[1]:,}, over one among {CELLS[0]:,}", grown, PROPORTION, ""),
        Bar("all planted faults", faults, FAULTS, " s"),
    ]


def _played(cells: int) -> float:
    specification = read_specification()
    targets = find_targets((PORT,), ("none",), 7, specification)
    began = time.perf_counter()
    play_lab(specification, targets, LabWish(seed=7, cells=cells, histories=0))
    return time.perf_counter() - began


def _faults() -> float:
    from click.testing import CliRunner

    from memory_conformance.cli import main

    began = time.perf_counter()
    ended = CliRunner().invoke(main, ["faults"])
    if ended.exit_code:
        raise RuntimeError(f"faults ended with {ended.exit_code}")
    return time.perf_counter() - began
