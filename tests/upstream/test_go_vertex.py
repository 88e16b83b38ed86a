"""The Memory Bank client of ADK Go behind the protocol: what it sends to the stand-in, and what becomes of it there."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.connect.connectable import connect
from memory_conformance.managed import ServiceCall, ServiceScript
from memory_conformance.model import Capability, Content, Event, Memory, Part, Session
from memory_conformance.upstream import artifact_of, command_of, go, go_vertex, read_release
from memory_conformance.upstream.workshop import BuildError, Workshop, sources_of
from ports.talk import Said, event
from transports.talking import Error
from transports.talking import Talk as Wire

# Seconds. A first build with empty caches takes minutes where others are at work.
pytestmark = [pytest.mark.requires("go"), pytest.mark.timeout(900)]

ANA = {"app": "shop", "user": "ana"}
SENT = {"user_id": "ana"}
"""The scope of `ANA` as the client writes it."""
WHOLE = "v.client.addWholeSession failed: v.client.GenerateMemories failed: rpc error: code = "


class Talk:
    """One open instance, asked as `ANA`."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.instance = backend.open({})

    def script(self, **told: bool | str) -> None:
        self.backend.script_service(self.instance, ServiceScript.model_validate(told))

    def add(self, *said: Said, session: str = "s", **more: Any) -> None:
        """Have a conversation take place at the service, and the client add it."""
        self.backend.add_session(self.instance, ANA, of(session, *said, **more))

    def submit(self, *said: Said, session: str = "s", **more: Any) -> None:
        """Have the client add a session, whatever the service knows of it."""
        self.backend.submit_session(self.instance, ANA, of(session, *said, **more))

    def search(self, query: str, scope: dict[str, str] = ANA) -> list[Memory]:
        return self.backend.search(self.instance, scope, query)

    def texts(self, query: str, scope: dict[str, str] = ANA) -> list[str]:
        return [memory.text() for memory in self.search(query, scope)]

    def calls(self) -> list[ServiceCall]:
        return self.backend.service_calls(self.instance).calls


def of(session: str, *said: Said, **more: Any) -> Session:
    return Session(id=session, events=[event(one, str(at)) for at, one in enumerate(said)], **more)


def at(seconds: float, text: str) -> Event:
    return event(text).model_copy(update={"timestamp": seconds})


@pytest.fixture(scope="module", name="backend")
def newest() -> Iterator[Backend]:
    backend = connect("upstream:adk-go-vertex@2.2.0").backend
    yield backend
    backend.disconnect()


@pytest.fixture
def talk(backend: Backend) -> Iterator[Talk]:
    talk = Talk(backend)
    yield talk
    backend.close(talk.instance)


def failure(error: pytest.ExceptionInfo[BackendError]) -> str:
    """What the client said, which is its own error and not the harness's."""
    assert (error.value.code, error.value.speaker) == (ErrorCode.INTERNAL, Speaker.BACKEND)
    return error.value.message


# One of each path that the module has.
@pytest.mark.parametrize("release", ["1.7.0", "2.2.0"])
def test_the_client_of_a_release_is_asked_through_the_protocol(release: str) -> None:
    backend = connect(f"upstream:adk-go-vertex@{release}").backend
    try:
        hello = backend.hello()
        assert (hello.name, hello.version, hello.language) == (f"adk-go-vertex@{release}", release, "Go")
        assert hello.capabilities == {Capability.MANAGED, Capability.LAST_UPDATE}
        assert (hello.claim, hello.reset, [field.name for field in hello.scope]) == (None, "instance", ["app", "user"])
        talk = Talk(backend)
        talk.add("a blue ferry")
        assert talk.texts("ferry") == ["a blue ferry"]
        with pytest.raises(BackendError, match="there is no operation add_events") as raised:
            backend.add_events(talk.instance, ANA, "s", [])
        assert raised.value.code is ErrorCode.UNSUPPORTED
    finally:
        backend.disconnect()


def test_what_the_service_kept_of_a_session_is_found_and_only_its_text_is_given(talk: Talk) -> None:
    said = Content(role="model", parts=[Part(text="a blue ferry"), Part(text=""), Part(text="leaves", thought=True)])
    call = Event(id="f", author="a", content=Content(parts=[Part(function_call={"name": "f", "args": {}})]))
    told = Event(id="e", author="agent", timestamp=1.5, content=said)
    talk.add(told, call, Event(id="g", author="a"), "the ferry and the bus")
    bus, ferry = talk.search("Ferry, bus?")
    assert (bus.text(), ferry.text()) == ("the ferry and the bus", "a blue ferry leaves")
    # Whoever said it: a fact is the user's. Its name, its scope and its times do not arrive.
    content = {"role": "user", "parts": [{"text": "a blue ferry leaves"}]}
    assert ferry.to_wire() == {"content": content, "id": "", "author": ""}


