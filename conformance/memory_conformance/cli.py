"""The command ``memory-conformance``. Thin: reads what is asked for, calls what does it, prints what comes out."""

from __future__ import annotations

import io
import os
import random
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from memory_conformance import __version__
from memory_conformance.options import SECONDS, interpreter_of_a_backend, read_terms, terms_of_a_backend

if TYPE_CHECKING:
    from rich.console import Console

    from memory_conformance.run import Wish
    from memory_conformance.specification import Specification
    from memory_conformance.target import Targets

WRONG_USAGE = 2
BROKEN_HARNESS = 3
FOLDER = click.Path(path_type=Path, file_okay=False, writable=True)


def told_in_one_line(command: Callable[..., None]) -> Callable[..., None]:
    """What a person named wrongly, or what cannot be read, is one line on stderr; never a traceback of ours."""

    @wraps(command)
    def wrapped(**options: Any) -> None:
        from memory_conformance.backend import HarnessError
        from memory_conformance.interruption import interruptible
        from memory_conformance.references import UsageError
        from memory_conformance.report.results import ResultsError
        from memory_conformance.specification import SpecificationError

        try:
            with interruptible():
                command(**options)
        except KeyboardInterrupt as error:
            _complain(str(error) or "interrupted", BROKEN_HARNESS)
        except (UsageError, ResultsError) as error:
            _complain(str(error), WRONG_USAGE)
        except (SpecificationError, HarnessError) as error:
            _complain(str(error), BROKEN_HARNESS)
        except BrokenPipeError:
            raise
        except OSError as error:
            _complain(f"{error.filename or 'a file'}: {error.strerror or error}", BROKEN_HARNESS)

    return wrapped


def _complain(message: str, code: int) -> None:
    from memory_conformance.secrets import hide

    click.echo(f"memory-conformance: {hide(message)}", err=True)
    sys.exit(code)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="memory-conformance")
def main() -> None:
    """Holds agent memory services against an executable specification of how they behave."""


@main.command()
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
    from memory_conformance.report.terminal import print_report
    from memory_conformance.run import Wish, play, remember_failed, unplayed
    from memory_conformance.specification import read_specification
    from memory_conformance.target import find_targets

    specification = read_specification()
    if seed is None:
        seed = random.randrange(2**32)
    wish = Wish(only, read_fail_on(fail_on), seed, last_failed, maxfail or 0)
    configuration = read_configuration(config, read_terms(given))
    targets = find_targets(backends, claims, seed, specification, configuration, only_hello=plan)
    console = _console()
    if trace:
        _print_traces(targets, console)
    if plan:
        sys.exit(_print_plan(targets, specification, wish, console))
    with _progress(len(specification) * len(targets.ready)) as advance:
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
    sys.exit(code_of(results))


@main.command()
@click.argument("kind", metavar="python|node|go|http")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER", default=Path("my-harness"))
@click.option("--name", metavar="NAME", help="What the backend is called; otherwise, what the folder is.")
@told_in_one_line
def new(kind: str, folder: Path, name: str | None) -> None:
    """Write a harness to start from: a small memory service that runs as it stands, its configuration and a CI job."""
    from memory_conformance.new import next_commands, write_skeleton

    for file in write_skeleton(kind, folder, name):
        click.echo(file)
    click.echo(f"\n{folder / 'README.md'} says more. To go on:")
    for command in next_commands(kind, folder, name):
        click.echo(f"  {command}")


@main.command()
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
    from memory_conformance.specification import read_specification
    from memory_conformance.target import find_targets

    specification = read_specification()
    seed = random.randrange(2**32)
    configuration = read_configuration(config, read_terms(given))
    targets = find_targets((connectable,), (), seed, specification, configuration)
    with _progress(len(specification)) as advance:
        results = checking.check(specification, targets, seed, advance)
    console = _console()
    print_check(results, console)
    if report is not None:
        write_reports(results, report)
        console.print(f"[dim]results.json, junit.xml and summary.md are in {report}[/dim]", highlight=False)
    sys.exit(code_of(results))


