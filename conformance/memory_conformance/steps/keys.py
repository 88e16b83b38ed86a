"""Sentences about principals: users with keys of their own, and what they can do in the scopes of others.

Whatever a service answers there, a refusal or nothing, is right as long as nobody is shown, given or deprived of anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar

from memory_conformance.backend import Backend, BackendError, ErrorCode, Gone, Speaker
from memory_conformance.evidence import Call, Outcome
from memory_conformance.keys import Keyring
from memory_conformance.means import Means
from memory_conformance.model import Capability, Content, Event, Memory, Part, Scope, Session
from memory_conformance.scopes.canary import QUERY
from memory_conformance.scopes.lattice import SESSION
from memory_conformance.scopes.pairs import Leak, Path, Sight, asked_proof
from memory_conformance.sentence import SentenceError, Speech
from memory_conformance.steps.crowd import SHOWN_CALLS, Crowd, Member, Standing
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.leaking import judge_proof, the_crowd
from memory_conformance.steps.stage import FIRST_EVENT, CaseEnds, Stage
from memory_conformance.turn import Tool, Turn

Result = TypeVar("Result")

_REFUSING = frozenset(
    {ErrorCode.PERMISSION_DENIED, ErrorCode.NOT_FOUND, ErrorCode.INVALID_ARGUMENT, ErrorCode.UNSUPPORTED}
)


@sentence("each principal remembers a canary of their own, by their own key", Speech.ACT)
def each_principal_remembers(stage: Stage) -> None:
    """Each principal adds a session "monday" with one canary to the scope that their key is for (principals)."""
    # Without anybody who has a key there is nobody to speak of.
    stage.crowd = Crowd(stage, [])
    ring = _keyring(stage)
    rows = [one.scope for one in ring.principals]
    crowd = stage.crowd = Crowd(stage, rows, SESSION, [one.backend for one in ring.principals])
    for member in crowd.members:
        crowd.add(member, member.session, crowd.new_canaries(member, 1))
        if member.standing is not Standing.ACCEPTED:
            raise CaseEnds(
                Outcome.UNPROVED, f"{member.describe()} cannot add anything by their own key: {member.error}"
            )
    crowd.until_visible()


@sentence("each of them tries to add a canary to the scope of another, by their own key", Speech.ACT)
def tries_to_add(stage: Stage) -> None:
    """Each principal adds the session "monday", and one of another name, to the scope of every other; both may be refused."""
    crowd = the_crowd(stage)
    for member, other in _pairs(crowd):
        for session in (SESSION, "tuesday"):
            _tried(stage, partial(_add, crowd, member, other, member.backend, stage, session))
    crowd.until_visible()


@sentence("each of them tries to delete what another remembers, by their own key", Speech.ACT)
def tries_to_delete(stage: Stage) -> None:
    """Each principal deletes the session, the memories by their ids and all memories of every other, as far as that is declared.

    It may be refused.
    """
    crowd = the_crowd(stage)
    for member, other in _pairs(crowd):
        for act in _deletions(stage, crowd, member.backend, other):
            _tried(stage, act)
    crowd.until_visible()


@sentence("somebody without a key tries to add to the scope of each of them, and to delete there", Speech.ACT)
def nobody_tries(stage: Stage) -> None:
    """The same, without any credentials."""
    crowd, nobody = the_crowd(stage), _keyring(stage).nobody
    for member in crowd.members:
        for act in _deletions(stage, crowd, nobody, member):
            _tried(stage, act)
        for session in (SESSION, "tuesday"):
            _tried(stage, partial(_add, crowd, None, member, nobody, stage, session))
    crowd.until_visible()


@sentence("none of them is shown anything in the scope of another, by their own key", Speech.ASSERTED)
def shown_nothing(stage: Stage) -> None:
    """Each principal asks in the scope of every other, on every way to read that is declared, and by ids in their own scope."""
    crowd = the_crowd(stage)
    leaks, asked = [], []
    for member, other in _pairs(crowd):
        asked.append((member.number, other.number))
        shown = set(_shown(stage, crowd, member.backend, other, own=member))
        leaks += [Leak(member.number, other.number, path) for path, numbers in shown if numbers & other.canaries()]
    sights = [Sight.SEES if crowd.search(member).own else Sight.BLIND for member in crowd.members]
    judge_proof(stage, crowd, asked_proof(Path.SEARCH, sights, asked, dict.fromkeys(leaks), crowd.groups))


@sentence("without a key nobody is shown anything", Speech.ASSERTED)
def nobody_is_shown(stage: Stage) -> None:
    """Somebody without credentials asks in every scope, on every way to read that the service declares."""
    crowd, nobody = the_crowd(stage), _keyring(stage).nobody
    shown, proved = [], 0
    for member in crowd.members:
        proved += bool(crowd.search(member).own)
        shown += [
            f"{path.value} shows what {member.describe()} remembers"
            for path, numbers in _shown(stage, crowd, nobody, member)
            if numbers & member.canaries()
        ]
    stage.step.expected = "nothing without a key"
    stage.step.actual = "; ".join(shown[:3]) or f"nothing in {proved} scopes"
    stage.step.outcome = Outcome.BROKEN if shown else Outcome.HELD if proved else Outcome.UNPROVED


def _keyring(stage: Stage) -> Keyring:
    ring = stage.means.get(Means.PRINCIPALS)
    if not isinstance(ring, Keyring):
        raise CaseEnds(Outcome.UNPROVED, "nobody has a key here")
    return ring


def _pairs(crowd: Crowd) -> Iterator[tuple[Member, Member]]:
    """Each member with every other: they are few. Those who share by declaration have nothing to hide from each other."""
    for member in crowd.members:
        for other in crowd.members:
            if member.group != other.group:
                yield member, other


def _add(crowd: Crowd, member: Member | None, other: Member, backend: Backend, stage: Stage, session: str) -> None:
    if other.scope is None:
        raise SentenceError("a principal has a scope")
    # Whoever it is that adds it, it is none of the owner's.
    (number,) = crowd.new_canaries(member or crowd.nobody(), 1)
    event = Event(
        id="e1",
        author="user",
        timestamp=FIRST_EVENT,
        content=Content(role="user", parts=[Part(text=crowd.canaries.text(number))]),
    )
    handed = Session(
        id=session,
        app_name=other.names.get("app", ""),
        user_id=other.names.get("user", ""),
        events=[event],
        last_update_time=FIRST_EVENT,
    )
    stage.step.calls[SHOWN_CALLS:] = []
    backend.add_session(stage.instance, other.scope, handed)
    stage.step.calls.append(Call("add_session", {"scope": dict(other.scope), "session": handed.to_wire()}, "done"))


def _deletions(stage: Stage, crowd: Crowd, backend: Backend, other: Member) -> Iterable[Callable[[], None]]:
    scope, instance = other.scope or {}, stage.instance
    if crowd.declares(Capability.DELETE_MEMORY):
        for memory_id in crowd.ids(other).values():
            yield partial(backend.delete_memory, instance, scope, memory_id)
    if crowd.declares(Capability.DELETE_SESSION):
        yield partial(backend.delete_session, instance, scope, other.session)
    if crowd.declares(Capability.DELETE_USER):
        yield partial(backend.delete_user, instance, scope)


def _shown(
    stage: Stage, crowd: Crowd, backend: Backend, other: Member, own: Member | None = None
) -> Iterator[tuple[Path, frozenset[int]]]:
    """What somebody is shown in the scope of another, and by the ids of another's memories in their own scope: canaries, by the way."""
    scope, instance = other.scope or {}, stage.instance
    ways: list[tuple[Path, Callable[[], Iterable[Memory]]]] = [
        (Path.SEARCH, partial(backend.search, instance, scope, QUERY))
    ]
    if crowd.declares(Capability.LIST_MEMORIES):
        ways.append((Path.LIST, partial(backend.list_memories, instance, scope)))
    if crowd.declares(Capability.GET_MEMORY):
        for memory_id in crowd.ids(other).values():
            for place in (scope, *([own.scope] if own is not None and own.scope is not None else [])):
                ways.append((Path.GET, partial(_got, backend, instance, place, memory_id)))
    for path, ask in ways:
        found = _tried(stage, ask)
        yield path, frozenset(number for memory in found or () for number in crowd.canaries.in_memory(memory))
    if crowd.declares(Capability.TURN):
        call = Content(role="model", parts=[Part(function_call={"name": Tool.LOAD.value, "args": {"query": QUERY}})])
        said = Content(role="user", parts=[Part(text="what did I tell you")])
        turn = Turn(session="talk", content=said, tools=[Tool.LOAD], script=[call])
        played = _tried(stage, partial(backend.play_turn, instance, scope, turn))
        requests = played.requests if played is not None else ()
        numbers = (number for one in requests for number in crowd.canaries.in_text(one.model_dump_json()))
        yield Path.LOAD, frozenset(numbers)


def _got(backend: Backend, instance: str, scope: Scope, memory_id: str) -> list[Memory]:
    return [backend.get_memory(instance, scope, memory_id)]


def _tried(stage: Stage, act: Callable[[], Result]) -> Result | None:
    """What comes of an act that should be refused; None where it is. Any other failure ends the case."""
    try:
        with stage.turn():
            return act()
    except BackendError as error:
        if error.code in _REFUSING and not isinstance(error, Gone):
            return None
        outcome = Outcome.CRASHED if error.speaker is Speaker.HARNESS else Outcome.FAILED
        raise CaseEnds(outcome, str(error)) from error
