"""Plays the same histories on two backends, and makes what differs as small as it gets."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice

from memory_conformance.backend import Backend, BackendError
from memory_conformance.histories.difference import Difference, Group, Kind, differences, told_by
from memory_conformance.histories.generating import made_up
from memory_conformance.histories.history import Answer, Call, History, play
from memory_conformance.histories.reducing import reduced
from memory_conformance.model import Capability, Hello

INTERRUPTED = "interrupted"
"""The problem of a comparison that somebody stopped."""
_ASKED_AGAIN = 24
"""How often a history is played on one backend to see whether its order is the same each time."""
_BELIEVED = 8
"""Of so many histories a backend gave the same order each time: then it is believed to have one."""


class Unplayed(Exception):
    """A harness failed: nothing more can be compared. Says whose it was, and why."""


@dataclass
class Side:
    """A backend that histories are played on. ``prefix`` keeps apart what is played on one that never starts empty.

    ``name`` is what it is called where its harness fails.
    """

    backend: Backend
    hello: Hello
    prefix: str = ""
    name: str = ""
    _plays: int = 0

    def play(self, history: History) -> list[Answer]:
        """What it answers, call by call. Raises `Unplayed` where its harness failed."""
        self._plays += 1
        try:
            return play([self._its_own(call) for call in history], self.backend)
        except BackendError as error:
            raise Unplayed(f"{self.name or self.hello.name}: {error}") from error

    def _its_own(self, call: Call) -> Call:
        """A call with the scope fields that this backend has, and nobody else's memories in its way."""
        fields = [field.name for field in self.hello.scope]
        scope = {name: value for name, value in call.parameters["scope"].items() if name in fields}
        own = self.hello.its_own(scope, f"{self.prefix}{self._plays}-")
        return Call(call.operation, {**call.parameters, "scope": own})


@dataclass(frozen=True)
class Example:
    """The smallest history that shows a kind of difference, with what each backend answered to its last call.

    ``seen`` counts the histories that showed it.
    """

    group: Group
    seen: int
    history: tuple[Call, ...]
    first: Answer
    second: Answer


@dataclass
class Comparison:
    """What came of it. ``played`` counts the histories; ``differing`` those on which the answers differed.

    ``unordered`` has the positions (0, 1) of backends that gave one search another order when they were asked again: then
    orders are not compared. ``unsteady`` has those of backends that answered one history with other memories when it was played
    again: a difference on it says nothing, and is not counted. ``problem`` says why not all histories were played: a harness
    failed, or somebody stopped it. What was found by then is told as it was found, since nothing can be asked any more.
    """

    played: int = 0
    differing: int = 0
    unordered: set[int] = field(default_factory=set)
    unsteady: set[int] = field(default_factory=set)
    examples: list[Example] = field(default_factory=list)
    problem: str | None = None


def compare(
    sides: tuple[Side, Side],
    count: int,
    seed: int,
    told: Callable[[int, int], None] = lambda played, kinds: None,
) -> Comparison:
    """Play ``count`` histories that ``seed`` makes on both sides. ``told`` hears how many were played, and how many kinds differ.

    The histories have the scope fields of both, and single events where both take them.
    """
    playing = _Playing(sides, told)
    fields = [[field.name for field in side.hello.scope] for side in sides]
    scope = list(dict.fromkeys(name for names in fields for name in names))
    # What one of the two does not know would be no difference of behaviour: everybody is one to it.
    varied = set(fields[0]) & set(fields[1])
    single = all(Capability.ADD_EVENTS in side.hello.capabilities for side in sides)
    try:
        for history in islice(made_up(str(seed), scope, single, varied), count):
            playing.play(history)
    except KeyboardInterrupt as error:
        playing.stop(error)
    except _Ended:
        pass
    return playing.ended()


class _Ended(Exception):
    """Nothing more is played."""


