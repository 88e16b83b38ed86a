"""The messages of the protocol: what is handed to a backend and what comes back.

The shapes are those of the ADK's JSON: camelCase on the wire, snake_case in Python. Unknown fields are kept, so that a
message passes through unharmed. Times are seconds since the epoch, everywhere; whoever speaks to a service that counts
otherwise converts.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

PROTOCOL_VERSION = "1"
"""The version of the protocol that this engine speaks."""

Scope = Mapping[str, str]
"""Whose memories: a value for each scope field of the backend, such as ``{"app": "shop", "user": "ana"}``."""


class Wire(BaseModel):
    """A message: camelCase on the wire, unknown fields kept, mutable on purpose (backends may share what they are handed)."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="allow")

    def to_wire(self) -> dict[str, Any]:
        """The message as plain JSON types, without the fields that were never set."""
        return self.model_dump(by_alias=True, exclude_none=True, mode="json")


class Part(Wire):
    """One piece of a content. A part has a text, or something else, such as a call; ``thought`` marks inner speech.

    ``text`` is None where the part has no text at all, which is not the same as an empty text.
    """

    text: str | None = None
    thought: bool | None = None
    function_call: dict[str, Any] | None = None
    function_response: dict[str, Any] | None = None
    inline_data: dict[str, Any] | None = None
    file_data: dict[str, Any] | None = None


class Content(Wire):
    """What was said: a role (``user`` or ``model``) and parts in their order; ``parts`` may be absent or empty."""

    role: str | None = None
    parts: list[Part] | None = None

    def text(self) -> str:
        """The non-empty texts of the parts, joined by one space."""
        return " ".join(part.text for part in self.parts or () if part.text)


class Event(Wire):
    """One entry of a session. ``timestamp`` is in seconds since the epoch; an event may carry no content at all."""

    id: str = ""
    author: str = ""
    timestamp: float = 0.0
    content: Content | None = None
    partial: bool | None = None
    actions: dict[str, Any] | None = None
    custom_metadata: dict[str, Any] | None = None


class Session(Wire):
    """A conversation, as it is handed to memory. The scope of the call wins over the names in here."""

    id: str
    app_name: str = ""
    user_id: str = ""
    events: list[Event] = Field(default_factory=list)
    state: dict[str, Any] = Field(default_factory=dict)
    last_update_time: float = 0.0


class Memory(Wire):
    """What a search returns: a content, and where the backend has them an id, an author, a time (seconds) and metadata."""

    content: Content
    id: str | None = None
    author: str | None = None
    timestamp: float | None = None
    custom_metadata: dict[str, Any] | None = None

    def text(self) -> str:
        """The non-empty texts of the content, joined by one space: how a report names a memory."""
        return self.content.text()


class Capability(StrEnum):
    """What a backend can do beside adding a session and searching.

    Declaring one holds the backend to the scenarios that need it. Withholding it makes those scenarios *unsupported*:
    neither red nor green.
    """

    ADD_EVENTS = "add_events"
    """Adds events to a session without the session being given whole. Withheld: only whole sessions are added."""
    LIST_MEMORIES = "list_memories"
    """Lists all memories of a scope without a query. Withheld: search is the only way to read."""
    GET_MEMORY = "get_memory"
    """Reads one memory by its id. Withheld: search is the only way to read."""
    DELETE_SESSION = "delete_session"
    """Forgets what one session brought. Withheld: a session is forgotten by other means, or never."""
    DELETE_USER = "delete_user"
    """Forgets everything in a scope. Withheld: a scope is never emptied at once."""
    DELETE_MEMORY = "delete_memory"
    """Forgets one memory by its id. Withheld: single memories stay."""
    SHARED_OBJECTS = "shared_objects"
    """Can change, inside its own process, an object that was handed over. Withheld: nothing can be shared, as over a network."""
    TURN = "turn"
    """Plays a turn of a conversation against a scripted model. Withheld: what reaches a model is not judged."""
    PRELOAD_MEMORY = "preload_memory"
    """Has, for such a turn, a tool that searches by itself before the model is asked. Withheld: there is no such tool."""
    MANAGED = "managed"
    """Stands before a service that makes memories of conversations which it keeps. Withheld: what is handed over is what is kept."""
    LAST_UPDATE = "last_update"
    """Reads from the state of a session when that was submitted last. Withheld: a session is always submitted as it is."""
    SETTLE = "settle"
    """Can wait until all writes of a scope are visible. Withheld: a write is visible when it returns, or within a declared bound."""


class Crossing(StrEnum):
    """What it means when a memory is read across a scope field."""

    LEAK = "leak"
    SHARED = "shared"


class ScopeField(Wire):
    """One field of a scope, such as ``app``; ``crossing`` says whether reading across it is a leak or shared on purpose."""

    name: str
    crossing: Crossing = Crossing.LEAK


class Reset(StrEnum):
    """How a fresh start is had: each ``open`` is empty, or nothing is ever emptied and names are made unique instead."""

    INSTANCE = "instance"
    NONE = "none"


class Hello(Wire):
    """How a backend introduces itself.

    ``scope`` lists its scope fields, outermost first. ``claim`` names the reference that it says it behaves like.
    ``answers`` are single answers of its own, ``{question id: title of an answer}``, which outrank the claim.
    ``bounds`` are declared limits, in seconds, such as ``{"write": 2.0}``.
    """

    name: str
    version: str = ""
    language: str = ""
    protocol: str = PROTOCOL_VERSION
    scope: list[ScopeField] = Field(default_factory=lambda: [ScopeField(name="app"), ScopeField(name="user")])
    capabilities: set[Capability] = Field(default_factory=set)
    claim: str | None = None
    answers: dict[str, str] = Field(default_factory=dict)
    bounds: dict[str, float] = Field(default_factory=dict)
    reset: Reset = Reset.INSTANCE

    @property
    def own_field(self) -> str | None:
        """The scope field whose names a run makes its own on a service that never starts empty; None without fields.

        It is the outermost that keeps memories apart: under a name of its own in a field that is shared, a run would write to what
        everybody has. Where all are shared, it is the outermost.
        """
        private = [field.name for field in self.scope if field.crossing is Crossing.LEAK]
        return next(iter([*private, *(field.name for field in self.scope)]), None)

    def its_own(self, scope: Mapping[str, str], prefix: str) -> dict[str, str]:
        """A scope as a run names it on this service: where that never starts empty, ``prefix`` tells it from whatever is there."""
        if self.reset is not Reset.NONE or self.own_field is None:
            return dict(scope)
        return {**scope, self.own_field: prefix + scope[self.own_field]}
