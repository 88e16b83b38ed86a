"""A sound service that can do everything, services that leak in one way each, and some that are merely different."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.model import Capability, Content, Event, Hello, Memory, Part, Reset, Scope, Session
from memory_conformance.turn import Ending, ModelRequest, Played, Tool, Turn

Owner = tuple[str, ...]
EVERYTHING = [
    Capability.ADD_EVENTS,
    Capability.LIST_MEMORIES,
    Capability.GET_MEMORY,
    Capability.DELETE_SESSION,
    Capability.DELETE_USER,
    Capability.DELETE_MEMORY,
    Capability.TURN,
    Capability.PRELOAD_MEMORY,
]


class Sound(Backend):
    """A memory is found by each of its words, within its scope; its id is the service's own. Adding a session again replaces it."""

    fields: Mapping[str, Any] = {"capabilities": EVERYTHING}
    """What its hello says beside its name."""

    def __init__(self) -> None:
        self.instances: dict[str, dict[tuple[Owner, str], list[Memory]]] = {}
        self.numbers = count(1)

    def hello(self) -> Hello:
        return Hello.model_validate({"name": type(self).__name__, **self.fields})

    def open(self, settings: Mapping[str, Any]) -> str:
        instance = str(next(self.numbers))
        self.instances[instance] = {}
        return instance

    def close(self, instance: str) -> None:
        self.instances.pop(instance, None)

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.instances[instance][self.owner(scope), session.id] = self.memories(session.events)

    def add_events(self, instance: str, scope: Scope, session_id: str, events: Sequence[Event]) -> None:
        kept = self.instances[instance].setdefault((self.owner(scope), session_id), [])
        kept.extend(self.memories(events))

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return [one for one in self.readable(instance, scope) if self.matches(query, one)]

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return self.of(instance, scope)

    def get_memory(self, instance: str, scope: Scope, memory_id: str) -> Memory:
        for one in self.of(instance, scope):
            if one.id == memory_id:
                return one
        raise BackendError(ErrorCode.NOT_FOUND, "no such memory")

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        self.instances[instance].pop((self.owner(scope), session_id), None)

    def delete_user(self, instance: str, scope: Scope) -> None:
        for key in self.keys(instance, scope):
            del self.instances[instance][key]

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        for key in self.keys(instance, scope):
            kept = self.instances[instance][key]
            kept[:] = [one for one in kept if one.id != memory_id]

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        found = self.search(instance, scope, turn.content.text())
        told = Content(role="user", parts=[Part(text=one.text()) for one in found])
        return Played(requests=[ModelRequest(contents=[turn.content, told])], ending=Ending.ANSWERED)

    def memories(self, events: Sequence[Event]) -> list[Memory]:
        """What is kept of events."""
        return [Memory(content=one.content, id=self.id_of(one)) for one in events if one.content is not None]

    def id_of(self, event: Event) -> str:
        """The id of what is kept of an event."""
        return f"{next(self.numbers):08x}"

    def owner(self, scope: Scope) -> Owner:
        """Whose the memories of a scope are."""
        return tuple(scope.values())

    def keys(self, instance: str, scope: Scope) -> list[tuple[Owner, str]]:
        """The sessions of a scope."""
        return [key for key in self.instances[instance] if key[0] == self.owner(scope)]

    def of(self, instance: str, scope: Scope) -> list[Memory]:
        """Everything in a scope."""
        return [one for key in self.keys(instance, scope) for one in self.instances[instance][key]]

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        """What a search looks through."""
        return self.of(instance, scope)

    def matches(self, query: str, memory: Memory) -> bool:
        """Whether they share a word."""
        return bool(set(query.lower().split()) & set(memory.text().lower().split()))


class JoinedKey(Sound):
    """Joins the fields of a scope by a colon."""

    def owner(self, scope: Scope) -> Owner:
        return (":".join(scope.values()),)


class CaseFolded(Sound):
    """Takes names of another letter case for the same."""

    def owner(self, scope: Scope) -> Owner:
        return tuple(name.casefold() for name in scope.values())


class PrefixMatch(Sound):
    """Searches all users whose names begin with this one."""

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        kept = self.instances[instance].items()
        return [
            one
            for ((app, user), _), memories in kept
            for one in memories
            if app == scope["app"] and user.startswith(scope["user"])
        ]


