"""The command that plays the leak lab."""

from __future__ import annotations

import math
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memory_conformance.commands.speaking import BROKEN_HARNESS, FOLDER, say_what_is_left, screen, told_in_one_line
from memory_conformance.options import read_terms, terms_of_a_backend

if TYPE_CHECKING:
    from rich.console import Console

    from memory_conformance.leaks.lab import LabWish
    from memory_conformance.specification import Specification
    from memory_conformance.target import Targets


@click.command()
@click.argument("backends", nargs=-1, required=True, metavar="BACKEND...")
@click.option(
    "--cells",
    type=click.IntRange(min=2),
    metavar="N",
    help="How many scopes; the whole lattice, some 820 of app and user.",
)
@click.option(
    "--histories", type=click.IntRange(min=0), default=200, metavar="N", help="Histories of the stateful search; 200."
)
@click.option("--only", multiple=True, metavar="EXPR", help="Rules by id, such as LEAK-002; joined by and, or, not.")
@click.option("--min-proved", type=click.FloatRange(0, 100), metavar="PCT", help="Red where fewer pairs are proved.")
@click.option(
    "--destructive",
    is_flag=True,
    help="Change and delete also on a service off this machine, or by keys for what is real.",
)
@click.option("--report", type=FOLDER, metavar="DIR", help="Write results.json, junit.xml, summary.md, heat-map.svg.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), metavar="N", help="Repeats the names of a run.")
@click.option(
    "--load",
    type=click.IntRange(min=2),
    metavar="USERS",
    help="Also so many users at once, some of whom leave early.",
)
@click.option("--faulty-line", is_flag=True, help="Also over a line that doubles, delays, reorders and loses messages.")
@click.option(
    "--principals",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Users with headers of their own.",
)
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
    load: int | None,
    faulty_line: bool,
    principals: Path | None,
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
    from memory_conformance.leaks.principals import read_principals
    from memory_conformance.leaks.providing import Provided
    from memory_conformance.references import UsageError
    from memory_conformance.report.folder import write_reports
    from memory_conformance.report.matrix import code_of
    from memory_conformance.report.progress import bars
    from memory_conformance.report.terminal import print_report
    from memory_conformance.specification import read_specification
    from memory_conformance.target import find_targets

    specification = read_specification()
    if seed is None:
        seed = random.randrange(2**32)
    if min_proved is not None and math.isnan(min_proved):
        # Less than that is nothing, so that it would always be enough.
        raise UsageError("--min-proved nan: it is a number from 0 to 100")
    # Read before anything is connected: what is wrong with it is known at once.
    provided = Provided(faulty_line, load, read_principals(principals) if principals is not None else None)
    wish = LabWish(only, seed, cells, histories, destructive, min_proved, provided)
    configuration = read_configuration(config, read_terms(given))
    targets = find_targets(
        backends, ("none",), seed, specification, configuration, only_hello=plan, keeps_journals=not plan
    )
    console = screen()
    if plan:
        sys.exit(_print_plan(targets, specification, wish, console))
    with bars() as shown:
        heard = Heard(*shown.rows("rules"), shown.counted("histories", histories, "ways to leak"))
        results = play_lab(specification, targets, wish, heard)
    print_report(results, console)
    try:
        if report is not None:
            write_reports(results, report)
            console.print(
                f"[dim]results.json, junit.xml, summary.md and heat-map.svg are in {report}[/dim]", highlight=False
            )
    finally:
        # Also where no report can be written: nothing else says what the run is called.
        say_what_is_left(targets.ready, console)
    sys.exit(code_of(results))


@click.command()
@click.option("--run", required=True, metavar="ID", help="As the report of the run names it.")
@click.option("--list", "only_list", is_flag=True, help="Remove nothing.")
@click.option(
    "--principals",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Users with headers of their own, as the run had them.",
)
@terms_of_a_backend
@told_in_one_line
def clean(run: str, only_list: bool, principals: Path | None, config: Path | None, **given: Any) -> None:
    """Remove what a run left on a service that nothing ever empties, or say what is there still.

    What a run writes to such a service is kept in .memory-conformance/runs, below the folder that it was made in.

    Exit code: 0 nothing is left, 1 something is, 2 wrong usage, 3 the backend could not be asked.
    """
    from memory_conformance.connect.configuration import read_configuration
    from memory_conformance.connect.journal import journal_of, read_journal
    from memory_conformance.leaks.cleaning import clean_up
    from memory_conformance.leaks.principals import read_principals
    from memory_conformance.report.cleaned import print_cleaned

    journal = read_journal(run)
    keys = read_principals(principals) if principals is not None else None
    if config is None and journal.config is not None:
        config = Path(journal.config)
    (entry,) = read_configuration(config, read_terms(given)).entries([journal.connectable])
    cleaned = clean_up(entry, journal, keys, only_list=only_list)
    print_cleaned(journal.run, cleaned, screen(), only_list=only_list)
    if not cleaned.left and not only_list:
        journal_of(run).unlink()
    sys.exit(1 if cleaned.left else 0)


def _print_plan(targets: Targets, specification: Specification, wish: LabWish, console: Console) -> int:
    from memory_conformance.leaks.planning import lab_forecasts, not_counted
    from memory_conformance.report.forecast import print_forecast
    from memory_conformance.report.lines import say

    try:
        wish.provided.check(targets.ready)
        print_forecast(lab_forecasts(specification, targets, wish), console)
        if left := not_counted(wish):
            say(console, left, "dim")
    finally:
        targets.disconnect()
    for name, failure in targets.failed.items():
        say(console, f"not played: {name}: {str(failure).removeprefix(f'{name}: ')}", "bold red", indent=2)
    return BROKEN_HARNESS if targets.failed else 0
