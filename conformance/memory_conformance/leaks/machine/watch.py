"""Plays a history call by call, and holds every answer against the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.histories.history import Call, events_of, text_of
from memory_conformance.leaks.machine.casts import borders_of
from memory_conformance.leaks.machine.model import Model, Owner, owner_of
from memory_conformance.leaks.machine.violation import LOOKS, Breach
from memory_conformance.model import Capability, Hello, Memory
from memory_conformance.protocol.operations import OPERATIONS
from memory_conformance.protocol.reading import read_message
from memory_conformance.scopes.canary import QUERY, Canaries
from memory_conformance.turn import Played

OF = "of"
"""In the place of a memory id: ``{"of": text}``, the id under which its owner last saw the memory that says this."""
ODD = ("", "umbrella")
"""Queries that no canary answers to. A service may show anything of one's own for them, or refuse them."""
_NOTHING = frozenset({ErrorCode.NOT_FOUND, ErrorCode.PERMISSION_DENIED})
"""Answers that say: there is nothing, or nothing for the one who asks."""
_REFUSALS = _NOTHING | {ErrorCode.INVALID_ARGUMENT}
"""The same, where it is no name of a scope that may be invalid, but an id or a query."""
_BY_ID = frozenset({"get_memory", "delete_memory", "delete_session"})


class Unplayed(Exception):
    """A harness failed, or raised what no backend may raise: nothing was observed. One line."""


@dataclass(frozen=True)
class Sighting:
    """What the answer to the last call shows that it should not, or does not show that it should: then it is `Breach.LOST`, so far."""

    breach: Breach
    canary: int


