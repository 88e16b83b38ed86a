"""A plain Python module or object as a backend: ``open``, ``add``, ``search``, and whatever else it offers.

It imports nothing of ours; `docs/bringing-a-backend.md` is its contract.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.connect.loop import finish
from memory_conformance.model import Capability, Content, Event, Hello, Memory, Part, Scope, ScopeField, Session
from memory_conformance.protocol.instances import Instances
from memory_conformance.references import did_you_mean

_OPTIONAL: dict[Capability, str] = {
    Capability.ADD_EVENTS: "add_events",
    Capability.LIST_MEMORIES: "list_memories",
    Capability.GET_MEMORY: "get_memory",
    Capability.DELETE_SESSION: "delete_session",
    Capability.DELETE_USER: "delete_user",
    Capability.DELETE_MEMORY: "delete_memory",
    Capability.SETTLE: "settle",
}
_SHARED = ("change_added_event", "change_result")


def is_plain(target: Any) -> bool:
    """Whether an object has the three functions of the plain contract."""
    return all(callable(getattr(target, name, None)) for name in ("open", "add", "search"))


def translated(ask: Callable[[], Any]) -> Any:
    """Call somebody's code: a coroutine is awaited, an exception becomes the backend's own answer.

    ValueError and TypeError mean ``invalid_argument``, every other exception ``internal``.
    """
    try:
        return finish(ask())
    except BackendError:
        raise
    except (ValueError, TypeError) as error:
        raise BackendError(ErrorCode.INVALID_ARGUMENT, _said(error)) from error
    except Exception as error:
        raise BackendError(ErrorCode.INTERNAL, _said(error)) from error


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


class PlainBackend(Backend):
    """Somebody's module or object behind the protocol. ``declares`` is its own dict of what it declares, all optional."""

    def __init__(self, target: Any, name: str) -> None:
        self._target = target
        self._hello = _introduce(target, name)
        self._instances: Instances[Any] = Instances()

    def hello(self) -> Hello:
        return self._hello

    def open(self, settings: Mapping[str, Any]) -> str:
        try:
            return self._instances.keep(finish(self._target.open()))
        except Exception as error:
            raise BackendError(ErrorCode.INTERNAL, f"open() raised {_said(error)}", Speaker.HARNESS) from error

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        message = session.to_wire() | {"appName": scope.get("app", ""), "userId": scope.get("user", "")}
        translated(lambda: self._target.add(self._instances[instance], dict(scope), message))

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        found = translated(lambda: self._target.search(self._instances[instance], dict(scope), query))
        return read_memories(found, "search")

    def add_events(self, instance: str, scope: Scope, session_id: str, events: Iterable[Event]) -> None:
        messages = [event.to_wire() for event in events]
        self._optional(Capability.ADD_EVENTS, instance, dict(scope), session_id, messages)

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return read_memories(self._optional(Capability.LIST_MEMORIES, instance, dict(scope)), "list_memories")

    def get_memory(self, instance: str, scope: Scope, memory_id: str) -> Memory:
        found = self._optional(Capability.GET_MEMORY, instance, dict(scope), memory_id)
        if found is None:
            raise BackendError(ErrorCode.NOT_FOUND, f"no memory {memory_id!r}")
        return read_memories([found], "get_memory")[0]

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        self._optional(Capability.DELETE_SESSION, instance, dict(scope), session_id)

    def delete_user(self, instance: str, scope: Scope) -> None:
        self._optional(Capability.DELETE_USER, instance, dict(scope))

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        self._optional(Capability.DELETE_MEMORY, instance, dict(scope), memory_id)

    def change_added_event(self, instance: str, event_id: str, text: str) -> None:
        self._shared("change_added_event", instance, event_id, text)

    def change_result(self, instance: str, position: int, text: str) -> None:
        self._shared("change_result", instance, position, text)

    def close(self, instance: str) -> None:
        memory = self._instances.pop(instance, None)
        close = getattr(self._target, "close", None)
        if memory is not None and callable(close):
            translated(lambda: close(memory))

    def _optional(self, capability: Capability, instance: str, *arguments: Any) -> Any:
        function = getattr(self._target, _OPTIONAL[capability], None)
        if not callable(function):
            raise self._without(capability)
        return translated(lambda: function(self._instances[instance], *arguments))

    def _shared(self, name: str, instance: str, *arguments: Any) -> None:
        function = getattr(self._target, name, None)
        if not callable(function):
            raise self._without(Capability.SHARED_OBJECTS)
        translated(lambda: function(self._instances[instance], *arguments))


