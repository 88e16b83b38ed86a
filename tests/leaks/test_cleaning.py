"""What a run leaves on a service that nothing ever empties is removed, or listed, and nothing else is touched."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from leaks import keyed
from leaks.commanded import Ended, command
from leaks.keyed import ANA, BEN, REAL_OF_ANA, REAL_OF_BEN, keyless, listening, owners, principals
from leaks.spied import Forever
from memory_conformance.connect.journal import Pen, read_journal
from memory_conformance.leaks.cleaning import _is_own
from memory_conformance.model import Capability, Crossing, Hello, Memory, Reset, Scope, ScopeField

RUNS = Path(".memory-conformance") / "runs"
FEW = ("--cells", "4", "--seed", "3", "--only", "LEAK-001 or LEAK-007")
WHOLE = ("--cells", "3", "--histories", "2", "--seed", "3")
READING = [Capability.LIST_MEMORIES, Capability.ADD_EVENTS]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


class Deletes(Forever):
    """Never empty; declares what it is told to."""

    def __init__(self, *capabilities: Capability) -> None:
        super().__init__()
        self.fields = {"capabilities": capabilities, "reset": "none"}


def the_run(ended: Ended) -> str:
    """The run of which a command says how it is cleaned up after."""
    found = re.search(r"^what it left: memory-conformance clean --run (mc-[0-9a-f]{12})$", ended.out, re.M)
    assert found is not None, ended.out
    return found.group(1)


def left_by(*arguments: str | Path) -> str:
    """The run of a lab that has few rules, if nothing else is said."""
    few = ("--only", "LEAK-050") if "--principals" in arguments else FEW
    ended = command("leaks", *arguments, *(() if "--cells" in arguments else few))
    assert ended.code == 0, ended.out
    return the_run(ended)


@pytest.mark.parametrize(
    "capabilities",
    [
        (*READING, Capability.DELETE_SESSION),
        (*READING, Capability.DELETE_MEMORY),
        (*READING, Capability.DELETE_USER),
        (Capability.DELETE_SESSION,),
        (Capability.DELETE_USER,),
    ],
    ids=lambda declared: " ".join(one.value for one in declared),
)
def test_everything_that_a_lab_left_is_removed_by_what_the_service_can(capabilities: tuple[Capability, ...]) -> None:
    service = Deletes(*capabilities)
    with listening(keyless(service)) as server:
        run = left_by(server.address)
        assert owners(service)
        ended = command("clean", "--run", run)
    assert ended.code == 0, ended.out
    count = re.fullmatch(rf"{run}: (\d+) of (\d+) sessions are gone\n", ended.out)
    assert count is not None, ended.out
    assert count.group(1) == count.group(2)
    assert not owners(service)
    assert not list(RUNS.glob("*.jsonl"))


def test_what_cannot_be_removed_is_listed_and_kept_in_mind() -> None:
    service = Deletes(*READING)
    with listening(keyless(service)) as server:
        run = left_by(server.address)
        ended = command("clean", "--run", run)
    assert ended.code == 1
    assert re.match(rf"{run}: \d of \d+ sessions (is|are) gone\n", ended.out)
    assert re.search(rf"^1 left: app '{run}-leak-001-1-.*', user '", ended.out, re.M)
    assert (RUNS / f"{run}.jsonl").is_file()


def test_a_list_of_what_a_whole_lab_left_removes_nothing() -> None:
    service = Deletes(*READING, Capability.DELETE_SESSION, Capability.DELETE_USER, Capability.DELETE_MEMORY)
    with listening(keyless(service)) as server:
        run = left_by(server.address, *WHOLE)
        before = owners(service)
        server.asked.clear()
        ended = command("clean", "--run", run, "--list")
        assert not [operation for operation in server.calls if operation.startswith("delete")]
        assert owners(service) == before
        assert ended.code == 1
        assert re.match(rf"{run}: \d+ sessions in its journal\n\d+ left: ", ended.out)
        assert command("clean", "--run", run).code == 0
    assert not owners(service)


def test_what_load_and_a_faulty_line_left_is_removed_with_the_rest() -> None:
    service = Deletes(*READING, Capability.DELETE_SESSION)
    more = ("--load", "4", "--faulty-line", "--cells", "3", "--only", "LEAK-040 or LEAK-045")
    with listening(keyless(service)) as server:
        run = left_by(server.address, *more)
        assert any("threads" in app for app, _ in owners(service))
        assert any("asyncio" in app for app, _ in owners(service))
        assert any("line" in app for app, _ in owners(service))
        assert command("clean", "--run", run).code == 0
    assert not owners(service)


def test_a_scope_that_is_somebodys_own_loses_canaries_alone(tmp_path: Path) -> None:
    service = keyed.LivedIn()
    file = principals(tmp_path)
    with listening(service.answer) as server:
        run = left_by(server.address, "--principals", file)
        assert len(service.of("it", ANA)) > 1
        ended = command("clean", "--run", run, "--principals", file)
    assert ended.code == 0, ended.out
    assert [one.text() for one in service.of("it", ANA)] == [REAL_OF_ANA]
    assert [one.text() for one in service.of("it", BEN)] == [REAL_OF_BEN]


class LivedInDeletes(keyed.LivedIn):
    """Deletes single memories, or whole users, and nothing else."""

    fields: Mapping[str, Any] = {
        "capabilities": [*READING, Capability.DELETE_MEMORY, Capability.DELETE_USER],
        "reset": "none",
    }


class LivedInEmpties(keyed.LivedIn):
    """Deletes whole users alone."""

    fields: Mapping[str, Any] = {"capabilities": [*READING, Capability.DELETE_USER], "reset": "none"}


def test_of_single_memories_only_canaries_are_deleted(tmp_path: Path) -> None:
    service = LivedInDeletes()
    with listening(service.answer) as server:
        run = left_by(server.address, "--principals", principals(tmp_path))
        ended = command("clean", "--run", run, "--principals", principals(tmp_path))
        assert "delete_user" not in server.calls
    assert ended.code == 0, ended.out
    assert [one.text() for one in service.of("it", ANA)] == [REAL_OF_ANA]


def test_nobody_is_emptied_whose_name_is_not_the_runs_own(tmp_path: Path) -> None:
    service = LivedInEmpties()
    with listening(service.answer) as server:
        run = left_by(server.address, "--principals", principals(tmp_path))
        server.asked.clear()
        ended = command("clean", "--run", run, "--principals", principals(tmp_path))
        assert "delete_user" not in server.calls
    assert ended.code == 1
    assert "\n1 left: app 'shop', user 'ana'\n" in ended.out
    assert REAL_OF_ANA in [one.text() for one in service.of("it", ANA)]


def test_what_the_service_does_not_show_is_not_said_to_be_gone(tmp_path: Path) -> None:
    service = keyed.LivedIn()
    with listening(service.answer) as server:
        run = left_by(server.address, "--principals", principals(tmp_path))
        ended = command("clean", "--run", run)
    assert ended.code == 1
    assert "left: app 'shop', user 'ana'" in ended.out
    assert "not removed: permission_denied: that is not yours" in ended.out
    assert (RUNS / f"{run}.jsonl").is_file()


class ShowingEverybody(Deletes):
    """Shows and deletes whatever it has, in whichever scope it is asked."""

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return [one for kept in self.instances[instance].values() for one in kept]

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        for kept in self.instances[instance].values():
            kept[:] = [one for one in kept if one.id != memory_id]


def test_a_service_that_mixes_up_its_scopes_loses_nothing_of_anybody_else() -> None:
    service = ShowingEverybody(*READING, Capability.DELETE_MEMORY)
    memory = Memory.model_validate({"content": {"parts": [{"text": REAL_OF_ANA}]}, "id": "real"})
    service.instances["it"][("shop", "ana"), "monday"] = [memory]
    with listening(keyless(service)) as server:
        run = the_run(command("leaks", server.address, *FEW))
        ended = command("clean", "--run", run)
    assert owners(service) == {("shop", "ana")}
    assert ended.code == 1


class SharingApps(Deletes):
    """One memory of a user in all apps, by declaration; it has one of a user's that is real."""

    def __init__(self) -> None:
        super().__init__(*READING, Capability.DELETE_SESSION, Capability.DELETE_MEMORY, Capability.DELETE_USER)
        shared = [ScopeField(name="app", crossing=Crossing.SHARED), ScopeField(name="user")]
        self.fields = {**self.fields, "scope": shared}
        memory = Memory.model_validate({"content": {"parts": [{"text": REAL_OF_ANA}]}, "id": "real"})
        self.instances["it"][("all", "ana"), "monday"] = [memory]

    def owner(self, scope: Scope) -> tuple[str, ...]:
        return "all", scope["user"]


