"""How a rule that was played on the rows of a lattice is played again."""

from __future__ import annotations

import shlex

from memory_conformance.report.results import Result
from memory_conformance.target import Target


def repeatable(row: Result, target: Target, seed: int, cells: int | None) -> Result:
    """A row with the command that plays it again on the same scopes."""
    wanted = [] if cells is None else ["--cells", str(cells)]
    words = ["memory-conformance", "leaks", *target.repeat, "--only", row.id, "--seed", str(seed), *wanted]
    return row.model_copy(update={"repeat": shlex.join(words)})
