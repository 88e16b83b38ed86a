"""Faults of what is written: events, parts and letters that are lost on the way in, or more than was handed over."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from memory_conformance.model import Content, Event, Memory, Part, Session
from memory_references.library import Failure
from memory_references.planted.bases import COMPLETE
from memory_references.planted.complete import Complete
from memory_references.planted.fault import Kind


def said(event: Event) -> str:
    """What is said in an event."""
    return event.content.text() if event.content is not None else ""


class Texts(Complete):
    """Texts are changed before they are stored."""

    def stored(self, event: Event) -> Event:
        copy = super().stored(event)
        for part in (copy.content and copy.content.parts) or ():
            if part.text:
                part.text = self.text(part.text)
        return copy

    def text(self, text: str) -> str:
        """What is stored of a text."""
        return text


@COMPLETE(Kind.WRITING, "ADD-002", "WORD-002")
class LastEventLost(Complete):
    """The last event of a session is not stored."""

    def kept(self, events: Sequence[Event]) -> Sequence[Event]:
        return events[:-1] if len(events) > 1 else events


@COMPLETE(Kind.WRITING, "ADD-002", "WORD-002")
class AnswersLost(Complete):
    """What an agent says is not stored."""

    def is_kept(self, event: Event) -> bool:
        return super().is_kept(event) and event.author in ("user", "", "model")


@COMPLETE(Kind.WRITING, "ADD-003", "AGAIN-002", "KEEP-002")
class OneSessionAUser(Complete):
    """A session takes the place of all others of its user."""

    def replace(self, sessions: dict[str, list[Event]], key: str, events: list[Event]) -> None:
        sessions.clear()
        super().replace(sessions, key, events)


@COMPLETE(Kind.WRITING, "ADD-004")
class SpacesCollapsed(Texts):
    """Spaces, tabs and line ends are stored as one space."""

    def text(self, text: str) -> str:
        return " ".join(text.split())


@COMPLETE(Kind.WRITING, "ADD-004", "TURN-006")
class EmojiDropped(Texts):
    """Letters that need four bytes are not stored."""

    def text(self, text: str) -> str:
        return "".join(letter for letter in text if letter <= "\uffff")


@COMPLETE(Kind.WRITING, "ADD-004", "PROTOCOL-040")
class StoredInNormalForm(Texts):
    """A text is stored in a normal form, and comes back in it."""

    def text(self, text: str) -> str:
        return unicodedata.normalize("NFC", text)


@COMPLETE(Kind.WRITING, "ADD-004", "TURN-005")
class TagsStripped(Texts):
    """Whatever stands between angle brackets is not stored."""

    def text(self, text: str) -> str:
        return re.sub(r"<[^<>]*>", "", text)


@COMPLETE(Kind.WRITING, "ADD-004", "CASE-001")
class StoredInSmallLetters(Texts):
    """A text is stored in small letters."""

    def text(self, text: str) -> str:
        return text.lower()


@COMPLETE(Kind.WRITING, "ADD-005", "TURN-007", "TURN-008", "PROTOCOL-041")
class TextsCut(Texts):
    """Of a text the first ten thousand letters are stored."""

    def text(self, text: str) -> str:
        return text[:10_000]


@COMPLETE(Kind.WRITING, "ADD-006", "WORD-003")
class NewerReplacesOlder(Complete):
    """What a user says later of the same thing takes the place of what was said before: whatever shares a word of six letters."""

    def replace(self, sessions: dict[str, list[Event]], key: str, events: list[Event]) -> None:
        for event in events:
            about = {word for word in self.words(said(event)) if len(word) >= 6}
            for older in sessions.values():
                older[:] = [one for one in older if not about & self.words(said(one))]
        super().replace(sessions, key, events)


@COMPLETE(Kind.WRITING, "ADD-007")
class QueriesRemembered(Complete):
    """What is searched for is remembered."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        found = super().search_memory(app_name, user_id, query)
        asked = Event(id=f"query {query}", author="user", content=Content(role="user", parts=[Part(text=query)]))
        if query.strip():
            self.add_events(app_name, user_id, "queries", [asked])
        return found


@COMPLETE(Kind.WRITING, "ADD-011")
class FiledByEventId(Complete):
    """The events of a user are filed under their ids alone: of two sessions that number them alike, the first loses its own."""

    def replace(self, sessions: dict[str, list[Event]], key: str, events: list[Event]) -> None:
        ids = {event.id for event in events}
        for other in sessions.values():
            other[:] = [event for event in other if event.id not in ids]
        super().replace(sessions, key, events)


@COMPLETE(Kind.WRITING, "ADD-003", seen_in="rohitg00/agentmemory#258")
class FirstSessionOnly(Complete):
    """Of a user the first session is stored; further ones are accepted, and cannot be found."""

    def replace(self, sessions: dict[str, list[Event]], key: str, events: list[Event]) -> None:
        if not sessions or key in sessions:
            super().replace(sessions, key, events)


@COMPLETE(Kind.AGAIN, "AGAIN-001")
class AddingAgainIgnored(Complete):
    """A session that is stored already is left as it is."""

    def replace(self, sessions: dict[str, list[Event]], key: str, events: list[Event]) -> None:
        sessions.setdefault(key, events)


