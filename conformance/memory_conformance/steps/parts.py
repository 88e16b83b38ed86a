"""How the parts of a content are written in a table or a sentence: ``"a text", thought "a text", call NAME …``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory_conformance.model import Content, Part
from memory_conformance.sentence import QUOTED, SentenceError, kind, quote, unquote

NO_CONTENT = "no content"
NO_PARTS = "no parts"

_ITEM = rf"{QUOTED}|thought {QUOTED}|call \w+|response \w+|image"
PARTS = rf"(?:{_ITEM})(?:, (?:{_ITEM}))*"
"""A list of parts, as a pattern."""

_ONE_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="


def read_content(written: str, role: str) -> Content | None:
    """The content that a ``parts`` cell describes: None for ``no content``. Raises `SentenceError`."""
    if written == NO_CONTENT:
        return None
    if written == NO_PARTS:
        return Content(role=role, parts=[])
    return Content(role=role, parts=read_parts(written))


def read_parts(written: str) -> list[Part]:
    """The parts in a list such as ``"alpha", call get_weather``. Raises `SentenceError`."""
    if re.fullmatch(PARTS, written, re.DOTALL) is None:
        raise SentenceError(
            f'{written!r} is no list of parts; write "a text", thought "a text", call NAME, response NAME, image,'
            f" or {NO_PARTS}, or {NO_CONTENT}"
        )
    return [_read_part(item) for item in re.findall(_ITEM, written, re.DOTALL)]


def describe_parts(parts: Iterable[Part] | None) -> str:
    """Parts as a sentence would write them, or ``no parts``."""
    return ", ".join(_describe_part(part) for part in parts or ()) or NO_PARTS


def _read_part(item: str) -> Part:
    kind, _, name = item.partition(" ")
    if item.startswith('"'):
        return Part(text=unquote(item))
    if kind == "thought":
        return Part(text=unquote(name), thought=True)
    if kind == "call":
        return Part(function_call={"name": name, "args": {"city": "Lisbon"}})
    if kind == "response":
        return Part(function_response={"name": name, "response": {"result": "sunny"}})
    return Part(inline_data={"mimeType": "image/png", "data": _ONE_PIXEL})


def _describe_part(part: Part) -> str:
    if part.function_call is not None:
        return f"call {part.function_call.get('name', '?')}"
    if part.function_response is not None:
        return f"response {part.function_response.get('name', '?')}"
    if part.inline_data is not None or part.file_data is not None:
        return "image"
    return f"{'thought ' if part.thought else ''}{quote(part.text or '')}"


kind("parts", PARTS, read_parts)