class _Playing:
    """Plays one history after the other, and keeps the smallest of each kind of difference."""

    def __init__(self, sides: tuple[Side, Side], told: Callable[[int, int], None]) -> None:
        self.compared = Comparison()
        self._sides = sides
        self._told = told
        self._smallest: dict[Group, Example] = {}
        self._showing: dict[Group, set[int]] = {}
        self._steady = 0

    def play(self, history: list[Call]) -> None:
        """Play one history, and keep what it shows. Raises where nothing more can be played, once and for all."""
        if self.compared.problem is not None:
            raise _Ended
        try:
            self._play(history)
        except (Unplayed, KeyboardInterrupt) as error:
            self.stop(error)
            raise _Ended from None

    def ended(self) -> Comparison:
        """What came of it, with each kind of difference reduced to its smallest history."""
        told: dict[Group, Example] = {}
        showing: dict[Group, set[int]] = {}
        for group in sorted(self._smallest):
            if group.kind is Kind.ORDER and self.compared.unordered:
                continue
            example = self._smallest[group]
            if self.compared.problem is None:
                try:
                    if not self._shows(group, example.history):
                        # By chance, before it was known that this backend is not steady.
                        continue
                    example = self._reduced(example)
                except (Unplayed, KeyboardInterrupt) as error:
                    self.stop(error)
            kept = told.get(example.group)
            if kept is None or _size(example.history) < _size(kept.history):
                told[example.group] = example
            # One history may show what turns out to be the same twice.
            showing.setdefault(example.group, set()).update(self._showing[group])
        gravest = list(Kind)
        self.compared.examples = sorted(
            (replace(one, seen=len(showing[one.group])) for one in told.values()),
            key=lambda one: (gravest.index(one.group.kind), -one.seen, one.group),
        )
        return self.compared

    def stop(self, error: BaseException) -> None:
        """Play nothing more, for this reason."""
        self.compared.problem = str(error) if isinstance(error, Unplayed) else INTERRUPTED

    def _play(self, history: list[Call]) -> None:
        first, second, found = self._differences(history)
        self.compared.played += 1
        self.compared.differing += bool(found)
        for one in found:
            shown = tuple(history[: one.at + 1])
            kept = self._smallest.get(one.group)
            if kept is None or _size(shown) < _size(kept.history):
                self._smallest[one.group] = Example(one.group, 0, shown, first[one.at], second[one.at])
            self._showing.setdefault(one.group, set()).add(self.compared.played)
        self._told(self.compared.played, len(self._smallest))

    def _reduced(self, example: Example) -> Example:
        history = reduced(example.history, partial(self._shows, example.group))
        first, second, _ = self._differences(history)
        group = told_by(history, example.group, (first, second)[example.group.by or 0][-1])
        return replace(example, group=group, history=history, first=first[-1], second=second[-1])

    def _shows(self, group: Group, history: History) -> bool:
        """Whether the last call of a history, and none before it, shows a kind of difference."""
        _, _, found = self._differences(history)
        return any(one.group == group and one.at == len(history) - 1 for one in found)

    def _differences(self, history: History) -> tuple[list[Answer], list[Answer], list[Difference]]:
        """What both answer to a history, and where that differs."""
        first, second = (side.play(history) for side in self._sides)
        if first == second:
            return first, second, []
        found = differences(history, first, second, ordered=not self.compared.unordered)
        if any(one.group.kind is Kind.ORDER for one in found) and self._is_unordered(history, first, second):
            found = differences(history, first, second, ordered=False)
        return first, second, [] if found and self._is_unsteady(history, first, second) else found

    def _is_unsteady(self, history: History, first: list[Answer], second: list[Answer]) -> bool:
        """Whether a backend that is asked the same again gives other memories."""
        found = set()
        for position, answers in enumerate((first, second)):
            times = _ASKED_AGAIN if position in self.compared.unsteady else 1
            again = (self._sides[position].play(history) for _ in range(times))
            if any(differences(history, answers, one, ordered=False) for one in again):
                found.add(position)
        self.compared.unsteady |= found
        return bool(found)

    def _is_unordered(self, history: History, first: list[Answer], second: list[Answer]) -> bool:
        """Whether a backend that is asked the same again answers in another order."""
        if self._steady >= _BELIEVED:
            return False
        self._steady += 1
        for position, answers in enumerate((first, second)):
            again = (self._sides[position].play(history) for _ in range(_ASKED_AGAIN))
            if any(differences(history, answers, one, ordered=True) for one in again):
                self.compared.unordered.add(position)
        return bool(self.compared.unordered)


def _size(history: tuple[Call, ...]) -> tuple[int, int, str]:
    written = json.dumps([call.parameters for call in history], sort_keys=True)
    return len(history), len(written), written
