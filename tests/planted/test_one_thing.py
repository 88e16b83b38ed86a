"""A fault that is not about whose memories they are changes nothing between users: that would be a second fault, unsaid."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from memory_conformance.backend import Backend, BackendError
from memory_conformance.model import Capability, Content, Event, Part, Session
from memory_references.planted.catalogue import complete, faults
from memory_references.planted.fault import Fault, Kind

WITHIN_ONE_USER = (Kind.WRITING, Kind.AGAIN, Kind.WORDS, Kind.QUERIES, Kind.RESULTS, Kind.FORGETTING)
"""The kinds of faults that are about one user's memory, unless they say otherwise."""

SAY_OTHERWISE = {"session-of-every-user", "every-user-deleted", "memory-of-every-user"}
"""Those of them that say that they reach others."""

SHARED = "the heron nests by the harbour"
"""What both users say."""


def session(owner: str, name: str, *said: str) -> Session:
    """A session with the same ids for everybody."""
    events = [
        Event(id=f"e{at}", author="user", timestamp=float(at), content=Content(role="user", parts=[Part(text=text)]))
        for at, text in enumerate(said, start=1)
    ]
    return Session(id=name, app_name="shop", user_id=owner, events=events)


def texts_of(backend: Backend, instance: str, user: str) -> Sequence[str]:
    """What somebody is shown, on the ways that there are."""
    scope = {"app": "shop", "user": user}
    shown = [memory.text() for memory in backend.search(instance, scope, "heron harbour magpie")]
    if Capability.LIST_MEMORIES in backend.hello().capabilities:
        shown += [f"listed: {memory.text()}" for memory in backend.list_memories(instance, scope)]
    return sorted(shown)


def forget(backend: Backend, instance: str, user: str) -> None:
    """Delete whatever can be deleted of a user, one after the other, and say something again."""
    scope = {"app": "shop", "user": user}
    can = backend.hello().capabilities
    if Capability.DELETE_MEMORY in can:
        for memory in backend.search(instance, scope, "heron")[:1]:
            backend.delete_memory(instance, scope, memory.id or "")
    if Capability.DELETE_SESSION in can:
        backend.delete_session(instance, scope, "monday")
    if Capability.DELETE_USER in can:
        backend.delete_user(instance, scope)


def shown_to_ben(backend: Backend, *, beside: bool) -> list[Sequence[str]]:
    """What ben is shown after each of his own steps, ``beside`` ana or alone."""
    instance = backend.open({})
    ana, ben = {"app": "shop", "user": "ana"}, {"app": "shop", "user": "ben"}
    shown = []

    def anas(*sessions: Session) -> None:
        for one in sessions if beside else ():
            backend.add_session(instance, ana, one)

    anas(session("ana", "monday", "ana heron of the harbour", SHARED), session("ana", "monday", "ana magpie"))
    backend.add_session(instance, ben, session("ben", "monday", "ben heron of the harbour", SHARED))
    shown.append(texts_of(backend, instance, "ben"))
    anas(session("ana", "monday", SHARED, "ana harbour again"), session("ana", "tuesday", SHARED))
    shown.append(texts_of(backend, instance, "ben"))
    if beside:
        forget(backend, instance, "ana")
    shown.append(texts_of(backend, instance, "ben"))
    backend.add_session(instance, ben, session("ben", "monday", "ben heron of the harbour", "ben magpie"))
    shown.append(texts_of(backend, instance, "ben"))
    anas(session("ana", "monday"), session("ana", "wednesday", "ana harbour"))
    backend.add_session(instance, ben, session("ben", "thursday", "ben harbour"))
    shown.append(texts_of(backend, instance, "ben"))
    return shown


@pytest.mark.parametrize(
    "fault",
    [one for one in faults() if one.kind in WITHIN_ONE_USER and one.name not in SAY_OTHERWISE],
    ids=lambda fault: fault.name,
)
def test_what_ben_is_shown_is_the_same_beside_ana(fault: Fault) -> None:
    try:
        alone = shown_to_ben(fault.make(), beside=False)
    except BackendError:
        assert fault.errs
        return
    assert shown_to_ben(fault.make(), beside=True) == alone


def test_those_that_say_so_reach_others_and_a_sound_service_does_not() -> None:
    named = {one.name: one for one in faults()}
    reach = [
        name
        for name in SAY_OTHERWISE
        if shown_to_ben(named[name].make(), beside=True) != shown_to_ben(named[name].make(), beside=False)
    ]

    assert set(reach) == SAY_OTHERWISE
    assert shown_to_ben(complete(), beside=True) == shown_to_ben(complete(), beside=False)
