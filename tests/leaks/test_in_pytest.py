"""The leak lab in an adopter's own pytest run: by an option, or by a mark on the module whose fixture has the backend."""

from __future__ import annotations

import pytest

from adopting.folder import Folder

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


def test_a_service_without_scopes_is_refused_in_one_line(folder: Folder) -> None:
    folder.write("joined.py", JOINED + "\ndeclares = {'scope': []}\n")

    ended = folder.pytest("--memory-backend", "python:joined", "--memory-leaks", *ONLY)

    assert ended.code == 4
    assert "offers no isolation" in ended.out + ended.err
