"""A small memory service that can do everything the protocol knows, and ways in which it may get one thing wrong.

No released library that is played here deletes sessions or users, lists, or reads by id; this one shows that those scenarios
can be kept, and that each of them can fail.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

Scope = Mapping[str, str]
Entry = dict[str, Any]
Store = dict[tuple[str, str, str], list[Entry]]


class CompleteStore:
    """Plain functions over ``{(app, user, session): entries}``; a search finds any shared word, an id is that of its event."""

    declares: ClassVar[dict[str, Any]] = {
        "name": "complete-store",
        "capabilities": [
            "add_events",
            "list_memories",
            "get_memory",
            "delete_session",
            "delete_user",
            "delete_memory",
        ],
    }

    def open(self) -> Store:
        self.deleted: set[tuple[str, str, str]] = set()
        return {}

    def add(self, memory: Store, scope: Scope, session: Mapping[str, Any]) -> None:
        memory[(scope["app"], scope["user"], session["id"])] = [
            entry(event)
            for event in session["events"]
            if (event.get("content") or {}).get("parts")
            and (scope["app"], scope["user"], event["id"]) not in self.deleted
        ]

    def add_events(self, memory: Store, scope: Scope, session_id: str, events: list[Mapping[str, Any]]) -> None:
        memory.setdefault((scope["app"], scope["user"], session_id), []).extend(entry(event) for event in events)

    def mine(self, memory: Store, scope: Scope) -> list[Entry]:
        """Everything in a scope, in the order in which it was added."""
        return [
            one
            for (app, user, _), entries in memory.items()
            for one in entries
            if (app, user) == (scope["app"], scope["user"])
        ]

    def search(self, memory: Store, scope: Scope, query: str) -> list[Entry]:
        wanted = set(query.lower().split())
        return [one for one in self.mine(memory, scope) if wanted & words(one)]

    def list_memories(self, memory: Store, scope: Scope) -> list[Entry]:
        return self.mine(memory, scope)

    def get_memory(self, memory: Store, scope: Scope, memory_id: str) -> Entry | None:
        return next((one for one in self.mine(memory, scope) if one["id"] == memory_id), None)

    def delete_session(self, memory: Store, scope: Scope, session_id: str) -> None:
        memory.pop((scope["app"], scope["user"], session_id), None)

    def delete_user(self, memory: Store, scope: Scope) -> None:
        for key in [key for key in memory if key[:2] == (scope["app"], scope["user"])]:
            del memory[key]

    def delete_memory(self, memory: Store, scope: Scope, memory_id: str) -> None:
        self.deleted.add((scope["app"], scope["user"], memory_id))
        for key in [key for key in memory if key[:2] == (scope["app"], scope["user"])]:
            memory[key] = [one for one in memory[key] if one["id"] != memory_id]


class ListsEverybody(CompleteStore):
    """Its list forgets to filter."""

    def list_memories(self, memory: Store, scope: Scope) -> list[Entry]:
        return [one for entries in memory.values() for one in entries]


class ListsNothing(CompleteStore):
    """Its list is always empty."""

    def list_memories(self, memory: Store, scope: Scope) -> list[Entry]:
        return []


class GetsForAnybody(CompleteStore):
    """Whoever knows an id reads the memory."""

    def get_memory(self, memory: Store, scope: Scope, memory_id: str) -> Entry | None:
        everything = [one for entries in memory.values() for one in entries]
        return next((one for one in everything if one["id"] == memory_id), None)


class DeletesForAnybody(CompleteStore):
    """Whoever knows an id deletes the memory."""

    def delete_memory(self, memory: Store, scope: Scope, memory_id: str) -> None:
        for key in memory:
            memory[key] = [one for one in memory[key] if one["id"] != memory_id]


class DeletesSessionOfAll(CompleteStore):
    """It deletes the session of that id in every scope."""

    def delete_session(self, memory: Store, scope: Scope, session_id: str) -> None:
        for key in [key for key in memory if key[2] == session_id]:
            del memory[key]


class DeletesNoSession(CompleteStore):
    """It says that the session is gone, and keeps it."""

    def delete_session(self, memory: Store, scope: Scope, session_id: str) -> None:
        return


class DeletesUserInAllApps(CompleteStore):
    """It deletes the user's memories in every app."""

    def delete_user(self, memory: Store, scope: Scope) -> None:
        for key in [key for key in memory if key[1] == scope["user"]]:
            del memory[key]


class KeepsDeletedInList(CompleteStore):
    """Its list is a second copy that no deletion of a user reaches."""

    def open(self) -> Store:
        self.copy: Store = {}
        return super().open()

    def add(self, memory: Store, scope: Scope, session: Mapping[str, Any]) -> None:
        super().add(memory, scope, session)
        self.copy.update(memory)

    def list_memories(self, memory: Store, scope: Scope) -> list[Entry]:
        return self.mine(self.copy, scope)


class DeletesNobody(CompleteStore):
    """It says that the user's memories are gone, and keeps them."""

    def delete_user(self, memory: Store, scope: Scope) -> None:
        return


KILLERS: Mapping[type[CompleteStore], str] = {
    ListsEverybody: "READ-001",
    ListsNothing: "READ-002",
    GetsForAnybody: "READ-003",
    KeepsDeletedInList: "READ-004",
    DeletesForAnybody: "FORGET-024",
    DeletesSessionOfAll: "FORGET-002",
    DeletesNoSession: "FORGET-001",
    DeletesUserInAllApps: "FORGET-016",
    DeletesNobody: "FORGET-010",
}
"""Each fault, and the scenario that must fail because of it."""


def entry(event: Mapping[str, Any]) -> Entry:
    return {key: event.get(key) for key in ("id", "author", "timestamp", "content")}


def words(one: Entry) -> set[str]:
    parts = one["content"].get("parts", [])
    return {word for part in parts for word in part.get("text", "").lower().split()}
