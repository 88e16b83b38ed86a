"""The report that people see first: the matrix, then what is not as expected, then how to go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from memory_conformance.evidence import shorten
from memory_conformance.report.calls import calls_made, is_not_run, not_run
from memory_conformance.report.matrix import Cell, code_of, differing, likeness, matrix, notes, open_questions, red_rows
from memory_conformance.report.results import BackendInfo, Result, Results
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
MOST_TOLD = 12
"""Results that are told in full for one backend; the others are listed in a line each."""


def print_report(results: Results, console: Console, *, trace: bool = False) -> None:
    """Print everything that a person needs to act on."""
    for name, reason in results.envelope.left_out.items():
        console.print(f"[dim]left out: {escape(name)}: {escape(reason)}[/dim]", highlight=False, soft_wrap=True)
    if results.results:
        console.print(_matrix(results))
        console.print()
    if len([backend for backend in results.envelope.backends if backend.problem is None]) > 1:
        _print_differing(results, console)
    _print_notes(results, console)
    _print_failures(results, console, trace)
    _print_likeness(results, console)
    _print_trials(results.envelope.backends, console)
    _print_problems(results.envelope.backends, console)
    for line in (*visible_after(results), *calls_made(results)):
        console.print(line, style="dim", markup=False, highlight=False)
    for line in not_run(results):
        console.print(line, style="bold red", markup=False, highlight=False)
    console.print(_last_line(results), highlight=False)


def _matrix(results: Results) -> Table:
    backends = [backend for backend in results.envelope.backends if backend.problem is None]
    table = Table(title=None, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("topic", no_wrap=True)
    for backend in backends:
        held_to = "" if backend.claim in (None, backend.name) else f"\n[dim]as {escape(backend.claim or '')}[/dim]"
        table.add_column(f"{escape(backend.name)}{held_to}", overflow="fold")
    # A few backends have room for a line each; of many, each word gets a line.
    between = " · " if len(backends) <= 3 else "\n"
    for topic, row in matrix(results).items():
        table.add_row(topic, *(_cell(row[one.name], between) if one.name in row else Text("") for one in backends))
    return table


def _cell(found: Cell, between: str) -> Text:
    text = Text()
    for word in Word:
        red = found.words[word] - (found.documented if word is Word.FAIL else 0)
        if red:
            _append(
                text, f"{red} {word.value}", STYLES[word] if word is not Word.FAIL or found.red else "yellow", between
            )
        if word is Word.FAIL and found.documented:
            _append(text, f"{found.documented} documented", "yellow", between)
    return text


def _append(text: Text, told: str, style: str, between: str) -> None:
    text.append(between if text else "")
    text.append(told, style=style)


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
        console.print(failure_text(first), markup=False, highlight=False)
        if len(rows) > 1:
            others = ", ".join(row.id for row in rows[1:6])
            more = f" and {len(rows) - 6} more" if len(rows) > 6 else ""
            console.print(f"  also      {others}{more}: for the same reason", markup=False, highlight=False)
        code = snippet(first, backends[first.backend].connectable, backends[first.backend].config)
        if code is not None:
            console.print(f"  {code.how}", markup=False)
            for line in code.text.splitlines():
                console.print(f"    {line}", markup=False, highlight=False, soft_wrap=True, style="cyan")
        if first.trace and trace:
            console.print(first.trace, markup=False, highlight=False, style="dim")
        elif first.trace:
            console.print("  trace     --trace shows what the backend's own code raised", markup=False, style="dim")
        console.print()


def _same_reason(rows: list[Result]) -> Iterator[list[Result]]:
    """Errors of a harness repeat themselves: those with the same answer of the same backend are told once."""
    grouped: dict[tuple[str, str, str], list[Result]] = {}
    for row in rows:
        same = row.observed or row.reason if row.verdict is Word.ERROR else row.id
        grouped.setdefault((row.backend, row.verdict.value, same), []).append(row)
    yield from grouped.values()


def _print_differing(results: Results, console: Console) -> None:
    found = differing(results)
    if not found:
        return
    console.rule(f"answered differently: {len(found)}", style="dim", align="left")
    for row, seen in found[:MOST_TOLD]:
        console.print(f"{row.id} {row.title}", markup=False, highlight=False)
        by_answer: dict[str, list[str]] = {}
        for backend, answer in seen.items():
            by_answer.setdefault(answer, []).append(backend)
        for answer, backends in by_answer.items():
            console.print(f"    {', '.join(backends)}: {shorten(answer)}", markup=False, highlight=False, style="dim")
    if len(found) > MOST_TOLD:
        console.print(f"… and {len(found) - MOST_TOLD} more; --report DIR writes them all to summary.md", style="dim")
    console.print()


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
            console.print(f"[dim]{escape(backend.name)} answers like: {escape(told)}{rest}[/dim]", highlight=False)


def _print_trials(backends: list[BackendInfo], console: Console) -> None:
    for backend in backends:
        for line in trial_lines(backend):
            style = "yellow" if line == undeclared_line(backend) else "red"
            console.print(f"{backend.name}: {line}", style=style, markup=False, highlight=False, soft_wrap=True)


def _print_problems(backends: list[BackendInfo], console: Console) -> None:
    for backend in backends:
        if backend.problem is not None:
            # A backend's own words may repeat its name.
            told = backend.problem.removeprefix(f"{backend.name}: ")
            console.print(
                f"not played: {backend.name}: {told}", style="bold red", markup=False, highlight=False, soft_wrap=True
            )
            for line in backend.log:
                console.print(f"  log       {shorten(line)}", markup=False, highlight=False, soft_wrap=True)


def _last_line(results: Results) -> Text:
    envelope = results.envelope
    code = code_of(results)
    word, style = {0: ("as expected", "green"), 1: ("not as expected", "red"), 3: ("not played to the end", "red")}[
        code
    ]
    played = sum(1 for backend in envelope.backends if backend.problem is None)
    text = Text(word, style=f"bold {style}")
    text.append(
        f"  {envelope.behaviours} behaviour{'' if envelope.behaviours == 1 else 's'} on {played} backend{'' if played == 1 else 's'}"
        f" in {envelope.duration:.1f} s, seed {envelope.seed}",
        style="dim",
    )
    counted = {words: sum(of.get(words, 0) for of in results.totals.values()) for words in Word}
    text.append(": " if any(counted.values()) else "", style="dim")
    documented = sum(row.documented for row in results.results)
    told = [
        f"{count} {words.value}" + (f" ({documented} documented)" if words is Word.FAIL and documented else "")
        for words, count in counted.items()
        if count
    ]
    text.append(", ".join(told), style="dim")
    if not envelope.complete:
        text.append(f"; ended early after {len(results.results)} of {envelope.planned}", style="yellow")
    return text
