"""What a run leaves behind: results.json and what is made from it, a snippet that repeats, and the way back to what was red."""

import json
import re
import sys
from collections import Counter
from xml.etree import ElementTree

import jsonschema
import pytest

from adopting.folder import Folder

LIMIT_OF_A_JOB_PAGE = 1_000_000

SAYING = """
def open():
    return []

def add(memory, scope, session):
    pass

def search(memory, scope, query):
    said = {said!r}
    return [{{"text": said, "author": said[:40], "id": said[:40]}}]
"""


@pytest.fixture
def red(folder: Folder) -> Folder:
    """The folder after a run on a sound and on a leaky backend, which found something."""
    ended = folder.conformance("run", "python:plain", "python:leaky", "--report", "report")
    assert ended.code == 1
    folder.write("printed", ended.out)
    return folder


def test_results_keep_to_the_schema_that_ships(red: Folder) -> None:
    schema = json.loads(red.conformance("report", "--schema").out)
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    check = validator(schema)
    results = red.results()
    assert [error.message for error in check.iter_errors(results)] == []
    del results["results"][0]["verdict"]
    assert not check.is_valid(results)


def test_junit_counts_what_the_totals_count(red: Folder) -> None:
    results = red.results()
    suites = {suite.get("name"): suite for suite in ElementTree.parse(red.path / "report" / "junit.xml").getroot()}
    assert suites.keys() == {"plain", "leaky"}
    for name, words in results["totals"].items():
        suite = suites[name]
        cases = Counter(child.tag for case in suite.iter("testcase") for child in case)
        assert int(suite.get("tests", "")) == len(list(suite.iter("testcase"))) == sum(words.values())
        assert int(suite.get("failures", "")) == cases["failure"]
        assert int(suite.get("errors", "")) == cases["error"] == words.get("error", 0)
        assert int(suite.get("skipped", "")) == cases["skipped"]
        assert cases["failure"] + cases["error"] + cases["skipped"] + words["pass"] == sum(words.values())
    must = [row for row in results["results"] if row["verdict"] == "fail" and row["level"] == "must"]
    assert int(suites["leaky"].get("failures", "")) == len(must) > 10
    assert suites["plain"].get("failures") == "0"


def test_a_report_that_is_printed_again_says_the_same(red: Folder) -> None:
    again = red.conformance("report", "report", "--report", "again")
    assert again.code == 1
    printed = (red.path / "printed").read_text(encoding="utf-8")
    assert " on leaky ──" in again.out
    assert again.out == printed.replace("results.json, junit.xml and summary.md are in report\n", "")
    for name in ("results.json", "junit.xml", "summary.md"):
        assert (red.path / "again" / name).read_text() == (red.path / "report" / name).read_text()


def test_the_summary_names_what_is_red_and_what_differs(red: Folder) -> None:
    summary = (red.path / "report" / "summary.md").read_text(encoding="utf-8")
    assert summary.startswith("# Memory conformance: not as expected")
    assert "<b>leaky</b>: SCOPE-001" in summary
    assert "<b>plain</b>" not in summary
    assert len(summary.encode()) < LIMIT_OF_A_JOB_PAGE


def test_last_failed_plays_what_was_red_and_nothing_else(red: Folder) -> None:
    found = {row["id"] for row in red.results()["results"] if row["level"] == "must" and row["verdict"] == "fail"}
    assert len(found) > 10
    again = red.conformance("run", "python:leaky", "--last-failed", "--report", "again")
    assert again.code == 1
    assert red.rows("again").keys() == found
    assert red.conformance("run", "python:plain", "--last-failed").code == 0
    mended = red.conformance("run", "python:plain", "--last-failed")
    assert mended.code == 2
    assert "the last run in this folder left nothing red behind" in mended.err


def test_maxfail_ends_early_and_says_so(folder: Folder) -> None:
    ended = folder.conformance("run", "python:leaky", "--only", "scope", "--maxfail", "1", "--report", "report")
    assert ended.code == 1
    results = folder.results()
    planned = results["envelope"]["planned"]
    assert f"ended early after {len(results['results'])} of {planned}" in ended.out
    assert sum(row["verdict"] == "fail" for row in results["results"]) == 1
    assert "The run was ended early." in (folder.path / "report" / "summary.md").read_text(encoding="utf-8")


def test_a_snippet_shows_the_same_wrong_answer_by_itself(folder: Folder) -> None:
    ended = folder.conformance("run", "python:leaky", "--only", "SCOPE-001")
    printed = re.search(r"in Python\n((?: {4}.*\n|\n(?= {4}))+)", ended.out)
    assert printed is not None
    code = "\n".join(line[4:] for line in printed.group(1).splitlines())
    shown = folder.command([sys.executable, "-c", code])
    assert shown.err == ""
    # The owner finds it, and so does the other.
    asked = re.findall(r"print\(memory\.search\(scope=(\{.*?\}), query='(.*?)'\)\)", code)
    assert len(asked) == 2
    assert asked[0][0] != asked[1][0]
    first, second = shown.out.splitlines()
    assert first == second
    assert "text=" in first


@pytest.mark.parametrize(
    "said",
    [
        "a\0b",
        "a\ud800b",
        "x" * 100_000,
        "word " * 20_000,
        "]]> <b> `````\n| [red]\x1b[31m\x07 &amp;",
        "\ufffe\u202e\U0010ffff",
    ],
    ids=["nul", "surrogate", "long", "words", "markup", "odd"],
)
def test_no_text_of_a_backend_breaks_a_report(folder: Folder, said: str) -> None:
    folder.write("saying.py", SAYING.format(said=said))
    ended = folder.conformance("run", "python:saying", "--report", "report")
    assert ended.code == 1
    assert "not as expected" in ended.out
    assert "\x1b" not in ended.out
    results = folder.results()
    assert results["envelope"]["complete"]
    assert results["totals"]["saying"]["fail"] > 10
    suite = ElementTree.parse(folder.path / "report" / "junit.xml").getroot()[0]
    assert int(suite.get("tests", "")) == len(results["results"])
    assert len((folder.path / "report" / "summary.md").read_bytes()) < LIMIT_OF_A_JOB_PAGE
    assert folder.conformance("report", "report").code == 1


def test_an_odd_text_passes_from_a_parallel_worker(folder: Folder) -> None:
    folder.write("saying.py", SAYING.format(said="a\ud800\0b"))
    chosen = ("--memory-backend", "python:saying", "--memory-only", "CARRY-001 or SCOPE-001", "--junitxml=junit.xml")
    ended = folder.pytest(*chosen, "-n", "2", "--memory-report", "report")
    assert "INTERNALERROR" not in ended.out + ended.err
    assert ended.code == pytest.ExitCode.TESTS_FAILED
    assert folder.rows().keys() == {"CARRY-001", "SCOPE-001"}
    assert len(list(ElementTree.parse(folder.path / "junit.xml").getroot().iter("testcase"))) == 2
