"""Puts a ported service behind the protocol, so that a port holds nothing but what its source holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from memory_conformance.backend import Backend, BackendError, ErrorCode
from memory_conformance.model import Capability, Hello, Memory, Scope, Session
from memory_conformance.protocol.instances import Handed, Instances
from memory_conformance.turn import Played, Tool, Turn
from memory_references import turns
from memory_references.library import Conversations, Library, MemoryService


class Open(Handed[MemoryService]):
    """One instance, and the conversations of its turns."""

    def __init__(self, service: MemoryService) -> None:
        super().__init__(service)
        self.conversations = Conversations()


class ServiceBackend(Backend):
    """A ported in-memory service behind the protocol: one service object an instance, and turns by what is ported of its library.

    Keeps the event objects that were handed over and the last result, so that a scenario can change them as an application
    in the same process could. An exception of the service is its own answer, ``internal``.
    """

    def __init__(
        self, service: Callable[[], MemoryService], library: Library, name: str, version: str, language: str
    ) -> None:
        self._service = service
        self._library = library
        preloads = {Capability.PRELOAD_MEMORY} if Tool.PRELOAD in library.tools else set()
        self._hello = Hello(
            name=name,
            version=version,
            language=language,
            capabilities={Capability.SHARED_OBJECTS, Capability.TURN, *preloads},
            claim=name,
        )
        self._instances: Instances[Open] = Instances()

    def hello(self) -> Hello:
        return self._hello

    def open(self, settings: Mapping[str, Any]) -> str:
        return self._instances.keep(Open(self._service()))

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        at = self._instances[instance]
        session.app_name, session.user_id = scope["app"], scope["user"]
        at.events.update({event.id: event for event in session.events})
        try:
            at.service.add_session_to_memory(session)
        except Exception as error:
            raise BackendError(ErrorCode.INTERNAL, f"{type(error).__name__}: {error}") from error

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        at = self._instances[instance]
        try:
            at.result = at.service.search_memory(scope["app"], scope["user"], query)
        except Exception as error:
            raise BackendError(ErrorCode.INTERNAL, f"{type(error).__name__}: {error}") from error
        return list(at.result)

    def change_added_event(self, instance: str, event_id: str, text: str) -> None:
        self._instances[instance].change_event(event_id, text)

    def change_result(self, instance: str, position: int, text: str) -> None:
        self._instances[instance].change_result(position, text)

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        at = self._instances[instance]
        return turns.play(self._library, at.service, at.conversations, scope, turn)

    def close(self, instance: str) -> None:
        self._instances.pop(instance, None)
