"""A harness of our own with one fault at a time, and the shortest way to have it checked."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from rich.console import Console

from memory_conformance.checking import check
from memory_conformance.connect.configuration import Configuration
from memory_conformance.report.check import print_check
from memory_conformance.report.results import BackendInfo, Result, Results
from memory_conformance.specification import Specification, read_specification
from memory_conformance.target import find_targets
from memory_conformance.verdict import Word

HARNESS = Path(__file__).with_name("faulty_harness.py")


@cache
def read_once() -> Specification:
    return read_specification()


def command(fault: str = "none", *declared: str) -> str:
    """The connectable of a harness with a fault."""
    return f"exec:{sys.executable} {HARNESS} '{fault}' {' '.join(declared)}"


def checked(connectable: str, **terms: float) -> Results:
    """What a check of a harness finds."""
    specification = read_once()
    targets = find_targets((connectable,), (), 0, specification, Configuration(given=terms))
    return check(specification, targets)


def shown(results: Results, width: int = 100) -> str:
    """The report of a check, as a terminal shows it."""
    console = Console(width=width, record=True, file=io.StringIO())
    print_check(results, console)
    return console.export_text()


def backend(results: Results) -> BackendInfo:
    (only,) = results.envelope.backends
    return only


def row_of(results: Results, behaviour_id: str) -> Result:
    return next(row for row in results.results if row.id == behaviour_id)


def not_passed(results: Results) -> set[str]:
    return {row.id for row in results.results if row.verdict is not Word.PASS}


def trials(results: Results) -> Mapping[str, str]:
    return {one.operation: one.found for one in backend(results).tried}


def asked(fault: str, *declared: str, tmp_path: Path) -> Sequence[str]:
    """The operations that a check asks a harness for, in their order."""
    log = tmp_path / "log"
    connectable = f"exec:sh -c '{sys.executable} {HARNESS} \"{fault}\" {' '.join(declared)} 2>{log}'"
    checked(connectable)
    return [line.removeprefix("asked ") for line in log.read_text().splitlines()]
