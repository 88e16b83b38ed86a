"""The complete service as its users reach it who have keys: each call is held against whose key it comes with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from memory_conformance.backend import Backend, BackendError, ErrorCode
from memory_conformance.connect.wrapped import Result, Wrapped
from memory_conformance.keys import Keyring, Principal
from memory_conformance.model import Event, Memory, Scope, Session
from memory_conformance.turn import Played, Turn
from memory_references.adk_go_1_7.contexts import Contexts
from memory_references.planted.complete import Complete, CompleteBackend
from memory_references.planted.fault import Base

HOLDERS: Sequence[Mapping[str, str]] = (
    {"app": "shop", "user": "ana"},
    {"app": "shop", "user": "ben"},
    {"app": "travel", "user": "ana"},
)
"""Whose keys there are."""


class Lock:
    """What a key opens."""

    def opens(self, holder: Scope | None, scope: Scope, operation: str) -> bool:
        """Whether somebody may do something in a scope; ``holder`` is what their key is for, None without a key."""
        return holder is not None and dict(holder) == dict(scope)

    def place(self, holder: Scope | None, scope: Scope, operation: str) -> Scope:
        """Where it is done."""
        return scope


class Keyed(Wrapped):
    """A backend as it is reached by one key, or by none."""

    def __init__(self, inner: Backend, lock: Lock, holder: Scope | None) -> None:
        super().__init__(inner)
        self._lock = lock
        self._holder = holder

    def around(self, operation: str, call: Callable[[], Result]) -> Result:
        return call()

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.inner.add_session(instance, self._opened("add_session", scope), session)

    def add_events(self, instance: str, scope: Scope, session_id: str, events: Sequence[Event]) -> None:
        self.inner.add_events(instance, self._opened("add_events", scope), session_id, events)

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return self.inner.search(instance, self._opened("search", scope), query)

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return self.inner.list_memories(instance, self._opened("list_memories", scope))

    def get_memory(self, instance: str, scope: Scope, memory_id: str) -> Memory:
        return self.inner.get_memory(instance, self._opened("get_memory", scope), memory_id)

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        self.inner.delete_session(instance, self._opened("delete_session", scope), session_id)

    def delete_user(self, instance: str, scope: Scope) -> None:
        self.inner.delete_user(instance, self._opened("delete_user", scope))

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        self.inner.delete_memory(instance, self._opened("delete_memory", scope), memory_id)

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        return self.inner.play_turn(instance, self._opened("play_turn", scope), turn)

    def disconnect(self) -> None:
        """Nothing: it is the same service for all."""

    def _opened(self, operation: str, scope: Scope) -> Scope:
        if not self._lock.opens(self._holder, scope, operation):
            raise BackendError(ErrorCode.PERMISSION_DENIED, "this key does not open it")
        return self._lock.place(self._holder, scope, operation)


class KeyedBackend(CompleteBackend):
    """The service itself, and the keys that there are to it."""

    def __init__(self, lock: Lock, name: str) -> None:
        super().__init__(Complete, Contexts(), name)
        self._locked_by = lock

    def keyring(self) -> Keyring:
        """The service as everybody reaches it."""
        principals = tuple(Principal(holder, Keyed(self, self._locked_by, holder)) for holder in HOLDERS)
        return Keyring(principals, Keyed(self, self._locked_by, None))


def _keyed(changed: Any, name: str) -> Backend:
    return KeyedBackend(changed(), name)


KEYED = Base("keyed", _keyed)