class WildcardUser(Sound):
    """Takes ``%`` for all users of the app."""

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        kept = self.instances[instance].items()
        return [
            one
            for ((app, user), _), memories in kept
            for one in memories
            if app == scope["app"] and scope["user"] in (user, "%")
        ]


class ListsEverybody(Sound):
    """Its list forgets to filter."""

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return [one for memories in self.instances[instance].values() for one in memories]


class GetsForAnybody(Sound):
    """Whoever knows an id reads the memory."""

    def get_memory(self, instance: str, scope: Scope, memory_id: str) -> Memory:
        for memories in self.instances[instance].values():
            for one in memories:
                if one.id == memory_id:
                    return one
        raise BackendError(ErrorCode.NOT_FOUND, "no such memory")


class TellsTheModelAll(Sound):
    """What its agents look up is looked up for everybody."""

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        found = [one for memories in self.instances[instance].values() for one in memories]
        told = Content(role="user", parts=[Part(text=one.text()) for one in found])
        return Played(requests=[ModelRequest(contents=[turn.content, told])], ending=Ending.ANSWERED)


class PreloadsAll(TellsTheModelAll):
    """What it preloads is looked up for everybody, and nothing else is."""

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        leaking = Tool.PRELOAD in turn.tools
        return super().play_turn(instance, scope, turn) if leaking else Sound.play_turn(self, instance, scope, turn)


class DeletesSessionOfAll(Sound):
    """Deletes the session of that id in every scope."""

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        for key in [key for key in self.instances[instance] if key[1] == session_id]:
            del self.instances[instance][key]


class DeletesUserInAllApps(Sound):
    """Deletes the user's memories in every app."""

    def delete_user(self, instance: str, scope: Scope) -> None:
        for key in [key for key in self.instances[instance] if key[0][-1] == scope["user"]]:
            del self.instances[instance][key]


class DeletesForAnybody(Sound):
    """Whoever knows an id deletes the memory."""

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        for kept in self.instances[instance].values():
            kept[:] = [one for one in kept if one.id != memory_id]


class KeyedBySession(Sound):
    """Gives a session to whoever added one of that id last."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        for key in [key for key in self.instances[instance] if key[1] == session.id]:
            del self.instances[instance][key]
        super().add_session(instance, scope, session)


class EventsTakeOver(Sound):
    """Gives a session to whoever adds events to one of that id."""

    def add_events(self, instance: str, scope: Scope, session_id: str, events: Sequence[Event]) -> None:
        for key in [key for key in self.instances[instance] if key[1] == session_id and key[0] != self.owner(scope)]:
            del self.instances[instance][key]
        super().add_events(instance, scope, session_id, events)


class KeyedByEvent(Sound):
    """Has one memory for each id of an event, in all scopes."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        names = {event.id for event in session.events}
        for kept in self.instances[instance].values():
            kept[:] = [one for one in kept if one.id not in names]
        super().add_session(instance, scope, session)

    def id_of(self, event: Event) -> str:
        return event.id


class Resurrecting(Sound):
    """What a deletion of a session took away is back as soon as anything is added to the scope."""

    def __init__(self) -> None:
        super().__init__()
        self.lost: dict[tuple[str, Owner], list[Memory]] = {}

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        owner = self.owner(scope)
        self.lost.setdefault((instance, owner), []).extend(self.instances[instance].get((owner, session_id), []))
        super().delete_session(instance, scope, session_id)

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        super().add_session(instance, scope, session)
        owner = self.owner(scope)
        self.instances[instance].setdefault((owner, "lost"), []).extend(self.lost.pop((instance, owner), []))


class DeletesNobody(Sound):
    """Says that the user's memories are gone, and keeps them."""

    def delete_user(self, instance: str, scope: Scope) -> None:
        return


class KeepsDeletedInList(Sound):
    """Its list is a second copy, which a deletion by id does not reach."""

    def __init__(self) -> None:
        super().__init__()
        self.copy: dict[tuple[str, Owner], list[Memory]] = {}

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        self.copy[instance, self.owner(scope)] = self.of(instance, scope)
        super().delete_memory(instance, scope, memory_id)

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        here = super().list_memories(instance, scope)
        return [*here, *(one for one in self.copy.get((instance, self.owner(scope)), []) if one not in here)]


class LosesSecondSession(Sound):
    """Says that it took a second session of a scope, and did not."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        if all(key[1] == session.id for key in self.keys(instance, scope)):
            super().add_session(instance, scope, session)


class Appending(Sound):
    """Adds to what a session held before."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.add_events(instance, scope, session.id, session.events)


