"""What a run of @google/adk 2.0.0 lets tools and callbacks reach, and what becomes of a call.

Files are those of dist/esm, and line numbers those of agents/functions.js where no other file is named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.model import Content, Memory, Part
from memory_conformance.turn import Moment, Tool
from memory_references.adk_js_2_0.service import InMemoryMemoryService
from memory_references.adk_js_2_0.tools import LoadMemoryTool, PreloadMemoryTool, search_memory
from memory_references.adk_js_2_0.values import OBJECT_PROTOTYPE
from memory_references.calls import response
from memory_references.library import Conversation, Conversations, Failure, Library, Request, RequestTool, SpiedMemory
from memory_references.turns import Agent, Run

_IDENTIFIER = re.compile(r"[\w$][\w$-]*")


class Contexts(Library):
    """The context of every callback and tool is of one class, which has the search."""

    tools: ClassVar[Mapping[Tool, RequestTool]] = {Tool.LOAD: LoadMemoryTool(), Tool.PRELOAD: PreloadMemoryTool()}

    def admit(self, app: str, user: str, agent: str | None) -> None:
        """An agent has a name as a variable could have, hyphens allowed (agents/base_agent.js L327-343)."""
        if agent is not None and (not _IDENTIFIER.fullmatch(agent) or agent[0].isdigit() or agent == "user"):
            raise BackendError(ErrorCode.INTERNAL, "invalid agent name")

    def converse(self, conversations: Conversations, app: str, user: str, session_id: str) -> Conversation:
        """An empty id is none, and each session without one is new (sessions/in_memory_session_service.js L49-50)."""
        if not session_id:
            session_id = f"session-{next(conversations.numbers)}"
        return conversations[app, user, session_id]

    def receive(self, run: Run) -> None:
        """A message has a part, and is the user's where it does not say whose (runner/runner.js L123-125, L191-193)."""
        if not run.content.role:
            run.content.role = "user"
        if not run.content.parts:
            raise Failure("No parts in the newMessage.")

    def sent(self, content: Content) -> Content | None:
        """Left out is what has no role, and what begins with an empty text.

        agents/processors/content_processor_utils.js L64-68. An answer with an empty list of parts is no event in the first
        place (agents/llm_agent.js L957-959).
        """
        parts = content.parts
        if not content.role or parts == [] or (parts and parts[0].text == ""):
            return None
        return content

    def respond(self, run: Run, request: Request, calls: Sequence[Mapping[str, Any]]) -> list[Part] | None:
        """One message with a response for each call, one after the other (L222-366).

        What nobody declared takes with it what the calls before it gave (L374-378). The run survives that, by an event with
        the error (agents/llm_agent.js L1184-1213), behind which the model is asked again (L456-459 there).
        """
        given = []
        for call in calls:
            name = call.get("name")
            if name in request.tools:
                given.append(response(call, name, self._call(run, request, call)))
            elif name in OBJECT_PROTOTYPE:
                run.before_tool()
                given.append(response(call, name, {"error": "runAsync is not a function"}))
            else:
                run.fail_step(f"no function {name}")
                return None
        return given

    def _call(self, run: Run, request: Request, call: Mapping[str, Any]) -> dict[str, Any]:
        """What a tool gives, or the text of its error (L269-289, L315-316)."""
        try:
            return run.call(request.tools[call["name"]], call.get("args"))
        except Exception as error:
            return {"error": str(error)}

    def search_in_callback(self, run: Run, at: Moment, query: str) -> list[Memory] | None:
        """agents/context.js L118-127, before the model as before a tool."""
        return search_memory(run, query)

    def delegate(self, run: Run, agent: Agent, args: Mapping[str, Any]) -> dict[str, Any]:
        """Run the agent by the services of this run, under an app that is called like the agent (tools/agent_tool.js L68-129).

        So its session goes on in the next turn, while memory is searched where nothing was added.
        """
        said = args.get("request")
        content = Content(role="user", parts=[Part(text=said if said is None or isinstance(said, str) else str(said))])
        memory = run.memory if run.memory is not None else SpiedMemory(InMemoryMemoryService(), [])
        at = run.conversation
        conversation = self.converse(run.conversations, agent.name, at.user, at.id)
        last = Run(self, agent, memory, run.conversations, conversation, content).play()
        spoken = None if last is None else last.content
        texts = [part.text for part in (spoken and spoken.parts) or () if part.text and not part.thought]
        # A text becomes the result of a tool (L315-320).
        return {"result": "\n".join(texts)}
