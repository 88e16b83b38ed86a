"""The service: what it does, and below that every decision that it makes, each in a method of its own.

A memory is an event with a text. It is found by any of its words, in the order in which it was added; its id is that of its event,
behind the number of its scope.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from threading import Lock

from memory_conformance.model import Content, Event, Memory, Session
from memory_references.library import Failure

Owner = tuple[str, str]
"""An app and a user."""
_WORD = re.compile(r"[^\W_]+")


def event_id(memory_id: str) -> str:
    """The id of the event that became a memory."""
    return memory_id.partition(".")[2]


class NotFound(Failure):
    """There is nothing of this id in the scope."""


class Complete:
    """One memory, at first empty."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._numbers = count(1)
        self._kept: dict[Owner, dict[str, list[Event]]] = {}
        self._deleted: set[tuple[Owner, str]] = set()
        self._scopes: dict[Owner, int] = {}

    def add_session_to_memory(self, session: Session) -> None:
        """Replace what is kept of a session."""
        owner, key = self.owner(session.app_name, session.user_id), self.session_key(session.id)
        events = self._taken(owner, session.events)
        with self._lock:
            sessions = self._kept.setdefault(owner, {})
            self.replace(sessions, key, events)

    def add_events(self, app: str, user: str, session_id: str, events: Sequence[Event]) -> None:
        """Add events to what is kept of a session."""
        owner, key = self.owner(app, user), self.session_key(session_id)
        taken = self._taken(owner, events)
        with self._lock:
            sessions = self._kept.setdefault(owner, {})
            sessions[key] = self.joined(sessions.get(key, []), taken)

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        """What has a word of the query."""
        words = self.query_words(query)
        with self._lock:
            owned = self._owned(self.owner(app_name, user_id), self.searches, query)
            found = [event for event in owned if self.matches(words, event)]
            return [self.memory(event) for event in self.best(found)]

    def list_memories(self, app: str, user: str) -> list[Memory]:
        """All of a scope."""
        with self._lock:
            return [self.memory(event) for event in self.listed(list(self._owned(self.owner(app, user), self.lists)))]

    def get_memory(self, app: str, user: str, memory_id: str) -> Memory:
        """The memory of an id. Raises `NotFound`."""
        with self._lock:
            for event in self._owned(self.owner(app, user), self.gets):
                if event.id == memory_id:
                    return self.memory(event)
        raise NotFound("no memory has this id")

    def delete_session(self, app: str, user: str, session_id: str) -> None:
        """Forget a session, if there is one."""
        asker = self.owner(app, user)
        with self._lock:
            for owner, sessions in self._kept.items():
                if self.forgets_session_of(asker, owner):
                    for key in [key for key in sessions if self.is_session(key, session_id)]:
                        del sessions[key]

    def delete_user(self, app: str, user: str) -> None:
        """Forget everything of a scope."""
        asker = self.owner(app, user)
        with self._lock:
            for owner in [owner for owner in self._kept if self.forgets_all_of(asker, owner)]:
                del self._kept[owner]
            self._deleted = {one for one in self._deleted if one[0] != asker}

    def delete_memory(self, app: str, user: str, memory_id: str) -> None:
        """Forget a memory for good, also where its session is added again. Raises `NotFound`."""
        asker = self.owner(app, user)
        with self._lock:
            gone = [
                (owner, event)
                for owner in self._kept
                if self.forgets_memory_of(asker, owner)
                for event in self._events(owner)
                if self.is_memory(event.id, memory_id)
            ]
            if not gone:
                raise NotFound("no memory has this id")
            for owner, event in gone:
                self._deleted.add((self.noted_for(owner), event.id))
                for events in self._kept[owner].values():
                    events[:] = [one for one in events if one is not event]

    def settle(self) -> None:
        """What is written is there when the call returns."""
        return

    def _taken(self, owner: Owner, events: Sequence[Event]) -> list[Event]:
        with self._lock:
            deleted = self.left_out(owner)
        taken = [self.stored(event) for event in self.kept(events) if self.is_kept(event)]
        named = [event.model_copy(update={"id": self.memory_id(owner, event.id)}) for event in taken]
        return [event for event in named if event.id not in deleted]

    def _owned(self, reader: Owner, may: Callable[..., bool], *about: str) -> Iterator[Event]:
        for owner in self._kept:
            if may(reader, owner, *about):
                yield from self._events(owner)

    def _events(self, owner: Owner) -> Iterator[Event]:
        for events in self._kept[owner].values():
            yield from events

    def memory_id(self, owner: Owner, event: str) -> str:
        """The id of a memory: no other scope has it, and an event without an id is given one."""
        return f"{self._scopes.setdefault(owner, len(self._scopes) + 1)}.{event or f'unnamed-{next(self._numbers)}'}"

    # Whose it is.

    def owner(self, app: str, user: str) -> Owner:
        """Under what a scope is filed, and looked for."""
        return app, user

    def session_key(self, session_id: str) -> str:
        """Under what a session is filed within its scope."""
        return session_id

    def searches(self, reader: Owner, owner: Owner, query: str) -> bool:
        """Whether a search looks at what somebody owns."""
        return reader == owner

    def lists(self, reader: Owner, owner: Owner) -> bool:
        """The same of a list."""
        return reader == owner

    def gets(self, reader: Owner, owner: Owner) -> bool:
        """The same of what is asked for by its id."""
        return reader == owner

    # What is written.

    def kept(self, events: Sequence[Event]) -> Sequence[Event]:
        """Which events of those that were handed over are looked at."""
        return events

    def is_kept(self, event: Event) -> bool:
        """Whether an event becomes a memory."""
        return event.content is not None and bool(event.content.text().strip())

    def stored(self, event: Event) -> Event:
        """What is stored of it: a copy."""
        return event.model_copy(deep=True)

    def replace(self, sessions: dict[str, list[Event]], key: str, events: list[Event]) -> None:
        """Put a session in the place of what there was of it."""
        sessions[key] = events

    def joined(self, old: list[Event], new: list[Event]) -> list[Event]:
        """A session after single events were added: the first event of an id stays."""
        known = {event.id for event in old}
        return [*old, *(event for event in new if event.id not in known)]

    def left_out(self, owner: Owner) -> set[str]:
        """The ids that are not taken in again."""
        return {one for whose, one in self._deleted if whose == owner}

    # What is found.

    def words(self, text: str) -> set[str]:
        """The words of a text."""
        return set(_WORD.findall(text.lower()))

    def query_words(self, query: str) -> set[str]:
        """The words of a query."""
        return set(_WORD.findall(query.lower()))

    def matches(self, words: set[str], event: Event) -> bool:
        """Whether an event is found by these words."""
        return not words.isdisjoint(self.words(event.content.text() if event.content is not None else ""))

    def best(self, found: list[Event]) -> list[Event]:
        """What comes back of all that is found, in which order."""
        return found

    def listed(self, owned: list[Event]) -> list[Event]:
        """What a list has of all that there is."""
        return owned

    def memory(self, event: Event) -> Memory:
        """What comes back of an event: a copy."""
        content = Content() if event.content is None else event.content.model_copy(deep=True)
        metadata = event.custom_metadata
        return Memory(
            id=event.id, content=content, author=event.author, timestamp=event.timestamp, custom_metadata=metadata
        )

    # What is forgotten.

    def forgets_session_of(self, asker: Owner, owner: Owner) -> bool:
        """Whether a session of an owner is meant."""
        return asker == owner

    def is_session(self, key: str, asked: str) -> bool:
        """Whether a session is the one that is to be forgotten."""
        return key == self.session_key(asked)

    def forgets_all_of(self, asker: Owner, owner: Owner) -> bool:
        """Whether everything of an owner is meant."""
        return asker == owner

    def forgets_memory_of(self, asker: Owner, owner: Owner) -> bool:
        """Whether a memory of an owner is meant."""
        return asker == owner

    def is_memory(self, kept: str, asked: str) -> bool:
        """Whether a memory is the one that is to be forgotten."""
        return kept == asked

    def noted_for(self, owner: Owner) -> Owner:
        """For whom it is noted that a memory stays away."""
        return owner
