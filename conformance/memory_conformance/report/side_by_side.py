"""The report of two backends that were held against each other: what differs in words, with an example each."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from memory_conformance.report.compared import UNSTEADY, Pair, headline, not_compared, pairs
from memory_conformance.report.lines import say
from memory_conformance.report.matrix import code_of
from memory_conformance.report.results import Compared, Found, Histories, Results
from memory_conformance.report.snippet import on_both

MOST_EXAMPLES = 12
"""Ways to differ whose history is printed; of the others a line each, and all of them are in the reports of --report."""
MOST_IDS = 8


def print_compared(results: Results, compared: Compared, console: Console) -> None:
    """Print what differs, what could not be compared, and what came of it."""
    differing = [pair for pair in pairs(results) if pair.differs]
    if differing:
        console.rule(f"behaviours that differ: {len(differing)}", style="dim", align="left")
        console.print(_table(differing, compared))
        console.print()
    for reason, ids in not_compared(results).items():
        more = f" and {len(ids) - MOST_IDS} more" if len(ids) > MOST_IDS else ""
        say(console, f"not compared: {', '.join(ids[:MOST_IDS])}{more}: {reason}", "dim", indent=2)
    if compared.histories is not None:
        _print_histories(results, compared, compared.histories, console)
    style = {0: "bold green", 1: "bold red", 3: "bold red"}[code_of(results)]
    told = {0: "no difference", 1: "different", 3: "not compared to the end"}[code_of(results)]
    say(console, f"{told}  {headline(results, compared)}, seed {results.envelope.seed}", style, indent=2)


def _table(differing: list[Pair], compared: Compared) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("behaviour", ratio=3, overflow="fold")
    for name in (compared.first, compared.second):
        table.add_column(escape(name), ratio=2, overflow="fold")
    for pair in differing:
        first, second = pair.seen()
        table.add_row(f"[bold]{pair.id}[/bold] {escape(pair.first.title)}", Text(first), Text(second))
    return table


def _print_histories(results: Results, compared: Compared, histories: Histories, console: Console) -> None:
    if histories.found:
        console.rule(f"ways in which made-up histories differ: {len(histories.found)}", style="dim", align="left")
    by_name = {backend.name: backend for backend in results.envelope.backends}
    both = [(by_name[name].connectable, by_name[name].config) for name in (compared.first, compared.second)]
    for number, found in enumerate(histories.found):
        say(console, f"{found.words}  ({found.seen:,} of {histories.played:,})", "bold")
        if number >= MOST_EXAMPLES:
            say(console, f"    {compared.first}: {found.first}; {compared.second}: {found.second}", "dim", indent=6)
            continue
        _print_example(found, both, console)
    for name in histories.unordered:
        say(console, f"{name} gives one search another order each time: orders were not compared", "yellow", indent=2)
    for name in histories.unsteady:
        say(console, f"{name} {UNSTEADY}", "bold red", indent=2)
    if histories.problem is not None:
        say(console, f"not all histories were played: {histories.problem}", "bold red", indent=2)


def _print_example(found: Found, both: Sequence[tuple[str, str | None]], console: Console) -> None:
    for line in found.scenario.splitlines():
        console.print(f"  {line}", markup=False, highlight=False, soft_wrap=True, style="cyan")
    console.print()
    for line in on_both(found.calls, both).splitlines():
        console.print(f"    {line}", markup=False, highlight=False, soft_wrap=True, style="dim")
    console.print()
