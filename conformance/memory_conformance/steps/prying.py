"""What somebody tries in the scope of another, by whatever key they have, and what they are shown there.

Whoever has no key is a member without a scope.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from memory_conformance.backend import BackendError, ErrorCode, Gone, Speaker
from memory_conformance.evidence import Call, Outcome
from memory_conformance.model import Capability, Content, Event, Memory, Part, Scope, Session
from memory_conformance.scopes.canary import QUERY
from memory_conformance.scopes.pairs import Path
from memory_conformance.steps.crowd import SHOWN_CALLS, Crowd
from memory_conformance.steps.member import Member, unnamed
from memory_conformance.steps.stage import FIRST_EVENT, CaseEnds, Stage
from memory_conformance.turn import Tool, Turn

Result = TypeVar("Result")

_REFUSING = frozenset(
    {ErrorCode.PERMISSION_DENIED, ErrorCode.NOT_FOUND, ErrorCode.INVALID_ARGUMENT, ErrorCode.UNSUPPORTED}
)


@dataclass(frozen=True)
class Seen:
    """What somebody was shown of another's on one way. ``told`` is empty for a canary of theirs; of any other text it has length and
    hash.
    """

    path: Path
    told: str = ""


@dataclass(frozen=True)
class _Look:
    """A call that reads. ``ask`` gives the canaries in each thing that is shown, and its text."""

    path: Path
    operation: str
    parameters: dict[str, Any]
    ask: Callable[[], list[tuple[set[int], str]]]


def pry(stage: Stage, crowd: Crowd, who: Member, other: Member, known: Collection[str] = ()) -> Iterator[Seen]:
    """What somebody is shown in the scope of another on every way that is declared, and by the ids of another's memories in their own.

    ``known`` are the texts that their own scope shows them, canaries or not.
    """
    for look in _looks(stage, crowd, who, other):
        found = tried(stage, look.ask) or []
        canaries = {number for numbers, _ in found for number in numbers} & other.canaries()
        # A service that goes by the key alone shows its owner what is their own; anything else is somebody's.
        strange = [text for numbers, text in found if not numbers and text.strip() and text not in known]
        if not canaries and not strange:
            continue
        told = [*map(crowd.text_of, sorted(canaries)), *map(unnamed, strange[:1])]
        _note(stage, Call(look.operation, look.parameters, ", ".join(told)))
        yield Seen(look.path, "" if canaries else unnamed(strange[0]))


def own_texts(stage: Stage, crowd: Crowd, who: Member) -> frozenset[str]:
    """The texts that somebody's own scope shows them."""
    if who.scope is None:
        return frozenset()
    looks = [_search(stage, crowd, who, who.scope)]
    if crowd.declares(Capability.LIST_MEMORIES):
        looks.append(_list(stage, crowd, who, who.scope))
    return frozenset(text for look in looks for _, text in tried(stage, look.ask) or ())


def addition(stage: Stage, crowd: Crowd, who: Member, other: Member, session: str) -> Callable[[], None]:
    """Add a session with one canary to the scope of another; the canary is of whoever adds it."""

    def add() -> None:
        scope = other.scope or {}
        handed = Session(
            id=session,
            app_name=other.names.get("app", ""),
            user_id=other.names.get("user", ""),
            events=[_event(crowd, who, "e1")],
            last_update_time=FIRST_EVENT,
        )
        who.backend.add_session(stage.instance, scope, handed)
        _note(stage, Call("add_session", {"scope": dict(scope), "session": handed.to_wire()}, "done"))

    return add


def changes(stage: Stage, crowd: Crowd, who: Member, other: Member) -> Iterator[Callable[[], None]]:
    """Whatever changes or deletes what another remembers, as far as it is declared: one act after the other."""
    scope, session = other.scope or {}, other.session
    ids = list(crowd.ids(other).values()) if crowd.declares(Capability.DELETE_MEMORY) else []
    if crowd.declares(Capability.ADD_EVENTS):
        event = _event(crowd, who, "e2")
        wire = {"scope": dict(scope), "sessionId": session, "events": [event.to_wire()]}
        yield _act(stage, "add_events", wire, partial(who.backend.add_events, stage.instance, scope, session, [event]))
    yield addition(stage, crowd, who, other, session)
    for memory_id in ids:
        for place in _places(who, other):
            deleted = {"scope": dict(place), "memoryId": memory_id}
            act = partial(who.backend.delete_memory, stage.instance, place, memory_id)
            yield _act(stage, "delete_memory", deleted, act)
    if crowd.declares(Capability.DELETE_SESSION):
        deleted = {"scope": dict(scope), "sessionId": session}
        yield _act(
            stage, "delete_session", deleted, partial(who.backend.delete_session, stage.instance, scope, session)
        )
    if crowd.declares(Capability.DELETE_USER):
        act = partial(who.backend.delete_user, stage.instance, scope)
        yield _act(stage, "delete_user", {"scope": dict(scope)}, act)


