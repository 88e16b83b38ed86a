"""What each operation of the protocol takes and gives: the messages around those of the model."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from memory_conformance.managed import ServiceScript
from memory_conformance.model import PROTOCOL_VERSION, Event, Memory, Session, Wire
from memory_conformance.turn import Turn


class HelloParameters(Wire):
    """Asks a backend to introduce itself; ``protocol`` is the version that the asking side speaks."""

    protocol: str = PROTOCOL_VERSION


class OpenParameters(Wire):
    """Asks for an empty instance. ``settings`` is empty today."""

    settings: dict[str, Any] = Field(default_factory=dict)


class OfInstance(Wire):
    """Names an instance that `open` gave."""

    instance: str


class InScope(OfInstance):
    """Names an instance and whose memories are meant: a value for each scope field of the backend."""

    scope: dict[str, str]


class AddSessionParameters(InScope):
    """Hands a session to memory. ``scope`` wins over the names inside the session."""

    session: Session


class SearchParameters(InScope):
    """Searches the memories of a scope."""

    query: str


class AddEventsParameters(InScope):
    """Hands single events of a session to memory."""

    session_id: str
    events: list[Event]


class OfMemory(InScope):
    """Names one memory of a scope."""

    memory_id: str


class OfSession(InScope):
    """Names one session of a scope."""

    session_id: str


class ChangeAddedEventParameters(OfInstance):
    """Changes the first text of an event object that was handed over earlier."""

    event_id: str
    text: str


def _whole(found: Any) -> Any:
    # JSON has one kind of number: 1.0 is a whole one.
    return int(found) if isinstance(found, float) and found.is_integer() else found


class ChangeResultParameters(OfInstance):
    """Changes the first text of a memory of the last search, counted from 0."""

    position: Annotated[int, Field(ge=0), BeforeValidator(_whole)]
    text: str


class PlayTurnParameters(InScope):
    """Plays a turn of a conversation against a scripted model."""

    turn: Turn


class ScriptServiceParameters(ServiceScript, OfInstance):
    """Says how the managed service behaves from here on."""

    def script(self) -> ServiceScript:
        """What it says, without the instance."""
        return ServiceScript.model_validate(self.model_dump(exclude={"instance"}))


class Opened(Wire):
    """The instance that was opened."""

    instance: str


class Done(Wire):
    """Says that it is done."""


class Memories(Wire):
    """Memories, in the backend's order."""

    memories: list[Memory]


class Got(Wire):
    """One memory."""

    memory: Memory
