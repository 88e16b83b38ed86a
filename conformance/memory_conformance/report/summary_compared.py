"""The part of summary.md that tells where two backends differ."""

from __future__ import annotations

from memory_conformance.report.compared import UNSTEADY, headline, not_compared, pairs
from memory_conformance.report.markdown import cell, fenced
from memory_conformance.report.matrix import code_of
from memory_conformance.report.results import Compared, Histories, Results
from memory_conformance.report.snippet import on_both

MOST_EXAMPLES = 40
"""Ways to differ whose history is shown; all of them are in results.json."""


def compared_sections(results: Results, compared: Compared) -> list[str]:
    """What came of it, the behaviours that differ, those that could not be compared, and what made-up histories showed."""
    told = {0: "no difference", 1: "different", 3: "not compared to the end"}[code_of(results)]
    sections = [f"# {cell(compared.first)} and {cell(compared.second)}: {told}\n\n{cell(headline(results, compared))}."]
    differing = [pair for pair in pairs(results) if pair.differs]
    if differing:
        lines = [
            f"## Behaviours that differ: {len(differing)}",
            "",
            f"| behaviour | {cell(compared.first)} | {cell(compared.second)} |",
            "|---|---|---|",
        ]
        for pair in differing:
            first, second = pair.seen()
            lines.append(f"| {pair.id} {cell(pair.first.title)} | {cell(first)} | {cell(second)} |")
        sections.append("\n".join(lines))
    unseen = not_compared(results)
    if unseen:
        lines = ["## Not compared", "", "| why | ids |", "|---|---|"]
        lines += [f"| {cell(reason)} | {', '.join(ids)} |" for reason, ids in unseen.items()]
        sections.append("\n".join(lines))
    if compared.histories is not None:
        sections += _histories(results, compared, compared.histories)
    return sections


def _histories(results: Results, compared: Compared, histories: Histories) -> list[str]:
    sections = [f"## Made-up histories: {histories.differing:,} of {histories.played:,} differ, seed {histories.seed}"]
    for name in histories.unordered:
        sections.append(f"{cell(name)} gives one search another order each time: orders were not compared.")
    sections += [f"**{cell(name)} {UNSTEADY}.**" for name in histories.unsteady]
    if histories.problem is not None:
        sections.append(f"**Not all were played: {cell(histories.problem)}**")
    by_name = {backend.name: backend for backend in results.envelope.backends}
    both = [(by_name[name].connectable, by_name[name].config) for name in (compared.first, compared.second)]
    for found in histories.found[:MOST_EXAMPLES]:
        title = f"{cell(found.words)} ({found.seen:,} of {histories.played:,})"
        code = on_both(found.calls, both)
        told = "\n\n".join((fenced(found.scenario.rstrip(), "gherkin"), fenced(code, "python")))
        sections.append(f"<details><summary>{title}</summary>\n\n{told}\n\n</details>")
    if len(histories.found) > MOST_EXAMPLES:
        sections.append(f"{len(histories.found) - MOST_EXAMPLES} more ways are in results.json.")
    return sections
