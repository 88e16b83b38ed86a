"""A small sound memory service and its messages, for harnesses that are not: what is wrong with them is in them alone."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

CAPABILITIES = ["delete_user"]


class Refused(Exception):
    """An error as an answer: its code, and who speaks."""

    def __init__(self, code: str, message: str, speaker: str = "harness") -> None:
        super().__init__(message)
        self.code = code
        self.speaker = speaker


class Service:
    """Keeps sessions by instance and scope; a search finds what shares a word with it.

    ``shared`` is how a service is that can never be had empty: all instances are one.
    """

    def __init__(self, name: str, shared: bool = False) -> None:
        self.name = name
        self.shared = shared
        self.calls: list[tuple[str, Mapping[str, Any]]] = []
        self._instances: dict[str, dict[tuple[str, str], dict[str, Any]]] = {}
        self._store: dict[tuple[str, str], dict[str, Any]] = {}
        self._opened = 0
        self._lock = threading.Lock()

    def answer(self, operation: str, asked: Mapping[str, Any]) -> Any:
        """The result of an operation. Raises `Refused`."""
        with self._lock:
            self.calls.append((operation, asked))
            if operation == "hello":
                reset = "none" if self.shared else "instance"
                return {"name": self.name, "protocol": "1", "capabilities": CAPABILITIES, "reset": reset}
            if operation == "open":
                self._opened += 1
                self._instances[str(self._opened)] = self._store if self.shared else {}
                return {"instance": str(self._opened)}
            if operation == "close":
                self._instances.pop(asked["instance"], None)
                return {}
            if operation not in ("add_session", "search", *CAPABILITIES):
                raise Refused("unsupported", f"there is no {operation}")
            if asked["instance"] not in self._instances:
                raise Refused("not_found", f"there is no instance {asked['instance']}")
            users = self._instances[asked["instance"]]
            scope = (asked["scope"]["app"], asked["scope"]["user"])
            if operation == "add_session":
                users.setdefault(scope, {})[asked["session"]["id"]] = asked["session"]["events"]
                return {}
            if operation == "delete_user":
                users.pop(scope, None)
                return {}
            return {"memories": list(_found(users.get(scope, {}), asked["query"]))}


def _found(sessions: Mapping[str, Any], query: str) -> Any:
    wanted = set(query.lower().split())
    for events in sessions.values():
        for event in events:
            parts = (event.get("content") or {}).get("parts") or []
            said = " ".join(part.get("text") or "" for part in parts).lower().split()
            if wanted & set(said):
                yield {"content": event["content"], "author": event["author"], "timestamp": event["timestamp"]}
