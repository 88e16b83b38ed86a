"""Faults of keys: what a service does without looking at who asks."""

from __future__ import annotations

from memory_conformance.model import Scope
from memory_references.planted.fault import Kind
from memory_references.planted.keyed import KEYED, Lock


@KEYED(Kind.KEYS, "LEAK-051", seen_in="infiniflow/ragflow#14535")
class QuestionSaysWhoAsks(Lock):
    """Any key opens a search in any scope: whose it is, the question says"""

    def opens(self, holder: Scope | None, scope: Scope, operation: str) -> bool:
        return super().opens(holder, scope, operation) or (holder is not None and operation == "search")


@KEYED(Kind.KEYS, "LEAK-051")
class ListsByAnyKey(Lock):
    """A list of memories is given to whoever has any key"""

    def opens(self, holder: Scope | None, scope: Scope, operation: str) -> bool:
        return super().opens(holder, scope, operation) or (holder is not None and operation == "list_memories")


@KEYED(Kind.KEYS, "LEAK-051")
class TurnsByAnyKey(Lock):
    """A turn is played with the memory of whomever the request names, whose key ever it comes with"""

    def opens(self, holder: Scope | None, scope: Scope, operation: str) -> bool:
        return super().opens(holder, scope, operation) or (holder is not None and operation == "play_turn")


@KEYED(Kind.KEYS, "LEAK-052", "LEAK-053")
class AddsByAnyKey(Lock):
    """Whoever has any key adds to every scope, and replaces what is there"""

    def opens(self, holder: Scope | None, scope: Scope, operation: str) -> bool:
        return super().opens(holder, scope, operation) or (holder is not None and operation == "add_session")


@KEYED(Kind.KEYS, "LEAK-053")
class DeletesByAnyKey(Lock):
    """Whoever has any key deletes in every scope"""

    def opens(self, holder: Scope | None, scope: Scope, operation: str) -> bool:
        return super().opens(holder, scope, operation) or (holder is not None and operation.startswith("delete"))


@KEYED(Kind.KEYS, "LEAK-054")
class ReadsWithoutKey(Lock):
    """Whoever has no key at all is not asked for one, as long as nothing is changed"""

    def opens(self, holder: Scope | None, scope: Scope, operation: str) -> bool:
        reads = operation in ("search", "list_memories", "get_memory", "play_turn")
        return super().opens(holder, scope, operation) or (holder is None and reads)


@KEYED(Kind.KEYS, "LEAK-055", "LEAK-056")
class WritesWithoutKey(Lock):
    """Whoever has no key at all is not asked for one to add and to delete"""

    def opens(self, holder: Scope | None, scope: Scope, operation: str) -> bool:
        writes = operation.startswith(("add", "delete"))
        return super().opens(holder, scope, operation) or (holder is None and writes)


@KEYED(Kind.KEYS, "LEAK-050")
class AddsInTheWrongPlace(Lock):
    """What is added goes where the first key belongs; everybody searches in their own scope"""

    def place(self, holder: Scope | None, scope: Scope, operation: str) -> Scope:
        return {"app": "shop", "user": "ana"} if operation == "add_session" else scope
