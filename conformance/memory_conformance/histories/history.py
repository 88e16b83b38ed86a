"""A history: operations of the protocol in their order, and what a backend answers to each on a fresh instance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory_conformance.backend import Backend, BackendError, Speaker
from memory_conformance.protocol.operations import OPERATIONS
from memory_conformance.protocol.reading import read_message

READING = frozenset({"search", "list_memories"})
"""The operations that are answered with memories."""


@dataclass(frozen=True)
class Call:
    """One operation with its parameters as JSON, without the instance: each player has one of its own."""

    operation: str
    parameters: Mapping[str, Any]


History = Sequence[Call]


@dataclass(frozen=True)
class Answer:
    """What came back: memories as JSON, one error code, or neither, for an operation that says only that it is done."""

    memories: tuple[Mapping[str, Any], ...] | None = None
    error: str | None = None


def play(history: History, backend: Backend) -> list[Answer]:
    """What a backend answers, call by call. Raises `BackendError` where its harness failed: then nothing was observed."""
    instance = backend.open({})
    try:
        return [_answer(backend, instance, call) for call in history]
    finally:
        backend.close(instance)


def events_of(history: History) -> Iterator[Mapping[str, Any]]:
    """Every event that is handed over, also those that are handed over again."""
    for call in history:
        yield from call.parameters.get("session", call.parameters).get("events", ())


def text_of(content: Mapping[str, Any] | None) -> str:
    """The non-empty texts of a content, joined by one space: how a memory is named."""
    return " ".join(part["text"] for part in (content or {}).get("parts") or () if part.get("text"))


def _answer(backend: Backend, instance: str, call: Call) -> Answer:
    known = OPERATIONS[call.operation]
    try:
        # Not by `ask`, which holds nothing that a harness answers against the protocol.
        asked = read_message(known.parameters, {"instance": instance, **call.parameters})
        answer = known.perform(backend, asked).to_wire()
    except BackendError as error:
        if error.speaker is Speaker.HARNESS:
            raise
        return Answer(error=error.code.value)
    if call.operation in READING:
        return Answer(memories=tuple(_as_it_counts(memory) for memory in answer["memories"]))
    return Answer()


def _as_it_counts(memory: Mapping[str, Any]) -> dict[str, Any]:
    """A memory without what says nothing: fields that are null, false or empty are as good as absent, as in languages without null.

    A time counts to the millisecond, the finest that all languages of upstream services keep.
    """
    counted = {key: value for key, value in memory.items() if value not in (None, "", {})}
    if "timestamp" in counted:
        counted["timestamp"] = round(float(counted["timestamp"]), 3)
    content = memory.get("content") or {}
    parts = [_part(part) for part in content.get("parts") or ()]
    role = content.get("role")
    counted["content"] = {**({"role": role} if role else {}), "parts": parts}
    return counted


def _part(part: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in part.items() if value not in (None, False, "", {})}
