"""The messages of a turn: what a user says to an agent with memory tools, and everything that reached its model.

A turn is played by the backend's own runner and tools against a *scripted* model: one that gives the answers it was handed,
one for each request, and records each request. No model, no network and no key is needed.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from memory_conformance.model import Content, Memory, Wire


def _word(kind: type[StrEnum]) -> BeforeValidator:
    """Takes a word of a closed list as the text that it is in JSON, also where messages are read strictly."""
    words = [f"'{one.value}'" for one in kind]
    expected = " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))

    def read(found: Any) -> Any:
        if isinstance(found, str) and found in set(kind):
            return kind(found)
        # As Pydantic says it of words that it reads itself, and not that this is no object of a class.
        raise PydanticCustomError("enum", f"Input should be {expected}")

    return BeforeValidator(read)


class Tool(StrEnum):
    """A memory tool, by the name that the protocol has for it; a harness says it in the words of its library."""

    LOAD = "load_memory"
    """The model calls it to search."""
    PRELOAD = "preload_memory"
    """Searches before each request to the model, and puts what is found into the request (capability ``preload_memory``)."""


class Service(StrEnum):
    """The memory service that the runner has during a turn."""

    WORKING = "working"
    """The instance's own."""
    ABSENT = "absent"
    """None."""
    FAILING = "failing"
    """One whose every search fails with the error ``the memory is on fire``."""


class Moment(StrEnum):
    """When code of the application runs within a turn."""

    BEFORE_MODEL = "before_model"
    """In the agent's callback before a request to the model."""
    BEFORE_TOOL = "before_tool"
    """In the agent's callback before a call of a tool."""
    AFTER_AGENT = "after_agent"
    """In the agent's callback after it has ended."""
    AFTER_RUN = "after_run"
    """In the hook that the runner calls when the run is over: a plugin's, where the library has them."""


class CallbackSearch(Wire):
    """The application searches, by the context that its callback is handed, the first time that it is called in a turn.

    ``at`` is `Moment.BEFORE_MODEL` or `Moment.BEFORE_TOOL`.
    """

    at: Annotated[Moment, _word(Moment)]
    query: str


class SubAgent(Wire):
    """Another agent that is a tool of the first, under its name; ``script`` are the answers of its own model."""

    name: str
    tools: list[Annotated[Tool, _word(Tool)]] = Field(default_factory=list)
    script: list[Content] = Field(default_factory=list)


class Turn(Wire):
    """What is played. ``session`` is the id of the conversation, which earlier turns of the instance may have begun.

    ``script`` are the answers of the model, in order; beyond it every answer is the text ``done``. A call in it names a tool by
    the protocol's name, or by one that nobody declared. ``tools`` are given to the agent in this order, a name twice where it is
    there twice, then ``agent``. ``add`` is when the application adds the session to memory, if at all: `Moment.AFTER_AGENT` or
    `Moment.AFTER_RUN`.
    """

    session: str
    content: Content
    tools: list[Annotated[Tool, _word(Tool)]] = Field(default_factory=list)
    script: list[Content] = Field(default_factory=list)
    service: Annotated[Service, _word(Service)] = Service.WORKING
    agent: SubAgent | None = None
    search: CallbackSearch | None = None
    add: Annotated[Moment, _word(Moment)] | None = None


class Declaration(Wire):
    """A tool as the model is told of it. ``parameters`` is a schema as the library wrote it, in JSON."""

    name: str
    description: str | None = None
    parameters: dict[str, Any] | None = None


class ModelRequest(Wire):
    """One request as the model got it. ``system_instruction`` has the texts of its parts, joined by an empty line."""

    system_instruction: str | None = None
    contents: list[Content] = Field(default_factory=list)
    tools: list[Declaration] = Field(default_factory=list)


class Search(Wire):
    """A search that reached the memory service, of whomever in the turn.

    ``query`` is what it was asked for; where that was no text, its JSON; None where it was not said at all.
    """

    scope: dict[str, str]
    query: str | None = None


class CallbackResult(Wire):
    """What became of the application's own search: memories, or an error; ``absent`` where its context has no search."""

    memories: list[Memory] = Field(default_factory=list)
    error: str | None = None
    absent: bool = False


class Ending(StrEnum):
    """How a turn ended."""

    ANSWERED = "answered"
    FAILED = "failed"


class Played(Wire):
    """Everything that was seen of a turn. ``requests`` are those of the agent's model, ``agent_requests`` those of the sub-agent's.

    What a tool gave back is in the contents of the request that follows. ``error`` says why a turn failed, or what the runner
    told of a turn that went on in spite of it.
    """

    requests: list[ModelRequest] = Field(default_factory=list)
    agent_requests: list[ModelRequest] = Field(default_factory=list)
    searches: list[Search] = Field(default_factory=list)
    callback: CallbackResult | None = None
    ending: Annotated[Ending, _word(Ending)]
    error: str | None = None

    def queries(self) -> list[str]:
        """What memory was searched for, in order."""
        return ["null" if search.query is None else search.query for search in self.searches]
