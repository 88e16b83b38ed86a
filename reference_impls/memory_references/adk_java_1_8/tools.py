"""ADK Java's memory tool. It has one, which a model calls; none searches by itself.

Ported: com.google.adk:google-adk 1.8.0 com/google/adk/tools/LoadMemoryTool.java (L) and, of the function tool that it is,
com/google/adk/tools/FunctionTool.java (F) and FunctionCallingUtils.java. Line numbers are those of the sources jar.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_conformance.model import Memory
from memory_conformance.turn import Declaration
from memory_references.adk_java_1_8.strings import to_string
from memory_references.library import Failure, FunctionTool, Request
from memory_references.turns import Run

NAME = "loadMemory"
"""The name of the method (L54, F193)."""


class LoadMemoryTool(FunctionTool):
    """The tool that a model calls (L30-74)."""

    declaration = Declaration(
        name=NAME,
        parameters={"type": "OBJECT", "properties": {"query": {"type": "STRING"}}, "required": ["query"]},
    )
    """FunctionCallingUtils.java L84-114: without a description, as the method has none."""

    def prepare(self, run: Run, request: Request) -> None:
        """Declare the tool, then advise its use (L61-73), whether or not there is a memory."""
        request.declare(self)
        request.instructions.append(f"What was said in earlier conversations can be looked up with {NAME}.")

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        """Search for what can be made a text of (L54-59).

        An error before there is anything to wait for becomes a response that tells nothing of it (F263-267). One of the
        search itself comes later, and is not caught.
        """
        try:
            query = _text_of(args)
            if run.memory is None:
                # com/google/adk/tools/ToolContext.java L112-114: thrown, and not within what is returned.
                raise Failure("Memory service is not initialized.")
        except Failure:
            return {"status": "error", "message": "An internal error occurred."}
        return {"memories": [_entry(memory) for memory in search_memory(run, query)]}


def search_memory(run: Run, query: str | None) -> list[Memory]:
    """The search of the context of a tool (com/google/adk/tools/ToolContext.java L111-119)."""
    if run.memory is None:
        raise Failure("Memory service is not initialized.")
    try:
        return run.memory.search(run.conversation.app, run.conversation.user, query, noted=query)
    except AttributeError as error:
        # As the source, the service takes for granted that there is a query.
        raise Failure("query is null") from error


def _text_of(args: Mapping[str, Any]) -> str | None:
    """The query as a ``String`` (F342-409, F446-495): ``null`` stays what it is, and a list or an object is none."""
    if "query" not in args:
        raise Failure("query was not found in the arguments")
    query = args["query"]
    if isinstance(query, (list, dict)):
        raise Failure("cannot deserialize a String")
    return None if query is None else to_string(query)


def _entry(memory: Memory) -> dict[str, Any]:
    """A memory as the model gets it (com/google/adk/memory/MemoryEntry.java L28-47): its time has no name in JSON."""
    content = memory.content.to_wire()
    entry = {
        "content": {name: content.pop(name) for name in ("parts", "role") if name in content},
        "author": memory.author,
    }
    return {name: value for name, value in entry.items() if value is not None}
