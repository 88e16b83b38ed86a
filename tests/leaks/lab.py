"""The rules of the leak lab, and the shortest ways to have them played: on the scopes of the specification, or as the lab does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.toys import judged
from memory_conformance.backend import Backend
from memory_conformance.connect.connectable import Connected
from memory_conformance.leaks.lab import Heard, LabWish, play_lab
from memory_conformance.leaks.rules import rules_of
from memory_conformance.means import needs_means
from memory_conformance.report.proved import LabOf, Proved
from memory_conformance.report.results import Result, Results
from memory_conformance.specification import Behaviour, Specification, read_specification
from memory_conformance.target import target_objects
from memory_conformance.verdict import Verdict, Word

SEED = 7


@cache
def specification() -> Specification:
    """The specification, read once."""
    return read_specification()


@cache
def rules() -> Mapping[str, Behaviour]:
    """The rules that need nothing but a backend, by id."""
    return {one.id: one for one in rules_of(specification()) if not needs_means(one.needs)}


def verdicts(backend: type[Backend]) -> dict[str, Verdict]:
    """The verdicts on a service, by the ids of the rules."""
    return {one: judged(rule, backend()) for one, rule in rules().items()}


def not_green(found: Mapping[str, Verdict]) -> dict[str, Word]:
    """What is not as it should be, without the letters that all ids begin with."""
    return {one.removeprefix("LEAK-"): verdict.word for one, verdict in found.items() if verdict.word is not Word.PASS}


def lab(backend: Backend, *only: str, cells: int | None = 40, heard: Heard | None = None) -> Results:
    """What the lab finds, without histories at random."""
    name = backend.hello().name
    targets = target_objects([(name, lambda: Connected(name, backend))], SEED, specification())
    return play_lab(specification(), targets, LabWish(only, SEED, cells, histories=0), heard)


def found_by(results: Results) -> LabOf:
    """What it says of its only backend."""
    assert results.leaks is not None
    [only] = results.leaks.labs
    return only


def row(results: Results, behaviour_id: str) -> Result:
    """The row of a rule."""
    [only] = [one for one in results.results if one.id == behaviour_id]
    return only


def proofs(results: Results, behaviour_id: str) -> list[Proved]:
    """What a rule proved, of each case."""
    return [step.proved for step in row(results, behaviour_id).steps if step.proved is not None]
