"""What a run of ADK Go v1.7.0 lets tools and callbacks reach, and what becomes of a call.

Line numbers are those of internal/llminternal/base_flow.go, where no other file is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.model import Content, Event, Memory, Part
from memory_conformance.turn import Moment, Tool
from memory_references.adk_go_1_7.entries import part_json
from memory_references.adk_go_1_7.service import InMemoryService
from memory_references.adk_go_1_7.sprint import sprint
from memory_references.adk_go_1_7.tools import LoadMemoryTool, PreloadMemoryTool, search_memory
from memory_references.calls import response
from memory_references.library import (
    Conversation,
    Conversations,
    Failure,
    Library,
    MemoryService,
    Request,
    RequestTool,
    SpiedMemory,
)
from memory_references.turns import Agent, Run


class Contexts(Library):
    """v1.7.0, which has one kind of context for all callbacks."""

    tools: ClassVar[Mapping[Tool, RequestTool]] = {Tool.LOAD: LoadMemoryTool(), Tool.PRELOAD: PreloadMemoryTool()}
    hook_follows_failure = True
    """runner/runner.go L216: deferred."""

    def admit(self, app: str, user: str, agent: str | None) -> None:
        """A session needs both names (session/inmemory.go L47-49)."""
        if not app or not user:
            raise BackendError(ErrorCode.INTERNAL, "app_name and user_id are required")

    def receive(self, run: Run) -> None:
        """No session is found by an empty id (session/inmemory.go L97-99, runner/runner.go L142-150)."""
        if not run.conversation.id:
            raise Failure("session_id is required")

    def sent(self, content: Content) -> Content | None:
        """Contents of nobody are left out, and parts with nothing in them (contents_processor.go L79-85, L169-175)."""
        parts = [part for part in content.parts or () if part_json(part)]
        return content.model_copy(update={"parts": parts}) if content.role and parts else None

    def respond(self, run: Run, request: Request, calls: Sequence[Mapping[str, Any]]) -> list[Part] | None:
        """One message with a response for each call (L1115-1305). The source calls all at once, here one follows the other."""
        return [response(call, call.get("name", ""), self._call(run, request, call)) for call in calls]

    def _call(self, run: Run, request: Request, call: Mapping[str, Any]) -> dict[str, Any]:
        """What a tool gives, or the text of its error (L1359-1361); what nobody declared is an error too (L1162-1168)."""
        name = call.get("name", "")
        tool = request.tools.get(name)
        if tool is None:
            return {"error": f"tool '{name}' not found"}
        try:
            return run.call(tool, call.get("args"))
        except Exception as error:
            return {"error": str(error)}

    def search_in_callback(self, run: Run, at: Moment, query: str) -> list[Memory] | None:
        """The type behind both contexts is the same, and has the search (agent/callback_context.go L96-183).

        That of a callback before the model does not say so: an application has to ask for it by a type assertion.
        """
        return search_memory(run, query)

    def add_after_agent(self, run: Run) -> None:
        """The context of a callback has neither the memory nor the session (agent/context.go L107-130)."""
        raise Failure("the callback's context has no memory to add to")

    def delegate(self, run: Run, agent: Agent, args: Mapping[str, Any]) -> dict[str, Any]:
        """Run the agent in a session and with a memory of its own, both empty (tool/agenttool/agent_tool.go L132-262)."""
        if "request" not in args:
            raise Failure("missing required argument 'request'")
        content = Content(role="user", parts=[Part(text=sprint(args["request"]))])
        alone = Conversation(agent.name, run.conversation.user, "alone")
        memory = SpiedMemory(self._empty(), [])
        try:
            last = Run(self, agent, memory, Conversations(), alone, content).play()
        except Exception as error:
            raise Failure(f"sub-agent failed: {error}") from error
        text = "\n".join(self._texts(last))
        return {"result": text} if text else {}

    def _empty(self) -> MemoryService:
        return InMemoryService()

    def _texts(self, last: Event | None) -> list[str]:
        """The texts of the last event, inner speech left out (tool/agenttool/agent_tool.go L233-240)."""
        content = None if last is None else last.content
        return [part.text for part in (content and content.parts) or () if part.text and not part.thought]
