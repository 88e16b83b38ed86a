"""Faults of how a service is asked that makes memories itself, in the ports of the clients of Memory Bank."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from memory_conformance.model import Content, Memory, Part, Session
from memory_references.adk_go_vertex_2_2.client import VertexAIClient
from memory_references.adk_go_vertex_2_2.service import VertexAIService
from memory_references.adk_python_vertex_2_13 import service as python
from memory_references.adk_python_vertex_2_13.client import Client
from memory_references.adk_python_vertex_2_13.service import VertexAiMemoryBankService
from memory_references.library import Failure
from memory_references.managed.asking import ask
from memory_references.managed.bank import Message
from memory_references.planted.bases import GO_BANK, PYTHON_BANK
from memory_references.planted.fault import Kind
from memory_references.planted.otherwise import otherwise


def adding(**names: Any) -> Any:
    """How the client of Go submits a session, where a name means something else."""
    return otherwise(VertexAIClient._add_session, **names)


@GO_BANK(Kind.MANAGED, "SUBMIT-001", "SUBMIT-002", "SUBMIT-004", "SUBMIT-003", "SUBMIT-006")
class GoSendsItAlong(VertexAIClient):
    """The conversation is sent along, where the source names one that the service keeps."""

    def _add_session(self, session: Session, start: datetime | None) -> None:
        events = [{"content": event.content.to_wire()} for event in session.events if event.content is not None]
        body = {"scope": {"user_id": session.user_id}, "directContentsSource": {"events": events}}
        ask(self._bank, "ingest", body)


@GO_BANK(Kind.MANAGED, "SUBMIT-007", "SUBMIT-008", "SUBMIT-009", seen_in="a fix of google/adk-go#1175")
class GoKnowsTheApp(VertexAIService):
    """Memories are those of a user of an app, where the source leaves the app out."""

    def add_session_to_memory(self, session: Session) -> None:
        self._client._add_session = otherwise(  # type: ignore[method-assign]
            VertexAIClient._add_session, _create_user_scope=lambda user: _scope(session.app_name, user)
        ).__get__(self._client)
        super().add_session_to_memory(session)

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        self._client.search_memory = otherwise(  # type: ignore[method-assign]
            VertexAIClient.search_memory, _create_user_scope=lambda user: _scope(app_name, user)
        ).__get__(self._client)
        return super().search_memory(app_name, user_id, query)


@GO_BANK(Kind.MANAGED, "SUBMIT-010", "SUBMIT-007", "SUBMIT-008", "SCOPE-001", seen_in="google/adk-python#1019")
class GoLeavesTheUserOut(VertexAIClient):
    """All users of the service have one memory."""

    _add_session = adding(_create_user_scope=lambda user: {"user_id": "everyone"})
    search_memory = otherwise(VertexAIClient.search_memory, _create_user_scope=lambda user: {"user_id": "everyone"})


@GO_BANK(Kind.MANAGED, "BANK-001")
class ShowsWhatItSubmitted(VertexAIClient):
    """What was submitted is shown as if the service had it."""

    def _add_session(self, session: Session, start: datetime | None) -> None:
        super()._add_session(session, start)
        vars(self).setdefault("own", []).extend(event.content for event in session.events if event.content)

    def search_memory(self, user_id: str, query: str) -> list[Memory]:
        own = [Memory(content=content) for content in vars(self).get("own", []) if query in content.text()]
        return super().search_memory(user_id, query) or own


@GO_BANK(Kind.MANAGED, "BANK-002", seen_in="openclaw/openclaw#117706")
class AskedOnceOnly(VertexAIClient):
    """Whatever was submitted while the service took its time is not shown when it is done."""

    def _add_session(self, session: Session, start: datetime | None) -> None:
        self.early = self._bank.holds
        super()._add_session(session, start)

    def search_memory(self, user_id: str, query: str) -> list[Memory]:
        return [] if vars(self).get("early") else super().search_memory(user_id, query)


@GO_BANK(Kind.MANAGED, "BANK-003")
class WaitsForNothing(VertexAIClient):
    """A client that should wait comes back at once."""

    _add_session = adding(wait=lambda bank, operation: None)


@GO_BANK(Kind.MANAGED, "BANK-004")
class WaitsAndForgets(VertexAIClient):
    """A client that waits finds nothing of what it waited for."""

    def search_memory(self, user_id: str, query: str) -> list[Memory]:
        return [] if self._wait_for_completion else super().search_memory(user_id, query)


@GO_BANK(Kind.MANAGED, "BANK-010")
class ReadsItsOwnName(VertexAIService):
    """Where no name was configured the time of the last update is read from one of its own."""

    def add_session_to_memory(self, session: Session) -> None:
        last = session.state.get("last")
        if isinstance(last, (int, float)) and not self._state_key:
            self._client.add_events_newer_than(session, datetime.fromtimestamp(last, UTC))
        else:
            super().add_session_to_memory(session)


@GO_BANK(Kind.MANAGED, "BANK-013")
class CallsBeforeItLooks(VertexAIService):
    """That the state has no time is found after the service was asked."""

    def add_session_to_memory(self, session: Session) -> None:
        if self._state_key and not isinstance(session.state.get(self._state_key), datetime):
            self._client.add_whole_session(session)
        super().add_session_to_memory(session)


@GO_BANK(Kind.MANAGED, "BANK-011", "BANK-015")
class SubmitsTheWhole(VertexAIService):
    """A session is submitted whole, whatever time is in its state."""

    def add_session_to_memory(self, session: Session) -> None:
        if isinstance(session.state.get(self._state_key), datetime):
            self._client.add_whole_session(session)
        else:
            super().add_session_to_memory(session)


@GO_BANK(Kind.MANAGED, "BANK-015")
class MovesTheTime(VertexAIService):
    """After a submission the client itself moves the time from which on the next one is."""

    def add_session_to_memory(self, session: Session) -> None:
        moved = vars(self).setdefault("moved", {})
        if session.id in moved:
            session.state[self._state_key] = moved[session.id]
        super().add_session_to_memory(session)
        if self._state_key:
            moved[session.id] = datetime.now().astimezone()


@GO_BANK(Kind.MANAGED, "BANK-012", "BANK-014", "BANK-013")
class NoTimeIsTheBeginning(VertexAIService):
    """Where the state has no time the session is submitted whole."""

    def add_session_to_memory(self, session: Session) -> None:
        if not self._state_key or isinstance(session.state.get(self._state_key), datetime):
            super().add_session_to_memory(session)
        else:
            self._client.add_whole_session(session)


@GO_BANK(Kind.MANAGED, "BANK-020")
class SortsByTheAlphabet(VertexAIClient):
    """What is found is sorted by the alphabet, backwards."""

    def search_memory(self, user_id: str, query: str) -> list[Memory]:
        return sorted(super().search_memory(user_id, query), key=lambda memory: memory.text(), reverse=True)


class HandsOn(VertexAIClient):
    """Hands on more than the fact."""

    more: Mapping[str, Any] = {}

    def search_memory(self, user_id: str, query: str) -> list[Memory]:
        return [memory.model_copy(update=self.more) for memory in super().search_memory(user_id, query)]


@GO_BANK(Kind.MANAGED, "BANK-021")
class MakesUpTheAuthor(HandsOn):
    """A memory has an author, where the source has none."""

    more: Mapping[str, Any] = {"author": "user"}


@GO_BANK(Kind.MANAGED, "BANK-022")
class MakesUpTheTime(HandsOn):
    """A memory has a time, where the source has none."""

    more: Mapping[str, Any] = {"timestamp": 1.0}


@GO_BANK(Kind.MANAGED, "BANK-023")
class MakesUpTheId(HandsOn):
    """A memory has an id, where the source has none."""

    more: Mapping[str, Any] = {"id": "m1"}


@GO_BANK(Kind.MANAGED, "BANK-024")
class FirstWordsHandedOn(VertexAIClient):
    """Of a fact the first two words are handed on."""

    def search_memory(self, user_id: str, query: str) -> list[Memory]:
        found = super().search_memory(user_id, query)
        return [
            Memory(content=Content(role="user", parts=[Part(text=" ".join(one.text().split()[:2]))])) for one in found
        ]


@GO_BANK(Kind.MANAGED, "BANK-025")
class EmptyQueryAnswered(VertexAIClient):
    """An empty query is answered without asking the service."""

    def search_memory(self, user_id: str, query: str) -> list[Memory]:
        return super().search_memory(user_id, query) if query else []


@GO_BANK(Kind.MANAGED, "BANK-026", "BANK-027", "SUBMIT-003")
class GoFailsQuietly(VertexAIService):
    """Whatever fails is passed over: a submission is accepted, and a search finds nothing."""

    def add_session_to_memory(self, session: Session) -> None:
        try:
            super().add_session_to_memory(session)
        except Failure:
            return

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        try:
            return super().search_memory(app_name, user_id, query)
        except Failure:
            return []


@GO_BANK(Kind.MANAGED, "SUBMIT-005", errs=True)
class NothingSaidIsAnError(VertexAIService):
    """A session without a word is an error."""

    def add_session_to_memory(self, session: Session) -> None:
        if not any(event.content and event.content.text() for event in session.events):
            raise Failure("the session is empty")
        super().add_session_to_memory(session)


@PYTHON_BANK(Kind.MANAGED, "SUBMIT-001")
class PythonAsksForMemories(Client):
    """Memories are asked for, where the source hands the conversation in."""

    def add_session_to_memory(self, session: Session) -> None:
        metadata = {"wait_for_completion": self._waits}
        self._service.add_events_to_memory(session.app_name, session.user_id, session.events, metadata)


@PYTHON_BANK(Kind.MANAGED, "SUBMIT-002", "SUBMIT-004", "SUBMIT-006")
class PythonNamesTheSession(VertexAiMemoryBankService):
    """The conversation that the service keeps is named, where the source sends it along."""

    def add_session_to_memory(self, session: Session) -> None:
        source = {"session": f"{self._bank.name}/sessions/{session.id}"}
        body: Message = {"scope": _scope(session.app_name, session.user_id), "vertexSessionSource": source}
        ask(self._bank, "generate", body)


@PYTHON_BANK(Kind.MANAGED, "SUBMIT-007", "SUBMIT-008", "SUBMIT-009", "SCOPE-002", seen_in="google/adk-go#1175")
class PythonLeavesTheAppOut(VertexAiMemoryBankService):
    """Memories are those of a user, whatever the app."""

    _add_events_to_memory_via_ingest = otherwise(
        VertexAiMemoryBankService._add_events_to_memory_via_ingest, _scope=lambda app, user: {"user_id": user}
    )
    search_memory = otherwise(VertexAiMemoryBankService.search_memory, _scope=lambda app, user: {"user_id": user})


@PYTHON_BANK(Kind.MANAGED, "BANK-021", "BANK-022")
class PythonHandsOnTheFact(VertexAiMemoryBankService):
    """A memory has neither an author nor a time."""

    search_memory = otherwise(
        VertexAiMemoryBankService.search_memory,
        _entry=lambda memory: python._entry(memory).model_copy(update={"author": None, "timestamp": None}),
    )


@PYTHON_BANK(Kind.MANAGED, "BANK-026", errs=True)
class PythonTellsOfFailures(VertexAiMemoryBankService):
    """A submission waits until the service has taken it, and tells if it has not."""

    def add_session_to_memory(self, session: Session) -> None:
        super().add_session_to_memory(session)
        while self._background_tasks:
            self._background_tasks.pop(0)()


@PYTHON_BANK(Kind.MANAGED, "SUBMIT-003", errs=True)
class PythonAsksForTheSession(VertexAiMemoryBankService):
    """A session that the service does not keep is refused."""

    def add_session_to_memory(self, session: Session) -> None:
        if session.id not in self._bank._conversations:
            raise Failure("no such session")
        super().add_session_to_memory(session)


@PYTHON_BANK(Kind.MANAGED, "SUBMIT-006")
class PythonDropsThoughts(VertexAiMemoryBankService):
    """Inner speech is not sent."""

    def add_session_to_memory(self, session: Session) -> None:
        for event in session.events:
            if event.content is not None:
                event.content.parts = [part for part in event.content.parts or () if not part.thought]
        super().add_session_to_memory(session)


def _scope(app: str, user: str) -> dict[str, str]:
    return {"app_name": app, "user_id": user}
