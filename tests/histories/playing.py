"""The shortest ways to have two services compared, and to have the scenario that comes of it played on both."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from engine.toys import judged, specification
from histories.faults import FAULTS
from histories.services import OfBothKinds, Sound
from memory_conformance.backend import Backend
from memory_conformance.histories.comparing import Comparison, Side, compare
from memory_conformance.histories.history import Answer, Call, History
from memory_conformance.model import Hello
from memory_conformance.specification import Behaviour

NAMES = ("first", "second")
TAGS = ("adk-go-1.7", "adk-java-1.8")
"""Two references that a scenario may name, whoever gives the answers."""


def side(backend: Backend) -> Side:
    """A backend as one side of a comparison."""
    return Side(backend, backend.hello(), prefix="mc-")


def compared(first: Backend, second: Backend, count: int = 200, seed: int = 7) -> Comparison:
    """What comes of it when two backends are held against each other."""
    return compare((side(first), side(second)), count, seed)


@cache
def planted(fault: type[Sound]) -> tuple[tuple[Backend, Backend], Comparison]:
    """The sound service and one with a fault, and what comes of it when they are held against each other."""
    sound = OfBothKinds() if issubclass(fault, OfBothKinds) else Sound()
    backends = (sound, fault())
    return backends, compared(*backends, FAULTS[fault].histories)


class _Noting(Side):
    """A side that notes what it is to play, and answers nothing at all."""

    def __init__(self, hello: Hello) -> None:
        super().__init__(Sound(), hello)
        self.heard: list[tuple[Call, ...]] = []

    def play(self, history: History) -> list[Answer]:
        self.heard.append(tuple(history))
        return [Answer() for _ in history]


def made(count: int, seed: int = 7, *hellos: Hello) -> list[tuple[Call, ...]]:
    """The histories that a comparison plays on backends which introduce themselves so."""
    first, second = hellos or (Hello(name="first"), Hello(name="second"))
    noting = _Noting(first)
    compare((noting, _Noting(second)), count, seed)
    return noting.heard


def read(folder: Path, scenario: str) -> Behaviour:
    """A scenario, pasted into a feature. Raises `SpecificationError`."""
    (only,) = specification(folder, f"Feature: What a comparison showed\n\n{scenario}").behaviours
    return only


def fitting(behaviour: Behaviour, backends: Sequence[Backend], tags: Sequence[str] = TAGS) -> list[list[str]]:
    """For each backend, which of the claims hold for it."""
    return [[tag for tag in tags if judged(behaviour, backend, tag).word.value == "pass"] for backend in backends]


def added(
    *events: Any, user: str = "ana", app: str = "shop", session: str = "s1", operation: str = "add_session"
) -> Call:
    """A session that is added: a text is an event that says it, a dictionary has what an event has beside the usual."""
    scope = {"app": app, "user": user}
    written = [_event(f"{session}-{place}", event) for place, event in enumerate(events, start=1)]
    if operation == "add_events":
        return Call(operation, {"scope": scope, "sessionId": session, "events": written})
    return Call(operation, {"scope": scope, "session": {"id": session, "events": written}})


def searched(query: str, user: str = "ana", app: str = "shop") -> Call:
    """A search."""
    return Call("search", {"scope": {"app": app, "user": user}, "query": query})


def _event(name: str, event: Any) -> dict[str, Any]:
    usual = {"id": name, "author": "user", "timestamp": 1767225600.0}
    if isinstance(event, str):
        return {**usual, "content": {"role": "user", "parts": [{"text": event}]}}
    return {**usual, **event}