def test_the_scope_is_the_user_alone(talk: Talk) -> None:
    talk.add("tea")
    assert talk.texts("tea", {"app": "bank", "user": "ana"}) == ["tea"]
    assert talk.texts("tea", {"app": "shop", "user": "ben"}) == []
    assert [one.to_wire() for one in talk.calls()] == [
        {"method": "generate", "scope": SENT, "session": "s", "texts": []},
        {"method": "retrieve", "scope": SENT, "texts": [], "query": "tea"},
        {"method": "retrieve", "scope": {"user_id": "ben"}, "texts": [], "query": "tea"},
    ]
    other = Talk(talk.backend)
    assert other.texts("tea") == []
    assert len(other.calls()) == 1


def test_the_events_of_the_application_are_not_sent_along(talk: Talk) -> None:
    talk.backend.put_session(talk.instance, ANA, of("s", "said there"))
    assert talk.calls() == []
    talk.submit("said here")
    assert talk.texts("said") == ["said there"]
    # Names as a user may choose them: all that is behind the last resource is the session's.
    for session in ("", "a/b", "sessions/ä?"):
        talk.add(f"said in {session}", session=session)
    assert [call.session for call in talk.calls() if call.method == "generate"] == ["s", "", "a/b", "sessions/ä?"]
    with pytest.raises(BackendError) as raised:
        talk.submit("said nowhere else", session="unknown")
    assert failure(raised) == f"{WHOLE}NotFound desc = session not found"


def test_an_empty_session_is_a_request_like_any_other(talk: Talk) -> None:
    talk.add()
    assert [one.to_wire() for one in talk.calls()] == [
        {"method": "generate", "scope": SENT, "session": "s", "texts": []}
    ]


def test_an_empty_query_is_asked_and_finds_nothing_and_many_are_all_returned(talk: Talk) -> None:
    texts = [f"tea {number}" for number in range(30)]
    talk.add(*texts)
    talk.add("tea 7", *texts)
    assert talk.texts("TEA") == texts
    assert talk.texts("") == []
    assert [call.query for call in talk.calls()] == [None, None, "TEA", ""]
    assert "topK" not in talk.calls()[2].to_wire()


def test_adding_returns_before_the_service_is_done(talk: Talk) -> None:
    talk.script(hold=True)
    talk.add("tea")
    assert talk.texts("tea") == []
    talk.backend.complete(talk.instance)
    assert talk.texts("tea") == ["tea"]
    talk.add("more tea", session="t")
    assert talk.texts("more") == []
    talk.script(hold=False)
    talk.add("no more tea", session="t")
    assert talk.texts("more") == ["no more tea"]


def test_it_waits_for_the_service_when_told_to_and_is_cancelled_where_that_never_ends(talk: Talk) -> None:
    talk.script(wait=True)
    talk.add("tea")
    assert talk.texts("tea") == ["tea"]
    talk.script(hold=True)
    began = time.monotonic()
    with pytest.raises(BackendError) as raised:
        talk.add("more tea", session="t")
    assert failure(raised) == (
        "v.client.addWholeSession failed: op.Wait for GenerateMemories (whole session) failed: context deadline exceeded"
    )
    assert 1 <= time.monotonic() - began < 30
    assert talk.texts("more") == []
    # The service goes on with what the client has given up.
    talk.backend.complete(talk.instance)
    assert talk.texts("more") == ["more tea"]
    assert [call.method for call in talk.calls()] == ["generate", "retrieve", "generate", "retrieve", "retrieve"]


def test_the_last_update_has_to_be_a_time_in_the_state(talk: Talk) -> None:
    talk.script(state_key="since")
    said = [at(1.5, "old tea"), at(2.0, "tea of that moment"), at(2.5, "new tea")]
    for state, told in (
        ({}, "state.Get(since) failed: state key does not exist"),
        ({"since": "2025-01-01"}, "want type time.Time, got : string (2025-01-01)"),
        ({"since": None}, "want type time.Time, got : <nil> (<nil>)"),
    ):
        with pytest.raises(BackendError) as raised:
            talk.add(*said, state=state)
        assert failure(raised) == told
    assert talk.calls() == []
    for _ in range(2):
        talk.add(*said, state={"since": 2, "other": "x"})
    assert talk.texts("tea") == ["tea of that moment", "new tea"]
    # It is the application's to move it on.
    assert [call.start_time for call in talk.calls()] == [2, 2, None]
    talk.script(state_key="")
    talk.add(*said, state={"since": 2})
    assert talk.calls()[-1].start_time is None
    assert talk.texts("old") == ["old tea"]


