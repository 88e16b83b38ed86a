"""Turns on @google/adk: its own runner, agent and tools behind the protocol, with a model that has a script."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.connect.terms import Terms
from memory_conformance.model import Capability, Content, Part
from memory_conformance.turn import (
    CallbackResult,
    CallbackSearch,
    Ending,
    Moment,
    Played,
    Service,
    SubAgent,
    Tool,
    Turn,
)
from memory_conformance.upstream import js
from memory_conformance.upstream.workshop import BuildError, Workshop, sources_of
from ports.talk import Talk
from upstream.spoken import command, spoken_to

pytestmark = pytest.mark.requires("node")

ANA = {"app": "shop", "user": "ana"}
QUESTION = {"role": "user", "parts": [{"text": "where is my heron"}]}
HELLO = b'{"id": 1, "method": "hello"}'
# The first turn waits for the whole package to be imported.
TERMS = Terms(timeout=60)


RELEASE = "adk-js@2.0.0"


@pytest.fixture(scope="module")
def backend() -> Iterator[Backend]:
    with spoken_to(RELEASE) as backend:
        yield backend


@pytest.fixture
def talk(backend: Backend) -> Iterator[Talk]:
    talk = Talk(backend)
    talk.remember("a heron")
    yield talk
    backend.close(talk.instance)


def play(talk: Talk, said: str = "where is my heron", **turn: Any) -> Played:
    content = Content(role="user", parts=[Part(text=said)])
    return talk.backend.play_turn(talk.instance, ANA, Turn(**{"session": "talk", "content": content, **turn}))


def calls(*names: str, **arguments: Any) -> Content:
    return Content(
        role="model",
        parts=[Part(function_call={"name": name, "args": arguments or {"query": "heron"}}) for name in names],
    )


def answered_to(played: Played) -> list[Any]:
    """What the tools answered to the last request of the first agent's model."""
    return [part.function_response for part in played.requests[-1].contents[-1].parts or ()]


def asked(played: Played) -> list[tuple[str, str | None]]:
    return [("/".join(search.scope.values()), search.query) for search in played.searches]


def test_a_release_that_can_be_installed_plays_turns(backend: Backend) -> None:
    assert {Capability.TURN, Capability.PRELOAD_MEMORY} <= backend.hello().capabilities


def test_a_release_without_memory_tools_is_not_installed_and_plays_no_turn() -> None:
    lines = b'{"id": 1, "method": "hello"}\n{"id": 2, "method": "play_turn", "params": {}}'
    harness = command("adk-js@0.4.0")
    ended = subprocess.run(harness, input=lines, capture_output=True, check=True, timeout=60)
    hello, refused = map(json.loads, ended.stdout.splitlines())
    assert hello["result"]["capabilities"] == ["shared_objects"]
    assert refused["error"]["data"] == {"code": "unsupported", "speaker": "harness"}
    assert Path(harness[2]).name == "package"


def failing_install(code: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """A workshop whose npm downloads, and refuses to install with this code."""
    error = json.dumps({"error": {"code": code, "summary": "No matching version found for x@1.0.0."}}, indent=2)
    npm = folder / "bin" / "npm"
    npm.parent.mkdir()
    npm.write_text(f"#!/bin/sh\n[ $1 = install ] && echo '{error}' && exit 1\nexec {shutil.which('npm')} \"$@\"\n")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(npm.parent), prepend=":")
    (folder / "shop").mkdir()
    return Workshop(sources_of("js"), folder / "shop", lambda line: print(line, flush=True))


def test_a_release_that_cannot_be_installed_is_only_unpacked_which_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    harness = js.build("1.6.0", failing_install("ETARGET", tmp_path, monkeypatch))
    why = "No matching version found for x@1.0.0"
    assert capsys.readouterr().out.splitlines()[-1] == f"@google/adk 1.6.0 cannot be installed, so without turns: {why}"
    ended = subprocess.run(harness, input=HELLO, capture_output=True, check=True, timeout=60)
    assert json.loads(ended.stdout)["result"]["capabilities"] == ["shared_objects"]


@pytest.mark.parametrize(
    ("code", "told"),
    [("E500", "installing @google/adk 1.6.0 failed: npm ended with 1"), ("ECONNRESET", "cannot be reached")],
)
def test_what_may_be_over_the_next_time_is_no_reason_to_do_without(
    code: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BuildError, match=told):
        js.build("1.6.0", failing_install(code, tmp_path, monkeypatch))


