"""Nothing that was seen goes untold: what is neither green nor red is told too, and what has one reason is told once."""

from __future__ import annotations

import pytest

from engine.toys import Choosy, Generous
from memory_conformance.connect.connectable import connect, connect_object
from memory_conformance.report.matrix import is_red_row, notes
from memory_conformance.report.results import Results
from memory_conformance.report.summary import summary_markdown
from memory_conformance.run import Wish, play
from memory_conformance.specification import read_specification
from memory_conformance.target import target_objects
from memory_conformance.verdict import Word


@pytest.fixture(scope="module")
def results() -> Results:
    specification = read_specification()
    ways = [
        ("java", lambda: connect("adk-java-1.8")),
        ("generous", lambda: connect_object(Generous(), "generous")),
        ("choosy", lambda: connect_object(Choosy(), "choosy")),
    ]
    return play(specification, target_objects(ways, 1, specification), Wish(seed=1))


def test_every_row_that_is_neither_green_nor_red_is_in_exactly_one_note(results: Results) -> None:
    told = [(one, backend) for note in notes(results) for one in note.ids for backend in note.backends]
    expected = {
        (row.id, row.backend)
        for row in results.results
        if row.verdict not in (Word.PASS, Word.ERROR) and not is_red_row(row, results)
    }
    assert expected <= set(told)


def test_a_documented_defect_is_told_by_name(results: Results) -> None:
    documented = [note for note in notes(results) if note.words == "fail (documented)"]
    assert {one for note in documented for one in note.ids} >= {"KEEP-001", "NAME-001"}


def test_a_reason_that_many_scenarios_share_is_told_once(results: Results) -> None:
    missing = [note for note in notes(results) if note.reason == "it does not declare delete_session"]
    assert len(missing) == 1
    assert len(missing[0].ids) > 5


def test_the_summary_has_them_too(results: Results) -> None:
    summary = summary_markdown(results)
    assert "## Neither green nor red" in summary
    assert "KEEP-001" in summary
