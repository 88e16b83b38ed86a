"""The Memory Bank client of google-adk behind the protocol: what it sends to the stand-in, and what becomes of it there."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.connect.connectable import connect
from memory_conformance.managed import ServiceCall, ServiceScript
from memory_conformance.model import Capability, Content, Event, Memory, Part, Session
from memory_conformance.upstream import python_vertex, read_release
from memory_conformance.upstream.workshop import BuildError, Workshop, sources_of
from memory_references.managed.bank import Bank, Refused
from ports.talk import Said, event

pytestmark = [pytest.mark.timeout(600)]
requires_uv = pytest.mark.requires("uv")

ANA = {"app": "shop", "user": "ana"}
SENT = {"app_name": "shop", "user_id": "ana"}
"""The scope of `ANA` as the client writes it."""
CLOSED = (
    "ServerError: 503 UNAVAILABLE. {'error': {'code': 503, 'message': 'the bank is closed', 'status': 'UNAVAILABLE'}}"
)


class Talk:
    """One open instance, asked as `ANA`."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.instance = backend.open({})

    def script(self, **told: bool | str) -> None:
        self.backend.script_service(self.instance, ServiceScript.model_validate(told))

    def submit(self, *said: Said, session: str = "s") -> None:
        """Have the client add a session that the service knows nothing of."""
        self.backend.submit_session(self.instance, ANA, of(session, *said))

    def search(self, query: str, scope: dict[str, str] = ANA) -> list[Memory]:
        return self.backend.search(self.instance, scope, query)

    def texts(self, query: str, scope: dict[str, str] = ANA) -> list[str]:
        return [memory.text() for memory in self.search(query, scope)]

    def calls(self) -> list[ServiceCall]:
        return self.backend.service_calls(self.instance).calls


def of(session: str, *said: Said) -> Session:
    return Session(id=session, events=[event(one, str(at)) for at, one in enumerate(said)])


@pytest.fixture(scope="module", name="backend")
def newest() -> Iterator[Backend]:
    backend = connect("upstream:adk-python-vertex@2.13.0").backend
    yield backend
    backend.disconnect()


@pytest.fixture
def talk(backend: Backend) -> Iterator[Talk]:
    talk = Talk(backend)
    yield talk
    backend.close(talk.instance)


@requires_uv
def test_it_introduces_itself_by_the_release_and_has_nothing_else(talk: Talk) -> None:
    hello = talk.backend.hello()
    assert (hello.name, hello.version, hello.language) == ("adk-python-vertex@2.13.0", "2.13.0", "Python")
    assert (hello.capabilities, hello.claim, hello.reset) == ({Capability.MANAGED}, None, "instance")
    assert [field.name for field in hello.scope] == ["app", "user"]
    with pytest.raises(BackendError, match="has no 'add_events'") as raised:
        talk.backend.add_events(talk.instance, ANA, "s", [])
    assert raised.value.code is ErrorCode.UNSUPPORTED
    with pytest.raises(BackendError, match="has no 'change_added_event'"):
        talk.backend.change_added_event(talk.instance, "e", "x")


@requires_uv
def test_what_a_session_said_is_found_again_by_its_user_in_its_app(talk: Talk) -> None:
    said = Content(role="model", parts=[Part(text="a blue ferry"), Part(text="leaves", thought=True)])
    events = [Event(id="e", author="agent", timestamp=1.5, content=said), event("the ferry and the bus", "f")]
    talk.backend.add_session(talk.instance, ANA, Session(id="s", app_name="other", user_id="ben", events=events))
    bus, ferry = talk.search("Ferry, bus?")
    assert (bus.text(), ferry.text()) == ("the ferry and the bus", "a blue ferry leaves")
    # Whoever said it, and whenever: a fact is the user's, and of the time at which the service stored it.
    assert (ferry.author, ferry.id, ferry.content.role) == ("user", None, "user")
    assert ferry.timestamp == datetime(2026, 3, 20, 8, tzinfo=UTC).timestamp()
    assert [part.text for part in ferry.content.parts or ()] == ["a blue ferry leaves"]
    assert talk.texts("ferry", {"app": "shop", "user": "ben"}) == []
    assert talk.texts("ferry", {"app": "bank", "user": "ana"}) == []
    other = Talk(talk.backend)
    assert other.texts("ferry") == []
    assert len(other.calls()) == 1


