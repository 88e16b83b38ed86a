"""The complete service behind the protocol, with the tools and contexts of ADK Go for its turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.model import Capability, Event, Memory, Scope
from memory_references.library import Library
from memory_references.planted.complete.store import Complete, NotFound
from memory_references.serving import ServiceBackend

Given = TypeVar("Given")
_OPTIONAL = {
    Capability.ADD_EVENTS,
    Capability.LIST_MEMORIES,
    Capability.GET_MEMORY,
    Capability.DELETE_SESSION,
    Capability.DELETE_USER,
    Capability.DELETE_MEMORY,
    Capability.SETTLE,
}


class CompleteBackend(ServiceBackend):
    """What `ServiceBackend` has, and every operation that it has not. It claims nothing: no released service has them all."""

    def __init__(self, service: Callable[[], Complete], library: Library, name: str) -> None:
        super().__init__(service, library, name, version="1", language="Python")
        capabilities = self._hello.capabilities | _OPTIONAL
        self._hello = self._hello.model_copy(update={"capabilities": capabilities, "claim": None})

    def add_events(self, instance: str, scope: Scope, session_id: str, events: Sequence[Event]) -> None:
        self._instances[instance].events.update({event.id: event for event in events})
        self._ask(instance, lambda store: store.add_events(scope["app"], scope["user"], session_id, events))

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return self._ask(instance, lambda store: store.list_memories(scope["app"], scope["user"]))

    def get_memory(self, instance: str, scope: Scope, memory_id: str) -> Memory:
        return self._ask(instance, lambda store: store.get_memory(scope["app"], scope["user"], memory_id))

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        self._ask(instance, lambda store: store.delete_session(scope["app"], scope["user"], session_id))

    def delete_user(self, instance: str, scope: Scope) -> None:
        self._ask(instance, lambda store: store.delete_user(scope["app"], scope["user"]))

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        self._ask(instance, lambda store: store.delete_memory(scope["app"], scope["user"], memory_id))

    def settle(self, instance: str, scope: Scope) -> None:
        self._ask(instance, lambda store: store.settle())

    def _ask(self, instance: str, call: Callable[[Complete], Given]) -> Given:
        store = self._instances[instance].service
        assert isinstance(store, Complete)
        try:
            return call(store)
        except NotFound as error:
            raise BackendError(ErrorCode.NOT_FOUND, str(error)) from error
        except Exception as error:
            raise BackendError(ErrorCode.INTERNAL, f"{type(error).__name__}: {error}") from error
