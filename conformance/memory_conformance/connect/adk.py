"""Any memory service of Python's ADK behind the protocol: the released classes, and everybody's subclasses unchanged.

Ported from nothing: it hands messages to `google.adk.memory.BaseMemoryService` and reads what comes back. google-adk is
imported only when such a service is used.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.connect.plain import read_memories, translated
from memory_conformance.model import Capability, Event, Hello, Memory, Scope, Session
from memory_conformance.protocol.instances import Handed, Instances

_OPTIONAL = {
    Capability.ADD_EVENTS: "add_events_to_memory",
    Capability.DELETE_MEMORY: "delete_memory",
}


def is_adk_service(target: Any) -> bool:
    """Whether an object is a memory service of the ADK, or a class of them, judged without importing google-adk."""
    kind = target if inspect.isclass(target) else type(target)
    return any(
        base.__name__ == "BaseMemoryService" and base.__module__.startswith("google.adk.memory")
        for base in kind.__mro__
    )


class AdkBackend(Backend):
    """An ADK memory service: a new object for each instance, made by ``make``.

    Keeps the event objects handed over and the last result, so that a scenario can change them as an application could.
    Times are seconds on both sides; the ISO text of an entry is read as local time where it has no offset, as it is written.
    """

    def __init__(self, make: Callable[[], Any], kind: type[Any], name: str, claim: str | None = None) -> None:
        from google.adk.memory.base_memory_service import BaseMemoryService

        capabilities = {
            capability
            for capability, method in _OPTIONAL.items()
            # The base class has every method; only one that a subclass made its own does anything.
            if getattr(kind, method, None) is not getattr(BaseMemoryService, method, None)
        }
        self._make = make
        self._hello = Hello(
            name=name,
            version=adk_version(),
            language="Python",
            capabilities=capabilities | {Capability.SHARED_OBJECTS},
            claim=claim,
        )
        self._instances: Instances[Handed[Any]] = Instances()

    def hello(self) -> Hello:
        return self._hello

    def open(self, settings: Mapping[str, Any]) -> str:
        try:
            return self._instances.keep(Handed(self._make()))
        except Exception as error:
            message = f"the service could not be made: {type(error).__name__}: {error}"
            raise BackendError(ErrorCode.INTERNAL, message, Speaker.HARNESS) from error

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        from google.adk.sessions import Session as AdkSession

        message = {
            "id": session.id,
            "appName": scope.get("app", ""),
            "userId": scope.get("user", ""),
            "events": [_event_message(event) for event in session.events],
            "state": session.state,
            "lastUpdateTime": session.last_update_time,
        }
        at = self._instances[instance]
        handed = _taken(AdkSession, message)
        at.events.update({event.id: event for event in handed.events})
        translated(lambda: at.service.add_session_to_memory(handed))

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        at = self._instances[instance]
        response = translated(
            lambda: at.service.search_memory(app_name=scope.get("app", ""), user_id=scope.get("user", ""), query=query)
        )
        entries = getattr(response, "memories", None)
        if entries is None:
            raise BackendError(
                ErrorCode.INTERNAL,
                f"search_memory returned {type(response).__name__}, which has no memories",
                Speaker.HARNESS,
            )
        at.result = list(entries)
        return [_memory(entry) for entry in at.result]

    def add_events(self, instance: str, scope: Scope, session_id: str, events: Sequence[Event]) -> None:
        from google.adk.events import Event as AdkEvent

        at = self._instances[instance]
        handed = [_taken(AdkEvent, _event_message(event)) for event in events]
        at.events.update({event.id: event for event in handed})
        translated(
            lambda: at.service.add_events_to_memory(
                app_name=scope.get("app", ""), user_id=scope.get("user", ""), events=handed, session_id=session_id
            )
        )

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        at = self._instances[instance]
        translated(
            lambda: at.service.delete_memory(
                app_name=scope.get("app", ""), user_id=scope.get("user", ""), memory_id=memory_id
            )
        )

    def change_added_event(self, instance: str, event_id: str, text: str) -> None:
        self._instances[instance].change_event(event_id, text)

    def change_result(self, instance: str, position: int, text: str) -> None:
        self._instances[instance].change_result(position, text)

    def close(self, instance: str) -> None:
        at = self._instances.pop(instance, None)
        close = getattr(at.service, "close", None) if at is not None else None
        if callable(close):
            translated(close)


def adk_version() -> str:
    """The version of google-adk that is installed."""
    from importlib.metadata import version

    return version("google-adk")


def _taken(kind: Any, message: dict[str, Any]) -> Any:
    """A message as an object of the ADK. Fields that the ADK does not know and refuses are left out: unknown is not wrong."""
    try:
        return kind.model_validate(message)
    except ValidationError as error:
        unknown = [one["loc"] for one in error.errors() if one["type"] == "extra_forbidden"]
        if not unknown:
            raise
    for *way, name in unknown:
        holder: Any = message
        for step in way:
            holder = holder[step]
        del holder[name]
    return kind.model_validate(message)


def _event_message(event: Event) -> dict[str, Any]:
    message = event.to_wire()
    # An event that says nothing about its actions must not say that it has none.
    return {key: value for key, value in message.items() if value is not None}


def _memory(entry: Any) -> Memory:
    memory = read_memories([_without_time(entry)], "search_memory")[0]
    memory.timestamp = _seconds(getattr(entry, "timestamp", None))
    return memory


def _without_time(entry: Any) -> dict[str, Any]:
    return {
        "content": getattr(entry, "content", None),
        "id": getattr(entry, "id", None),
        "author": getattr(entry, "author", None),
        "custom_metadata": getattr(entry, "custom_metadata", None),
    }


def _seconds(written: Any) -> float | None:
    if written is None or isinstance(written, (int, float)):
        return written
    try:
        return datetime.fromisoformat(str(written)).timestamp()
    except ValueError:
        raise BackendError(
            ErrorCode.INTERNAL, f"the timestamp {str(written)!r} of a memory is no ISO 8601 time", Speaker.HARNESS
        ) from None
