"""ADK Go's memory tools, the same in both of its lines but for line numbers.

Ported: google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go (L) and tool/preloadmemorytool/tool.go (P), with
internal/toolinternal/toolutils/toolutils.go and internal/utils/utils.go beneath them. In v2.2.0 they search the same way, and
differ only in what a nil part does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_conformance.model import Content, Memory
from memory_conformance.turn import Declaration
from memory_references.adk_go_1_7.entries import entry_json, rfc3339
from memory_references.library import Failure, FunctionTool, Request, RequestTool
from memory_references.turns import Run


class LoadMemoryTool(FunctionTool):
    """The tool that a model calls (L36-118)."""

    declaration = Declaration(
        name="load_memory",
        description="Loads the memory for the current user.",
        parameters={
            "type": "OBJECT",
            "properties": {"query": {"type": "STRING", "description": "The query to search memory for."}},
            "required": ["query"],
        },
    )
    """L65-80."""

    def prepare(self, run: Run, request: Request) -> None:
        """Declare the tool, then advise its use (L112-118), whether or not there is a memory."""
        request.declare(self)
        request.instructions.append("What was said in earlier conversations can be looked up with load_memory.")

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        """Search for a query that is there and is a text, word for word (L83-108)."""
        if "query" not in args:
            raise Failure("missing required parameter: query")
        query = args["query"]
        if not isinstance(query, str):
            raise Failure(f"query must be a string, got: {type(query).__name__}")
        try:
            memories = search_memory(run, query)
        except Exception as error:
            raise Failure(f"failed to search memory: {error}") from error
        # A list, be it empty (L104-106).
        return {"memories": [entry_json(memory) for memory in memories]}


class PreloadMemoryTool(RequestTool):
    """The tool that searches before each request (P44-98). It has no declaration, and nobody can call it."""

    def prepare(self, run: Run, request: Request) -> None:
        """Search for the first part of the message, if that has a text, and instruct by what is found (P74-98)."""
        parts = run.content.parts
        if not parts or not parts[0].text:
            return
        try:
            memories = search_memory(run, parts[0].text)
        except Exception as error:
            raise Failure(f"preload memory search failed: {error}") from error
        text = format_memories(memories)
        if text:
            request.instructions.append(f"<PAST_CONVERSATIONS>\n{text}\n</PAST_CONVERSATIONS>")


def search_memory(run: Run, query: str) -> list[Memory]:
    """The search of the contexts of tools (v1.7.0 agent/callback_context.go L178-183, v2.2.0 agent/common_context.go L374-379)."""
    if run.memory is None:
        raise Failure("memory service is not set")
    return run.memory.search(run.conversation.app, run.conversation.user, query, noted=query)


def format_memories(memories: list[Memory]) -> str:
    """The lines of what was found (P100-117). A memory without a text has no line, of its time neither."""
    lines = []
    for memory in memories:
        text = extract_text(memory.content)
        if not text:
            continue
        time = rfc3339(memory.timestamp)
        if time is not None:
            lines.append(f"Time: {time}")
        lines.append(f"{memory.author}: {text}" if memory.author else text)
    return "\n".join(lines)


def extract_text(content: Content) -> str:
    """The texts of the parts, one blank between two (P119-135). Inner speech is among them."""
    return " ".join(part.text for part in content.parts or () if part.text)
