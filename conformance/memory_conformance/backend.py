"""What stands behind every name: one small protocol, whoever speaks it.

A Python port, a real library, an HTTP service or a container are all a `Backend`. No step, report or test knows which.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from memory_conformance.managed import ServiceCalls, ServiceScript
from memory_conformance.model import Capability, Event, Hello, Memory, Scope, Session
from memory_conformance.protocol.operations import OPERATIONS
from memory_conformance.protocol.parameters import InScope
from memory_conformance.protocol.reading import MessageError, read_message
from memory_conformance.turn import Played, Turn


class ErrorCode(StrEnum):
    """The kinds of errors that a backend may answer with."""

    INVALID_ARGUMENT = "invalid_argument"
    NOT_FOUND = "not_found"
    PERMISSION_DENIED = "permission_denied"
    RATE_LIMITED = "rate_limited"
    UNAVAILABLE = "unavailable"
    UNSUPPORTED = "unsupported"
    INTERNAL = "internal"


class Speaker(StrEnum):
    """Who speaks in an error: the service under test, or the program that puts it behind the protocol."""

    BACKEND = "backend"
    HARNESS = "harness"


class BackendError(Exception):
    """An error as an answer. The backend's own is an observation; a harness's means that nothing could be observed.

    ``retry_after`` is in seconds, where a backend that is asked too often says when to come again. ``log`` are the last
    lines that the harness logged before it failed.
    """

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        speaker: Speaker = Speaker.BACKEND,
        *,
        retry_after: float | None = None,
        log: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.speaker = speaker
        self.retry_after = retry_after
        self.log = tuple(log)

    def __str__(self) -> str:
        return f"{self.code.value}: {self.message}"


class Gone(BackendError):
    """The backend gives no answer any more, and asking again would only cost time: nothing more is asked of it in this run."""

    def __init__(self, message: str, *, log: Sequence[str] = ()) -> None:
        super().__init__(ErrorCode.UNAVAILABLE, message, Speaker.HARNESS, log=log)


class Lost(BackendError):
    """What an instance held is lost, since its harness was started afresh: by whosever fault, and not by what is asked."""

    def __init__(self, message: str) -> None:
        super().__init__(ErrorCode.UNAVAILABLE, message, Speaker.HARNESS)


class Spent(Gone):
    """The calls that a run may make are made; what is left of it is not run."""


class HarnessError(Exception):
    """A backend that cannot be started: an import, a factory or a ``hello`` that fails. One line; the cause has the trace.

    ``log`` are the last lines that it logged.
    """

    def __init__(self, message: str, *, log: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.log = tuple(log)


class Backend(ABC):
    """A memory service behind the protocol.

    Each `open` gives an *instance*: a memory of its own, empty, not seen by any other instance. Every later call carries it.
    Four operations are always there; each of the others needs its capability in `hello`. All of them raise `BackendError`
    and nothing else; ``session`` and ``events`` are the backend's to keep and to change.
    """

    @abstractmethod
    def hello(self) -> Hello:
        """Name, version, scope fields, capabilities and claim. Has no effect."""

    @abstractmethod
    def open(self, settings: Mapping[str, Any]) -> str:
        """Open an empty instance and return its id."""

    @abstractmethod
    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        """Hand a session to memory. The names in ``scope`` win over those inside the session."""

    @abstractmethod
    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        """The memories of the scope that answer the query, in the backend's order."""

    def add_events(self, instance: str, scope: Scope, session_id: str, events: Sequence[Event]) -> None:
        """Hand single events of a session to memory (capability ``add_events``)."""
        raise self._without(Capability.ADD_EVENTS)

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        """All memories of the scope (capability ``list_memories``)."""
        raise self._without(Capability.LIST_MEMORIES)

    def get_memory(self, instance: str, scope: Scope, memory_id: str) -> Memory:
        """One memory by its id (capability ``get_memory``); ``not_found`` where the scope has none of that id."""
        raise self._without(Capability.GET_MEMORY)

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        """Forget what a session brought (capability ``delete_session``)."""
        raise self._without(Capability.DELETE_SESSION)

    def delete_user(self, instance: str, scope: Scope) -> None:
        """Forget everything in the scope (capability ``delete_user``)."""
        raise self._without(Capability.DELETE_USER)

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        """Forget one memory (capability ``delete_memory``)."""
        raise self._without(Capability.DELETE_MEMORY)

    def change_added_event(self, instance: str, event_id: str, text: str) -> None:
        """Change the first text of an event object that was handed over earlier (capability ``shared_objects``)."""
        raise self._without(Capability.SHARED_OBJECTS)

    def change_result(self, instance: str, position: int, text: str) -> None:
        """Change the first text of a memory of the last search, counted from 0 (capability ``shared_objects``)."""
        raise self._without(Capability.SHARED_OBJECTS)

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        """Play a turn of a conversation against a scripted model (capability ``turn``)."""
        raise self._without(Capability.TURN)

    def put_session(self, instance: str, scope: Scope, session: Session) -> None:
        """Let the service keep a conversation, as if it had taken place there (capability ``managed``)."""
        raise self._without(Capability.MANAGED)

    def submit_session(self, instance: str, scope: Scope, session: Session) -> None:
        """Hand a session to the library, whatever the service keeps of it (capability ``managed``)."""
        raise self._without(Capability.MANAGED)

    def script_service(self, instance: str, script: ServiceScript) -> None:
        """Say how the service behaves from here on (capability ``managed``)."""
        raise self._without(Capability.MANAGED)

    def complete(self, instance: str) -> None:
        """Let the service make the memories that it held (capability ``managed``)."""
        raise self._without(Capability.MANAGED)

    def service_calls(self, instance: str) -> ServiceCalls:
        """What the service was sent (capability ``managed``)."""
        raise self._without(Capability.MANAGED)

    def settle(self, instance: str, scope: Scope) -> None:
        """Return when all writes of the scope are visible (capability ``settle``)."""
        raise self._without(Capability.SETTLE)

    def close(self, instance: str) -> None:
        """Let an instance go. Closing one that is gone already is no error."""
        return

    def disconnect(self) -> None:
        """Let the whole backend go: its process, its connection, its thread."""
        return

    def ask(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        """Any operation by its name, with messages as they are on the wire: what puts a backend behind a transport.

        Raises `BackendError`: of the harness, for an operation or a message that is none; else what the operation raises.
        """
        known = OPERATIONS.get(operation)
        if known is None:
            raise BackendError(ErrorCode.UNSUPPORTED, f"there is no operation {operation!r}", Speaker.HARNESS)
        try:
            asked = read_message(known.parameters, parameters)
        except MessageError as error:
            raise BackendError(ErrorCode.INVALID_ARGUMENT, f"{operation}: {error}", Speaker.HARNESS) from None
        if isinstance(asked, InScope):
            for field in self.hello().scope:
                if field.name not in asked.scope:
                    message = f"{operation}: scope: it has no {field.name!r}"
                    raise BackendError(ErrorCode.INVALID_ARGUMENT, message, Speaker.HARNESS)
        return known.perform(self, asked).to_wire()

    def _without(self, capability: Capability) -> BackendError:
        return BackendError(ErrorCode.UNSUPPORTED, f"{type(self).__name__} has no {capability.value}", Speaker.HARNESS)
