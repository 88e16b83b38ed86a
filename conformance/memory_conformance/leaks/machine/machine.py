"""The state machine: Hypothesis makes up histories of any operations, and each answer is held against the model.

An adopter runs it in a suite of their own, or adds rules to it::

    class MyScopes(MemoryScopes):
        def connected(self) -> Backend:
            return MyBackend()

    test_scopes = MyScopes.TestCase
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar
from uuid import uuid4

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from memory_conformance.backend import Backend
from memory_conformance.histories.history import Call
from memory_conformance.leaks.machine.casts import MOST_EVENTS, Cast, casts_of
from memory_conformance.leaks.machine.explaining import explained
from memory_conformance.leaks.machine.in_gherkin import as_scenario
from memory_conformance.leaks.machine.model import Owner, owner_of
from memory_conformance.leaks.machine.smaller import smallest
from memory_conformance.leaks.machine.violation import Kind, Violation
from memory_conformance.leaks.machine.watch import ODD, OF, Sighting, Watch, query_for
from memory_conformance.model import Capability, Hello
from memory_conformance.scopes.canary import QUERY, Canaries
from memory_conformance.turn import Tool

FIRST_TIME = 1_767_225_600.0
"""Seconds since the epoch when the first event took place; the others a minute apart."""
_EVENTS = 2
"""New events of one call, at most."""


def _below(count: int) -> st.SearchStrategy[int]:
    return st.integers(0, count - 1)


_MOST_CAST = 12
_DRAWN = 64
"""Of so many casts one is drawn. Of numbers over 100 Hypothesis draws some that it finds in the code around it."""
WHOSE = _below(12)
"""Who of the cast acts, who are two to eight or so."""
SESSION = _below(6)
"""In which session: mostly one's own, else one whose id is that of another's, or one's second."""
_SESSIONS = (0, 0, 0, 1, 2, 3)
_SECOND = 3
FEW = _below(_EVENTS)
CHOICE = _below(8)
QUESTION = _below(8 + len(ODD))


class ScopeLeak(AssertionError):
    """A history broke a rule. ``violation`` is the history, and what it shows."""

    def __init__(self, violation: Violation) -> None:
        scenario = as_scenario(violation)
        calls = scenario or "\n".join(f"  {call.operation} {dict(call.parameters)}" for call in violation.history)
        super().__init__(
            f"{violation.kind.rule.value}: expected {violation.expected}; seen: {violation.seen}\n\n{calls}"
        )
        self.violation = violation


