"""On somebody else's service only canaries are added, and what is somebody's real data is in no report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from leaks.commanded import command, everything, results, rows
from leaks.keyed import DELETING, Who, keyless, listening, principals
from leaks.spied import REAL, Forever, ShowingRealData, Spied
from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.connect import http
from memory_conformance.connect.discreet import Discreet
from memory_conformance.connect.http import is_off_loopback

ELSEWHERE = [
    "http://memory.example.com",
    "https://memory.example.com:8443/base",
    "http://10.0.0.7:8000",
    "http://0.0.0.0:8000",
    "http://128.0.0.1",
    "http://[2001:db8::1]:8000",
    "http://[::ffff:10.0.0.7]",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://user:localhost@memory.example.com",
    "http://memory.example.com/localhost",
]
HERE = [
    "http://localhost:8000",
    "http://LOCALHOST",
    "http://127.0.0.1:8000/base",
    "http://127.8.9.10",
    "http://[::1]:8000",
    "https://user:secret@localhost",
    "exec:harness",
    "python:package.module",
    "docker:image",
    "adk-go-1.7",
]


@pytest.mark.parametrize("connectable", ELSEWHERE)
def test_an_address_that_is_not_this_machines_own_is_somebody_elses(connectable: str) -> None:
    assert is_off_loopback(connectable)


@pytest.mark.parametrize("connectable", HERE)
def test_what_is_on_this_machine_is_ones_own(connectable: str) -> None:
    assert not is_off_loopback(connectable)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(http, "is_off_loopback", lambda connectable: connectable.startswith(("http://", "python:")))
    Spied.forget()


NO_ANSWER = {"error": REAL, "trace": [REAL, "it's"]}
"""What many services answer where they fail: no message of the protocol."""
LAB = ("--cells", "6", "--histories", "10", "--seed", "3", "--report", "report")
CHANGING = ["LEAK-010", "LEAK-012", "LEAK-013", "LEAK-014", "LEAK-015", "LEAK-016"]
TROUBLE = ["LEAK-040", "LEAK-041", "LEAK-042", "LEAK-045", "LEAK-046", "LEAK-047"]


@pytest.mark.parametrize(("service", "more"), [("forever", ()), ("leaking_forever", ("--faulty-line", "--load", "4"))])
@pytest.mark.usefixtures("elsewhere")
def test_nothing_is_deleted_or_added_again_on_somebody_elses_service(
    service: str, more: Sequence[str], tmp_path: Path
) -> None:
    ended = command("leaks", f"python:leaks.spied:{service}", *LAB, *more)
    assert not DELETING & Spied.calls.keys()
    assert not Spied.added_twice()
    assert len(Spied.added) > 6
    [lab] = results(tmp_path / "report")["leaks"]["labs"]
    [told] = lab["not_played"]
    left_out = [*CHANGING, *(TROUBLE if more else [])]
    assert told == (
        f"{', '.join([*left_out, 'histories in part'])}: the service is somebody else's: nothing is changed or deleted"
        " under hostile names without --destructive"
    )
    assert told in ended.out
    assert not {*left_out} & rows(tmp_path / "report").keys()
    assert lab["searched"]["histories"] == 10
    assert ended.code == (service == "leaking_forever")


@pytest.mark.usefixtures("elsewhere")
def test_whoever_says_so_has_everything_played(tmp_path: Path) -> None:
    ended = command("leaks", "python:leaks.spied:forever", *LAB, "--destructive")
    assert Spied.calls.keys() >= DELETING
    assert Spied.added_twice()
    assert ended.code == 0
    assert results(tmp_path / "report")["leaks"]["labs"][0]["not_played"] == []
    found = rows(tmp_path / "report")
    assert {*CHANGING} <= found.keys()
    assert found["LEAK-012"]["repeat"].endswith("--destructive")


def test_on_this_machine_everything_is_played_without_being_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Spied.forget()
    command("leaks", "python:leaks.spied:forever", *LAB)
    assert Spied.calls.keys() >= DELETING
    assert Spied.added_twice()


@pytest.mark.usefixtures("elsewhere")
def test_a_name_in_the_configuration_does_not_make_it_ones_own(tmp_path: Path) -> None:
    with listening(keyless(Forever())) as server:
        (tmp_path / "memory-conformance.toml").write_text(f'[backends.prod]\nconnectable = "{server.address}"\n')
        command("leaks", "prod", "--cells", "3", "--histories", "3")
        assert server.calls["search"] > 3
        assert not DELETING & server.calls.keys()


@pytest.mark.usefixtures("elsewhere")
def test_principals_of_somebody_elses_service_change_and_delete_nothing(tmp_path: Path) -> None:
    with listening(keyless(Forever())) as server:
        ended = command("leaks", server.address, "--principals", principals(tmp_path), "--report", "report")
        assert not DELETING & server.calls.keys()
        assert "add_events" not in server.calls
    assert ended.code == 1
    assert rows(tmp_path / "report").keys() == {f"LEAK-05{number}" for number in (0, 1, 2, 4, 5)}
    assert "LEAK-053, LEAK-056: the service is somebody else's" in ended.out


@pytest.mark.parametrize("service", ["ShowingRealData", "ShowingRealDataAndLeaking"])
def test_somebodys_real_data_is_told_by_its_length_and_hash_alone(
    service: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = command("leaks", f"python:leaks.spied:{service}", *LAB)
    said = everything(tmp_path / "report", ended)
    assert ended.code == 1
    assert said.keys() >= {"results.json", "junit.xml", "summary.md", "stdout", "stderr"}
    shown = f"a text of {len(REAL)} characters that nobody of this run stored (sha256 "
    for where in ("results.json", "junit.xml", "summary.md", "stdout"):
        assert shown in said[where], where
    assert not [where for where, text in said.items() if "diagnosis" in text or "Vandermeer" in text]


def test_somebodys_real_data_is_not_told_of_a_service_with_keys_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with listening(keyless(ShowingRealData())) as server:
        ended = command("leaks", server.address, "--principals", principals(tmp_path), "--report", "report")
    said = everything(tmp_path / "report", ended)
    assert rows(tmp_path / "report")["LEAK-054"]["verdict"] == "fail"
    assert "that nobody of this run stored" in said["results.json"]
    assert not [where for where, text in said.items() if "diagnosis" in text]


@pytest.mark.parametrize("status", [200, 204, 401, 404, 500, 503])
@pytest.mark.parametrize("keys", [False, True])
def test_somebodys_real_data_in_a_page_that_is_no_answer_is_not_quoted(
    status: int, keys: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sound = keyless(Forever())

    def answer(who: Who, operation: str, parameters: dict[str, Any]) -> tuple[int, Any]:
        return (status, NO_ANSWER) if operation in ("search", "list_memories") else sound(who, operation, parameters)

    with listening(answer) as server:
        by_key = ("--principals", str(principals(tmp_path))) if keys else ("--cells", "3", "--histories", "1")
        ended = command("leaks", server.address, *by_key, "--report", "report")
    said = everything(tmp_path / "report", ended)
    assert ended.code in (1, 3)
    assert not [where for where, text in said.items() if "diagnosis" in text]


@pytest.mark.parametrize("undeclared", ["get_memory", "no_such_operation"])
@pytest.mark.parametrize(("status", "page"), [(500, NO_ANSWER), (200, {"memory": REAL}), (200, REAL)])
def test_nor_is_what_undeclared_operations_answered_before_anything_is_played(
    undeclared: str, status: int, page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    service = Forever()
    service.fields = {"capabilities": ["list_memories"], "reset": "none"}
    sound = keyless(service)

    def answer(who: Who, operation: str, parameters: dict[str, Any]) -> tuple[int, Any]:
        if operation == undeclared:
            return status, page
        return (501, {}) if operation == "no_such_operation" else sound(who, operation, parameters)

    with listening(answer) as server:
        ended = command("leaks", server.address, "--cells", "3", "--histories", "1", "--report", "report")
        assert server.calls[undeclared]
    said = everything(tmp_path / "report", ended)
    assert not [where for where, text in said.items() if "diagnosis" in text]


def test_errors_keep_their_words_and_lose_what_they_quote() -> None:
    def failing(speaker: Speaker, told: str) -> str:
        def fail() -> None:
            raise BackendError(ErrorCode.INTERNAL, told, speaker)

        with pytest.raises(BackendError) as raised:
            Discreet(Forever()).around("search", fail)
        return raised.value.message

    unsaid = "(not quoted here; `check` shows it)"
    page = f"HTTP status 500: {REAL!r}…"
    assert failing(Speaker.HARNESS, page) == f"HTTP status 500: {unsaid}"
    assert failing(Speaker.HARNESS, f"it's {{'a': {'the ' + chr(34) + 'end' + chr(39) + 's'!r}}} and isn't one") == (
        f"it's {{{unsaid}: {unsaid}}} and isn't one"
    )
    assert failing(Speaker.HARNESS, "no answer within 10 s") == "no answer within 10 s"
    assert failing(Speaker.BACKEND, page) == page


REAL_IN_NO_MESSAGE = {
    "content": {"memories": [{"content": REAL}]},
    "memories": {"memories": REAL},
    "a text": {"memories": [{"content": {"parts": [{"text": [REAL]}]}}]},
    "a time": {"memories": [{"content": {"parts": [{"text": "x"}]}, "timestamp": REAL}]},
    "all of it": REAL,
}


@pytest.mark.parametrize(
    ("wrong", "keys"), [("content", False), ("memories", True), ("a text", True), ("a time", True), ("all of it", True)]
)
def test_somebodys_real_data_in_the_place_of_a_message_is_not_quoted(
    wrong: str, keys: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sound = keyless(Forever())

    def answer(who: Who, operation: str, parameters: dict[str, Any]) -> tuple[int, Any]:
        reads = operation in ("search", "list_memories")
        return (200, REAL_IN_NO_MESSAGE[wrong]) if reads else sound(who, operation, parameters)

    with listening(answer) as server:
        by_key = ("--principals", str(principals(tmp_path))) if keys else ("--cells", "3", "--histories", "1")
        ended = command("leaks", server.address, *by_key, "--report", "report")
    said = everything(tmp_path / "report", ended)
    assert ended.code == 3
    assert "search answered no Memories" in said["results.json"]
    assert not [where for where, text in said.items() if "diagnosis" in text]
