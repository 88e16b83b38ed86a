"""Which scenario kills which fault, on a console and in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from memory_conformance.report.faults import PlayedFault, PlayedFaults, TriedScenario, by_kind
from memory_conformance.report.lines import say, separated

KILLS, MISSES = "✓", "✗"


def print_matrix(played: PlayedFaults, console: Console) -> None:
    """Print a row a fault, those first that survive, and the score."""
    survivors = played.survivors
    if survivors:
        console.rule("these survive", style="red", align="left")
        console.print(_table(survivors))
        for fault in survivors:
            for line in _why(fault):
                say(console, line, "red", indent=4)
        console.print()
    for kind, faults in by_kind([fault for fault in played.faults if fault.killed]).items():
        console.rule(kind, style="dim", align="left")
        console.print(_table(faults))
    for gap in played.gaps():
        say(console, gap, "red", indent=4)
    style = "bold green" if played.code == 0 else "bold red"
    told = "as expected" if played.code == 0 else "not as expected"
    say(console, f"{told}  {played.score()}, in {played.duration:.1f} s", style, indent=2)


def _table(faults: Sequence[PlayedFault]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    # The first two are as wide in every table, so that the tables of all kinds read as one.
    table.add_column("fault", ratio=3, overflow="fold", min_width=12)
    table.add_column("base", ratio=2, overflow="fold", min_width=8)
    table.add_column("what", ratio=6, overflow="fold")
    table.add_column("killers", ratio=5, overflow="fold")
    for fault in faults:
        name = Text(fault.name, "bold" if fault.killed else "bold red")
        pieces = [_sign(tried) for tried in fault.tried]
        if fault.further is not None:
            pieces += [
                Text("also" if fault.further else "no other", "dim"),
                *(Text(one, "dim") for one in fault.further),
            ]
        table.add_row(name, Text(fault.base), Text(fault.what), separated(pieces, " "))
    return table


def _sign(tried: TriedScenario) -> Text:
    return Text(f"{KILLS if tried.kills else MISSES} {tried.id}", "green" if tried.kills else "bold red")


def _why(fault: PlayedFault) -> Iterator[str]:
    if not fault.tried:
        yield f"{fault.name}: no scenario is named for it"
    for tried in fault.tried:
        if not tried.kills:
            told = f": {tried.told}" if tried.told else ""
            yield f"{fault.name}: {tried.id} {tried.came}{told}"


def markdown(played: PlayedFaults) -> str:
    """The same as Markdown, without what differs from one run to the next."""
    lines = [f"{played.score()}.", ""]
    if played.survivors:
        lines += ["## These survive", "", *_rows(played.survivors), ""]
        lines += [f"- {_text(line)}" for fault in played.survivors for line in _why(fault)]
        lines.append("")
    gaps = list(played.gaps())
    if gaps:
        lines += [*(f"- {_text(gap)}" for gap in gaps), ""]
    for kind, faults in by_kind(played.faults).items():
        lines += [f"## {kind[:1].upper()}{kind[1:]}", "", *_rows(faults), ""]
    return "\n".join(lines).rstrip() + "\n"


def _rows(faults: Sequence[PlayedFault]) -> Iterator[str]:
    yield "| fault | what is wrong | planted in | killed by | seen in |"
    yield "|---|---|---|---|---|"
    for fault in faults:
        killers = ", ".join(one.id if one.kills else f"**{MISSES} {one.id}**" for one in fault.tried)
        yield f"| `{fault.name}` | {_text(fault.what)} | {fault.base} | {killers} | {_text(fault.seen_in)} |"


def _text(written: str) -> str:
    return re.sub(r"([\\*_<>|\[\]])", r"\\\1", written).replace("\n", " ")
