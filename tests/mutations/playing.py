"""Plays the whole specification on a service with a fault, in this process, and says what came out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from memory_conformance.connect.connectable import Connected, connect_object
from memory_conformance.connect.in_process import InProcess
from memory_conformance.report.matrix import code_of
from memory_conformance.report.results import Result
from memory_conformance.run import Wish, play
from memory_conformance.specification import Specification, read_specification
from memory_conformance.target import target_objects
from memory_conformance.verdict import Word
from memory_conformance.worker.adk import Adk
from mutations.decisions import Decisions
from mutations.mutants import MUTANTS

CLAIM = "adk-python-2.13"
"""The reference that the class without a fault is."""

UNMUTATED = "unmutated"
"""The name of the service that decides nothing otherwise."""


@dataclass(frozen=True)
class Outcome:
    """The exit code of a run, and its rows."""

    code: int
    rows: tuple[Result, ...] = field(repr=False)

    def failed(self, level: str | None = None) -> list[str]:
        """The ids with the verdict *fail*, sorted: all of them, or those of a level."""
        return self._ids(row for row in self.rows if row.verdict is Word.FAIL and level in (None, row.level))

    def errors(self) -> list[str]:
        """The ids with the verdict *error*: what the harness is blamed for."""
        return self._ids(row for row in self.rows if row.verdict is Word.ERROR)

    @staticmethod
    def _ids(rows: Iterable[Result]) -> list[str]:
        return sorted(row.id for row in rows)


@cache
def played(name: str, claim: str | None = None) -> Outcome:
    """What comes out of a run on a mutant, or on `UNMUTATED`.

    Without a claim, as a user's own class is played, that is everything but turns, in which other code of the library is asked as
    well. With one it is the questions: a claim changes what is expected of nothing else, unless the reference is documented to break
    it, and this one is not.
    """
    from mutations.service import DecidingService

    decides = Decisions() if name == UNMUTATED else MUTANTS[name].decides
    kind = type(type(decides).__name__, (DecidingService,), {"decides": decides})

    def connected() -> Connected:
        return connect_object(kind, name) if claim is None else Connected(name, InProcess(Adk(kind, kind, name, claim)))

    known = _specification()
    wish = Wish(only=("not tools",) if claim is None else ("question and not tools",))
    results = play(known, target_objects([(name, connected)], seed=0, specification=known), wish)
    return Outcome(code_of(results), tuple(results.results))


@cache
def _specification() -> Specification:
    return read_specification()
