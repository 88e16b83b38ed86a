"""A backend around another: every call goes through one place, which may count it, delay it, repeat it or leave it out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from memory_conformance.backend import Backend
from memory_conformance.managed import ServiceCalls, ServiceScript
from memory_conformance.model import Event, Hello, Memory, Scope, Session
from memory_conformance.turn import Played, Turn

Result = TypeVar("Result")


class Wrapped(Backend):
    """Passes every call on to ``inner`` through `around`. An introduction was had before, and costs no call."""

    def __init__(self, inner: Backend) -> None:
        self.inner = inner

    @abstractmethod
    def around(self, operation: str, call: Callable[[], Result]) -> Result:
        """Make the call, or whatever else has to be done about it."""

    def hello(self) -> Hello:
        return self.inner.hello()

    def open(self, settings: Mapping[str, Any]) -> str:
        return self.around("open", lambda: self.inner.open(settings))

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.around("add_session", lambda: self.inner.add_session(instance, scope, session))

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return self.around("search", lambda: self.inner.search(instance, scope, query))

    def add_events(self, instance: str, scope: Scope, session_id: str, events: Sequence[Event]) -> None:
        self.around("add_events", lambda: self.inner.add_events(instance, scope, session_id, events))

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return self.around("list_memories", lambda: self.inner.list_memories(instance, scope))

    def get_memory(self, instance: str, scope: Scope, memory_id: str) -> Memory:
        return self.around("get_memory", lambda: self.inner.get_memory(instance, scope, memory_id))

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        self.around("delete_session", lambda: self.inner.delete_session(instance, scope, session_id))

    def delete_user(self, instance: str, scope: Scope) -> None:
        self.around("delete_user", lambda: self.inner.delete_user(instance, scope))

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        self.around("delete_memory", lambda: self.inner.delete_memory(instance, scope, memory_id))

    def change_added_event(self, instance: str, event_id: str, text: str) -> None:
        self.around("change_added_event", lambda: self.inner.change_added_event(instance, event_id, text))

    def change_result(self, instance: str, position: int, text: str) -> None:
        self.around("change_result", lambda: self.inner.change_result(instance, position, text))

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        return self.around("play_turn", lambda: self.inner.play_turn(instance, scope, turn))

    def put_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.around("session.put", lambda: self.inner.put_session(instance, scope, session))

    def submit_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.around("session.add", lambda: self.inner.submit_session(instance, scope, session))

    def script_service(self, instance: str, script: ServiceScript) -> None:
        self.around("managed.script", lambda: self.inner.script_service(instance, script))

    def complete(self, instance: str) -> None:
        self.around("managed.complete", lambda: self.inner.complete(instance))

    def service_calls(self, instance: str) -> ServiceCalls:
        return self.around("managed.calls", lambda: self.inner.service_calls(instance))

    def settle(self, instance: str, scope: Scope) -> None:
        self.around("settle", lambda: self.inner.settle(instance, scope))

    def close(self, instance: str) -> None:
        self.around("close", lambda: self.inner.close(instance))

    def ask(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        return self.around(operation, lambda: self.inner.ask(operation, parameters))

    def disconnect(self) -> None:
        self.inner.disconnect()
