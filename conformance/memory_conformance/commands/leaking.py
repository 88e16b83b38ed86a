"""The command that plays the leak lab."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import click

from memory_conformance.commands.speaking import FOLDER, screen, told_in_one_line
from memory_conformance.options import read_terms, terms_of_a_backend


@click.command()
@click.argument("backends", nargs=-1, required=True, metavar="BACKEND...")
@click.option(
    "--cells",
    type=click.IntRange(min=2),
    metavar="N",
    help="How many scopes; the whole lattice, some 750 of app and user.",
)
@click.option(
    "--histories", type=click.IntRange(min=0), default=200, metavar="N", help="Histories of the stateful search; 200."
)
@click.option("--only", multiple=True, metavar="EXPR", help="Rules by id, such as LEAK-002; joined by and, or, not.")
@click.option("--min-proved", type=click.FloatRange(0, 100), metavar="PCT", help="Red where fewer pairs are proved.")
@click.option(
    "--destructive", is_flag=True, help="Change and delete under hostile names, also on a service off this machine."
)
@click.option("--report", type=FOLDER, metavar="DIR", help="Write results.json, junit.xml, summary.md, heat-map.svg.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), metavar="N", help="Repeats the names of a run.")
@click.option("--plan", is_flag=True, help="Say how many calls it would make, and ask nothing but hello.")
@terms_of_a_backend
@told_in_one_line
def leaks(
    backends: tuple[str, ...],
    cells: int | None,
    histories: int,
    only: tuple[str, ...],
    min_proved: float | None,
    destructive: bool,
    report: Path | None,
    seed: int | None,
    plan: bool,
    config: Path | None,
    **given: Any,
) -> None:
    """Look for users who read the memories of others: on hundreds of hostile names, on every way to read.

    Every scope of a lattice remembers a canary; each asks for what all have in common. A BACKEND is whatever `run` takes. Nothing is
    excused but what a backend itself declares as shared.

    Exit code: 0 no leak, 1 a leak, no isolation or too little proof, 2 wrong usage, 3 a backend could not be played.
    """
    from memory_conformance.connect.configuration import read_configuration
    from memory_conformance.leaks.lab import Heard, LabWish, play_lab
    from memory_conformance.report.folder import write_reports
    from memory_conformance.report.matrix import code_of
    from memory_conformance.report.progress import progress
    from memory_conformance.report.terminal import print_report
    from memory_conformance.specification import read_specification
    from memory_conformance.target import find_targets

    specification = read_specification()
    if seed is None:
        seed = random.randrange(2**32)
    wish = LabWish(only, seed, cells, histories, destructive, min_proved)
    configuration = read_configuration(config, read_terms(given))
    targets = find_targets(backends, ("none",), seed, specification, configuration, only_hello=plan)
    console = screen()
    with progress(20 * len(targets.ready)) as advance:
        results = play_lab(specification, targets, wish, Heard(advance))
    print_report(results, console)
    if report is not None:
        write_reports(results, report)
        console.print(f"[dim]the reports are in {report}[/dim]", highlight=False)
    sys.exit(code_of(results))
