"""What there is, as tables and pages on the terminal."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from memory_conformance.connect.configuration import read_configuration
from memory_conformance.connect.connectable import shown, why_missing
from memory_conformance.means import Means
from memory_conformance.model import Capability
from memory_conformance.references import UsageError, did_you_mean, references
from memory_conformance.specification import Behaviour, Kind, Step, features_folder, read_specification
from memory_conformance.steps.vocabulary import sentences


def print_lists(what: str | None, console: Console, config: Path | None = None) -> None:
    """One list, or all of them. ``config`` names backends, instead of memory-conformance.toml."""
    lists: dict[str, Callable[[Console], None]] = {
        "specification": _specification,
        "references": _references,
        "backends": partial(_backends, config),
        "capabilities": _capabilities,
        "sentences": _sentences,
    }
    for name, show in lists.items():
        if what in (None, name):
            if what is None:
                console.rule(name, align="left", style="dim")
            show(console)


def print_behaviour(behaviour_id: str, console: Console) -> Behaviour:
    """A behaviour as a page; it is also returned. Raises `UsageError` for an id that is none."""
    specification = read_specification()
    behaviour = specification.by_id.get(behaviour_id.upper())
    if behaviour is None:
        raise UsageError(
            f"no behaviour has the id {behaviour_id!r}; {did_you_mean(behaviour_id.upper(), list(specification.by_id))}"
        )
    for line in behaviour_lines(behaviour):
        console.print(line, highlight=False, soft_wrap=True)
    return behaviour


def print_sources(behaviour: Behaviour, console: Console, tell: Callable[[str], None]) -> int:
    """The lines that a behaviour cites, read from the released artifacts; ``tell`` hears what is fetched. Returns the exit code."""
    from memory_conformance.citations.quoted import quotes
    from memory_conformance.citations.record import read_record
    from memory_conformance.report.citations import code_of
    from memory_conformance.report.cited_lines import print_quote
    from memory_conformance.upstream import workshop

    # All are read before one is shown: what is told of fetching must not stand among the lines.
    found = list(quotes(behaviour, read_record(features_folder()), partial(workshop.artifact_of, tell=tell)))
    for quote in found:
        print_quote(quote, console)
    if not found:
        console.print(f"\n{behaviour.id} cites no source", style="dim", highlight=False)
    return code_of(quote.finding for quote in found)


def behaviour_lines(behaviour: Behaviour) -> Iterator[str]:
    """The page of a behaviour, with rich's markup."""
    kind = "question" if behaviour.kind is Kind.QUESTION else f"{behaviour.level} requirement"
    yield f"[bold]{behaviour.id}[/bold] {escape(behaviour.title)}  [dim]{kind}, features/{behaviour.path}:{behaviour.line}[/dim]"
    if behaviour.description:
        yield escape(behaviour.description)
    for needed in sorted(behaviour.needs):
        yield f"[dim]needs {needed}[/dim]"
    several = len(behaviour.cases) > 1
    for number, case in enumerate(behaviour.cases, start=1):
        yield ""
        if several:
            yield f"[dim]case {number}{'' if number == 1 else ', as the first, but'}[/dim]"
        yield from _step_lines(case.steps if number == 1 else behaviour.differing(case))
    for number, answer in enumerate(behaviour.answers):
        yield ""
        yield f"[bold]{escape(answer.title)}[/bold]  [cyan]{', '.join(in_order(answer.references))}[/cyan]"
        for position, case in enumerate(behaviour.cases, start=1):
            label = f"[dim]case {position}[/dim]  " if several else ""
            for step in case.thens.get(number, ()):
                yield f"  {label}[green]Then[/green]  {escape(step.text)}"
        for source in answer.sources:
            yield f"  [dim]{', '.join(source.references)}: {escape(source.where)}[/dim]"
    if behaviour.broken:
        yield ""
        yield f"[yellow]documented to break it: {', '.join(in_order(behaviour.broken))}[/yellow]"
    for source in behaviour.sources:
        yield f"  [dim]{', '.join(source.references)}: {escape(source.where)}[/dim]"


