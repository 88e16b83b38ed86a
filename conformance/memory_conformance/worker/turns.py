"""Turns on Python's ADK: its own runner, agents and tools, with a model that says what it was handed.

google-adk is imported only when a turn is played.
"""

from __future__ import annotations

from typing import Any

from .adapter import Message, without_null
from .calling import Refusal, said
from .plain import read_memories
from .scripted import in_utc, memory_tool, plugin, quiet, scripted_model, spy

AGENT = "assistant"
_SERVICES = ("working", "absent", "failing")
_MOMENTS = ("before_model", "before_tool", "after_agent", "after_run")


def can_play() -> bool:
    """Whether this release of google-adk has what a turn needs, judged without importing it."""
    from importlib.util import find_spec

    return all(find_spec(f"google.adk.{name}") is not None for name in ("runners", "tools.load_memory_tool"))


async def play(service: Any, sessions: Any, scope: Message, turn: Message) -> dict[str, Any]:
    """What was seen of a turn; ``sessions`` is the session service, with the earlier ones. Raises `Refusal` for what is no turn."""
    _check(turn)
    with quiet(), in_utc():
        return await _Turn(service, sessions, scope, turn).play()


def new_sessions() -> Any:
    """A session service, empty."""
    from google.adk.sessions import InMemorySessionService

    return InMemorySessionService()


class _Turn:
    """One turn, and what is seen while it is played."""

    def __init__(self, service: Any, sessions: Any, scope: Message, turn: Message) -> None:
        self._service = service
        self._sessions = sessions
        self._app, self._user = scope.get("app", ""), scope.get("user", "")
        self._turn = turn
        self._searches: list[Message] = []
        self._requests: list[Message] = []
        self._agent_requests: list[Message] = []
        self._callback: Message | None = None
        self._error: str | None = None

    async def play(self) -> dict[str, Any]:
        from google.adk.runners import Runner
        from google.genai.types import Content

        at = {"app_name": self._app, "user_id": self._user, "session_id": self._turn["session"]}
        if await self._sessions.get_session(**at) is None:
            await self._sessions.create_session(**at)
        after_run = self._turn.get("add") == "after_run"
        plugins: dict[str, Any] = {}
        if after_run and plugin() is not None:
            plugins["plugins"] = [plugin()(self._after_run)]
        runner = Runner(
            app_name=self._app,
            agent=self._agent(),
            session_service=self._sessions,
            memory_service=self._spied(),
            **plugins,
        )
        message = Content.model_validate(self._turn["content"])
        ending = "answered"
        try:
            async for event in runner.run_async(
                user_id=self._user, session_id=self._turn["session"], new_message=message
            ):
                self._error = self._error or getattr(event, "error_message", None) or getattr(event, "error_code", None)
        except Exception as error:
            ending, self._error = "failed", said(error)
        if after_run and not plugins:
            await self._add(self._service.add_session_to_memory, await self._sessions.get_session(**at))
        seen = {
            "requests": self._requests,
            "agentRequests": self._agent_requests,
            "searches": self._searches,
            "callback": self._callback,
            "ending": ending,
            "error": self._error,
        }
        return without_null(seen)

    def _agent(self) -> Any:
        from google.adk.agents import LlmAgent

        tools = [memory_tool(name) for name in self._turn.get("tools") or ()]
        callbacks: dict[str, Any] = {}
        at = (self._turn.get("search") or {}).get("at")
        if at == "before_model":
            callbacks["before_model_callback"] = self._before_model
        if at == "before_tool":
            callbacks["before_tool_callback"] = self._before_tool
        if self._turn.get("add") == "after_agent":
            callbacks["after_agent_callback"] = self._after_agent
        other = self._turn.get("agent")
        if other is not None:
            from google.adk.tools.agent_tool import AgentTool

            inner = LlmAgent(
                name=other["name"],
                description="another agent",
                model=scripted_model(other.get("script") or (), self._agent_requests),
                tools=[memory_tool(name) for name in other.get("tools") or ()],
            )
            tools.append(AgentTool(inner))
        model = scripted_model(self._turn.get("script") or (), self._requests)
        return LlmAgent(name=AGENT, model=model, tools=tools, **callbacks)

    def _spied(self) -> Any:
        how = self._turn.get("service", "working")
        return None if how == "absent" else spy()(self._service, self._searches, failing=how == "failing")

    async def _before_model(self, callback_context: Any, llm_request: Any) -> None:
        await self._search(callback_context)

    async def _before_tool(self, tool: Any, args: Any, tool_context: Any) -> None:
        await self._search(tool_context)

    async def _search(self, context: Any) -> None:
        if self._callback is not None:
            return
        if not hasattr(context, "search_memory"):
            self._callback = {"absent": True}
            return
        try:
            response = await context.search_memory(self._turn["search"]["query"])
            self._callback = {"memories": read_memories([_found(one) for one in response.memories], "search_memory")}
        except Exception as error:
            self._callback = {"error": said(error)}

    async def _after_agent(self, callback_context: Any) -> None:
        if hasattr(callback_context, "add_session_to_memory"):
            await self._add(callback_context.add_session_to_memory)
        else:
            await self._after_run(callback_context._invocation_context)

    async def _after_run(self, context: Any) -> None:
        if context.memory_service is None:
            self._error = "the context has no memory service"
        else:
            await self._add(context.memory_service.add_session_to_memory, context.session)

    async def _add(self, add: Any, *given: Any) -> None:
        try:
            await add(*given)
        except Exception as error:
            self._error = said(error)


def _check(turn: Message) -> None:
    """Raises `Refusal` for what is no turn."""
    if not isinstance(turn.get("session"), str):
        raise _wrong("session", "it is a string")
    if not isinstance(turn.get("content"), dict):
        raise _wrong("content", "it is an object")
    if turn.get("service", "working") not in _SERVICES:
        raise _wrong("service", f"it is one of {', '.join(_SERVICES)}")
    for agent in (turn, turn.get("agent") or {}):
        for name in agent.get("tools") or ():
            if name not in ("load_memory", "preload_memory"):
                raise _wrong("tools", f"there is no {name!r}")
    search, add = turn.get("search"), turn.get("add")
    if search is not None and (search.get("at") not in _MOMENTS[:2] or not isinstance(search.get("query"), str)):
        raise _wrong("search", f"it has a query, and is at one of {', '.join(_MOMENTS[:2])}")
    if add is not None and add not in _MOMENTS[2:]:
        raise _wrong("add", f"it is one of {', '.join(_MOMENTS[2:])}")


def _wrong(where: str, told: str) -> Refusal:
    return Refusal("invalid_argument", f"play_turn: turn.{where}: {told}")


def _found(entry: Any) -> Message:
    return {"content": entry.content, "author": getattr(entry, "author", None)}
