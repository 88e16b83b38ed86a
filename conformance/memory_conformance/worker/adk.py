"""Any memory service of Python's ADK: the released classes, of every release, and everybody's subclasses unchanged.

Ported from nothing: it hands messages to `google.adk.memory.BaseMemoryService` and reads what comes back. google-adk is
imported only when such a service is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from .adapter import Adapter, Message, without_null
from .calling import Refusal, asked, descends, said
from .plain import read_memories
from .turns import can_play, new_sessions, play

_OPTIONAL = {"add_events": "add_events_to_memory", "delete_memory": "delete_memory"}


def is_adk_service(kind: type[Any]) -> bool:
    """Whether a class is a memory service of the ADK, judged without importing google-adk."""
    return descends(kind, "BaseMemoryService", "google.adk.memory")


class _Service:
    """One instance: the service, the event objects that it was handed, by their ids, its last result, and the sessions of its turns."""

    def __init__(self, service: Any) -> None:
        self.service = service
        self.events: dict[str, Any] = {}
        self.result: list[Any] = []
        self.sessions: Any = None


class Adk(Adapter):
    """An ADK memory service: a new object for each instance, made by ``make``; ``kind`` is its class.

    Keeps the event objects handed over and the last result, so that a scenario can change them as an application could.
    Times are seconds on both sides; the ISO text of an entry is read as local time where it has no offset, as it is written.
    """

    def __init__(self, make: Callable[[], Any], kind: type[Any], name: str, claim: str | None = None) -> None:
        from importlib.metadata import version

        from google.adk.memory.base_memory_service import BaseMemoryService

        capabilities = [
            capability
            for capability, method in _OPTIONAL.items()
            # The base class has every method of its release; only one that a subclass made its own does anything.
            if getattr(kind, method, None) is not getattr(BaseMemoryService, method, None)
        ]
        introduction = {
            "name": name,
            "version": version("google-adk"),
            "language": "Python",
            "capabilities": [*capabilities, "shared_objects", *(("turn", "preload_memory") if can_play() else ())],
            "claim": claim,
        }
        super().__init__(without_null(introduction))
        self._make = make

    def open(self, settings: Message) -> str:
        try:
            return self.keep(_Service(self._make()))
        except Exception as error:
            raise Refusal("internal", f"the service could not be made: {said(error)}") from error

    def add_session(self, instance: str, scope: Message, session: Message) -> None:
        from google.adk.sessions import Session

        at = self.at(instance)
        message = {
            "id": session["id"],
            "appName": scope.get("app", ""),
            "userId": scope.get("user", ""),
            "events": session["events"],
            "state": session["state"],
            "lastUpdateTime": session["lastUpdateTime"],
        }
        handed = _taken(Session, message)
        at.events.update({event.id: event for event in handed.events})
        asked(at.service.add_session_to_memory, handed)

    def search(self, instance: str, scope: Message, query: str) -> list[Message]:
        at = self.at(instance)
        response = asked(at.service.search_memory, **_named(scope), query=query)
        entries = getattr(response, "memories", None)
        if entries is None:
            raise Refusal("internal", f"search_memory returned {type(response).__name__}, which has no memories")
        at.result = list(entries)
        return read_memories([_entry(one) for one in at.result], "search_memory")

    def add_events(self, instance: str, scope: Message, session_id: str, events: Sequence[Message]) -> None:
        self._check("add_events")
        from google.adk.events import Event

        at = self.at(instance)
        handed = [_taken(Event, dict(event)) for event in events]
        at.events.update({event.id: event for event in handed})
        asked(at.service.add_events_to_memory, **_named(scope), events=handed, session_id=session_id)

    def delete_memory(self, instance: str, scope: Message, memory_id: str) -> None:
        self._check("delete_memory")
        asked(self.at(instance).service.delete_memory, **_named(scope), memory_id=memory_id)

    def change_added_event(self, instance: str, event_id: str, text: str) -> None:
        at = self.at(instance)
        if event_id not in at.events:
            raise Refusal("not_found", f"no event {event_id!r} was added")
        _set_first_text(at.events[event_id].content, text)

    def change_result(self, instance: str, position: int, text: str) -> None:
        at = self.at(instance)
        if not 0 <= position < len(at.result):
            raise Refusal("not_found", f"the last search returned no memory at position {position}")
        _set_first_text(at.result[position].content, text)

    def play_turn(self, instance: str, scope: Message, turn: Message) -> Message:
        at = self.at(instance)
        if at.sessions is None:
            at.sessions = new_sessions()
        played: Message = asked(play, at.service, at.sessions, scope, turn)
        return played

    def let_go(self, what: _Service) -> None:
        close = getattr(what.service, "close", None)
        if callable(close):
            asked(close)

    def _check(self, capability: str) -> None:
        if capability not in self.introduction["capabilities"]:
            raise Refusal("unsupported", f"{self.introduction['name']} has no {capability!r}")


def _named(scope: Message) -> dict[str, Any]:
    return {"app_name": scope.get("app", ""), "user_id": scope.get("user", "")}


def _taken(kind: Any, message: dict[str, Any]) -> Any:
    """A message as an object of the ADK. Fields that the ADK does not know and refuses are left out: unknown is not wrong."""
    try:
        return kind.model_validate(message)
    except ValueError as error:
        unknown = [one["loc"] for one in getattr(error, "errors", list)() if one["type"] == "extra_forbidden"]
        if not unknown:
            raise
    for *way, name in unknown:
        holder: Any = message
        for step in way:
            holder = holder[step]
        del holder[name]
    return kind.model_validate(message)


def _entry(entry: Any) -> Message:
    names = ("content", "id", "author", "custom_metadata")
    return {**{name: getattr(entry, name, None) for name in names}, "timestamp": _seconds(entry)}


def _seconds(entry: Any) -> float | None:
    written = getattr(entry, "timestamp", None)
    if written is None or isinstance(written, (int, float)):
        return written
    try:
        # Python before 3.11 does not read the Z.
        return datetime.fromisoformat(str(written).replace("Z", "+00:00")).timestamp()
    except ValueError:
        raise Refusal("internal", f"the timestamp {str(written)!r} of a memory is no ISO 8601 time") from None


def _set_first_text(content: Any, text: str) -> None:
    for part in getattr(content, "parts", None) or ():
        if part.text:
            part.text = text
            return
