"""The command ``memory-conformance``."""

from __future__ import annotations

import click

from memory_conformance import __version__
from memory_conformance.commands.leaking import clean, leaks
from memory_conformance.commands.planting import faults
from memory_conformance.commands.playing import check, compare, run
from memory_conformance.commands.providing import new, serve
from memory_conformance.commands.reading import citations, explain, list_, report, schema


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="memory-conformance")
def main() -> None:
    """Holds agent memory services against an executable specification of how they behave."""


for command in (run, check, clean, compare, citations, explain, faults, leaks, list_, new, report, schema, serve):
    main.add_command(command)
