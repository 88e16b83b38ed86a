"""What became of citations, as tables: by artifact, or, in another release, by reference; then each that does not hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from memory_conformance.citations.cited import Cited, references_of
from memory_conformance.citations.ground import FIRM, Finding, State
from memory_conformance.references import UsageError, references
from memory_conformance.report.lines import say
from memory_conformance.upstream.release import Release

STYLES = {
    State.AS_RECORDED: "green",
    State.SAME_PLACE: "green",
    State.MOVED: "yellow",
    State.NOT_HAD: "yellow",
}
"""How each state is shown; every other is red."""


def code_of(findings: Iterable[Finding]) -> int:
    """The exit code: 1 where a citation does not hold, 3 where one could not be held against anything, else 0."""
    states = {finding.state for finding in findings} - FIRM
    return 1 if states - {State.NOT_HAD} else 3 if states else 0


def print_held(findings: Sequence[Finding], cited: Cited, console: Console, *, told: frozenset[State] = FIRM) -> None:
    """Print what became of citations in the releases that they name: the counts, and all but what is ``told`` by them."""
    counts: dict[str, Counter[State]] = {}
    for finding in findings:
        counts.setdefault(finding.citation.released, Counter())[finding.state] += 1
    _print_counts("artifact", counts, console, first=State.AS_RECORDED, total=True)
    console.print()
    uses = sum(len(cited[finding.citation]) for finding in findings)
    say(console, f"{_several(len(findings), 'citation')}, in {_several(uses, 'source')}", "dim")
    _print_not_had(findings, console)
    for finding in findings:
        if finding.state not in told | {State.NOT_HAD}:
            console.print()
            say(console, _headline(finding), indent=2)
            for use in cited[finding.citation]:
                say(console, f"  {use.place} {use.behaviour} ({', '.join(use.references)})", indent=4)


def print_against(release: Release, findings: Sequence[Finding], cited: Cited, console: Console) -> None:
    """Print what became of the citations of a project in another release of it."""
    counts: dict[str, Counter[State]] = {}
    for tag in references_of(use for finding in findings for use in cited[finding.citation]):
        counts[tag] = Counter(
            finding.state for finding in findings if any(tag in use.references for use in cited[finding.citation])
        )
    _print_counts("reference", counts, console, first=State.SAME_PLACE)
    console.print()
    firm = sum(finding.state in FIRM for finding in findings)
    say(
        console,
        f"{_several(len(findings), 'citation')} of {release.project}, {firm} of them in the same place in {release}",
        "dim",
    )
    say(console, _counted_to(release), "dim")
    moved = [finding for finding in findings if finding.state not in FIRM]
    for (released, file), group in groupby(moved, key=lambda one: (one.citation.released, one.citation.file)):
        console.print()
        say(console, Text.assemble((released, "bold"), f" {file}"), indent=2)
        for finding in group:
            uses = cited[finding.citation]
            behaviours = ", ".join(dict.fromkeys(use.behaviour for use in uses))
            say(console, Text.assemble("  ", _there(finding)), indent=4)
            say(console, f"    {', '.join(references_of(uses))}: {behaviours}", "dim", indent=6)


def _counted_to(release: Release) -> str:
    """To which reference a release is counted already, or that it is to none."""
    try:
        claim = references().claim(str(release))
    except UsageError as error:
        return str(error)
    return f"references.toml counts {release} to {claim.reference.tag}" if claim is not None else ""


def _print_counts(
    of: str, counts: Mapping[str, Counter[State]], console: Console, *, first: State, total: bool = False
) -> None:
    """A table with a column for each state that there is, and for the one that is hoped for."""
    there = {state for counted in counts.values() for state in counted if counted[state]}
    states = [state for state in State if state is first or state in there]
    table = Table(of, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("cited", justify="right")
    for state in states:
        table.add_column(state.value, justify="right", style=STYLES.get(state, "red"))

    def row(name: str, counted: Counter[State], style: str = "") -> None:
        table.add_row(name, str(counted.total()), *(str(counted[state] or "") for state in states), style=style)

    for name, counted in counts.items():
        row(name, counted)
    if total:
        row("in all", sum(counts.values(), Counter()), "bold")
    console.print(table)


def _print_not_had(findings: Iterable[Finding], console: Console) -> None:
    """An artifact that is not to be had is told once, and not for each of its citations."""
    refused = Counter(
        (finding.citation.released, finding.reason) for finding in findings if finding.state is State.NOT_HAD
    )
    for (released, reason), count in refused.items():
        told = f"{State.NOT_HAD}: {released}: {reason}; {_several(count, 'citation')} held against nothing"
        say(console, told, STYLES[State.NOT_HAD], indent=2)


def _several(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _headline(finding: Finding) -> Text:
    """The citation and its state; of several ranges, those that do not hold."""
    firm = [found for found in finding.ranges if found.state in FIRM]
    short = [found for found in finding.ranges if found.state not in FIRM]
    told = f": {', '.join(str(found.lines) for found in short)}" if firm else ""
    return Text.assemble((f"{finding.state}{told}", STYLES.get(finding.state, "red")), f": {finding.citation}")


def _there(finding: Finding) -> Text:
    """What became of each range."""
    if not finding.ranges:
        return Text(f"{finding.citation.lines} {finding.state}", STYLES.get(finding.state, "red"))
    told = [Text(str(found), STYLES.get(found.state, "red")) for found in finding.ranges]
    return Text(", ").join(told)
