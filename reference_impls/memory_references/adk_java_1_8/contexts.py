"""What a run of com.google.adk:google-adk 1.8.0 lets tools and callbacks reach, and what becomes of a call.

Files are those of com/google/adk in the sources jar, and line numbers those of flows/llmflows/Functions.java where no other
file is named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.model import Content, Memory, Part
from memory_conformance.turn import Moment, Tool
from memory_references.adk_java_1_8.service import InMemoryMemoryService
from memory_references.adk_java_1_8.strings import to_string
from memory_references.adk_java_1_8.tools import NAME, LoadMemoryTool, search_memory
from memory_references.calls import response
from memory_references.library import Conversation, Conversations, Failure, Library, Request, RequestTool, SpiedMemory
from memory_references.turns import Agent, Run

_IDENTIFIER = re.compile(r"_?[a-zA-Z0-9]*([. _-][a-zA-Z0-9]+)*")
"""agents/BaseAgent.java L51."""
_WHITE = "".join(map(chr, range(0x21)))
"""What ``String.trim`` takes away."""


class Contexts(Library):
    """The context of a tool searches, that of a callback does not."""

    tools: ClassVar[Mapping[Tool, RequestTool]] = {Tool.LOAD: LoadMemoryTool()}
    load_memory = NAME
    shows_ids = True
    """Requests keep the ids that L90-130 give (flows/llmflows/Contents.java L175-178)."""

    def admit(self, app: str, user: str, agent: str | None) -> None:
        """agents/BaseAgent.java L130-142."""
        if agent is not None and (not agent or not _IDENTIFIER.fullmatch(agent) or agent == "user"):
            raise BackendError(ErrorCode.INVALID_ARGUMENT, "invalid agent name")

    def converse(self, conversations: Conversations, app: str, user: str, session_id: str) -> Conversation:
        """A session is stored without the white space around its id (sessions/InMemorySessionService.java L86-108).

        So one with such an id is not found, and each time is created anew, in place of the one without.
        """
        stored = session_id.strip(_WHITE)
        if stored and stored != session_id:
            conversations.pop((app, user, stored), None)
        return conversations[app, user, session_id]

    def receive(self, run: Run) -> None:
        """runner/Runner.java L443-446, of a session that is not found, and L366, of a message without parts."""
        if run.conversation.id != run.conversation.id.strip(_WHITE) or not run.conversation.id:
            raise Failure("session not found")
        if run.content.parts is None:
            raise Failure("No parts in the new_message.")

    def sent(self, content: Content) -> Content | None:
        """Left out is what has no role, or nothing but inner speech (flows/llmflows/Contents.java L193-248)."""
        return content if content.role and any(_is_visible(part) for part in content.parts or ()) else None

    def respond(self, run: Run, request: Request, calls: Sequence[Mapping[str, Any]]) -> list[Part] | None:
        """One message with a response for each call of a tool (L141-190). An error of a tool ends the run (L518-532).

        What nobody declared is passed over (L148-155). Where nothing else was called there is no message, and the model is asked
        again with a call that has no response (flows/llmflows/BaseLlmFlow.java L756-784, L525-551).
        """
        given = [
            response(call, call["name"], run.call(request.tools[call["name"]], call.get("args")))
            for call in calls
            if call["name"] in request.tools
        ]
        return given or None

    def search_in_callback(self, run: Run, at: Moment, query: str) -> list[Memory] | None:
        """Before a tool, tools/ToolContext.java L111-119. Before the model there is no search (agents/CallbackContext.java L30-133)."""
        return None if at is Moment.BEFORE_MODEL else search_memory(run, query)

    def delegate(self, run: Run, agent: Agent, args: Mapping[str, Any]) -> dict[str, Any]:
        """Run the agent in memory of its own, for a user that is always the same (tools/AgentTool.java L160-225)."""
        if args.get("request") is None:
            raise Failure("request is null")
        content = Content(role="user", parts=[Part(text=to_string(args["request"]))])
        alone = Conversation(run.agent.name, "tmp-user", "alone")
        memory = SpiedMemory(InMemoryMemoryService(), [])
        last = Run(self, agent, memory, Conversations(), alone, content).play()
        parts = None if last is None or last.content is None else last.content.parts
        if not parts:
            return {}
        return {"result": "".join(part.text for part in parts if part.text and not part.thought)}


def _is_visible(part: Part) -> bool:
    """Whether a part alone is a reason to show a content (flows/llmflows/Contents.java L226-248)."""
    if part.function_call is not None or part.function_response is not None:
        return True
    is_something = part.text is not None or part.inline_data is not None or part.file_data is not None
    return is_something and not part.thought
