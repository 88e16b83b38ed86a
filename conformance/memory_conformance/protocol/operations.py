"""The operations of the protocol: the message that each takes, the message that it gives, and how a backend performs it.

The one table that clients, servers, schemas and the checks of a harness are made from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from memory_conformance.managed import ServiceCalls
from memory_conformance.model import Capability, Hello, Wire
from memory_conformance.protocol.parameters import (
    AddEventsParameters,
    AddSessionParameters,
    ChangeAddedEventParameters,
    ChangeResultParameters,
    Done,
    Got,
    HelloParameters,
    InScope,
    Memories,
    OfInstance,
    OfMemory,
    OfSession,
    Opened,
    OpenParameters,
    PlayTurnParameters,
    ScriptServiceParameters,
    SearchParameters,
)
from memory_conformance.turn import Played


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
    method: str = ""
    """The method of a backend that it is, where it has another name than the operation."""


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
            "session.put",
            AddSessionParameters,
            Done,
            _done(lambda backend, asked: backend.put_session(asked.instance, asked.scope, asked.session)),
            Capability.MANAGED,
            method="put_session",
        ),
        Operation(
            "session.add",
            AddSessionParameters,
            Done,
            _done(lambda backend, asked: backend.submit_session(asked.instance, asked.scope, asked.session)),
            Capability.MANAGED,
            method="submit_session",
        ),
        Operation(
            "managed.script",
            ScriptServiceParameters,
            Done,
            _done(lambda backend, asked: backend.script_service(asked.instance, asked.script())),
            Capability.MANAGED,
            method="script_service",
        ),
        Operation(
            "managed.complete",
            OfInstance,
            Done,
            _done(lambda backend, asked: backend.complete(asked.instance)),
            Capability.MANAGED,
            method="complete",
        ),
        Operation(
            "managed.calls",
            OfInstance,
            ServiceCalls,
            lambda backend, asked: backend.service_calls(asked.instance),
            Capability.MANAGED,
            method="service_calls",
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
