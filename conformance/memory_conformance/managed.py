"""The messages of a managed memory: a service that makes memories, in its own time, of conversations that it keeps itself.

A library that stands before such a service is played on a *stand-in* of it on loopback, which does what a scenario says: it makes
memories at once or later, fails, and tells what it was sent.
"""

from __future__ import annotations

from pydantic import Field

from memory_conformance.model import Wire


class ServiceScript(Wire):
    """How the service, and the client of it, behave from here on; what is left out stays as it is.

    ``wait``: the client waits until memories are made. ``hold``: memories are made when the scenario says so. ``state_key``: the
    name under which a session's state has the time of its last update. ``fail``: every call of the service fails.
    """

    wait: bool | None = None
    hold: bool | None = None
    state_key: str | None = None
    fail: bool | None = None


class ServiceCall(Wire):
    """One call that the service got. ``scope`` is whose memories, in the service's own names, compared as a whole.

    ``session`` is the id of a conversation that the service keeps, ``texts`` are those that were sent along, ``start_time`` is in
    seconds since the epoch.
    """

    method: str
    scope: dict[str, str] = Field(default_factory=dict)
    session: str | None = None
    texts: list[str] = Field(default_factory=list)
    start_time: float | None = None
    query: str | None = None


class ServiceCalls(Wire):
    """All calls that the service got since the instance was opened, in order, but for questions whether it is done."""

    calls: list[ServiceCall] = Field(default_factory=list)
