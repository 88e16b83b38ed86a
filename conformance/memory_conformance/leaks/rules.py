"""The rules that nobody reads another's memory, with the rows of a lattice in the place of those of the specification. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory_conformance.means import Means, missing_means, needs_means
from memory_conformance.model import Crossing, Hello
from memory_conformance.plan import Selection
from memory_conformance.scopes.lattice import SESSION, Cell, interleaved, lattice
from memory_conformance.specification import Behaviour, Case, Specification
from memory_conformance.steps.vocabulary import Subject, read, subject_of

_EVERY_SECOND = "every second of"
"""How a step begins in which some act while the others watch."""
_CHANGING = ("delete", "again")
"""Words of steps that change or delete what is there, and not merely add to it."""


def rules_of(specification: Specification) -> tuple[Behaviour, ...]:
    """The behaviours that speak of many scopes at once."""
    return tuple(one for one in specification.behaviours if any(_is_of_many(case) for case in one.cases))


@dataclass(frozen=True)
class Wanted:
    """Which rules are played: those of a selection, and by themselves those for which ``means`` are provided.

    Without ``destructive``, only those that add and read; without ``destructive_by_key`` that goes for what is done with the keys of
    real users. Without ``lattice``, only those that need no cells.
    """

    selection: Selection
    means: frozenset[Means] = frozenset()
    destructive: bool = True
    lattice: bool = True
    destructive_by_key: bool = True

    def wants(self, rule: Behaviour) -> bool:
        """Whether a rule is wanted, be it allowed or not."""
        if needs_means(rule.needs):
            by_itself = not self.selection.expressions and not missing_means(rule.needs, self.means)
            return by_itself or self.selection.wants(rule)
        return self.lattice and self.selection.wants(rule)

    def plays(self, rule: Behaviour) -> bool:
        """Whether a rule is wanted and allowed."""
        allowed = self.destructive and (self.destructive_by_key or not is_by_key(rule))
        return self.wants(rule) and (allowed or not changes(rule))


def lattice_of(hello: Hello, seed: int, most: int | None) -> tuple[Cell, ...]:
    """The scopes that the rules are played on: see `lattice`."""
    shared = [field.name for field in hello.scope if field.crossing is Crossing.SHARED]
    return lattice([field.name for field in hello.scope], seed, most, shared)


def with_rows(specification: Specification, cells: Sequence[Cell], seed: int, wanted: Wanted) -> Specification:
    """The rules that are played, with these cells for rows.

    Where some act and others watch, the rows are played twice, so that each that might be taken for another acts once.
    """
    rules = [
        replace(rule, cases=tuple(_filled(case, rows) for case in rule.cases for rows in _orders(rule, cells, seed)))
        for rule in rules_of(specification)
        if wanted.plays(rule)
    ]
    return Specification(tuple(rules), specification.fingerprint)


def is_by_key(rule: Behaviour) -> bool:
    """Whether a rule is played in the scopes of principals."""
    return Means.PRINCIPALS.value in rule.needs


def changes(rule: Behaviour) -> bool:
    """Whether a rule deletes or replaces something. Over a line that fails, and under load, sessions are added again."""
    return bool({Means.FAULTY_LINE.value, Means.LOAD.value} & set(rule.needs)) or any(
        word in step.text
        for case in rule.cases
        for step in case.steps[1:]
        for word in _CHANGING
        if step.keyword == "when"
    )


def _orders(rule: Behaviour, cells: Sequence[Cell], seed: int) -> tuple[Sequence[Cell], ...]:
    if not any(step.table is not None for step in rule.cases[0].steps):
        return ((),)
    acting = any(step.text.startswith(_EVERY_SECOND) for step in rule.cases[0].steps)
    return interleaved(cells, seed) if acting and len(cells) > 2 else (cells,)


def _filled(case: Case, cells: Sequence[Cell]) -> Case:
    rows = tuple(
        # Of a service with a scope field of that name, the column is the field's.
        {"session": cell.session, **cell.scope} if cell.session != SESSION else dict(cell.scope)
        for cell in cells
    )
    return Case(tuple(replace(step, table=rows) if step.table is not None else step for step in case.steps))


def _is_of_many(case: Case) -> bool:
    return any(subject_of(read(step.keyword, step.text).sentence) is Subject.CROWDS for step in case.steps)
