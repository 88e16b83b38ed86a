"""The report of a check: which operations work, what is wrong with messages, and whose fault that is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from memory_conformance.backend import Speaker
from memory_conformance.evidence import NO_MESSAGE, shorten
from memory_conformance.report.calls import is_not_run, not_run
from memory_conformance.report.lines import Pieces, say
from memory_conformance.report.matrix import code_of, is_red_row
from memory_conformance.report.results import BackendInfo, Faulty, Played, Result, Results, Tried
from memory_conformance.report.text import telling_cases
from memory_conformance.report.trials import missing_line, undeclared_line
from memory_conformance.verdict import Word

STYLES = {
    "works": "green",
    "refused": "yellow",
    "unsupported": "dim",
    "not asked": "dim",
}
"""How each word of a trial is shown; every other word is red."""
WHOSE = {
    Speaker.HARNESS: "fault of the harness",
    Speaker.BACKEND: "the backend's own error",
    None: "fault of the harness, or of the backend behind it",
}
MOST_LOG_LINES = 5
"""Lines of its log that are shown of a harness that said nothing."""
_KEYS = ("type", "enum", "required", "properties", "items")
"""The keywords of a schema in the order in which they are read."""


def print_check(results: Results, console: Console) -> None:
    """Print what was found of one backend, in the order in which its author can use it."""
    (backend,) = results.envelope.backends
    if backend.problem is not None:
        problem = backend.problem.removeprefix(f"{backend.name}: ")
        say(console, f"not started: {problem}", "bold red", indent=2)
        if backend.faulty is not None:
            _print_faulty(backend.faulty, console, told=problem)
        else:
            _print_log(backend.log, console)
        return
    say(console, _who(backend), "bold")
    console.print()
    console.print(_operations(backend))
    console.print()
    red = [row for row in results.results if _is_red(row, results) and not is_not_run(row)]
    shown = {
        step.faulty.operation for row in red if (step := _faulty_step(row)) is not None and step.faulty is not None
    }
    for tried in backend.tried:
        if tried.faulty is not None and tried.declared and tried.operation not in shown:
            console.rule(f"{tried.operation}, tried by itself", style="red", align="left")
            _print_faulty(tried.faulty, console)
            _print_log(tried.faulty.log, console)
    for rows in _same_fault(red):
        _print_red(rows, console)
    for left in [*_left_open(results), *not_run(results)]:
        say(console, left, "dim", indent=2)
    for line, style in ((undeclared_line(backend), "yellow"), (missing_line(backend), "red")):
        if line is not None:
            say(console, line, style, indent=2)
    console.print(_last_line(results, backend))


def whose_fault(faulty: Faulty) -> str:
    """Whose fault it is, in words."""
    return WHOSE[faulty.fault]


def schema_lines(schema: Mapping[str, Any]) -> Iterator[str]:
    """A schema as JSON with a line for each property, which is as much as fits beside a message."""
    keys = sorted(schema, key=_place)
    yield "{"
    for key in keys:
        comma = "" if key == keys[-1] else ","
        if key != "properties" or not schema[key]:
            yield f'  "{key}": {_json(schema[key])}{comma}'
            continue
        yield '  "properties": {'
        names = list(schema[key])
        for name in names:
            yield f'    "{name}": {_json(schema[key][name])}{"" if name == names[-1] else ","}'
        yield f"  }}{comma}"
    yield "}"


def _who(backend: BackendInfo) -> str:
    told = (f"{backend.name} {backend.version}".strip(), backend.language, f"scope {', '.join(backend.scope)}")
    return " · ".join(one for one in told if one)


def _operations(backend: BackendInfo) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("operation", no_wrap=True)
    table.add_column("declared", no_wrap=True)
    table.add_column("answers", no_wrap=True)
    table.add_column("", overflow="fold")
    for tried in backend.tried:
        declared = "always" if tried.capability is None else "yes" if tried.declared else "no"
        note, style = tried.told, STYLES.get(tried.found, "red" if tried.declared else "yellow")
        if tried.found == "unsupported":
            note, style = ("declared and not there", "red") if tried.declared else ("", "dim")
        elif _is_undeclared(tried, backend):
            note, style = "there and not declared", "yellow"
        table.add_row(tried.operation, declared, Text(tried.found, style=style), Text(shorten(note), style="dim"))
    return table


def _is_undeclared(tried: Tried, backend: BackendInfo) -> bool:
    return any(name.partition(" ")[0] == tried.operation for name in backend.undeclared)


def _is_red(row: Result, results: Results) -> bool:
    return row.verdict is Word.ERROR or is_red_row(row, results) or row.verdict is Word.FAIL


def _same_fault(rows: list[Result]) -> Iterator[list[Result]]:
    """The rows with the same problem in the same operation are told once: one fault often shows in many scenarios."""
    grouped: dict[tuple[str, str], list[Result]] = {}
    for row in rows:
        step = _faulty_step(row)
        faulty = step.faulty if step is not None else None
        # Where no message came, each attempt may be told in words of its own.
        same = (
            (row.id, "") if faulty is None else (faulty.operation, "" if faulty.came == NO_MESSAGE else faulty.problem)
        )
        grouped.setdefault(same, []).append(row)
    yield from grouped.values()


def _left_open(results: Results) -> Iterator[str]:
    """What is neither green nor red, in a line for each reason."""
    grouped: dict[tuple[Word, str], list[str]] = {}
    for row in results.results:
        if row.verdict is not Word.PASS and not _is_red(row, results):
            grouped.setdefault((row.verdict, row.observed or row.reason), []).append(row.id)
    for (word, reason), ids in grouped.items():
        yield f"{word.value}: {', '.join(ids)}: {shorten(reason)}"


def _faulty_step(row: Result) -> Played | None:
    return next((step for step in row.steps if step.faulty is not None), None)


def _print_red(rows: list[Result], console: Console) -> None:
    first = rows[0]
    grave = first.level == "must" and not first.documented
    mark = " (documented)" if first.documented else "" if first.level == "must" else f" (@{first.level})"
    console.rule(f"{first.id} {escape(first.title)}{mark}", style="red" if grave else "yellow", align="left")
    decisive = _faulty_step(first)
    cases = telling_cases(first)
    for step in cases[0] if cases else ():
        sign = "✗" if step is decisive else " "
        # Not wrapped: the whole of the message that counts is shown below as what was sent.
        line = f"{sign} {step.keyword.title():<5} {shorten(step.text)}"
        console.print(Text(line), no_wrap=True, overflow="ellipsis", highlight=False)
        if step is decisive:
            break
    if decisive is None or decisive.faulty is None:
        say(console, f"  {first.verdict.value}: {first.reason}", indent=4)
        console.print()
    else:
        _print_faulty(decisive.faulty, console)
    if decisive is None or decisive.faulty is None or decisive.faulty.came == NO_MESSAGE:
        _print_log(first.log, console)
    if len(rows) > 1:
        say(console, f"  the same in {', '.join(row.id for row in rows[1:])}", "dim", indent=4)
        console.print()


def _print_log(log: Sequence[str], console: Console) -> None:
    for line in log[-MOST_LOG_LINES:]:
        say(console, f"  log   {shorten(line)}", "dim", indent=8)


def _print_faulty(faulty: Faulty, console: Console, told: str = "") -> None:
    """Print whose fault it is, and what was sent, came and was due; the problem itself unless it was ``told`` before."""
    style = "yellow" if faulty.fault is Speaker.BACKEND else "red"
    problem = "" if faulty.problem in told else f": {faulty.problem}"
    say(console, Text.assemble("  ", (whose_fault(faulty), f"bold {style}"), problem), indent=4)
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row("  sent", Text(f"{faulty.operation} {faulty.sent}"))
    grid.add_row("  came", Text(faulty.came, style=style))
    if faulty.due:
        grid.add_row("  due", Text("\n".join([faulty.due, *schema_lines(faulty.schema_part)]), style="green"))
    console.print(grid)
    console.print()


def _last_line(results: Results, backend: BackendInfo) -> Pieces:
    code = code_of(results)
    passed = sum(row.verdict is Word.PASS for row in results.results)
    word, style = {
        0: ("speaks the protocol", "green"),
        1: ("does not speak the protocol", "red"),
        3: ("not played to the end", "red"),
    }[code]
    if code == 1 and not backend.problems and not backend.missing and _all_of_the_backend(results):
        word = "speaks the protocol, but the backend fails"
    others = {one: sum(row.verdict is one for row in results.results) for one in Word if one is not Word.PASS}
    return Pieces(
        [
            Text.assemble((word, f"bold {style}"), "  "),
            Text(f"{passed} of {len(results.results)} scenarios pass, ", "dim"),
            *(Text(f"{count} {one.value}, ", "dim") for one, count in others.items() if count),
            Text(f"in {results.envelope.duration:.1f} s", "dim"),
        ]
    )


def _all_of_the_backend(results: Results) -> bool:
    """Whether nothing is red but what the backend itself answered with an error."""
    steps = [_faulty_step(row) for row in results.results if is_red_row(row, results)]
    return all(step is not None and step.faulty and step.faulty.fault is Speaker.BACKEND for step in steps)


def _json(value: Any) -> str:
    return json.dumps(_in_order(value), ensure_ascii=False)


def _in_order(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _in_order(value[key]) for key in sorted(value, key=_place)}
    return value


def _place(key: str) -> tuple[int, str]:
    return (_KEYS.index(key) if key in _KEYS else len(_KEYS), key)
