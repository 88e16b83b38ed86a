"""A plain module or object: ``open``, ``add``, ``search``, and whatever else it offers.

It imports nothing of ours; `docs/bringing-a-backend.md` is its contract.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .adapter import Adapter, Message
from .calling import Refusal, asked, finish, said

INTRODUCTION = (
    *("name", "version", "language", "protocol", "scope", "capabilities"),
    *("claim", "answers", "bounds", "reset"),
)
"""What a backend may say of itself."""
_PARTS = {
    "function_call": "functionCall",
    "function_response": "functionResponse",
    "inline_data": "inlineData",
    "file_data": "fileData",
}
"""How Python writes the names that are not the same on the wire."""


def is_plain(target: Any) -> bool:
    """Whether an object has the three functions of the plain contract."""
    return all(callable(getattr(target, name, None)) for name in ("open", "add", "search"))


class Plain(Adapter):
    """Somebody's module or object. ``declared`` is what it says of itself, beside its name and language."""

    def __init__(self, target: Any, name: str, declared: Message) -> None:
        introduction = {"name": name, "language": "Python", **plain_json(declared)}
        if isinstance(introduction.get("scope"), list):
            introduction["scope"] = [{"name": one} if isinstance(one, str) else one for one in introduction["scope"]]
        super().__init__(introduction)
        self._target = target

    def open(self, settings: Message) -> str:
        try:
            return self.keep(finish(self._target.open()))
        except Exception as error:
            raise Refusal("internal", f"open() raised {said(error)}") from error

    def add_session(self, instance: str, scope: Message, session: Message) -> None:
        message = {**session, "appName": scope.get("app", ""), "userId": scope.get("user", "")}
        asked(self._target.add, self.at(instance), dict(scope), message)

    def search(self, instance: str, scope: Message, query: str) -> list[Message]:
        return read_memories(asked(self._target.search, self.at(instance), dict(scope), query), "search")

    def add_events(self, instance: str, scope: Message, session_id: str, events: Sequence[Message]) -> None:
        self._optional("add_events", instance, dict(scope), session_id, events)

    def list_memories(self, instance: str, scope: Message) -> list[Message]:
        return read_memories(self._optional("list_memories", instance, dict(scope)), "list_memories")

    def get_memory(self, instance: str, scope: Message, memory_id: str) -> Message:
        found = self._optional("get_memory", instance, dict(scope), memory_id)
        if found is None:
            raise Refusal("not_found", f"no memory {memory_id!r}", "backend")
        return read_memories([found], "get_memory")[0]

    def delete_session(self, instance: str, scope: Message, session_id: str) -> None:
        self._optional("delete_session", instance, dict(scope), session_id)

    def delete_user(self, instance: str, scope: Message) -> None:
        self._optional("delete_user", instance, dict(scope))

    def delete_memory(self, instance: str, scope: Message, memory_id: str) -> None:
        self._optional("delete_memory", instance, dict(scope), memory_id)

    def change_added_event(self, instance: str, event_id: str, text: str) -> None:
        self._optional("change_added_event", instance, event_id, text)

    def change_result(self, instance: str, position: int, text: str) -> None:
        self._optional("change_result", instance, position, text)

    def settle(self, instance: str, scope: Message) -> None:
        self._optional("settle", instance, dict(scope))

    def let_go(self, what: Any) -> None:
        close = getattr(self._target, "close", None)
        if callable(close):
            asked(close, what)

    def _optional(self, name: str, instance: str, *given: Any) -> Any:
        function = getattr(self._target, name, None)
        if not callable(function):
            raise Refusal("unsupported", f"{self.introduction['name']} has no {name!r}")
        return asked(function, self.at(instance), *given)


def read_memories(found: Any, operation: str) -> list[Message]:
    """What somebody's search returned, as memories: texts, mappings, or objects with ``content`` or ``text``.

    Raises `Refusal`: of the harness, naming what was returned instead; or of the service, where its iterator raises.
    """
    if isinstance(found, (str, bytes, Mapping)) or not isinstance(found, Iterable):
        raise _no_memory(f"{operation} returned {kind_of(found)}; it returns a list of texts, mappings or objects")
    return [_memory(one, operation) for one in asked(list, found)]


def _memory(one: Any, operation: str) -> Message:
    content = one if isinstance(one, str) else _field(one, "content", "text")
    if content is None:
        raise _no_memory(f"{operation} returned {kind_of(one)} among its memories: it has neither content nor text")
    memory: dict[str, Any] = {"content": _content(content, operation)}
    if isinstance(one, str):
        return memory
    for name in ("id", "author"):
        value = _field(one, name)
        if value is not None:
            memory[name] = str(value)
    timestamp = _field(one, "timestamp")
    if timestamp is not None:
        try:
            memory["timestamp"] = float(timestamp)
        except (TypeError, ValueError, OverflowError):
            told = f"it is seconds since the epoch, not {kind_of(timestamp)}"
            raise _no_memory(f"{operation} returned a memory whose timestamp is wrong: {told}") from None
    metadata = _field(one, "custom_metadata", "customMetadata", "metadata")
    if metadata is not None:
        memory["customMetadata"] = plain_json(metadata)
    return memory


def _content(content: Any, operation: str) -> Any:
    if isinstance(content, str):
        return {"parts": [{"text": content}]}
    if hasattr(content, "model_dump"):
        return content.model_dump(by_alias=True, exclude_none=True, mode="json")
    if not isinstance(content, Mapping):
        raise _no_memory(
            f"{operation} returned a memory whose content is {kind_of(content)}; it is a text or has parts"
        )
    message = plain_json(content)
    if isinstance(message.get("parts"), list):
        message["parts"] = [
            {_PARTS.get(name, name): value for name, value in part.items()} if isinstance(part, dict) else part
            for part in message["parts"]
        ]
    return message


def plain_json(value: Any) -> Any:
    """A value in the types that JSON knows; what is of none of them, as a text."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(name): plain_json(one) for name, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain_json(one) for one in value]
    return plain_json(value.model_dump()) if hasattr(value, "model_dump") else str(value)


def kind_of(value: Any) -> str:
    """What a value is, for somebody who expected another."""
    return "None" if value is None else f"{type(value).__name__} {str(value)[:60]!r}"


def _field(one: Any, *names: str) -> Any:
    for name in names:
        value = one.get(name) if isinstance(one, Mapping) else getattr(one, name, None)
        if value is not None:
            return value
    return None


def _no_memory(message: str) -> Refusal:
    return Refusal("internal", message)