def test_the_tools_of_the_library_search_the_memory_of_the_instance(talk: Talk) -> None:
    played = play(talk, tools=[Tool.PRELOAD, Tool.LOAD], script=[calls("load_memory")])
    assert (played.ending, played.error) == (Ending.ANSWERED, None)
    first, second = played.requests
    assert [content.text() for content in first.contents] == ["where is my heron"]
    assert first.system_instruction is not None
    assert first.system_instruction.index("user: a heron\n</PAST_CONVERSATIONS>") < first.system_instruction.index(
        "You have memory."
    )
    (declared,) = first.tools
    assert (declared.name, declared.parameters and declared.parameters["required"]) == ("load_memory", ["query"])
    assert [content.role for content in second.contents] == ["user", "model", "user"]
    (response,) = answered_to(played)
    assert [memory["content"] for memory in response["response"]["memories"]] == ["a heron"]
    assert asked(played) == [("shop/ana", query) for query in ("where is my heron", "heron", "where is my heron")]


def test_beyond_its_script_the_model_is_done_and_the_next_turn_goes_on_in_the_session(talk: Talk) -> None:
    play(talk, script=[Content(role="model", parts=[Part(text="one moment")])])
    play(talk, "and now")
    texts = [content.text() for content in play(talk, "thanks").requests[0].contents]
    assert texts == ["where is my heron", "one moment", "and now", "done", "thanks"]
    assert len(play(talk, "hello", session="another").requests[0].contents) == 1


@pytest.mark.parametrize(
    ("service", "told", "searches"),
    [(Service.ABSENT, "Memory service is not initialized.", 0), (Service.FAILING, "the memory is on fire", 3)],
)
def test_a_service_that_is_missing_or_fails_is_told_to_the_model(
    service: Service, told: str, searches: int, talk: Talk
) -> None:
    played = play(talk, tools=[Tool.PRELOAD, Tool.LOAD], script=[calls("load_memory")], service=service)
    assert [response["response"] for response in answered_to(played)] == [{"error": told}]
    assert (played.ending, played.error, len(played.searches)) == (Ending.ANSWERED, None, searches)


@pytest.mark.parametrize(
    ("tools", "script", "ending", "told"),
    [
        ([Tool.PRELOAD], [calls("preload_memory")], Ending.ANSWERED, "Function preload_memory is not found in the"),
        ([Tool.LOAD, Tool.LOAD], [], Ending.FAILED, "Duplicate tool name: load_memory"),
    ],
)
def test_an_error_that_ends_the_run_is_told_from_one_that_does_not(
    tools: list[Tool], script: list[Content], ending: Ending, told: str, talk: Talk
) -> None:
    played = play(talk, tools=tools, script=script)
    assert (played.ending, (played.error or "")[: len(told)]) == (ending, told)


def test_a_query_that_is_no_text_is_noted_as_its_json(talk: Talk) -> None:
    played = play(talk, tools=[Tool.LOAD], script=[calls("load_memory", query=42)])
    assert asked(played) == [("shop/ana", "42")]
    assert answered_to(played)[0]["response"] == {"error": "req.query.toLowerCase is not a function"}


@pytest.mark.parametrize("at", [Moment.BEFORE_MODEL, Moment.BEFORE_TOOL])
def test_a_callback_searches_once_by_the_context_that_it_is_handed(at: Moment, talk: Talk) -> None:
    def search(service: Service) -> CallbackResult | None:
        script = [calls("load_memory", "load_memory", query="x")]
        turn: dict[str, Any] = {"tools": [Tool.LOAD], "script": script, "search": CallbackSearch(at=at, query="heron")}
        played = play(talk, service=service, **turn)
        assert asked(played).count(("shop/ana", "heron")) == (service is not Service.ABSENT)
        return played.callback

    found = search(Service.WORKING)
    assert found is not None
    assert [memory.text() for memory in found.memories] == ["a heron"]
    assert [memory.timestamp for memory in found.memories] == [0]
    assert search(Service.FAILING) == CallbackResult(error="the memory is on fire")
    assert search(Service.ABSENT) == CallbackResult(error="Memory service is not initialized.")


@pytest.mark.parametrize("at", [Moment.AFTER_AGENT, Moment.AFTER_RUN])
def test_the_conversation_is_added_with_its_last_answer(at: Moment, talk: Talk) -> None:
    assert play(talk, "a bus", add=at, service=Service.FAILING).error is None
    assert (talk.texts("bus"), talk.texts("done")) == (["a bus"], ["done"])
    assert play(talk, "a ferry", add=at, service=Service.ABSENT).error == (
        "the context of the callback has no memory service"
    )
    assert talk.texts("ferry") == []