@COMPLETE(Kind.AGAIN, "AGAIN-001")
class OnlyWhatIsNewIsKept(Complete):
    """Of a session that is added again, only what it did not hold before is kept."""

    def replace(self, sessions: dict[str, list[Event]], key: str, events: list[Event]) -> None:
        known = {event.id for event in sessions.get(key, [])}
        super().replace(sessions, key, [event for event in events if event.id not in known])


@COMPLETE(Kind.AGAIN, "AGAIN-014", "AGAIN-002")
class AddingAgainClearsAll(Complete):
    """A session that is added again takes all others of its user away."""

    def replace(self, sessions: dict[str, list[Event]], key: str, events: list[Event]) -> None:
        if key in sessions:
            sessions.clear()
        super().replace(sessions, key, events)


@COMPLETE(Kind.AGAIN, "AGAIN-004", "FORGET-006")
class EmptiedStaysEmpty(Complete):
    """A session that was emptied or deleted is not filled again."""

    def add_session_to_memory(self, session: Session) -> None:
        closed, name = vars(self).setdefault("closed", set()), (session.app_name, session.user_id, session.id)
        if name in closed or not any(map(self.is_kept, session.events)):
            closed.add(name)
            session = session.model_copy(update={"events": []})
        super().add_session_to_memory(session)

    def delete_session(self, app: str, user: str, session_id: str) -> None:
        vars(self).setdefault("closed", set()).add((app, user, session_id))
        super().delete_session(app, user, session_id)


@COMPLETE(Kind.AGAIN, "DELTA-001")
class SingleEventsWait(Complete):
    """Single events are kept once their session is there."""

    def add_events(self, app: str, user: str, session_id: str, events: Sequence[Event]) -> None:
        if session_id in self._kept.get((app, user), {}):
            super().add_events(app, user, session_id, events)


@COMPLETE(Kind.AGAIN, "DELTA-011")
class OneSingleEventAtATime(Complete):
    """Of several single events that are handed over together the first is kept."""

    def add_events(self, app: str, user: str, session_id: str, events: Sequence[Event]) -> None:
        super().add_events(app, user, session_id, events[:1])


@COMPLETE(Kind.AGAIN, "DELTA-002")
class SingleEventsReplace(Complete):
    """Single events take the place of their session."""

    def joined(self, old: list[Event], new: list[Event]) -> list[Event]:
        return new


def calls(event: Event) -> bool:
    """Whether a tool was used in an event."""
    parts = (event.content and event.content.parts) or ()
    return any(part.function_call is not None or part.function_response is not None for part in parts)


@COMPLETE(Kind.WRITING, "KEEP-001", "KEEP-004")
class SessionsWithToolsDropped(Complete):
    """A session in which a tool was used is not stored."""

    def kept(self, events: Sequence[Event]) -> Sequence[Event]:
        return [] if any(calls(event) for event in events) else events


@COMPLETE(Kind.WRITING, "KEEP-004", "CARRY-005")
class MixedEventsDropped(Complete):
    """An event with anything but texts in it is not stored."""

    def is_kept(self, event: Event) -> bool:
        parts = (event.content and event.content.parts) or ()
        return super().is_kept(event) and all(part.text is not None for part in parts)


@COMPLETE(Kind.WRITING, "KEEP-002", "KEEP-003")
class ToolsEmptyMemory(Complete):
    """Once a tool was used, nothing that was stored before is there any more, whose ever it was."""

    def kept(self, events: Sequence[Event]) -> Sequence[Event]:
        if any(calls(event) for event in events):
            for sessions in self._kept.values():
                sessions.clear()
        return events


@COMPLETE(Kind.WRITING, "KEEP-005")
class EmptyEventEndsIt(Complete):
    """A session is read up to its first event without a text."""

    def kept(self, events: Sequence[Event]) -> Sequence[Event]:
        first = next((at for at, event in enumerate(events) if not super(EmptyEventEndsIt, self).is_kept(event)), None)
        return events[:first]


@COMPLETE(Kind.WRITING, "KEEP-006")
class StateIsAll(Complete):
    """A session with a state takes the place of everything that its user has."""

    def add_session_to_memory(self, session: Session) -> None:
        if session.state:
            self._kept[session.app_name, session.user_id] = {}
        super().add_session_to_memory(session)


@COMPLETE(Kind.WRITING, "ADD-003", "WORD-001", seen_in="MystenLabs/MemWal#303, basicmachines-co/basic-memory#787")
class ReadyBeforeVisible(Complete):
    """What is added is found by the second search that follows, and `settle` returns before."""

    def add_session_to_memory(self, session: Session) -> None:
        vars(self).setdefault("late", []).append(session)

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        found = super().search_memory(app_name, user_id, query)
        for session in vars(self).pop("late", []):
            super().add_session_to_memory(session)
        return found


@COMPLETE(Kind.WRITING, "LEAK-020")
class HalfIsWritten(Complete):
    """An add fails at a null character, and what was written by then stays."""

    def add_session_to_memory(self, session: Session) -> None:
        whole = session.events
        for number, event in enumerate(whole):
            if "\0" in said(event):
                raise Failure("a text ends at the null character")
            session.events = whole[: number + 1]
            super().add_session_to_memory(session)
        super().add_session_to_memory(session)
