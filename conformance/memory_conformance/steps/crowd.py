"""Many scopes on one instance, each with canaries of its own: who added what, who was refused, and what everybody is shown.

A crowd goes on where a single user would end the case: one name that is refused, or one search that fails, says nothing of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from memory_conformance.backend import Backend, BackendError, ErrorCode, Gone, Speaker
from memory_conformance.evidence import Call, Outcome, shorten
from memory_conformance.model import Capability, Content, Crossing, Event, Memory, Part, Scope, Session
from memory_conformance.scopes.canary import QUERY, Canaries
from memory_conformance.scopes.lattice import SESSION
from memory_conformance.scopes.pairs import Leak, Path, Sharing
from memory_conformance.steps.member import REFUSING, Member, Shown, Standing, unnamed
from memory_conformance.steps.stage import FIRST_EVENT, CaseEnds, Stage
from memory_conformance.turn import Turn

SHOWN_CALLS = 6
"""Calls that are kept of a step: enough for the first two or three that tell something, each with what it shows."""
AT_ONCE = 8
"""Threads in which many act at the same time."""
MOST_LEAKS = 1_000
"""After so many leaks on one way a step asks nothing more on it: where everybody is shown everything, each answer has all of it."""
_IDS = "ids"
"""The way on which ids are asked for: a search, or a list, that proves nothing."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 1.0
"""Seconds between two looks at what is not visible yet."""
HIDING = frozenset({ErrorCode.NOT_FOUND, ErrorCode.PERMISSION_DENIED, ErrorCode.INVALID_ARGUMENT})
"""Errors that show nothing, to whoever should be shown nothing."""

Result = TypeVar("Result")


