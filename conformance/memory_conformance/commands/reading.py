"""Commands that read what there is: list, explain, citations, report and schema."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from memory_conformance.commands.speaking import FOLDER, screen, tell, told_in_one_line


@click.command("list")
@click.option("--specification", "what", flag_value="specification", help="The ids, by feature.")
@click.option("--references", "what", flag_value="references", help="The references, and what proves them.")
@click.option(
    "--backends", "what", flag_value="backends", help="The built-in backends, and those of memory-conformance.toml."
)
@click.option("--capabilities", "what", flag_value="capabilities", help="The optional operations.")
@click.option("--sentences", "what", flag_value="sentences", help="The sentences that scenarios are made of.")
@click.option(
    "--config", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Not memory-conformance.toml."
)
@told_in_one_line
def list_(what: str | None, config: Path | None) -> None:
    """List what there is: all of it, or one kind."""
    from memory_conformance import listing

    listing.print_lists(what, screen(), config)


@click.command()
@click.argument("behaviour_id", metavar="ID")
@click.option("--source", is_flag=True, help="Also the cited lines themselves, read from the released artifacts.")
@told_in_one_line
def explain(behaviour_id: str, source: bool) -> None:
    """Show a behaviour: its scenario, its answers and who gives them, and their sources.

    Exit code: 0, with --source also 1 where cited lines are not there or not as recorded, 3 where an artifact cannot be had.
    """
    from memory_conformance import listing

    console = screen()
    behaviour = listing.print_behaviour(behaviour_id, console)
    if source:
        sys.exit(listing.print_sources(behaviour, console, tell))


@click.command()
@click.option(
    "--against", metavar="PROJECT@RELEASE", help="Look for all that is cited of a project in another release."
)
@click.option("--record", is_flag=True, help="Write the hashes of the cited lines into features/citations.toml.")
@told_in_one_line
def citations(against: str | None, record: bool) -> None:
    """Hold every Source of the specification against the released artifact that it names.

    Reads the cited lines from the artifacts themselves, and compares their hashes with those in features/citations.toml.

    Exit code: 0 all as recorded, or in the same place; 1 lines that are not recorded, changed, moved or missing; 2 wrong usage;
    3 an artifact that cannot be had.
    """
    from memory_conformance.citations.command import hold_citations, look_against
    from memory_conformance.references import UsageError

    if against is not None and record:
        raise UsageError(
            "--record writes what the releases say that are cited, and --against looks in another; take one of them"
        )
    if against is not None:
        sys.exit(look_against(against, screen(), tell))
    sys.exit(hold_citations(screen(), tell, record=record))


@click.command()
@click.argument("results", type=click.Path(path_type=Path), metavar="[RESULTS]", required=False)
@click.option("--report", type=FOLDER, metavar="DIR", help="Write junit.xml and summary.md again.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of results.json instead.")
@told_in_one_line
def report(results: Path | None, report: Path | None, schema: bool) -> None:
    """Print the report of an earlier run again, from its results.json or the folder that holds it."""
    from memory_conformance.references import UsageError
    from memory_conformance.report.folder import write_reports
    from memory_conformance.report.matrix import code_of
    from memory_conformance.report.results import read_results, schema_text
    from memory_conformance.report.terminal import print_report

    if schema:
        click.echo(schema_text(), nl=False)
        return
    if results is None:
        raise UsageError("report takes a results.json, or the folder that holds one")
    found = read_results(results)
    if report is not None:
        write_reports(found, report)
    print_report(found, screen())
    sys.exit(code_of(found))


@click.command()
@click.option("--openapi", is_flag=True, help="The OpenAPI document of the HTTP framing instead.")
@told_in_one_line
def schema(openapi: bool) -> None:
    """Print the JSON Schemas of all messages of the protocol."""
    from memory_conformance.protocol.schema import OPENAPI_FILE, PROTOCOL_FILE

    click.echo((OPENAPI_FILE if openapi else PROTOCOL_FILE).read_text(encoding="utf-8"), nl=False)
