"""Services that are as sound as others, and different: no requirement may fail on them, in no run.

Each claims nothing. What a caller may expect of one is in what it declares.
"""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from memory_conformance.backend import Backend, BackendError, ErrorCode
from memory_conformance.model import Capability, Crossing, Event, Hello, Memory, Scope, ScopeField, Session
from memory_conformance.turn import Played, Turn
from memory_references.adk_go_1_7.contexts import Contexts
from memory_references.library import Library
from memory_references.planted.complete import Complete, CompleteBackend
from memory_references.planted.complete.store import NotFound
from memory_references.planted.fault import PREFIX, name_of, said

LAG: Final = 0.01
"""Seconds after which what was written is there, in the service that lags."""
BOUND: Final = 0.1
"""Seconds that it declares."""


@dataclass(frozen=True)
class Different:
    """A sound service: how it is called, and in what it is different."""

    name: str
    what: str
    make: Callable[[], Backend]


DIFFERENT: dict[str, Different] = {}
"""All of them, by name."""


def different(kind: type[CompleteBackend | Complete]) -> type[Any]:
    """Put a class among the services that are merely different, under the words of its name."""
    name = name_of(kind)

    def made() -> Backend:
        if issubclass(kind, CompleteBackend):
            return kind(Complete, Contexts(), f"{PREFIX}{name}")
        return CompleteBackend(kind, Contexts(), f"{PREFIX}{name}")

    DIFFERENT[name] = Different(name, said(kind), made)
    return kind


@different
class FindsEverything(Complete):
    """A search gives all that there is of the scope, what fits best before the rest: as one by meaning does, of a small memory."""

    def matches(self, words: set[str], event: Event) -> bool:
        return True

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        words = self.query_words(query)
        found = super().search_memory(app_name, user_id, query)
        return sorted(found, key=lambda memory: -len(words & self.words(memory.text())))


@different
class Appends(Complete):
    """A session that is added again is added to what there is of it, as by services that write event by event."""

    def replace(self, sessions: dict[str, list[Event]], key: str, events: list[Event]) -> None:
        super().replace(sessions, key, [*sessions.get(key, []), *events])


@different
class MergesById(Complete):
    """Of a session that is added again, events whose ids are known take the place of the old, and the others stay."""

    def replace(self, sessions: dict[str, list[Event]], key: str, events: list[Event]) -> None:
        ids = {event.id for event in events}
        super().replace(sessions, key, [*(event for event in sessions.get(key, []) if event.id not in ids), *events])


@different
class FiveNearest(Complete):
    """A search gives the five memories of the scope that are nearest to the query, however far away they are."""

    def matches(self, words: set[str], event: Event) -> bool:
        return True

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        words = self.query_words(query)

        def likeness(memory: Memory) -> float:
            own = self.words(memory.text())
            return len(words & own) / (1 + len(own))

        return sorted(super().search_memory(app_name, user_id, query), key=likeness, reverse=True)[:5]


@different
class NewestFirst(Complete):
    """What was added last comes first."""

    def best(self, found: list[Event]) -> list[Event]:
        return found[::-1]


class Scoped(CompleteBackend):
    """Looks at the scope of each call before it is made."""

    def scoped(self, scope: Scope) -> Scope:
        """The scope that is asked for. Raises `BackendError` for one that is refused."""
        return scope

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        super().add_session(instance, self.scoped(scope), session)

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return super().search(instance, self.scoped(scope), query)

    def add_events(self, instance: str, scope: Scope, session_id: str, events: Sequence[Event]) -> None:
        super().add_events(instance, self.scoped(scope), session_id, events)

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return super().list_memories(instance, self.scoped(scope))

    def get_memory(self, instance: str, scope: Scope, memory_id: str) -> Memory:
        return super().get_memory(instance, self.scoped(scope), memory_id)

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        super().delete_session(instance, self.scoped(scope), session_id)

    def delete_user(self, instance: str, scope: Scope) -> None:
        super().delete_user(instance, self.scoped(scope))

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        super().delete_memory(instance, self.scoped(scope), memory_id)

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        return super().play_turn(instance, self.scoped(scope), turn)


@different
class PlainNamesOnly(Scoped):
    """A name that is anything but small letters, digits and hyphens is refused."""

    def scoped(self, scope: Scope) -> Scope:
        for field, name in scope.items():
            if not re.fullmatch(r"[a-z0-9-]+", name):
                raise BackendError(ErrorCode.INVALID_ARGUMENT, f"{field} {name!a} is no name")
        return scope


