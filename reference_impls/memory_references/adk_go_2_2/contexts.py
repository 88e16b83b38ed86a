"""What a run of ADK Go v2.2.0 lets tools and callbacks reach, as far as that is not as in v1.7.0.

Its tools are those of v1.7.0: tool/loadmemorytool/tool.go and tool/preloadmemorytool/tool.go differ in the types that they name.
"""

from __future__ import annotations

from memory_conformance.model import Content, Event, Memory, Part
from memory_conformance.turn import Moment
from memory_references.adk_go_1_7 import contexts
from memory_references.adk_go_1_7.tools import search_memory
from memory_references.adk_go_2_2.service import InMemoryService
from memory_references.library import Failure, MemoryService
from memory_references.turns import Run


class Contexts(contexts.Contexts):
    """v2.2.0, in which a callback gets a context that refuses what is a tool's."""

    def contents(self, run: Run) -> list[Content]:
        """A request never ends with what the model said (internal/llminternal/contents_processor.go L64-70)."""
        shown = super().contents(run)
        if shown and shown[-1].role != "user":
            shown.append(Content(role="user", parts=[Part(text="Go on.")]))
        return shown

    def ends(self, answer: Content) -> bool:
        """Inner speech alone is no end (internal/llminternal/base_flow.go L118-122, L133-152)."""
        parts = answer.parts or ()
        return not parts or any(not part.thought for part in parts)

    def search_in_callback(self, run: Run, at: Moment, query: str) -> list[Memory] | None:
        """Before the model: refused, memory or not (agent/callback_context_wrapper.go L171-175). Before a tool: as of a tool."""
        if at is Moment.BEFORE_MODEL:
            raise Failure("no search for callback context")
        return search_memory(run, query)

    def add_after_agent(self, run: Run) -> None:
        """The context of a callback gives no memory (agent/callback_context_wrapper.go L93-97)."""
        raise Failure("the callback's context gives no memory to add to")

    def _empty(self) -> MemoryService:
        return InMemoryService()

    def _texts(self, last: Event | None) -> list[str]:
        """The texts of the last event, inner speech among them (tool/agenttool/agent_tool.go L195-202)."""
        content = None if last is None else last.content
        return [part.text for part in (content and content.parts) or () if part.text]
