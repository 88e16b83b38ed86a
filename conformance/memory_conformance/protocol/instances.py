"""The instances of a backend that lives in this process, and what an application in the same process could still hold of them."""

from __future__ import annotations

from itertools import count
from typing import Any, Generic, TypeVar

from memory_conformance.backend import BackendError, ErrorCode, Speaker

Kept = TypeVar("Kept")


class Instances(dict[str, Kept]):
    """What stands behind each instance that is open.

    Asked for one that is not, it raises `BackendError`, ``not_found`` of the harness: whoever asks is wrong, not the service.
    """

    def __init__(self) -> None:
        super().__init__()
        self._ids = count(1)

    def keep(self, what: Kept) -> str:
        """Give an instance an id that no other has had."""
        instance = str(next(self._ids))
        self[instance] = what
        return instance

    def __missing__(self, instance: str) -> Kept:
        raise _not_found(f"no instance {instance!r} is open")


class Handed(Generic[Kept]):
    """One instance of a service: the event objects that it was handed, by their ids, and its last result."""

    def __init__(self, service: Kept) -> None:
        self.service = service
        self.events: dict[str, Any] = {}
        self.result: list[Any] = []

    def change_event(self, event_id: str, text: str) -> None:
        """Change the first text of an event that was handed over. Raises `BackendError` where none of that id was."""
        if event_id not in self.events:
            raise _not_found(f"no event {event_id!r} was added")
        _set_first_text(self.events[event_id].content, text)

    def change_result(self, position: int, text: str) -> None:
        """Change the first text of a memory of the last result. Raises `BackendError` where it has none at this position."""
        if not 0 <= position < len(self.result):
            raise _not_found(f"the last search returned no memory at position {position}")
        _set_first_text(self.result[position].content, text)


def _set_first_text(content: Any, text: str) -> None:
    for part in getattr(content, "parts", None) or ():
        if part.text:
            part.text = text
            return


def _not_found(message: str) -> BackendError:
    return BackendError(ErrorCode.NOT_FOUND, message, Speaker.HARNESS)
