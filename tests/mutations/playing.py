"""Plays the whole specification on a mutant, in this process, and says what came out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from memory_conformance.connect.adk import AdkBackend
from memory_conformance.connect.connectable import Connected, connect_object
from memory_conformance.report.matrix import code_of
from memory_conformance.report.results import Result
from memory_conformance.run import Wish, play
from memory_conformance.specification import Specification, read_specification
from memory_conformance.target import target_objects
from mutations.decisions import Decisions

CLAIM = "adk-python-2.13"


@dataclass(frozen=True)
class Outcome:
    """The exit code of a run, and its rows."""

    code: int
    rows: tuple[Result, ...]


@cache
def specification() -> Specification:
    """The specification as it is in the tree."""
    return read_specification()


def play_decisions(decides: Decisions, claim: str | None = None) -> Outcome:
    """Plays everything on a service that decides so: without any claim, as a user's own class is, or with one."""
    from mutations.service import DecidingService

    name = type(decides).__name__
    kind = type(name, (DecidingService,), {"decides": decides})
    made = [
        (name, lambda: Connected(name, AdkBackend(kind, kind, name, claim)) if claim else connect_object(kind, name))
    ]
    results = play(specification(), target_objects(made, seed=0, specification=specification()), Wish())
    return Outcome(code_of(results), tuple(results.results))
