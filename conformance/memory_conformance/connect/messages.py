"""A backend that takes and gives messages as they are on the wire: made here of the typed calls, and read again, strictly."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.managed import ServiceCalls, ServiceScript
from memory_conformance.model import Event, Memory, Scope, Session
from memory_conformance.protocol.parameters import Done, Got, Memories, Opened
from memory_conformance.protocol.reading import Message, MessageError, read_message
from memory_conformance.turn import Played, Turn


class Messaged(Backend):
    """Asked by `ask` alone, whose result is held against the protocol."""

    @abstractmethod
    def ask(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        """The result of an operation as it came, as plain JSON types: held against nothing yet. Raises `BackendError`."""

    def open(self, settings: Mapping[str, Any]) -> str:
        opened = self._message(Opened, "open", {"settings": dict(settings)})
        return opened.instance

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self._done("add_session", {"instance": instance, "scope": dict(scope), "session": session.to_wire()})

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return self._message(Memories, "search", {"instance": instance, "scope": dict(scope), "query": query}).memories

    def add_events(self, instance: str, scope: Scope, session_id: str, events: Sequence[Event]) -> None:
        handed = [event.to_wire() for event in events]
        self._done(
            "add_events", {"instance": instance, "scope": dict(scope), "sessionId": session_id, "events": handed}
        )

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return self._message(Memories, "list_memories", {"instance": instance, "scope": dict(scope)}).memories

    def get_memory(self, instance: str, scope: Scope, memory_id: str) -> Memory:
        asked = {"instance": instance, "scope": dict(scope), "memoryId": memory_id}
        return self._message(Got, "get_memory", asked).memory

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        self._done("delete_session", {"instance": instance, "scope": dict(scope), "sessionId": session_id})

    def delete_user(self, instance: str, scope: Scope) -> None:
        self._done("delete_user", {"instance": instance, "scope": dict(scope)})

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        self._done("delete_memory", {"instance": instance, "scope": dict(scope), "memoryId": memory_id})

    def change_added_event(self, instance: str, event_id: str, text: str) -> None:
        self._done("change_added_event", {"instance": instance, "eventId": event_id, "text": text})

    def change_result(self, instance: str, position: int, text: str) -> None:
        self._done("change_result", {"instance": instance, "position": position, "text": text})

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        asked = {"instance": instance, "scope": dict(scope), "turn": turn.to_wire()}
        return self._message(Played, "play_turn", asked)

    def put_session(self, instance: str, scope: Scope, session: Session) -> None:
        self._done("session.put", {"instance": instance, "scope": dict(scope), "session": session.to_wire()})

    def submit_session(self, instance: str, scope: Scope, session: Session) -> None:
        self._done("session.add", {"instance": instance, "scope": dict(scope), "session": session.to_wire()})

    def script_service(self, instance: str, script: ServiceScript) -> None:
        self._done("managed.script", {"instance": instance, **script.to_wire()})

    def complete(self, instance: str) -> None:
        self._done("managed.complete", {"instance": instance})

    def service_calls(self, instance: str) -> ServiceCalls:
        return self._message(ServiceCalls, "managed.calls", {"instance": instance})

    def settle(self, instance: str, scope: Scope) -> None:
        self._done("settle", {"instance": instance, "scope": dict(scope)})

    def close(self, instance: str) -> None:
        self._done("close", {"instance": instance})

    def _done(self, operation: str, parameters: Mapping[str, Any]) -> None:
        self._message(Done, operation, parameters)

    def _message(self, kind: type[Message], operation: str, parameters: Mapping[str, Any]) -> Message:
        found = self.ask(operation, parameters)
        try:
            return read_message(kind, found)
        except MessageError as error:
            raise self._no_message(operation, error) from None

    def _no_message(self, operation: str, error: MessageError) -> BackendError:
        """What is raised for a result that is no message."""
        told = f"{operation} answered no {error.kind.__name__}: {error}"
        return BackendError(ErrorCode.INTERNAL, told, Speaker.HARNESS)
