"""What `check` says of a harness, and what every run says at its start."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.toys import Store
from memory_conformance.backend import Gone
from memory_conformance.connect.connectable import connect_object
from memory_conformance.model import Memory, Scope
from memory_conformance.probe import NOBODY_HAS, Found
from memory_conformance.report.matrix import code_of, red_rows
from memory_conformance.report.results import read_results
from memory_conformance.run import Wish, play
from memory_conformance.target import target_objects
from memory_conformance.verdict import Word
from transports.checked import HARNESS, backend, checked, command, read_once, row_of, shown, trials

# What is wrong with a message, and whose fault it is.


def test_a_wrong_message_is_shown_beside_the_schema_of_the_one_that_was_due() -> None:
    results = checked(command("a list of texts"))
    (tried,) = [one for one in backend(results).tried if one.faulty is not None]
    assert tried.faulty is not None
    assert (tried.operation, tried.found, tried.faulty.due) == ("list_memories", "wrong message", "Memory")
    assert (tried.faulty.fault, tried.faulty.schema_part["required"]) == ("harness", ["content"])
    (row,) = red_rows(results)
    steps = [step for step in row.steps if step.faulty is not None]
    assert [step.faulty.due for step in steps if step.faulty] == ["Memory"]
    report = shown(results)
    assert "fault of the harness: memories.0: " in report
    assert '"content": {"$ref": "#/$defs/Content"}' in report
    assert 'came  {"memories": ["the vault opens with heron"]}' in report
    assert "due   Memory" in report


def test_an_error_of_the_service_is_called_its_own() -> None:
    report = shown(checked(command("fails on a name with a slash")))
    assert "the backend's own error: internal: no such folder" in report
    assert "fault of the harness" not in report


@pytest.mark.parametrize("fault", ["ends at search", "says nothing to search"])
def test_no_message_at_all_is_the_fault_of_the_harness(fault: str) -> None:
    results = checked(command(fault), timeout=0.3)
    assert (trials(results)["search"], code_of(results)) == ("no message", 1)
    assert [one for one in backend(results).problems if one.startswith("search: ")]
    report = shown(results)
    assert "fault of the harness: search: " in report
    # Told once, and not for each scenario that searches.
    assert len(re.findall("fault of the harness", report)) == 1
    assert "due   Memories" in report


@pytest.mark.parametrize(("fault", "due"), [("has no name", "Hello"), ("opens nothing", "Opened")])
def test_a_harness_that_cannot_be_started_shows_the_message_because_of_which(fault: str, due: str) -> None:
    results = checked(command(fault))
    assert (code_of(results), results.results) == (3, [])
    faulty = backend(results).faulty
    assert faulty is not None
    assert faulty.due == due
    assert f"due   {due}" in shown(results)


# The page.

PAGE = (Path(__file__).parents[2] / "docs" / "checking-a-harness.md").read_text(encoding="utf-8")


def test_the_page_shows_what_a_check_says() -> None:
    (excerpt,) = re.findall(r"```text\n(a harness 1\.0.*?)```", PAGE, re.DOTALL)

    def lines(report: str) -> list[str]:
        return [re.sub(r'"instance": "\d+"|\d\.\d s$', "", line.rstrip()) for line in report.splitlines()]

    assert lines(shown(checked(command("a list of texts")))) == lines(excerpt)


def test_the_page_explains_every_word_of_a_trial() -> None:
    assert set(re.findall(r"^\| `([a-z ]+)` \|", PAGE, re.MULTILINE)) == {found.value for found in Found}


# The command.


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "memory_conformance", *arguments]
    return subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("connectable", "code", "said"),
    [
        (command(), 0, "speaks the protocol"),
        (command("closing twice is an error"), 1, "does not speak the protocol"),
        ("exec:", 2, "exec: is followed by a command"),
        (command("has no name"), 3, "not started"),
    ],
    ids=["sound", "faulty", "no name", "not started"],
)
def test_the_exit_code_says_how_it_went(connectable: str, code: int, said: str, tmp_path: Path) -> None:
    ended = run("check", connectable, folder=tmp_path)
    assert ended.returncode == code, ended.stdout + ended.stderr
    assert said in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stdout + ended.stderr


def test_a_check_leaves_its_reports_where_it_is_told_to(tmp_path: Path) -> None:
    run("check", command("a list of texts"), "--report", "report", folder=tmp_path)
    kept = read_results(tmp_path / "report")
    assert [one.operation for one in backend(kept).tried if one.faulty] == ["list_memories"]
    assert "list_memories: memories.0: " in (tmp_path / "report" / "summary.md").read_text(encoding="utf-8")
    assert code_of(kept) == 1


# The short form, at the start of every run.


def test_every_run_says_what_is_there_and_not_declared(tmp_path: Path) -> None:
    connectable = command("none", "capabilities=get_memory")
    ended = run("run", connectable, "--only", "SCOPE-001", "--report", "report", folder=tmp_path)
    assert ended.returncode == 0, ended.stdout
    assert "there and not declared: list_memories, delete_session; declare them" in ended.stdout
    told = json.loads((tmp_path / "report" / "results.json").read_text(encoding="utf-8"))["envelope"]["backends"][0]
    assert told["undeclared"] == ["list_memories", "delete_session"]


def test_a_run_plays_no_scenario_of_the_protocol_unless_it_names_one(tmp_path: Path) -> None:
    def played(*only: str) -> set[str]:
        words = [word for one in only for word in ("--only", one)]
        run("run", "adk-go-1.7", *words, "--report", "report", folder=tmp_path)
        return {row.topic for row in read_results(tmp_path / "report").results}

    assert "protocol" not in played("must")
    assert played("PROTOCOL-001") == {"protocol"}


def test_a_run_goes_on_where_a_harness_breaks_at_what_it_does_not_know(tmp_path: Path) -> None:
    ended = run("run", command("ends at no_such_operation"), "--only", "SCOPE-001", "--report", "r", folder=tmp_path)
    assert ended.returncode == 0, ended.stdout
    assert row_of(read_results(tmp_path / "r"), "SCOPE-001").verdict is Word.PASS


def test_where_every_call_is_counted_none_is_spent_on_trials(tmp_path: Path) -> None:
    connectable = f"exec:sh -c '{sys.executable} {HARNESS} 2>{tmp_path / 'log'}'"
    run("run", connectable, "--only", "SCOPE-001", "--max-calls", "1000", folder=tmp_path)
    assert NOBODY_HAS not in (tmp_path / "log").read_text()


class Hanging(Store):
    """Gives no answer any more once it is asked for a list."""

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        raise Gone("no answer within 60 s")


def test_of_what_is_gone_nothing_more_is_asked() -> None:
    specification = read_once()
    store = Hanging()
    targets = target_objects([("store", lambda: connect_object(store, "store"))], 0, specification)
    results = play(specification, targets, Wish(only=("SCOPE-001",)))
    assert code_of(results) == 3
    assert "no answer within 60 s" in results.results[0].reason
    assert store.queries == []
