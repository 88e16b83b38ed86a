"""Commands that give something to others: new writes a harness, serve is one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from memory_conformance.commands.speaking import tell, told_in_one_line
from memory_conformance.options import SECONDS, interpreter_of_a_backend, read_terms


@click.command()
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


@click.command()
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
        serve_on_stdio(entry, tell)
    else:
        serve_on_http(entry, host, port, idle, tell)