class Refusing(Sound):
    """Takes plain names alone."""

    def owner(self, scope: Scope) -> Owner:
        if not all(name.isascii() and name.isalnum() for name in scope.values()):
            raise BackendError(ErrorCode.INVALID_ARGUMENT, "a name has letters and digits alone")
        return super().owner(scope)


class WithoutApp(Sound):
    """Knows users alone."""

    fields: Mapping[str, Any] = {"capabilities": EVERYTHING, "scope": [{"name": "user"}]}


class ThreeFields(Sound):
    """Knows tenants, apps and users."""

    fields: Mapping[str, Any] = {
        "capabilities": EVERYTHING,
        "scope": [{"name": "tenant"}, {"name": "app"}, {"name": "user"}],
    }


class SharedApps(Sound):
    """Has one memory for all apps, and says so."""

    fields: Mapping[str, Any] = {
        "capabilities": EVERYTHING,
        "scope": [{"name": "app", "crossing": "shared"}, {"name": "user"}],
    }

    def owner(self, scope: Scope) -> Owner:
        return (scope["user"],)


class Noisy(Sound):
    """Finds everything of the scope, the likeliest first."""

    def matches(self, query: str, memory: Memory) -> bool:
        return True


class NeverEmpty(Sound):
    """Has one memory for all instances, and says so."""

    fields: Mapping[str, Any] = {"capabilities": EVERYTHING, "reset": Reset.NONE}

    def open(self, settings: Mapping[str, Any]) -> str:
        self.instances.setdefault("the only one", {})
        return "the only one"

    def close(self, instance: str) -> None:
        return


class Late(Sound):
    """What is written in a scope is there when it is waited for; with a bound instead, a few calls later."""

    fields: Mapping[str, Any] = {"capabilities": [*EVERYTHING, Capability.SETTLE]}

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[tuple[str, Owner], list[Memory]] = {}

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        return self.seen.get((instance, self.owner(scope)), [])

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return self.readable(instance, scope)

    def settle(self, instance: str, scope: Scope) -> None:
        self.seen[instance, self.owner(scope)] = self.of(instance, scope)


class Bounded(Late):
    """Says only how long it takes."""

    fields: Mapping[str, Any] = {"capabilities": EVERYTHING, "bounds": {"write": 60.0}}

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        found = super().search(instance, scope, query)
        self.settle(instance, scope)
        return found


class KeepsMarks(Sound):
    """Does not take again what it was told to forget."""

    def __init__(self) -> None:
        super().__init__()
        self.forgotten: set[tuple[Owner, str]] = set()

    def id_of(self, event: Event) -> str:
        return event.id

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        owner = (instance, *self.owner(scope))
        session.events = [event for event in session.events if (owner, event.id) not in self.forgotten]
        super().add_session(instance, scope, session)

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        self.forgotten.add(((instance, *self.owner(scope)), memory_id))
        super().delete_memory(instance, scope, memory_id)


class Renaming(Sound):
    """Counts the memories of each scope anew with every write, and names them so: an id stands for another memory later."""

    def of(self, instance: str, scope: Scope) -> list[Memory]:
        return [one.model_copy(update={"id": str(number)}) for number, one in enumerate(super().of(instance, scope))]

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        doomed = [one.content for one in self.of(instance, scope) if one.id == memory_id]
        for key in self.keys(instance, scope):
            kept = self.instances[instance][key]
            kept[:] = [one for one in kept if one.content not in doomed]


class RepeatsTheQuery(Sound):
    """Says with each memory what was searched for."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        found = super().search(instance, scope, query)
        return [one.model_copy(update={"custom_metadata": {"query": query}}) for one in found]


class SeveralMemoriesEach(Sound):
    """Makes two memories of each event, each with an id of its own."""

    def memories(self, events: Sequence[Event]) -> list[Memory]:
        return [*super().memories(events), *super().memories(events)]


class Stumbling(Sound):
    """Answers deletions with an error of its own, and has deleted nothing."""

    def delete_user(self, instance: str, scope: Scope) -> None:
        raise BackendError(ErrorCode.INTERNAL, "the index is gone")


class Unreachable(Sound):
    """Stands behind a harness that is gone after a while."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        if int(instance) > 20:
            raise BackendError(ErrorCode.UNAVAILABLE, "connection refused", Speaker.HARNESS)
        return super().search(instance, scope, query)
