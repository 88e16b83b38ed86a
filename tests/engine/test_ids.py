"""An id is given once and for all: reports, claims and answers of others name it."""

from pathlib import Path

from memory_conformance.specification import read_specification

GIVEN = Path(__file__).with_name("ids.txt")
"""Every id that was ever given, one a line, sorted. A new scenario brings a new line; no line is ever taken out."""


def given() -> list[str]:
    return GIVEN.read_text(encoding="utf-8").split()


def test_no_id_disappears() -> None:
    gone = set(given()) - set(read_specification().by_id)

    assert not gone, (
        f"{sorted(gone)} stood in an earlier specification; keep the scenario, or give its successor a new id"
    )


def test_every_id_is_on_the_list() -> None:
    new = set(read_specification().by_id) - set(given())

    assert not new, f"add to {GIVEN.name}, in order: {' '.join(sorted(new))}"


def test_the_list_is_sorted_and_names_each_id_once() -> None:
    assert given() == sorted(set(given()))
