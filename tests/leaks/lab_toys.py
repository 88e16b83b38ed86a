"""A sound service whose model asks what it is told to ask, services that break one rule each, and sound ones that are different."""

from __future__ import annotations

import re
import threading
from contextlib import suppress
from functools import cache

from leaks import machine_toys as toys
from leaks.machine_toys import Owner
from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.model import Content, Memory, Part, Scope, Session
from memory_conformance.turn import Ending, ModelRequest, Played, Tool, Turn

SOON = 0.2
"""Seconds that somebody waits for another to call at the same time, where a fault shows then alone."""


class Sound(toys.Sound):
    """Looks up what the model asks for, or what the user said. Does not look through all scopes for one."""

    def __init__(self) -> None:
        super().__init__()
        self.sessions = dict.fromkeys(["monday", "tuesday", "deleted"])

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.sessions[session.id] = None
        super().add_session(instance, scope, session)

    def keys(self, instance: str, scope: Scope) -> list[tuple[Owner, str]]:
        owner, kept = self.owner(scope), self.instances[instance]
        return [(owner, session) for session in self.sessions if (owner, session) in kept]

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        query = turn.content.text()
        if Tool.LOAD in turn.tools:
            [call] = [part.function_call for part in turn.script[0].parts or () if part.function_call is not None]
            query = call["args"]["query"]
        found = self.told_to_model(instance, scope, query)
        told = Content(role="user", parts=[Part(text=one.text()) for one in found])
        return Played(requests=[ModelRequest(contents=[turn.content, told])], ending=Ending.ANSWERED)

    def told_to_model(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return self.search(instance, scope, query)

    def of_all(self, instance: str) -> list[Memory]:
        """What everybody remembers."""
        return [one for memories in self.instances[instance].values() for one in memories]


def is_plain(scope: Scope) -> bool:
    """Whether all names are of small letters and digits."""
    return all(name.isascii() and name.isalnum() and name == name.lower() for name in scope.values())


# What breaks a rule.


class LosesOddNames(Sound):
    """Says that it took what somebody of an unusual name remembers, and did not."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        if is_plain(scope):
            super().add_session(instance, scope, session)


class FailsOnPercent(Sound):
    """Has no answer for a name with a percent sign."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        if "%" in scope["user"]:
            raise BackendError(ErrorCode.INTERNAL, "not all arguments converted")
        super().add_session(instance, scope, session)


class KeyedBySession(toys.KeyedBySession, Sound):
    """Has one session of each id, whoever it is of."""


class KeyedByScopeAndSession(Sound):
    """Joins scope and session by a bar: whoever adds under a key that is there changes what its first owner remembers."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        kept = self.instances[instance]
        joined = "|".join([*scope.values(), session.id])
        key = next((one for one in kept if "|".join([*one[0], one[1]]) == joined), (self.owner(scope), session.id))
        self.sessions[key[1]] = None
        kept[key] = self.memories(session.events)


class SearchesAll(Sound):
    """Has no users at all where it searches."""

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        return self.of_all(instance)


class UserIgnored(Sound):
    """Keeps apps apart, and nobody within."""

    def owner(self, scope: Scope) -> Owner:
        return (scope["app"],)


class ListsAll(Sound):
    """Its list forgets to filter."""

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return self.of_all(instance)


class GetsAll(Sound):
    """Whoever knows an id reads the memory."""

    def get_memory(self, instance: str, scope: Scope, memory_id: str) -> Memory:
        for one in self.of_all(instance):
            if one.id == memory_id:
                return one
        raise BackendError(ErrorCode.NOT_FOUND, "no such memory")


class LoadsAll(Sound):
    """What the model asks for is looked up for everybody."""

    leaking = False

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        self.leaking = Tool.LOAD in turn.tools
        return super().play_turn(instance, scope, turn)

    def told_to_model(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return self.of_all(instance) if self.leaking else super().told_to_model(instance, scope, query)


class PreloadsAll(LoadsAll):
    """What is preloaded is looked up for everybody."""

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        self.leaking = Tool.PRELOAD in turn.tools
        return Sound.play_turn(self, instance, scope, turn)


class LooksElsewhere(Sound):
    """Where there is nothing to be found it looks at what everybody has."""

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        return super().readable(instance, scope) or self.of_all(instance)


class SearchesAllBeyondAscii(Sound):
    """Has another way to search for what is not ASCII, and forgets there who is asking."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        looked_through = self.of(instance, scope) if query.isascii() else self.of_all(instance)
        return [one for one in looked_through if query in one.text() or self.matches(query, one)]


class SearchesAllInShort(Sound):
    """Has another way to search for what is short, and forgets there who is asking."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return [
            one
            for one in (self.of(instance, scope) if len(query) > 2 else self.of_all(instance))
            if self.matches(query, one)
        ]


class AddedAgainForAll(Sound):
    """Where a session is replaced, all of that id are taken away before."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        if (self.owner(scope), session.id) in self.instances[instance]:
            for key in [key for key in self.instances[instance] if key[1] == session.id]:
                del self.instances[instance][key]
        super().add_session(instance, scope, session)


class FailsAgain(Sound):
    """Has no answer where a session is added again."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        if (self.owner(scope), session.id) in self.instances[instance]:
            raise BackendError(ErrorCode.INTERNAL, "UNIQUE constraint failed")
        super().add_session(instance, scope, session)


class EventsTakeOver(toys.EventsTakeOver, Sound):
    """Gives a session to whoever adds events to one of that id."""


class Meeting(Sound):
    """Waits in threads of a pool until two call at the same time, so that what they share is in the hands of both."""

    def __init__(self) -> None:
        super().__init__()
        self.two = threading.Barrier(2)
        self.current: Scope = {}

    def met(self, scope: Scope) -> Scope:
        """Whom it takes for the caller, after both have come."""
        self.current = scope
        if threading.current_thread() is not threading.main_thread():
            with suppress(threading.BrokenBarrierError):
                self.two.wait(SOON)
            return self.current
        return scope


class AddsForTheOther(Meeting):
    """Keeps in one place for all who it is that adds something."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        super().add_session(instance, self.met(scope), session)


class SearchesForTheOther(Meeting):
    """Keeps in one place for all who it is that searches."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return super().search(instance, self.met(scope), query)


class ReadsWhatItMayNotWrite(Sound):
    """Refuses to write for unusual names, and shows them everything."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        if not is_plain(scope):
            raise BackendError(ErrorCode.INVALID_ARGUMENT, "a name has letters and digits alone")
        super().add_session(instance, scope, session)

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        return self.of(instance, scope) if is_plain(scope) else self.of_all(instance)


class BestOfAll(Sound):
    """Finds one memory at most, the one that fits best, its own before that of others; its users are one user in any letter case."""

    def __init__(self) -> None:
        super().__init__()
        self.alike: dict[tuple[str, ...], dict[tuple[Owner, str], None]] = {}

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        super().add_session(instance, scope, session)
        self.alike.setdefault(self.folded(instance, scope), {})[self.owner(scope), session.id] = None

    def folded(self, instance: str, scope: Scope) -> tuple[str, ...]:
        return (instance, *(name.casefold() for name in scope.values()))

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        own = self.of(instance, scope)
        keys = self.alike.get(self.folded(instance, scope), ())
        alike = [one for key in keys for one in self.instances[instance].get(key, ())]
        asked = set(query.lower().split())
        found = [one for one in [*own, *alike] if self.matches(query, one)]
        return sorted(found, key=lambda one: -len(asked & set(one.text().lower().split())))[:1]


class NameIsLike(Sound):
    """Compares users by SQL's LIKE, to which the case of Latin letters is nothing either."""

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        return [
            one
            for ((app, user), _), memories in self.instances[instance].items()
            if app == scope["app"] and self.is_like(scope["user"], user)
            for one in memories
        ]

    def is_like(self, asked: str, kept: str) -> bool:
        return like(asked).fullmatch(kept) is not None


@cache
def like(asked: str) -> re.Pattern[str]:
    """A pattern of SQL."""
    pattern = "".join({"%": ".*", "_": "."}.get(one, re.escape(one)) for one in asked)
    return re.compile(pattern, re.ASCII | re.IGNORECASE | re.DOTALL)


class BeginsLike(NameIsLike):
    """The same of the beginnings of names."""

    def is_like(self, asked: str, kept: str) -> bool:
        return super().is_like(f"{asked}%", kept)


class JoinedKey(toys.JoinedKey, Sound):
    """Joins the fields of a scope by a colon."""


class TellsWhatNobodySaid(Sound):
    """Has memories of an earlier life, and finds them too."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        earlier = Memory(content=Content(parts=[Part(text="the diagnosis of somebody real")]))
        return [*super().search(instance, scope, query), earlier]
