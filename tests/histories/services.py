"""A small sound memory service, and some that are as sound, each in a way of its own."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from memory_conformance.backend import Backend
from memory_conformance.model import Capability, Content, Event, Hello, Memory, Reset, Scope, Session

Owner = tuple[str, ...]


class Sound(Backend):
    """A memory is found by each of its words, in any case, within its scope; adding a session again replaces it."""

    fields: Mapping[str, Any] = {}
    """What its hello says beside its name."""

    def __init__(self) -> None:
        self._instances: dict[str, dict[Owner, dict[str, list[Event]]]] = {}
        self._numbers = count()

    def hello(self) -> Hello:
        return Hello.model_validate({"name": type(self).__name__, **self.fields})

    def open(self, settings: Mapping[str, Any]) -> str:
        instance = str(next(self._numbers))
        self._instances[instance] = {}
        return instance

    def close(self, instance: str) -> None:
        self._instances.pop(instance, None)

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        sessions = self._instances[instance].setdefault(self.owner(scope), {})
        sessions[session.id] = self.again(sessions.get(session.id, []), session.events)

    def add_events(self, instance: str, scope: Scope, session_id: str, events: Sequence[Event]) -> None:
        sessions = self._instances[instance].setdefault(self.owner(scope), {})
        sessions[session_id] = [*sessions.get(session_id, []), *events]

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        sessions = self._instances[instance].get(self.owner(scope), {})
        events = [event for one in sessions.values() for event in one]
        found = [event for event in events if event.content is not None and self.matches(query, event.content.text())]
        return [self.memory(event) for event in self.best(found)]

    def owner(self, scope: Scope) -> Owner:
        """Whose the memories of a scope are."""
        return tuple(scope.values())

    def again(self, old: list[Event], new: list[Event]) -> list[Event]:
        """The events of a session, once it is added."""
        return new

    def words(self, text: str) -> set[str]:
        """The words of a query or a text."""
        return set(text.lower().split())

    def matches(self, query: str, text: str) -> bool:
        """Whether a text is found."""
        return bool(self.words(query) & self.words(text))

    def best(self, found: list[Event]) -> list[Event]:
        """What comes back of all that matches, and in which order."""
        return found

    def memory(self, event: Event) -> Memory:
        """What comes back of an event."""
        content = Content.model_validate(event.content.to_wire()) if event.content is not None else Content()
        return Memory(content=content, id=event.id, author=event.author, timestamp=event.timestamp)


class OfBothKinds(Sound):
    """Takes single events, too."""

    fields: Mapping[str, Any] = {"capabilities": [Capability.ADD_EVENTS]}


class NeverEmpty(Sound):
    """Has one memory for all instances, and says so."""

    fields: Mapping[str, Any] = {"reset": Reset.NONE}

    def open(self, settings: Mapping[str, Any]) -> str:
        self._instances.setdefault("the only one", {})
        return "the only one"

    def close(self, instance: str) -> None:
        return


class Shuffled(Sound):
    """Gives what it finds in another order each time."""

    _random = random.Random(7)

    def best(self, found: list[Event]) -> list[Event]:
        return self._random.sample(found, len(found))


class ShuffledAndCut(Shuffled):
    """Gives ten at most, in another order each time."""

    def best(self, found: list[Event]) -> list[Event]:
        return super().best(found)[:10]
