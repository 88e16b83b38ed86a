"""How the names of a scenario are given to a backend: as they are, noted, or with a plain name in the place of each."""

from __future__ import annotations

from typing import Protocol

from memory_conformance.model import Hello, Scope


class Names(Protocol):
    """How the names of a scenario are given to a backend."""

    def scope(self, user: str, app: str) -> Scope:
        """The scope of a user of an app."""

    def session(self, session_id: str) -> str:
        """A session id."""


class NotedNames:
    """The names as they are, and which of them a call used."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self.used: set[tuple[str, ...]] = set()

    def scope(self, user: str, app: str) -> Scope:
        """The scope, noted."""
        self.used.add((user, app))
        return self._names.scope(user, app)

    def session(self, session_id: str) -> str:
        """The session id, noted."""
        self.used.add((session_id,))
        return self._names.session(session_id)


class PlainNames:
    """A plain name in the place of each name: other names stay other names, and one name stays one."""

    def __init__(self, hello: Hello, prefix: str) -> None:
        self._hello = hello
        self._prefix = prefix
        self._plain: dict[tuple[str, str], str] = {}

    def scope(self, user: str, app: str) -> Scope:
        """The scope, its names replaced."""
        named = {"app": self._of("app", app), "user": self._of("user", user)}
        return self._hello.its_own(
            {field.name: named.get(field.name, "main") for field in self._hello.scope}, self._prefix
        )

    def session(self, session_id: str) -> str:
        """The session id, replaced."""
        return self._of("session", session_id)

    def _of(self, kind: str, name: str) -> str:
        return self._plain.setdefault((kind, name), f"{kind}{len(self._plain) + 1}")
