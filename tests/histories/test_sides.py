"""The results of an earlier run may stand for a backend, on one side or on both."""

from __future__ import annotations

import json

import pytest

from adopting.folder import Folder
from histories.backends import filled

ONLY = "SCOPE-001 or CASE-001 or DIGITS-001 or AGAIN-001"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A folder with the results of three runs: of each backend, and of both in one."""
    folder = filled(tmp_path_factory.mktemp("kept"))
    for report, backends in {"first": ["plain"], "second": ["with_case"], "both": ["plain", "with_case"]}.items():
        named = [f"python:{backend}" for backend in backends]
        ended = folder.conformance("run", *named, "--only", ONLY, "--report", report, "--seed", "7")
        assert ended.code in (0, 1), ended.err
    return folder


def differing(folder: Folder, first: str, second: str) -> dict[str, tuple[str, ...]]:
    """What `compare` says of each behaviour that differs, without what the width of the table does to it."""
    ended = folder.conformance("compare", first, second, "--only", ONLY, "--report", "report", "--seed", "7")
    assert ended.code == 1, ended.out + ended.err
    return {line.split(" ")[0]: tuple(line.split()) for line in ended.out.splitlines() if line[:4].isupper()}


def test_results_stand_for_the_backend_on_either_side_or_on_both(kept: Folder) -> None:
    live = differing(kept, "python:plain", "python:with_case")
    assert live.keys() == {"CASE-001"}
    assert differing(kept, "first", "second") == live
    assert differing(kept, "python:plain", "second/results.json") == live
    compared = kept.results()["compared"]
    assert (compared["first"], compared["second"]) == ("plain", "with_case")


def test_a_release_is_held_against_the_one_before_by_their_results(kept: Folder) -> None:
    ended = kept.conformance("compare", "first", "first", "--report", "report")
    assert ended.code == 0
    compared = kept.results()["compared"]
    assert (compared["first"], compared["second"]) == ("plain", "plain (2)")
    names = [backend["name"] for backend in kept.results()["envelope"]["backends"]]
    assert names == ["plain", "plain (2)"]


def test_a_comparison_of_results_is_printed_again_as_it_was_and_is_no_side_of_another(kept: Folder) -> None:
    ended = kept.conformance("compare", "first", "second", "--report", "report")
    again = kept.conformance("report", "report")
    assert again.code == ended.code == 1
    assert ended.out == again.out + "results.json, junit.xml and summary.md are in report\n"
    refused = kept.conformance("compare", "report", "python:plain")
    assert refused.code == 2
    assert "2 backends" in refused.err


@pytest.mark.parametrize(
    ("sides", "further", "told"),
    [
        (("both", "python:plain"), (), "both has the results of 2 backends (plain, with_case); compare takes those of one"),
        (("first", "python:plain"), ("--histories", "5"), "first holds the results of an earlier run"),
        (("python:plain", "second"), ("--histories", "5"), "second holds the results of an earlier run"),
    ],
)  # fmt: skip
def test_results_that_cannot_stand_for_a_backend_are_refused(
    sides: tuple[str, str], further: tuple[str, ...], told: str, kept: Folder
) -> None:
    ended = kept.conformance("compare", *sides, *further)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"memory-conformance: {told}")
    assert ended.err.count("\n") == 1


def test_results_of_another_specification_are_refused(kept: Folder) -> None:
    found = kept.results("second")
    found["envelope"]["specification"] = "0" * 12
    kept.write("older/results.json", json.dumps(found))
    ended = kept.conformance("compare", "first", "older")
    assert (ended.code, ended.out) == (2, "")
    assert "different specifications" in ended.err


def test_what_only_one_side_has_is_told_and_nothing_in_common_is_no_success(kept: Folder) -> None:
    some = kept.conformance("compare", "first", "python:plain", "--only", "SCOPE-001 or SCOPE-002")
    assert some.code == 0
    assert "3 are there of plain alone" in " ".join(some.out.split())
    assert "1 are there of plain (2) alone" in " ".join(some.out.split())
    nothing = kept.conformance("compare", "first", "python:plain", "--only", "SCOPE-002")
    assert nothing.code == 3
    assert "no behaviour was played on both" in " ".join(nothing.out.split())
