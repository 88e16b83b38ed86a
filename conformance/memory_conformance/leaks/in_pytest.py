"""The leak lab inside of an adopter's own pytest: the rules with the rows of a lattice, and an item that plays histories."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from memory_conformance.collect import ToPlay
from memory_conformance.connect.discreet import be_discreet, quoting_nothing
from memory_conformance.leaks.repeating import repeatable
from memory_conformance.leaks.rules import Wanted, lattice_of, with_rows
from memory_conformance.model import Crossing
from memory_conformance.report.proved import LabOf
from memory_conformance.specification import Behaviour
from memory_conformance.target import Target

HISTORIES = 200
"""Histories that the item plays."""
FEWEST_CELLS = 2
"""Scopes that a leak takes: whose memory it is, and who is shown it."""


def on_a_lattice(to_play: ToPlay, seed: int, cells: int | None) -> ToPlay:
    """The same with the rules on the scopes of each backend; errors quote from here on nothing that came in the place of a message.

    Raises `pytest.UsageError` for a backend that keeps nobody apart, and for fewer scopes than two.
    """
    if cells is not None and cells < FEWEST_CELLS:
        raise pytest.UsageError(f"--memory-cells {cells}: there are at least {FEWEST_CELLS} scopes")
    instead: dict[tuple[str, str], Behaviour] = {}
    for target in to_play.targets:
        if not any(field.crossing is Crossing.LEAK for field in target.hello.scope):
            raise pytest.UsageError(
                f"{target.name} offers no isolation: its scope has no field that keeps anybody apart"
            )
        be_discreet(target.backend)
        target.probed = quoting_nothing(target.probed)
        rows = lattice_of(target.hello, seed, cells)
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
    """Plays made-up histories on one backend; red where one of them breaks a rule. ``lab`` is what they showed, when played."""

    def __init__(self, target: Target, seed: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._target = target
        self._seed = seed
        self.lab: LabOf | None = None

    def runtest(self) -> None:
        """Search, and tell each kind that was found by its smallest history."""
        from memory_conformance.leaks.wandering import searched

        if self._target.given_up is not None:
            pytest.skip(self._target.given_up.reason)
        found, kinds = searched(
            self._target, self._seed, HISTORIES, lambda played, shown: None, destructive=not self._target.elsewhere
        )
        fields = self._target.hello.scope
        self.lab = LabOf(
            backend=self._target.name,
            run=self._target.run,
            fields=[field.name for field in fields],
            shared=[field.name for field in fields if field.crossing is Crossing.SHARED],
            isolates=True,
            cells=[],
            kinds=kinds,
            searched=found,
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
