"""Faults of what is written, and of what becomes of it when its session is added again, in the ports."""

from __future__ import annotations

import json
import re

from memory_conformance.model import Content, Event, Part, Session
from memory_references.adk_go_1_7.service import InMemoryService, Value
from memory_references.adk_java_1_8.service import InMemoryMemoryService as JavaService
from memory_references.planted.bases import GO, JAVA
from memory_references.planted.fault import Kind
from memory_references.planted.otherwise import otherwise


class Adding(InMemoryService):
    """The service of Go, which looks at what it had of a session, and at what it is handed."""

    def add_session_to_memory(self, session: Session) -> None:
        session.events = self.taken(session)
        owned = self._store.get((session.app_name, session.user_id))
        old = list(owned.sessions.get(session.id, [])) if owned else []
        super().add_session_to_memory(session)
        mine = self._store[session.app_name, session.user_id]
        mine.sessions[session.id] = self.again(old, mine.sessions[session.id])

    def taken(self, session: Session) -> list[Event]:
        """Which events are taken in."""
        return session.events

    def again(self, old: list[Value], new: list[Value]) -> list[Value]:
        """What is kept of a session that may have been there before."""
        return new


@GO(
    Kind.AGAIN,
    "AGAIN-005",
    "AGAIN-006",
    "AGAIN-007",
    "AGAIN-008",
    "SNAP-003",
    "DELETE-020",
    seen_in="harrylettering/CodeMemory#7",
)
class AddingAgainAppends(Adding):
    """A session that is added again is stored once more."""

    def again(self, old: list[Value], new: list[Value]) -> list[Value]:
        return old + new


@GO(Kind.AGAIN, "AGAIN-007", "SNAP-003", "DELETE-022", seen_in="adk-database-memory 0.1.0, mem0ai 2.2.1")
class RemovedEventsStay(Adding):
    """What a session no longer holds when it is added again is kept."""

    def again(self, old: list[Value], new: list[Value]) -> list[Value]:
        ids = {value.id for value in new}
        return [value for value in old if value.id not in ids] + new


@GO(Kind.AGAIN, "AGAIN-008", "LEAK-010")
class KnownEventsIgnored(Adding):
    """An event whose id is known keeps its first text."""

    def again(self, old: list[Value], new: list[Value]) -> list[Value]:
        known = {value.id: value for value in old}
        return [known.get(value.id, value) for value in new]


@GO(Kind.AGAIN, "AGAIN-010")
class EventsKeepTheirPlace(Adding):
    """An event that is added again stays where it first stood."""

    def again(self, old: list[Value], new: list[Value]) -> list[Value]:
        places = [value.id for value in old]
        return sorted(new, key=lambda value: places.index(value.id) if value.id in places else len(places))


@GO(Kind.AGAIN, "AGAIN-011", "AGAIN-012", "AGAIN-013")
class AddedAgainIsNewest(Adding):
    """A session that is added again moves to the end."""

    def add_session_to_memory(self, session: Session) -> None:
        super().add_session_to_memory(session)
        order = self._store[session.app_name, session.user_id].session_order
        order.append(order.pop(order.index(session.id)))


@GO(Kind.AGAIN, "DELETE-020", "DELETE-021")
class NothingToWrite(Adding):
    """A session with nothing to be stored is left as it was."""

    def again(self, old: list[Value], new: list[Value]) -> list[Value]:
        return new or old


@GO(Kind.AGAIN, "DELETE-021")
class EmptyListOnly(Adding):
    """A session is emptied by an empty list of events alone, and not by events that say nothing."""

    def add_session_to_memory(self, session: Session) -> None:
        self.said_nothing = bool(session.events)
        super().add_session_to_memory(session)

    def again(self, old: list[Value], new: list[Value]) -> list[Value]:
        return old if self.said_nothing and not new else new


@GO(Kind.AGAIN, "DELETE-022", seen_in="matrixorigin/memoria#208")
class IndexIsStale(InMemoryService):
    """What a session held before is still found, as long as it holds anything."""

    def add_session_to_memory(self, session: Session) -> None:
        super().add_session_to_memory(session)
        owner = session.app_name, session.user_id
        index: list[Value] = vars(self).setdefault("index", {}).setdefault((*owner, session.id), [])
        new = self._store[owner].sessions[session.id]
        index[:] = [*new, *index]
        if new:
            self._store[owner].sessions[session.id] = list(index)


