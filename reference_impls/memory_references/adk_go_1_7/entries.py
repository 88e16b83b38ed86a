"""A memory as Go writes it for a model: ``encoding/json`` on memory.Entry (v1.7.0 memory/service.go L54-66) and on what it holds.

The fields of an entry have no names for JSON, and so are called as in Go; those of a content leave out what is zero.
"""

from __future__ import annotations

import math
from typing import Any

from memory_conformance.model import Content, Memory, Part
from memory_references.times import civil

FIRST_YEAR = -62135596800
"""The second in which the zero of Go's ``time.Time`` is, the first of the year 1."""

_POINTERS = frozenset({"functionCall", "functionResponse", "inlineData", "fileData"})


def entry_json(memory: Memory) -> dict[str, Any]:
    """An entry with all of its fields."""
    whole, nanoseconds = _time(memory.timestamp)
    year, month, day, hour, minute, second = civil(whole)
    fraction = f".{nanoseconds:09}".rstrip("0") if nanoseconds else ""
    return {
        "ID": memory.id or "",
        "Content": content_json(memory.content),
        "Author": memory.author or "",
        "Timestamp": f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z",
        "CustomMetadata": memory.custom_metadata,
    }


def content_json(content: Content) -> dict[str, Any]:
    """A content of google.golang.org/genai, every field of which is left out where it is empty."""
    return _without_zeros({"parts": [part_json(part) for part in content.parts or ()], "role": content.role})


def part_json(part: Part) -> dict[str, Any]:
    """A part; nothing at all where it is the zero of its type."""
    return _without_zeros(
        {
            "text": part.text,
            "thought": part.thought,
            "functionCall": _of(part.function_call, "id", "args", "name"),
            "functionResponse": _of(part.function_response, "id", "name", "response"),
            "inlineData": _of(part.inline_data, "displayName", "data", "mimeType"),
            "fileData": _of(part.file_data, "displayName", "fileUri", "mimeType"),
        }
    )


def _of(value: dict[str, Any] | None, *names: str) -> dict[str, Any] | None:
    return None if value is None else _without_zeros({name: value.get(name) for name in names})


def _without_zeros(value: dict[str, Any]) -> dict[str, Any]:
    # What is empty behind a pointer stays: only nil is left out there.
    return {name: one for name, one in value.items() if one or (name in _POINTERS and one is not None)}


def rfc3339(timestamp: float | None) -> str | None:
    """A time in ``time.RFC3339``, which has no fraction of a second; None for no time."""
    whole, nanoseconds = _time(timestamp)
    if (whole, nanoseconds) == (FIRST_YEAR, 0):
        return None
    year, month, day, hour, minute, second = civil(whole)
    return f"{_four(year)}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"


def _four(year: int) -> str:
    return f"{year:04}" if year >= 0 else f"-{-year:04}"


def _time(timestamp: float | None) -> tuple[int, int]:
    """Seconds and nanoseconds. A number of seconds is taken to mean the nearest microsecond, if it can be that."""
    if timestamp is None:
        return FIRST_YEAR, 0
    whole = math.floor(timestamp)
    nanoseconds = _round((timestamp - whole) * 1e6) * 1000
    if whole + nanoseconds / 1e9 != timestamp:
        nanoseconds = _round((timestamp - whole) * 1e9)
    return whole + nanoseconds // 10**9, nanoseconds % 10**9


def _round(number: float) -> int:
    return math.floor(number + 0.5)
