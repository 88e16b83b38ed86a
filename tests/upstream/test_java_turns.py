"""A turn by the harness of com.google.adk:google-adk: the library's runner, agents and tool, and all that reached the model."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.model import Capability, Content, Part
from memory_conformance.turn import CallbackSearch, Ending, Moment, Played, Search, Service, SubAgent, Tool, Turn
from ports.talk import Talk
from upstream.spoken import command, spoken_to

pytestmark = [pytest.mark.requires("java"), pytest.mark.timeout(300)]

ANA = {"app": "shop", "user": "ana"}
OF_ANA = Search(scope=ANA, query="order")
NO_TURNS, OLDEST, RACING = "0.2.0", "0.3.0", "1.2.0"


RELEASE = "adk-java@1.8.0"


@pytest.fixture(scope="module")
def backend() -> Iterator[Backend]:
    with spoken_to(RELEASE) as backend:
        yield backend


@pytest.fixture
def talk(backend: Backend) -> Iterator[Talk]:
    talk = Talk(backend)
    talk.remember("my order is 4521")
    yield talk
    backend.close(talk.instance)


def user(*texts: str) -> Content:
    return Content(role="user", parts=[Part(text=text) for text in texts])


def call(name: str = "load_memory", **arguments: Any) -> Content:
    return Content(role="model", parts=[Part(function_call={"name": name, "args": arguments})])


def play(talk: Talk, text: str = "what about it", **turn: Any) -> Played:
    given = {"session": "talk", "content": user(text), "tools": [Tool.LOAD], **turn}
    return talk.backend.play_turn(talk.instance, ANA, Turn(**given))


def response(played: Played) -> Any:
    """What the tool gave back, as the model saw it in the end."""
    (part,) = played.requests[-1].contents[-1].parts or []
    assert part.function_response is not None
    assert part.function_response["name"] == "loadMemory"
    return part.function_response["response"]


def texts(played: Played) -> list[list[str]]:
    return [[content.text() for content in request.contents] for request in played.requests]


def test_it_plays_turns_and_has_no_preload_tool(talk: Talk, backend: Backend) -> None:
    assert Capability.TURN in backend.hello().capabilities
    assert Capability.PRELOAD_MEMORY not in backend.hello().capabilities
    with pytest.raises(BackendError) as raised:
        play(talk, tools=[Tool.PRELOAD])
    assert (raised.value.code, raised.value.speaker) == (ErrorCode.UNSUPPORTED, Speaker.HARNESS)


def test_the_tool_is_called_by_the_librarys_name_and_the_spy_sees_the_scope(talk: Talk) -> None:
    played = play(talk, script=[call(query="order")])
    asked, answered = played.requests
    (declared,) = asked.tools
    assert (declared.name, declared.description) == ("loadMemory", None)
    assert declared.parameters is not None
    assert declared.parameters["required"] == ["query"]
    assert "call loadMemory function" in (asked.system_instruction or "")
    assert (asked.contents, len(answered.contents)) == ([user("what about it")], 3)
    (memory,) = response(played)["memories"]
    assert memory["content"]["parts"] == [{"text": "my order is 4521"}]
    assert (played.searches, played.ending, played.error, played.callback) == ([OF_ANA], Ending.ANSWERED, None, None)


def test_no_service_and_one_that_fails(talk: Talk) -> None:
    absent = play(talk, script=[call(query="order")], service=Service.ABSENT)
    assert (response(absent)["status"], absent.searches, absent.ending) == ("error", [], Ending.ANSWERED)
    failing = play(talk, script=[call(query="order")], service=Service.FAILING, session="other")
    assert (failing.searches, len(failing.requests)) == ([OF_ANA], 1)
    assert (failing.ending, failing.error) == (Ending.FAILED, "RuntimeException: the memory is on fire")


def test_a_null_query_reaches_the_service_as_it_is(talk: Talk) -> None:
    played = play(talk, script=[call(query=None)])
    assert (played.searches, played.ending) == ([Search(scope=ANA)], Ending.FAILED)
    assert (played.error or "").startswith("NullPointerException: ")


def test_a_session_goes_on_and_beyond_the_script_it_is_done(talk: Talk) -> None:
    assert texts(play(talk, "first", script=[Content(role="model", parts=[Part(text="well")])])) == [["first"]]
    assert texts(play(talk, "second")) == [["first", "well", "second"]]
    assert texts(play(talk, "third")) == [["first", "well", "second", "done", "third"]]
    assert texts(play(talk, "fourth", session="other")) == [["fourth"]]


def test_a_name_that_nobody_declared_passes_as_it_is(talk: Talk) -> None:
    for name in ("preload_memory", "nobody"):
        called = play(talk, script=[call(name)], session=name).requests[1].contents[1].parts
        assert called is not None
        assert (called[0].function_call or {})["name"] == name


def test_the_application_searches_by_the_context_that_it_is_handed(talk: Talk) -> None:
    def search(at: Moment, service: Service = Service.WORKING) -> Played:
        asked = CallbackSearch(at=at, query="my")
        return play(talk, script=[call(query="order")], search=asked, service=service, session=at + service)

    model, tool = search(Moment.BEFORE_MODEL), search(Moment.BEFORE_TOOL)
    assert model.callback is not None
    assert (model.callback.absent, model.searches) == (True, [OF_ANA])
    assert tool.callback is not None
    assert [memory.text() for memory in tool.callback.memories] == ["my order is 4521"]
    assert [one.query for one in tool.searches] == ["my", "order"]
    failing = search(Moment.BEFORE_TOOL, Service.FAILING)
    assert (failing.callback and failing.callback.error) == "RuntimeException: the memory is on fire"
    absent = search(Moment.BEFORE_TOOL, Service.ABSENT)
    assert (absent.callback and absent.callback.error) == "IllegalStateException: Memory service is not initialized."


@pytest.mark.parametrize("add", [Moment.AFTER_AGENT, Moment.AFTER_RUN])
def test_what_is_added_at_the_end_holds_the_answer(talk: Talk, add: Moment) -> None:
    played = play(talk, tools=[], add=add, service=Service.ABSENT)
    assert (played.ending, played.error) == (
        Ending.ANSWERED,
        "the context of the invocation has no memory service",
    )
    assert talk.texts("done") == []
    assert play(talk, "again", tools=[], add=add, service=Service.FAILING).error is None
    assert talk.texts("done") == ["done", "done"]


def test_another_agent_is_a_tool_with_a_model_of_its_own(talk: Talk) -> None:
    agent = SubAgent(name="helper", tools=[Tool.LOAD], script=[call(query="order")])
    played = play(talk, agent=agent, script=[call("helper", request="find it")])
    assert [(tool.name, tool.description) for tool in played.requests[0].tools] == [
        ("loadMemory", None),
        ("helper", "another agent"),
    ]
    assert [[tool.name for tool in request.tools] for request in played.agent_requests] == [["loadMemory"]] * 2
    assert played.agent_requests[0].contents == [user("find it")]
    # The library gives it a memory of its own, which is empty.
    assert played.searches == []


@pytest.mark.parametrize("text", ["\U0001f469\u200d\U0001f467 \ud83d half \u2028", "x" * 100_000])
def test_texts_pass_through_unharmed(talk: Talk, text: str) -> None:
    image = Part(inline_data={"mimeType": "image/png", "data": "aGk="})
    said = Content(role="user", parts=[image, Part(text=text)])
    answer = Content(role="model", parts=[Part(text=text)])
    assert play(talk, content=said, script=[answer]).requests[0].contents == [said]
    assert texts(play(talk, "and"))[0][1] == text


@pytest.mark.parametrize("version", [OLDEST, RACING])
def test_older_releases_get_every_answer_of_a_tool(version: str) -> None:
    at = {"instance": "1", "scope": ANA}
    content, script = user("x").to_wire(), [call(query="order").to_wire()] * 2
    turn = {"content": content, "tools": ["load_memory"], "script": script}
    turns = [request("play_turn", **at, turn={"session": f"s{number}", **turn}) for number in range(20)]
    _, *played = answers(request("open"), *turns, version=version)
    for one in played:
        assert [len(asked["contents"]) for asked in one["result"]["requests"]] == [1, 3, 5], one
        assert one["result"]["ending"] == "answered"


def test_a_release_whose_runner_knows_no_memory_has_no_turns() -> None:
    hello, played = answers(request("hello"), request("play_turn"), version=NO_TURNS)
    assert hello["result"]["capabilities"] == ["shared_objects"]
    assert played["error"]["data"] == {"code": "unsupported", "speaker": "harness"}


def test_what_cannot_be_played_is_an_error() -> None:
    right = {"session": "s", "content": {"role": "user", "parts": [{"text": "x"}]}}
    wrong: list[Any] = [
        *(None, [], {}, {"session": "s"}, {**right, "session": 7}, {**right, "content": []}),
        *({**right, "content": {"parts": [{"text": 7}]}}, {**right, "service": "slow"}, {**right, "tools": "x"}),
        *({**right, "tools": ["save_memory"]}, {**right, "script": [7]}, {**right, "script": [{"parts": 7}]}),
        *({**right, "agent": {}}, {**right, "agent": "a"}, {**right, "search": {"at": "after_run", "query": "x"}}),
        *({**right, "search": {"at": "before_tool"}}, {**right, "add": "before_model"}),
    ]
    at = {"instance": "1", "scope": ANA}
    _, *refused, name, played = answers(
        request("open"),
        *(request("play_turn", **at, turn=turn) for turn in wrong),
        request("play_turn", **at, turn={**right, "agent": {"name": "user"}}),
        request("play_turn", **at, turn=right),
    )
    for turn, one in zip(wrong, refused, strict=True):
        assert one.get("error", {}).get("data") == {"code": "invalid_argument", "speaker": "harness"}, turn
    assert name["error"]["data"] == {"code": "invalid_argument", "speaker": "backend"}
    assert played["result"]["ending"] == "answered"


def request(operation: str, **parameters: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": operation, "params": parameters}).encode()


def answers(*lines: bytes, version: str = "1.8.0") -> list[Any]:
    """What a harness answers to lines, which is all that it writes; then it ends by itself, and well."""
    ended = subprocess.run(
        command(f"adk-java@{version}"), input=b"\n".join(lines), capture_output=True, check=True, timeout=60
    )
    assert ended.stdout.isascii()
    return [json.loads(line) for line in ended.stdout.splitlines()]
