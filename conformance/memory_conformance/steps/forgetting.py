"""Sentences that make a service forget."""

from __future__ import annotations

from memory_conformance.evidence import Outcome
from memory_conformance.model import Memory
from memory_conformance.sentence import Speech, quote
from memory_conformance.steps.stage import CaseEnds, Stage
from memory_conformance.steps.vocabulary import sentence


@sentence("{user} of app {app} deletes the session {session}", Speech.ACT)
def deletes_session(stage: Stage, user: str, app: str, session: str) -> None:
    """Forgets what a session brought (capability delete_session)."""
    scope = stage.scope(user, app)
    stage.call(
        "delete_session",
        {"scope": dict(scope), "session_id": session},
        lambda: stage.backend.delete_session(stage.instance, scope, session),
        names=(*scope.values(), session),
    )


@sentence("{user} of app {app} deletes all memories", Speech.ACT)
def deletes_all(stage: Stage, user: str, app: str) -> None:
    """Forgets everything in the scope (capability delete_user)."""
    scope = stage.scope(user, app)
    stage.call(
        "delete_user",
        {"scope": dict(scope)},
        lambda: stage.backend.delete_user(stage.instance, scope),
        names=tuple(scope.values()),
    )


@sentence("{user} of app {app} deletes the memory {text}, found by {query}", Speech.ACT)
def deletes_memory(stage: Stage, user: str, app: str, text: str, query: str) -> None:
    """Searches for a memory and deletes it by the id that the search gave (capability delete_memory)."""
    found = _one(stage, stage.search(user, app, query), text)
    if not found.id:
        raise CaseEnds(Outcome.FAILED, f"the memory {quote(text)} has no id to delete it by")
    deletes_memory_by_id(stage, user, app, found.id)


@sentence("{user} of app {app} deletes the memory with the id {memory_id}", Speech.ACT)
def deletes_memory_by_id(stage: Stage, user: str, app: str, memory_id: str) -> None:
    """Deletes a memory by an id, whether it is stored or not (capability delete_memory)."""
    scope = stage.scope(user, app)
    stage.call(
        "delete_memory",
        {"scope": dict(scope), "memory_id": memory_id},
        lambda: stage.backend.delete_memory(stage.instance, scope, memory_id),
        names=tuple(scope.values()),
    )


def _one(stage: Stage, memories: list[Memory], text: str) -> Memory:
    for memory in memories:
        if text in memory.text():
            return memory
    raise CaseEnds(Outcome.UNPROVED, f"the memory {quote(text)} is not found, so that it cannot be deleted")
