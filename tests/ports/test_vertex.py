"""The ported clients of Memory Bank: what no scenario shows of them, and what of the stand-in only they can reach."""

from __future__ import annotations

from typing import Any

import pytest

from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.managed import ServiceCall, ServiceScript
from memory_conformance.model import Capability, Content, Crossing, Event, Part, Session
from memory_references import adk_go_vertex_2_2, adk_python_vertex_2_13

from .talk import Said, Talk, event

ANA = {"app": "shop", "user": "ana"}


class ManagedTalk(Talk):
    """One open instance, whose service can be told things."""

    def script(self, **told: bool | str) -> None:
        self.backend.script_service(self.instance, ServiceScript.model_validate(told))

    def keep(self, *said: Said, session: str = "s") -> None:
        """Have a conversation take place at the service, without its being submitted."""
        self.backend.put_session(self.instance, ANA, _of(session, *said))

    def submit(self, *said: Said, session: str = "s", state: dict[str, Any] | None = None) -> None:
        """Have the client add a session that the service is not told of."""
        submitted = _of(session, *said)
        submitted.state = state or {}
        self.backend.submit_session(self.instance, ANA, submitted)

    def calls(self) -> list[ServiceCall]:
        return self.backend.service_calls(self.instance).calls


def _of(session: str, *said: Said) -> Session:
    return Session(id=session, events=[event(one, str(at)) for at, one in enumerate(said)])


def _at(timestamp: float, text: str) -> Event:
    return Event(timestamp=timestamp, content=Content(parts=[Part(text=text)]))


def _call(name: str, *texts: str) -> Event:
    parts = [*(Part(text=text) for text in texts), Part(function_call={"name": name, "args": {}})]
    return Event(content=Content(parts=parts))


@pytest.fixture
def go() -> ManagedTalk:
    return ManagedTalk(adk_go_vertex_2_2.backend())


@pytest.fixture
def python() -> ManagedTalk:
    return ManagedTalk(adk_python_vertex_2_13.backend())


@pytest.fixture(params=[adk_go_vertex_2_2.backend, adk_python_vertex_2_13.backend], ids=["go", "python"])
def either(request: pytest.FixtureRequest) -> ManagedTalk:
    return ManagedTalk(request.param())


def test_they_introduce_themselves(go: ManagedTalk, python: ManagedTalk) -> None:
    hello = go.backend.hello()
    assert (hello.name, hello.version, hello.language) == ("adk-go-vertex-2.2", "2.2.0", "Go")
    assert hello.capabilities == {Capability.MANAGED, Capability.LAST_UPDATE}
    # As with the library: nothing says that the apps of an engine are to remember together.
    assert [(one.name, one.crossing) for one in hello.scope] == [("app", Crossing.LEAK), ("user", Crossing.LEAK)]
    hello = python.backend.hello()
    assert (hello.name, hello.version, hello.language) == ("adk-python-vertex-2.13", "2.13.0", "Python")
    assert (hello.capabilities, {one.crossing for one in hello.scope}) == ({Capability.MANAGED}, {Crossing.LEAK})


def test_an_instance_has_a_bank_of_its_own(either: ManagedTalk) -> None:
    either.remember("tea")
    other = ManagedTalk(either.backend)
    assert (either.texts("tea"), other.texts("tea")) == (["tea"], [])
    assert [len(one.calls()) for one in (either, other)] == [2, 1]
    other.backend.close(other.instance)
    with pytest.raises(BackendError, match="no instance"):
        other.calls()


def test_whose_session_it_is_says_the_scope_of_the_call(either: ManagedTalk) -> None:
    session = Session(id="s", app_name="bank", user_id="ben", events=[event("tea")])
    either.backend.add_session(either.instance, ANA, session)
    assert (either.texts("tea"), either.texts("tea", app="bank", user="ben")) == (["tea"], [])


def test_words_are_those_of_both_stand_ins(either: ManagedTalk) -> None:
    either.remember("\u0130stanbul", "\u03c3\u03b1\u03c2")
    assert either.texts("ISTANBUL i\u0307") == ["\u0130stanbul"]
    # No form of a letter for the end of a word, as in Go.
    assert either.texts("\u03a3\u0391\u03a3") == []


@pytest.mark.parametrize("session", ["", "a/b", "x/sessions/y"])
def test_any_id_names_a_session(go: ManagedTalk, session: str) -> None:
    go.keep("tea", session=session)
    go.submit("milk", session=session)
    assert go.texts("tea milk") == ["tea"]
    assert go.calls()[0].session == session


