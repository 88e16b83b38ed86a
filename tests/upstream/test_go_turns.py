"""Turns of ADK Go's released module behind the protocol: what its harness hands the runner, and what it tells of a run."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory_conformance.connect.remote import RemoteBackend
from memory_conformance.connect.stdio import StdioTransport
from memory_conformance.connect.terms import Terms
from memory_conformance.model import Content, Event, Part, Session
from memory_conformance.turn import CallbackSearch, Ending, Moment, Tool, Turn
from transports.talking import PATIENCE, Error, Talk
from upstream.test_go_harness import AT, RELEASES, SCOPE, harness, running

# Seconds. A first build with empty caches takes minutes where others are at work.
pytestmark = [pytest.mark.requires("go"), pytest.mark.timeout(900)]

CONTENT: dict[str, Any] = {"role": "user", "parts": [{"text": "what about my order"}]}
TURN = {"session": "talk", "content": CONTENT}
DONE = {"role": "model", "parts": [{"text": "done"}]}


@pytest.fixture(params=RELEASES)
def talk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Talk]:
    with running(request.param, tmp_path / "log") as talk:
        talk.add(SCOPE, "my order was shipped", session="old")
        yield talk


def played(talk: Talk, scope: dict[str, str] = SCOPE, **turn: Any) -> Any:
    return talk.ask("play_turn", instance="1", scope=scope, turn={**TURN, **turn})


def call(name: str, **args: Any) -> dict[str, Any]:
    return {"role": "model", "parts": [{"functionCall": {"name": name, "args": args}}]}


def response(seen: Any, request: int = 1) -> Any:
    """What the tool gave back whose answer was the last before a request."""
    [part] = seen["requests"][request]["contents"][-1]["parts"]
    return part["functionResponse"]["response"]


def searched(seen: Any) -> list[str]:
    assert all(search["scope"] == SCOPE for search in seen["searches"])
    return [search["query"] for search in seen["searches"]]


@pytest.mark.parametrize("release", RELEASES)
def test_the_librarys_runner_is_asked_through_the_protocol(release: str) -> None:
    backend = RemoteBackend(StdioTransport(harness(release), Terms()), "go")
    try:
        assert backend.hello().capabilities >= {"turn", "preload_memory"}
        at = backend.open({})
        said = Content(role="user", parts=[Part(text="my order was shipped")])
        backend.add_session(at, SCOPE, Session(id="old", events=[Event(id="e1", author="user", content=said)]))
        turn = Turn(
            session="talk",
            content=Content.model_validate(CONTENT),
            tools=[Tool.PRELOAD, Tool.LOAD],
            script=[Content.model_validate(call("load_memory", query="order"))],
            search=CallbackSearch(at=Moment.BEFORE_TOOL, query="shipped"),
        )
        seen = backend.play_turn(at, SCOPE, turn)
        assert (seen.ending, seen.error, seen.agent_requests) == (Ending.ANSWERED, None, [])
        asked = CONTENT["parts"][0]["text"]
        assert [search.query for search in seen.searches] == [asked, "shipped", "order", asked]
        assert {tuple(search.scope.items()) for search in seen.searches} == {tuple(SCOPE.items())}
        first, second = seen.requests
        assert "user: my order was shipped\n</PAST" in (first.system_instruction or "")
        [tool] = first.tools
        assert (tool.name, (tool.parameters or {})["required"]) == ("load_memory", ["query"])
        assert [content.role for content in second.contents] == ["user", "model", "user"]
        assert seen.callback is not None
        assert [memory.text() for memory in seen.callback.memories] == ["my order was shipped"]
    finally:
        backend.disconnect()


def test_a_tool_is_handed_the_arguments_as_the_librarys_own_client_reads_them(talk: Talk) -> None:
    script = [call("load_memory", **args) for args in ({}, {"query": 42}, {"query": None}, {"query": "order"})]
    seen = played(talk, tools=["load_memory"], script=script)
    assert [response(seen, request) for request in (1, 2, 3)] == [
        {"error": "missing required parameter: query"},
        {"error": "query must be a string, got: float64"},
        {"error": "query must be a string, got: <nil>"},
    ]
    [memory] = response(seen, 4)["memories"]
    assert (memory["Content"]["parts"], memory["Timestamp"]) == (
        [{"text": "my order was shipped"}],
        "1970-01-01T00:00:01.5Z",
    )
    assert searched(seen) == ["order"]


def test_every_call_of_an_answer_is_recorded_though_they_are_made_at_once(talk: Talk) -> None:
    parts = [part for number in range(20) for part in call("load_memory", query=f"order {number}")["parts"]]
    seen = played(
        talk,
        tools=["load_memory"],
        script=[{"role": "model", "parts": parts}],
        search={"at": "before_tool", "query": "shipped"},
    )
    assert sorted(searched(seen)) == sorted([*(f"order {number}" for number in range(20)), "shipped"])
    assert len(seen["requests"][1]["contents"][-1]["parts"]) == 20


@pytest.mark.parametrize(
    ("service", "cause", "arrived"),
    [("absent", "memory service is not set", []), ("failing", "the memory is on fire", ["shipped", "order"])],
)
def test_a_service_that_is_not_there_or_fails(service: str, cause: str, arrived: list[str], talk: Talk) -> None:
    search = {"at": "before_tool", "query": "shipped"}
    script = [call("load_memory", query="order")]
    seen = played(talk, tools=["load_memory"], script=script, service=service, search=search)
    assert response(seen) == {"error": f"failed to search memory: {cause}"}
    assert seen["callback"] == {"error": cause}
    assert searched(seen) == arrived
    assert (seen["ending"], seen.get("error")) == ("answered", None)
    seen = played(talk, tools=["preload_memory"], service=service)
    assert (seen["ending"], seen["error"]) == ("failed", f"preload memory search failed: {cause}")
    assert (seen["requests"], len(seen["searches"])) == ([], 1 if arrived else 0)
    # That was for a turn, and the instance has its own again.
    assert talk.remembered(SCOPE, "order") == ["my order was shipped"]


def test_a_session_goes_on_and_is_its_users(talk: Talk) -> None:
    assert len(played(talk)["requests"]) == 1
    again = {"role": "user", "parts": [{"text": "again"}]}
    [request] = played(talk, content=again)["requests"]
    assert request["contents"] == [CONTENT, DONE, again]
    for other in (
        {"scope": {"app": "shop", "user": "ben"}},
        {"scope": {"app": "bank", "user": "ana"}},
        {"session": "s"},
    ):
        [request] = played(talk, content=again, **other)["requests"]
        assert request["contents"] == [again], other
    assert talk.ask("open", settings={}) == {"instance": "2"}
    [request] = talk.ask("play_turn", instance="2", scope=SCOPE, turn=TURN)["requests"]
    assert request["contents"] == [CONTENT]


def test_what_a_callback_is_handed_is_all_that_it_can_use(talk: Talk) -> None:
    seen = played(talk, search={"at": "before_model", "query": "shipped"}, add="after_agent")
    new = talk.ask("hello", protocol="1")["version"].startswith("2.")
    # The type of what a callback is handed in v1 says nothing of a search, and the value behind it has one.
    if new:
        assert seen["callback"] == {"error": "SearchMemory() is not supported for callback context"}
    else:
        assert [memory["id"] for memory in seen["callback"]["memories"]] == ["e1"]
    assert seen["error"] == f"the callback's context {'gives' if new else 'has'} no memory to add to"
    assert (seen["ending"], len(seen["searches"]), len(seen["requests"])) == ("answered", 0 if new else 1, 1)
    # Its moment never came.
    assert "callback" not in played(talk, tools=["load_memory"], search={"at": "before_tool", "query": "order"})


@pytest.mark.parametrize("service", ["working", "failing"])
def test_the_session_is_added_when_the_run_is_over(service: str, talk: Talk) -> None:
    script = [{"role": "model", "parts": [{"text": "on Friday"}]}]
    seen = played(talk, script=script, add="after_run", service=service)
    assert (seen["ending"], seen.get("error")) == ("answered", None)
    assert talk.remembered(SCOPE, "friday") == ["on Friday"]
    assert sorted(talk.remembered(SCOPE, "order")) == ["my order was shipped", "what about my order"]
    without = played(talk, session="other", add="after_run", service="absent")
    assert without["error"] == "the callback's context gives no memory to add to"


def test_another_agent_is_a_tool_with_a_model_of_its_own(talk: Talk) -> None:
    clerk = {"name": "clerk", "tools": ["load_memory"], "script": [call("load_memory", query="order")]}
    seen = played(talk, agent=clerk, tools=["load_memory"], script=[call("clerk", request="find it")])
    assert [tool["name"] for tool in seen["requests"][0]["tools"]] == ["load_memory", "clerk"]
    assert seen["requests"][0]["tools"][1]["description"] == "another agent"
    assert response(seen) == {"result": "done"}
    first, second = seen["agentRequests"]
    assert first["contents"] == [{"role": "user", "parts": [{"text": "find it"}]}]
    # The library gives it a memory of its own, which is empty: nothing reaches that of the instance.
    assert second["contents"][-1]["parts"][0]["functionResponse"]["response"] == {"memories": []}
    assert seen["searches"] == []


@pytest.mark.parametrize(
    "text", ["😀 <b>&</b> \u2028 \\u00e9", "\u0000\u001f", "x" * 100_000], ids=["signs", "0", "long"]
)
def test_a_text_passes_unharmed(text: str, talk: Talk) -> None:
    scope = {"app": f"shop {text}", "user": text}
    talk.add(scope, f"tea {text}")
    content = {"role": "user", "parts": [{"text": f"tea {text}"}]}
    script = [call("load_memory", query=f"tea {text}"), {"role": "model", "parts": [{"text": text}]}]
    turn = {"session": f"talk {text}", "content": content, "tools": ["preload_memory", "load_memory"], "script": script}
    seen = played(talk, scope, **turn, add="after_run")
    assert {search["query"] for search in seen["searches"]} == {f"tea {text}"}
    assert [search["scope"] for search in seen["searches"]] == [scope] * 3
    assert f"user: tea {text}\n</PAST" in seen["requests"][0]["systemInstruction"]
    assert seen["requests"][1]["contents"][:2] == [content, script[0]]
    assert response(seen)["memories"][0]["Content"]["parts"] == [{"text": f"tea {text}"}]
    assert played(talk, scope, session=f"talk {text}")["requests"][0]["contents"][-2] == script[1]


def test_an_error_ends_a_run_and_a_panic_no_harness(talk: Talk) -> None:
    twice = played(talk, tools=["load_memory", "load_memory"])
    assert (twice["ending"], twice["error"], twice["requests"]) == ("failed", 'duplicate tool: "load_memory"', [])
    broken = played(talk, content={"role": "user", "parts": [None]}, session="broken")
    assert broken["ending"] == "failed"
    assert "nil pointer" in broken["error"]
    # Where no run has begun it is the library's refusal.
    with pytest.raises(Error, match="user_id are required") as refused:
        played(talk, {"app": "shop", "user": ""})
    assert (refused.value.code, refused.value.speaker) == ("internal", "backend")
    assert played(talk, session="next")["ending"] == "answered"


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        (None, "turn must be an object with a session"),
        ({"content": CONTENT}, "turn must be an object with a session"),
        ({"session": "s"}, "turn.content must be an object"),
        ({"session": "s", "content": None}, "turn.content must be an object"),
        ({**TURN, "content": {"parts": 7}}, "parts cannot be a JSON number"),
        ({**TURN, "session": 7}, "turn.session cannot be a JSON number"),
        ({**TURN, "service": "slow"}, 'turn.service cannot be "slow"'),
        ({**TURN, "tools": ["search"]}, 'there is no memory tool "search"'),
        ({**TURN, "script": [None]}, "an answer of a script must be an object"),
        ({**TURN, "agent": {}}, "turn.agent must be an object with a name"),
        ({**TURN, "agent": {"name": "clerk", "tools": ["search"]}}, 'there is no memory tool "search"'),
        ({**TURN, "search": {"at": "after_run", "query": "tea"}}, 'turn.search.at cannot be "after_run"'),
        ({**TURN, "search": {"at": "before_tool"}}, "turn.search.query must be a string"),
        ({**TURN, "add": "before_tool"}, 'turn.add cannot be "before_tool"'),
    ],
)
def test_what_cannot_be_played_is_an_error_of_the_harness(turn: Any, told: str, tmp_path: Path) -> None:
    with running("1.7.0", tmp_path / "log") as talk:
        with pytest.raises(Error, match=told) as refused:
            talk.ask("play_turn", **AT, turn=turn)
        assert (refused.value.code, refused.value.speaker) == ("invalid_argument", "harness")


@pytest.mark.parametrize("release", RELEASES)
def test_whatever_the_library_says_goes_to_the_log(release: str) -> None:
    turn = {**TURN, "search": {"at": "before_model", "query": "tea"}, "script": [call("nobody")], "add": "after_agent"}
    broken = {**TURN, "content": {"parts": [None]}}
    lines = [{"method": "open", "id": 0}]
    lines += [
        {"method": "play_turn", "id": number, "params": {**AT, "turn": one}}
        for number, one in enumerate([turn, broken], 1)
    ]
    asked = "".join(json.dumps(line) + "\n" for line in lines).encode()
    ended = subprocess.run(harness(release), input=asked, capture_output=True, timeout=PATIENCE)
    assert ended.returncode == 0
    assert [json.loads(line)["id"] for line in ended.stdout.splitlines()] == [0, 1, 2]
    assert b"nil pointer" in ended.stderr
