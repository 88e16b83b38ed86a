"""Faults of turns in the ports of ADK TypeScript, ADK Java and ADK Go v2.2.0: where they answer otherwise than ADK Go v1.7.0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from memory_conformance.model import Content, Memory, Part
from memory_conformance.turn import Moment
from memory_references.adk_go_1_7.tools import search_memory as go_search
from memory_references.adk_go_2_2.contexts import Contexts as Go2Contexts
from memory_references.adk_java_1_8 import tools as java
from memory_references.adk_java_1_8.contexts import Contexts as JavaContexts
from memory_references.adk_js_2_0 import tools as js
from memory_references.adk_js_2_0.contexts import Contexts as JsContexts
from memory_references.adk_js_2_0.values import UNDEFINED
from memory_references.library import Failure, Request
from memory_references.planted.bases import GO_2, JAVA, JS
from memory_references.planted.fault import Kind
from memory_references.planted.otherwise import otherwise
from memory_references.turns import Run


@GO_2(Kind.TURNS, "HOOK-001", seen_in="google.golang.org/adk 1.4.0 to 1.6.0")
class CallbacksMaySearch(Go2Contexts):
    """A callback before the model may search, where the source refuses."""

    def search_in_callback(self, run: Run, at: Moment, query: str) -> list[Memory] | None:
        return go_search(run, query)


@JS(Kind.TURNS, "HOOK-001", "HOOK-002")
class ScriptCallbacksCannotSearch(JsContexts):
    """The context of a callback has no search."""

    def search_in_callback(self, run: Run, at: Moment, query: str) -> list[Memory] | None:
        return None


@JS(Kind.TURNS, "HOOK-003", "HOOK-004")
class NothingAddedAfterwards(JsContexts):
    """When the agent has ended it is too late to add the session."""

    def add_after_agent(self, run: Run) -> None:
        return


@JAVA(Kind.TURNS, "HOOK-001")
class JavaCallbacksSearch(JavaContexts):
    """A callback before the model may search, where the source has no way to."""

    def search_in_callback(self, run: Run, at: Moment, query: str) -> list[Memory] | None:
        return java.search_memory(run, query)


@JS(Kind.CALLS, "CALL-002", "CALL-003", "CALL-005")
class QueryChecked(js.LoadMemoryTool):
    """A query that is no text is refused, where the source searches for it."""

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        if not isinstance(args.get("query"), str):
            return {"memories": []}
        return super().call(run, args)


@JAVA(Kind.CALLS, "CALL-002", "CALL-003", "CALL-005")
class JavaQueryTaken(java.LoadMemoryTool):
    """What is no text is an empty query."""

    call = otherwise(
        java.LoadMemoryTool.call,
        _text_of=lambda args: args["query"] if isinstance(args.get("query"), str) else "",
    )


@JAVA(Kind.CALLS, "CALL-006", "CALL-005")
class NullIsNoQuery(java.LoadMemoryTool):
    """A query that is null is one that is missing."""

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        return super().call(run, {name: value for name, value in args.items() if value is not None})


@JAVA(Kind.CALLS, "DECLARE-001", "DECLARE-006")
class NamedAsElsewhere(java.LoadMemoryTool):
    """The tool is called as in the other libraries."""

    declaration = java.LoadMemoryTool.declaration.model_copy(update={"name": "load_memory"})


@JAVA(Kind.CALLS, "DECLARE-002")
class DescribedInJava(java.LoadMemoryTool):
    """The tool is described, where the source says nothing of it."""

    declaration = java.LoadMemoryTool.declaration.model_copy(update={"description": "Loads the memory for the user."})


@JAVA(Kind.CALLS, "DECLARE-003")
class QueryDescribedInJava(java.LoadMemoryTool):
    """The query is described, where the source says nothing of it."""

    declaration = java.LoadMemoryTool.declaration.model_copy(
        update={"parameters": js.LoadMemoryTool.declaration.parameters}
    )


@JAVA(Kind.CALLS, "DECLARE-004", "DECLARE-007")
class JavaUnadvised(java.LoadMemoryTool):
    """The system instruction does not speak of the tool."""

    def prepare(self, run: Run, request: Request) -> None:
        request.declare(self)


@JS(Kind.CALLS, "DECLARE-007")
class AdvisedInAnyCase(js.LoadMemoryTool):
    """The system instruction speaks of the tool, also where there is no memory service."""

    def prepare(self, run: Run, request: Request) -> None:
        request.declare(self)
        request.instructions.append("What was said in earlier conversations can be looked up with load_memory.")


@JS(Kind.CALLS, "DECLARE-003")
class QueryUndescribed(js.LoadMemoryTool):
    """Of the query the model is told nothing but its name."""

    declaration = js.LoadMemoryTool.declaration.model_copy(
        update={"parameters": java.LoadMemoryTool.declaration.parameters}
    )


@JAVA(Kind.FAILURES, "FAIL-003", "FAIL-004")
class FailedSearchIsAnswered(java.LoadMemoryTool):
    """A search that fails is a response with an error, where the source ends the turn."""

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        try:
            return super().call(run, args)
        except Failure as error:
            return {"error": str(error)}


@JAVA(Kind.FAILURES, "FAIL-002", "CALL-003")
class JavaTellsWhy(java.LoadMemoryTool):
    """An error before the search is a response that says what is wrong."""

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        given = super().call(run, args)
        return {"error": given["message"]} if given.get("status") == "error" else given


@JAVA(Kind.FAILURES, "FAIL-010")
class JavaAnswersUnknownTools(JavaContexts):
    """A call of a tool that nobody declared is answered with an error, where the source passes it over."""

    def respond(self, run: Run, request: Request, calls: Sequence[Mapping[str, Any]]) -> list[Part] | None:
        unknown = [call for call in calls if call["name"] not in request.tools]
        given = super().respond(run, request, calls) or []
        told = [
            Part(function_response={"name": call["name"], "response": {"error": "no such tool"}}) for call in unknown
        ]
        return [*given, *told]


@JS(Kind.FAILURES, "FAIL-010", "FAIL-012")
class ScriptAnswersUnknownTools(JsContexts):
    """A call of a tool that nobody declared is answered with an error, where the source loses the step."""

    def respond(self, run: Run, request: Request, calls: Sequence[Mapping[str, Any]]) -> list[Part] | None:
        known = [call for call in calls if call.get("name") in request.tools]
        given = super().respond(run, request, known) or []
        unknown = [call for call in calls if call.get("name") not in request.tools]
        told = [
            Part(function_response={"name": call["name"], "response": {"error": "no such tool"}}) for call in unknown
        ]
        return [*given, *told]


@JS(Kind.FAILURES, "FAIL-005", "FAIL-006", "FAIL-007", errs=True)
class PreloadFailuresTold(js.PreloadMemoryTool):
    """A search that fails before the model is asked ends the turn, where the source goes on."""

    def prepare(self, run: Run, request: Request) -> None:
        parts = run.content.parts
        if parts and parts[0].text:
            js.search_memory(run, parts[0].text)
        super().prepare(run, request)


@JS(Kind.SHOWN, "FOUND-002", "FOUND-003", "FOUND-005")
class ContentAsItIs(js.LoadMemoryTool):
    """The content of a memory is handed on part by part, where the source hands on one text."""

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        memories = js.search_memory(run, args.get("query", UNDEFINED))
        return {"memories": [{**js._entry(memory), "content": memory.content.to_wire()} for memory in memories]}


@JS(Kind.SHOWN, "FOUND-006")
class ScriptSeconds(js.LoadMemoryTool):
    """A time is written without its milliseconds."""

    call = otherwise(
        js.LoadMemoryTool.call,
        _entry=otherwise(js._entry, _time=lambda memory: js._time(memory).partition(".")[0] + "Z"),
    )


@JS(Kind.SHOWN, "SHOWN-003", "SHOWN-006")
class ScriptLinesInSeconds(js.PreloadMemoryTool):
    """The time of a line is written without its milliseconds."""

    prepare = otherwise(js.PreloadMemoryTool.prepare, _time=lambda memory: js._time(memory).partition(".")[0] + "Z")


@JS(Kind.SHOWN, "SHOWN-009")
class NoBlankForAnImage(js.PreloadMemoryTool):
    """What is no text leaves no blank in a line."""

    prepare = otherwise(js.PreloadMemoryTool.prepare, _joined=lambda content: content.text())


@JAVA(Kind.SHOWN, "FOUND-002", "FOUND-005", "FOUND-006")
class JavaTimesHandedOn(java.LoadMemoryTool):
    """An entry has its time, where the source has no name for it."""

    call = otherwise(
        java.LoadMemoryTool.call, _entry=lambda memory: {**java._entry(memory), "timestamp": str(memory.timestamp)}
    )


@JAVA(Kind.SHOWN, "FOUND-003")
class JavaThoughtsWithheld(java.LoadMemoryTool):
    """Inner speech is not handed on."""

    call = otherwise(java.LoadMemoryTool.call, _entry=lambda memory: java._entry(_spoken(memory)))


def _spoken(memory: Memory) -> Memory:
    parts = [part for part in memory.content.parts or () if not part.thought]
    return memory.model_copy(update={"content": Content(role=memory.content.role, parts=parts)})
