"""What of a turn reached the model, read off the recorded requests. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from memory_conformance.model import Content
from memory_conformance.turn import ModelRequest, Played

OPENING = "<PAST_CONVERSATIONS>"
CLOSING = "</PAST_CONVERSATIONS>"
"""The lines between which every known preload_memory puts what it found."""
ANY_TEXT = "…"
"""Stands, in what is expected, for a text whose words do not matter."""
TOOL_NAMES = ("load_memory", "loadMemory", "preload_memory")
"""How memory tools are called in the libraries."""

NOWHERE = "nowhere"
IN_INSTRUCTION = "in the system instruction"
BEFORE_MESSAGE = "in a message before the user's"
AFTER_MESSAGE = "in a message behind the user's"
LAST = "in a message of their own, the last"
PLACES = (NOWHERE, IN_INSTRUCTION, BEFORE_MESSAGE, AFTER_MESSAGE, LAST)


def responses(requests: list[ModelRequest]) -> list[dict[str, Any]]:
    """What tools gave back to the model in this turn, in order: of the last request, what the first one did not have yet."""
    if not requests:
        return []
    earlier = len(list(_responses(requests[0].contents)))
    return list(_responses(requests[-1].contents))[earlier:]


def _responses(contents: list[Content]) -> Iterator[dict[str, Any]]:
    for content in contents:
        for part in content.parts or ():
            if part.function_response is not None:
                yield part.function_response.get("response") or {}


def entries(response: Mapping[str, Any]) -> list[Any] | None:
    """The memories in what load_memory gave back; None where it gave no list of any."""
    inner = response.get("result", response)
    found = inner.get("memories") if isinstance(inner, dict) else None
    return found if isinstance(found, list) else None


def past_conversations(request: ModelRequest) -> str | None:
    """What stands between the lines of `OPENING` and the last `CLOSING`; None where there is no such block."""
    for text in (request.system_instruction or "", *(text for _, text in _texts(request))):
        start, end = text.find(f"{OPENING}\n"), text.rfind(f"\n{CLOSING}")
        if start >= 0 and end >= start:
            return text[start + len(OPENING) + 1 : end] if end > start + len(OPENING) else ""
    return None


def place(request: ModelRequest, said: Content) -> str:
    """Where in a request the past conversations stand: one of `PLACES`. ``said`` is the user's message of the turn."""
    if OPENING in (request.system_instruction or ""):
        return IN_INSTRUCTION
    at = next((number for number, text in _texts(request) if OPENING in text), None)
    if at is None:
        return NOWHERE
    message = next(
        (
            number
            for number, content in reversed(list(enumerate(request.contents)))
            if number != at and _same(content, said)
        ),
        None,
    )
    if message is None or at < message:
        return BEFORE_MESSAGE
    return LAST if at == len(request.contents) - 1 else AFTER_MESSAGE


def named_tools(request: ModelRequest) -> list[str]:
    """The memory tools that the system instruction speaks of."""
    instruction = request.system_instruction or ""
    return [name for name in TOOL_NAMES if re.search(rf"(?<![\w])({name})(?![\w])", instruction)]


def parameters(schema: Mapping[str, Any] | None) -> list[str]:
    """The parameters that a schema declares, as ``query (string, required)``, with what is said of each."""
    asked = schema or {}
    required = asked.get("required") or []
    return [_parameter(name, one, name in required) for name, one in (asked.get("properties") or {}).items()]


def _parameter(name: str, schema: Mapping[str, Any], required: bool) -> str:
    told = f"{name} ({str(schema.get('type', 'anything')).lower()}{', required' if required else ''})"
    return f"{told}: {schema['description']}" if schema.get("description") else told


def all_texts(played: Played) -> list[str]:
    """Every text that reached the model of the turn's agent, the user's own included."""
    found: list[str] = []
    for request in played.requests:
        found.append(request.system_instruction or "")
        for content in request.contents:
            for part in content.parts or ():
                found += [part.text or "", *_strings(part.function_response)]
    return [text for text in found if text]


def fits(expected: Any, actual: Any) -> bool:
    """Whether a JSON value is the expected one, in which `ANY_TEXT` stands for any text that is not empty."""
    if expected == ANY_TEXT:
        return isinstance(actual, str) and actual != ""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return expected.keys() == actual.keys() and all(fits(one, actual[name]) for name, one in expected.items())
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(fits, expected, actual))
    return type(expected) is type(actual) and bool(expected == actual)


def reads_as(expected: str | None, actual: str | None) -> bool:
    """Whether a text is the expected one, in which `ANY_TEXT` stands for any words within one line."""
    if expected is None or actual is None:
        return expected is actual
    return re.fullmatch(r"[^\n]+".join(map(re.escape, expected.split(ANY_TEXT))), actual) is not None


def _texts(request: ModelRequest) -> Iterator[tuple[int, str]]:
    for number, content in enumerate(request.contents):
        for part in content.parts or ():
            if part.text:
                yield number, part.text


def _same(one: Content, other: Content) -> bool:
    return [part.text for part in one.parts or ()] == [part.text for part in other.parts or ()]


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _strings(one)
