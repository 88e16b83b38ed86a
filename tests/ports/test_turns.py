"""Turns on the ports: what the features do not ask, and what a port's own behaviour cannot show through them."""

from collections.abc import Callable
from typing import Any

import pytest

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.model import Capability, Content
from memory_conformance.turn import Ending, ModelRequest, Moment, Played, Service, Tool, Turn
from memory_references import adk_go_1_7, adk_go_2_2, adk_go_2_4, adk_java_1_8, adk_js_2_0, segmented
from memory_references.adk_go_1_7.entries import rfc3339
from memory_references.adk_go_1_7.sprint import sprint
from memory_references.adk_java_1_8.strings import double_text
from memory_references.adk_js_2_0.dates import to_iso_string
from memory_references.adk_js_2_0.values import UNDEFINED, json_text

from .talk import Talk

PORTS: dict[str, Callable[[], Backend]] = {
    "go-1.7": adk_go_1_7.backend,
    "go-2.2": adk_go_2_2.backend,
    "go-2.4": adk_go_2_4.backend,
    "js-2.0": adk_js_2_0.backend,
    "java-1.8": adk_java_1_8.backend,
    "segmented": segmented.backend,
}
ASK = {"name": "archivist", "args": {"request": "what do we know"}}


def call(name: str = "load_memory", **args: Any) -> dict[str, Any]:
    """A call in a script."""
    return {"name": name, "args": args}


def play(talk: Talk, *calls: dict[str, Any] | list[dict[str, Any]], message: str = "hello", **turn: Any) -> Played:
    """Play a turn in which each of the calls, or each list of them, is an answer of the model."""
    answers = [one if isinstance(one, list) else [one] for one in calls]
    script = [{"role": "model", "parts": [{"functionCall": one} for one in answer]} for answer in answers]
    content = {"role": "user", "parts": [{"text": message}]}
    given = Turn.model_validate(
        {"session": "talk", "content": content, "tools": ["load_memory"], "script": script, **turn}
    )
    return talk.backend.play_turn(talk.instance, {"app": "shop", "user": "ana"}, given)


def texts(request: ModelRequest) -> list[str]:
    """The texts in the contents of a request."""
    return [part.text for content in request.contents for part in content.parts or () if part.text is not None]


def responses(request: ModelRequest) -> list[dict[str, Any]]:
    """The responses in the contents of a request."""
    parts = [part for content in request.contents for part in content.parts or ()]
    return [part.function_response for part in parts if part.function_response is not None]


@pytest.mark.parametrize("port", PORTS)
def test_a_conversation_goes_on_in_its_instance_alone(port: str) -> None:
    backend = PORTS[port]()
    talk, other = Talk(backend), Talk(backend)
    play(talk, message="one")
    second = play(talk, message="two")
    elsewhere = play(talk, message="three", session="elsewhere")
    assert texts(second.requests[0]) == ["one", "done", "two"]
    assert texts(elsewhere.requests[0]) == ["three"]
    assert texts(play(other, message="four").requests[0]) == ["four"]


@pytest.mark.parametrize("port", PORTS)
def test_what_was_noted_stays_as_it_was(port: str) -> None:
    talk = Talk(PORTS[port]())
    played = play(talk, message="the ferry leaves", add="after_run")
    assert talk.texts("ferry") == ["the ferry leaves"]
    talk.backend.change_result(talk.instance, 0, "the ferry has left")
    assert texts(played.requests[0]) == ["the ferry leaves"]


@pytest.mark.parametrize("port", PORTS)
def test_a_response_bears_the_id_of_its_call(port: str) -> None:
    played = play(Talk(PORTS[port]()), {"id": "mine", **call(query="order")})
    assert [one["id"] for one in responses(played.requests[1])] == ["mine"]


def test_preloading_is_declared_where_it_is_ported() -> None:
    declared = {port: backend().hello().capabilities for port, backend in PORTS.items()}
    assert all(Capability.TURN in one for one in declared.values())
    assert [port for port, one in declared.items() if Capability.PRELOAD_MEMORY not in one] == ["java-1.8"]


