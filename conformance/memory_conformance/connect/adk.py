"""Any memory service of Python's ADK behind the protocol: the released classes, and everybody's subclasses unchanged.

Ported from nothing: it hands messages to `google.adk.memory.BaseMemoryService` and reads what comes back. google-adk is
imported only when such a service is used.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import count
from typing import Any

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.connect.plain import read_memories, translated
from memory_conformance.model import Capability, Event, Hello, Memory, Scope, Session

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
        self._instances: dict[str, _Instance] = {}
        self._ids = count(1)

    def hello(self) -> Hello:
        return self._hello

    def open(self, settings: Mapping[str, Any]) -> str:
        instance = str(next(self._ids))
        try:
            self._instances[instance] = _Instance(self._make())
        except Exception as error:
            message = f"the service could not be made: {type(error).__name__}: {error}"
            raise BackendError(ErrorCode.INTERNAL, message, Speaker.HARNESS) from error
        return instance

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
        handed = AdkSession.model_validate(message)
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
        handed = [AdkEvent.model_validate(_event_message(event)) for event in events]
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
        _set_first_text(self._instances[instance].events[event_id].content, text)

    def change_result(self, instance: str, position: int, text: str) -> None:
        _set_first_text(self._instances[instance].result[position].content, text)

    def close(self, instance: str) -> None:
        at = self._instances.pop(instance, None)
        close = getattr(at.service, "close", None) if at is not None else None
        if callable(close):
            translated(close)


class _Instance:
    def __init__(self, service: Any) -> None:
        self.service = service
        self.events: dict[str, Any] = {}
        self.result: list[Any] = []


def adk_version() -> str:
    """The version of google-adk that is installed."""
    from importlib.metadata import version

    return version("google-adk")


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


def _set_first_text(content: Any, text: str) -> None:
    for part in getattr(content, "parts", None) or ():
        if part.text:
            part.text = text
            return
