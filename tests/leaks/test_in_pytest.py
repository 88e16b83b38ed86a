"""The leak lab in an adopter's own pytest run: by an option, or by a mark on the module whose fixture has the backend."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adopting.folder import Folder
from leaks.keyed import Who, keyless, listening
from leaks.spied import REAL, Forever

JOINED = """
def open():
    return {}


def add(memory, scope, session):
    memory[(scope["app"] + "/" + scope["user"], session["id"])] = session["events"]


def search(memory, scope, query):
    wanted = set(query.lower().split())
    mine = [one for (key, _), events in memory.items() if key == scope["app"] + "/" + scope["user"] for one in events]
    return [one for one in mine if wanted & set(one["content"]["parts"][0]["text"].lower().split())]
"""
"""Right for the names that a run tries in its table of scopes, and not for all."""

MARKED = """
import joined, pytest

pytestmark = pytest.mark.memory_leaks

@pytest.fixture
def memory_conformance_backend():
    return joined
"""

ONLY = ("--memory-only", "LEAK-002", "--memory-seed", "7")
FEW = ("--memory-cells", "40")
RULE = "features/scope/leaks.feature::LEAK-002"


@pytest.fixture
def joined(folder: Folder) -> Folder:
    """The folder with a service that joins app and user by a slash."""
    folder.write("joined.py", JOINED)
    return folder


def red(out: str) -> set[str]:
    """The node ids that pytest's summary lists as failed."""
    lines = [line for line in out.splitlines() if line.startswith("FAILED ")]
    return {line.removeprefix("FAILED ").partition(" - ")[0] for line in lines}


def test_without_the_option_the_names_of_the_table_are_tried_and_no_histories(joined: Folder) -> None:
    ended = joined.pytest("--memory-backend", "python:joined", *ONLY)

    assert ended.code == 0, ended.out
    assert "histories" not in ended.out


def test_the_option_plays_the_rules_on_a_lattice_and_histories_beside_them(joined: Folder) -> None:
    ended = joined.pytest("--memory-backend", "python:joined", "--memory-leaks", *FEW, *ONLY)

    assert red(ended.out) == {f"{RULE}[joined]", "leaks::histories[joined]"}
    assert 'is shown the canary of user "' in ended.out
    assert "Scenario: A search shows nothing of another" in ended.out
    # A red rule says how to have the lab play it again.
    again = "memory-conformance leaks python:joined --only LEAK-002 --seed 7 --cells 40"
    assert f"repeat    {again}" in ended.out
    assert joined.conformance(*again.split()[1:]).code == 1


def test_a_mark_on_the_module_of_the_fixture_does_the_same(joined: Folder) -> None:
    joined.write("test_mine.py", MARKED)

    ended = joined.pytest(*FEW, *ONLY)

    assert red(ended.out) == {
        f"test_mine.py::memory_conformance_backend::{RULE}[joined]",
        "test_mine.py::memory_conformance_leaks::histories[joined]",
    }
    assert "PytestUnknownMarkWarning" not in ended.out


def test_a_service_that_keeps_all_apart_is_green(folder: Folder) -> None:
    ended = folder.pytest("--memory-backend", "adk-go-1.7", "--memory-leaks", *FEW, *ONLY)

    assert ended.code == 0, ended.out
    assert "2 passed" in ended.out


@pytest.mark.parametrize("cells", ["1", "0", "-1"])
def test_fewer_scopes_than_a_leak_takes_are_refused_in_one_line(cells: str, folder: Folder) -> None:
    ended = folder.pytest("--memory-backend", "adk-go-1.7", "--memory-leaks", "--memory-cells", cells, *ONLY)

    assert ended.code == 4
    assert f"--memory-cells {cells}: there are at least 2 scopes" in ended.out + ended.err


def test_what_comes_in_the_place_of_a_message_is_quoted_nowhere(folder: Folder) -> None:
    def answer(who: Who, operation: str, parameters: dict[str, Any]) -> tuple[int, Any]:
        return (500, REAL) if operation == "search" else keyless(Forever())(who, operation, parameters)

    with listening(answer) as server:
        ended = folder.pytest("--memory-backend", server.address, "--memory-leaks", *FEW, *ONLY)

    assert "HTTP status 500" in ended.out
    assert "Vandermeer" not in ended.out + ended.err


def test_a_service_without_scopes_is_refused_in_one_line(folder: Folder) -> None:
    folder.write("joined.py", JOINED + "\ndeclares = {'scope': []}\n")

    ended = folder.pytest("--memory-backend", "python:joined", "--memory-leaks", *ONLY)

    assert ended.code == 4
    assert "offers no isolation" in ended.out + ended.err


def test_the_report_has_what_histories_showed(joined: Folder) -> None:
    ended = joined.pytest(
        "--memory-backend", "python:joined", "--memory-leaks", "--memory-cells", "2", *ONLY, "--memory-report", "report"
    )
    assert any(one.startswith("leaks::") for one in red(ended.out)), ended.out
    printed = joined.conformance("report", "report")
    assert printed.code == 1
    assert "joined: 1 way to leak" in printed.out
    assert "Scenario: A search shows nothing of another" in printed.out
    assert "scope  1 fail" in printed.out, "the rows are told as those of any run"
    summary = (joined.path / "report" / "summary.md").read_text(encoding="utf-8")
    assert "## joined: 1 way to leak" in summary
    assert "heat-map" not in summary


def test_asked_for_on_nobody_it_is_not_green(folder: Folder) -> None:
    folder.write("test_mine.py", "def test_nothing():\n    pass\n")
    ended = folder.pytest("--memory-leaks")
    assert ended.code == 4
    assert (
        "--memory-leaks: no backend is named (--memory-backend), and no module here has the fixture"
        in ended.out + ended.err
    )


@pytest.mark.parametrize("seed", ["-1", str(2**32)])
def test_a_seed_that_no_command_takes_is_refused(seed: str, joined: Folder) -> None:
    ended = joined.pytest("--memory-backend", "python:joined", "--memory-seed", seed)
    assert ended.code == 4
    assert f"--memory-seed {seed}: it is a number from 0 to 4294967295" in ended.out + ended.err


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_what_stays_on_a_service_that_is_never_empty_is_said(workers: tuple[str, ...], folder: Folder) -> None:
    few = ("--memory-leaks", "--memory-cells", "4", "--memory-only", "LEAK-001")
    with listening(keyless(Forever())) as server:
        ended = folder.pytest("--memory-backend", server.address, *few, *workers)
    left = re.findall(r"^what it left: memory-conformance clean --run (mc-[0-9a-f]{12})$", ended.out, re.M)
    assert left, ended.out
    assert {file.stem for file in (folder.path / ".memory-conformance" / "runs").glob("*.jsonl")} == set(left)
