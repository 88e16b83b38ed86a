"""Services that differ from the sound one in one decision each, and what kinds of differences that makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from histories.services import OfBothKinds, Owner, Sound
from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.histories.difference import Kind
from memory_conformance.model import Event, Memory, Scope, Session


class CaseCounts(Sound):
    """Finds words in their own case alone."""

    def words(self, text: str) -> set[str]:
        return set(text.split())


class DigitsDropped(Sound):
    """Takes digits out of queries and texts."""

    def words(self, text: str) -> set[str]:
        return super().words("".join(letter for letter in text if not letter.isdigit()))


class PiecesFind(Sound):
    """Finds a text by a piece of its words."""

    def matches(self, query: str, text: str) -> bool:
        return any(word in text.lower() for word in self.words(query))


class TenAtMost(Sound):
    """Gives ten memories at most."""

    def best(self, found: list[Event]) -> list[Event]:
        return found[:10]


class NewestFirst(Sound):
    """Gives the newest first."""

    def best(self, found: list[Event]) -> list[Event]:
        return sorted(found, key=lambda event: -event.timestamp)


class NothingForgotten(Sound):
    """Keeps what a session held before it was added again."""

    def again(self, old: list[Event], new: list[Event]) -> list[Event]:
        return old + new


class JoinedKey(Sound):
    """Joins the fields of a scope by a slash."""

    def owner(self, scope: Scope) -> Owner:
        return ("/".join(scope.values()),)


class UserIgnored(Sound):
    """Has one memory for all users of an app."""

    def owner(self, scope: Scope) -> Owner:
        return (scope["app"],)


class KeyedBySession(Sound):
    """Gives a session to whoever added one of that id last."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        for sessions in self._instances[instance].values():
            sessions.pop(session.id, None)
        super().add_session(instance, scope, session)


class AnotherAuthor(Sound):
    """Names the user as the author of everything."""

    def memory(self, event: Event) -> Memory:
        return super().memory(event).model_copy(update={"author": "user"})


class NobodyIsTheUser(Sound):
    """Names the user as the author where there is none."""

    def memory(self, event: Event) -> Memory:
        return super().memory(event).model_copy(update={"author": event.author or "user"})


class WithoutId(Sound):
    """Gives no ids."""

    def memory(self, event: Event) -> Memory:
        return super().memory(event).model_copy(update={"id": None})


class MinutesForSeconds(Sound):
    """Gives times that are sixty times as far from 1970."""

    def memory(self, event: Event) -> Memory:
        return super().memory(event).model_copy(update={"timestamp": event.timestamp * 60})


class LongAgo(Sound):
    """Gives times in the first century."""

    def memory(self, event: Event) -> Memory:
        return super().memory(event).model_copy(update={"timestamp": event.timestamp - 62e9})


class OwnMetadata(Sound):
    """Puts metadata of its own on what it finds."""

    def memory(self, event: Event) -> Memory:
        return super().memory(event).model_copy(update={"custom_metadata": {"topic": "tea|\\\n"}})


class FirstPartAlone(Sound):
    """Gives back the first part of a content."""

    def memory(self, event: Event) -> Memory:
        memory = super().memory(event)
        memory.content.parts = (memory.content.parts or [])[:1]
        return memory


class WithoutRole(Sound):
    """Gives back who said it as nobody's role."""

    def memory(self, event: Event) -> Memory:
        memory = super().memory(event)
        memory.content.role = None
        return memory


class WithScore(Sound):
    """Says how well a memory fits, in a field that the protocol does not have."""

    def memory(self, event: Event) -> Memory:
        return Memory.model_validate({**super().memory(event).to_wire(), "score": 0.5})


class Doubled(Sound):
    """Gives everything twice."""

    def best(self, found: list[Event]) -> list[Event]:
        return found + found


class EmptyQueryRaises(Sound):
    """Refuses to search for nothing."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        if not query:
            raise BackendError(ErrorCode.INVALID_ARGUMENT, "ValueError: the query is empty")
        return super().search(instance, scope, query)


class EmptySessionRefused(Sound):
    """Refuses sessions without events."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        if not session.events:
            raise BackendError(ErrorCode.INTERNAL, "IndexError: list index out of range")
        super().add_session(instance, scope, session)


class OldestFirst(Sound):
    """Gives the oldest first."""

    def best(self, found: list[Event]) -> list[Event]:
        return sorted(found, key=lambda event: event.timestamp)


class OldestSessionFirst(Sound):
    """Gives the memories of the session first that began first."""

    def again(self, old: list[Event], new: list[Event]) -> list[Event]:
        began = min((event.timestamp for event in new), default=0.0)
        return [event.model_copy(update={"began": began}) for event in new]

    def best(self, found: list[Event]) -> list[Event]:
        return sorted(found, key=lambda event: event.model_dump()["began"])


class EventsReplace(OfBothKinds):
    """Forgets what a session held before when single events are added to it."""

    def add_events(self, instance: str, scope: Scope, session_id: str, events: Sequence[Event]) -> None:
        self._instances[instance].setdefault(self.owner(scope), {})[session_id] = list(events)


class Trimmed(Sound):
    """Takes the white space off the ends of what it stores."""

    def memory(self, event: Event) -> Memory:
        memory = super().memory(event)
        for part in memory.content.parts or ():
            part.text = part.text and part.text.strip()
        return memory


@dataclass(frozen=True)
class Told:
    """The kinds of differences that a fault may make, the first of which it must make, within so many histories."""

    kinds: tuple[Kind, ...]
    histories: int = 120
    has_sentence: bool = True


FOUND = Told((Kind.FOUND,))
CARRIED = Told((Kind.CARRIED,))
ORDER = Told((Kind.ORDER,))
SHARED = Told((Kind.FOREIGN, Kind.KEPT, Kind.FOUND, Kind.COPIES, Kind.CARRIED, Kind.ORDER))

FAULTS: dict[type[Sound], Told] = {
    CaseCounts: FOUND,
    DigitsDropped: FOUND,
    PiecesFind: FOUND,
    TenAtMost: FOUND,
    NewestFirst: ORDER,
    OldestFirst: ORDER,
    OldestSessionFirst: ORDER,
    EventsReplace: Told((Kind.FOUND, Kind.COPIES)),
    Trimmed: Told((Kind.ALTERED,), 2000),
    NothingForgotten: Told((Kind.FOUND, Kind.COPIES)),
    JoinedKey: SHARED,
    UserIgnored: SHARED,
    # It loses what others remember, and shows it to nobody.
    KeyedBySession: Told((Kind.KEPT, Kind.COPIES, Kind.ORDER)),
    AnotherAuthor: CARRIED,
    NobodyIsTheUser: CARRIED,
    WithoutId: CARRIED,
    MinutesForSeconds: CARRIED,
    LongAgo: CARRIED,
    OwnMetadata: CARRIED,
    # What is left of a text may be what somebody else has stored: texts are all that a memory is recognised by.
    FirstPartAlone: Told((Kind.ALTERED, *SHARED.kinds)),
    WithoutRole: Told((Kind.CARRIED,), has_sentence=False),
    WithScore: Told((Kind.CARRIED,), has_sentence=False),
    Doubled: Told((Kind.COPIES, Kind.FOUND)),
    EmptyQueryRaises: Told((Kind.ERROR,)),
    EmptySessionRefused: Told((Kind.ERROR,), has_sentence=False),
}
"""What may be told of each, beside the sound one."""
