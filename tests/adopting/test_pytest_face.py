"""The specification in an adopter's own pytest run: beside their tests, or below the module whose fixture asks for it."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from adopting.folder import Folder
from memory_conformance.specification import features_folder

OWN = """
def test_mine():
    assert 1 == 2

def test_other():
    pass
"""

FIXTURE = """
import pytest, leaky

@pytest.fixture
def memory_conformance_backend():
    return leaky

def test_beside():
    pass
"""

DIGITS = "features/finding/digits.feature::DIGITS-001[plain]"
LEAKS = {"features/scope/users_and_apps.feature::SCOPE-001[leaky]", "features/scope/same_ids.feature::SHARE-001[leaky]"}
ONLY = ("--memory-only", "SCOPE-001 or SHARE-001 or DIGITS-001")


@pytest.fixture
def tested(folder: Folder) -> Folder:
    """The folder with tests of their own, one of which fails."""
    folder.write("test_own.py", OWN)
    return folder


def failed(out: str) -> set[str]:
    """The node ids that pytest's summary lists as failed."""
    lines = [line for line in out.splitlines() if line.startswith("FAILED ")]
    return {line.removeprefix("FAILED ").partition(" - ")[0] for line in lines}


def test_the_specification_is_played_beside_their_own_tests(tested: Folder) -> None:
    ended = tested.pytest("--memory-backend", "python:plain", "--memory-report", "report")
    assert ended.code == pytest.ExitCode.TESTS_FAILED
    assert failed(ended.out) == {"test_own.py::test_mine"}
    counted = ended.counts()
    words = tested.results()["totals"]["plain"]
    assert counted["passed"] == words["pass"] + 1
    assert sum(counted.values()) == sum(words.values()) + 2
    assert tested.results()["envelope"]["complete"]


def test_k_and_m_choose_among_all(tested: Folder) -> None:
    ended = tested.pytest("--memory-backend", "python:plain", "-k", "DIGITS-001 or test_other")
    assert (ended.code, ended.counts()["passed"]) == (0, 2)
    chosen = tested.pytest("--memory-backend", "python:plain", "-m", "must and scope", "--collect-only", "-q").nodes()
    assert len(chosen) > 20
    assert all(node.startswith("features/scope/") for node in chosen)
    by_expression = tested.pytest(
        "--memory-backend", "python:plain", "--memory-only", "must and scope", "--collect-only", "-q"
    )
    assert chosen == [node for node in by_expression.nodes() if node.startswith("features/")]


def test_lf_brings_back_all_that_failed_and_nothing_else(tested: Folder) -> None:
    first = tested.pytest("--memory-backend", "python:leaky", *ONLY)
    assert failed(first.out) == LEAKS | {"test_own.py::test_mine"}
    assert first.counts() == {"failed": 3, "passed": 2}
    again = tested.pytest("--memory-backend", "python:leaky", *ONLY, "--lf")
    assert failed(again.out) == LEAKS | {"test_own.py::test_mine"}
    assert {word: count for word, count in again.counts().items() if word != "deselected"} == {"failed": 3}


def test_a_failure_is_told_without_a_traceback_of_ours(tested: Folder) -> None:
    ended = tested.pytest("--memory-backend", "python:leaky", "--memory-only", "SCOPE-001", "-k", "SCOPE")
    assert 'but "ben" of app "travel" does not' in ended.out
    assert "repeat    memory-conformance run python:leaky --only SCOPE-001" in ended.out
    assert ".py:" not in ended.out


def test_their_junit_file_has_theirs_and_ours(tested: Folder) -> None:
    tested.pytest("--memory-backend", "python:leaky", *ONLY, "--junitxml=junit.xml")
    cases = ElementTree.parse(tested.path / "junit.xml").getroot().iter("testcase")
    found = {case.get("name"): case.find("failure") is not None for case in cases}
    assert found == {
        "SCOPE-001[leaky]": True,
        "SHARE-001[leaky]": True,
        "DIGITS-001[leaky]": False,
        "test_mine": True,
        "test_other": False,
    }


def test_parallel_workers_find_the_same_and_write_one_report(tested: Folder) -> None:
    chosen = ("--memory-backend", "python:leaky", "--memory-only", "SCOPE-*", "-k", "not SCOPE-002")
    alone = tested.pytest(*chosen, "--memory-report", "alone")
    ended = tested.pytest(*chosen, "--memory-report", "report", "-n", "2")
    assert failed(ended.out) == failed(alone.out)
    assert len(failed(ended.out)) > 3
    verdicts = {name: {id_: row["verdict"] for id_, row in tested.rows(name).items()} for name in ("alone", "report")}
    assert verdicts["alone"] == verdicts["report"]
    for name in ("alone", "report"):
        assert tested.results(name)["envelope"]["complete"]
        assert tested.conformance("report", name).code == 1


