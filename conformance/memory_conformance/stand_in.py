"""A memory service of this process that can do everything, to find out what a run will ask of a real one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from memory_conformance.backend import Backend, BackendError, ErrorCode
from memory_conformance.managed import ServiceCalls, ServiceScript
from memory_conformance.model import Capability, Event, Hello, Memory, Scope, Session
from memory_conformance.steps.visibility import Bounds, bounds_of
from memory_conformance.turn import Ending, Played, Turn

Owner = tuple[tuple[str, str], ...]
"""The fields of a scope, as a key."""


@dataclass
class _Kept:
    """A memory of a session, and from when to when it can be seen."""

    memory: Memory
    session: str
    since: float
    until: float = float("inf")


class Obliging(Backend):
    """Has every operation beyond what is remembered, and does nothing in it."""

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        return Played(ending=Ending.ANSWERED)

    def put_session(self, instance: str, scope: Scope, session: Session) -> None:
        return

    def submit_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.add_session(instance, scope, session)

    def script_service(self, instance: str, script: ServiceScript) -> None:
        return

    def complete(self, instance: str) -> None:
        return

    def service_calls(self, instance: str) -> ServiceCalls:
        return ServiceCalls()


class StandIn(Obliging):
    """Bears the introduction of another, keeps sessions by scope, and finds what shares a word with the query or holds it.

    It does what controls ask for, so that cases are played to their end. What is written and forgotten shows when the bounds
    are over that the other declares, by the time that ``now`` gives, in seconds.
    """

    def __init__(self, hello: Hello) -> None:
        self.now: Callable[[], float] = lambda: 0.0
        self._hello = hello
        self._bounds = Bounds() if Capability.SETTLE in hello.capabilities else bounds_of(hello)
        self._instances: dict[str, dict[Owner, list[_Kept]]] = {}
        self._numbers = count(1)

    def hello(self) -> Hello:
        return self._hello

    def open(self, settings: Mapping[str, Any]) -> str:
        instance = str(next(self._numbers))
        self._instances[instance] = {}
        return instance

    def close(self, instance: str) -> None:
        self._instances.pop(instance, None)

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.delete_session(instance, scope, session.id)
        self.add_events(instance, scope, session.id, session.events)

    def add_events(self, instance: str, scope: Scope, session_id: str, events: Sequence[Event]) -> None:
        since = self.now() + self._bounds.write
        for event in events:
            if event.content is not None:
                made = str(next(self._numbers))
                memory = Memory(content=event.content, id=made, author=event.author, timestamp=event.timestamp)
                self._all(instance, scope).append(_Kept(memory, session_id, since))

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        wanted, asked = _words(query), query.casefold()
        found = self.list_memories(instance, scope)
        return [one for one in found if wanted & _words(one.text()) or (asked and asked in one.text().casefold())]

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        now = self.now()
        return [kept.memory for kept in self._all(instance, scope) if kept.since <= now < kept.until]

    def get_memory(self, instance: str, scope: Scope, memory_id: str) -> Memory:
        for memory in self.list_memories(instance, scope):
            if memory.id == memory_id:
                return memory
        raise BackendError(ErrorCode.NOT_FOUND, f"no memory {memory_id!r}")

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        self._forget(kept for kept in self._all(instance, scope) if kept.session == session_id)

    def delete_user(self, instance: str, scope: Scope) -> None:
        self._forget(iter(self._all(instance, scope)))

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        self._forget(kept for kept in self._all(instance, scope) if kept.memory.id == memory_id)

    def change_added_event(self, instance: str, event_id: str, text: str) -> None:
        return

    def change_result(self, instance: str, position: int, text: str) -> None:
        return

    def settle(self, instance: str, scope: Scope) -> None:
        return

    def _all(self, instance: str, scope: Scope) -> list[_Kept]:
        return self._instances[instance].setdefault(tuple(scope.items()), [])

    def _forget(self, gone: Iterator[_Kept]) -> None:
        until = self.now() + self._bounds.forget
        for kept in gone:
            kept.until = min(kept.until, until)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))
