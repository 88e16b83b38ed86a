"""The report that people see first: the matrix, then what is not as expected, then how to go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import Console, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from memory_conformance.evidence import shorten
from memory_conformance.report.calls import calls_made, is_not_run, not_run
from memory_conformance.report.differing import print_differing
from memory_conformance.report.leaking import print_kinds, print_leaks
from memory_conformance.report.lines import Pieces, in_blocks, narrow, say, separated
from memory_conformance.report.matrix import Cell, code_of, likeness, matrix, notes, open_questions, red_rows
from memory_conformance.report.results import BackendInfo, Result, Results
from memory_conformance.report.side_by_side import print_compared
from memory_conformance.report.snippet import snippet
from memory_conformance.report.text import failure_text
from memory_conformance.report.trials import trial_lines, undeclared_line
from memory_conformance.report.visible import visible_after
from memory_conformance.verdict import Word

STYLES = {
    Word.PASS: "green",
    Word.FAIL: "red",
    Word.UNDOCUMENTED: "yellow",
    Word.INCONCLUSIVE: "yellow",
    Word.UNSUPPORTED: "dim",
    Word.ERROR: "bold red",
}
_FEW = 3
"""Backends that have room for a line each; of more, each word gets a line."""
_LEAST_OF_CELL = len(f"99 {Word.UNDOCUMENTED.value}")
MOST_TOLD = 12
"""Results that are told in full for one backend; the others are listed in a line each."""


def print_report(results: Results, console: Console, *, trace: bool = False) -> None:
    """Print everything that a person needs to act on."""
    if results.compared is not None:
        print_compared(results, results.compared, console)
        return
    if results.leaks is not None and not results.leaks.beside:
        print_leaks(results, results.leaks, console)
        console.print(_last_line(results))
        return
    for name, reason in results.envelope.left_out.items():
        say(console, f"left out: {name}: {reason}", "dim", indent=2)
    if results.results:
        _print_matrix(results, console)
        console.print()
    if len([backend for backend in results.envelope.backends if backend.problem is None]) > 1:
        print_differing(results, console)
    _print_notes(results, console)
    _print_failures(results, console, trace)
    if results.leaks is not None:
        print_kinds(results.leaks, console)
    _print_likeness(results, console)
    _print_trials(results.envelope.backends, console)
    _print_problems(results.envelope.backends, console)
    for line in visible_after(results):
        say(console, line.text, "yellow" if line.late else "dim", indent=2)
    for told in calls_made(results):
        say(console, told, "dim", indent=2)
    for told in not_run(results):
        say(console, told, "bold red", indent=2)
    console.print(_last_line(results))


def _print_matrix(results: Results, console: Console) -> None:
    backends = {backend.name: backend for backend in results.envelope.backends if backend.problem is None}
    if len(backends) <= _FEW:
        console.print(_matrix(results, list(backends.values()), few=True))
        return
    topics = max(map(len, matrix(results)), default=0) + 1
    for number, block in enumerate(in_blocks(list(backends), console.width, topics, _LEAST_OF_CELL)):
        if number:
            console.print()
        console.print(_matrix(results, [backends[name] for name in block], few=False))


def _matrix(results: Results, backends: Sequence[BackendInfo], *, few: bool) -> Table:
    table = Table(title=None, box=None, pad_edge=False, padding=(0, 2 if few else 1, 0, 0))
    table.add_column("topic", no_wrap=True)
    for backend in backends:
        held_to = "" if backend.claim in (None, backend.name) else f"\n[dim]as {escape(backend.claim or '')}[/dim]"
        name = backend.name if few else narrow(backend.name)
        table.add_column(f"{escape(name)}{held_to}", overflow="fold", min_width=len(Word.UNSUPPORTED.value))
    between = " · " if few else "\n"
    for topic, row in matrix(results).items():
        table.add_row(topic, *(_cell(row[one.name], between) if one.name in row else Text("") for one in backends))
    return table


def _cell(found: Cell, between: str) -> RenderableType:
    told: list[Text] = []
    for word in Word:
        red = found.words[word] - (found.documented if word is Word.FAIL else 0)
        if red:
            told.append(Text(f"{red} {word.value}", STYLES[word] if word is not Word.FAIL or found.red else "yellow"))
        if word is Word.FAIL and found.documented:
            told.append(Text(f"{found.documented} documented", "yellow"))
    return Text("\n").join(told) if between == "\n" else separated(told, between)


def _print_failures(results: Results, console: Console, trace: bool) -> None:
    backends = {backend.name: backend for backend in results.envelope.backends}
    told: dict[str, int] = {}
    for rows in _same_reason([row for row in red_rows(results) if not is_not_run(row)]):
        first = rows[0]
        told[first.backend] = told.get(first.backend, 0) + 1
        if told[first.backend] > MOST_TOLD:
            console.print(f"{first.id} [{first.backend}] {first.reason}", markup=False, highlight=False, style="red")
            continue
        console.rule(f"{first.id} on {escape(first.backend)}", style="red", align="left")
        _print_failure(first, console)
        if len(rows) > 1:
            others = ", ".join(row.id for row in rows[1:6])
            more = f" and {len(rows) - 6} more" if len(rows) > 6 else ""
            console.print(f"  also      {others}{more}: for the same reason", markup=False, highlight=False)
        about = backends[first.backend]
        code = snippet(first, about.connectable, about.config, about.remote)
        if code is not None:
            console.print(f"  {code.how}", markup=False)
            for line in code.text.splitlines():
                console.print(f"    {line}", markup=False, highlight=False, soft_wrap=True, style="cyan")
        if first.trace and trace:
            console.print(first.trace, markup=False, highlight=False, style="dim")
        elif first.trace:
            console.print("  trace     --trace shows what the backend's own code raised", markup=False, style="dim")
        console.print()


def _print_failure(row: Result, console: Console) -> None:
    *told, repeat = failure_text(row).splitlines()
    for line in told:
        say(console, line, indent=12)
    # It is there to be pasted.
    console.print(repeat, markup=False, highlight=False, soft_wrap=True)


def _same_reason(rows: list[Result]) -> Iterator[list[Result]]:
    """Errors of a harness repeat themselves: those with the same answer of the same backend are told once."""
    grouped: dict[tuple[str, str, str], list[Result]] = {}
    for row in rows:
        same = row.observed or row.reason if row.verdict is Word.ERROR else row.id
        grouped.setdefault((row.backend, row.verdict.value, same), []).append(row)
    yield from grouped.values()


def _print_notes(results: Results, console: Console) -> None:
    found = notes(results)
    if not found:
        return
    console.rule("neither green nor red", style="dim", align="left")
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    left_out = 0
    told: Counter[str] = Counter()
    for note in found:
        told[note.words] += 1
        if told[note.words] > MOST_TOLD:
            left_out += 1
            continue
        several = f"{len(note.ids)} × " if len(note.ids) > 1 else ""
        style = STYLES[Word(note.words.split()[0])]
        words = Text(f"{several}{note.words}", style="yellow" if style == "red" else style)
        table.add_row(words, Text(shorten(note.reason)), Text(", ".join(note.backends), style="dim"))
    console.print(table)
    if left_out:
        console.print(f"… and {left_out} more; --report DIR writes them all to summary.md", style="dim")
    console.print()


def _print_likeness(results: Results, console: Console) -> None:
    for backend in results.envelope.backends:
        rows = [row for row in results.results if row.backend == backend.name]
        nearest = likeness(rows)
        if backend.claim is None and nearest:
            told = ", ".join(f"{tag} {count} of {of}" for tag, count, of in nearest[:3])
            left = open_questions(rows)
            rest = f"; {left} questions stay open" if left else ""
            say(console, f"{backend.name} answers like: {told}{rest}", "dim", indent=2)


def _print_trials(backends: list[BackendInfo], console: Console) -> None:
    for backend in backends:
        for line in trial_lines(backend):
            style = "yellow" if line == undeclared_line(backend) else "red"
            say(console, f"{backend.name}: {line}", style, indent=2)


def _print_problems(backends: list[BackendInfo], console: Console) -> None:
    for backend in backends:
        if backend.problem is not None:
            # A backend's own words may repeat its name.
            told = backend.problem.removeprefix(f"{backend.name}: ")
            say(console, f"not played: {backend.name}: {told}", "bold red", indent=2)
            for line in backend.log:
                say(console, f"  log       {shorten(line)}", indent=12)


def _last_line(results: Results) -> Pieces:
    envelope = results.envelope
    word, style = {0: ("as expected", "green"), 1: ("not as expected", "red"), 3: ("not played to the end", "red")}[
        code_of(results)
    ]
    played = sum(1 for backend in envelope.backends if backend.problem is None)
    behaviours = f"{envelope.behaviours} behaviour{'' if envelope.behaviours == 1 else 's'}"
    on = f" on {played} backend{'' if played == 1 else 's'}"
    # Where nobody was played, no time was spent on it.
    took = f" in {envelope.duration:.1f} s" if played else ""
    counted = {words: sum(of.get(words, 0) for of in results.totals.values()) for words in Word}
    documented = sum(row.documented for row in results.results)
    told = [
        f"{count} {words.value}" + (f" ({documented} documented)" if words is Word.FAIL and documented else "")
        for words, count in counted.items()
        if count
    ]
    pieces = [
        Text.assemble((word, f"bold {style}"), (f"  {behaviours}{on}{took}, ", "dim")),
        Text(f"seed {envelope.seed}{': ' if told else ''}", "dim"),
        *separated([Text(one, "dim") for one in told], ", ").pieces,
    ]
    if not envelope.complete:
        pieces[-1].append("; ")
        pieces.append(Text(f"ended early after {len(results.results)} of {envelope.planned}", "yellow"))
    return Pieces(pieces)