class MemoryScopes(RuleBasedStateMachine):
    """All operations of the protocol that a backend declares, in a handful of scopes with hostile names.

    A subclass says which backend: it overrides `connected`. ``run`` makes the canaries other than those of other runs.

    What breaks a rule is made as small as it gets before it is raised, so that Hypothesis need not: with the settings
    ``phases=[Phase.generate], report_multiple_bugs=False`` the first leak is told at once.
    """

    run: ClassVar[str] = "hypothesis"
    adds_again: ClassVar[bool] = True
    """Whether a session is added again, so that what it held may be replaced."""
    _found: ClassVar[dict[Kind, Violation]] = {}

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        cls._found = {}

    def __init__(self) -> None:
        super().__init__()
        self.backend = self.connected()
        self.hello = self.introduced()
        self.watch = self.opened()
        self.canaries = self.watch.canaries
        self.cast: Cast = ()
        self._capabilities = self.hello.capabilities
        self._told: list[tuple[int, Mapping[str, str]]] = []
        self._handed: dict[Owner, int] = {}
        self._sessions: dict[tuple[Owner, str], list[dict[str, Any]]] = {}
        self._ids: dict[tuple[Owner, str], int] = {}
        self._turns = 0

    def connected(self) -> Backend:
        """The backend; the same in each history, or a new one."""
        raise NotImplementedError(f"{type(self).__name__} says which backend is meant by overriding connected()")

    def introduced(self) -> Hello:
        """How the backend introduces itself. What is not declared is not played."""
        return self.backend.hello()

    def opened(self) -> Watch:
        """A fresh instance, and names that nobody else has on a backend that never starts empty."""
        return Watch(self.backend, self.hello, Canaries(self.run), f"mc-{uuid4().hex[:12]}-")

    def saw(self, sighting: Sighting) -> None:
        """Something is wrong: say so by `ScopeLeak`."""
        again = self.opened()
        try:
            violation = explained(self.watch, sighting, again)
        finally:
            again.close()
        if violation.kind not in self._found:
            self._found[violation.kind] = smallest(violation, self.opened, self.hello)
        raise ScopeLeak(self._found[violation.kind])

    @initialize(cast=_below(_DRAWN), more=_below(4), first=WHOSE, told=st.tuples(*[_below(4)] * _MOST_CAST))
    def begin(self, cast: int, more: int, first: int, told: Sequence[int]) -> None:
        """Choose who takes part, which of them act most, and which remember something from the beginning on."""
        chosen = self.chosen(cast + more * _DRAWN)
        first = first % len(chosen) if chosen else 0
        self.cast = chosen[first:] + chosen[:first]
        for place, number in enumerate(told):
            if number and place < len(self.cast):
                self._add(place, 0, 0, 0)

    def chosen(self, number: int) -> Cast:
        """Who takes part; nobody where there is no border between scopes."""
        casts = self.casts()
        return casts[number % len(casts)] if casts else ()

    def casts(self) -> Sequence[Cast]:
        """Who may take part."""
        return casts_of(self.hello)

    @rule(whose=WHOSE, session=SESSION, how=CHOICE, many=FEW)
    def add_session(self, whose: int, session: int, how: int, many: int) -> None:
        """Add a session: a new one, or again as it was, with more in it, or with less."""
        if self._goes_on():
            self._add(self._place(whose), session, how, many)

    def _add(self, place: int, session: int, how: int, many: int) -> None:
        scope, owner = self._of(place)
        name = self._session_name(place, session)
        before = self._sessions.get((owner, name), [])
        if before and not self.adds_again:
            self._look("search", scope, query=QUERY)
            return
        if how in (0, 1, 2) or not before:
            events = self._new(scope, owner, place, session, many + 1)
        elif how in (3, 4):
            events = [*before, *self._new(scope, owner, place, session, many + 1)]
        else:
            events = {5: before, 6: before[1:], 7: before[:-1]}[how]
        if self._hands(owner, events):
            self._sessions[owner, name] = events
            self._make("add_session", scope, session={"id": name, "events": events})
        else:
            self._look("search", scope, query=QUERY)

    @precondition(lambda self: Capability.ADD_EVENTS in self._capabilities)
    @rule(whose=WHOSE, session=SESSION, many=FEW)
    def add_events(self, whose: int, session: int, many: int) -> None:
        """Add single events to a session."""
        if not self._goes_on():
            return
        place = self._place(whose)
        scope, owner = self._of(place)
        name = self._session_name(place, session)
        events = self._new(scope, owner, place, session, many + 1)
        if self._hands(owner, events):
            self._sessions[owner, name] = [*self._sessions.get((owner, name), []), *events]
            self._make("add_events", scope, sessionId=name, events=events)

    @rule(whose=WHOSE, which=QUESTION)
    def search(self, whose: int, which: int) -> None:
        """Search by the words that all canaries share, by those of one, one's own or a foreign one, or by none of anybody's."""
        if not self._goes_on():
            return
        scope, _ = self._of(self._place(whose))
        # Nearly half of the time by the words that all would answer to.
        if which >= 8:
            self._look("search", scope, query=ODD[which - 8])
        elif which >= 4 and self._told:
            canary, _ = self._told[-1 - which % len(self._told)]
            self._look("search", scope, query=query_for(self.canaries, canary))
        else:
            self._look("search", scope, query=QUERY)

    @precondition(lambda self: Capability.LIST_MEMORIES in self._capabilities)
    @rule(whose=WHOSE)
    def list_memories(self, whose: int) -> None:
        """List everything in a scope."""
        if self._goes_on():
            self._look("list_memories", self._of(self._place(whose))[0])

    @precondition(lambda self: Capability.GET_MEMORY in self._capabilities)
    @rule(whose=WHOSE, which=CHOICE)
    def get_memory(self, whose: int, which: int) -> None:
        """Read a memory by the id that its owner knows."""
        if self._goes_on() and (found := self._known(which)) is not None:
            self._make("get_memory", self._of(self._place(whose))[0], memoryId={OF: found})

    @precondition(lambda self: Capability.DELETE_SESSION in self._capabilities)
    @rule(whose=WHOSE, session=SESSION)
    def delete_session(self, whose: int, session: int) -> None:
        """Delete a session: one that is there, one that only others have, or one that nobody has."""
        if not self._goes_on():
            return
        place = self._place(whose)
        scope, owner = self._of(place)
        name = self._session_name(place, session)
        self._sessions.pop((owner, name), None)
        self._make("delete_session", scope, sessionId=name)

    @precondition(lambda self: Capability.DELETE_USER in self._capabilities)
    @rule(whose=WHOSE)
    def delete_user(self, whose: int) -> None:
        """Delete everything in a scope."""
        if not self._goes_on():
            return
        scope, owner = self._of(self._place(whose))
        for key in [key for key in self._sessions if key[0] == owner]:
            del self._sessions[key]
        self._make("delete_user", scope)

    @precondition(lambda self: Capability.DELETE_MEMORY in self._capabilities)
    @rule(whose=WHOSE, which=CHOICE)
    def delete_memory(self, whose: int, which: int) -> None:
        """Delete a memory by the id that its owner knows, in one's own scope."""
        if self._goes_on() and (found := self._known(which)) is not None:
            self._make("delete_memory", self._of(self._place(whose))[0], memoryId={OF: found})

    @precondition(lambda self: Capability.TURN in self._capabilities and not self._turns)
    @rule(whose=WHOSE, how=CHOICE)
    def play_turn(self, whose: int, how: int) -> None:
        """Have an agent look something up. Rarely, since a turn takes long: at most once in a history, else it is a plain search."""
        if how < 6:
            self.search(whose=whose, which=how)
            return
        # Noted whatever the backend does: what Hypothesis draws next must not depend on that.
        self._turns += 1
        if not self._goes_on():
            return
        tools = [Tool.LOAD]
        if how == 7 and Capability.PRELOAD_MEMORY in self._capabilities:
            tools = [Tool.PRELOAD]
        looks_up = {"role": "model", "parts": [{"functionCall": {"name": Tool.LOAD.value, "args": {"query": QUERY}}}]}
        turn = {
            "session": "talk",
            "content": {"role": "user", "parts": [{"text": QUERY}]},
            "tools": [tool.value for tool in tools],
            "script": [looks_up] if tools == [Tool.LOAD] else [],
        }
        self._look("play_turn", self._of(self._place(whose))[0], turn=turn)

    def teardown(self) -> None:
        """Ask every scope once more, and let the instance go."""
        try:
            if self._told:
                for sightings in self.watch.sweep(self.cast):
                    self._heed(sightings)
        finally:
            self.watch.close()

    def _goes_on(self) -> bool:
        return bool(self.cast) and not self.watch.ended

    def _of(self, place: int) -> tuple[Mapping[str, str], Owner]:
        """A scope of the cast, with its owner."""
        scope = self.cast[place]
        return scope, owner_of(scope, self.watch.borders)

    def _place(self, whose: int) -> int:
        """Where in the cast somebody stands: mostly first or second, so that several things happen to one."""
        return whose // 4 % len(self.cast) if whose < 8 else whose % len(self.cast)

    def _session_name(self, place: int, session: int) -> str:
        """The id of a session: ``s1`` of the first of the cast and so on, so that others may use it, too; ``t1`` is one's second."""
        chosen = _SESSIONS[session]
        return f"t{place + 1}" if chosen == _SECOND else f"s{(place + chosen) % len(self.cast) + 1}"

    def _new(self, scope: Mapping[str, str], owner: Owner, place: int, session: int, many: int) -> list[dict[str, Any]]:
        """Events that nobody has had yet. In a session with the id of another's, they have the ids of the other's events."""
        chosen = _SESSIONS[session]
        name = f"e{(place + chosen % _SECOND) % len(self.cast) + 1}"
        events = []
        for _ in range(many):
            canary = len(self._told)
            number = self._ids[owner, name] = self._ids.get((owner, name), 0) + 1
            content = {"role": "user", "parts": [{"text": self.canaries.text(canary)}]}
            time = FIRST_TIME + 60 * canary
            events.append({"id": f"{name}-{number}", "author": "user", "timestamp": time, "content": content})
            self._told.append((canary, scope))
        return events

    def _hands(self, owner: Owner, events: Collection[object]) -> bool:
        """Whether a scope may be handed so much more."""
        handed = self._handed.get(owner, 0) + len(events)
        if handed > MOST_EVENTS:
            return False
        self._handed[owner] = handed
        return True

    def _known(self, which: int) -> str | None:
        """What one of the canaries says, whose owner was shown it just now, so that its id is known."""
        if not self._told:
            return None
        canary, scope = self._told[-1 - which % len(self._told)]
        if (known := self.watch.model.known.get(canary)) is None or not known.fresh:
            self._look("search", scope, query=query_for(self.canaries, canary))
        return self.canaries.text(canary) if canary in self.watch.model.known else None

    def _look(self, operation: str, scope: Mapping[str, str], **parameters: Any) -> None:
        for call in self.watch.settled(Call(operation, {"scope": dict(scope), **parameters})):
            self._heed(self.watch.make(call))

    def _make(self, operation: str, scope: Mapping[str, str], **parameters: Any) -> None:
        self._heed(self.watch.make(Call(operation, {"scope": dict(scope), **parameters})))

    def _heed(self, sightings: Sequence[Sighting]) -> None:
        for sighting in sightings:
            self.saw(sighting)
