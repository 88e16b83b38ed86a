"""What all adapters have in common: an operation is asked for by its name, with a message, and gives a message."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from .calling import Refusal, asked

Message = Mapping[str, Any]

_SCOPED = ("instance", "scope")
_PARAMETERS: Mapping[str, Sequence[str]] = {
    "hello": (),
    "open": ("settings",),
    "add_session": (*_SCOPED, "session"),
    "search": (*_SCOPED, "query"),
    "add_events": (*_SCOPED, "sessionId", "events"),
    "list_memories": _SCOPED,
    "get_memory": (*_SCOPED, "memoryId"),
    "delete_session": (*_SCOPED, "sessionId"),
    "delete_user": _SCOPED,
    "delete_memory": (*_SCOPED, "memoryId"),
    "change_added_event": ("instance", "eventId", "text"),
    "change_result": ("instance", "position", "text"),
    "play_turn": (*_SCOPED, "turn"),
    "settle": _SCOPED,
    "session.put": (*_SCOPED, "session"),
    "session.add": (*_SCOPED, "session"),
    "managed.script": ("instance", "wait", "hold", "stateKey", "fail"),
    "managed.complete": ("instance",),
    "managed.calls": ("instance",),
    "close": ("instance",),
}
"""The operations, and the parameters of each in the order in which the methods of an adapter take them.

A method has an underscore where its operation has a dot.
"""
_KINDS: Mapping[str, type[Any]] = {
    "settings": dict,
    "scope": dict,
    "session": dict,
    "events": list,
    "position": int,
    "turn": dict,
    "wait": bool,
    "hold": bool,
    "fail": bool,
}
"""What a parameter is that is no text."""
_OPTIONAL = frozenset({"wait", "hold", "stateKey", "fail"})
"""Parameters that are None where they are not given."""
_RESULT = {
    "open": "instance",
    "search": "memories",
    "list_memories": "memories",
    "get_memory": "memory",
    "managed.calls": "calls",
}
_IN_JSON = {
    str: "a string",
    dict: "an object",
    list: "an array",
    int: "a whole number, 0 or more",
    bool: "true or false",
}
_MOST_SHOWN = 120


class Adapter:
    """One backend. Each operation that it has is a method of that name, which takes plain JSON types and gives them.

    The methods raise `Refusal` for what is an answer. Whatever else they raise is a failure of the harness.
    """

    def __init__(self, introduction: Message) -> None:
        self.introduction = dict(introduction)
        self._instances: dict[str, Any] = {}
        self._ids = count(1)

    def ask(self, operation: str, parameters: Message) -> Any:
        """The result of an operation, as a message. The parameters are looked at first; raises as the methods do."""
        if operation == "hello":
            return self.introduction
        method = getattr(self, operation.replace(".", "_"), None) if operation in _PARAMETERS else None
        if method is None:
            known = f"{self.introduction['name']} has no" if operation in _PARAMETERS else "there is no operation"
            raise Refusal("unsupported", f"{known} {operation!r}")
        found = method(*[self._given(operation, name, parameters) for name in _PARAMETERS[operation]])
        if operation == "play_turn":
            return found
        return {_RESULT[operation]: found} if operation in _RESULT else {}

    def keep(self, what: Any) -> str:
        """Give an instance an id that no other has had."""
        instance = str(next(self._ids))
        self._instances[instance] = what
        return instance

    def at(self, instance: str) -> Any:
        """What stands behind an instance. Whoever asks for one that is not open is wrong, not the service."""
        if instance not in self._instances:
            raise Refusal("not_found", f"no instance {instance!r} is open")
        return self._instances[instance]

    def close(self, instance: str) -> None:
        """Let an instance go. Closing one that is gone already is no error."""
        if instance in self._instances:
            self.let_go(self._instances.pop(instance))

    def let_go(self, what: Any) -> None:
        """What is to be done about an instance that was closed."""
        return

    def _given(self, operation: str, name: str, parameters: Message) -> Any:
        kind = _KINDS.get(name, str)
        value: Any = parameters.get(name, {} if name == "settings" else None)
        if kind is int and isinstance(value, float) and value.is_integer():
            value = int(value)
        if value is None and name in _OPTIONAL:
            return None
        if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool) or (kind is int and value < 0):
            told = "it is missing" if value is None else f"it is {_IN_JSON[kind]}, not {_shown(value)}"
            raise _wrong(operation, name, told)
        if name == "scope":
            for field in self.introduction.get("scope") or ({"name": "app"}, {"name": "user"}):
                if not isinstance(value.get(field["name"]), str):
                    raise _wrong(operation, name, f"it has no {field['name']!r}")
        if name == "session":
            return _session(operation, value)
        return [_event(operation, one) for one in value] if name == "events" else value


class Given(Adapter):
    """A backend on this project's own base class, which takes and gives messages by itself."""

    def __init__(self, backend: Any) -> None:
        super().__init__({})
        self.backend = backend

    def ask(self, operation: str, parameters: Message) -> Any:
        return asked(self.backend.ask, operation, parameters)


def without_null(found: Message) -> dict[str, Any]:
    """A message without what is null, which means the same as absent."""
    return {name: value for name, value in found.items() if value is not None}


def _session(operation: str, found: Message) -> dict[str, Any]:
    """A session with all that a session always has."""
    if not isinstance(found.get("id"), str):
        raise _wrong(operation, "session.id", f"it is a string, not {_shown(found.get('id'))}")
    events = found.get("events") or []
    if not isinstance(events, list):
        raise _wrong(operation, "session.events", f"it is an array, not {_shown(events)}")
    usual = {"appName": "", "userId": "", "state": {}, "lastUpdateTime": 0.0}
    return {**usual, **without_null(found), "events": [_event(operation, one) for one in events]}


def _event(operation: str, found: Any) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise _wrong(operation, "events", f"an event is an object, not {_shown(found)}")
    event = {"id": "", "author": "", "timestamp": 0.0, **without_null(found)}
    if isinstance(event["timestamp"], bool) or not isinstance(event["timestamp"], (int, float)):
        raise _wrong(operation, "timestamp", f"it is a number, not {_shown(event['timestamp'])}")
    return {**event, "timestamp": float(event["timestamp"])}


def _wrong(operation: str, where: str, told: str) -> Refusal:
    return Refusal("invalid_argument", f"{operation}: {where}: {told}")


def _shown(value: Any) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
