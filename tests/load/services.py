"""Small memory services for many users at once: some that are right, and others that are right only as long as one user is there.

Asked alone, each of them passes whatever can be asked. What is wrong shows where another call comes in between.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from optional.complete_store import CompleteStore, Entry, Store, entry, words

Scope = Mapping[str, str]
MEANWHILE = 0.001
"""Seconds in which another call may come in between."""
PAUSE = 0.001
"""Seconds for which a coroutine waits."""


class Locked(CompleteStore):
    """A right one with every operation, of which there is one at a time. Has no coroutines."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        for name in ("add", "search", *self.declares["capabilities"]):
            vars(self)[name] = self._one_at_a_time(getattr(self, name))

    def _one_at_a_time(self, operation: Callable[..., Any]) -> Callable[..., Any]:
        def locked(*given: Any) -> Any:
            with self._lock:
                return operation(*given)

        return locked


class _Interrupted(Locked):
    """Keeps whom it serves in one place for all: by the time it uses that in ``operation``, it may be somebody else."""

    operation: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        operation = vars(self)[self.operation]

        def crossed(memory: Store, scope: Scope, *given: Any) -> Any:
            self.current = scope
            time.sleep(MEANWHILE)
            return operation(memory, self.current, *given)

        vars(self)[self.operation] = crossed


class Crossed(_Interrupted):
    """Searches for whoever came last."""

    operation = "search"


class StoredCrossed(_Interrupted):
    """Stores under whoever came last."""

    operation = "add"


class ListedCrossed(_Interrupted):
    """Lists for whoever came last."""

    operation = "list_memories"


class DeletedCrossed(_Interrupted):
    """Deletes what whoever came last has."""

    operation = "delete_user"


class Overwriting:
    """Writes back the whole store as it was when the call began: of two writes at once, one is lost."""

    def open(self) -> dict[str, Store]:
        return {"all": {}}

    def add(self, memory: dict[str, Store], scope: Scope, session: Mapping[str, Any]) -> None:
        changed = dict(memory["all"])
        changed[(scope["app"], scope["user"], session["id"])] = [entry(event) for event in session["events"]]
        time.sleep(MEANWHILE)
        memory["all"] = changed

    def search(self, memory: dict[str, Store], scope: Scope, query: str) -> list[Entry]:
        return found(memory["all"], scope, query)


class Forgetful(Locked):
    """Takes everything, and finds nothing."""

    def search(self, memory: Store, scope: Scope, query: str) -> list[Entry]:
        return []

    def list_memories(self, memory: Store, scope: Scope) -> list[Entry]:
        return []


class Async:
    """A right one with coroutines: what it stores, it stores at once, after it has waited."""

    declares: ClassVar[dict[str, Any]] = {"name": "async", "capabilities": ["delete_session"]}

    def open(self) -> Store:
        return {}

    async def add(self, memory: Store, scope: Scope, session: Mapping[str, Any]) -> None:
        await asyncio.sleep(PAUSE)
        memory[(scope["app"], scope["user"], session["id"])] = [entry(event) for event in session["events"]]

    async def search(self, memory: Store, scope: Scope, query: str) -> list[Entry]:
        await asyncio.sleep(PAUSE)
        return found(memory, scope, query)

    async def delete_session(self, memory: Store, scope: Scope, session_id: str) -> None:
        await asyncio.sleep(PAUSE)
        memory.pop((scope["app"], scope["user"], session_id), None)


class AsyncCrossed(Async):
    """Keeps whom it serves in one place for all, and waits before it uses it."""

    current: Scope

    async def search(self, memory: Store, scope: Scope, query: str) -> list[Entry]:
        self.current = scope
        await asyncio.sleep(PAUSE)
        return found(memory, self.current, query)


class AsyncHalf(Async):
    """Stores event by event, and waits in between: a call that is cancelled leaves a part."""

    async def add(self, memory: Store, scope: Scope, session: Mapping[str, Any]) -> None:
        stored = memory.setdefault((scope["app"], scope["user"], session["id"]), [])
        known = {one["id"] for one in stored}
        for event in session["events"]:
            await asyncio.sleep(PAUSE)
            if event["id"] not in known:
                stored.append(entry(event))


class AsyncUndead(Async):
    """Remembers what was there before it waits, and writes that back after it: what is deleted meanwhile comes back."""

    async def delete_session(self, memory: Store, scope: Scope, session_id: str) -> None:
        before = dict(memory)
        await asyncio.sleep(5 * PAUSE)
        for key, entries in before.items():
            memory.setdefault(key, entries)
        memory.pop((scope["app"], scope["user"], session_id), None)


def found(memory: Store, scope: Scope, query: str) -> list[Entry]:
    """Whatever somebody has that shares a word with the query."""
    wanted = set(query.lower().split())
    return [
        one
        for (app, user, _), entries in list(memory.items())
        for one in entries
        if (app, user) == (scope["app"], scope["user"]) and wanted & words(one)
    ]
