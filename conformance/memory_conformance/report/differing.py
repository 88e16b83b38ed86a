"""Where the backends of one run answer differently, on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from memory_conformance.report.lines import in_blocks, narrow, say
from memory_conformance.report.matrix import Differing, differing
from memory_conformance.report.results import Results

MOST_TOLD = 12
"""Questions of which the answers of two backends are told."""
_FEW = 2
"""Backends whose answers are told one below the other; more than these are shown in one table."""
_LEAST_OF_BEHAVIOUR = 32
"""Columns in which a behaviour can be read."""
_STYLES = ("cyan", "yellow", "magenta", "green", "blue", "red")


def print_differing(results: Results, console: Console) -> None:
    """Tell the answers of two backends, and of more show in one table which of them answer alike."""
    found = differing(results)
    if not found:
        return
    backends = [backend.name for backend in results.envelope.backends if backend.problem is None]
    console.rule(f"answered differently: {len(found)}", style="dim", align="left")
    if len(backends) <= _FEW:
        for one in found[:MOST_TOLD]:
            say(console, f"{one.row.id} {one.row.title}", indent=2)
            for backend, number in one.given.items():
                say(console, f"    {backend}: {one.answers[number]}", "dim", indent=6)
        if len(found) > MOST_TOLD:
            say(
                console,
                f"… and {len(found) - MOST_TOLD} more; --report DIR writes them all to summary.md",
                "dim",
                indent=2,
            )
    else:
        for number, block in enumerate(in_blocks(backends, console.width, _LEAST_OF_BEHAVIOUR, 1)):
            if number:
                console.print()
            console.print(_table(found, block))
        say(console, "The same letter is the same answer; memory-conformance explain ID tells it.", "dim", indent=2)
    console.print()


def _table(found: list[Differing], backends: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("behaviour", ratio=1, overflow="fold")
    for name in backends:
        table.add_column(escape(narrow(name)), justify="center", overflow="fold")
    # The letters are those of all backends, so that one table goes on where the last ended.
    for one in found:
        table.add_row(
            f"{one.row.id} {escape(one.row.title)}",
            *(_letter(one.given[name]) if name in one.given else Text("") for name in backends),
        )
    return table


def _letter(number: int) -> Text:
    return Text(ascii_lowercase[number % len(ascii_lowercase)], _STYLES[number % len(_STYLES)])
