"""The harness of com.google.adk:google-adk: the released jars, the program that is compiled against them, and the protocol."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.model import Capability, Content, Event, Part, Session
from memory_conformance.upstream import artifact_of, read_release
from ports.talk import Talk
from upstream.spoken import command, spoken_to

pytestmark = [pytest.mark.requires("java"), pytest.mark.timeout(300)]

SHOP = {"app": "shop", "user": "ana"}
CALL = Event(content=Content(parts=[Part(function_call={"name": "f"})]))
TOO_LATE = Event(timestamp=1e16, content=Content(parts=[Part(text="x")]))
STAND_IN = """
package com.google.adk.memory;

import com.google.adk.sessions.Session;
import com.google.genai.types.*;
import io.reactivex.rxjava3.core.*;
import java.util.List;

public final class InMemoryMemoryService implements BaseMemoryService {
  public Completable addSessionToMemory(Session session) {
    System.out.println("adding");
    return Completable.complete();
  }

  public Single<SearchMemoryResponse> searchMemory(String app, String user, String query) {
    System.out.println("searching");
    if (query.equals("bad")) throw new IllegalArgumentException("no such user");
    if (query.equals("broken")) return Single.error(new java.io.IOException("disk full"));
    if (query.equals("silent")) throw new NullPointerException();
    if (query.equals("deep")) return searchMemory(app, user, query);
    Content content = Content.builder().parts(List.of(Part.fromText("sealed"))).build();
    MemoryEntry memory = MemoryEntry.builder().content(content).timestamp(query).build();
    return Single.just(SearchMemoryResponse.builder().memories(List.of(memory)).build());
  }
}
"""
"""A service that prints, refuses, breaks and seals its results, to be found before the released one."""


RELEASE = "adk-java@1.8.0"


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
    assert ended.stdout.isascii()
    return [json.loads(line) for line in ended.stdout.splitlines()]


def test_it_introduces_itself_by_the_release(backend: Backend) -> None:
    hello = backend.hello()
    assert (hello.name, hello.version, hello.language) == ("adk-java@1.8.0", "1.8.0", "Java")
    assert hello.capabilities == {Capability.SHARED_OBJECTS, Capability.TURN}
    assert (hello.claim, hello.answers, hello.reset) == (None, {}, "instance")
    assert [field.name for field in hello.scope] == ["app", "user"]


def test_a_session_goes_in_and_a_search_comes_out_of_the_library(talk: Talk) -> None:
    said = Content(role="model", parts=[Part(text="a ferry"), Part(text=""), Part(text="in haste", thought=True)])
    talk.remember(Event(id="e", author="agent", timestamp=1.001, content=said, custom_metadata={"k": 1}), "a bus")
    (memory,) = talk.search("FERRY")
    # The library prints the milliseconds of an event as if they were seconds.
    assert (memory.author, memory.timestamp, memory.id, memory.custom_metadata) == ("agent", 1001.0, None, None)
    assert memory.content.to_wire() == said.to_wire()
    assert talk.texts("ferry", user="ben") == [] == talk.texts("ferry,")


def test_it_is_the_library_that_orders_and_joins_in_its_own_way(talk: Talk) -> None:
    for session in ("s1", "s2", "s3"):
        talk.remember(f"heron of {session}", session=session, app="a/b", user="c")
    assert talk.texts("heron", app="a", user="b/c") == ["heron of s3", "heron of s1", "heron of s2"]


def test_the_scope_of_the_message_wins_over_the_names_in_the_session(talk: Talk, backend: Backend) -> None:
    event = Event(content=Content(parts=[Part(text="heron")]))
    backend.add_session(talk.instance, SHOP, Session(id="s", app_name="other", user_id="ben", events=[event]))
    assert talk.texts("heron") == ["heron"]


@pytest.mark.parametrize("seconds", [0.0, 0.001, -1.5, 1700000000.123, 1e13])
def test_times_are_milliseconds_to_the_library_and_seconds_on_the_wire(talk: Talk, seconds: float) -> None:
    talk.remember(Event(timestamp=seconds, content=Content(parts=[Part(text="x")])))
    assert [memory.timestamp for memory in talk.search("x")] == [round(seconds * 1000)]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (CALL, "NoSuchElementException: No value present"),
        (TOO_LATE, "DateTimeException: Instant exceeds minimum or maximum instant"),
    ],
)
def test_what_the_library_throws_is_its_own_error_and_the_next_call_is_answered(
    talk: Talk, event: Event, said: str
) -> None:
    talk.remember(event)
    with pytest.raises(BackendError) as raised:
        talk.search("x")
    error = raised.value
    assert (error.code, error.speaker, error.message) == (ErrorCode.INTERNAL, Speaker.BACKEND, said)
    assert talk.texts("x", user="ben") == []


def test_objects_are_shared_as_the_library_shares_them(talk: Talk, backend: Backend) -> None:
    talk.remember("before", ["", "several"])
    (found,) = talk.search("before")
    backend.change_added_event(talk.instance, "0", "after")
    assert (found.text(), talk.texts("before"), talk.texts("after")) == ("before", [], ["after"])
    backend.change_result(talk.instance, 0, "later")
    assert talk.texts("later") == ["later"]
    backend.change_added_event(talk.instance, "1", "one")
    assert [part.text for part in talk.search("one")[0].content.parts or ()] == ["", "one"]


@pytest.mark.parametrize("text", ["\ud83d half", "\u2028 \x00 \U0001f469\u200d\U0001f467", "x" * 1_000_000])
def test_texts_and_names_pass_through_unharmed(talk: Talk, text: str) -> None:
    talk.remember(f"heron {text}", user=text, session=text)
    assert talk.texts("heron", user=text) == [f"heron {text}"]


@pytest.mark.parametrize("version", ["0.2.0", "1.0.0", "1.8.0"])
def test_what_an_older_state_or_event_cannot_hold_is_no_reason_to_refuse_it(version: str) -> None:
    event = {
        **{"id": None, "timestamp": None, "mood": {}, "actions": {"stateDelta": {"k": None}}},
        **{"customMetadata": {"k": [1], "n": None}, "content": {"parts": [{"text": "x", "thought": None}]}},
    }
    session = {"id": "s", "events": [event], "state": {"k": None}, "lastUpdateTime": 1e300}
    sessions = session, {"id": "empty"}, {"id": "null", "events": None, "state": None}
    adding = (request("add_session", instance="1", scope=SHOP, session=session) for session in sessions)
    hello, _, *added, found = answers(
        *(request("hello"), request("open"), *adding),
        request("search", instance="1", scope=SHOP, query="x"),
        harness=command(f"adk-java@{version}"),
    )
    assert hello["result"]["name"] == f"adk-java@{version}"
    assert [one.get("result") for one in added] == [{}, {}, {}]
    memory = {"content": {"parts": [{"text": "x"}]}, "author": "", "timestamp": 0}
    assert found["result"] == {"memories": [memory]}


def test_what_cannot_be_done_is_an_error_of_the_harness() -> None:
    at = {"instance": "1", "scope": SHOP}
    lines = {
        **dict.fromkeys([b"{", b"", b'"\xff"', b"[" * 100_000, b"{} {}", b"NaN"], (-32700, "invalid_argument")),
        **dict.fromkeys([b"[]", b'{"id": 1}', b'{"id": 1, "method": 7}'], (-32600, "invalid_argument")),
        b'{"id": {}, "method": "hello"}': (-32600, "invalid_argument"),
        request("no_such_operation"): (-32601, "unsupported"),
        request("add_events", **at): (-32601, "unsupported"),
        request("search", **{**at, "instance": "2"}, query="x"): (-32000, "not_found"),
        request("change_added_event", instance="1", eventId="e", text="x"): (-32000, "not_found"),
        request("change_result", instance="1", position=0, text="x"): (-32000, "not_found"),
    }
    wrong: list[tuple[str, Any]] = [
        ("search", {"scope": SHOP, "query": "x"}),
        ("search", {**at, "query": 7}),
        ("search", {**at, "query": "x", "scope": {"app": "shop"}}),
        ("add_session", {**at, "session": []}),
        ("add_session", {**at, "session": {}}),
        ("add_session", {**at, "session": {"id": "s", "events": [7]}}),
        ("add_session", {**at, "session": {"id": "s", "events": [{"timestamp": "now"}]}}),
        ("add_session", {**at, "session": {"id": "s", "events": [{"content": {"parts": [{"text": 7}]}}]}}),
        ("add_session", {**at, "session": {"id": "s", "events": [{"content": {"parts": [None]}}]}}),
        ("change_result", {"instance": "1", "position": 0.5, "text": "x"}),
        ("change_result", {"instance": "1", "position": -1, "text": "x"}),
        ("close", {}),
    ]
    lines |= {request(operation, **given): (-32000, "invalid_argument") for operation, given in wrong}
    opened, *refused, closed, again = answers(request("open"), *lines, *[request("close", instance="1")] * 2)
    assert (opened["result"], closed["result"], again["result"]) == ({"instance": "1"}, {}, {})
    for (line, (number, code)), answer in zip(lines.items(), refused, strict=True):
        assert answer["error"]["code"] == number, line[:80]
        assert answer["error"]["data"] == {"code": code, "speaker": "harness"}, line[:80]


def test_a_notification_has_no_answer_and_a_last_line_needs_no_end() -> None:
    told = b'{"jsonrpc": "2.0", "method": "open"}'
    assert [one["id"] for one in answers(told, request("open", id="l\u2028st"))] == ["l\u2028st"]


def test_whatever_a_service_prints_throws_or_seals_is_told_by_the_protocol(tmp_path: Path) -> None:
    (tmp_path / "InMemoryMemoryService.java").write_text(STAND_IN)
    path = command(RELEASE)[-2].removeprefix("--class-path=")
    compiler = shutil.which("javac")
    assert compiler is not None
    subprocess.run(
        [compiler, "-proc:none", "-cp", path, "-d", ".", "InMemoryMemoryService.java"], cwd=tmp_path, check=True
    )
    searches = [("bad", "invalid_argument", "backend", "IllegalArgumentException: no such user")]
    searches += [("broken", "internal", "backend", "RuntimeException: java.io.IOException: disk full")]
    searches += [("silent", "internal", "backend", "NullPointerException")]
    searches += [("deep", "internal", "backend", "StackOverflowError")]
    searches += [("gestern", "internal", "harness", "the timestamp 'gestern' of a memory is no ISO 8601 time")]
    _, _, *failed, found, sealed = answers(
        *(request("open"), request("add_session", instance="1", scope=SHOP, session={"id": "s"})),
        *(request("search", instance="1", scope=SHOP, query=query) for query, *_ in searches),
        request("search", instance="1", scope=SHOP, query="2026-03-05T09:30:00.25Z"),
        request("change_result", instance="1", position=0, text="x"),
        harness=[*command(RELEASE)[:-2], f"--class-path={tmp_path}{os.pathsep}{path}", command(RELEASE)[-1]],
    )
    told = [(one["error"]["data"]["code"], one["error"]["data"]["speaker"], one["error"]["message"]) for one in failed]
    assert told == [tuple(expected) for _, *expected in searches]
    assert [memory["timestamp"] for memory in found["result"]["memories"]] == [1772703000.25]
    assert sealed["error"]["message"] == "UnsupportedOperationException"
    assert sealed["error"]["data"] == {"code": "internal", "speaker": "backend"}


def test_the_files_of_a_release_are_where_citations_say() -> None:
    released = artifact_of(read_release("adk-java@1.8.0"), print)
    lines = (released / "com/google/adk/memory/InMemoryMemoryService.java").read_text(encoding="utf-8").splitlines()
    assert "[A-Za-z]+" in lines[48]
    assert "Instant.ofEpochSecond(" in lines[138]
