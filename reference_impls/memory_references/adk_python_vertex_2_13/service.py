"""A port of google-adk 2.13.0, google/adk/memory/vertex_ai_memory_bank_service.py. Line numbers are those of that file.

What the protocol has no operation for is not here: memories added as they are (L302-336, L486-568), profiles (L625-659),
and of the metadata of a call all but the waiting. Nor is what chooses an endpoint (L661-717): there is a bank in this process.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from memory_conformance.model import Content, Event, Memory, Part, Session
from memory_references.adk_python_vertex_2_13.events import should_filter_out_event
from memory_references.library import Failure
from memory_references.managed.asking import ask, wait
from memory_references.managed.bank import Bank

logger = logging.getLogger(__name__)


class VertexAiMemoryBankService:
    """The service (L186-240)."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank
        # Where the source has tasks of the event loop (L54), which begin after the call that made them has returned.
        self._background_tasks: list[Callable[[], object]] = []

    def add_session_to_memory(self, session: Session) -> None:
        """Send the events of a session along; its id is not sent (L242-248)."""
        self._add_events_to_memory_from_events(session.app_name, session.user_id, session.events, {})

    def add_events_to_memory(
        self, app_name: str, user_id: str, events: Sequence[Event], custom_metadata: Mapping[str, Any]
    ) -> None:
        """The same for some events, with metadata that says how (L250-299)."""
        self._add_events_to_memory_from_events(app_name, user_id, events, custom_metadata)

    def _add_events_to_memory_from_events(
        self, app_name: str, user_id: str, events: Sequence[Event], custom_metadata: Mapping[str, Any]
    ) -> None:
        """L338-395. A word of metadata that only one of the two requests has decides which is sent (L95-113, L351)."""
        if "wait_for_completion" not in custom_metadata:
            self._add_events_to_memory_via_ingest(app_name, user_id, events)
            return
        direct_events = [{"content": event.content.to_wire()} for event in events if event.content and _is_sent(event)]
        # Nothing to say is nothing asked, unlike by the other request (L365, L386-387).
        if not direct_events:
            return
        body = {"directContentsSource": {"events": direct_events}, "scope": _scope(app_name, user_id)}
        # Awaited, so that its failure is the caller's (L373-383).
        operation = ask(self._bank, "generate", body)
        if custom_metadata["wait_for_completion"]:
            wait(self._bank, operation)

    def _add_events_to_memory_via_ingest(self, app_name: str, user_id: str, events: Sequence[Event]) -> None:
        """L397-484."""
        direct_events = [
            {
                "content": event.content.to_wire(),
                "eventId": event.id,
                # Before the task, so that a time that Python has no date for is the caller's failure (L426-430).
                "eventTime": datetime.fromtimestamp(event.timestamp, tz=UTC).isoformat(),
            }
            for event in events
            if event.content and _is_sent(event)
        ]
        body: dict[str, Any] = {"scope": _scope(app_name, user_id)}
        # Sent without any as well, which is for metadata that is not here (L458-465).
        if direct_events:
            body["directContentsSource"] = {"events": direct_events}
        self._background_tasks.append(lambda: ask(self._bank, "ingest", body))

    def run_background_tasks(self) -> None:
        """What the event loop does. A failure is logged, and nobody is told (L478-484, L720-726)."""
        while self._background_tasks:
            task = self._background_tasks.pop(0)
            try:
                task()
            except Failure as error:
                logger.debug("ingest_events failed: %s", error)

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        """All that the service finds, in its order (L570-623). A failure of the request is the caller's."""
        body = {"scope": _scope(app_name, user_id), "similaritySearchParams": {"searchQuery": query}}
        response = ask(self._bank, "retrieve", body)
        # What fails between pages (L589, L618-622) cannot here, where all is on the first.
        return [_entry(found["memory"]) for found in response["retrievedMemories"] if found["memory"]["fact"]]


def _is_sent(event: Event) -> bool:
    return not should_filter_out_event(event)


def _scope(app_name: str, user_id: str) -> dict[str, str]:
    return {"app_name": app_name, "user_id": user_id}


def _entry(memory: Mapping[str, Any]) -> Memory:
    """The user says every fact, at the time of its last update, which Python writes and the protocol has in seconds (L596-613)."""
    return Memory(
        author="user",
        content=Content(role="user", parts=[Part(text=memory["fact"])]),
        timestamp=datetime.fromisoformat(memory["updateTime"]).timestamp(),
        # Present, and empty: the stand-in has no metadata.
        custom_metadata={},
    )
