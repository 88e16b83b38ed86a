"""What is said of turns can go red: one thing is changed in the tools and contexts of a port at a time, and the run says so."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from memory_conformance.connect.connectable import Connected
from memory_conformance.model import Content, Memory, Part
from memory_conformance.report.matrix import code_of
from memory_conformance.report.results import Results
from memory_conformance.run import Wish, play
from memory_conformance.specification import read_specification
from memory_conformance.target import target_objects
from memory_conformance.turn import Tool
from memory_conformance.verdict import Word
from memory_references.adk_go_1_7.contexts import Contexts
from memory_references.adk_go_1_7.service import InMemoryService
from memory_references.adk_go_1_7.tools import LoadMemoryTool, PreloadMemoryTool
from memory_references.library import Conversation, Conversations, Request, RequestTool
from memory_references.serving import ServiceBackend
from memory_references.turns import Run


class AsksForTheNamed(LoadMemoryTool):
    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        run.conversation.user, own = str(args.get("user", run.conversation.user)), run.conversation.user
        try:
            return super().call(run, args)
        finally:
            run.conversation.user = own


class AsksForTheFirst(LoadMemoryTool):
    def __init__(self) -> None:
        self.first: str | None = None

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        self.first = self.first or run.conversation.user
        return AsksForTheNamed().call(run, {**args, "user": self.first})


class AsksForTheApp(LoadMemoryTool):
    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        run.conversation.app, own = "shop", run.conversation.app
        try:
            return super().call(run, args)
        finally:
            run.conversation.app = own


class KeepsWhatItFound(PreloadMemoryTool):
    def __init__(self) -> None:
        self.kept: dict[str, list[str]] = {}

    def prepare(self, run: Run, request: Request) -> None:
        query = str((run.content.parts or [Part()])[0].text)
        if query not in self.kept:
            found = Request()
            super().prepare(run, found)
            self.kept[query] = found.instructions
        request.instructions += self.kept[query]


class Changes(LoadMemoryTool):
    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        return {"memories": [self.changed(one) for one in super().call(run, args)["memories"]]}

    def changed(self, entry: dict[str, Any]) -> dict[str, Any]:
        parts = [{**part, "text": self.text(str(part.get("text")))} for part in entry["Content"]["parts"]]
        return {**entry, "Content": {**entry["Content"], "parts": parts}}

    def text(self, text: str) -> str:
        return text


class Escapes(Changes):
    def text(self, text: str) -> str:
        return html.escape(text)


class CutsShort(Changes):
    def text(self, text: str) -> str:
        return text[:4096]


class Forgets(Changes):
    def changed(self, entry: dict[str, Any]) -> dict[str, Any]:
        return {**entry, "CustomMetadata": None}


class Trims(LoadMemoryTool):
    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        query = args.get("query")
        return super().call(run, {**args, "query": query.strip()} if isinstance(query, str) else args)


class Reformats(PreloadMemoryTool):
    def prepare(self, run: Run, request: Request) -> None:
        own = Request()
        super().prepare(run, own)
        request.instructions += [self.text(one) for one in own.instructions]

    def text(self, text: str) -> str:
        return text


class PlainLetters(Reformats):
    def text(self, text: str) -> str:
        return text.encode("ascii", "ignore").decode()


class CutsTheBlock(Reformats):
    def text(self, text: str) -> str:
        return text if len(text) < 9000 else f"{text[:8000]}\n</PAST_CONVERSATIONS>"


class WithoutTimes(Reformats):
    def text(self, text: str) -> str:
        return "\n".join(line for line in text.split("\n") if not line.startswith("Time: "))


class AsksOfAllParts(PreloadMemoryTool):
    def prepare(self, run: Run, request: Request) -> None:
        own = run.content
        run.content = Content(role="user", parts=[Part(text=own.text())])
        try:
            super().prepare(run, request)
        finally:
            run.content = own


class OnlyTheFirstRequest(PreloadMemoryTool):
    def prepare(self, run: Run, request: Request) -> None:
        if run.conversation.said[-1].event.author == "user":
            super().prepare(run, request)


class OneConversation(Contexts):
    def converse(self, conversations: Conversations, app: str, user: str, session_id: str) -> Conversation:
        found = super().converse(conversations, app, "everybody", session_id)
        found.user = user
        return found


class NormalForms(Contexts):
    def sent(self, content: Content) -> Content | None:
        parts = [
            part.model_copy(update={"text": unicodedata.normalize("NFC", part.text)}) if part.text else part
            for part in content.parts or ()
        ]
        return super().sent(content.model_copy(update={"parts": parts}))


class RemembersByItself(Contexts):
    def ends(self, answer: Content) -> bool:
        return True

    def respond(self, run: Run, request: Request, calls: Sequence[Mapping[str, Any]]) -> list[Part] | None:
        run.add_session()
        return super().respond(run, request, calls)


class ClearsOnFailure(Contexts):
    def _call(self, run: Run, request: Request, call: Mapping[str, Any]) -> dict[str, Any]:
        given = super()._call(run, request, call)
        if "error" in given and run.memory is not None:
            service: Any = run.memory._service
            service._store.clear()
        return given


class FailuresEndTheRun(Contexts):
    def _call(self, run: Run, request: Request, call: Mapping[str, Any]) -> dict[str, Any]:
        return run.call(request.tools[str(call.get("name"))], call.get("args"))


class OneCallAtATime(Contexts):
    def respond(self, run: Run, request: Request, calls: Sequence[Mapping[str, Any]]) -> list[Part] | None:
        return super().respond(run, request, calls[:1])


class NoSearchBeforeTheModel(Contexts):
    def search_in_callback(self, run: Run, at: Any, query: str) -> list[Memory] | None:
        return None


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong, and behaviours that have to fail by it, among whatever others."""

    what: str
    library: Contexts
    killers: tuple[str, ...]