def test_parallel_workers_share_the_seed_that_the_report_names(folder: Folder) -> None:
    folder.write(
        "noting.py",
        "import builtins, plain\nfrom plain import open, add\n"
        "def search(memory, scope, query):\n"
        "    with builtins.open('queries', 'a') as file:\n        print(query, file=file)\n"
        "    return plain.search(memory, scope, query)\n",
    )
    # The word that is stored nowhere is made up anew in each run.
    chosen = ("--memory-backend", "python:noting", "--memory-only", "DIGITS-001 or DIGITS-003")
    assert folder.pytest(*chosen, "-n", "2", "--memory-report", "report").code == 0
    seed = folder.results()["envelope"]["seed"]
    queries = set((folder.path / "queries").read_text().split())
    (folder.path / "queries").unlink()
    assert folder.pytest(*chosen, "--memory-seed", str(seed)).code == 0
    assert set((folder.path / "queries").read_text().split()) == queries


def test_a_fixture_gets_the_specification_below_its_module(folder: Folder) -> None:
    folder.write("test_mine.py", FIXTURE)
    ended = folder.pytest("--memory-report", "report")
    assert ended.code == pytest.ExitCode.TESTS_FAILED
    prefix = "test_mine.py::memory_conformance_backend::"
    assert failed(ended.out) > {f"{prefix}{leak}" for leak in LEAKS}
    assert all(node.startswith(prefix) for node in failed(ended.out))
    again = folder.pytest("--lf")
    assert failed(again.out) == failed(ended.out)
    assert set(again.counts()) <= {"failed", "deselected"}
    assert folder.results()["envelope"]["backends"][0]["name"] == "leaky"


def test_a_node_below_a_fixture_can_be_named_on_the_command_line(folder: Folder) -> None:
    folder.write("test_mine.py", FIXTURE)
    named = "test_mine.py::memory_conformance_backend::features/scope/same_ids.feature::SHARE-001[leaky]"
    ended = folder.pytest(named)
    assert failed(ended.out) == {named}
    assert ended.counts() == {"failed": 1}
    assert folder.pytest("test_mine.py::test_beside").counts() == {"passed": 1}


def test_parallel_workers_tell_whom_a_fixture_brought(folder: Folder) -> None:
    folder.write("test_mine.py", FIXTURE)
    folder.pytest("-n", "2", "-k", "SHARE", "--memory-report", "report")
    results = folder.results()
    assert [backend["name"] for backend in results["envelope"]["backends"]] == list(results["totals"]) == ["leaky"]
    assert results["envelope"]["complete"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--memory-backend", "adk-go-17"], "no backend is called 'adk-go-17'; did you mean adk-go-1.7"),
        (["--memory-backend", "python:nowhere"], "there is no module 'nowhere' here"),
        (["--memory-backend", "python:plain", "--memory-only", "SKOPE"], "--only names 'SKOPE'"),
        (["--memory-backend", "python:plain", "--memory-fail-on", "shoud"], "--fail-on takes no 'shoud'"),
        (["--memory-backend", "python:plain", "--memory-claims", "adk-go-9"], "no reference is called 'adk-go-9'"),
        (["--memory-backend", "python:plain", "--memory-report", "plain.py"], "plain.py is a file; it names a folder"),
    ],
)
def test_what_is_not_there_is_one_line_of_usage(folder: Folder, arguments: list[str], told: str) -> None:
    ended = folder.pytest(*arguments)
    assert ended.code == pytest.ExitCode.USAGE_ERROR
    lines = [line for line in ended.err.splitlines() if line]
    assert len(lines) == 1
    assert told in lines[0]


@pytest.mark.parametrize(
    ("returned", "told"),
    [
        ("7", "is int: no backend"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("None", "is NoneType: no backend"),
    ],
)
def test_a_fixture_that_gives_no_backend_says_so(folder: Folder, returned: str, told: str) -> None:
    folder.write(
        "test_mine.py", f"import pytest\n@pytest.fixture\ndef memory_conformance_backend():\n    return {returned}\n"
    )
    ended = folder.pytest()
    assert ended.code not in (0, pytest.ExitCode.INTERNAL_ERROR)
    assert told in ended.out + ended.err
    assert "INTERNALERROR" not in ended.out + ended.err
    assert str(Path("memory_conformance") / "playing.py") not in ended.out + ended.err


def test_a_fixture_with_arguments_says_why_it_cannot_be_used(folder: Folder) -> None:
    folder.write(
        "test_mine.py", "import pytest\n@pytest.fixture\ndef memory_conformance_backend(tmp_path):\n    return None\n"
    )
    ended = folder.pytest()
    assert ended.code != 0
    assert "test_mine.py: the fixture memory_conformance_backend takes no arguments" in ended.out + ended.err


def test_a_path_into_the_specification_plays_that_and_nothing_else(folder: Folder) -> None:
    folder.write("test_mine.py", "def test_mine(): ...\n")
    digits = features_folder() / "finding" / "digits.feature"
    one = folder.pytest(f"{digits}::DIGITS-001[adk-go-1.7]", "--memory-backend", "adk-go-1.7", "-v")
    assert one.counts() == {"passed": 1}
    assert "features/finding/digits.feature::DIGITS-001[adk-go-1.7] PASSED" in one.out
    # Far apart, the two paths would have pytest guess a root that is neither's.
    chosen = ["--rootdir=.", str(digits), "test_mine.py", "--memory-backend", "adk-go-1.7"]
    both = folder.pytest(*chosen, "--collect-only", "-q")
    assert {node.partition("::")[0] for node in both.nodes()} == {"features/finding/digits.feature", "test_mine.py"}
    assert folder.pytest(str(digits)).code in (4, 5)
