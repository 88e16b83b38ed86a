"""Goes through a behaviour without any service: what cannot be said shows, and how much would be remembered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from memory_conformance.evidence import Observation, Outcome, StepEvidence
from memory_conformance.model import Capability, Event, Hello, Memory, Scope, Session
from memory_conformance.specification import Case, Step
from memory_conformance.stand_in import Obliging
from memory_conformance.steps.stage import CaseEnds, NegativeControl, Stage
from memory_conformance.steps.vocabulary import read

Owner = tuple[tuple[str, str], ...]
"""The fields of a scope, as a key."""


@dataclass
class Rehearsed:
    """What a rehearsal showed: steps that cannot be played, and why; and the most memories that a scope held when it was searched."""

    problems: list[tuple[Step, str]] = field(default_factory=list)
    most: int = 0


def rehearse(case: Case) -> Rehearsed:
    """Perform every step of a case on a service that takes everything and finds nothing."""
    hollow = _Hollow()
    stage = Stage(hollow, hollow.hello(), hollow.open({}), "", NegativeControl("nowhere"))
    stage.observation = Observation()
    rehearsed = Rehearsed()
    for step in _steps(case):
        stage.step = StepEvidence(step.keyword, step.text, step.line)
        problem = _problem(stage, step)
        if problem is not None:
            rehearsed.problems.append((step, problem))
    rehearsed.most = hollow.most
    return rehearsed


def _steps(case: Case) -> Iterator[Step]:
    yield from case.steps
    for thens in case.thens.values():
        yield from thens


def _problem(stage: Stage, step: Step) -> str | None:
    try:
        reading = read(step.keyword, step.text)
        columns = reading.sentence.table
        values = dict(reading.values)
        if columns is None and step.table is not None:
            return f"no table may stand below “{reading.sentence.template}”"
        if columns is not None:
            if not step.table:
                return f"a table with rows must stand below “{step.text}”"
            unknown = [name for name in step.table[0] if name not in columns]
            if unknown:
                return f"no column is called {', '.join(unknown)} here; there are {', '.join(sorted(columns))}"
            values["table"] = [dict(row) for row in step.table]
        reading.sentence.perform(stage, **values)
    except CaseEnds as end:
        # Nothing is ever found, so that much proves nothing here; only what no service could play is a problem.
        return end.reason if end.outcome is Outcome.CRASHED else None
    except KeyError as error:
        return f"the table lacks the column {error.args[0]}"
    except ValueError as error:
        return str(error)
    return None


class _Hollow(Obliging):
    """Takes everything and finds nothing. Counts the events with something said in them, by scope and session."""

    def __init__(self) -> None:
        self.most = 0
        self._held: dict[Owner, dict[str, int]] = {}

    def hello(self) -> Hello:
        return Hello(name="hollow", capabilities=set(Capability))

    def open(self, settings: Mapping[str, Any]) -> str:
        return "the only one"

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self._hold(scope, session.id, _said(session.events))

    def add_events(self, instance: str, scope: Scope, session_id: str, events: Sequence[Event]) -> None:
        earlier = self._held.get(tuple(scope.items()), {}).get(session_id, 0)
        self._hold(scope, session_id, earlier + _said(events))

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        held = self._held.get(tuple(scope.items()), {})
        self.most = max(self.most, sum(held.values()))
        return []

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        self._hold(scope, session_id, 0)

    def delete_user(self, instance: str, scope: Scope) -> None:
        self._held.pop(tuple(scope.items()), None)

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        return

    def change_added_event(self, instance: str, event_id: str, text: str) -> None:
        return

    def change_result(self, instance: str, position: int, text: str) -> None:
        return

    def _hold(self, scope: Scope, session_id: str, number: int) -> None:
        sessions = self._held.setdefault(tuple(scope.items()), {})
        sessions[session_id] = number


def _said(events: Sequence[Event]) -> int:
    return sum(bool(event.content is not None and event.content.text().strip()) for event in events)