@main.command()
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
    from memory_conformance.report.progress import compared, progress
    from memory_conformance.report.terminal import print_report
    from memory_conformance.run import Wish
    from memory_conformance.side_by_side import Heard
    from memory_conformance.side_by_side import compare as held_against
    from memory_conformance.specification import read_specification

    specification = read_specification()
    wish = Wish(only, seed=random.randrange(2**32) if seed is None else seed)
    configuration = read_configuration(config, read_terms(given))
    heard = Heard(progress, compared)
    results = held_against((first, second), specification, wish, histories, configuration, heard)
    console = _console()
    print_report(results, console)
    if report is not None:
        write_reports(results, report)
        console.print(f"[dim]results.json, junit.xml and summary.md are in {report}[/dim]", highlight=False)
    sys.exit(code_of(results))


@main.command("list")
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

    listing.print_lists(what, _console(), config)


@main.command()
@click.argument("behaviour_id", metavar="ID")
@click.option("--source", is_flag=True, help="Also the cited lines themselves, read from the released artifacts.")
@told_in_one_line
def explain(behaviour_id: str, source: bool) -> None:
    """Show a behaviour: its scenario, its answers and who gives them, and their sources.

    Exit code: 0, with --source also 1 where cited lines are not there or not as recorded, 3 where an artifact cannot be had.
    """
    from memory_conformance import listing

    console = _console()
    behaviour = listing.print_behaviour(behaviour_id, console)
    if source:
        sys.exit(listing.print_sources(behaviour, console, _tell))


@main.command()
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
        sys.exit(look_against(against, _console(), _tell))
    sys.exit(hold_citations(_console(), _tell, record=record))


@main.command()
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
    print_report(found, _console())
    sys.exit(code_of(found))


@main.command()
@click.argument("backend")
@click.option("--stdio", is_flag=True, help="Speak in lines on standard input and output, instead of HTTP.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    envvar="PORT",
    default=8765,
    metavar="N",
    help="Default: the environment's PORT, else 8765; 0 is a free one.",
)
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Default: 127.0.0.1, this machine alone.")
@click.option(
    "--idle",
    type=SECONDS,
    envvar="IDLE_SECONDS",
    metavar="SECONDS",
    help="End when no request came for so long. Default: the environment's IDLE_SECONDS, else never.",
)
@click.option(
    "--config", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Not memory-conformance.toml."
)
@interpreter_of_a_backend
@told_in_one_line
def serve(
    backend: str, stdio: bool, port: int, host: str, idle: float | None, config: Path | None, **given: Any
) -> None:
    """Put a backend behind the protocol: over HTTP on this machine, or as a command that speaks in lines.

    A BACKEND is whatever `run` takes. Ends with exit code 0 on SIGTERM or Ctrl-C, or when standard input ends.
    """
    from memory_conformance.connect.configuration import read_configuration
    from memory_conformance.references import UsageError
    from memory_conformance.serve.serving import serve_on_http, serve_on_stdio

    source = click.get_current_context().get_parameter_source
    for option in ("port", "host", "idle"):
        if stdio and source(option) is ParameterSource.COMMANDLINE:
            raise UsageError(f"--stdio serves at no address, and --{option} is for HTTP; take one of them")
    [entry] = read_configuration(config, read_terms(given)).entries([backend])
    if stdio:
        serve_on_stdio(entry, _tell)
    else:
        serve_on_http(entry, host, port, idle, _tell)


@main.command()
@click.option("--openapi", is_flag=True, help="The OpenAPI document of the HTTP framing instead.")
@told_in_one_line
def schema(openapi: bool) -> None:
    """Print the JSON Schemas of all messages of the protocol."""
    from memory_conformance.protocol.schema import OPENAPI_FILE, PROTOCOL_FILE

    click.echo((OPENAPI_FILE if openapi else PROTOCOL_FILE).read_text(encoding="utf-8"), nl=False)


def _tell(line: str) -> None:
    from memory_conformance.secrets import hide

    click.echo(hide(line), err=True)


def _console() -> Console:
    from rich.console import Console

    from memory_conformance.report.lines import without_spaces_at_ends

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # What an old encoding cannot say is escaped; it must not cut a report short.
            stream.reconfigure(errors="backslashreplace")
    told = os.environ.get("COLUMNS", "")
    # A pipe has no width of its own; a log is read on wide screens, unless COLUMNS says otherwise.
    width = int(told) if told.isdigit() and int(told) else None
    terminal = sys.stdout is not None and sys.stdout.isatty()
    console = Console(width=width if width or terminal else 160, emoji=False)
    console.file = without_spaces_at_ends(sys.stdout) if sys.stdout is not None else io.StringIO()
    return console


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


def _progress(total: int) -> Any:
    from memory_conformance.report.progress import progress

    return progress(total)