def read_memories(found: Any, operation: str) -> list[Memory]:
    """What somebody's search returned, as memories: texts, mappings, or objects with ``content`` or ``text``.

    Raises `BackendError`: of the harness, naming what was returned instead; or of the backend, where its iterator raises.
    """
    if isinstance(found, (str, bytes, Mapping)) or not isinstance(found, Iterable):
        raise _no_memory(f"{operation} returned {_kind(found)}; it returns a list of texts, mappings or objects")
    return [_read_memory(one, operation) for one in translated(lambda: list(found))]


def _read_memory(one: Any, operation: str) -> Memory:
    if isinstance(one, Memory):
        return one
    if isinstance(one, str):
        return Memory(content=Content(parts=[Part(text=one)]))
    content = _field(one, "content", "text")
    if content is None:
        raise _no_memory(f"{operation} returned {_kind(one)} among its memories: it has neither content nor text")
    try:
        return Memory(
            content=_read_content(content, operation),
            id=_text_or_none(_field(one, "id")),
            author=_text_or_none(_field(one, "author")),
            timestamp=_field(one, "timestamp"),
            custom_metadata=_field(one, "custom_metadata", "customMetadata", "metadata"),
        )
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(str(step) for step in problem["loc"])
        raise _no_memory(f"{operation} returned a memory whose {where} is wrong: {problem['msg']}") from None


def _read_content(content: Any, operation: str) -> Content:
    if isinstance(content, str):
        return Content(parts=[Part(text=content)])
    if isinstance(content, Mapping):
        return Content.model_validate(dict(content))
    if hasattr(content, "model_dump"):
        return Content.model_validate(content.model_dump(by_alias=True, exclude_none=True, mode="json"))
    raise _no_memory(f"{operation} returned a memory whose content is {_kind(content)}; it is a text or has parts")


def _field(one: Any, *names: str) -> Any:
    for name in names:
        value = one.get(name) if isinstance(one, Mapping) else getattr(one, name, None)
        if value is not None:
            return value
    return None


def _text_or_none(value: Any) -> str | None:
    return None if value is None else str(value)


def _kind(value: Any) -> str:
    return "None" if value is None else f"{type(value).__name__} {str(value)[:60]!r}"


def _no_memory(message: str) -> BackendError:
    return BackendError(ErrorCode.INTERNAL, message, Speaker.HARNESS)


def _introduce(target: Any, name: str) -> Hello:
    declared = getattr(target, "declares", None) or {}
    if not isinstance(declared, Mapping):
        raise BackendError(ErrorCode.INTERNAL, f"declares is {_kind(declared)}; it is a dict", Speaker.HARNESS)
    fields = dict(declared)
    for key in fields:
        if key not in Hello.model_fields:
            raise _no_memory(f"declares has no {key!r}; {did_you_mean(str(key), list(Hello.model_fields))}")
    if isinstance(fields.get("scope"), (list, tuple)):
        fields["scope"] = [ScopeField(name=one) if isinstance(one, str) else one for one in fields["scope"]]
    try:
        hello = Hello.model_validate({"name": name, "language": "Python", **fields})
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(str(step) for step in problem["loc"])
        raise BackendError(
            ErrorCode.INTERNAL, f"declares[{where}] is {problem['input']!r}: {problem['msg']}", Speaker.HARNESS
        ) from None
    return hello
