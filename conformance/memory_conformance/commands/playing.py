"""Commands that play the specification: run, check and compare."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memory_conformance.commands.speaking import BROKEN_HARNESS, FOLDER, say_what_is_left, screen, told_in_one_line
from memory_conformance.options import read_terms, terms_of_a_backend

if TYPE_CHECKING:
    from rich.console import Console

    from memory_conformance.run import Wish
    from memory_conformance.specification import Specification
    from memory_conformance.target import Targets


@click.command()
@click.argument("backends", nargs=-1, metavar="[BACKEND]...")
@click.option(
    "--claims", multiple=True, metavar="[NAME=]REFERENCE", help="What backends are held to; none for no claim."
)
@click.option("--only", multiple=True, metavar="EXPR", help="Ids, globs, topics and tags, joined by and, or, not.")
@click.option("--report", type=FOLDER, metavar="DIR", help="Write results.json, junit.xml, summary.md.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), metavar="N", help="Repeats the made-up names of a run.")
@click.option(
    "--fail-on", multiple=True, metavar="WORD", help="Also red: should, undocumented, unsupported, inconclusive."
)
@click.option("--last-failed", is_flag=True, help="Only what was red, or not reached, in the last run here.")
@click.option("--maxfail", type=click.IntRange(min=1), metavar="N", help="Stop after so many red results.")
@click.option("--trace", is_flag=True, help="Show the traces of what a backend's own code raised.")
@click.option("--plan", is_flag=True, help="Say how many calls a run would make, and ask nothing but hello.")
@terms_of_a_backend
@told_in_one_line
def run(
    backends: tuple[str, ...],
    claims: tuple[str, ...],
    only: tuple[str, ...],
    report: Path | None,
    seed: int | None,
    fail_on: tuple[str, ...],
    last_failed: bool,
    maxfail: int | None,
    trace: bool,
    plan: bool,
    config: Path | None,
    **given: Any,
) -> None:
    """Play the specification on backends; without one, on every built-in reference.

    A BACKEND is a built-in reference such as adk-go-1.7, a name out of memory-conformance.toml, or one of

    \b
    python:package.module[:object]     what Python can import
    upstream:project@release           a released library, such as adk-java@1.8.0
    exec:command …                     a command that speaks JSON lines
    http://host:port[/base]            a service
    docker:image · dockerfile:folder   a container

    Exit code: 0 as expected, 1 something was found, 2 wrong usage, 3 a backend could not be played.
    """
    from memory_conformance.connect.configuration import read_configuration
    from memory_conformance.playing import read_fail_on
    from memory_conformance.report.folder import write_reports
    from memory_conformance.report.matrix import code_of, red_rows
    from memory_conformance.report.progress import progress
    from memory_conformance.report.terminal import print_report
    from memory_conformance.run import Wish, play, remember_failed, unplayed
    from memory_conformance.specification import read_specification
    from memory_conformance.target import find_targets

    specification = read_specification()
    if seed is None:
        seed = random.randrange(2**32)
    wish = Wish(only, read_fail_on(fail_on), seed, last_failed, maxfail or 0)
    configuration = read_configuration(config, read_terms(given))
    targets = find_targets(
        backends, claims, seed, specification, configuration, only_hello=plan, keeps_journals=not plan
    )
    console = screen()
    if trace:
        _print_traces(targets, console)
    if plan:
        sys.exit(_print_plan(targets, specification, wish, console))
    with progress(len(specification) * len(targets.ready)) as advance:
        results = play(specification, targets, wish, advance)
    # Told before anything is written: a folder that cannot be written must not cost what was found.
    print_report(results, console, trace=trace)
    try:
        remember_failed(red_rows(results), unplayed(results, specification, wish))
    except OSError as error:
        console.print(f"nothing is kept for --last-failed: {error}", style="dim", markup=False, highlight=False)
    if report is not None:
        write_reports(results, report)
        console.print(f"[dim]results.json, junit.xml and summary.md are in {report}[/dim]", highlight=False)
    say_what_is_left(targets.ready, console)
    sys.exit(code_of(results))


@click.command()
@click.argument("connectable")
@click.option("--report", type=FOLDER, metavar="DIR", help="Write results.json, junit.xml, summary.md.")
@terms_of_a_backend
@told_in_one_line
def check(connectable: str, report: Path | None, config: Path | None, **given: Any) -> None:
    """Say whether a harness speaks the protocol, before any behaviour is judged.

    Tries every operation once, plays features/protocol, and shows each wrong message beside the schema of the one that was due.
    A CONNECTABLE is whatever `run` takes.

    Exit code: 0 it does, 1 something is wrong, 2 wrong usage, 3 it could not be started.
    """
    from memory_conformance import checking
    from memory_conformance.connect.configuration import read_configuration
    from memory_conformance.report.check import print_check
    from memory_conformance.report.folder import write_reports
    from memory_conformance.report.matrix import code_of
    from memory_conformance.report.progress import progress
    from memory_conformance.specification import read_specification
    from memory_conformance.target import find_targets

    specification = read_specification()
    seed = random.randrange(2**32)
    configuration = read_configuration(config, read_terms(given))
    targets = find_targets((connectable,), (), seed, specification, configuration)
    with progress(len(specification)) as advance:
        results = checking.check(specification, targets, seed, advance)
    console = screen()
    print_check(results, console)
    if report is not None:
        write_reports(results, report)
        console.print(f"[dim]results.json, junit.xml and summary.md are in {report}[/dim]", highlight=False)
    sys.exit(code_of(results))


@click.command()
@click.argument("first")
@click.argument("second")
@click.option(
    "--histories", type=click.IntRange(0), default=0, metavar="N", help="Also play so many made-up histories."
)
@click.option("--only", multiple=True, metavar="EXPR", help="Ids, globs, topics and tags, joined by and, or, not.")
@click.option("--report", type=FOLDER, metavar="DIR", help="Write results.json, junit.xml, summary.md.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), metavar="N", help="Repeats the histories of a comparison.")
@terms_of_a_backend
@told_in_one_line
def compare(
    first: str,
    second: str,
    histories: int,
    only: tuple[str, ...],
    report: Path | None,
    seed: int | None,
    config: Path | None,
    **given: Any,
) -> None:
    """Say where two backends differ: in which behaviours, and on made-up histories.

    FIRST and SECOND are backends as `run` takes them, or the results.json of an earlier run, or the folder that holds it. Nobody is
    held to a claim.

    Exit code: 0 no difference, 1 they differ, 2 wrong usage, 3 a backend could not be played.
    """
    from memory_conformance.connect.configuration import read_configuration
    from memory_conformance.report.folder import write_reports
    from memory_conformance.report.matrix import code_of
    from memory_conformance.report.progress import counted, progress
    from memory_conformance.report.terminal import print_report
    from memory_conformance.run import Wish
    from memory_conformance.side_by_side import Heard
    from memory_conformance.side_by_side import compare as held_against
    from memory_conformance.specification import read_specification

    specification = read_specification()
    wish = Wish(only, seed=random.randrange(2**32) if seed is None else seed)
    configuration = read_configuration(config, read_terms(given))
    heard = Heard(progress, lambda total: counted("histories", total, "ways to differ"))
    results = held_against((first, second), specification, wish, histories, configuration, heard)
    console = screen()
    print_report(results, console)
    if report is not None:
        write_reports(results, report)
        console.print(f"[dim]results.json, junit.xml and summary.md are in {report}[/dim]", highlight=False)
    sys.exit(code_of(results))


def _print_traces(targets: Targets, console: Console) -> None:
    from memory_conformance.backend import BackendError
    from memory_conformance.secrets import hide
    from memory_conformance.trace import own_trace

    for name, failure in targets.failed.items():
        cause = failure.__cause__
        while isinstance(cause, BackendError):
            cause = cause.__cause__
        if cause is not None:
            console.print(f"{name}:", style="dim", markup=False)
            console.print(hide(own_trace(cause)), style="dim", markup=False, highlight=False)


def _print_plan(targets: Targets, specification: Specification, wish: Wish, console: Console) -> int:
    from memory_conformance.forecast import forecasts
    from memory_conformance.plan import select
    from memory_conformance.report.forecast import print_forecast
    from memory_conformance.report.lines import say
    from memory_conformance.run import chosen

    try:
        selection = select(chosen(specification, wish), specification)
        print_forecast(forecasts(specification, targets.ready, selection), console)
    finally:
        targets.disconnect()
    for name, failure in targets.failed.items():
        told = str(failure).removeprefix(f"{name}: ")
        say(console, f"not played: {name}: {told}", "bold red", indent=2)
    return BROKEN_HARNESS if targets.failed else 0
