"""The operations of the protocol, played on the service of memory.py.

It has no opinions of its own: what the service says, or raises, is what it answers. Every call of the service goes
through `ask`.
"""

from __future__ import annotations

import sys
import traceback
from itertools import count

from memory import BadName, MemoryService

HELLO = {
    "name": "@NAME@",
    "version": "0.1.0",
    "language": "Python",
    "protocol": "1",
    "scope": [{"name": "app", "crossing": "leak"}, {"name": "user", "crossing": "leak"}],
    # The optional operations that your service has. Each declared one is judged.
    "capabilities": ["delete_session", "list_memories"],
    "reset": "instance",
}

services: dict[str, MemoryService] = {}
numbers = count(1)


class Failure(Exception):
    """An error as an answer. The speaker is ``backend`` where the service itself refused or failed, else ``harness``."""

    def __init__(self, code, message, speaker="harness"):
        super().__init__(message)
        self.code, self.message, self.speaker = code, message, speaker


def ask(call, *arguments):
    """Call your service. What it raises is its answer, and no failure of the harness."""
    try:
        return call(*arguments)
    except BadName as error:
        raise Failure("invalid_argument", str(error), "backend") from error
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        raise Failure("internal", f"{type(error).__name__}: {error}", "backend") from error


def hello(params):
    """Introduce the service."""
    return HELLO


def open_instance(params):
    """Open a memory that is empty and that no other instance sees."""
    service, instance = ask(MemoryService), str(next(numbers))
    services[instance] = service
    return {"instance": instance}


def add_session(params):
    """Hand a session to memory. Whose it is says the scope, whatever names stand in the session."""
    service, scope, session = service_of(params), scope_of(params), session_of(params)
    ask(service.add_session, scope, session)
    return {}


def search(params):
    """The memories of a scope that answer a query."""
    service, scope, query = service_of(params), scope_of(params), given(params, "query", str)
    return {"memories": ask(service.search, scope, query)}


def list_memories(params):
    """All memories of a scope. Optional."""
    service, scope = service_of(params), scope_of(params)
    return {"memories": ask(service.list_memories, scope)}


def delete_session(params):
    """Forget what a session brought. Optional."""
    service, scope, session_id = service_of(params), scope_of(params), given(params, "sessionId", str)
    ask(service.delete_session, scope, session_id)
    return {}


def close(params):
    """Let an instance go. Closing one that is gone is no error."""
    service = services.pop(given(params, "instance", str), None)
    if service is not None:
        ask(service.close)
    return {}


# All others are answered with `unsupported`. One that your service has needs its function here, and its name in HELLO.
OPERATIONS = {
    "hello": hello,
    "open": open_instance,
    "add_session": add_session,
    "search": search,
    "list_memories": list_memories,
    "delete_session": delete_session,
    "close": close,
}


def perform(operation, params):
    """The result of an operation. Raises `Failure` and nothing else."""
    if operation not in OPERATIONS:
        raise Failure("unsupported", f"there is no operation {operation!r}")
    try:
        return OPERATIONS[operation](params)
    except Failure:
        raise
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        raise Failure("internal", f"{type(error).__name__}: {error}") from error


def given(params, name, kind):
    """A parameter of a kind. Raises `Failure` where it is missing or of another kind."""
    value = params.get(name)
    if not isinstance(value, kind):
        wanted = {str: "a string", dict: "an object", list: "a list"}[kind]
        raise Failure("invalid_argument", f"{name} must be {wanted}")
    return value


def service_of(params):
    """The service that was opened as an instance."""
    instance = given(params, "instance", str)
    if instance not in services:
        raise Failure("not_found", f"no instance {instance!r} is open")
    return services[instance]


def scope_of(params):
    """Whose memories are meant: a string for each scope field of HELLO."""
    scope = given(params, "scope", dict)
    return {field["name"]: given(scope, field["name"], str) for field in HELLO["scope"]}


def session_of(params):
    """The session, with an id and a list of events."""
    session = given(params, "session", dict)
    given(session, "id", str)
    if session.get("events") is None:
        session["events"] = []
    if not all(isinstance(event, dict) for event in given(session, "events", list)):
        raise Failure("invalid_argument", "an event must be an object")
    return session
