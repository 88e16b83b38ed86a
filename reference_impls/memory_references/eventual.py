"""adk-go-1.7 behind an index that lags: what is added is found two seconds later. A backend to try the waiting on.

``memory-conformance run python:memory_references.eventual``
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from memory_conformance.model import Memory, Scope, Session
from memory_conformance.protocol.instances import Handed
from memory_references.adk_go_1_7.service import InMemoryService

DELAY = 2.0
"""Seconds after which what was added is found."""
BOUND = 2.5
"""Seconds that it declares."""


class Lagging(Handed[InMemoryService]):
    """One memory. What is written waits in line until it is due, and then happens in its order."""

    def __init__(self, delay: float, now: Callable[[], float]) -> None:
        super().__init__(InMemoryService())
        self._delay = delay
        self._now = now
        self._line: deque[tuple[float, Callable[[], None]]] = deque()

    def later(self, write: Callable[[], None]) -> None:
        """Do this when it is due."""
        self._line.append((self._now() + self._delay, write))

    def catch_up(self) -> None:
        """Do what is due by now."""
        while self._line and self._line[0][0] <= self._now():
            self._line.popleft()[1]()


class Eventual:
    """The service as plain functions. ``delay`` and ``bound`` are in seconds, ``now`` tells the time."""

    def __init__(self, delay: float = DELAY, bound: float = BOUND, now: Callable[[], float] = time.monotonic) -> None:
        self.declares: dict[str, Any] = {
            "name": "eventual",
            "version": "1.7.0",
            "capabilities": ["shared_objects"],
            "claim": "adk-go-1.7",
            "bounds": {"write": bound},
        }
        self._delay = delay
        self._now = now

    def open(self) -> Lagging:
        """An empty memory."""
        return Lagging(self._delay, self._now)

    def add(self, memory: Lagging, scope: Scope, session: Mapping[str, Any]) -> None:
        """Add a session, later."""
        message = Session.model_validate(session)
        memory.events.update({event.id: event for event in message.events})
        memory.later(lambda: memory.service.add_session_to_memory(message))

    def search(self, memory: Lagging, scope: Scope, query: str) -> list[Memory]:
        """What is found by now."""
        memory.catch_up()
        memory.result = memory.service.search_memory(scope["app"], scope["user"], query)
        return list(memory.result)

    def change_added_event(self, memory: Lagging, event_id: str, text: str) -> None:
        """Change an event that was handed over."""
        memory.later(lambda: memory.change_event(event_id, text))

    def change_result(self, memory: Lagging, position: int, text: str) -> None:
        """Change a memory of the last result."""
        memory.change_result(position, text)


_SERVICE = Eventual()
declares = _SERVICE.declares
open = _SERVICE.open
add = _SERVICE.add
search = _SERVICE.search
change_added_event = _SERVICE.change_added_event
change_result = _SERVICE.change_result
