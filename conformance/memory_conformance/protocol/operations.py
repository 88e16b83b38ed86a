"""The operations of the protocol: the message that each takes, the message that it gives, and how a backend performs it.

The one table that clients, servers, schemas and the checks of a harness are made from.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field, ValidationError

from memory_conformance.model import PROTOCOL_VERSION, Capability, Event, Hello, Memory, Session, Wire
from memory_conformance.secrets import hide
from memory_conformance.turn import Played, Turn

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Message = TypeVar("Message", bound=Wire)
_IN_JSON = {
    "list_type": "an array",
    "set_type": "an array",
    "dict_type": "an object",
    "model_type": "an object",
    "string_type": "a string",
    "float_type": "a number",
    "int_type": "a whole number",
    "bool_type": "true or false",
}
"""What should be there, in the words of JSON, by what Pydantic calls it."""
_MOST_SHOWN = 120
"""Characters that are shown of what came in its place."""


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


@dataclass(frozen=True)
class Operation:
    """One operation. ``capability`` is what a backend declares to have it; None for what all have.

    ``destructive`` marks what takes away or alters something that was stored.
    """

    name: str
    parameters: type[Wire]
    result: type[Wire]
    perform: Callable[[Any, Any], Wire]
    """Performs it on a `memory_conformance.backend.Backend`, given its parameters."""
    capability: Capability | None = None
    destructive: bool = False


def _done(call: Callable[[Any, Any], None]) -> Callable[[Any, Any], Wire]:
    def perform(backend: Any, asked: Any) -> Wire:
        call(backend, asked)
        return Done()

    return perform


OPERATIONS: Mapping[str, Operation] = {
    operation.name: operation
    for operation in (
        Operation("hello", HelloParameters, Hello, lambda backend, asked: backend.hello()),
        Operation("open", OpenParameters, Opened, lambda backend, asked: Opened(instance=backend.open(asked.settings))),
        Operation(
            "add_session",
            AddSessionParameters,
            Done,
            _done(lambda backend, asked: backend.add_session(asked.instance, asked.scope, asked.session)),
        ),
        Operation(
            "search",
            SearchParameters,
            Memories,
            lambda backend, asked: Memories(memories=backend.search(asked.instance, asked.scope, asked.query)),
        ),
        Operation(
            "add_events",
            AddEventsParameters,
            Done,
            _done(
                lambda backend, asked: backend.add_events(asked.instance, asked.scope, asked.session_id, asked.events)
            ),
            Capability.ADD_EVENTS,
        ),
        Operation(
            "list_memories",
            InScope,
            Memories,
            lambda backend, asked: Memories(memories=backend.list_memories(asked.instance, asked.scope)),
            Capability.LIST_MEMORIES,
        ),
        Operation(
            "get_memory",
            OfMemory,
            Got,
            lambda backend, asked: Got(memory=backend.get_memory(asked.instance, asked.scope, asked.memory_id)),
            Capability.GET_MEMORY,
        ),
        Operation(
            "delete_session",
            OfSession,
            Done,
            _done(lambda backend, asked: backend.delete_session(asked.instance, asked.scope, asked.session_id)),
            Capability.DELETE_SESSION,
            destructive=True,
        ),
        Operation(
            "delete_user",
            InScope,
            Done,
            _done(lambda backend, asked: backend.delete_user(asked.instance, asked.scope)),
            Capability.DELETE_USER,
            destructive=True,
        ),
        Operation(
            "delete_memory",
            OfMemory,
            Done,
            _done(lambda backend, asked: backend.delete_memory(asked.instance, asked.scope, asked.memory_id)),
            Capability.DELETE_MEMORY,
            destructive=True,
        ),
        Operation(
            "change_added_event",
            ChangeAddedEventParameters,
            Done,
            _done(lambda backend, asked: backend.change_added_event(asked.instance, asked.event_id, asked.text)),
            Capability.SHARED_OBJECTS,
            destructive=True,
        ),
        Operation(
            "change_result",
            ChangeResultParameters,
            Done,
            _done(lambda backend, asked: backend.change_result(asked.instance, asked.position, asked.text)),
            Capability.SHARED_OBJECTS,
            destructive=True,
        ),
        Operation(
            "play_turn",
            PlayTurnParameters,
            Played,
            lambda backend, asked: backend.play_turn(asked.instance, asked.scope, asked.turn),
            Capability.TURN,
        ),
        Operation(
            "settle",
            InScope,
            Done,
            _done(lambda backend, asked: backend.settle(asked.instance, asked.scope)),
            Capability.SETTLE,
        ),
        Operation("close", OfInstance, Done, _done(lambda backend, asked: backend.close(asked.instance))),
    )
}


class MessageError(Exception):
    """A message that is not one of the protocol's. ``where`` is the path to what is wrong in it, such as ``memories.0.content``.

    ``found`` is the whole of what came in its place.
    """

    def __init__(self, kind: type[Wire], where: str, problem: str, found: Any = None) -> None:
        super().__init__(f"{where}: {problem}" if where else problem)
        self.kind = kind
        self.where = where
        self.problem = problem
        self.found = found


def read_message(kind: type[Message], found: Any) -> Message:
    """A message out of plain JSON types, taken strictly: a number that is written as a text is no number.

    Takes what its schema takes, and nothing else. Raises `MessageError` for the first thing that is wrong.
    """
    try:
        if kind is Hello:
            # It has sets and words of a closed list, which are made strictly only out of what is known to be JSON.
            return kind.model_validate_json(json.dumps(found), strict=True, by_alias=True, by_name=False)
        return kind.model_validate(found, strict=True, by_alias=True, by_name=False)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        where = ".".join(str(step) for step in problem["loc"])
        raise MessageError(kind, where, _told(problem), found) from None


def _told(problem: ErrorDetails) -> str:
    """What is wrong, in words that no language has to itself."""
    kind = problem["type"]
    if kind == "missing":
        return "it is missing"
    shown = hide(_as_json(problem["input"]))
    shown = shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}…"
    if kind in _IN_JSON:
        return f"input should be {_IN_JSON[kind]}, not {shown}"
    told = problem["msg"].replace("'", '"') if kind == "enum" else problem["msg"]
    return f"{told[:1].lower()}{told[1:]}, not {shown}"


def _as_json(value: Any) -> str:
    written = json.dumps(value, ensure_ascii=False, default=str)
    # What cannot be shown, or not be encoded, is escaped.
    return written if written.isprintable() else json.dumps(value, default=str)
