"""The command: its exit codes, what it refuses in one line, and its reports, which agree with each other."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from adopting.folder import Folder
from histories.backends import filled
from memory_conformance.means import needs_means
from memory_conformance.report.results import Results
from memory_conformance.specification import read_specification

ONLY = "SCOPE-001 or CASE-001 or DIGITS-001 or AGAIN-001"
IDS = {"SCOPE-001", "CASE-001", "DIGITS-001", "AGAIN-001"}
SMALL = ("--only", ONLY, "--histories", "120", "--seed", "7")


@pytest.fixture(scope="module")
def different(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A folder after two backends were compared that differ."""
    folder = filled(tmp_path_factory.mktemp("different"))
    ended = folder.conformance("compare", "python:plain", "python:with_case", *SMALL, "--report", "report")
    assert ended.code == 1, ended.out + ended.err
    folder.write("printed", ended.out)
    return folder


def headline(text: str) -> dict[str, int]:
    """The numbers of the last line."""
    found = re.search(
        r"(?P<differing>\d+) of (?P<comparable>\d+) behaviours differ(?:, (?P<unseen>\d+) could not be compared)?;"
        r" (?P<histories>\d+) of (?P<played>\d+) made-up histories differ(?: in (?P<ways>\d+) ways?)?",
        " ".join(text.split()),
    )
    assert found is not None, text
    return {name: int(number or 0) for name, number in found.groupdict().items()}


def suite(folder: Folder, report: str = "report") -> ElementTree.Element:
    [found] = ElementTree.parse(folder.path / report / "junit.xml").getroot()
    return found


def test_the_three_reports_of_a_comparison_agree(different: Folder) -> None:
    printed = (different.path / "printed").read_text(encoding="utf-8")
    told = headline(printed)
    assert told["differing"] == 1
    assert told["comparable"] + told["unseen"] == len(IDS)
    found = different.results()["compared"]["histories"]
    assert (found["differing"], found["played"], len(found["found"])) == (
        told["histories"],
        told["played"],
        told["ways"],
    )
    assert 0 < told["ways"] <= told["histories"] < told["played"] == 120
    cases = list(suite(different).iter("testcase"))
    assert len(cases) == int(suite(different).get("tests", "")) == len(IDS) + told["ways"]
    assert sum(case.find("failure") is not None for case in cases) == told["differing"] + told["ways"]
    assert int(suite(different).get("failures", "")) == told["differing"] + told["ways"]
    assert (
        sum(case.find("skipped") is not None for case in cases)
        == int(suite(different).get("skipped", ""))
        == told["unseen"]
    )
    assert suite(different).get("errors") == "0"
    summary = (different.path / "report" / "summary.md").read_text(encoding="utf-8")
    assert summary.startswith("# plain and with\\_case: different") or summary.startswith(
        "# plain and with_case: different"
    )
    assert headline(summary) == told
    assert summary.count("<details>") == told["ways"]
    for one in found["found"]:
        assert one["words"] in printed
        assert one["scenario"].splitlines()[1].strip() in printed


def test_results_of_a_comparison_keep_to_the_schema_that_ships(different: Folder) -> None:
    schema = json.loads(different.conformance("report", "--schema").out)
    assert schema == Results.model_json_schema(mode="serialization")
    check = jsonschema.validators.validator_for(schema)(schema)
    results = different.results()
    assert [error.message for error in check.iter_errors(results)] == []
    del results["compared"]["histories"]["found"][0]["words"]
    assert not check.is_valid(results)


def test_a_comparison_that_is_printed_again_says_the_same(different: Folder) -> None:
    again = different.conformance("report", "report", "--report", "again")
    assert again.code == 1
    printed = (different.path / "printed").read_text(encoding="utf-8")
    assert again.out == printed.replace("results.json, junit.xml and summary.md are in report\n", "")
    for name in ("results.json", "junit.xml", "summary.md"):
        assert (different.path / "again" / name).read_text() == (different.path / "report" / name).read_text()


def test_the_same_seed_gives_the_same_comparison(different: Folder) -> None:
    again = different.conformance("compare", "python:plain", "python:with_case", *SMALL, "--report", "again")
    assert again.code == 1
    assert timeless(different.results("again")) == timeless(different.results())
    other = ("--only", ONLY, "--histories", "120", "--seed", "8")
    different.conformance("compare", "python:plain", "python:with_case", *other, "--report", "other")
    assert timeless(different.results("other"))["compared"] != timeless(different.results())["compared"]


def timeless(found: Any) -> Any:
    """Results without what the clock says."""
    if isinstance(found, dict):
        return {name: timeless(one) for name, one in found.items() if name not in ("duration", "started")}
    return [timeless(one) for one in found] if isinstance(found, list) else found


