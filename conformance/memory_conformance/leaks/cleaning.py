"""Removes what a run left on a service that nothing ever empties, and says what is there still."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.connect.journal import Journal
from memory_conformance.model import Capability, Hello, Memory, Scope
from memory_conformance.scopes.canary import QUERY


@dataclass
class Cleaned:
    """What became of what a run left: sessions by how they went, and what is still found, by scope.

    ``errors`` are what the service answered where it did not remove something.
    """

    sessions: int = 0
    removed: int = 0
    left: dict[tuple[tuple[str, str], ...], int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


def clean(backend: Backend, hello: Hello, journal: Journal, *, only_list: bool = False) -> Cleaned:
    """Remove every session of a journal by whatever the backend declares, and look for what is left.

    A scope is emptied whole only where its outermost name begins with the run's own, so that nobody else can be in it. Raises
    `BackendError` where a harness fails.
    """
    cleaned = Cleaned()
    instance = backend.open({})
    try:
        for key, sessions in journal.sessions.items():
            scope = dict(key)
            cleaned.sessions += len(sessions)
            if not only_list:
                _remove(backend, hello, instance, scope, sessions, journal.run, cleaned)
            left = len(_found(backend, hello, instance, scope))
            if left:
                cleaned.left[key] = left
    finally:
        backend.close(instance)
    return cleaned


def _remove(
    backend: Backend, hello: Hello, instance: str, scope: Scope, sessions: Sequence[str], run: str, cleaned: Cleaned
) -> None:
    try:
        if Capability.DELETE_SESSION in hello.capabilities:
            for session in sessions:
                _unless_gone(partial(backend.delete_session, instance, scope, session))
        elif Capability.DELETE_USER in hello.capabilities and next(iter(scope.values()), "").startswith(run):
            _unless_gone(partial(backend.delete_user, instance, scope))
        elif Capability.DELETE_MEMORY in hello.capabilities:
            for memory in _found(backend, hello, instance, scope):
                if memory.id is not None:
                    _unless_gone(partial(backend.delete_memory, instance, scope, memory.id))
        else:
            return
    except BackendError as error:
        if error.speaker is Speaker.HARNESS:
            raise
        cleaned.errors.append(str(error))
    else:
        cleaned.removed += len(sessions)


def _unless_gone(call: Callable[[], None]) -> None:
    try:
        call()
    except BackendError as error:
        if error.code is not ErrorCode.NOT_FOUND:
            raise


def _found(backend: Backend, hello: Hello, instance: str, scope: Scope) -> list[Memory]:
    try:
        if Capability.LIST_MEMORIES in hello.capabilities:
            return backend.list_memories(instance, scope)
        return backend.search(instance, scope, QUERY)
    except BackendError as error:
        if error.speaker is Speaker.HARNESS:
            raise
        return []