@GO(Kind.WRITING, "ADD-008")
class OneTextOnce(Adding):
    """A text that its user has said already is not stored again."""

    def taken(self, session: Session) -> list[Event]:
        mine = self._store.get((session.app_name, session.user_id))
        said = [
            value.content for name, of in (mine.sessions.items() if mine else ()) if name != session.id for value in of
        ]
        return [event for event in session.events if event.content not in said]


@GO(Kind.WRITING, "ADD-008", seen_in="mem0ai/mem0#1674")
class SameTextTakesTheFirst(InMemoryService):
    """A text that its user says again takes the first one away."""

    def add_session_to_memory(self, session: Session) -> None:
        super().add_session_to_memory(session)
        sessions = self._store[session.app_name, session.user_id].sessions
        said = [value.content for value in sessions[session.id]]
        for name, values in sessions.items():
            if name != session.id:
                values[:] = [value for value in values if value.content not in said]


@GO(Kind.WRITING, "ADD-009")
class OneEventAnId(Adding):
    """Of two events with one id in a session the last is stored."""

    def taken(self, session: Session) -> list[Event]:
        return list({event.id: event for event in session.events}.values())


@GO(Kind.WRITING, "KEEP-011")
class PartialEventsDropped(Adding):
    """An event that was sent while the answer was streaming is not stored."""

    def taken(self, session: Session) -> list[Event]:
        return [event for event in session.events if not event.partial]


@GO(Kind.WRITING, "KEEP-010", "CARRY-006", "FOUND-003", "SHOWN-008")
class ThoughtsDropped(Adding):
    """Inner speech is not stored."""

    def taken(self, session: Session) -> list[Event]:
        for event in session.events:
            if event.content is not None:
                event.content.parts = [part for part in event.content.parts or () if not part.thought]
        return session.events


@GO(Kind.WRITING, "KEEP-007")
class StateIsRemembered(Adding):
    """What stands in the state of a session is stored like what was said."""

    def taken(self, session: Session) -> list[Event]:
        told = [
            Event(content=Content(parts=[Part(text=f"{name} is {value}")])) for name, value in session.state.items()
        ]
        return [*session.events, *told]


@GO(Kind.WRITING, "KEEP-008", "HOOK-006", seen_in="volcengine/OpenViking#38")
class CallsAreRemembered(Adding):
    """Calls of tools, what they gave back, and images are stored like what was said."""

    def taken(self, session: Session) -> list[Event]:
        told = [Event(content=Content(parts=[Part(text=text)])) for event in session.events if (text := _beside(event))]
        return [*session.events, *told]


@GO(Kind.WRITING, "SNAP-001", "AGAIN-010")
class LastEventFirst(Adding):
    """The events of a session are stored from the last to the first."""

    def taken(self, session: Session) -> list[Event]:
        return session.events[::-1]


@GO(Kind.AGAIN, "KEEP-009")
class EmptiedWithAll(Adding):
    """A session that is emptied takes all others of its user with it."""

    def taken(self, session: Session) -> list[Event]:
        if not session.events:
            self._store.pop((session.app_name, session.user_id), None)
        return session.events


@GO(Kind.FORGETTING, "DELETE-030")
class SentencesAreOrders(Adding):
    """A stored sentence that asks to forget is obeyed."""

    def taken(self, session: Session) -> list[Event]:
        if any(event.content and "delete all memories" in event.content.text() for event in session.events):
            self._store.clear()
        return session.events


@JAVA(Kind.WRITING, "KEEP-008", "HOOK-006")
class TextlessPartsPassed(JavaService):
    """A part without a text is passed over, where the source fails."""

    search_memory = otherwise(JavaService.search_memory, text_of=lambda part: part.text or "")


def _beside(event: Event) -> str:
    """The words of what an event has beside texts."""
    other = [part.to_wire() for part in (event.content and event.content.parts) or () if part.text is None]
    return re.sub(r"\W+", " ", json.dumps(other))
