"""The harness of @google/adk: Node, one file of a released package, and the protocol."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.model import Capability, Content, Event, Part, Session
from memory_conformance.upstream import artifact_of, js, read_release
from memory_conformance.upstream.workshop import BuildError, Workshop, sources_of
from ports.talk import Talk
from upstream.spoken import command, spoken_to

pytestmark = pytest.mark.requires("node")

ANA = {"app": "shop", "user": "ana"}
TIMELESS = {"id": "s", "events": [{"id": "e", "timestamp": "now"}]}
SERVICE = "dist/esm/memory/in_memory_memory_service.js"


RELEASE = "adk-js@2.0.0"


@pytest.fixture(scope="module")
def backend() -> Iterator[Backend]:
    with spoken_to(RELEASE) as backend:
        yield backend


@pytest.fixture
def talk(backend: Backend) -> Iterator[Talk]:
    talk = Talk(backend)
    yield talk
    backend.close(talk.instance)


def request(operation: Any, id: Any = 1, **parameters: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": operation, "params": parameters}).encode()


def answers(*lines: bytes, harness: list[str] | None = None) -> list[Any]:
    """What a harness answers to lines, which is all that it writes; then it ends by itself, and well."""
    ended = subprocess.run(
        harness or command(RELEASE), input=b"\n".join(lines), capture_output=True, check=True, timeout=60
    )
    return [json.loads(line) for line in ended.stdout.splitlines()]


def test_it_introduces_itself_by_the_release(backend: Backend) -> None:
    hello = backend.hello()
    assert (hello.name, hello.version, hello.language) == ("adk-js@2.0.0", "2.0.0", "TypeScript")
    assert hello.capabilities == {Capability.SHARED_OBJECTS, Capability.TURN, Capability.PRELOAD_MEMORY}
    assert (hello.claim, hello.answers, hello.reset) == (None, {}, "instance")
    assert [field.name for field in hello.scope] == ["app", "user"]


def test_a_session_goes_in_and_a_search_comes_out_of_the_library(talk: Talk) -> None:
    said = Content(role="model", parts=[Part(text="a ferry"), Part(function_call={"name": "f", "args": {"n": 1}})])
    talk.remember(
        Event(id="e", author="agent", timestamp=1772442000.25, content=said, custom_metadata={"k": 1}), "a bus"
    )
    (memory,) = talk.search("FERRY")
    assert (memory.author, memory.timestamp, memory.id, memory.custom_metadata) == ("agent", 1772442000.25, None, None)
    assert memory.content.to_wire() == said.to_wire()
    assert talk.texts("ferry", user="ben") == [] == talk.texts("ferry,")


def test_it_is_the_library_that_finds_in_its_own_way(talk: Talk) -> None:
    for session in ("b", "10", "9"):
        talk.remember(f"heron of {session}", session=session, app="a/b", user="c")
    assert talk.texts("heron", app="a", user="b/c") == ["heron of 9", "heron of 10", "heron of b"]


def test_the_scope_of_the_message_wins_over_the_names_in_the_session(talk: Talk, backend: Backend) -> None:
    event = Event(content=Content(parts=[Part(text="heron")]))
    backend.add_session(talk.instance, ANA, Session(id="s", app_name="other", user_id="ben", events=[event]))
    assert talk.texts("heron") == ["heron"]


@pytest.mark.parametrize("seconds", [0.0, 1.001, -1.5, 1700000000.123, 8.64e12, -8.64e12])
def test_times_are_milliseconds_to_the_library_and_seconds_on_the_wire(talk: Talk, seconds: float) -> None:
    talk.remember(Event(timestamp=seconds, content=Content(parts=[Part(text="x")])))
    assert [memory.timestamp for memory in talk.search("x")] == [seconds]


def test_what_the_library_throws_is_its_own_error_and_the_next_call_is_answered(talk: Talk) -> None:
    talk.remember(Event(timestamp=1e16, content=Content(parts=[Part(text="x")])), "y")
    with pytest.raises(BackendError, match=r"^internal: RangeError: Invalid time value$") as raised:
        talk.search("x")
    assert (raised.value.code, raised.value.speaker) == (ErrorCode.INTERNAL, Speaker.BACKEND)
    assert talk.texts("y") == ["y"]


def test_a_release_that_throws_in_every_search_is_served_as_it_is() -> None:
    event = {"id": "e", "content": {"parts": [{"text": "x"}]}}
    hello, _, _, found = answers(
        request("hello"),
        request("open"),
        request("add_session", instance="1", scope=ANA, session={"id": "s", "events": [event]}),
        request("search", instance="1", scope=ANA, query="y"),
        harness=command("adk-js@0.4.0"),
    )
    assert hello["result"]["name"] == "adk-js@0.4.0"
    assert found["error"]["data"] == {"code": "internal", "speaker": "backend"}
    assert "TypeError: String.prototype.matchAll called with a non-global RegExp argument" in found["error"]["message"]


def test_objects_are_shared_as_the_library_shares_them(talk: Talk, backend: Backend) -> None:
    talk.remember("before", ["", "several"])
    backend.change_added_event(talk.instance, "0", "after")
    assert (talk.texts("before"), talk.texts("after")) == ([], ["after"])
    backend.change_result(talk.instance, 0, "later")
    assert talk.texts("later") == ["later"]
    backend.change_added_event(talk.instance, "1", "one")
    assert [part.text for part in talk.search("one")[0].content.parts or ()] == ["", "one"]


@pytest.mark.parametrize("text", ["\ud83d half", "\u2028 \x00 \U0001f469\u200d\U0001f467", "x" * 1_000_000])
def test_texts_and_names_pass_through_unharmed(talk: Talk, text: str) -> None:
    talk.remember(f"heron {text}", user=text, session=text)
    assert talk.texts("heron", user=text) == [f"heron {text}"]


def test_what_cannot_be_done_is_an_error_of_the_harness() -> None:
    lines = {
        b"{": (-32700, "invalid_argument"),
        b'"\xff"': (-32700, "invalid_argument"),
        b"[]": (-32600, "invalid_argument"),
        b'{"jsonrpc": "2.0", "id": 1}': (-32600, "invalid_argument"),
        b'{"jsonrpc": "2.0", "id": 1, "method": "open", "params": [1]}': (-32600, "invalid_argument"),
        request("no_such_operation"): (-32601, "unsupported"),
        request("toString"): (-32601, "unsupported"),
        request("add_events", instance="1"): (-32601, "unsupported"),
        request("search", instance="2", scope=ANA, query="x"): (-32000, "not_found"),
        request("search", scope=ANA, query="x"): (-32000, "invalid_argument"),
        request("search", instance="1", scope=ANA, query=7): (-32000, "invalid_argument"),
        request("search", instance="1", scope={"app": "shop"}, query="x"): (-32000, "invalid_argument"),
        request("add_session", instance="1", scope=ANA, session=[]): (-32000, "invalid_argument"),
        request("add_session", instance="1", scope=ANA, session={"id": "s", "events": [7]}): (
            -32000,
            "invalid_argument",
        ),
        request("add_session", instance="1", scope=ANA, session=TIMELESS): (-32000, "invalid_argument"),
        request("change_added_event", instance="1", eventId="e", text="x"): (-32000, "not_found"),
        request("change_result", instance="1", position=0, text="x"): (-32000, "not_found"),
        request("change_result", instance="1", position=-1, text="x"): (-32000, "invalid_argument"),
        request("change_result", instance="1", position=0.5, text="x"): (-32000, "invalid_argument"),
    }
    opened, *refused, closed, again = answers(
        request("open"), *lines, request("close", instance="1"), request("close", instance="1")
    )
    assert (opened["result"], closed["result"], again["result"]) == ({"instance": "1"}, {}, {})
    for (line, (number, code)), answer in zip(lines.items(), refused, strict=True):
        assert answer["error"]["code"] == number, line
        assert answer["error"]["data"] == {"code": code, "speaker": "harness"}, line


def test_a_session_may_lack_its_events_and_an_event_its_time() -> None:
    sessions = {"id": "empty"}, {"id": "s", "events": [{"content": {"parts": [{"text": "x"}]}}]}
    adding = (request("add_session", instance="1", scope=ANA, session=session) for session in sessions)
    _, *added, found = answers(request("open"), *adding, request("search", instance="1", scope=ANA, query="x"))
    assert [one["result"] for one in added] == [{}, {}]
    assert found["result"] == {"memories": [{"content": {"parts": [{"text": "x"}]}, "timestamp": 0}]}


def test_a_notification_has_no_answer_and_a_last_line_needs_no_end() -> None:
    told = b'{"jsonrpc": "2.0", "method": "open"}'
    assert [one["id"] for one in answers(told, request("open", id="last"))] == ["last"]
    assert answers() == []


def test_what_a_library_prints_goes_to_the_log(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"version": "0.0.0", "type": "module"}')
    (tmp_path / SERVICE).parent.mkdir(parents=True)
    (tmp_path / SERVICE).write_text(
        """
        console.log("imported");
        export class InMemoryMemoryService {
          async searchMemory() { process.stdout.write("searched\\n"); console.info("found"); return { memories: [] }; }
        }
        """
    )
    harness = [*command(RELEASE)[:2], str(tmp_path)]
    lines = request("open"), request("search", instance="1", scope=ANA, query="x")
    ended = subprocess.run(harness, input=b"\n".join(lines), capture_output=True, check=True, timeout=60)
    assert [json.loads(line)["result"] for line in ended.stdout.splitlines()] == [{"instance": "1"}, {"memories": []}]
    assert ended.stderr.decode().split() == ["imported", "searched", "found"]


def test_a_folder_without_the_package_is_told_in_one_line(tmp_path: Path) -> None:
    ended = subprocess.run([*command(RELEASE)[:2], str(tmp_path)], input=b"", capture_output=True, timeout=60)
    assert (ended.returncode, ended.stdout) == (1, b"")
    assert ended.stderr.decode().startswith("no @google/adk to be started: ")
    assert ended.stderr.count(b"\n") == 1


def test_the_files_of_a_release_are_where_citations_say() -> None:
    lines = (artifact_of(read_release("adk-js@2.0.0"), print) / SERVICE).read_text(encoding="utf-8").splitlines()
    assert lines[72].startswith("function getUserKey(")
    assert "/[A-Za-z]+/g" in lines[78]


def refusal(version: str, folder: Path) -> BuildError:
    with pytest.raises(BuildError) as raised:
        js.build(version, Workshop(sources_of("js"), folder, print))
    assert "\n" not in str(raised.value)
    return raised.value


@pytest.mark.parametrize(("there", "missing"), [([], "node"), (["node"], "npm")])
def test_a_missing_tool_is_told_in_one_line(
    there: list[str], missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for tool in there:
        found = shutil.which(tool)
        assert found is not None
        (tmp_path / tool).symlink_to(found)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert str(refusal("2.0.0", tmp_path)) == f"adk-js 2.0.0 needs {missing}, and there is no such command here"


def test_a_release_that_npm_does_not_have_is_told_in_one_line(tmp_path: Path) -> None:
    error = refusal("9.9.9", tmp_path)
    assert (str(error), error.log) == ("the npm registry has no @google/adk 9.9.9", ())


@pytest.mark.parametrize("version", ["2", "1.6", "02.0.0", "2.0.0+1"])
def test_a_range_is_no_release(version: str, tmp_path: Path) -> None:
    told = "a release on npm has three numbers, such as 2.0.0"
    assert str(refusal(version, tmp_path)) == f"adk-js has no release {version}; {told}"


def test_no_network_is_told_apart_from_a_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("registry", "http://127.0.0.1:9/"), ("cache", str(tmp_path / "npm")), ("fetch_retries", "0")):
        monkeypatch.setenv(f"npm_config_{name}", value)
    error = refusal("9.9.9", tmp_path)
    assert str(error) == "the npm registry cannot be reached for @google/adk 9.9.9: ECONNREFUSED"
    assert [one.name for one in tmp_path.iterdir()] == ["npm"]