class Crowd:
    """The members of a case, in the order of its table.

    ``asking`` has the backend of each, where they have keys of their own: their names are what the keys are for, and stay as they are.
    """

    def __init__(
        self,
        stage: Stage,
        rows: Sequence[Mapping[str, str]],
        session: str = SESSION,
        asking: Sequence[Backend] | None = None,
    ) -> None:
        self._stage = stage
        # Scopes that somebody has keys for hold whatever their owners remember beside canaries.
        self._lived_in = asking is not None
        self.canaries = Canaries(f"{stage.mark} {stage.instance}")
        sharing = Sharing([one.name for one in stage.hello.scope if one.crossing is Crossing.LEAK])
        self.members: list[Member] = []
        known: set[tuple[str, ...]] = set()
        self._sharing: dict[int, list[Member]] = {}
        for number, row in enumerate(rows):
            names = {one.name: row.get(one.name, "main") for one in stage.hello.scope}
            key = tuple(names.values())
            if key in known:
                # To a service without an app, two users of two apps may be one.
                continue
            known.add(key)
            member = Member(
                number=len(self.members),
                names=names,
                scope=stage.place(names) if asking is None else names,
                # Of a service with a scope field of that name, the column is the field's.
                session=session if "session" in names else row.get("session", session),
                group=sharing.group(names),
                backend=stage.backend if asking is None else asking[number],
            )
            beside = self.sharing(member)
            member.beside = len(beside)
            beside.append(member)
            member.session = member.own(member.session)
            if member.scope is None:
                member.standing, member.error = Standing.REFUSED, "an empty name cannot be made unique"
            self.members.append(member)
        self._owners: list[int] = []
        self._added: dict[int, Call] = {}
        self._last_write = self._last_forget = -1.0
        self._counting = stage.step
        self._leaks: dict[str, set[tuple[int, int]]] = {}

    @property
    def groups(self) -> list[int]:
        """For each member the number of its group, within which memories are shared by declaration."""
        return [member.group for member in self.members]

    def sharing(self, member: Member) -> list[Member]:
        """Those who share their memories with a member by declaration, the member among them."""
        return self._sharing.setdefault(member.group, [])

    def nobody(self) -> Member:
        """Somebody who is no member, and whose canaries are everybody's to complain of."""
        return Member(-1, {}, None, "", -1, self._stage.backend)

    def every_second(self) -> list[Member]:
        """Those who act, while the others watch: every second one, from the second on."""
        return self.members[1::2]

    def new_canaries(self, member: Member, count: int) -> list[int]:
        """Canaries that nobody had before."""
        numbers = list(range(len(self._owners), len(self._owners) + count))
        self._owners += [member.number] * count
        return numbers

    def add(self, member: Member, session: str, numbers: Sequence[int], texts: Sequence[str] | None = None) -> bool:
        """Hand a session of canaries to memory; whether it was acknowledged. ``texts`` may say more than the canaries do."""
        if member.scope is None:
            return False
        told = texts or map(self.canaries.text, numbers)
        events = [self._event(member, place, text) for place, text in enumerate(told)]
        handed = Session(
            id=session,
            app_name=member.names.get("app", ""),
            user_id=member.names.get("user", ""),
            events=events,
            last_update_time=events[-1].timestamp,
        )
        scope = member.scope
        wire = {"scope": dict(scope), "session": handed.to_wire()}
        done = self._write(
            member,
            "add_session",
            wire,
            numbers,
            lambda: member.backend.add_session(self._stage.instance, scope, handed),
        )
        if done:
            member.dropped |= set(member.sessions.get(session, ()))
            member.sessions[session] = list(numbers)
        else:
            member.failed.append(list(numbers))
        return done

    def add_event(self, member: Member, session: str, number: int) -> bool:
        """Hand one more event of a session to memory; whether it was acknowledged."""
        if member.scope is None:
            return False
        event, scope = self._event(member, 1, self.canaries.text(number)), member.scope
        wire = {"scope": dict(scope), "sessionId": session, "events": [event.to_wire()]}
        done = self._write(
            member,
            "add_events",
            wire,
            [number],
            lambda: member.backend.add_events(self._stage.instance, scope, session, [event]),
        )
        if done:
            member.sessions.setdefault(session, []).append(number)
        else:
            member.failed.append([number])
        return done

    def forget(
        self,
        member: Member,
        operation: str,
        parameters: Mapping[str, str],
        act: Callable[[Scope], None],
        gone: Iterable[int],
    ) -> None:
        """Delete something of a member's own. What was acknowledged is gone from here on; a refusal leaves it.

        Of what others of its group have, nothing more is expected where ``parameters`` do not say what is deleted.
        """
        if member.scope is None:
            return
        scope = member.scope
        try:
            with self._stage.turn():
                act(scope)
        except BackendError as error:
            self.going_on(error)
            self._note(operation, {"scope": dict(scope), **parameters}, f"error: {shorten(str(error))}")
            if error.code not in HIDING:
                member.standing, member.error = Standing.FAILED, f"{error}, to {operation}"
            return
        self._last_forget = self._now()
        numbers = set(gone)
        member.deleted |= numbers
        for session, canaries in list(member.sessions.items()):
            member.sessions[session] = [one for one in canaries if one not in numbers]
        if not parameters:
            for other in self.sharing(member):
                other.sessions.clear()

    def search(self, member: Member, query: str = QUERY) -> Shown:
        """What a member is shown by a search."""
        return self.look(
            member,
            "search",
            {"query": query},
            lambda scope: member.backend.search(self._stage.instance, scope, query),
            frozenset(self.canaries.in_text(query)),
        )

    def listed(self, member: Member) -> Shown:
        """What a member is shown in its list of all memories."""
        return self.look(
            member, "list_memories", {}, lambda scope: member.backend.list_memories(self._stage.instance, scope)
        )

    def got(self, member: Member, memory_id: str) -> Shown:
        """What a member is shown by an id."""

        def look(scope: Scope) -> list[Memory]:
            return [member.backend.get_memory(self._stage.instance, scope, memory_id)]

        return self.look(member, "get_memory", {"memoryId": memory_id}, look)

    def ids(self, member: Member) -> dict[int, str]:
        """The ids that a search gives for a member's own canaries, or else a list; none after `MOST_LEAKS` (`ids_unasked`)."""
        if member.scope is None or self._has_seen_enough(_IDS):
            return {}
        own = member.canaries()
        found = self._ids(member, lambda scope: member.backend.search(self._stage.instance, scope, QUERY))
        if own - found.keys() and self.declares(Capability.LIST_MEMORIES) and not self._has_seen_enough(_IDS):
            found = self._ids(member, lambda scope: member.backend.list_memories(self._stage.instance, scope)) | found
        member.ids |= found
        return found

    def _ids(self, member: Member, ask: Callable[[Scope], Iterable[Memory]]) -> dict[int, str]:
        """The ids that one way to read gives for a member's own canaries."""
        try:
            with self._stage.turn():
                memories = list(ask(member.scope or {}))
        except BackendError as error:
            self.going_on(error)
            return {}
        told = [(memory.id, self.canaries.in_memory(memory)) for memory in memories]
        shown, own = Shown(), member.canaries()
        for _, numbers in told:
            self.note_shown(member, shown, numbers, "")
        self._count(_IDS, member, shown)
        return {one: memory_id for memory_id, numbers in told if memory_id for one in numbers & own}

    @property
    def ids_unasked(self) -> bool:
        """Whether no more ids are asked for in this step."""
        return self._has_seen_enough(_IDS)

    def look(
        self,
        member: Member,
        operation: str,
        parameters: Mapping[str, object],
        ask: Callable[[Scope], Iterable[Memory]],
        asked: AbstractSet[int] = frozenset(),
    ) -> Shown:
        """What a member is shown on one way: nothing is asked any more after `MOST_LEAKS`. ``asked`` are the canaries that the
        question names.
        """
        if member.scope is None:
            return Shown.nothing()
        if self._has_seen_enough(operation):
            return Shown(unasked=True)
        try:
            with self._stage.turn():
                memories = list(ask(member.scope))
        except BackendError as error:
            self.going_on(error)
            return Shown.nothing(error)
        shown = Shown()
        for memory in memories:
            # A service may repeat what was asked in what it says beside a memory.
            beside = asked - set(self.canaries.in_text(memory.text()))
            self.note_shown(member, shown, self.canaries.in_memory(memory) - beside, memory.text())
        if shown.foreign or shown.strange:
            self._count(operation, member, shown)
            told = ", ".join([*map(self.text_of, {*shown.own, *shown.foreign}), *shown.strange])
            self._note_shown(operation, {"scope": dict(member.scope), **parameters}, told, shown)
        return shown

    def shown_in_turn(self, member: Member, turn: Turn) -> Shown:
        """What reaches the model in a turn of a member's: none is played any more after `MOST_LEAKS`."""
        if member.scope is None:
            return Shown.nothing()
        if self._has_seen_enough("play_turn"):
            return Shown(unasked=True)
        try:
            with self._stage.turn():
                handed = turn.model_copy(deep=True)
                played = member.backend.play_turn(self._stage.instance, member.scope, handed)
        except BackendError as error:
            self.going_on(error)
            return Shown.nothing(error)
        shown = Shown()
        for request in played.requests:
            self.note_shown(member, shown, self.canaries.in_text(request.model_dump_json()), "")
        if shown.foreign:
            self._count("play_turn", member, shown)
            told = ", ".join(map(self.text_of, shown.foreign))
            self._note_shown("play_turn", {"scope": dict(member.scope), "turn": turn.to_wire()}, told, shown)
        return shown

    def note_shown(self, member: Member, shown: Shown, numbers: Iterable[int], text: str) -> None:
        """Note what one memory, or one text, shows."""
        known = [one for one in numbers if one < len(self._owners)]
        for one in known:
            if self._owners[one] < 0:
                shown.strange.append(f"{self.text_of(one)}, which somebody without a key added")
                continue
            owner = self.members[self._owners[one]]
            if owner.number == member.number:
                shown.own.add(one)
            elif owner.group != member.group:
                shown.foreign[one] = owner.number
        if not known and text.strip() and not self._lived_in:
            shown.strange.append(unnamed(text))

    def text_of(self, number: int) -> str:
        """A canary as a report shows it."""
        return f'"{self.canaries.text(number)}"'

    def leaks(self, member: Member, shown: Shown, path: Path) -> list[Leak]:
        """What of that is a leak: each owner once."""
        found = [Leak(member.number, owner, path) for owner in dict.fromkeys(shown.foreign.values())]
        return [*found, *(Leak(member.number, None, path, told) for told in shown.strange[:1])]

    def _count(self, way: str, member: Member, shown: Shown) -> None:
        """Count what leaks on a way in this step: each pair once."""
        owners = {*shown.foreign.values(), *([-1] if shown.strange else [])}
        self._leaks.setdefault(way, set()).update((member.number, owner) for owner in owners)

    def _has_seen_enough(self, way: str) -> bool:
        if self._counting is not self._stage.step:
            self._counting, self._leaks = self._stage.step, {}
        return len(self._leaks.get(way, ())) > MOST_LEAKS

    def all_at_once(self, acts: Sequence[Callable[[], Result]]) -> list[Result]:
        """Make calls in several threads at the same time, and wait for all of them."""
        with self._stage.together(), ThreadPoolExecutor(AT_ONCE) as threads:
            return list(threads.map(lambda act: act(), acts))

    def until_visible(self) -> None:
        """Wait until what was written is visible, or has to be, and until what was deleted has to be gone."""
        visibility = self._stage.visibility
        if visibility is None:
            return
        if visibility.settles:
            for member in self.members:
                if member.scope is not None and member.standing is not Standing.REFUSED:
                    self._settle(member, member.scope)
            return
        clock, pause = visibility.clock, _FIRST_PAUSE
        deadline = self._last_write + visibility.bounds.write
        waiting = [member for member in self.members if member.canaries()]
        while waiting and self._last_write >= 0:
            late = clock.now() >= deadline
            waiting = [member for member in waiting if not member.canaries() <= self.search(member).own]
            if late or not waiting:
                break
            clock.pause(max(0.0, min(pause, deadline - clock.now())))
            pause = min(2 * pause, _LONGEST_PAUSE)
        if self._last_forget >= 0:
            clock.pause(max(0.0, self._last_forget + visibility.bounds.forget - clock.now()))

    def _settle(self, member: Member, scope: Scope) -> None:
        try:
            with self._stage.turn():
                member.backend.settle(self._stage.instance, scope)
        except BackendError as error:
            self.going_on(error)

    def _event(self, member: Member, place: int, text: str) -> Event:
        # The same ids in every scope: one that is global is taken for another's.
        return Event(
            id=member.own(f"e{place + 1}"),
            author="user",
            timestamp=FIRST_EVENT + 60 * place,
            content=Content(role="user", parts=[Part(text=text)]),
        )

    def _write(
        self, member: Member, operation: str, wire: dict[str, Any], numbers: Sequence[int], act: Callable[[], None]
    ) -> bool:
        try:
            with self._stage.turn():
                act()
        except BackendError as error:
            self.going_on(error)
            member.error = str(error)
            failed = error.code not in REFUSING
            if failed or member.standing is not Standing.ACCEPTED:
                member.standing = Standing.FAILED if failed else Standing.REFUSED
            if failed:
                self._note(operation, wire, f"error: {shorten(str(error))}")
            return False
        self._last_write = self._now()
        if member.standing is not Standing.FAILED:
            member.standing = Standing.ACCEPTED
        call = Call(operation, wire, "done")
        self._added |= dict.fromkeys(numbers, call)
        return True

    def going_on(self, error: BackendError) -> None:
        """End the case where an error says nothing about one scope alone."""
        if error.code is ErrorCode.UNSUPPORTED:
            raise CaseEnds(Outcome.FAILED, str(error)) from error
        # A gateway that lets nobody through to a scope is as good as a service that does not.
        refused = error.code is ErrorCode.PERMISSION_DENIED
        if isinstance(error, Gone) or (error.speaker is Speaker.HARNESS and not refused):
            raise CaseEnds(Outcome.CRASHED, str(error)) from error

    def _note(self, operation: str, parameters: dict[str, Any], answer: str) -> None:
        if len(self._stage.step.calls) < SHOWN_CALLS:
            self._stage.step.calls.append(Call(operation, parameters, answer))

    def _note_shown(self, operation: str, parameters: dict[str, Any], told: str, shown: Shown) -> None:
        """Note a call that shows what is another's, after those that stored it."""
        for number in list(shown.foreign)[:2]:
            added = self._added.get(number)
            if added is not None and added not in self._stage.step.calls:
                self._note(added.operation, added.parameters, added.answer)
        self._note(operation, parameters, told)

    def _now(self) -> float:
        return self._stage.visibility.clock.now() if self._stage.visibility is not None else 0.0

    def declares(self, capability: Capability) -> bool:
        """Whether the backend declares a way to read or to delete."""
        return capability in self._stage.hello.capabilities
