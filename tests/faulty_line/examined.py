"""Examinations of backends by name and of one of this process, and what a clean one says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_conformance.backend import Backend, BackendError, ErrorCode
from memory_conformance.faulty_line.examining import Examined, examine
from memory_conformance.faulty_line.opening import open_line
from memory_conformance.faulty_line.plan import Rates
from memory_conformance.faulty_line.plot import Size
from memory_conformance.model import Hello, Memory, Scope, Session
from memory_conformance.scopes.canary import QUERY

SMALL = Size(sessions=2)


def examined(connectable: str, seed: int, rates: Rates | None = None, **options: Any) -> Examined:
    with open_line(connectable, seed=seed, rates=rates) as line:
        return examine(line.backend, line.backend.hello(), "mc-test-", seed, line.mishaps, **options)


def check_clean(found: Examined) -> None:
    assert found.unproved is None
    assert list(map(str, found.violations)) == []
    assert found.acknowledged + found.unacknowledged == 4 * Size().sessions + 1
    assert found.whole + found.absent == found.unacknowledged
    assert found.messages == sum(found.mishaps.values())
    assert (found.replaces, found.refused) == (True, {})


class Toy(Backend):
    """A sound memory with all that its ``hello`` says; what it is told of is written down."""

    def __init__(self, **declared: Any) -> None:
        self.introduction = Hello(name="toy", **declared)
        self.kept: dict[tuple[str, ...], dict[str, Session]] = {}
        self.settled = 0
        self.closed = 0

    def hello(self) -> Hello:
        return self.introduction

    def open(self, settings: Mapping[str, Any]) -> str:
        return "1"

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.kept.setdefault(tuple(scope.values()), {})[session.id] = session

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        if tuple(scope.values()) not in self.kept:
            raise BackendError(ErrorCode.NOT_FOUND, "who is that?")
        contents = [event.content for session in self.kept[tuple(scope.values())].values() for event in session.events]
        return [
            Memory(content=one) for one in contents if one is not None and set(query.split()) & set(one.text().split())
        ]

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return self.search(instance, scope, QUERY)

    def settle(self, instance: str, scope: Scope) -> None:
        self.settled += 1

    def close(self, instance: str) -> None:
        self.closed += 1


def examined_toy(toy: Toy, **options: Any) -> Examined:
    return examine(toy, toy.hello(), "mc-test-", 5, **{"pause": lambda seconds: None, **options})
