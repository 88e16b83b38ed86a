"""The scenarios about operations that no released library here offers: they can be kept, and each of them can fail."""

from __future__ import annotations

import pytest

from memory_conformance.connect.connectable import connect_object
from memory_conformance.report.results import Results
from memory_conformance.run import Wish, play
from memory_conformance.specification import read_specification
from memory_conformance.target import target_objects
from memory_conformance.verdict import Word
from optional.complete_store import KILLERS, CompleteStore


def results_of(store: CompleteStore, *only: str) -> Results:
    specification = read_specification()
    targets = target_objects([("store", lambda: connect_object(store, "store"))], seed=1, specification=specification)
    return play(specification, targets, Wish(only=only, seed=1))


def test_a_sound_service_keeps_every_requirement_that_needs_an_optional_operation() -> None:
    rows = results_of(CompleteStore(), "requirement and not tools").results
    assert {row.id: row.reason for row in rows if row.verdict is not Word.PASS} == {}


@pytest.mark.parametrize(("fault", "killer"), KILLERS.items(), ids=lambda value: getattr(value, "__name__", value))
def test_a_fault_of_an_optional_operation_is_caught_by_name(fault: type[CompleteStore], killer: str) -> None:
    (row,) = results_of(fault(), killer).results
    assert row.verdict is Word.FAIL, row.reason
