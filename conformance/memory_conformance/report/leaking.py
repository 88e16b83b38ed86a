"""The report of the leak lab as people see it: the headline, where it leaks and how to see it again, then what each rule proved."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from memory_conformance.report.lab import Heat, heat, proof_words, rows_of, standing, told, too_little_proved
from memory_conformance.report.lines import say
from memory_conformance.report.markdown import cell, fenced
from memory_conformance.report.proved import LabOf, LeakKind, Leaks
from memory_conformance.report.results import Result, Results
from memory_conformance.verdict import Word

_STYLES = {Word.PASS: "green", Word.FAIL: "red", Word.ERROR: "bold red", Word.UNSUPPORTED: "dim"}
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
PICTURE = "heat-map"
"""How the names of pictures begin, in the folder of a report."""


def print_leaks(results: Results, leaks: Leaks, console: Console) -> None:
    """Print what was found on each backend, the gravest last: that is where a reader of a terminal looks first."""
    for lab in leaks.labs:
        console.rule(lab.backend, style="dim", align="left")
        _print_lab(results, lab, console)
        console.print()
    for line in too_little_proved(results, leaks):
        say(console, line, "red")
    for backend in results.envelope.backends:
        if backend.problem is not None:
            say(console, f"not played: {backend.name}: {backend.problem.removeprefix(f'{backend.name}: ')}", "bold red")


def _print_lab(results: Results, lab: LabOf, console: Console) -> None:
    rows = rows_of(results, lab)
    if rows:
        console.print(_rules(rows))
        console.print()
    for line in (*lab.notes, *lab.not_played):
        say(console, line, "dim", indent=2)
    found = heat(results, lab)
    if found.leaks:
        say(console, "whose memories, by who is shown them", "dim")
        console.print(_map(found))
        console.print()
    for number, kind in enumerate(lab.kinds, start=1):
        _print_kind(number, kind, console)
    fields = " and ".join(lab.fields) or "no field"
    say(console, f"{len(lab.cells):,} scopes of {fields}, seed {results.envelope.seed}, run {lab.run}", "dim")
    if lab.searched is not None:
        searched = lab.searched
        counted = (
            f"{_many(searched.histories, 'history')} with {_many(searched.operations, 'operation')}"
            f" in {searched.duration:.1f} s"
        )
        say(console, counted + (f"; ended early: {searched.problem}" if searched.problem else ""), "dim")
    style = _STYLES.get(standing(rows, lab), "yellow")
    console.print(Text(f"{lab.backend}: {told(results, lab)}", f"bold {style}"))


def _many(count: int, what: str) -> str:
    several = f"{what.removesuffix('y')}ies" if what.endswith("y") else f"{what}s"
    return f"{count:,} {what if count == 1 else several}"


def _rules(rows: list[Result]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("rule", no_wrap=True)
    table.add_column("", ratio=3)
    table.add_column("verdict", no_wrap=True)
    table.add_column("", ratio=3)
    for row in rows:
        style = _STYLES.get(row.verdict, "yellow")
        table.add_row(row.id, row.title, Text(row.verdict.value, style), Text(proof_words(row), style="dim"))
    return table


def _map(found: Heat) -> Table:
    """The families with leaks alone: the whole map is a picture in the report."""
    readers = [family for family in found.families if any(found.leaks[owner, family] for owner in found.families)]
    # A reader has a row also where nobody is shown what they have: that is where a number has its name.
    owners = [
        family
        for family in found.families
        if family in readers or any(found.leaks[family, reader] for reader in found.families)
    ]
    table = Table(box=None, padding=(0, 1, 0, 0))
    table.add_column("")
    # By their numbers: the names of so many columns fit no console.
    numbers = {family: number for number, family in enumerate(found.families, start=1)}
    for reader in readers:
        table.add_column(str(numbers[reader]), justify="right")
    for owner in owners:
        counts = [found.leaks[owner, reader] for reader in readers]
        table.add_row(
            f"{numbers[owner]:>2} {owner}",
            *(Text(f"{one:,}", "bold red") if one else Text("·", "dim") for one in counts),
        )
    return table


def _print_kind(number: int, kind: LeakKind, console: Console) -> None:
    say(console, f"{number}. {kind.words}", "red", indent=3)
    pairs = (
        f"{kind.seen:,} pair{'s' * (kind.seen != 1)} of scopes"
        if kind.found_by == "lattice"
        else f"found by {kind.found_by}"
    )
    say(console, f"   {pairs}, against {', '.join(kind.rules)}", "dim", indent=3)
    if kind.way is not None:
        # Not everything can be said in sentences.
        for line in (kind.way.scenario or kind.way.messages).splitlines():
            console.print(f"   {line}", markup=False, highlight=False, soft_wrap=True, style="cyan")
    console.print()


def print_kinds(leaks: Leaks, console: Console) -> None:
    """Print the ways to leak alone, where the rules are told as other rows are."""
    for lab in leaks.labs:
        if lab.kinds:
            say(console, f"{lab.backend}: {_many(len(lab.kinds), 'way')} to leak", "bold red")
        for number, kind in enumerate(lab.kinds, start=1):
            _print_kind(number, kind, console)


def kind_sections(leaks: Leaks) -> Iterator[str]:
    """The same in summary.md."""
    for lab in leaks.labs:
        if lab.kinds:
            yield f"## {cell(lab.backend)}: {_many(len(lab.kinds), 'way')} to leak"
        for kind in lab.kinds:
            yield _section(kind)


def leak_sections(results: Results, leaks: Leaks) -> Iterator[str]:
    """The parts of summary.md."""
    for number, lab in enumerate(leaks.labs):
        rows = rows_of(results, lab)
        yield f"## {cell(lab.backend)}\n\n**{cell(told(results, lab))}**"
        yield "\n".join(f"- {cell(line)}" for line in (*lab.notes, *lab.not_played))
        if lab.cells:
            yield f"![Who is shown whose memories]({picture_of(number)})"
        for kind in lab.kinds:
            yield _section(kind)
        if rows:
            lines = ["| rule | | verdict | |", "|---|---|---|---|"]
            lines += [
                f"| {row.id} | {cell(row.title)} | {row.verdict.value} | {cell(proof_words(row))} |" for row in rows
            ]
            yield "\n".join(lines)
    yield "\n".join(f"**{cell(line)}**" for line in too_little_proved(results, leaks))


def _section(kind: LeakKind) -> str:
    told_by = f"{kind.seen:,} pair{'s' * (kind.seen != 1)}" if kind.found_by == "lattice" else kind.found_by
    head = f"<details><summary><b>{cell(kind.words)}</b> — {told_by}, {', '.join(kind.rules)}</summary>"
    if kind.way is None:
        return f"{head}\n\n</details>"
    forms = ["As a test:", fenced(kind.way.test), "As messages:", fenced(kind.way.messages)]
    if kind.way.scenario:
        forms.insert(0, fenced(kind.way.scenario))
    return "\n\n".join([head, *forms, "</details>"])


def picture_of(number: int) -> str:
    """The name of the picture of one backend, by its place."""
    return f"{PICTURE}.svg" if not number else f"{PICTURE}-{number + 1}.svg"
