"""What a person does: adds, adds again, searches, lists, gets, and deletes what is its own. Makes no calls.

The claims that follow from it are those that every correct service keeps, whatever it finds first and how much of it: what was
acknowledged is there. After a write that was not acknowledged its session is left alone: it may yet be done, later than what follows.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from memory_conformance.backend import ErrorCode, Speaker
from memory_conformance.load.calls import Account, Answer, Step, Steps
from memory_conformance.load.people import MOST_EACH, People, Person
from memory_conformance.model import Capability
from memory_conformance.scopes.canary import QUERY
from memory_conformance.steps.reading import NOTHING_THERE

ROUNDS = 12
"""What a person does before it leaves, where time is what counts and others come after it."""
_FIRST_TIME = 1_772_442_000.0
_MOST_AT_ONCE = 3
_WEIGHTS = {
    "begin": 5,
    "again": 3,
    "add_events": 2,
    "search": 4,
    "search_own": 3,
    "list_memories": 2,
    "get_memory": 2,
    "delete_session": 1,
    "delete_memory": 1,
}
_DELETES_ALL = 0.04
"""How often everything in a scope is deleted, of all that is done there."""


@dataclass
class _Session:
    """One conversation: the canaries in it. ``whole`` says that it was added once, and nothing was added to it since."""

    id: str
    canaries: list[int] = field(default_factory=list)
    whole: bool = True
    closed: bool = False


class Visit:
    """One person's stay. ``can`` are the capabilities that may be used; deleting is done only where it is among them.

    ``cuts`` says how often a call is left in the middle, from 0 to 1; ``sees_at_once`` whether what was acknowledged has to be found
    by its name at once.
    """

    def __init__(
        self,
        people: People,
        person: Person,
        can: Collection[Capability],
        seed: int | str,
        *,
        cuts: float = 0.0,
        sees_at_once: bool = True,
    ) -> None:
        self.account = Account(person)
        self._people = people
        self._person = person
        self._can = frozenset(can)
        self._random = random.Random(f"{seed} {person.number}")
        self._cuts = cuts
        self._sees_at_once = sees_at_once
        self._sessions: list[_Session] = []
        self._given = 0

    def steps(self, goes_on: Callable[[int], bool]) -> Steps:
        """Everything that it does, as long as ``goes_on`` says so of the number of a round, from 0."""
        done = 0
        while goes_on(done) and not self.account.refused:
            yield from self._round()
            done += 1
        self.account.done = True

    def _round(self) -> Steps:
        what = self._what()
        if what in ("begin", "again", "add_events"):
            yield from self._add(what)
        elif what.startswith("delete"):
            yield from self._delete(what)
        else:
            yield from self._read(what)

    def _what(self) -> str:
        """What to do next, of all that can be done."""
        open_sessions = self._open()
        if not self._sessions:
            return "begin"
        may: dict[str, int] = {"search": _WEIGHTS["search"], "search_own": _WEIGHTS["search_own"]}
        if self._given + _MOST_AT_ONCE <= MOST_EACH:
            may["begin"] = _WEIGHTS["begin"]
            if open_sessions:
                may["again"] = _WEIGHTS["again"]
                if Capability.ADD_EVENTS in self._can:
                    may["add_events"] = _WEIGHTS["add_events"]
        if Capability.LIST_MEMORIES in self._can:
            may["list_memories"] = _WEIGHTS["list_memories"]
        if Capability.GET_MEMORY in self._can and self.account.ids:
            may["get_memory"] = _WEIGHTS["get_memory"]
        if Capability.DELETE_SESSION in self._can and open_sessions:
            may["delete_session"] = _WEIGHTS["delete_session"]
        if Capability.DELETE_MEMORY in self._can and self._deletable():
            may["delete_memory"] = _WEIGHTS["delete_memory"]
        may_empty = Capability.DELETE_USER in self._can and not self._waits_for_something()
        if may_empty and self._random.random() < _DELETES_ALL:
            return "delete_user"
        return self._random.choices(list(may), list(may.values()))[0]

    def _add(self, what: str) -> Steps:
        first = not self._sessions
        if what == "begin":
            session = _Session(f"session-{self._person.number}-{len(self._sessions)}")
            self._sessions.append(session)
        else:
            session = self._random.choice(self._open())
        new = [
            self._people.canary(self._person, self._given + at) for at in range(self._random.randint(1, _MOST_AT_ONCE))
        ]
        self._given += len(new)
        if what == "add_events":
            events = [event_message(self._people, one) for one in new]
            answer = yield self._step("add_events", sessionId=session.id, events=events)
        else:
            # All that it holds now: a service may replace what the session brought before.
            answer = yield self._step("add_session", session=self._message(session, new))
        assert answer is not None
        session.whole = what == "begin"
        if answer.acknowledged:
            session.canaries += new
            self.account.kept.update(new)
        elif first and is_refusal(answer):
            self.account.refused = str(answer.error)
            self.account.unclear.update(new)
        else:
            session.closed = True
            self.account.doubtful.append(tuple(new))

    def _read(self, what: str) -> Steps:
        own = sorted(self.account.kept)
        if what == "search_own" and own:
            wanted = self._random.choice(own)
            expected = (wanted,) if self._sees_at_once else ()
            answer = yield self._step("search", expects=expected, query=self._people.canaries.name(wanted))
        elif what == "list_memories":
            answer = yield self._step("list_memories")
        elif what == "get_memory":
            answer = yield self._step("get_memory", memoryId=self._random.choice(sorted(self.account.ids.values())))
        else:
            answer = yield self._step("search", query=QUERY)
        assert answer is not None
        for canary, memory_id in ids_in(self._people, self._person, answer):
            self.account.ids[canary] = memory_id

    def _delete(self, what: str) -> Steps:
        account = self.account
        if what == "delete_user":
            sessions = self._open()
            going = set(account.kept)
            answer = yield self._step("delete_user")
        elif what == "delete_session":
            sessions = [self._random.choice(self._open())]
            going = set(sessions[0].canaries) & account.kept
            answer = yield self._step("delete_session", sessionId=sessions[0].id)
        else:
            session, canary = self._random.choice(self._deletable())
            sessions, going = [session], {canary}
            answer = yield self._step("delete_memory", memoryId=account.ids[canary])
        assert answer is not None
        for session in sessions:
            # Added again, what was deleted would be there again, and rightly so.
            session.closed = True
        account.kept -= going
        (account.gone if answer.acknowledged else account.unclear).update(going)
        for canary in going:
            account.ids.pop(canary, None)

    def _open(self) -> list[_Session]:
        return [session for session in self._sessions if not session.closed]

    def _deletable(self) -> list[tuple[_Session, int]]:
        """Memories of which there is one each, as far as anybody can know."""
        found = [(session, one) for session in self._open() if session.whole for one in session.canaries]
        return [(session, one) for session, one in found if one in self.account.ids and one in self.account.kept]

    def _waits_for_something(self) -> bool:
        """Whether a call may yet be done that was left: it might bring back what is deleted now."""
        return bool(self.account.doubtful or self.account.unclear)

    def _step(self, operation: str, expects: tuple[int, ...] = (), **parameters: Any) -> Step:
        # Whoever never came in proves nothing: the first thing that somebody says is always heard out.
        cut = self._random.random() if self.account.told() and self._random.random() < self._cuts else None
        scoped = {"scope": dict(self._person.scope), **parameters}
        return Step(self._person, operation, scoped, cut, expects)

    def _message(self, session: _Session, new: list[int]) -> dict[str, Any]:
        return session_message(self._people, self._person, session.id, [*session.canaries, *new])


def session_message(people: People, person: Person, session_id: str, canaries: Collection[int]) -> dict[str, Any]:
    """A session with an event for each canary, as it is on the wire."""
    names = {"appName": person.scope.get("app", ""), "userId": person.scope.get("user", "")}
    events = [event_message(people, one) for one in canaries]
    return {"id": session_id, **names, "events": events, "state": {}, "lastUpdateTime": _FIRST_TIME}


def event_message(people: People, canary: int) -> dict[str, Any]:
    """An event in which a canary is said."""
    content = {"role": "user", "parts": [{"text": people.canaries.text(canary)}]}
    at = _FIRST_TIME + canary % MOST_EACH
    return {"id": f"event-{canary}", "author": "user", "timestamp": at, "content": content}


def ids_in(people: People, person: Person, answer: Answer) -> Iterator[tuple[int, str]]:
    """The ids of somebody's own memories in an answer: of those that hold one canary and nothing else of ours."""
    for memory in answer.memories:
        canaries = people.canaries.in_memory(memory)
        if memory.id is not None and len(canaries) == 1 and canaries <= own_of(people, person, canaries):
            yield next(iter(canaries)), memory.id


def own_of(people: People, person: Person, canaries: Collection[int]) -> set[int]:
    """Those of the canaries that are somebody's own."""
    return {one for one in canaries if people.owner_of(one).number == person.number}


def shows_nothing(answer: Answer) -> bool:
    """Whether the service says that it has nothing of somebody, which is as good as an empty list."""
    error = answer.error
    return error is not None and error.code in NOTHING_THERE and error.speaker is Speaker.BACKEND


def is_refusal(answer: Answer) -> bool:
    """Whether the service refuses a name."""
    error = answer.error
    return error is not None and error.code is ErrorCode.INVALID_ARGUMENT and error.speaker is Speaker.BACKEND
