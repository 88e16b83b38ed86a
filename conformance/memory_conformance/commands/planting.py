"""The command that plays planted faults."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from memory_conformance.commands.speaking import FOLDER, screen, told_in_one_line


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--base", "bases", multiple=True, metavar="TAG", help="Only faults that are planted in this service.")
@click.option("--all", "further", is_flag=True, help="Play every scenario on each fault: which others fail by it?")
@click.option("--report", type=FOLDER, metavar="DIR", help="Write faults.json, summary.md.")
@told_in_one_line
def faults(names: tuple[str, ...], bases: tuple[str, ...], further: bool, report: Path | None) -> None:
    """Show that the suite can fail: play services that are wrong in one thing.

    Each fault names the scenarios that must fail because of it. It is killed where every one of them does, by what was seen: an
    error, a crash or a scenario that fails on the sound service as well does not count. A NAME is a fault, such as joined-key, which
    any other command takes as planted:joined-key; without one all are played, and every requirement and answer must kill one.

    Exit code: 0 all are killed, 1 something survives, 2 wrong usage, 3 they could not be played.
    """
    from memory_conformance.faults.hunting import hunt
    from memory_conformance.faults.planted import all_faults, chosen
    from memory_conformance.report.faults import write_faults
    from memory_conformance.report.kill_matrix import markdown, print_matrix
    from memory_conformance.report.progress import counted
    from memory_conformance.specification import read_specification

    every = all_faults()
    wanted = chosen(every, names, bases)
    with counted("faults", len(wanted), "survive") as advance:
        played = hunt(wanted, read_specification(), whole=len(wanted) == len(every), further=further, progress=advance)
    console = screen()
    print_matrix(played, console)
    if report is not None:
        write_faults(played, report, f"# Planted faults\n\n{markdown(played)}")
        console.print(f"[dim]faults.json and summary.md are in {report}[/dim]", highlight=False)
    sys.exit(played.code)
