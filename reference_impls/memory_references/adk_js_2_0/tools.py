"""ADK TypeScript's memory tools.

Ported: @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js (L) and dist/esm/tools/preload_memory_tool.js (P).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_conformance.model import Content, Memory
from memory_conformance.turn import Declaration
from memory_references.adk_js_2_0.dates import to_iso_string
from memory_references.adk_js_2_0.values import UNDEFINED, json_text
from memory_references.library import Failure, FunctionTool, Request, RequestTool
from memory_references.turns import Run


class LoadMemoryTool(FunctionTool):
    """The tool that a model calls (L15-77)."""

    declaration = Declaration(
        name="load_memory",
        description="Loads the memory for the current user.",
        parameters={
            "type": "OBJECT",
            "properties": {"query": {"type": "STRING", "description": "The query to load the memory for."}},
            "required": ["query"],
        },
    )
    """L16-37, of the description its first line."""

    def prepare(self, run: Run, request: Request) -> None:
        """Declare the tool, and advise its use where there is a memory (L67-76)."""
        request.declare(self)
        if run.memory is not None:
            request.instructions.append("What was said in earlier conversations can be looked up with load_memory.")

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        """Search for whatever the model gave, or left out (L38-66)."""
        memories = search_memory(run, args.get("query", UNDEFINED))
        return {"memories": [_entry(memory) for memory in memories]}


class PreloadMemoryTool(RequestTool):
    """The tool that searches before each request (P15-79). It has no declaration, and nobody can call it (P24-31)."""

    def prepare(self, run: Run, request: Request) -> None:
        """Search for the first part of the message, if that has a text, and instruct by what is found (P32-78)."""
        parts = run.content.parts
        if not parts or not parts[0].text:
            return
        try:
            memories = search_memory(run, parts[0].text)
        except Exception:
            # Without a service it does not search at all (P42-44), and of a failure it logs (P46-49). Either way the turn goes on.
            return
        lines = []
        for memory in memories:
            # The time of a memory without a text as well (P54-64).
            lines.append(f"Time: {_time(memory)}")
            text = _joined(memory.content)
            if text:
                lines.append(f"{memory.author}: {text}" if memory.author else text)
        if lines:
            text = "\n".join(lines)
            request.instructions.append(f"<PAST_CONVERSATIONS>\n{text}\n</PAST_CONVERSATIONS>\n")


def search_memory(run: Run, query: Any) -> list[Memory]:
    """The search of a context (dist/esm/agents/context.js L118-127), which looks at no query."""
    if run.memory is None:
        raise Failure("Memory service is not initialized.")
    noted = query if isinstance(query, str) else json_text(query)
    try:
        return run.memory.search(run.conversation.app, run.conversation.user, query, noted)
    except AttributeError as error:
        # As the source, the service takes for granted that a query is a text.
        raise Failure("query.toLowerCase is not a function") from error


def _entry(memory: Memory) -> dict[str, Any]:
    """A memory as the model gets it (L49-61): one text for its content. An author that is not there is left out of the JSON."""
    entry = {"content": _joined(memory.content), "author": memory.author, "timestamp": _time(memory)}
    return {name: value for name, value in entry.items() if value is not None}


def _joined(content: Content) -> str:
    """A blank between any two parts, those without a text and inner speech included (L53-56, P57-60)."""
    return " ".join(part.text or "" for part in content.parts or ())


def _time(memory: Memory) -> str:
    return to_iso_string(round((memory.timestamp or 0.0) * 1000))