@dataclass
class Watch:
    """One history on a fresh instance. ``run`` tells its names apart from those of all others on a backend that never starts empty.

    ``ended`` says that the backend answered a call with an error that it should not: then nothing more is done, and what all see is
    asked, unless it is ``broken`` and goes on so. ``failed`` has the
    positions of the calls that were answered with any error.
    """

    backend: Backend
    hello: Hello
    canaries: Canaries
    run: str = ""
    calls: list[Call] = field(default_factory=list)
    failed: set[int] = field(default_factory=set)
    errors: Counter[str] = field(default_factory=Counter)
    ended: bool = False
    broken: bool = False

    def __post_init__(self) -> None:
        self.borders = borders_of(self.hello)
        self.settles = Capability.SETTLE in self.hello.capabilities
        # What takes its time is only there, or gone, when that has passed: for a bound nobody waits here.
        self.prompt = self.settles or not any(self.hello.bounds.values())
        self.model = Model(forgets=self.prompt)
        self.last_shown: set[int] = set()
        try:
            self._instance = self.backend.open({})
        except (Exception, SystemExit) as error:
            raise _unplayed(error) from error

    def close(self) -> None:
        """Let the instance go. Whatever comes of it: everything was seen by now."""
        with suppress(Exception):
            self.backend.close(self._instance)

    def owner(self, call: Call) -> Owner:
        """Whose call it is."""
        return owner_of(call.parameters["scope"], self.borders)

    def make(self, call: Call) -> list[Sighting]:
        """Make a call, and say what is wrong with its answer. Raises `Unplayed` where its harness failed.

        A call by the id of a memory that was never seen, or in a scope that was refused, is left out.
        """
        parameters = self._as_sent(call)
        owner = self.owner(call)
        if parameters is None or owner in self.model.refused:
            return []
        self.last_shown = set()
        self.calls.append(call)
        told = self._before(call, owner)
        answer = self._asked(call.operation, parameters)
        if isinstance(answer, BackendError):
            self._failed(call, owner, answer)
            return []
        self._after(call, owner, told)
        return self._judged(call, owner, answer) if call.operation in LOOKS else []

    def finds(self, call: Call, canary: int) -> bool:
        """Whether a look that changes nothing shows a canary; it is no call of the history."""
        for look in self.settled(call):
            parameters = self._as_sent(look)
            answer = self._asked(look.operation, parameters or {})
        return not isinstance(answer, BackendError) and canary in self._shown(answer)

    def settled(self, look: Call) -> Iterator[Call]:
        """A look, once all writes of its scope are visible."""
        if self.settles:
            yield Call("settle", {"scope": look.parameters["scope"]})
        yield look

    def sweep(self, scopes: Sequence[Mapping[str, str]]) -> Iterator[list[Sighting]]:
        """Ask at the end of a history: each scope by the words that all canaries share, then for each of its own that was not shown."""
        for scope in scopes:
            if self.broken:
                return
            owner = owner_of(scope, self.borders)
            looks = [Call("search", {"scope": dict(scope), "query": QUERY})]
            if Capability.LIST_MEMORIES in self.hello.capabilities:
                looks.append(Call("list_memories", {"scope": dict(scope)}))
            if self.settles and self.model.held(owner):
                self.make(Call("settle", {"scope": dict(scope)}))
            shown: set[int] = set()
            for look in looks:
                before = len(self.calls)
                yield self.make(look)
                if look.operation == "search" and len(self.calls) > before:
                    shown = self.last_shown
            for canary in [*self.model.held(owner), *self.model.gone(owner)]:
                if canary not in shown:
                    yield self.make(Call("search", {"scope": dict(scope), "query": query_for(self.canaries, canary)}))

    def _as_sent(self, call: Call) -> dict[str, Any] | None:
        """The parameters with names that are this history's own, and with the memory id that is meant; None where none is known."""
        parameters = dict(call.parameters)
        parameters["scope"] = self.hello.its_own(parameters["scope"], self.run)
        if isinstance(parameters.get("memoryId"), Mapping):
            known = self.model.known.get(self.meant(call))
            if known is None or not (known.fresh or call.operation == "get_memory"):
                return None
            parameters["memoryId"] = known.id
        return parameters

    def meant(self, call: Call) -> int:
        """The canary whose memory a call by an id means."""
        return next(self.canaries.in_text(call.parameters["memoryId"][OF]), -1)

    def _asked(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        """What the backend answers: a message, or an error."""
        known = OPERATIONS[operation]
        try:
            asked = read_message(known.parameters, {"instance": self._instance, **parameters})
            return known.perform(self.backend, asked)
        except BackendError as error:
            if error.speaker is Speaker.HARNESS:
                raise _unplayed(error) from error
            return error
        except (Exception, SystemExit) as error:
            raise _unplayed(error) from error

    def _before(self, call: Call, owner: Owner) -> dict[int, str]:
        """Note what is about to be told. Gives the canaries, with the ids of their events."""
        if call.operation not in ("add_session", "add_events"):
            return {}
        told = {
            one: event["id"]
            for event in events_of([call])
            for one in self.canaries.in_text(text_of(event.get("content")))
        }
        self.model.told(owner, session_of(call), told)
        return told

    def _after(self, call: Call, owner: Owner, told: Mapping[int, str]) -> None:
        """Note what the service says that it did."""
        match call.operation:
            case "add_session" | "add_events":
                self.model.acknowledged(owner, session_of(call), told)
            case "delete_session":
                self.model.deleted(owner, session_of(call), call.operation)
            case "delete_user":
                self.model.deleted(owner, None, call.operation)
            case "delete_memory":
                self.model.deleted_memory(owner, self.meant(call), call.operation)

    def _failed(self, call: Call, owner: Owner, error: BackendError) -> None:
        self.failed.add(len(self.calls) - 1)
        if self._may_refuse(call, owner, error.code):
            # It may have been there, and be refused or taken away all the same.
            if call.operation == "delete_session":
                self.model.unclear(owner, session_of(call))
            elif call.operation == "delete_user":
                self.model.unclear(owner)
            elif call.operation == "delete_memory":
                self.model.unclear_one(owner, self.meant(call))
            return
        self.errors[f"{call.operation}: {error.code.value}"] += 1
        if call.operation == "play_turn" or _is_odd(call):
            # Its runner may not take what the memory service takes, nor its index every query; nothing was changed by it.
            return
        if error.code is ErrorCode.INVALID_ARGUMENT:
            self.model.leave(owner)
            return
        self.model.unclear(owner)
        # After one that should be answered, others may still be asked what they see; after a second, nobody.
        self.broken, self.ended = self.ended, True

    def _may_refuse(self, call: Call, owner: Owner, code: ErrorCode) -> bool:
        """Whether that is no trouble: there was nothing, or nothing for the one who asked, or it is the query that is refused."""
        if call.operation in _BY_ID or _is_odd(call):
            return code in _REFUSALS
        if call.operation == "delete_user":
            return code in _NOTHING
        return call.operation in ("search", "list_memories") and code in _NOTHING and not self.model.held(owner)

    def _judged(self, call: Call, owner: Owner, answer: Any) -> list[Sighting]:
        shown = self.last_shown = self._shown(answer)
        memories = _memories(answer)
        if isinstance(answer, Played):
            asked: set[int] = set()
        else:
            if call.operation != "get_memory":
                # Of one memory it cannot be told whether it is the only one.
                self.model.saw(owner, [(memory.id, self.canaries.in_memory(memory)) for memory in memories])
            asked = set(self.canaries.in_text(call.parameters.get("query", "")))
            # A service may repeat a query in what it says beside a memory.
            said = {one for memory in memories for one in self.canaries.in_text(memory.text())}
            shown = shown - (asked - said)
        wrong = [Sighting(Breach.SHOWN, one) for one in self.model.foreign(owner, shown)]
        own = [one for one in shown if self.model.owns(owner, one)]
        if self.prompt and (not self.settles or self._is_settled(owner)):
            wrong += [Sighting(Breach.BACK, one) for one in self.model.back(own)]
            expected = self.model.held(owner)
            missing = [one for one in expected if one not in shown]
            if call.operation == "search":
                missing = [one for one in missing if one in asked]
            elif call.operation != "list_memories":
                missing = []
            wrong += [Sighting(Breach.LOST, one) for one in missing]
        return wrong

    def _is_settled(self, owner: Owner) -> bool:
        """Whether all writes of a scope are visible: nothing was written in it since it was waited for."""
        for call in reversed(self.calls):
            if self.owner(call) == owner:
                if call.operation == "settle":
                    return True
                if call.operation not in LOOKS:
                    return False
        return True

    def _shown(self, answer: Any) -> set[int]:
        """The canaries in an answer, wherever they stand in it."""
        if isinstance(answer, Played):
            return set(self.canaries.in_text(answer.model_dump_json()))
        return {one for memory in _memories(answer) for one in self.canaries.in_memory(memory)}


def query_for(canaries: Canaries, canary: int) -> str:
    """Words that find one canary: its name, and one that makes a sentence of it."""
    return f"neighbour {canaries.name(canary)}"


def _is_odd(call: Call) -> bool:
    return call.operation == "search" and call.parameters["query"] in ODD


def session_of(call: Call) -> str:
    """The session that a call adds to, or deletes."""
    session: str = call.parameters["session"]["id"] if "session" in call.parameters else call.parameters["sessionId"]
    return session


def _memories(answer: Any) -> list[Memory]:
    if isinstance(answer, Played):
        return []
    return [answer.memory] if hasattr(answer, "memory") else list(answer.memories)


def _unplayed(error: Exception | SystemExit) -> Unplayed:
    return Unplayed(str(error) if isinstance(error, BackendError) else f"{type(error).__name__}: {error}")