def test_a_snippet_of_a_comparison_shows_the_difference_by_itself(different: Folder) -> None:
    import sys

    printed = (different.path / "printed").read_text(encoding="utf-8")
    code = re.search(r"^    (from memory_conformance import connect\n(?:    .*\n|\n(?=    ))+)", printed, re.MULTILINE)
    assert code is not None
    shown = different.command(
        [sys.executable, "-c", "\n".join(line.removeprefix("    ") for line in code.group(1).splitlines())]
    )
    assert shown.err == ""
    said = dict(line.split(" ", 1) for line in shown.out.splitlines())
    assert said.keys() == {"python:plain", "python:with_case"}
    assert said["python:plain"] != said["python:with_case"]


def test_no_difference_is_success(folder: Folder) -> None:
    ended = folder.conformance("compare", "python:plain", "python:same", *SMALL, "--report", "report")
    assert ended.code == 0
    assert "no difference" in ended.out
    assert headline(ended.out) == {
        "differing": 0,
        "comparable": 4,
        "unseen": 0,
        "histories": 0,
        "played": 120,
        "ways": 0,
    }
    assert {row["id"] for row in folder.results()["results"]} == IDS
    assert suite(folder).get("failures") == "0"


def test_without_histories_behaviours_alone_are_compared(folder: Folder) -> None:
    ended = folder.conformance("compare", "python:plain", "python:with_case", "--only", ONLY, "--report", "report")
    assert ended.code == 1
    assert "made-up histories" not in ended.out
    compared = folder.results()["compared"]
    assert (compared["first"], compared["second"], compared["histories"]) == ("plain", "with_case", None)


def test_a_backend_against_itself_bears_two_names(folder: Folder) -> None:
    ended = folder.conformance("compare", "python:plain", "python:plain", *SMALL, "--report", "report")
    assert ended.code == 0
    compared = folder.results()["compared"]
    assert (compared["first"], compared["second"]) == ("plain", "plain (2)")
    assert len(folder.results()["results"]) == 2 * len(IDS)


BOUNDS = "from plain import *\n\ndeclares = {'bounds': {'write': 2.0}}\n"


@pytest.mark.parametrize(
    ("first", "second", "further", "told"),
    [
        ("python:plain", "nobody", (), "no backend is called 'nobody'"),
        ("python:plain", "nothing.json", (), "nothing.json is not there"),
        ("empty", "python:plain", (), "empty is a folder without results.json"),
        ("python:plain", "python:same", ("--only", "NOTHING-001"), "NOTHING-001"),
        ("python:plain", "python:slow", ("--histories", "5"), "slow declares that its writes take time to be seen"),
        ("python:plain", "python:same", ("--histories", "-1"), "--histories"),
        ("python:plain", "broken.json", (), "broken.json is cut short or damaged"),
    ],
)  # fmt: skip
def test_wrong_usage_is_one_line(first: str, second: str, further: tuple[str, ...], told: str, folder: Folder) -> None:
    folder.write("slow.py", BOUNDS)
    folder.write("broken.json", "{")
    (folder.path / "empty").mkdir()
    ended = folder.conformance("compare", first, second, *further)
    assert (ended.code, ended.out) == (2, "")
    line = ended.err.strip().splitlines()[-1]
    assert told in line
    if not line.startswith("Error: "):
        assert ended.err.count("\n") == 1
        assert line.startswith("memory-conformance: ")


@pytest.mark.parametrize("place", [0, 1])
def test_a_backend_that_cannot_be_started_is_named(place: int, folder: Folder) -> None:
    folder.write("broken.py", "raise RuntimeError('the disk is full')\n")
    sides = ["python:plain", "python:plain"]
    sides[place] = "python:broken"
    ended = folder.conformance("compare", *sides, *SMALL)
    assert (ended.code, ended.out) == (3, "")
    assert "python:broken" in ended.err
    assert "the disk is full" in ended.err


def test_nothing_is_left_behind_in_the_folder(folder: Folder) -> None:
    before = {file.name for file in folder.path.iterdir()}
    assert folder.conformance("compare", "python:plain", "python:same", *SMALL).code == 0
    assert {file.name for file in folder.path.iterdir()} - before <= {"__pycache__"}


def test_everything_that_is_specified_is_compared_where_nothing_is_chosen(folder: Folder) -> None:
    ended = folder.conformance("compare", "adk-go-1.7", "adk-java-1.8", "--report", "report", "--seed", "7")
    assert ended.code == 1
    # Those of the protocol itself are what `check` plays, and those that need what no backend brings along, the leak lab.
    every = [one for one in read_specification().behaviours if not needs_means(one.needs)]
    specified = {one.id for one in every if one.topic != "protocol"}
    for backend in ("adk-go-1.7", "adk-java-1.8"):
        assert {row["id"] for row in folder.results()["results"] if row["backend"] == backend} == specified
    # Nobody is held to a claim: what is documented as broken is a difference like any other.
    assert all(row["claim"] is None and not row["documented"] for row in folder.results()["results"])
    assert re.search(r"^CARRY-002 .*keeps it +breaks it", ended.out, re.MULTILINE)
