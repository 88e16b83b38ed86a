"""The command as somebody types it, in this process."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner

from memory_conformance import specification
from memory_conformance.cli import main

_read_once = cache(specification.read_specification)


@dataclass(frozen=True)
class Ended:
    """A command that came to its end: its code, what it said, and what of that was said on stderr."""

    code: int
    out: str
    err: str


def command(*arguments: str | Path) -> Ended:
    """Run a command in the current folder. It never ends by an error of ours."""
    # What takes longest is reading the specification, which is the same each time.
    with patch.object(specification, "read_specification", _read_once):
        done = CliRunner(env={"COLUMNS": "250"}).invoke(main, [str(one) for one in arguments])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Ended(done.exit_code, done.stdout, done.stderr)


def results(report: Path) -> Any:
    """The results.json of a report."""
    return json.loads((report / "results.json").read_text(encoding="utf-8"))


def rows(report: Path) -> dict[str, Any]:
    """The rows of a report on one backend, by id."""
    return {row["id"]: row for row in results(report)["results"]}


def everything(report: Path, ended: Ended) -> dict[str, str]:
    """All that is said or written, by where."""
    files = {one.name: one.read_text(encoding="utf-8") for one in report.iterdir()}
    return {**files, "stdout": ended.out, "stderr": ended.err}
