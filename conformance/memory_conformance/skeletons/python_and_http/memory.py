"""The memory service: a small one, so that the harness runs as it stands. Replace what is in here by calls of your own."""

from __future__ import annotations

import unicodedata
from threading import Lock


class BadName(ValueError):
    """A name that the service refuses. This one refuses none; raise it where yours does."""


class MemoryService:
    """A memory that is empty and shares nothing with any other. A scope is ``{"app": …, "user": …}``."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._sessions: dict[tuple[str, str], dict[str, list[dict]]] = {}

    def add_session(self, scope: dict[str, str], session: dict) -> None:
        """Remember a session. Added again, it replaces what it brought before, in its old place."""
        memories = [_memory(event) for event in session.get("events") or () if _texts(event)]
        with self._lock:
            self._sessions.setdefault(_owner(scope), {})[session["id"]] = memories

    def search(self, scope: dict[str, str], query: str) -> list[dict]:
        """The memories that hold a word of the query, in the order of adding; capitals make no difference."""
        wanted = _words(query)
        return [memory for memory in self.list_memories(scope) if wanted & _words(" ".join(_texts(memory)))]

    def list_memories(self, scope: dict[str, str]) -> list[dict]:
        """All memories of a scope, in the order of adding."""
        with self._lock:
            return [memory for memories in self._sessions.get(_owner(scope), {}).values() for memory in memories]

    def delete_session(self, scope: dict[str, str], session_id: str) -> None:
        """Forget what a session brought. One that is not there is no error."""
        with self._lock:
            self._sessions.get(_owner(scope), {}).pop(session_id, None)

    def close(self) -> None:
        """Let go of files and connections. There are none here."""


def _owner(scope: dict[str, str]) -> tuple[str, str]:
    # A pair, and no joined text: "a/b" and "c" are not "a" and "b/c".
    return scope["app"], scope["user"]


def _memory(event: dict) -> dict:
    return {name: event.get(name) for name in ("id", "author", "timestamp", "content")}


def _texts(event: dict) -> list[str]:
    parts = (event.get("content") or {}).get("parts") or ()
    return [part["text"] for part in parts if part.get("text")]


def _words(text: str) -> set[str]:
    """The words of a text: letters, marks and digits of every script; anything else stands between words."""
    return set("".join(sign if unicodedata.category(sign)[0] in "LMN" else " " for sign in text.lower()).split())
