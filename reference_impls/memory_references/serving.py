"""Puts a ported service behind the protocol, so that a port holds nothing but what its source holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from memory_conformance.backend import Backend, BackendError, ErrorCode
from memory_conformance.model import Capability, Hello, Memory, Scope, Session
from memory_conformance.protocol.instances import Handed, Instances


class MemoryService(Protocol):
    """What the ported classes have in common: the two methods of their contract, with their own errors."""

    def add_session_to_memory(self, session: Session) -> None: ...

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]: ...


class ServiceBackend(Backend):
    """A ported in-memory service behind the protocol: one service object an instance.

    Keeps the event objects that were handed over and the last result, so that a scenario can change them as an application
    in the same process could. An exception of the service is its own answer, ``internal``.
    """

    def __init__(self, service: Callable[[], MemoryService], name: str, version: str, language: str) -> None:
        self._service = service
        self._hello = Hello(
            name=name,
            version=version,
            language=language,
            capabilities={Capability.SHARED_OBJECTS},
            claim=name,
        )
        self._instances: Instances[Handed[MemoryService]] = Instances()

    def hello(self) -> Hello:
        return self._hello

    def open(self, settings: Mapping[str, Any]) -> str:
        return self._instances.keep(Handed(self._service()))

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

    def close(self, instance: str) -> None:
        self._instances.pop(instance, None)
