"""A subclass of google-adk's in-memory memory service that asks `Decisions` at every turn. Imports google-adk."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from google.adk.events import Event
from google.adk.memory import InMemoryMemoryService, _utils
from google.adk.memory.base_memory_service import SearchMemoryResponse
from google.adk.memory.in_memory_memory_service import (
    _UNKNOWN_SESSION_ID,
    _extract_searchable_words,
    _extract_words_lower,
)
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.sessions import Session

from mutations.decisions import Decisions, Found, Owner, Sessions


class DecidingService(InMemoryMemoryService):
    """Remembers as `decides` says; with the decisions unchanged, as the released class does."""

    decides = Decisions()

    def __init__(self) -> None:
        super().__init__()
        self._store: dict[Owner, Sessions] = {}
        self._deleted: dict[Owner, set[str]] = {}

    async def add_session_to_memory(self, session: Session) -> None:
        owner = self.decides.owner(session.app_name, session.user_id)
        events = self.decides.kept(self._copied(session.events))
        with self._lock:
            self._add(owner, session.id, self.decides.again(self._stored(owner, session.id), events))

    async def add_events_to_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        events: Sequence[Event],
        session_id: str | None = None,
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        owner, session = self.decides.owner(app_name, user_id), session_id or _UNKNOWN_SESSION_ID
        with self._lock:
            old = self._stored(owner, session)
            known = {event.id for event in old}
            # The first event of an id stays.
            new = {event.id: event for event in reversed(self._copied(events)) if event.id not in known}
            self._add(owner, session, [*old, *reversed(new.values())])

    async def search_memory(self, *, app_name: str, user_id: str, query: str) -> SearchMemoryResponse:
        reader = self.decides.owner(app_name, user_id)
        words = self.decides.words(_extract_words_lower(self.decides.query(query)))
        found: list[Found] = []
        for owner, sessions in self._store.items():
            if self.decides.may_read(reader, owner):
                deleted = self._deleted.get(owner, set())
                stored = [event for events in sessions.values() for event in events if event.id not in deleted]
                found += [(count, event) for event in stored if (count := self._count(words, event))]
        return SearchMemoryResponse(memories=[self._memory(event) for _, event in self.decides.best(found)])

    async def delete_memory(self, *, app_name: str, user_id: str, memory_id: str | None = None) -> None:
        deleter = self.decides.owner(app_name, user_id)
        for owner, sessions in self._store.items():
            if memory_id and self.decides.reaches(deleter, owner):
                ids = {event.id for events in sessions.values() for event in events}
                gone = {event for event in ids if self.decides.deletes(event, memory_id)}
                self._deleted.setdefault(owner, set()).update(gone)

    def _add(self, owner: Owner, session: str, events: list[Event]) -> None:
        deleted = self._deleted.get(owner, set())
        self._deleted[owner] = self.decides.still_deleted(deleted, {event.id for event in events})
        for other in self._store:
            if other != owner and self.decides.replaces(owner, other):
                self._store[other].pop(session, None)
        self._store[owner] = self.decides.sessions(self._store.get(owner, {}), session, events)

    def _stored(self, owner: Owner, session: str) -> list[Event]:
        return self._store.get(owner, {}).get(session, [])

    def _copied(self, events: Sequence[Event]) -> list[Event]:
        copies = [event.model_copy(deep=True) for event in events if event.content and event.content.parts]
        for event in copies:
            event.author, event.timestamp = self.decides.author(event.author), self.decides.time(event.timestamp)
            for part in (event.content and event.content.parts) or ():
                part.text = part.text and self.decides.text(part.text)
        return copies

    def _count(self, words: set[str], event: Event) -> int:
        parts = event.content.parts if event.content else None
        text = " ".join(part.text for part in parts or () if part.text)
        held, lower = _extract_searchable_words(text), unicodedata.normalize("NFC", text).lower()
        return sum(self.decides.matches(word, held, lower) for word in words)

    def _memory(self, event: Event) -> MemoryEntry:
        assert event.content is not None
        return MemoryEntry(
            id=event.id,
            content=self.decides.content(event.content),
            author=event.author,
            timestamp=_utils.format_timestamp(event.timestamp),
        )