def test_a_start_is_exact_to_the_microsecond_and_the_event_of_that_time_is_in(go: ManagedTalk) -> None:
    times = (1772703000.123455, 1772703000.123456, 1772703000.123457)
    go.keep(*(_at(time, f"tea {at}") for at, time in enumerate(times)))
    go.script(state_key="last")
    state = {"last": times[1], "other": 7}
    go.submit(state=state)
    assert go.texts("tea") == ["tea 1", "tea 2"]
    assert go.calls()[0].start_time == times[1]
    # Named by nothing, as at first: all of it.
    go.script(state_key="")
    go.submit(state=state)
    assert go.texts("tea") == ["tea 1", "tea 2", "tea 0"]
    # Of the same texts there are no second memories, and the whole session has no beginning.
    assert [call.start_time for call in go.calls() if call.method == "generate"] == [times[1], None]


@pytest.mark.parametrize("value", ["2026-03-05T09:30:00Z", True, None, {"seconds": 1}, []])
def test_what_is_no_time_is_told_before_the_service_is_asked(go: ManagedTalk, value: Any) -> None:
    go.keep("tea")
    go.script(state_key="last", fail=True)
    with pytest.raises(BackendError, match=r"^internal: state last: .* is no time$") as raised:
        go.submit(state={"last": value})
    assert (raised.value.code, raised.value.speaker) == (ErrorCode.INTERNAL, Speaker.BACKEND)
    with pytest.raises(BackendError, match="state last: it has none"):
        go.submit(state={"other": 1})
    assert go.calls() == []


def test_a_time_that_the_service_cannot_be_told_is_refused(go: ManagedTalk, python: ManagedTalk) -> None:
    go.script(state_key="last")
    with pytest.raises(BackendError, match="too far from the epoch") as raised:
        go.submit(state={"last": 1e12})
    assert (raised.value.code, raised.value.speaker) == (ErrorCode.INVALID_ARGUMENT, Speaker.HARNESS)
    # Here the client says so, before it sends anything: it makes a date of the time of each event.
    with pytest.raises(BackendError, match="ValueError") as raised:
        python.submit(_at(1e12, "tea"))
    assert (raised.value.code, raised.value.speaker) == (ErrorCode.INVALID_ARGUMENT, Speaker.BACKEND)
    assert python.calls() == []


def test_an_error_says_in_front_which_call_it_was(go: ManagedTalk, python: ManagedTalk) -> None:
    for talk, submitted, searched in (
        (go, "whole session: GenerateMemories: ", "RetrieveMemories: "),
        (python, "", ""),
    ):
        talk.script(fail=True, wait=True)
        with pytest.raises(BackendError) as raised:
            talk.submit("tea")
        assert raised.value.message == f"{submitted}503 UNAVAILABLE: the bank is closed"
        with pytest.raises(BackendError) as raised:
            talk.search("tea")
        assert raised.value.message == f"{searched}503 UNAVAILABLE: the bank is closed"
    go.script(state_key="last")
    with pytest.raises(BackendError, match="newer events: GenerateMemories: "):
        go.submit(state={"last": 1})


def test_who_waits_for_what_is_held_is_told_and_it_is_made_nevertheless(either: ManagedTalk) -> None:
    either.keep("tea")
    either.script(wait=True, hold=True)
    with pytest.raises(BackendError, match="the deadline passed"):
        either.submit("tea")
    assert either.texts("tea") == []
    either.backend.complete(either.instance)
    assert either.texts("tea") == ["tea"]


def test_a_failure_in_the_background_is_nobodys_and_what_comes_after_is_sent(python: ManagedTalk) -> None:
    python.script(fail=True)
    python.submit("tea")
    python.script(fail=False)
    python.submit("more tea")
    assert python.texts("tea") == ["more tea"]
    sent = [(call.method, "background" in call.to_wire()) for call in python.calls()]
    assert sent == [("ingest", True), ("ingest", True), ("retrieve", False)]


def test_events_are_sent_that_have_something_in_them_and_ask_for_no_credentials(python: ManagedTalk) -> None:
    said = (
        "tea",
        Event(content=Content(parts=[Part(text="")])),
        Event(content=Content()),
        Event(),
        _call("adk_request_credential", "the key of the house"),
        Event(content=Content(parts=[Part(function_response={"name": "adk_request_credential"})])),
        _call("get_parcel"),
        Event(content=Content(parts=[Part(inline_data={})])),
        Event(content=Content(parts=[Part.model_validate({"executableCode": {"code": "1"}})])),
    )
    python.submit(*said)
    python.script(wait=True)
    python.submit(*said)
    # With nothing in it, this request is not made at all; the other is.
    python.submit(*said[1:4])
    assert [(call.method, call.texts) for call in python.calls()] == [
        ("ingest", ["tea", "", "", ""]),
        ("generate", ["tea", "", "", ""]),
    ]


def test_a_state_says_nothing_to_a_client_that_reads_none(python: ManagedTalk) -> None:
    with pytest.raises(BackendError, match="has no last_update") as raised:
        python.script(state_key="last", hold=True)
    assert (raised.value.code, raised.value.speaker) == (ErrorCode.UNSUPPORTED, Speaker.HARNESS)
    python.submit("tea", state={"last": 1772703000})
    # Nor was the rest of it done.
    assert python.texts("tea") == ["tea"]
    assert python.calls()[0].start_time is None