@pytest.mark.parametrize(
    ("port", "turn", "code"),
    [
        ("java-1.8", {"tools": ["preload_memory"]}, ErrorCode.UNSUPPORTED),
        ("java-1.8", {"agent": {"name": "a", "tools": ["preload_memory"]}}, ErrorCode.UNSUPPORTED),
        ("go-1.7", {"search": {"at": "after_run", "query": "x"}}, ErrorCode.INVALID_ARGUMENT),
        ("go-1.7", {"add": "before_tool"}, ErrorCode.INVALID_ARGUMENT),
    ],
)
def test_what_cannot_be_played_is_refused_by_the_harness(port: str, turn: dict[str, Any], code: ErrorCode) -> None:
    with pytest.raises(BackendError) as refused:
        play(Talk(PORTS[port]()), **turn)
    assert (refused.value.code, refused.value.speaker) == (code, Speaker.HARNESS)


@pytest.mark.parametrize("name", ["user", "9 lives", ""])
@pytest.mark.parametrize("port", ["java-1.8", "js-2.0"])
def test_an_agent_that_the_library_does_not_build_is_its_own_refusal(port: str, name: str) -> None:
    name = "user." if name.startswith("9") else name
    with pytest.raises(BackendError) as refused:
        play(Talk(PORTS[port]()), agent={"name": name})
    assert refused.value.speaker is Speaker.BACKEND


@pytest.mark.parametrize(
    ("port", "session", "ending"),
    [
        ("go-1.7", "", Ending.FAILED),
        ("go-1.7", " talk", Ending.ANSWERED),
        ("java-1.8", "", Ending.FAILED),
        ("java-1.8", " talk", Ending.FAILED),
        ("js-2.0", "", Ending.ANSWERED),
    ],
)
def test_an_odd_session(port: str, session: str, ending: Ending) -> None:
    assert play(Talk(PORTS[port]()), session=session).ending is ending


def test_in_javascript_every_session_without_an_id_is_new() -> None:
    talk = Talk(PORTS["js-2.0"]())
    play(talk, message="one", session="")
    assert texts(play(talk, message="two", session="").requests[0]) == ["two"]


def test_in_java_a_session_with_white_space_around_its_id_takes_the_place_of_the_one_without() -> None:
    talk = Talk(PORTS["java-1.8"]())
    play(talk, message="one")
    play(talk, message="two", session=" talk ")
    assert texts(play(talk, message="three").requests[0]) == ["three"]


def test_in_javascript_a_function_that_is_not_there_takes_the_responses_before_it_along() -> None:
    played = play(Talk(PORTS["js-2.0"]()), [call(query="one"), call("nothing"), call(query="two")])
    assert played.queries() == ["one"]
    assert (len(played.requests), responses(played.requests[1])) == (2, [])
    assert (played.ending, played.error) == (Ending.ANSWERED, "no function nothing")


def test_in_javascript_every_object_has_functions() -> None:
    played = play(Talk(PORTS["js-2.0"]()), call("toString"), search={"at": "before_tool", "query": "order"})
    assert list(responses(played.requests[1])[0]["response"]) == ["error"]
    assert played.callback is not None


def test_in_java_a_call_of_nothing_is_passed_over_and_a_failing_search_ends_the_run() -> None:
    talk = Talk(PORTS["java-1.8"]())
    passed = play(talk, [call("nothing"), call(query="order")])
    assert [one["name"] for one in responses(passed.requests[1])] == ["loadMemory"]
    failed = play(talk, call(query="order"), service=Service.FAILING)
    assert (failed.ending, failed.error) == (Ending.FAILED, "the memory is on fire")


@pytest.mark.parametrize(("port", "found"), [("go-1.7", ["hello order"]), ("js-2.0", []), ("java-1.8", [])])
def test_the_hook_after_a_run_that_failed(port: str, found: list[str]) -> None:
    talk = Talk(PORTS[port]())
    assert play(talk, message="hello order", tools=["load_memory", "load_memory"], add="after_run").ending is (
        Ending.FAILED
    )
    assert talk.texts("order") == found


@pytest.mark.parametrize(("port", "requests"), [("go-1.7", 1), ("go-2.2", 2)])
def test_inner_speech_alone_is_an_end_in_one_line_of_go(port: str, requests: int) -> None:
    thought = {"role": "model", "parts": [{"text": "she is in a hurry", "thought": True}]}
    played = play(Talk(PORTS[port]()), script=[thought])
    assert len(played.requests) == requests
    assert [content.role for content in played.requests[-1].contents] == ["user", "model", "user"][: requests * 2 - 1]


