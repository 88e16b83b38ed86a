"""Services that break a rule of what is deleted, or of an add that fails, and sound ones that are different there."""

from __future__ import annotations

from leaks import machine_toys as toys
from leaks.lab_toys import Sound
from leaks.machine_toys import Owner
from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.model import Event, Memory, Scope, Session


class DeletesSessionOfAll(toys.DeletesSessionOfAll, Sound):
    """Deletes the session of that id in every scope."""


class ListsDeletedSessions(Sound):
    """A list goes on to have what was deleted with its session."""

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        gone = self.instances[instance].pop((self.owner(scope), session_id), [])
        self.instances[instance].setdefault((self.owner(scope), "deleted"), []).extend(gone)

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        gone = self.instances[instance].get((self.owner(scope), "deleted"), [])
        return [one for one in self.of(instance, scope) if one not in gone]

    def get_memory(self, instance: str, scope: Scope, memory_id: str) -> Memory:
        found = [one for one in self.readable(instance, scope) if one.id == memory_id]
        if not found:
            raise BackendError(ErrorCode.NOT_FOUND, "no such memory")
        return found[0]


class DeletesWholeApp(Sound):
    """Whoever deletes all of their own deletes all of the app."""

    def delete_user(self, instance: str, scope: Scope) -> None:
        for key in [key for key in self.instances[instance] if key[0][0] == scope["app"]]:
            del self.instances[instance][key]


class KeepsUser(toys.DeletesNobody, Sound):
    """Says that all of a user's is deleted, and keeps it."""


class SameIds(Sound):
    """Its ids are those of events: each scope has the same, and deletes its own. It is sound."""

    def id_of(self, event: Event) -> str:
        return event.id


class DeletesSameIds(toys.DeletesForAnybody, SameIds):
    """Deletes the memories of that id in every scope."""


class DeletesForAnybody(toys.DeletesForAnybody, Sound):
    """Whoever knows an id deletes the memory."""


class DeletedTakePlaces(Sound):
    """Takes the first ten and leaves the deleted ones out of them, which of all are the newest."""

    def __init__(self) -> None:
        super().__init__()
        self.gone: set[str] = set()

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        self.gone |= {one.id or "" for one in self.instances[instance].get((self.owner(scope), session_id), [])}

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        return [one for one in self.of(instance, scope)[::-1][:10] if one.id not in self.gone]

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return [one for one in self.of(instance, scope) if one.id not in self.gone]

    def get_memory(self, instance: str, scope: Scope, memory_id: str) -> Memory:
        if memory_id in self.gone:
            raise BackendError(ErrorCode.NOT_FOUND, "no such memory")
        return super().get_memory(instance, scope, memory_id)


class RankedDeletedTakePlaces(DeletedTakePlaces):
    """The same, of the ten that fit best: whoever asks with all words of a memory finds it."""

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        return self.of(instance, scope)[::-1]

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        found = super().search(instance, scope, query)
        return [one for one in best(query, found, 10) if one.id not in self.gone]


class LooksUpWhatWasDeleted(Sound):
    """What its model looks up is in an index that no deletion reaches."""

    def __init__(self) -> None:
        super().__init__()
        self.index: dict[tuple[str, Owner], list[Memory]] = {}

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        super().add_session(instance, scope, session)
        self.index.setdefault((instance, self.owner(scope)), []).extend(self.of(instance, scope))

    def told_to_model(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return self.index.get((instance, self.owner(scope)), [])


class AddsHalves(Sound):
    """Writes event by event, and has no answer for a null character."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        for number, event in enumerate(session.events):
            if is_unwritable(event):
                session.events = session.events[:number]
                super().add_session(instance, scope, session)
                raise BackendError(ErrorCode.INTERNAL, "a string with a null character")
        super().add_session(instance, scope, session)


class FailsWhole(Sound):
    """Has no answer for a null character, and has written nothing then. It is sound."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        if any(map(is_unwritable, session.events)):
            raise BackendError(ErrorCode.INTERNAL, "a string with a null character")
        super().add_session(instance, scope, session)


class ListsHalves(FailsWhole):
    """An add that fails leaves in the list what was written by then, and nothing where it searches."""

    def __init__(self) -> None:
        super().__init__()
        self.halves: dict[tuple[str, Owner], list[Memory]] = {}

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        try:
            super().add_session(instance, scope, session)
        except BackendError:
            self.halves[instance, self.owner(scope)] = self.memories(session.events[:1])
            raise

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return [*super().list_memories(instance, scope), *self.halves.get((instance, self.owner(scope)), [])]


class DropsUnwritable(Sound):
    """Says that it took a session, and kept of it what it could write."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        session.events = [event for event in session.events if not is_unwritable(event)]
        super().add_session(instance, scope, session)


class FindsTheBest(Sound):
    """Finds the one memory that fits best, of those that fit as well the newest. It is sound."""

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        return super().readable(instance, scope)[::-1]

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return best(query, super().search(instance, scope, query), 1)


class FailsAfterWriting(FindsTheBest):
    """Has written everything when it says that it could not, and finds one memory at most. It is sound."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        super().add_session(instance, scope, session)
        if any(map(is_unwritable, session.events)):
            raise BackendError(ErrorCode.INTERNAL, "no answer in time")


def best(query: str, memories: list[Memory], most: int) -> list[Memory]:
    """Those that share most words with a query."""
    asked = set(query.lower().split())
    return sorted(memories, key=lambda one: -len(asked & set(one.text().lower().split())))[:most]


def is_unwritable(event: Event) -> bool:
    """Whether it has a null character."""
    return event.content is not None and "\0" in event.content.text()
