"""A backend by hand: what the snippets of a report use, and whoever wants to look at a service from a Python prompt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from memory_conformance.connect.configuration import read_configuration
from memory_conformance.connect.connectable import connect_entry
from memory_conformance.connect.metered import Metered
from memory_conformance.model import Event, Memory, Session
from memory_conformance.turn import Played, Turn


class ByHand:
    """One fresh instance of a backend; messages are plain JSON, as on the wire.

    The backend is named as on the command line; ``config`` is the file of its name, where that is not memory-conformance.toml.
    """

    def __init__(self, connectable: str, config: str | Path | None = None) -> None:
        entry = read_configuration(Path(config) if config is not None else None).entry(connectable)
        self._backend = Metered(connect_entry(entry).backend, entry.terms)
        self._instance = self._backend.open({})

    def add_session(self, scope: Mapping[str, str], session: Mapping[str, Any]) -> None:
        """Hand a session to memory."""
        self._backend.add_session(self._instance, scope, Session.model_validate(session))

    def search(self, scope: Mapping[str, str], query: str) -> list[Memory]:
        """The memories that come back."""
        return self._backend.search(self._instance, scope, query)

    def list_memories(self, scope: Mapping[str, str]) -> list[Memory]:
        """All memories of a scope."""
        return self._backend.list_memories(self._instance, scope)

    def get_memory(self, scope: Mapping[str, str], memory_id: str) -> Memory:
        """One memory by its id."""
        return self._backend.get_memory(self._instance, scope, memory_id)

    def add_events(self, scope: Mapping[str, str], session_id: str, events: Sequence[Mapping[str, Any]]) -> None:
        """Hand single events to memory."""
        parsed = [Event.model_validate(event) for event in events]
        self._backend.add_events(self._instance, scope, session_id, parsed)

    def delete_session(self, scope: Mapping[str, str], session_id: str) -> None:
        """Forget what a session brought."""
        self._backend.delete_session(self._instance, scope, session_id)

    def delete_user(self, scope: Mapping[str, str]) -> None:
        """Forget everything in a scope."""
        self._backend.delete_user(self._instance, scope)

    def delete_memory(self, scope: Mapping[str, str], memory_id: str) -> None:
        """Forget one memory."""
        self._backend.delete_memory(self._instance, scope, memory_id)

    def settle(self, scope: Mapping[str, str]) -> None:
        """Wait until all writes of a scope are visible."""
        self._backend.settle(self._instance, scope)

    def change_added_event(self, event_id: str, text: str) -> None:
        """Change an event that was handed over."""
        self._backend.change_added_event(self._instance, event_id, text)

    def change_result(self, position: int, text: str) -> None:
        """Change a memory of the last search."""
        self._backend.change_result(self._instance, position, text)

    def play_turn(self, scope: Mapping[str, str], turn: Mapping[str, Any]) -> Played:
        """Play a turn against a scripted model, and say what reached it."""
        return self._backend.play_turn(self._instance, scope, Turn.model_validate(turn))
