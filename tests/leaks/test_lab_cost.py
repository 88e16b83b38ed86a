"""What a lab costs grows with the number of scopes, and not with its square."""

from __future__ import annotations

from functools import cache

import pytest

from leaks import lab_toys as toys
from leaks.lab import lab, rules
from leaks.lab_toys import Sound
from memory_conformance.connect.metered import Metered
from memory_conformance.leaks.lab import Heard
from memory_conformance.model import Memory
from memory_conformance.report.results import Result
from memory_conformance.steps import crowd

CELLS = (40, 80, 160)


@cache
def calls(kind: type[Sound], cells: int, *only: str) -> dict[str, int]:
    """How many calls a service gets for each rule."""
    metered, before, found = Metered(kind()), 0, {}

    def heard(row: Result) -> None:
        nonlocal before
        found[row.id], before = metered.calls.total() - before, metered.calls.total()

    lab(metered, *only, cells=cells, heard=Heard(row=heard))
    return found


@pytest.mark.parametrize("rule", rules())
def test_calls_grow_in_proportion_to_the_scopes(rule: str) -> None:
    few, twice, four_times = (calls(Sound, cells)[rule] for cells in CELLS)
    assert few > 0
    # Those who stand beside whoever they might be taken for are more or fewer, by how many were drawn.
    assert four_times - twice <= 1.4 * 2 * (twice - few)
    assert four_times <= 5 * few


def test_a_whole_lab_makes_few_hundred_calls_a_scope() -> None:
    assert max(sum(calls(Sound, cells).values()) / cells for cells in CELLS) < 250


class Answering(toys.SearchesAll, toys.ListsAll, toys.GetsAll):
    """Shows everybody everything, and counts what it shows."""

    shown = 0

    def of_all(self, instance: str) -> list[Memory]:
        memories = super().of_all(instance)
        self.shown += len(memories)
        return memories


def test_a_service_that_shows_everybody_everything_is_read_no_more_than_in_proportion(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crowd, "MOST_LEAKS", 100)
    shown = []
    for cells in CELLS[1:]:
        service = Answering()
        lab(service, cells=cells)
        shown.append(service.shown)
    # Each answer has twice as much; were everybody asked, there were four times as much of it.
    assert shown[1] <= 2.5 * shown[0]


@pytest.mark.parametrize("kind", [toys.SearchesAll, toys.ListsAll])
def test_a_service_that_shows_everybody_everything_is_not_asked_more(kind: type[Sound]) -> None:
    asked = calls(kind, CELLS[1], "LEAK-001 or LEAK-002 or LEAK-003")
    assert all(asked[rule] <= calls(Sound, CELLS[1])[rule] for rule in ("LEAK-002", "LEAK-003"))