def test_where_apps_are_shared_the_users_of_a_run_are_its_own_and_nobody_else_is_touched() -> None:
    def real() -> list[str]:
        return [one.text() for one in service.instances["it"][("all", "ana"), "monday"]]

    service = SharingApps()
    with listening(keyless(service)) as server:
        played = command("leaks", server.address, "--cells", "40", "--histories", "5", "--seed", "3")
        assert (played.code, real()) == (0, [REAL_OF_ANA]), played.out
        assert {user[:3] for _, user in owners(service)} == {"ana", "mc-"}
        ended = command("clean", "--run", the_run(played))
    assert owners(service) == {("all", "ana")}, ended.out
    assert real() == [REAL_OF_ANA]


def test_where_everything_is_shared_nothing_is_a_runs_own() -> None:
    every = [ScopeField(name=name, crossing=Crossing.SHARED) for name in ("app", "user")]
    hello = Hello(name="shared", scope=every, reset=Reset.NONE)
    assert hello.its_own({"app": "shop", "user": "ana"}, "mc-1-") == {"app": "mc-1-shop", "user": "ana"}
    assert not _is_own(hello, (("app", "mc-1-shop"), ("user", "ana")), "mc-1")
    assert Hello(name="none", scope=[], reset=Reset.NONE).its_own({}, "mc-1-") == {}


