"""What a port brings to a turn, and what of a turn it can reach. Nothing in here knows a language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from memory_conformance.model import Content, Event, Memory, Part, Session
from memory_conformance.turn import Declaration, Moment, Search, Tool

if TYPE_CHECKING:
    from memory_references.turns import Agent, Run


class Failure(Exception):
    """An error of the library, by its text."""


def said(error: Exception) -> str:
    """What an error says."""
    return str(error) if isinstance(error, Failure) else f"{type(error).__name__}: {error}"


class MemoryService(Protocol):
    """What the ported classes have in common: the two methods of their contract, with their own errors."""

    def add_session_to_memory(self, session: Session) -> None: ...

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]: ...


class SpiedMemory:
    """The memory service of a turn: an instance's own, in front of which each search is noted."""

    def __init__(self, service: MemoryService, searches: list[Search], failing: bool = False) -> None:
        self._service = service
        self._searches = searches
        self._failing = failing

    def add_session(self, session: Session) -> None:
        """Hand a session on."""
        self._service.add_session_to_memory(session)

    def search(self, app: str, user: str, query: Any, noted: str | None) -> list[Memory]:
        """Search for what a model gave as the query, be it no text. ``noted`` is how that is written down."""
        self._searches.append(Search(scope={"app": app, "user": user}, query=noted))
        if self._failing:
            raise Failure("the memory is on fire")
        return self._service.search_memory(app, user, query)


@dataclass
class Said:
    """An event of a conversation, and what of it a request shows: a copy, so that what is noted of a request stays as it was."""

    event: Event
    sent: Content | None


class Conversation:
    """The session of a conversation, which goes on from turn to turn."""

    def __init__(self, app: str, user: str, session_id: str) -> None:
        self.app, self.user, self.id = app, user, session_id
        self.said: list[Said] = []

    def session(self) -> Session:
        """The session as it is now, with the events themselves."""
        events = [one.event for one in self.said]
        return Session(id=self.id, app_name=self.app, user_id=self.user, events=events)

    def contents(self) -> list[Content]:
        """What a request shows of it."""
        return [one.sent for one in self.said if one.sent is not None]


class Conversations(dict[tuple[str, str, str], Conversation]):
    """The conversations of an instance, by app, user and session. One that is not there yet begins."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers = count(1)

    def __missing__(self, key: tuple[str, str, str]) -> Conversation:
        self[key] = Conversation(*key)
        return self[key]


class RequestTool(ABC):
    """A tool that has a hand in each request."""

    @abstractmethod
    def prepare(self, run: Run, request: Request) -> None:
        """Put into a request what the tool has to say. An error ends the run."""


class FunctionTool(RequestTool):
    """A tool that a model can call."""

    declaration: Declaration

    @abstractmethod
    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        """What the model gets back. An error is the tool's own."""


@dataclass
class Request:
    """A request while it is put together."""

    instructions: list[str] = field(default_factory=list)
    tools: dict[str, FunctionTool] = field(default_factory=dict)

    def declare(self, tool: FunctionTool) -> None:
        """Tell the model of a tool. Each of the libraries refuses a name that is there already."""
        name = tool.declaration.name
        if name in self.tools:
            raise Failure(f"duplicate tool: {name}")
        self.tools[name] = tool


class Library(ABC):
    """The part of a library that its memory tools depend on: which contexts reach memory, and what becomes of a call."""

    tools: ClassVar[Mapping[Tool, RequestTool]]
    load_memory: str = Tool.LOAD
    """The library's own name of `Tool.LOAD`."""
    shows_ids = False
    """Whether a request shows the ids that the library gave to calls without one."""
    hook_follows_failure = False
    """Whether the hook that follows a run is called after one that failed."""

    def admit(self, app: str, user: str, agent: str | None) -> None:
        """Raises `BackendError` for names that neither a session nor an agent that is a tool can have: there is no run then."""
        return

    def converse(self, conversations: Conversations, app: str, user: str, session_id: str) -> Conversation:
        """The conversation that a turn goes on with."""
        return conversations[app, user, session_id]

    def receive(self, run: Run) -> None:
        """Raises `Failure` where a run ends before the message is taken in."""
        return

    @abstractmethod
    def sent(self, content: Content) -> Content | None:
        """What a request shows of a content; None where it is left out."""

    def contents(self, run: Run) -> list[Content]:
        """The contents of a request."""
        return run.conversation.contents()

    def ends(self, answer: Content) -> bool:
        """Whether an answer without a call ends the run."""
        return True

    @abstractmethod
    def respond(self, run: Run, request: Request, calls: Sequence[Mapping[str, Any]]) -> list[Part] | None:
        """What is given back for the calls of one answer; None where there is no message of it. An error ends the run."""

    @abstractmethod
    def search_in_callback(self, run: Run, at: Moment, query: str) -> list[Memory] | None:
        """What the context of a callback finds; None where it has no search."""

    def add_after_agent(self, run: Run) -> None:
        """Add the session by the context of the callback that follows the agent."""
        run.add_session()

    @abstractmethod
    def delegate(self, run: Run, agent: Agent, args: Mapping[str, Any]) -> dict[str, Any]:
        """Call another agent as a tool."""