@requires_uv
def test_it_names_app_and_user_and_sends_the_events_along(talk: Talk) -> None:
    call = Event(id="f", author="a", content=Content(parts=[Part(function_call={"name": "f", "args": {}})]))
    empty = Event(id="g", author="a", content=Content(parts=[Part(text="")]))
    talk.submit("tea", call, empty, Event(id="h", author="a"), ["and", "", "milk"])
    talk.search("tea")
    assert [one.to_wire() for one in talk.calls()] == [
        {"method": "ingest", "scope": SENT, "texts": ["tea", "", "and milk"], "background": True},
        {"method": "retrieve", "scope": SENT, "texts": [], "query": "tea"},
    ]


@requires_uv
def test_it_reads_nothing_of_the_sessions_that_the_service_has(talk: Talk) -> None:
    talk.backend.put_session(talk.instance, ANA, of("s", "said there"))
    assert talk.calls() == []
    talk.submit("said here")
    talk.submit("said nowhere else", session="unknown")
    assert talk.texts("said") == ["said here", "said nowhere else"]
    assert [call.session for call in talk.calls()] == [None, None, None]


@requires_uv
def test_an_empty_session_is_a_request_with_nothing_in_it(talk: Talk) -> None:
    talk.submit()
    assert [one.to_wire() for one in talk.calls()] == [
        {"method": "ingest", "scope": SENT, "texts": [], "background": True}
    ]
    talk.script(wait=True)
    talk.submit()
    assert len(talk.calls()) == 1


@requires_uv
def test_an_empty_query_is_asked_and_finds_nothing_and_many_are_all_returned(talk: Talk) -> None:
    talk.submit(*(f"tea {number}" for number in range(30)))
    talk.submit("tea 7")
    assert talk.texts("TEA") == [f"tea {number}" for number in range(30)]
    assert talk.texts("") == []
    assert [call.query for call in talk.calls()] == [None, None, "TEA", ""]


@requires_uv
def test_what_is_submitted_is_found_when_the_service_is_done_with_it(talk: Talk) -> None:
    talk.script(hold=True)
    talk.submit("tea")
    talk.script(fail=False)
    assert talk.texts("tea") == []
    talk.backend.complete(talk.instance)
    assert talk.texts("tea") == ["tea"]
    talk.submit("more tea")
    assert talk.texts("more") == []
    talk.script(hold=False)
    talk.submit("no more tea")
    assert talk.texts("more") == ["no more tea"]


@requires_uv
def test_it_waits_for_the_service_when_told_to_and_is_cancelled_where_that_never_ends(talk: Talk) -> None:
    talk.script(wait=True)
    talk.submit("tea")
    assert talk.texts("tea") == ["tea"]
    talk.script(hold=True)
    began = time.monotonic()
    with pytest.raises(BackendError, match="TimeoutError: the call did not return within 1 s, and was cancelled") as no:
        talk.submit("more tea")
    assert (no.value.code, no.value.speaker) == (ErrorCode.INTERNAL, Speaker.BACKEND)
    assert 1 <= time.monotonic() - began < 30
    assert talk.texts("more") == []
    talk.backend.complete(talk.instance)
    assert talk.texts("more") == ["more tea"]
    # Waiting is asked of another method, since the usual one cannot; it comes while the application waits.
    methods = [(call.method, "background" in call.to_wire()) for call in talk.calls()]
    assert methods == [(one, False) for one in ("generate", "retrieve", "generate", "retrieve", "retrieve")]


@requires_uv
def test_a_failing_service_is_an_error_of_a_search_and_of_waiting_and_not_of_a_submission(talk: Talk) -> None:
    talk.submit("tea")
    talk.script(fail=True)
    talk.submit("more tea")
    with pytest.raises(BackendError) as searched:
        talk.search("tea")
    talk.script(wait=True)
    with pytest.raises(BackendError) as submitted:
        talk.submit("even more tea")
    for error in (searched.value, submitted.value):
        assert (error.code, error.speaker, error.message) == (ErrorCode.INTERNAL, Speaker.BACKEND, CLOSED)
    talk.script(fail=False, wait=False)
    # What was sent before it was closed has arrived, and what was refused is not sent again.
    assert talk.texts("tea") == ["tea"]
    assert [call.method for call in talk.calls()] == ["ingest", "ingest", "retrieve", "generate", "retrieve"]


@requires_uv
def test_what_cannot_be_asked_is_refused_by_the_harness(talk: Talk) -> None:
    with pytest.raises(BackendError, match="takes nothing from the state of a session") as raised:
        talk.script(state_key="time", hold=True)
    assert (raised.value.code, raised.value.speaker) == (ErrorCode.UNSUPPORTED, Speaker.HARNESS)
    talk.submit("tea")
    assert talk.texts("tea") == ["tea"]
    closed = Talk(talk.backend)
    for _ in range(2):
        talk.backend.close(closed.instance)
    with pytest.raises(BackendError, match="no instance"):
        closed.calls()


