"""The specification as pytest nodes: a collector for the whole, one for each feature file, an item for each id and backend."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from memory_conformance import bind
from memory_conformance.ahead import Playable, Players
from memory_conformance.evidence import Evidence
from memory_conformance.plan import Selection, why_excluded
from memory_conformance.record import row
from memory_conformance.references import references
from memory_conformance.report.results import Result
from memory_conformance.report.text import failure_text
from memory_conformance.specification import Behaviour, Level, Specification
from memory_conformance.target import Target
from memory_conformance.verdict import FailOn, GivenUp, Verdict, Word, excluded, is_red, judge, not_played


@dataclass(frozen=True)
class ToPlay:
    """What to play on whom, and what counts as red beside what always does. ``instead`` has behaviours by backend and id, where one is
    played on rows of its own; ``retell`` gives the row of such a one, which is repeated by another command.
    """

    specification: Specification
    targets: tuple[Target, ...]
    selection: Selection
    fail_on: frozenset[FailOn] = frozenset()
    players: Players = field(default_factory=Players)
    instead: Mapping[tuple[str, str], Behaviour] = field(default_factory=dict)
    retell: Callable[[Result, Target], Result] = lambda row, target: row

    def on(self, target: Target, behaviour: Behaviour) -> Behaviour:
        """A behaviour as it is played on a backend: with rows of its own, where some were made for it."""
        return self.instead.get((target.name, behaviour.id), behaviour)


class Red(Exception):
    """The verdict that makes a pytest item fail; its text is the whole failure, without a traceback of ours."""


class SpecificationNode(pytest.Collector):
    """The whole specification, beside whatever else is collected, or below the module whose fixture asked for it.

    It is no File on purpose: pytest's ``--lf`` skips whole files whose path it does not remember.
    """

    def __init__(self, to_play: ToPlay, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.to_play = to_play

    def collect(self) -> Iterator[pytest.Collector]:
        _give_steps(self)
        by_path: dict[str, list[Behaviour]] = {}
        for behaviour in self.to_play.specification.behaviours:
            if self.to_play.selection.wants(behaviour):
                by_path.setdefault(behaviour.path, []).append(behaviour)
        beside = isinstance(self.parent, pytest.Session)
        for path, behaviours in by_path.items():
            name = f"features/{path}"
            # Beside an adopter's tests an id begins with the feature; below one of their modules, with that module.
            named = {"name": name, "nodeid": name} if beside else {"name": name}
            yield FeatureNode.from_parent(self, behaviours=behaviours, to_play=self.to_play, **named)


def _give_steps(node: Any) -> None:
    """Make our step definition visible below a node, and only there: an adopter's own pytest-bdd steps never meet it."""
    node.obj = bind.step_definitions()
    node.session._fixturemanager.parsefactories(node)


class FeatureNode(pytest.Collector):
    """One feature file. Its node id names the file within the specification, wherever the package is installed."""

    def __init__(self, behaviours: list[Behaviour], to_play: ToPlay, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.behaviours = behaviours
        self.to_play = to_play

    def collect(self) -> Iterator[pytest.Item]:
        if not isinstance(self.parent, SpecificationNode):
            _give_steps(self)
        for behaviour in self.behaviours:
            function = bind.test_function(behaviour)
            for target in self.to_play.targets:
                # One script is given to all: it is the item's own behaviour whose script is played.
                yield BehaviourItem.from_parent(
                    self,
                    name=f"{behaviour.id}[{target.name}]",
                    callobj=function,
                    behaviour=self.to_play.on(target, behaviour),
                    target=target,
                    to_play=self.to_play,
                )


class BehaviourItem(pytest.Function):
    """One id on one backend: played by pytest-bdd, judged by the verdict."""

    def __init__(self, behaviour: Behaviour, target: Target, to_play: ToPlay, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.behaviour = behaviour
        self.target = target
        self.result: Result | None = None
        self.current: bind.PlayedStep | None = None
        self._to_play = to_play
        self._fail_on = to_play.fail_on
        self._players = to_play.players
        self._play: Playable | None = None
        for mark in (behaviour.topic, behaviour.kind.value, *([behaviour.level.value] if behaviour.level else ())):
            self.add_marker(mark)
        for name, values in (("needs", behaviour.needs), ("broken", behaviour.broken)):
            if values:
                self.add_marker(getattr(pytest.mark, name)(*sorted(values)))

    @property
    def id(self) -> Any:
        """The node id in parts, split as pytest (since 9.2) splits one that it reads back: ``--lf`` compares the two."""
        whole = super().id
        return whole.parse(str(whole))

    def runtest(self) -> None:
        """Play and judge, unless the backend cannot be held to this at all."""
        reason = why_excluded(self.behaviour, self.target.hello, self.target.means)
        if reason is not None:
            self._conclude(excluded(reason), Evidence())
            return
        self._play = self._players.play_of(self.target, self.behaviour)
        if self._play is None:
            self._conclude(not_played(self.target.given_up or GivenUp("it was not begun")), Evidence())
            return
        try:
            super().runtest()
        finally:
            evidence = self._play.end()
        if self._play.gone is not None:
            self.target.given_up = self.target.given_up or GivenUp.after(self.behaviour.id, self._play.gone)
            if self.target.given_up.spent:
                # What was begun and could not be ended is as good as not begun.
                self._conclude(not_played(self.target.given_up), evidence)
                return
        own_answer = self.target.hello.answers.get(self.behaviour.id)
        self._conclude(judge(self.behaviour, evidence, self.target.claim, references(), own_answer), evidence)

    def perform_step(self) -> None:
        """Called by the step definition, for the step that pytest-bdd has reached."""
        if self._play is not None and self.current is not None:
            self._play.perform(self.current.line)

    def _conclude(self, verdict: Verdict, evidence: Evidence) -> None:
        found = row(self.behaviour, self.target, verdict, evidence)
        on_rows = (self.target.name, self.behaviour.id) in self._to_play.instead
        self.result = self._to_play.retell(found, self.target) if on_rows else found
        if verdict.word is Word.PASS:
            return
        if verdict.word is Word.ERROR or is_red(
            verdict.word, self.behaviour.level, self.result.documented, self._fail_on
        ):
            raise Red(failure_text(self.result))
        if verdict.word is Word.FAIL:
            word = (
                "documented" if self.result.documented else "should" if self.behaviour.level is Level.SHOULD else "fail"
            )
            pytest.xfail(f"{word}: {self.result.reason}")
        pytest.skip(f"{verdict.word.value}: {self.result.reason}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The failure as the report tells it; a fault of ours keeps its traceback."""
        if isinstance(excinfo.value, Red):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Any, int, str]:
        """The feature file and the line of the scenario."""
        return self.behaviour.file, self.behaviour.line - 1, f"{self.behaviour.id} [{self.target.name}]"
