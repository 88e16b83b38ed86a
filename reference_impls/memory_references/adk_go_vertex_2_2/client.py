"""A port of google.golang.org/adk/v2 v2.2.0, memory/vertexai/vertexai_client.go. Line numbers are those of that file."""

from __future__ import annotations

from datetime import datetime

from memory_conformance.model import Content, Memory, Part, Session
from memory_references.library import Failure
from memory_references.managed.asking import ask, wait
from memory_references.managed.bank import Bank


class VertexAIClient:
    """The client (L33-38). What the source connects to by its location (L47-61) is a bank in this process."""

    def __init__(self, bank: Bank, wait_for_completion: bool) -> None:
        self._bank = bank
        self._wait_for_completion = wait_for_completion
        self._parent = bank.name

    def add_whole_session(self, session: Session) -> None:
        """L63-66."""
        self._add_session(session, None)

    def add_events_newer_than(self, session: Session, start: datetime) -> None:
        """L68-71. Newer or of that very time: where it begins, the service decides."""
        self._add_session(session, start)

    def _add_session(self, session: Session, start: datetime | None) -> None:
        # Of the session only its name is sent (L75-87): its events are never read.
        source = {"session": f"{self._parent}/sessions/{session.id}"}
        if start is not None:
            source["startTime"] = start.isoformat()
        request = {"vertexSessionSource": source, "scope": _create_user_scope(session.user_id)}

        try:
            operation = ask(self._bank, "generate", request)
        except Failure as error:
            raise Failure(f"GenerateMemories: {error}") from error
        # An operation without a result counts as done as well (L95-98); here, none is without.
        if self._wait_for_completion:
            try:
                wait(self._bank, operation)
            except Failure as error:
                raise Failure(f"Wait: {error}") from error

    def search_memory(self, user_id: str, query: str) -> list[Memory]:
        """All that the service finds, in its order; of each the fact alone, as if the user had said it (L106-134)."""
        request = {
            # Without a number, so that the service decides how many (L110-114).
            "similaritySearchParams": {"searchQuery": query},
            "scope": _create_user_scope(user_id),
        }
        try:
            response = ask(self._bank, "retrieve", request)
        except Failure as error:
            raise Failure(f"RetrieveMemories: {error}") from error
        return [
            Memory(content=Content(role="user", parts=[Part(text=found["memory"]["fact"])]))
            for found in response["retrievedMemories"]
        ]


def _create_user_scope(user_id: str) -> dict[str, str]:
    """The user and nothing else (L136-139), so that all apps of an engine share what it remembers of one."""
    return {"user_id": user_id}
