"""Faults of what a turn reaches, and of what the model is shown of memory, in the tools and contexts of ADK Go v1.7.0."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from memory_conformance.model import Content, Memory, Part, Session
from memory_conformance.turn import Moment
from memory_references.adk_go_1_7.contexts import Contexts
from memory_references.adk_go_1_7.entries import entry_json
from memory_references.adk_go_1_7.tools import LoadMemoryTool
from memory_references.library import Conversation, Conversations, Failure, MemoryService, Request
from memory_references.planted.bases import GO
from memory_references.planted.fault import Kind
from memory_references.planted.otherwise import otherwise
from memory_references.turns import Agent, Run


class AskedFor(LoadMemoryTool):
    """Asks for the memory of whom it chooses."""

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        at = run.conversation
        own = at.app, at.user
        at.app, at.user = self.whose(at.app, at.user, args)
        try:
            return super().call(run, args)
        finally:
            at.app, at.user = own

    def whose(self, app: str, user: str, args: Mapping[str, Any]) -> tuple[str, str]:
        """The app and the user that are asked for."""
        return app, user


@GO(Kind.TURNS, "TURN-003", seen_in="infiniflow/ragflow#14535")
class AsksForTheNamed(AskedFor):
    """The model names the user whose memory is asked."""

    def whose(self, app: str, user: str, args: Mapping[str, Any]) -> tuple[str, str]:
        return app, str(args.get("user", user))


@GO(Kind.TURNS, "TURN-001")
class AsksForTheFirst(AskedFor):
    """The tool asks for the user of the first turn, whoever speaks later."""

    def whose(self, app: str, user: str, args: Mapping[str, Any]) -> tuple[str, str]:
        first: tuple[str, str] = vars(self).setdefault("first", (app, user))
        return first


@GO(Kind.TURNS, "LEAK-005")
class AsksInSmallLetters(AskedFor):
    """The tool asks for the user in small letters."""

    def whose(self, app: str, user: str, args: Mapping[str, Any]) -> tuple[str, str]:
        return app, user.lower()


@GO(Kind.TURNS, "TURN-004", seen_in="agno-agi/agno#4560")
class OneConversation(Contexts):
    """All users have one conversation."""

    def converse(self, conversations: Conversations, app: str, user: str, session_id: str) -> Conversation:
        found = super().converse(conversations, app, "everybody", session_id)
        found.user = user
        return found


@GO(Kind.TURNS, "TURN-009")
class SaidInNormalForm(Contexts):
    """What a user says reaches the model in a normal form."""

    def sent(self, content: Content) -> Content | None:
        parts = [
            part.model_copy(update={"text": unicodedata.normalize("NFC", part.text)}) if part.text else part
            for part in content.parts or ()
        ]
        return super().sent(content.model_copy(update={"parts": parts}))


@GO(Kind.TURNS, "TURN-010")
class RemembersByItself(Contexts):
    """What is said in a turn is added to memory by itself."""

    def respond(self, run: Run, request: Request, calls: Sequence[Mapping[str, Any]]) -> list[Part] | None:
        run.add_session()
        return super().respond(run, request, calls)


@GO(Kind.TURNS, "TURN-011")
class FailureClears(Contexts):
    """A search that fails in a turn empties memory."""

    def _call(self, run: Run, request: Request, call: Mapping[str, Any]) -> dict[str, Any]:
        given = super()._call(run, request, call)
        if "error" in given and run.memory is not None:
            store: Any = run.memory._service
            store._store.clear()
        return given


@GO(Kind.CALLS, "CALL-001")
class QueryTrimmed(LoadMemoryTool):
    """The query of the model is trimmed."""

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        query = args.get("query")
        return super().call(run, {**args, "query": query.strip()} if isinstance(query, str) else args)


@GO(Kind.CALLS, "CALL-002", "CALL-003")
class NoQueryIsAnEmptyOne(LoadMemoryTool):
    """A call without a query is one with an empty query."""

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        return super().call(run, {"query": "", **args})


@GO(Kind.CALLS, "CALL-005")
class AnythingIsAQuery(LoadMemoryTool):
    """A query that is no text is made one."""

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        return super().call(run, {**args, "query": str(args["query"])} if "query" in args else args)


@GO(Kind.CALLS, "CALL-007")
class NotesSearchedFor(LoadMemoryTool):
    """Whatever the model hands over beside a query is searched for as well."""

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        notes = [value for name, value in args.items() if name != "query" and isinstance(value, str)]
        return super().call(run, {**args, "query": " ".join([args["query"], *notes])} if notes else args)


@GO(Kind.CALLS, "CALL-008")
class OneCallAtATime(Contexts):
    """Of the calls in an answer the first is made."""

    def respond(self, run: Run, request: Request, calls: Sequence[Mapping[str, Any]]) -> list[Part] | None:
        return super().respond(run, request, calls[:1])


class Declared(LoadMemoryTool):
    """Is declared otherwise."""

    def prepare(self, run: Run, request: Request) -> None:
        request.declare(self)
        if self.is_advised(run):
            request.instructions.append("What was said in earlier conversations can be looked up with load_memory.")

    def is_advised(self, run: Run) -> bool:
        """Whether the system instruction speaks of the tool."""
        return True


@GO(Kind.CALLS, "DECLARE-001")
class ToolRenamed(LoadMemoryTool):
    """The tool that searches has another name."""

    declaration = LoadMemoryTool.declaration.model_copy(update={"name": "search_memory"})


@GO(Kind.CALLS, "DECLARE-002")
class ToolUndescribed(LoadMemoryTool):
    """Of the tool that searches the model is told nothing."""

    declaration = LoadMemoryTool.declaration.model_copy(update={"description": None})


@GO(Kind.CALLS, "DECLARE-003")
class QueryIsOptional(LoadMemoryTool):
    """The model is told that a query may be left out."""

    declaration = LoadMemoryTool.declaration.model_copy(
        update={"parameters": {**(LoadMemoryTool.declaration.parameters or {}), "required": []}}
    )


@GO(Kind.CALLS, "DECLARE-004", "DECLARE-007")
class ToolUnadvised(Declared):
    """The system instruction does not speak of the tool."""

    def is_advised(self, run: Run) -> bool:
        return False


@GO(Kind.CALLS, "DECLARE-007")
class AdvisedWithMemoryOnly(Declared):
    """The system instruction speaks of the tool where there is a memory service."""

    def is_advised(self, run: Run) -> bool:
        return run.memory is not None


@GO(Kind.CALLS, "DECLARE-006")
class UndeclaredWithoutMemory(LoadMemoryTool):
    """Where there is no memory service there is no tool that searches it."""

    def prepare(self, run: Run, request: Request) -> None:
        if run.memory is not None:
            super().prepare(run, request)


@GO(Kind.CALLS, "DECLARE-008")
class DeclaredOnce(LoadMemoryTool):
    """A tool that is given twice is declared once."""

    def prepare(self, run: Run, request: Request) -> None:
        if self.declaration.name not in request.tools:
            super().prepare(run, request)


@GO(Kind.FAILURES, "FAIL-001", "FAIL-003", "FAIL-009", "FAIL-011", "CALL-004", "CALL-006", errs=True)
class FailuresEndTheRun(Contexts):
    """An error of a tool, or a tool that nobody declared, ends the turn."""

    def _call(self, run: Run, request: Request, call: Mapping[str, Any]) -> dict[str, Any]:
        name = str(call.get("name"))
        if name not in request.tools:
            raise Failure(f"tool '{name}' not found")
        return run.call(request.tools[name], call.get("args"))


@GO(Kind.FAILURES, "FAIL-002", "FAIL-004", "CALL-003", "FAIL-010", "FAIL-012")
class ErrorsSwallowed(Contexts):
    """An error of a tool is an empty list of memories."""

    def _call(self, run: Run, request: Request, call: Mapping[str, Any]) -> dict[str, Any]:
        given = super()._call(run, request, call)
        return {"memories": []} if "error" in given else given


@GO(Kind.FAILURES, "HOOK-001", "HOOK-002")
class CallbacksCannotSearch(Contexts):
    """The context of a callback has no search."""

    def search_in_callback(self, run: Run, at: Moment, query: str) -> list[Memory] | None:
        return None


@GO(Kind.TURNS, "HOOK-003", "HOOK-004")
class CallbacksCanAdd(Contexts):
    """The context of a callback adds the session."""

    def add_after_agent(self, run: Run) -> None:
        run.add_session()


@GO(Kind.TURNS, "HOOK-005", seen_in="google-adk 2.0.0")
class AnswerComesTooLate(Contexts):
    """The answer is part of the session once the run is over, and not before."""

    def converse(self, conversations: Conversations, app: str, user: str, session_id: str) -> Conversation:
        found = super().converse(conversations, app, user, session_id)
        return _Late(found)


class _Late(Conversation):
    """A conversation that hands out all but its last event."""

    def __init__(self, found: Conversation) -> None:
        super().__init__(found.app, found.user, found.id)
        self.said = found.said

    def session(self) -> Any:
        whole = super().session()
        return whole.model_copy(update={"events": whole.events[:-1]})


@GO(Kind.TURNS, "HOOK-007")
class AgentsShareMemory(Contexts):
    """An agent that is a tool searches the memory of the one that calls it."""

    def delegate(self, run: Run, agent: Agent, args: Mapping[str, Any]) -> dict[str, Any]:
        self.caller = run
        return super().delegate(run, agent, args)

    def _empty(self) -> MemoryService:
        return _OfTheCaller(self.caller)


class _OfTheCaller:
    """The memory of the one who calls, whatever app is asked for."""

    def __init__(self, caller: Run) -> None:
        self._memory, self._app = caller.memory, caller.conversation.app

    def add_session_to_memory(self, session: Session) -> None:
        if self._memory is not None:
            self._memory.add_session(session.model_copy(update={"app_name": self._app}))

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        return [] if self._memory is None else self._memory.search(self._app, user_id, query, query)


class Entries(LoadMemoryTool):
    """Hands on something else of a memory."""

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        given = super().call(run, args)
        return {"memories": [self.entry(one) for one in given["memories"]]}

    def entry(self, entry: dict[str, Any]) -> dict[str, Any]:
        """What is handed on."""
        content = entry["Content"]
        parts = [
            {**part, "text": self.text(part["text"])} if "text" in part else part for part in content.get("parts", ())
        ]
        return {**entry, "Content": {**content, "parts": parts}}

    def text(self, text: str) -> str:
        """What is handed on of a text."""
        return text


@GO(Kind.SHOWN, "FOUND-001")
class NothingIsSaid(LoadMemoryTool):
    """Where nothing is found the model is told so in a sentence."""

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        given = super().call(run, args)
        return given if given["memories"] else {"result": "nothing was found"}


@GO(Kind.SHOWN, "FOUND-002", "FOUND-003", "FOUND-005", "FOUND-006")
class InSmallLetters(Entries):
    """The fields of an entry are called in small letters."""

    def entry(self, entry: dict[str, Any]) -> dict[str, Any]:
        return {name.lower(): value for name, value in entry.items()}


@GO(Kind.SHOWN, "FOUND-005")
class MetadataLeftBehind(Entries):
    """An entry is handed on without its metadata."""

    def entry(self, entry: dict[str, Any]) -> dict[str, Any]:
        return {**entry, "CustomMetadata": None}


@GO(Kind.SHOWN, "FOUND-006")
class FractionsCut(Entries):
    """The time of an entry is cut at the second."""

    def entry(self, entry: dict[str, Any]) -> dict[str, Any]:
        return {**entry, "Timestamp": entry["Timestamp"].partition(".")[0].rstrip("Z") + "Z"}


@GO(Kind.SHOWN, "FOUND-003")
class ThoughtsWithheld(LoadMemoryTool):
    """Inner speech is not handed on."""

    call = otherwise(
        LoadMemoryTool.call,
        entry_json=lambda memory: entry_json(_spoken(memory)),
    )


@GO(Kind.SHOWN, "TURN-005")
class TextsEscaped(Entries):
    """Texts are escaped as for a page, before the model gets them."""

    def text(self, text: str) -> str:
        return text.replace("&", "&amp;").replace("<", "&lt;")


@GO(Kind.SHOWN, "TURN-007")
class LongTextsCut(Entries):
    """Of a text the first 4,096 letters are handed on."""

    def text(self, text: str) -> str:
        return text[:4096]


def _spoken(memory: Memory) -> Memory:
    parts = [part for part in memory.content.parts or () if not part.thought]
    return memory.model_copy(update={"content": Content(role=memory.content.role, parts=parts)})