def test_a_closed_service_is_an_error_of_every_call(talk: Talk) -> None:
    talk.add("tea")
    talk.script(fail=True)
    began = time.monotonic()
    for wait in (False, True):
        talk.script(wait=wait)
        with pytest.raises(BackendError) as raised:
            talk.add("more tea")
        assert failure(raised) == f"{WHOLE}Unavailable desc = the bank is closed"
    with pytest.raises(BackendError) as raised:
        talk.search("tea")
    assert failure(raised) == (
        "v.client.RetrieveMemories failed: rpc error: code = Unavailable desc = the bank is closed"
    )
    assert time.monotonic() - began < 30
    talk.script(fail=False)
    assert talk.texts("tea") == ["tea"]
    # Each was sent once.
    methods = [call.method for call in talk.calls()]
    assert methods == ["generate", "generate", "generate", "retrieve", "retrieve"]


def test_no_setting_or_account_of_the_machine_has_a_say_and_nothing_is_left_of_the_made_up_one(tmp_path: Path) -> None:
    nowhere = "http://192.0.2.1:9"
    hostile = {
        "HTTPS_PROXY": nowhere,
        "https_proxy": nowhere,
        "NO_PROXY": "*",
        "no_proxy": "*",
        "SSL_CERT_FILE": str(tmp_path / "none"),
        "GODEBUG": "x509usefallbackroots=0",
        "GOOGLE_APPLICATION_CREDENTIALS": str(tmp_path / "none.json"),
        "GOOGLE_API_USE_MTLS_ENDPOINT": "always",
        "GOOGLE_CLOUD_UNIVERSE_DOMAIN": "example.com",
        "TMPDIR": str(tmp_path),
    }
    command, pipe = command_of(read_release("adk-go-vertex@2.2.0"), print), subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env={**os.environ, **hostile}) as process:
        try:
            wire = Wire(process, None)
            wire.ask("open")
            wire.add(ANA, "tea")
            assert wire.remembered(ANA, "tea") == ["tea"]
            assert list(tmp_path.iterdir()) == []
            for operation, parameters, told in (
                ("managed.script", {}, "instance must be a string"),
                ("managed.script", {"instance": "1", "wait": "yes"}, "wait cannot be a JSON string"),
                ("session.put", {"instance": "1", "session": {"id": "s"}}, "scope must be an object with the strings"),
                ("session.add", {"instance": "1", "scope": ANA}, "session must be an object with an id"),
                ("search", {"instance": "1", "scope": ANA}, "query must be a string"),
            ):
                with pytest.raises(Error, match=told) as raised:
                    wire.ask(operation, **parameters)
                assert (raised.value.code, raised.value.speaker) == ("invalid_argument", "harness")
            for _ in range(2):
                wire.ask("close", instance="1")
            with pytest.raises(Error, match='no instance "1" is open'):
                wire.ask("managed.calls", instance="1")
        finally:
            process.kill()


def test_its_artifact_is_the_module_of_the_release() -> None:
    folder = artifact_of(read_release("adk-go-vertex@2.2.0"), print)
    assert "SearchQuery: req.Query" in (folder / "memory/vertexai/vertexai_client.go").read_text(encoding="utf-8")


def test_it_is_built_of_its_own_files_and_those_of_the_protocol(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = Workshop(sources_of("go_vertex"), tmp_path / "shop", lambda _: None)
    shop.folder.mkdir()
    monkeypatch.setattr(go_vertex, "fetch", lambda version, shop: tmp_path)
    with pytest.raises(BuildError, match=r"^adk-go 1\.0\.0 has no client of Memory Bank: no package memory/vertexai$"):
        go_vertex.build("1.0.0", shop)
    (tmp_path / "memory" / "vertexai").mkdir(parents=True)
    seen: list[set[str]] = []

    def build(version: str, shop: Workshop) -> list[str]:
        seen.append({file.name for file in shop.sources.iterdir()})
        return [str(shop.folder / "harness"), version]

    monkeypatch.setattr(go, "build", build)
    assert go_vertex.build("2.2.0", shop) == [str(tmp_path / "shop" / "harness"), "2.2.0"]
    [sources] = seen
    shared = {file.name for file in go_vertex.built_from()} - {"go.py"}
    own = {file.name for file in sources_of("go_vertex").iterdir()}
    assert (sources, own & shared) == (own | shared, set())
