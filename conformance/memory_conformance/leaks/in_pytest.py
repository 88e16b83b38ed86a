"""The leak lab inside of an adopter's own pytest: the rules with the rows of a lattice, and an item that plays histories."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from memory_conformance.collect import ToPlay
from memory_conformance.leaks.repeating import repeatable
from memory_conformance.leaks.rules import Wanted, with_rows
from memory_conformance.model import Crossing
from memory_conformance.scopes.lattice import lattice
from memory_conformance.specification import Behaviour
from memory_conformance.target import Target

HISTORIES = 200
"""Histories that the item plays."""


def on_a_lattice(to_play: ToPlay, seed: int, cells: int | None) -> ToPlay:
    """The same with the rules on the scopes of each backend. Raises `pytest.UsageError` for one that keeps nobody apart."""
    instead: dict[tuple[str, str], Behaviour] = {}
    for target in to_play.targets:
        if not any(field.crossing is Crossing.LEAK for field in target.hello.scope):
            raise pytest.UsageError(
                f"{target.name} offers no isolation: its scope has no field that keeps anybody apart"
            )
        rows = lattice([field.name for field in target.hello.scope], seed, cells)
        wanted = Wanted(to_play.selection, destructive=not target.elsewhere)
        for rule in with_rows(to_play.specification, rows, seed, wanted).behaviours:
            instead[target.name, rule.id] = rule
    return replace(to_play, instead=instead, retell=partial(repeatable, seed=seed, cells=cells))


class HistoriesNode(pytest.Collector):
    """Holds the items that play histories, one for each backend."""

    def __init__(self, targets: Sequence[Target], seed: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._targets = targets
        self._seed = seed

    def collect(self) -> Iterator[pytest.Item]:
        for target in self._targets:
            yield HistoriesItem.from_parent(self, name=f"histories[{target.name}]", target=target, seed=self._seed)


class Leaking(Exception):
    """Histories that show a leak, as somebody can repeat them."""


class HistoriesItem(pytest.Item):
    """Plays made-up histories on one backend; red where one of them breaks a rule."""

    def __init__(self, target: Target, seed: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._target = target
        self._seed = seed

    def runtest(self) -> None:
        """Search, and tell each kind that was found by its smallest history."""
        from memory_conformance.leaks.wandering import searched

        if self._target.given_up is not None:
            pytest.skip(self._target.given_up.reason)
        found, kinds = searched(
            self._target, self._seed, HISTORIES, lambda played, shown: None, destructive=not self._target.elsewhere
        )
        if kinds:
            forms = [f"{kind.words}\n\n{kind.way.scenario if kind.way else ''}" for kind in kinds]
            raise Leaking("\n\n".join([f"{len(kinds)} ways to leak in {found.histories:,} histories", *forms]))
        if found.problem is not None:
            raise Leaking(f"ended early: {found.problem}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The histories alone; a fault of ours keeps its traceback."""
        return str(excinfo.value) if isinstance(excinfo.value, Leaking) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Where it stands, for pytest's own lists."""
        return self.path, None, self.name