def test_an_agent_that_is_a_tool_has_its_own_model_and_the_same_memory(talk: Talk) -> None:
    other = SubAgent(name="archivist", tools=[Tool.LOAD], script=[calls("load_memory")])
    played = play(talk, agent=other, script=[calls("archivist", request="what do we know")])
    assert [content.text() for content in played.agent_requests[0].contents] == ["what do we know"]
    assert (len(played.requests), len(played.agent_requests)) == (2, 2)
    # It is the library that searches in the other agent's name.
    assert asked(played) == [("archivist/ana", "heron")]
    assert [(one["name"], one["response"]) for one in answered_to(played)] == [("archivist", {"result": "done"})]


@pytest.mark.parametrize("text", ["\ud83d half", "\u2028 \x00 \U0001f469\u200d\U0001f467", "x" * 100_000])
def test_texts_pass_through_unharmed(text: str, talk: Talk) -> None:
    image = {"inline_data": {"mimeType": "image/png", "data": "aGVyb24="}}
    said = Content(role="user", parts=[Part(text=text), Part(**image)])
    played = play(talk, content=said, tools=[Tool.PRELOAD, Tool.LOAD], script=[calls("load_memory", query=text)])
    assert played.requests[1].contents[0].to_wire() == said.to_wire()
    assert [query for _, query in asked(played)] == [text, text, text]


def test_what_is_no_turn_is_refused_by_the_harness_and_what_the_library_refuses_by_the_library(talk: Talk) -> None:
    right = {"session": "s", "content": QUESTION}
    wrong: list[dict[str, Any]] = [
        {"session": "s"},
        {"content": QUESTION},
        {**right, "service": "broken"},
        {**right, "tools": ["google_search"]},
        {**right, "script": ["done"]},
        {**right, "agent": {"tools": []}},
        {**right, "search": {"at": "after_run", "query": "x"}},
        {**right, "search": {"at": "before_tool"}},
        {**right, "add": "before_model"},
    ]
    lines = [{"id": 0, "method": "open"}]
    for number, turn in enumerate([*wrong, right], 1):
        params = {"instance": "1", "scope": ANA, "turn": turn}
        lines.append({"id": number, "method": "play_turn", "params": params})
    ended = subprocess.run(
        command(RELEASE), input="\n".join(map(json.dumps, lines)).encode(), capture_output=True, check=True, timeout=60
    )
    _, *refused, played = map(json.loads, ended.stdout.splitlines())
    for turn, answer in zip(wrong, refused, strict=True):
        assert answer["error"]["data"] == {"code": "invalid_argument", "speaker": "harness"}, turn
    assert played["result"]["ending"] == "answered"
    with pytest.raises(BackendError, match="Found invalid agent name") as raised:
        play(talk, agent=SubAgent(name="no name"))
    assert (raised.value.code, raised.value.speaker) == (ErrorCode.INTERNAL, Speaker.BACKEND)


def test_what_the_library_logs_in_a_turn_goes_to_the_log() -> None:
    turn = {"session": "s", "content": QUESTION, "tools": ["preload_memory"], "service": "failing", "add": "after_run"}
    lines = [
        {"id": 0, "method": "open"},
        {"id": 1, "method": "play_turn", "params": {"instance": "1", "scope": ANA, "turn": turn}},
    ]
    ended = subprocess.run(
        command(RELEASE), input="\n".join(map(json.dumps, lines)).encode(), capture_output=True, check=True, timeout=60
    )
    assert [json.loads(line)["id"] for line in ended.stdout.splitlines()] == [0, 1]
    assert "Failed to preload memory for query: where is my heron" in ended.stderr.decode()


def test_a_package_without_what_it_needs_offers_no_turn(tmp_path: Path) -> None:
    folder = Path(command(RELEASE)[2])
    alone = tmp_path / "package"
    alone.mkdir()
    for part in ("package.json", "dist"):
        (alone / part).symlink_to(folder / part)
    ended = subprocess.run(
        [*command(RELEASE)[:2], str(alone)], input=HELLO, capture_output=True, check=True, timeout=60
    )
    assert json.loads(ended.stdout)["result"]["capabilities"] == ["shared_objects"]
