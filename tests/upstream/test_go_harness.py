"""ADK Go's released module behind the protocol: what its harness hands on, and what it answers."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.connect.remote import RemoteBackend
from memory_conformance.connect.stdio import StdioTransport
from memory_conformance.connect.terms import Terms
from memory_conformance.model import Content, Event, Part, Session
from memory_conformance.upstream import artifact_of, command_of, read_release
from memory_conformance.upstream.workshop import sources_of
from transports.talking import PATIENCE, Error, Talk

# Seconds. A first build with empty caches takes minutes where others are at work.
pytestmark = [pytest.mark.requires("go"), pytest.mark.timeout(900)]

RELEASES = ["1.7.0", "2.2.0"]
"""One of each path that the module has."""
SCOPE = {"app": "shop", "user": "ana"}
AT = {"instance": "1", "scope": SCOPE}
PART = {"text": "tea"}


@cache
def harness(release: str) -> tuple[str, ...]:
    return tuple(command_of(read_release(f"adk-go@{release}"), print))


@contextmanager
def running(release: str, log: Path) -> Iterator[Talk]:
    """The harness of a release, with one instance open."""
    pipe = subprocess.PIPE
    with log.open("wb") as err, subprocess.Popen(harness(release), stdin=pipe, stdout=pipe, stderr=err) as process:
        killer = threading.Timer(PATIENCE, process.kill)
        killer.start()
        try:
            talk = Talk(process, None)
            assert talk.ask("open", settings={}) == {"instance": "1"}
            yield talk
        finally:
            process.kill()
            killer.cancel()


@pytest.fixture(params=RELEASES)
def talk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Talk]:
    with running(request.param, tmp_path / "log") as talk:
        yield talk


def add(talk: Talk, *parts: Any, scope: dict[str, str] = SCOPE, **of_event: Any) -> None:
    event = {"id": "e1", "author": "user", "content": {"role": "user", "parts": list(parts)}, **of_event}
    assert talk.ask("add_session", instance="1", scope=scope, session={"id": "s", "events": [event]}) == {}


def found(talk: Talk, query: str, scope: dict[str, str] = SCOPE) -> list[Any]:
    memories: list[Any] = talk.ask("search", instance="1", scope=scope, query=query)["memories"]
    return memories


@pytest.mark.parametrize("release", RELEASES)
def test_the_library_is_asked_through_the_protocol(release: str) -> None:
    backend = RemoteBackend(StdioTransport(harness(release), Terms()), "go")
    try:
        hello = backend.hello()
        assert (hello.name, hello.version, hello.language) == (f"adk-go@{release}", release, "Go")
        assert (hello.claim, hello.capabilities, hello.reset) == (
            None,
            {"shared_objects", "turn", "preload_memory"},
            "instance",
        )
        first, second = backend.open({}), backend.open({})
        texts = [f"tea {number}" for number in range(12)]
        events = [
            Event(id=text, author="agent", timestamp=1.5, content=Content(role="model", parts=[Part(text=text)]))
            for text in texts
        ]
        backend.add_session(first, SCOPE, Session(id="s", app_name="bank", user_id="ben", events=events))
        # The release says itself which it is: v1.7.0 finds ten at most.
        memories = backend.search(first, SCOPE, "TEA")
        assert [memory.text() for memory in memories] == (texts[:10] if release == "1.7.0" else texts)
        assert memories[0].to_wire() == events[0].to_wire()
        assert backend.search(first, {"app": "bank", "user": "ben"}, "tea") == []
        assert backend.search(second, SCOPE, "tea") == []
        backend.close(first)
        with pytest.raises(BackendError) as gone:
            backend.search(first, SCOPE, "tea")
        assert (gone.value.code, gone.value.speaker) == (ErrorCode.NOT_FOUND, Speaker.HARNESS)
    finally:
        backend.disconnect()


def test_what_the_library_breaks_at_is_the_backends_error(talk: Talk) -> None:
    add(talk, PART)
    for _ in range(2):
        # The service looks into each part, without asking whether there is one.
        with pytest.raises(Error, match="nil pointer") as broken:
            add(talk, PART, None)
        assert (broken.value.code, broken.value.speaker) == ("internal", "backend")
    assert len(found(talk, "tea")) == 1


@pytest.mark.parametrize(
    ("operation", "parameters", "code", "told"),
    [
        ("forget", {}, "unsupported", "no operation forget"),
        ("add_events", {**AT, "sessionId": "s", "events": []}, "unsupported", "no operation add_events"),
        ("search", {**AT, "query": "tea", "instance": "none"}, "not_found", 'no instance "none" is open'),
        ("search", {"scope": SCOPE, "query": "tea"}, "invalid_argument", "instance must be a string"),
        ("search", {**AT, "query": 7}, "invalid_argument", "query cannot be a JSON number"),
        ("search", AT, "invalid_argument", "query must be a string"),
        ("search", {**AT, "query": "tea", "scope": {"app": "shop"}}, "invalid_argument", "scope must be an object"),
        ("search", {**AT, "query": "tea", "scope": {"app": "shop", "user": None}}, "invalid_argument", "scope must"),
        ("search", {**AT, "query": "tea", "scope": {"app": "shop", "user": 7}}, "invalid_argument", "scope cannot be"),
        ("search", {**AT, "query": "half: \ud83d"}, "invalid_argument", "half of a surrogate pair"),
        ("search", {**AT, "query": "half: \ude00\ud83d"}, "invalid_argument", "half of a surrogate pair"),
        ("add_session", AT, "invalid_argument", "session must be an object with an id"),
        ("add_session", {**AT, "session": {"id": None}}, "invalid_argument", "session must be an object with an id"),
        ("add_session", {**AT, "session": {"id": "s", "events": {}}}, "invalid_argument", "session.events cannot be"),
        ("add_session", {**AT, "session": {"id": "s", "events": [None]}}, "invalid_argument", "session.events.0 must"),
        ("add_session", {**AT, "session": {"id": "s", "events": [{"timestamp": 1e30}]}}, "invalid_argument", "too far"),
        ("change_added_event", {"instance": "1", "eventId": "e", "text": ""}, "not_found", 'no event "e" was added'),
        ("change_result", {"instance": "1", "position": 0, "text": ""}, "not_found", "no memory at position 0"),
        ("change_result", {"instance": "1", "position": 0.5, "text": ""}, "invalid_argument", "a whole number"),
        ("change_result", {"instance": "1", "position": -1, "text": ""}, "invalid_argument", "a whole number"),
    ],
)
def test_what_cannot_be_done_is_an_error_of_the_harness(
    operation: str, parameters: dict[str, Any], code: str, told: str, tmp_path: Path
) -> None:
    with running("1.7.0", tmp_path / "log") as talk:
        with pytest.raises(Error, match=told) as refused:
            talk.ask(operation, **parameters)
        assert (refused.value.code, refused.value.speaker) == (code, "harness")
        assert found(talk, "tea") == []
        assert [talk.ask("close", instance="1") for _ in range(2)] == [{}, {}]


def test_a_line_that_is_no_request_is_answered_and_so_is_the_next(tmp_path: Path) -> None:
    lines = {
        b"tea": -32700,
        b'{"jsonrpc":"2.0","id":1,"method":"\xff"}': -32700,
        b'{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":NaN}}': -32700,
        b"[" * 100_000: -32700,
        b"": -32700,
        b"[]": -32600,
        b'{"jsonrpc":"2.0","id":1}': -32600,
        b'{"jsonrpc":"2.0","id":{},"method":"hello"}': -32600,
    }
    with running("1.7.0", tmp_path / "log") as talk:
        for line, code in lines.items():
            answer = talk.line(line)
            assert (answer["id"], answer["error"]["code"]) == (None, code), line[:80]
            assert answer["error"]["data"]["speaker"] == "harness"
        assert talk.line(b'{"id":"a","method":"hello","params":[]}')["error"]["data"]["code"] == "invalid_argument"
        assert talk.line(b'{"jsonrpc":"2.0","id":"\xc3\xa9","method":"hello","params":null}')["id"] == "é"


def test_it_writes_nothing_but_messages_and_ends_with_its_input() -> None:
    wrong = {
        "id": 3,
        "method": "add_session",
        "params": {**AT, "session": {"id": "s", "events": [{"content": {"parts": [None]}}]}},
    }
    asked = (
        b'{"method":"open"}\n{"id":2,"method":"open"}\n' + json.dumps(wrong).encode() + b'\n{"id":4,"method":"hello"}'
    )
    ended = subprocess.run(harness("1.7.0"), input=asked, capture_output=True, timeout=PATIENCE)
    assert ended.returncode == 0
    # The first has no id, so that it has no answer; the library breaks at the third, and what it says of that is a log.
    assert [json.loads(line)["id"] for line in ended.stdout.splitlines()] == [2, 3, 4]
    assert b"nil pointer" in ended.stderr


def test_the_very_objects_are_changed_that_the_library_was_handed_and_hands_out(talk: Talk) -> None:
    add(talk, {"text": ""}, PART, {"text": "with milk"})
    talk.ask("change_added_event", instance="1", eventId="e1", text="coffee")
    [memory] = found(talk, "tea")
    assert memory["content"]["parts"] == [{}, {"text": "coffee"}, {"text": "with milk"}]
    talk.ask("change_result", instance="1", position=0, text="cocoa")
    assert found(talk, "coffee") == []
    [memory] = found(talk, "TEA")
    assert memory["content"]["parts"][1] == {"text": "cocoa"}


@pytest.mark.parametrize(
    "text",
    [
        "\u0000\u0001\u001f\u007f\u0085\u2028\u2029\ufeff",
        "😀 <b>&</b> \\ud83d \\\\",
        "é e\u0301 天气",
        "\ufffd",
        "x" * 1_000_000,
    ],
    ids=["control characters", "signs of JSON", "letters", "a replacement", "a million"],
)
def test_a_text_and_a_name_come_back_as_they_were(text: str, talk: Talk) -> None:
    scope = {"app": text, "user": f"{text}/"}
    add(talk, {"text": f"tea {text}"}, author=text, scope=scope)
    [memory] = found(talk, "tea", scope)
    assert (memory["content"]["parts"], memory["author"]) == ([{"text": f"tea {text}"}], text)
    assert found(talk, "tea") == found(talk, "tea", {"app": f"{text}/", "user": text}) == []


@pytest.mark.parametrize("metadata", [{}, {"topic": "islands", "n": [12345678901234567890, 0.1], "deep": {"a": None}}])
def test_all_parts_and_the_metadata_come_back_as_they_were(metadata: dict[str, Any], talk: Talk) -> None:
    parts = [
        PART,
        {},
        {"text": "hm", "thought": True},
        {"functionCall": {"name": "look", "args": {"n": 12345678901234567890, "of": 1.50}}},
        {"functionResponse": {"name": "look", "response": {"at": None}}},
        {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}},
        {"fileData": {"fileUri": "file:///a", "mimeType": "text/plain"}},
    ]
    add(talk, *parts, customMetadata=metadata, partial=True)
    assert found(talk, "hm") == [
        {"id": "e1", "author": "user", "content": {"role": "user", "parts": parts}, "customMetadata": metadata}
    ]


@pytest.mark.parametrize(
    "seconds", [0.0, -0.5, 1e-9, 0.123456789, 1767225600, 1767225600.123456, 1767225600.999999, 253402300799.0, -6e10]
)
def test_a_time_comes_back_as_it_was(seconds: float, talk: Talk) -> None:
    add(talk, PART, timestamp=seconds)
    assert [memory["timestamp"] for memory in found(talk, "tea")] == [seconds]


def test_the_files_of_a_release_are_those_that_citations_name() -> None:
    assert "package memory" in (artifact_of(read_release("adk-go@1.7.0"), print) / "memory/inmemory.go").read_text()


def test_gofmt_finds_nothing() -> None:
    listed = subprocess.run(["gofmt", "-l", "."], cwd=sources_of("go"), capture_output=True, text=True, check=True)
    assert listed.stdout == ""
