"""`check` finds what is wrong with a harness: each scenario of the protocol has a fault that it turns red by."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from memory_conformance.report.matrix import code_of
from memory_conformance.verdict import Word
from transports.checked import asked, backend, checked, command, not_passed, read_once, row_of, shown, trials

# What follows is the price of a scenario: a harness with one fault, which turns that scenario red, and no other.

FAULTS = {
    "PROTOCOL-001": "another name each time",
    "PROTOCOL-002": "speaks every version",
    "PROTOCOL-003": "refuses what it does not know",
    "PROTOCOL-010": "an instance begins with what the last one holds",
    "PROTOCOL-011": "a session id is that of every instance",
    "PROTOCOL-012": "takes any instance for the first",
    "PROTOCOL-013": "closing twice is an error",
    "PROTOCOL-014": "closing one closes all",
    "PROTOCOL-020": "a call is a text",
    "PROTOCOL-021": "takes parts for granted",
    "PROTOCOL-022": "refuses a field that it does not know",
    "PROTOCOL-023": "asks the session whose it is",
    "PROTOCOL-030": "finding nothing is an error",
    "PROTOCOL-031": "a list of none is null",
    "PROTOCOL-032": "a list of texts",
    "PROTOCOL-033": "nothing there is null",
    "PROTOCOL-040": "a line break is a line break",
    "PROTOCOL-041": "reads at most 64 KiB",
    "PROTOCOL-042": "fails on a name with a slash",
    "PROTOCOL-050": "does not say what it lacks",
    "PROTOCOL-051": "trips over a number",
}
SEARCH_IN_VAIN = {"PROTOCOL-003", "PROTOCOL-010", "PROTOCOL-042", "PROTOCOL-050", "PROTOCOL-051"}
"""Scenarios that happen to search where nothing is, and so see what PROTOCOL-030 is about."""


def test_every_scenario_has_a_fault_that_it_is_there_for() -> None:
    assert sorted(FAULTS) == sorted(one.id for one in read_once().behaviours if one.topic == "protocol")


@pytest.mark.parametrize(("scenario", "fault"), FAULTS.items(), ids=FAULTS.values())
def test_a_fault_turns_its_scenario_red_and_no_other(scenario: str, fault: str) -> None:
    results = checked(command(fault))
    along = SEARCH_IN_VAIN if scenario == "PROTOCOL-030" else set()
    assert not_passed(results) == {scenario} | along
    (row,) = [row for row in results.results if row.id == scenario]
    assert row.verdict in (Word.FAIL, Word.INCONCLUSIVE)
    assert code_of(results) == (0 if row.level == "should" else 1)
    assert scenario in shown(results)


def test_a_result_for_what_nobody_has_is_a_fault_of_the_harness() -> None:
    row = row_of(checked(command("has a result for whatever is asked")), "PROTOCOL-050")
    assert (row.verdict, row.observed) == (Word.FAIL, "{}")


def test_who_shows_one_caller_what_the_other_added_is_red() -> None:
    results = checked(command("all instances are one"))
    step = next(step for step in row_of(results, "PROTOCOL-011").steps if step.faulty is not None)
    assert step.faulty is not None
    assert "what was added to another instance" in step.faulty.problem
    assert row_of(results, "PROTOCOL-010").verdict is Word.FAIL


def test_a_sound_harness_is_green() -> None:
    results = checked(command())
    assert (not_passed(results), code_of(results)) == (set(), 0)
    assert (backend(results).undeclared, backend(results).missing, backend(results).problems) == (
        ["delete_session"],
        [],
        [],
    )


@pytest.mark.parametrize("reference", ["adk-go-1.7", "adk-java-1.8"])
def test_a_reference_of_this_process_is_green(reference: str) -> None:
    results = checked(reference)
    assert code_of(results) == 0
    assert {row.verdict for row in results.results if not row.documented} == {Word.PASS, Word.UNSUPPORTED}


def test_what_is_served_is_as_green_as_what_it_serves() -> None:
    results = checked(f"exec:{sys.executable} -m memory_conformance serve adk-go-1.7 --stdio")
    assert [row.verdict for row in results.results] == [row.verdict for row in checked("adk-go-1.7").results]


def test_what_takes_its_declared_time_to_be_seen_is_waited_for() -> None:
    late = "shows what it found at the second look"
    assert "PROTOCOL-040" in not_passed(checked(command(late)))
    assert not_passed(checked(command(late, "bounds=30"))) == set()


def test_what_never_starts_empty_is_not_held_to_empty_instances() -> None:
    results = checked(command("none", "reset=none"))
    assert (not_passed(results), code_of(results)) == ({"PROTOCOL-010", "PROTOCOL-011", "PROTOCOL-014"}, 0)
    assert 'it says "reset": "none"' in shown(results)


# Which operations there are.


def test_what_is_declared_and_not_there_is_missing_and_red() -> None:
    results = checked(command("none", "capabilities=list_memories,get_memory,settle"))
    assert backend(results).missing == ["settle"]
    assert (trials(results)["settle"], code_of(results)) == ("unsupported", 1)
    assert re.search(r"settle +yes +unsupported +declared and not there", shown(results))


def test_what_is_there_and_not_declared_is_said_and_not_red() -> None:
    results = checked(command("none", "capabilities=get_memory"))
    assert backend(results).undeclared == ["list_memories", "delete_session"]
    assert code_of(results) == 0
    assert "there and not declared: list_memories, delete_session; declare them" in shown(results)


def test_nothing_is_deleted_on_trial_where_nothing_starts_empty(tmp_path: Path) -> None:
    operations = asked("none", "reset=none", "capabilities=delete_session", tmp_path=tmp_path)
    assert "list_memories" in operations
    assert [one for one in operations if one.startswith(("delete_", "change_"))] == []


def test_where_every_instance_starts_empty_deleting_is_tried_once(tmp_path: Path) -> None:
    operations = asked("none", "capabilities=delete_session", tmp_path=tmp_path)
    assert operations.count("delete_session") == operations.count("delete_user") == 1


def test_who_does_not_say_what_it_lacks_is_not_said_to_have_it() -> None:
    results = checked(command("does not say what it lacks"))
    assert backend(results).undeclared == []
    assert trials(results)["delete_session"] == "not asked"


def test_a_harness_that_breaks_at_what_it_does_not_know_is_tried_no_further(tmp_path: Path) -> None:
    operations = asked("ends at no_such_operation", tmp_path=tmp_path)
    assert "delete_user" not in operations
