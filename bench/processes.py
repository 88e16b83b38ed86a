"""What a run costs: whole processes, side by side in one go. Ratios hold where absolute times wobble."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.bars import Bar
from rich.console import Console
from rich.table import Table

from memory_conformance.specification import features_folder

COMMAND = [sys.executable, "-m", "memory_conformance"]


@dataclass(frozen=True)
class Timed:
    """Seconds of a whole process over several runs: on the wall, and of the processor."""

    wall: list[float]
    cpu: list[float]

    @property
    def best(self) -> float:
        """The fastest wall time: what the machine can do when nobody disturbs it."""
        return min(self.wall)


def timed(command: Sequence[str], runs: int, folder: Path) -> Timed:
    """Run a command again and again and keep its times. Raises `RuntimeError` where it fails."""
    wall: list[float] = []
    cpu: list[float] = []
    for _ in range(runs + 1):
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode not in (0, 1):
            raise RuntimeError(
                f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
            )
        wall.append(time.perf_counter() - began)
        cpu.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    # The first run fills the caches of files and byte code.
    return Timed(wall[1:], cpu[1:])


def write_bare_suite(folder: Path) -> None:
    """The same scenarios as a plain pytest-bdd suite: a test for each row, a step definition for each sentence."""
    (folder / "test_bare.py").write_text(Path(__file__).with_name("bare_suite.py").read_text(encoding="utf-8"))
    (folder / "pytest.ini").write_text("[pytest]\nfilterwarnings = ignore\n")


def measure_processes(runs: int, console: Console) -> list[Bar]:
    """Measure the main job, beside what it cannot do without."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["MEMORY_CONFORMANCE_FEATURES"] = str(features_folder())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_bare_suite(folder)
        imports = timed([sys.executable, "-c", "import click, rich, pydantic"], runs, folder)
        help_ = timed([*COMMAND, "--help"], runs, folder)
        bare = timed([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_bare.py"], runs, folder)
        one = timed([*COMMAND, "run", "adk-go-1.7"], runs, folder)
        every = timed([*COMMAND, "run"], runs, folder)
    measured = {
        "import click, rich, pydantic": imports,
        "memory-conformance --help": help_,
        "bare pytest-bdd, adk-go-1.7": bare,
        "run adk-go-1.7": one,
        "run (all built-in references)": every,
    }
    table = Table("process", "wall min", "wall median", "cpu min", box=None)
    for name, each in measured.items():
        table.add_row(name, f"{each.best:.2f} s", f"{statistics.median(each.wall):.2f} s", f"{min(each.cpu):.2f} s")
    console.print(table)
    return [
        Bar("the specification on one port", one.best, 2.0, " s"),
        Bar("… over the same scenarios on bare pytest-bdd", one.best / bare.best, 1.6, " times"),
        Bar("all built-in references", every.best, 8.0, " s"),
        Bar("--help over bare imports", help_.best / imports.best, 2.5, " times"),
    ]