def with_tools(**changed: RequestTool) -> Contexts:
    class Changed(Contexts):
        tools: ClassVar[Mapping[Tool, RequestTool]] = {
            **Contexts.tools,
            **{Tool(f"{name}_memory"): tool for name, tool in changed.items()},
        }

    return Changed()


FAULTS = [
    Fault("the model names whose memory is asked", with_tools(load=AsksForTheNamed()), ("TURN-003",)),
    Fault("the first user's memory is everybody's", with_tools(load=AsksForTheFirst()), ("TURN-001",)),
    Fault("one app's memory is that of all", with_tools(load=AsksForTheApp()), ("TURN-001",)),
    Fault("what was found for one is shown to another", with_tools(preload=KeepsWhatItFound()), ("TURN-002",)),
    Fault("one conversation of all users", OneConversation(), ("TURN-004",)),
    Fault("texts are escaped for a page", with_tools(load=Escapes()), ("TURN-005",)),
    Fault("letters beyond ASCII are left out", with_tools(preload=PlainLetters()), ("TURN-006",)),
    Fault("long texts are cut, looked up", with_tools(load=CutsShort()), ("TURN-007",)),
    Fault("long texts are cut, preloaded", with_tools(preload=CutsTheBlock()), ("TURN-008",)),
    Fault("what is said is brought to a normal form", NormalForms(), ("TURN-009",)),
    Fault("what is said is remembered by itself", RemembersByItself(), ("TURN-010",)),
    Fault("a failing search takes memory away", ClearsOnFailure(), ("TURN-011",)),
    Fault("queries are trimmed", with_tools(load=Trims()), ("CALL-001",)),
    Fault("all but the first call are dropped", OneCallAtATime(), ("CALL-008",)),
    Fault("metadata are left behind", with_tools(load=Forgets()), ("FOUND-005",)),
    Fault("an error of a tool ends the run", FailuresEndTheRun(), ("FAIL-001", "FAIL-003", "FAIL-009", "CALL-004")),
    Fault("all parts of a message are searched for", with_tools(preload=AsksOfAllParts()), ("PRELOAD-002",)),
    Fault("only before the first request", with_tools(preload=OnlyTheFirstRequest()), ("PRELOAD-007", "SHOWN-002")),
    Fault("times are left out", with_tools(preload=WithoutTimes()), ("SHOWN-003", "SHOWN-006")),
    Fault("a callback cannot search", NoSearchBeforeTheModel(), ("HOOK-001", "HOOK-002")),
]


def played(library: Contexts) -> Results:
    def connected() -> Connected:
        backend = ServiceBackend(InMemoryService, library, "adk-go-1.7", "1.7.0", "Go")
        return Connected("adk-go-1.7", backend)

    known = read_specification()
    return play(known, target_objects([("port", connected)], seed=0, specification=known), Wish(only=("tools",)))


def failed(results: Results) -> set[str]:
    return {row.id for row in results.results if row.verdict is Word.FAIL}


def test_the_port_without_a_fault_is_green() -> None:
    results = played(Contexts())

    assert (failed(results), code_of(results)) == (set(), 0)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_a_fault_is_red_where_it_has_to_be(fault: Fault) -> None:
    results = played(fault.library)

    assert set(fault.killers) <= failed(results)
    assert code_of(results) == 1


def test_every_requirement_of_turns_has_a_fault_that_it_catches() -> None:
    required = {one.id for one in read_specification().behaviours if one.topic == "tools" and one.level is not None}

    assert required == {killer for fault in FAULTS for killer in fault.killers if killer in required}