def tried(stage: Stage, act: Callable[[], Result]) -> Result | None:
    """What comes of an act that should be refused; None where it is. Any other failure ends the case."""
    try:
        with stage.turn():
            return act()
    except BackendError as error:
        if error.code in _REFUSING and not isinstance(error, Gone):
            return None
        outcome = Outcome.CRASHED if error.speaker is Speaker.HARNESS else Outcome.FAILED
        raise CaseEnds(outcome, str(error)) from error


def _looks(stage: Stage, crowd: Crowd, who: Member, other: Member) -> Iterator[_Look]:
    scope = other.scope or {}
    yield _search(stage, crowd, who, scope)
    if crowd.declares(Capability.LIST_MEMORIES):
        yield _list(stage, crowd, who, scope)
    if crowd.declares(Capability.GET_MEMORY):
        for memory_id in crowd.ids(other).values():
            for place in _places(who, other):
                yield _get(stage, crowd, who, place, memory_id)
    if crowd.declares(Capability.TURN):
        call = Content(role="model", parts=[Part(function_call={"name": Tool.LOAD.value, "args": {"query": QUERY}})])
        yield _turn(stage, crowd, who, scope, Path.LOAD, [Tool.LOAD], [call])
        if crowd.declares(Capability.PRELOAD_MEMORY):
            yield _turn(stage, crowd, who, scope, Path.PRELOAD, [Tool.PRELOAD], [])


def _search(stage: Stage, crowd: Crowd, who: Member, scope: Scope) -> _Look:
    parameters = {"scope": dict(scope), "query": QUERY}
    return _Look(
        Path.SEARCH,
        "search",
        parameters,
        lambda: _memories(crowd, who.backend.search(stage.instance, scope, QUERY)),
    )


def _list(stage: Stage, crowd: Crowd, who: Member, scope: Scope) -> _Look:
    return _Look(
        Path.LIST,
        "list_memories",
        {"scope": dict(scope)},
        lambda: _memories(crowd, who.backend.list_memories(stage.instance, scope)),
    )


def _get(stage: Stage, crowd: Crowd, who: Member, scope: Scope, memory_id: str) -> _Look:
    parameters = {"scope": dict(scope), "memoryId": memory_id}
    return _Look(
        Path.GET,
        "get_memory",
        parameters,
        lambda: _memories(crowd, [who.backend.get_memory(stage.instance, scope, memory_id)]),
    )


def _turn(
    stage: Stage, crowd: Crowd, who: Member, scope: Scope, path: Path, tools: list[Tool], script: list[Content]
) -> _Look:
    turn = Turn(session="talk", content=Content(role="user", parts=[Part(text=QUERY)]), tools=tools, script=script)

    def ask() -> list[tuple[set[int], str]]:
        played = who.backend.play_turn(stage.instance, scope, turn.model_copy(deep=True))
        # What a model is told beside memories is nobody's.
        return [(set(crowd.canaries.in_text(one.model_dump_json())), "") for one in played.requests]

    return _Look(path, "play_turn", {"scope": dict(scope), "turn": turn.to_wire()}, ask)


def _memories(crowd: Crowd, memories: Iterable[Memory]) -> list[tuple[set[int], str]]:
    return [(crowd.canaries.in_memory(memory), memory.text()) for memory in memories]


def _places(who: Member, other: Member) -> Iterator[Scope]:
    """Where an id of another's may open: in their scope, and in one's own."""
    yield from (scope for scope in (other.scope, who.scope) if scope is not None)


def _event(crowd: Crowd, who: Member, event_id: str) -> Event:
    (number,) = crowd.new_canaries(who, 1)
    content = Content(role="user", parts=[Part(text=crowd.canaries.text(number))])
    return Event(id=event_id, author="user", timestamp=FIRST_EVENT, content=content)


def _act(stage: Stage, operation: str, parameters: dict[str, Any], act: Callable[[], None]) -> Callable[[], None]:
    def noted() -> None:
        act()
        _note(stage, Call(operation, parameters, "done"))

    return noted


def _note(stage: Stage, call: Call) -> None:
    if len(stage.step.calls) < SHOWN_CALLS:
        stage.step.calls.append(call)