@pytest.mark.parametrize("port", PORTS)
def test_an_agent_that_is_a_tool_goes_on_with_its_script_in_a_turn(port: str) -> None:
    agent = {"name": "archivist", "tools": ["load_memory"], "script": [_says("first"), _says("second")]}
    played = play(Talk(PORTS[port]()), ASK, ASK, ASK, tools=[], agent=agent)
    given = [one["response"] for one in responses(played.requests[-1])]
    assert given == [{"result": "first"}, {"result": "second"}, {"result": "done"}]


def test_in_javascript_alone_an_agent_that_is_a_tool_shares_the_services() -> None:
    agent = {"name": "archivist", "tools": ["load_memory"], "script": [_calls("order")]}
    for port in PORTS:
        talk = Talk(PORTS[port]())
        played = [play(talk, ASK, agent=agent, service=Service.FAILING) for _ in range(2)]
        shares = port == "js-2.0"
        scope = {"app": "archivist", "user": "ana"}
        assert [one.scope for one in played[0].searches] == ([scope] if shares else [])
        assert len(played[1].agent_requests[0].contents) == (5 if shares else 1)


def test_a_callback_searches_once_in_a_turn() -> None:
    asked = {"at": Moment.BEFORE_MODEL, "query": "order"}
    played = play(Talk(PORTS["go-1.7"]()), call(query="parcel"), search=asked)
    assert played.queries() == ["order", "parcel"]


def test_tools_have_their_say_in_their_order() -> None:
    talk = Talk(PORTS["go-1.7"]())
    talk.remember("say hello")
    for tools in ([Tool.LOAD, Tool.PRELOAD], [Tool.PRELOAD, Tool.LOAD]):
        instruction = play(talk, tools=tools).requests[0].system_instruction or ""
        assert (instruction.index("load_memory") < instruction.index("say hello")) is (tools[0] is Tool.LOAD)


@pytest.mark.parametrize(
    ("seconds", "go", "javascript"),
    [
        (951782400.5, "2000-02-29T00:00:00Z", "2000-02-29T00:00:00.500Z"),
        (-0.25, "1969-12-31T23:59:59Z", "1969-12-31T23:59:59.750Z"),
        (253402300800.0, "10000-01-01T00:00:00Z", "+010000-01-01T00:00:00.000Z"),
        (-62135596800.0, None, "0001-01-01T00:00:00.000Z"),
        (-62198755200.0, "-0001-01-01T00:00:00Z", "-000001-01-01T00:00:00.000Z"),
    ],
)
def test_times_are_written_as_the_libraries_write_them(seconds: float, go: str | None, javascript: str) -> None:
    assert rfc3339(seconds) == go
    assert to_iso_string(round(seconds * 1000)) == javascript


@pytest.mark.parametrize(
    ("number", "go", "java", "javascript"),
    [
        (42.0, "42", "42.0", "42"),
        (0.001, "0.001", "0.001", "0.001"),
        (-0.00012, "-0.00012", "-1.2E-4", "-0.00012"),
        (1e-7, "1e-07", "1.0E-7", "1e-7"),
        (1234567.0, "1.234567e+06", "1234567.0", "1234567"),
        (1e7, "1e+07", "1.0E7", "10000000"),
        (1.5e21, "1.5e+21", "1.5E21", "1.5e+21"),
        (0.0, "0", "0.0", "0"),
    ],
)
def test_numbers_are_written_as_the_languages_write_them(number: float, go: str, java: str, javascript: str) -> None:
    assert (sprint(number), double_text(number), json_text(number)) == (go, java, javascript)


def test_what_is_no_text_is_noted_as_javascript_writes_it() -> None:
    assert json_text({"a": ["\u00e9", "\ud800", None, True]}) == '{"a":["\u00e9","\\ud800",null,true]}'
    assert json_text(UNDEFINED) is None


def _says(text: str) -> Content:
    return Content.model_validate({"role": "model", "parts": [{"text": text}]})


def _calls(query: str) -> Content:
    return Content.model_validate({"role": "model", "parts": [{"functionCall": call(query=query)}]})
