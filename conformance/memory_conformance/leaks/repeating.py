"""How a rule that was played on the rows of a lattice is played again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from memory_conformance.report.results import Result
from memory_conformance.target import Target


def repeatable(row: Result, target: Target, seed: int, cells: int | None, options: Sequence[str] = ()) -> Result:
    """A row with the command that plays it again on the same scopes; ``options`` are those without which it is not played."""
    wanted = [] if cells is None else ["--cells", str(cells)]
    words = ["memory-conformance", "leaks", *target.repeat, "--only", row.id, "--seed", str(seed), *wanted, *options]
    return row.model_copy(update={"repeat": shlex.join(words)})
