"""A turn as every port plays it: a message, a scripted model, and the tools of the port's `Library` between the two.

No sentence of a library is repeated. So a request has none of those that tell an agent who it is, and for what else a library
says a port has words of its own.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.model import Content, Event, Part, Scope
from memory_conformance.turn import (
    Declaration,
    Ending,
    ModelRequest,
    Moment,
    Played,
    Search,
    Service,
    Tool,
    Turn,
)
from memory_references.application import Application
from memory_references.calls import calls_of, copied, identified, with_calls
from memory_references.library import (
    Conversation,
    Conversations,
    Failure,
    FunctionTool,
    Library,
    MemoryService,
    Request,
    RequestTool,
    Said,
    SpiedMemory,
    said,
)

AGENT = "assistant"
_numbers = count(1)


class ScriptedModel:
    """A model that gives the answers of its script, one for each request, and then says ``done``."""

    def __init__(self, library: Library, script: Sequence[Content], requests: list[ModelRequest]) -> None:
        self._library = library
        self._script = script
        self._requests = requests

    def answer(self, request: ModelRequest) -> Content:
        """Note a request, and answer it. The model calls a tool by the name that it was told."""
        self._requests.append(request)
        number = len(self._requests) - 1
        if number >= len(self._script):
            return Content(role="model", parts=[Part(text="done")])
        answer = self._script[number]
        if self._library.load_memory == Tool.LOAD:
            return answer
        return with_calls(answer, self._renamed)

    def _renamed(self, call: dict[str, Any]) -> dict[str, Any]:
        return {**call, "name": self._library.load_memory} if call.get("name") == Tool.LOAD else call


@dataclass
class Agent:
    """An agent, with what it is given."""

    name: str
    tools: list[RequestTool]
    model: ScriptedModel


class AgentTool(FunctionTool):
    """Another agent as a tool, as the libraries declare it alike."""

    def __init__(self, library: Library, agent: Agent) -> None:
        self._library = library
        self._agent = agent
        asked = {"type": "OBJECT", "properties": {"request": {"type": "STRING"}}, "required": ["request"]}
        self.declaration = Declaration(name=agent.name, description="another agent", parameters=asked)

    def prepare(self, run: Run, request: Request) -> None:
        request.declare(self)

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        return self._library.delegate(run, self._agent, args)


@dataclass
class Run:
    """One run of an agent, and what its tools and callbacks can reach. An agent that is a tool has no application of its own."""

    library: Library
    agent: Agent
    memory: SpiedMemory | None
    conversations: Conversations
    conversation: Conversation
    content: Content
    application: Application | None = None
    told: str | None = None

    def play(self) -> Event | None:
        """Take in the message and go on until the agent has ended; returns the last event, and raises what ends a run."""
        self.library.receive(self)
        self.conversation.said.append(Said(self._event("user", self.content), self.library.sent(copied(self.content))))
        try:
            while self._step():
                pass
            self._reach(Moment.AFTER_AGENT)
        except Exception:
            if self.library.hook_follows_failure:
                self._reach(Moment.AFTER_RUN)
            raise
        self._reach(Moment.AFTER_RUN)
        return self.conversation.said[-1].event

    def call(self, tool: FunctionTool, args: Any) -> dict[str, Any]:
        """Call a tool, after the application's callback."""
        self.before_tool()
        return tool.call(self, args if isinstance(args, dict) else {})

    def before_tool(self) -> None:
        """The moment before a call of a tool."""
        self._reach(Moment.BEFORE_TOOL)

    def add_session(self) -> None:
        """Add the session, as it is now, to the memory that the run has."""
        if self.memory is None:
            raise Failure("the context has no memory service")
        self.memory.add_session(self.conversation.session())

    def fail_step(self, text: str) -> None:
        """Tell, by an event without a content, of an error that the run survives."""
        self.tell(text)
        self.conversation.said.append(Said(self._event(self.agent.name, None), None))

    def tell(self, text: str) -> None:
        """Keep the first text of what did not end the run."""
        self.told = self.told or text

    def _step(self) -> bool:
        """One request, its answer and the calls in that; returns whether there is a next one."""
        request = Request()
        for tool in self.agent.tools:
            tool.prepare(self, request)
        self._reach(Moment.BEFORE_MODEL)
        answer = self.agent.model.answer(
            ModelRequest(
                system_instruction="\n\n".join(request.instructions) or None,
                contents=self.library.contents(self),
                tools=[tool.declaration for tool in request.tools.values()],
            )
        )
        stored = with_calls(answer, identified)
        shown = stored if self.library.shows_ids else answer
        self._append(stored, shown)
        calls = calls_of(shown)
        if not calls:
            return not self.library.ends(answer)
        given = self.library.respond(self, request, calls)
        if given is not None:
            content = Content(role="user", parts=given)
            self._append(content, content)
        return True

    def _append(self, content: Content, shown: Content) -> None:
        self.conversation.said.append(Said(self._event(self.agent.name, content), self.library.sent(copied(shown))))

    def _event(self, author: str, content: Content | None) -> Event:
        return Event(id=f"event-{next(_numbers)}", author=author, timestamp=time.time(), content=content)

    def _reach(self, moment: Moment) -> None:
        if self.application is not None:
            self.application.reach(moment, self)


def play(library: Library, service: MemoryService, conversations: Conversations, scope: Scope, turn: Turn) -> Played:
    """Play a turn and say what was seen of it. Raises `BackendError` where there is nothing to be played."""
    _check(library, turn)
    app, user, other = scope["app"], scope["user"], turn.agent
    library.admit(app, user, None if other is None else other.name)
    seen = Played(ending=Ending.ANSWERED)
    searches: list[Search] = seen.searches
    memory = None
    if turn.service is not Service.ABSENT:
        memory = SpiedMemory(service, searches, failing=turn.service is Service.FAILING)
    tools = [library.tools[name] for name in turn.tools]
    if other is not None:
        model = ScriptedModel(library, other.script, seen.agent_requests)
        tools.append(AgentTool(library, Agent(other.name, [library.tools[name] for name in other.tools], model)))
    agent = Agent(AGENT, tools, ScriptedModel(library, turn.script, seen.requests))
    conversation = library.converse(conversations, app, user, turn.session)
    application = Application(turn.search, turn.add)
    run = Run(library, agent, memory, conversations, conversation, turn.content, application)
    try:
        run.play()
        seen.error = run.told
    except Exception as error:
        seen.ending, seen.error = Ending.FAILED, said(error)
    seen.callback = application.found
    return seen


def _check(library: Library, turn: Turn) -> None:
    """Raises `BackendError` for what is no turn, or needs a tool that the library has not."""
    if turn.search is not None and turn.search.at not in (Moment.BEFORE_MODEL, Moment.BEFORE_TOOL):
        raise _wrong(ErrorCode.INVALID_ARGUMENT, f"no search is made at {turn.search.at}")
    if turn.add not in (None, Moment.AFTER_AGENT, Moment.AFTER_RUN):
        raise _wrong(ErrorCode.INVALID_ARGUMENT, f"nothing is added at {turn.add}")
    for name in (*turn.tools, *(turn.agent.tools if turn.agent is not None else ())):
        if name not in library.tools:
            raise _wrong(ErrorCode.UNSUPPORTED, f"the library has no {name}")


def _wrong(code: ErrorCode, told: str) -> BackendError:
    return BackendError(code, f"play_turn: {told}", Speaker.HARNESS)