@different
class TellsWhatIsNotThere(CompleteBackend):
    """To delete a session or a user that is not there is answered with not_found."""

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        if session_id not in self._of(instance, scope):
            raise BackendError(ErrorCode.NOT_FOUND, "there is no such session")
        super().delete_session(instance, scope, session_id)

    def delete_user(self, instance: str, scope: Scope) -> None:
        if not self._of(instance, scope):
            raise BackendError(ErrorCode.NOT_FOUND, "there is no such user")
        super().delete_user(instance, scope)

    def _of(self, instance: str, scope: Scope) -> dict[str, list[Event]]:
        return self._ask(instance, lambda store: store._kept.get((scope["app"], scope["user"]), {}))


@different
class NoApp(Scoped):
    """Its scope has a user, and no app."""

    def hello(self) -> Hello:
        return super().hello().model_copy(update={"scope": [ScopeField(name="user")]})

    def scoped(self, scope: Scope) -> Scope:
        return {"app": "the only one", **scope}


@different
class NoUser(Scoped):
    """Its scope has an app, and no user."""

    def hello(self) -> Hello:
        return super().hello().model_copy(update={"scope": [ScopeField(name="app")]})

    def scoped(self, scope: Scope) -> Scope:
        return {**scope, "user": "the only one"}


@different
class UsersShared(Scoped):
    """What is remembered in an app is there for all of its users, and it says so."""

    def hello(self) -> Hello:
        shared = ScopeField(name="user", crossing=Crossing.SHARED)
        return super().hello().model_copy(update={"scope": [ScopeField(name="app"), shared]})

    def scoped(self, scope: Scope) -> Scope:
        return {**scope, "user": "every user"}


@different
class AppsShared(Scoped):
    """What a user remembers in one app is there in every app, and it says so."""

    def hello(self) -> Hello:
        shared = ScopeField(name="app", crossing=Crossing.SHARED)
        return super().hello().model_copy(update={"scope": [shared, ScopeField(name="user")]})

    def scoped(self, scope: Scope) -> Scope:
        return {**scope, "app": "every app"}


class Lagging(Complete):
    """What is written waits in line until it is due, and then happens in its order."""

    def __init__(self) -> None:
        super().__init__()
        self._line: deque[tuple[float, Callable[[], None]]] = deque()

    def add_session_to_memory(self, session: Session) -> None:
        self._later(lambda: super(Lagging, self).add_session_to_memory(session))

    def add_events(self, app: str, user: str, session_id: str, events: Sequence[Event]) -> None:
        self._later(lambda: super(Lagging, self).add_events(app, user, session_id, events))

    def delete_session(self, app: str, user: str, session_id: str) -> None:
        self._later(lambda: super(Lagging, self).delete_session(app, user, session_id))

    def delete_user(self, app: str, user: str) -> None:
        self._later(lambda: super(Lagging, self).delete_user(app, user))

    def delete_memory(self, app: str, user: str, memory_id: str) -> None:
        self._later(lambda: super(Lagging, self).delete_memory(app, user, memory_id))

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        self._catch_up()
        return super().search_memory(app_name, user_id, query)

    def list_memories(self, app: str, user: str) -> list[Memory]:
        self._catch_up()
        return super().list_memories(app, user)

    def get_memory(self, app: str, user: str, memory_id: str) -> Memory:
        self._catch_up()
        return super().get_memory(app, user, memory_id)

    def _later(self, write: Callable[[], None]) -> None:
        self._line.append((time.monotonic() + LAG, write))

    def _catch_up(self) -> None:
        while self._line and self._line[0][0] <= time.monotonic():
            # Whoever deleted something that is not there was told so long ago that all is well.
            with suppress(NotFound):
                self._line.popleft()[1]()


@different
class Lags(CompleteBackend):
    """What is written is there a moment later, within the time that it declares."""

    def __init__(self, service: Callable[[], Complete], library: Library, name: str) -> None:
        super().__init__(Lagging, library, name)
        capabilities = self._hello.capabilities - {Capability.SETTLE}
        self._hello = self._hello.model_copy(update={"capabilities": capabilities, "bounds": {"write": BOUND}})