def test_where_no_report_can_be_written_it_is_said_what_was_left() -> None:
    Path("file").write_text("")
    with listening(keyless(Deletes(*READING))) as server:
        ended = command("leaks", server.address, *FEW, "--report", "file/report")
    assert ended.code == 3
    assert the_run(ended)


def test_a_run_keeps_a_journal_of_such_a_service_and_of_no_other() -> None:
    service = Deletes(*READING, Capability.DELETE_SESSION)
    with listening(keyless(service)) as server:
        run = the_run(command("run", server.address, "--only", "SCOPE-001 or SCOPE-002"))
        assert owners(service)
        assert command("clean", "--run", run).code == 0
    assert not owners(service)
    empty = Deletes(*READING)
    empty.fields = {**empty.fields, "reset": "instance"}
    with listening(keyless(empty)) as server:
        assert "what it left" not in command("run", server.address, "--only", "SCOPE-001").out
    assert not list(RUNS.glob("*.jsonl"))


def test_there_is_no_journal_before_there_is_anything_to_tell() -> None:
    pen = Pen("mc-1", "http://127.0.0.1:1", None)
    assert not pen.wrote
    assert not RUNS.exists()
    pen.note(ANA, "monday")
    assert pen.wrote
    assert (RUNS / "mc-1.jsonl").is_file()
    assert (RUNS.parent / ".gitignore").read_text() == "*\n"


def test_a_service_of_the_configuration_is_cleaned_by_its_name(tmp_path: Path) -> None:
    service = Deletes(*READING, Capability.DELETE_SESSION)
    file = tmp_path / "other.toml"
    with listening(keyless(service)) as server:
        file.write_text(f'[backends.shop]\nconnectable = "{server.address}"\n')
        run = left_by("shop", "--config", "other.toml")
        assert command("clean", "--run", run).code == 0
    assert not owners(service)


def test_a_service_over_stdio_is_cleaned_too(tmp_path: Path) -> None:
    harness = Path(__file__).with_name("lasting_harness.py")
    connectable = f"exec:{sys.executable} {harness} {tmp_path / 'kept.json'}"
    run = left_by(connectable)
    assert json.loads((tmp_path / "kept.json").read_text())
    assert command("clean", "--run", run).code == 0
    assert not json.loads((tmp_path / "kept.json").read_text())


def test_a_run_that_nobody_knows_is_one_line() -> None:
    ended = command("clean", "--run", "mc-0123456789ab")
    assert (ended.code, ended.err) == (
        2,
        "memory-conformance: --run: nothing is kept of a run 'mc-0123456789ab' in .memory-conformance/runs;"
        " no run of this folder has left anything\n",
    )


def test_a_run_that_is_meant_is_named() -> None:
    with listening(keyless(Deletes(*READING))) as server:
        run = left_by(server.address)
    ended = command("clean", "--run", run[:-1])
    assert ended.code == 2
    assert ended.err.endswith(f"did you mean {run}?\n")


def test_a_journal_whose_last_line_is_cut_is_read_as_far_as_it_goes() -> None:
    service = Deletes(*READING, Capability.DELETE_SESSION)
    with listening(keyless(service)) as server:
        run = left_by(server.address)
        file = RUNS / f"{run}.jsonl"
        file.write_text(file.read_text() + '{"scope": {"app": "mc')
        assert command("clean", "--run", run).code == 0
    assert not owners(service)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["{", '{"scope": {}, "session": "s"}'], "mc-1.jsonl:1 is no line of a journal"),
        (
            ['{"connectable": "adk-go-1.7"}', "3", '{"scope": {}, "session": "s"}'],
            "mc-1.jsonl:2 is no line of a journal",
        ),
        (['{"scope": {}, "session": "s"}'], "mc-1.jsonl does not say which backend it is about"),
    ],
)
def test_what_is_no_journal_is_one_line(lines: list[str], told: str) -> None:
    RUNS.mkdir(parents=True)
    (RUNS / "mc-1.jsonl").write_text("\n".join(lines))
    ended = command("clean", "--run", "mc-1")
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert ended.err.endswith(f"{told}\n")


def test_a_service_that_fails_meanwhile_is_one_line_and_its_journal_stays() -> None:
    service = Deletes(*READING, Capability.DELETE_SESSION)
    sound = keyless(service)
    with listening(sound) as server:
        run = left_by(server.address)
        server.answer = lambda who, operation, asked: (
            (503, "later") if operation == "list_memories" else sound(who, operation, asked)
        )
        ended = command("clean", "--run", run)
    assert (ended.code, ended.err.count("\n")) == (3, 1)
    assert "list_memories" in ended.err or "503" in ended.err
    assert (RUNS / f"{run}.jsonl").is_file()


def test_names_that_no_encoding_can_say_are_noted_as_they_are() -> None:
    names = {"app": "mc-1-\ud800", "user": "\u202e\x00é\u2028"}
    pen = Pen("mc-1", "http://127.0.0.1:1", None)
    pen.note(names, "monday\n")
    pen.note(names, "monday\n")
    assert dict(read_journal("mc-1").sessions) == {tuple(names.items()): ["monday\n"]}
