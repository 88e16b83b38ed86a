"""Sentences that make a service forget."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.evidence import Outcome
from memory_conformance.model import Capability, Memory, Scope
from memory_conformance.sentence import Speech, quote
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.searching import holding
from memory_conformance.steps.stage import CaseEnds, Stage
from memory_conformance.steps.waiting import search_until

_REFUSALS = frozenset({ErrorCode.NOT_FOUND, ErrorCode.PERMISSION_DENIED, ErrorCode.INVALID_ARGUMENT})


@sentence("{user} of app {app} deletes the session {session}", Speech.ACT, capability=Capability.DELETE_SESSION)
def deletes_session(stage: Stage, user: str, app: str, session: str) -> None:
    """Forgets what a session brought (capability delete_session)."""
    scope = stage.scope(user, app)
    with _forgetting(stage, scope, session=session):
        stage.call(
            "delete_session",
            {"scope": dict(scope), "session_id": session},
            lambda instance, names: stage.backend.delete_session(
                instance, names.scope(user, app), names.session(session)
            ),
        )


@sentence("{user} of app {app} tries to delete the session {session}", Speech.ACT, capability=Capability.DELETE_SESSION)
def tries_to_delete_session(stage: Stage, user: str, app: str, session: str) -> None:
    """The same for a session that may be missing: the service may just as well refuse (capability delete_session)."""
    try:
        deletes_session(stage, user, app, session)
    except CaseEnds as end:
        _allow_refusal(stage, end)


@sentence("{user} of app {app} deletes all memories", Speech.ACT, capability=Capability.DELETE_USER)
def deletes_all(stage: Stage, user: str, app: str) -> None:
    """Forgets everything in the scope (capability delete_user)."""
    scope = stage.scope(user, app)
    with _forgetting(stage, scope):
        stage.call(
            "delete_user",
            {"scope": dict(scope)},
            lambda instance, names: stage.backend.delete_user(instance, names.scope(user, app)),
        )


@sentence(
    "{user} of app {app} deletes the memory {text}, found by {query}", Speech.ACT, capability=Capability.DELETE_MEMORY
)
def deletes_memory(stage: Stage, user: str, app: str, text: str, query: str) -> None:
    """Searches for a memory and deletes it by the id that the search gave (capability delete_memory)."""
    _delete(stage, user, app, _id_of(stage, user, app, text, query), text)


@sentence(
    "{user} of app {app} deletes the memory with the id {memory_id}", Speech.ACT, capability=Capability.DELETE_MEMORY
)
def deletes_memory_by_id(stage: Stage, user: str, app: str, memory_id: str) -> None:
    """Deletes a memory by an id, whether it is stored or not (capability delete_memory)."""
    _delete(stage, user, app, memory_id)


@sentence(
    "{other_user} of app {other_app} tries to delete the memory {text} of {user} of app {app}, found by {query}",
    Speech.ACT,
    capability=Capability.DELETE_MEMORY,
)
def tries_to_delete_memory(
    stage: Stage, user: str, app: str, other_user: str, other_app: str, text: str, query: str
) -> None:
    """Deletes, in its own scope, by the id of somebody else's memory; the service may refuse (capability delete_memory)."""
    memory_id = _id_of(stage, user, app, text, query)
    try:
        _delete(stage, other_user, other_app, memory_id)
    except CaseEnds as end:
        _allow_refusal(stage, end)


def _delete(stage: Stage, user: str, app: str, memory_id: str, text: str = "") -> None:
    """``text`` is what the memory says; empty where that cannot be told."""
    scope = stage.scope(user, app)
    with _forgetting(stage, scope, text=text):
        stage.call(
            "delete_memory",
            {"scope": dict(scope), "memory_id": memory_id},
            lambda instance, names: stage.backend.delete_memory(instance, names.scope(user, app), memory_id),
        )


@contextmanager
def _forgetting(stage: Stage, scope: Scope, *, session: str | None = None, text: str | None = None) -> Iterator[None]:
    """Note what is forgotten, where that takes its time to show; also where it was refused, which may be half the truth."""
    try:
        yield
    finally:
        if stage.pending is not None and text != "":
            stage.pending.forgot(scope, session=session, text=text)
        elif stage.pending is not None:
            stage.pending.forgot_something(scope)


def _id_of(stage: Stage, user: str, app: str, text: str, query: str) -> str:
    memories = search_until(stage, user, app, query, lambda found: holding(found, text))
    found = _one(memories, text)
    if not found.id:
        raise CaseEnds(Outcome.FAILED, f"the memory {quote(text)} has no id to delete it by")
    return found.id


def _one(memories: list[Memory], text: str) -> Memory:
    for memory in memories:
        if text in memory.text():
            return memory
    raise CaseEnds(Outcome.UNPROVED, f"the memory {quote(text)} is not found, so that it cannot be deleted")


def _allow_refusal(stage: Stage, end: CaseEnds) -> None:
    """Take a refusal for an answer; anything else still ends the case."""
    error = end.__cause__
    if not isinstance(error, BackendError) or error.code not in _REFUSALS:
        raise end
    stage.step.actual = f"refused: {error}"
