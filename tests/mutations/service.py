"""A subclass of google-adk's in-memory memory service that asks `Decisions` at every turn. Imports google-adk."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from google.adk.events import Event
from google.adk.memory import InMemoryMemoryService, _utils
from google.adk.memory.base_memory_service import SearchMemoryResponse
from google.adk.memory.in_memory_memory_service import _extract_searchable_words, _extract_words_lower
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.sessions import Session

from mutations.decisions import Decisions, Found, Owner, Store


class DecidingService(InMemoryMemoryService):
    """Remembers as `decides` says; with the decisions unchanged, as the released class does."""

    decides = Decisions()

    def __init__(self) -> None:
        super().__init__()
        self._store: Store = {}
        self._deleted: dict[Owner, set[str]] = {}

    async def add_session_to_memory(self, session: Session) -> None:
        owner = self.decides.owner(session.app_name, session.user_id)
        self._add(owner, session.id, self.decides.kept(self._copied(session.events)), alone=True)

    async def add_events_to_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        events: Sequence[Event],
        session_id: str | None = None,
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        self._add(self.decides.owner(app_name, user_id), session_id or "", self._copied(events), alone=False)

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

    def _add(self, owner: Owner, session_id: str, events: list[Event], *, alone: bool) -> None:
        with self._lock:
            old = self._store.get(owner, {}).get(session_id, [])
            if alone:
                events = self.decides.again(old, events) if session_id in self._store.get(owner, {}) else events
            else:
                known = {event.id for event in old}
                events = [*old, *(event for event in events if event.id not in known)]
            deleted = self._deleted.get(owner, set())
            self._deleted[owner] = self.decides.still_deleted(deleted, {event.id for event in events})
            self.decides.store(self._store, owner, session_id, events)

    def _copied(self, events: Sequence[Event]) -> list[Event]:
        copies = [event.model_copy(deep=True) for event in events if event.content and event.content.parts]
        for event in copies:
            event.author, event.timestamp = self.decides.author(event.author), self.decides.time(event.timestamp)
            if event.content and event.content.parts:
                event.content.parts = self.decides.parts(event.content.parts)
                for part in event.content.parts:
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
