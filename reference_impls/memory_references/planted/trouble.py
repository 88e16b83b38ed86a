"""Faults that show in trouble: where messages come twice or late, answers get lost, and many ask at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from time import sleep
from typing import Any

from memory_conformance.model import Event, Memory, Session
from memory_references.library import Failure
from memory_references.planted.bases import COMPLETE
from memory_references.planted.complete import Complete
from memory_references.planted.fault import Kind

_A_MOMENT = 0.003
"""Seconds in which others come in between."""


@COMPLETE(Kind.TROUBLE, "LEAK-040", "LEAK-045")
class CrossedInFlight(Complete):
    """Whose session it is that is added is kept in one place for all callers: of two at once, both are the last one's."""

    def add_session_to_memory(self, session: Session) -> None:
        self.adding = session.app_name, session.user_id
        sleep(_A_MOMENT)
        app, user = self.adding
        super().add_session_to_memory(session.model_copy(update={"app_name": app, "user_id": user}))


@COMPLETE(Kind.TROUBLE, "LEAK-045", "LEAK-031")
class AnsweredInFlight(Complete):
    """What a search found is kept in one place for all callers until it is given back."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        self.found = super().search_memory(app_name, user_id, query)
        sleep(_A_MOMENT)
        return self.found


@COMPLETE(Kind.TROUBLE, "LEAK-041", "LEAK-046")
class AcknowledgedAndDropped(Complete):
    """A session that comes while another is being written is acknowledged, and never stored."""

    def __init__(self) -> None:
        super().__init__()
        self.writing = 0

    def add_session_to_memory(self, session: Session) -> None:
        self.writing += 1
        try:
            if self.writing == 1:
                sleep(_A_MOMENT)
                super().add_session_to_memory(session)
        finally:
            self.writing -= 1


@COMPLETE(Kind.TROUBLE, "LEAK-042", "LEAK-047", "LEAK-020", seen_in="MemMachine/MemMachine#320")
class HalfIsLeft(Complete):
    """Some adds fail in the middle, and what was written by then stays."""

    def __init__(self) -> None:
        super().__init__()
        self.added = count(1)

    def add_session_to_memory(self, session: Session) -> None:
        fails = len(session.events) > 1 and (next(self.added) % 3 == 0 or _is_unwritable(session.events))
        if fails:
            session = session.model_copy(update={"events": session.events[: len(session.events) // 2]})
        super().add_session_to_memory(session)
        if fails:
            raise Failure("the disk is full")


def _is_unwritable(events: Sequence[Event]) -> bool:
    texts: list[Any] = [event.content.text() for event in events if event.content is not None]
    return any("\0" in text for text in texts)