def test_the_stand_in_makes_memories_of_a_session_that_it_has() -> None:
    bank = Bank("engines/1")
    events = [{"timestamp": at, "content": {"parts": [{"text": f"tea {at}"}, {"text": ""}]}} for at in (1.0, 2.0, 3.0)]
    bank.put("s", "ana", [*events, {"timestamp": 4.0}])

    def generate(session: str, **source: Any) -> Any:
        return bank.ask("generate", {"vertexSessionSource": {"session": f"engines/1/sessions/{session}", **source}})

    def found(**scope: str) -> list[str]:
        asked = {"scope": scope, "similaritySearchParams": {"search_query": "Tea", "top_k": 2}}
        return [one["memory"]["fact"] for one in bank.ask("retrieve", asked)["retrievedMemories"]]

    bank.holds = True
    assert generate("s", startTime="1970-01-01T00:00:02Z") == {"name": "engines/1/operations/1"}
    assert (bank.operation(1), found(user_id="ana")) == ({"name": "engines/1/operations/1"}, [])
    bank.complete()
    assert bank.operation(1)["done"] is True
    assert (found(user_id="ana"), found(user_id="ana", app_name="shop")) == (["tea 2.0", "tea 3.0"], [])
    refused: list[tuple[Callable[[], Any], Any]] = [
        (lambda: generate("t"), (404, "NOT_FOUND", "session not found")),
        (lambda: bank.operation(2), (404, "NOT_FOUND", "operation not found")),
        (lambda: bank.ask("purge", {}), (501, "UNIMPLEMENTED", "the stand-in has no purge")),
    ]
    for ask, told in refused:
        with pytest.raises(Refused) as raised:
            ask()
        assert (raised.value.status, raised.value.name, raised.value.message) == told
    assert (bank.calls()[0]["session"], bank.calls()[0]["startTime"]) == ("s", 2.0)


def test_nothing_leaves_the_machine_and_nobodys_account_is_known() -> None:
    program = f"""
import os, socket, sys
sys.path.insert(0, {str(sources_of("python_vertex"))!r})
import loopback
loopback.forget_the_machine()
loopback.stay_on_loopback()
assert not set(os.environ) & {{"GOOGLE_API_KEY", "https_proxy"}}, os.environ
server = socket.create_server(("127.0.0.1", 0))
socket.create_connection(server.getsockname(), 5).close()
for go in (
    lambda: socket.create_connection(("192.0.2.1", 443), 5),
    lambda: socket.getaddrinfo("example.com", 443),
    lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.1", 53)),
):
    try:
        go()
    except OSError as error:
        print(error)
"""
    environment = {"GOOGLE_API_KEY": "k", "https_proxy": "http://192.0.2.1"}
    done = subprocess.run(
        [sys.executable, "-B", "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    refused = "this harness never leaves the machine, and does not connect to"
    assert done.stdout.splitlines() == [f"{refused} {host!r}" for host in ("192.0.2.1", "example.com", "192.0.2.1")]


def test_a_release_is_built_with_the_sdk_of_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def install(shop: Workshop, interpreter: str, requirements: list[str]) -> str:
        asked.append(requirements)
        return interpreter

    monkeypatch.setattr(python_vertex, "install", install)
    for version in ("2.10.0", "2.13.0"):
        (tmp_path / version).mkdir()
        shop = Workshop(sources_of("python_vertex"), tmp_path / version, lambda _: None)
        interpreter, isolated, harness, name = python_vertex.build(version, shop)
        assert (interpreter, isolated, name) == (sys.executable, "-I", f"adk-python-vertex@{version}")
        assert Path(harness, "__main__.py").is_file()
        assert Path(harness).with_name("memory_conformance").joinpath("worker", "adapter.py").is_file()
        assert Path(harness).with_name("memory_references").joinpath("managed", "bank.py").is_file()
    assert [one.partition("==")[0] for _, one in asked] == ["google-cloud-aiplatform", "google-cloud-agentplatform"]
    with pytest.raises(BuildError, match=r"2\.10\.0 is the oldest here"):
        python_vertex.build("2.9.2", Workshop(sources_of("python_vertex"), tmp_path, lambda _: None))
    assert read_release("adk-python-vertex@2.13.0").language == "python_vertex"
    assert {file.name for file in python_vertex.built_from()} >= {"environment.py", "adapter.py", "lines.py", "bank.py"}
