"""Faults of what a memory carries beside its text, in the ports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from memory_conformance.model import Event, Memory
from memory_references.adk_go_1_7.service import InMemoryService, _entry
from memory_references.adk_java_1_8.service import InMemoryMemoryService as JavaService
from memory_references.adk_js_2_0.service import InMemoryMemoryService as JsService
from memory_references.library import Failure
from memory_references.planted.bases import GO, JAVA, JS
from memory_references.planted.fault import Kind
from memory_references.planted.otherwise import otherwise


def entries(change: Callable[[Memory], dict[str, Any]]) -> Any:
    """How the service of Go searches, where what is handed on of a memory is something else."""

    def entry(value: Any) -> Memory:
        memory = _entry(value)
        return memory.model_copy(update=change(memory))

    return otherwise(InMemoryService.search_memory, _entry=entry)


@GO(Kind.RESULTS, "CARRY-007", "CARRY-002", "SHOWN-003")
class MillisecondsForSeconds(InMemoryService):
    """Times are handed on in milliseconds."""

    search_memory = entries(lambda memory: {"timestamp": (memory.timestamp or 0.5) * 1000})


@GO(Kind.RESULTS, "CARRY-007")
class WholeSeconds(InMemoryService):
    """Of a time the fraction of a second is dropped."""

    search_memory = entries(lambda memory: {"timestamp": float(int(memory.timestamp or 0))})


@GO(Kind.RESULTS, "CARRY-008", "FOUND-002")
class IdsWithheld(InMemoryService):
    """A memory has no id."""

    search_memory = entries(lambda memory: {"id": None})


@GO(Kind.RESULTS, "CARRY-009", "FOUND-005")
class MetadataWithheld(InMemoryService):
    """The metadata of an event are left behind."""

    search_memory = entries(lambda memory: {"custom_metadata": None})


@GO(Kind.RESULTS, "CARRY-011", "CARRY-001", "SHOWN-004")
class RoleIsTheAuthor(InMemoryService):
    """Who spoke is told by the role, and not by the name."""

    search_memory = entries(lambda memory: {"author": memory.content.role})


@GO(Kind.RESULTS, "CARRY-006", "CARRY-005", "KEEP-010")
class PartsJoined(InMemoryService):
    """The texts of a message come back as one."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        found = super().search_memory(app_name, user_id, query)
        return [_joined(memory) for memory in found]


@GO(Kind.RESULTS, "CARRY-010", errs=True, seen_in="google-adk, every release")
class CalendarEnds(InMemoryService):
    """A time beyond the year 9999 makes the search fail."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        found = super().search_memory(app_name, user_id, query)
        if any((memory.timestamp or 0) > 253402300799 for memory in found):
            raise Failure("year is out of range")
        return found


@JAVA(Kind.RESULTS, "CARRY-007")
class JavaTimesRight(JavaService):
    """The time of a memory is that of its event, where the source has a thousand times that."""

    search_memory = otherwise(JavaService.search_memory, format_timestamp=float)


class OfEvents(JsService):
    """The service of TypeScript, which hands on something more of an event."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        events = [event for sessions in self._session_events.values() for of in sessions.values() for event in of]
        found = super().search_memory(app_name, user_id, query)
        for memory in found:
            self.hand_on(next(event for event in events if event.content is memory.content), memory)
        return found

    def hand_on(self, event: Event, memory: Memory) -> None:
        """Put more of an event into its memory."""


@JS(Kind.RESULTS, "CARRY-008")
class ScriptHandsOnIds(OfEvents):
    """A memory has the id of its event, where the source leaves it behind."""

    def hand_on(self, event: Event, memory: Memory) -> None:
        memory.id = event.id


@JS(Kind.RESULTS, "CARRY-009")
class ScriptHandsOnMetadata(OfEvents):
    """A memory has the metadata of its event, where the source leaves them behind."""

    def hand_on(self, event: Event, memory: Memory) -> None:
        memory.custom_metadata = event.custom_metadata


def _joined(memory: Memory) -> Memory:
    texts = [part for part in memory.content.parts or () if part.text is not None]
    if len(texts) < 2:
        return memory
    one = texts[0].model_copy(update={"text": memory.text(), "thought": None})
    rest = [part for part in memory.content.parts or () if part.text is None]
    return memory.model_copy(update={"content": memory.content.model_copy(update={"parts": [one, *rest]})})