def _step_lines(steps: tuple[Step, ...]) -> Iterator[str]:
    for step in steps:
        yield f"  [green]{step.keyword.title():<5}[/green] {escape(step.text)}"
        if step.table:
            yield f"          | {' | '.join(map(escape, step.table[0]))} |"
            for row in step.table:
                yield f"          | {' | '.join(map(escape, row.values()))} |"


def in_order(tags: frozenset[str]) -> list[str]:
    """References in the order of their list."""
    return [tag for tag in references().by_tag if tag in tags]


def _specification(console: Console) -> None:
    specification = read_specification()
    table = Table("id", "kind", "title", box=None, pad_edge=False)
    path = ""
    for behaviour in specification.behaviours:
        if behaviour.path != path:
            path = behaviour.path
            table.add_row("", "", f"[bold]{escape(behaviour.feature)}[/bold] [dim]features/{path}[/dim]")
        kind = behaviour.level.value if behaviour.level else f"{len(behaviour.answers)} answers"
        table.add_row(behaviour.id, kind, escape(behaviour.title))
    console.print(table)
    questions = sum(behaviour.kind is Kind.QUESTION for behaviour in specification.behaviours)
    console.print(
        f"[dim]{len(specification)} behaviours: {len(specification) - questions} requirements, {questions} questions[/dim]"
    )


def _references(console: Console) -> None:
    table = Table("reference", "releases", "proved", "behaviour", box=None, pad_edge=False)
    for reference in references().by_tag.values():
        ranges = ", ".join(first if first == last else f"{first} – {last}" for first, last in reference.releases)
        proved = f"by {reference.proved_by}" if reference.proved_by else "unproved" if reference.upstream else "ours"
        table.add_row(reference.tag, f"{reference.project} {ranges}", proved, escape(reference.summary))
    console.print(table)


def _backends(config: Path | None, console: Console) -> None:
    # Read first: a mistake in the file is one line, and not half a table before it.
    document = read_configuration(config).document
    table = Table("backend", "language", "played here", box=None, pad_edge=False)
    for reference in references().by_tag.values():
        if reference.backend is not None:
            table.add_row(reference.tag, reference.language, escape(why_missing(reference) or "yes"))
    for name, written in document.tables.items():
        # As it is written: what the environment says is not looked up, and not shown.
        table.add_row(escape(name), "", escape(f"{shown(written.connectable)}, of {document.file}"))
    table.add_row(
        "python:package.module[:object]".replace("[", "\\["), "Python", "a module, object, class or factory of yours"
    )
    console.print(table)


def _capabilities(console: Console) -> None:
    table = Table("capability", "meaning", box=None, pad_edge=False)
    for capability, meaning in capability_meanings().items():
        table.add_row(capability.value, escape(meaning))
    console.print(table)


def capability_meanings() -> dict[Capability, str]:
    """What declaring and withholding each capability means, as its docstring in the source says."""
    return {Capability(value): meaning for value, meaning in _meanings(Capability)}


def means_meanings() -> dict[Means, str]:
    """What each means is, as its docstring in the source says."""
    return {Means(value): meaning for value, meaning in _meanings(Means)}


def _meanings(kind: type[StrEnum]) -> list[tuple[str, str]]:
    written = inspect.getsource(kind)
    found = re.findall(r'^    [A-Z_]+ = "(\w+)"\n    """(.+?)"""', written, re.MULTILINE | re.DOTALL)
    return [(value, " ".join(meaning.split())) for value, meaning in found]


def _sentences(console: Console) -> None:
    table = Table("under", "sentence", "meaning", box=None, pad_edge=False)
    for sentence in sentences():
        keywords = "/".join(
            keyword.title() for keyword in ("given", "when", "then") if keyword in sentence.speech.keywords
        )
        colon = " …table" if sentence.table is not None else ""
        table.add_row(keywords, escape(re.sub(r":\w+\}", "}", sentence.template) + colon), escape(sentence.meaning))
    console.print(table)
