"""A service that never answers costs its time once, and not once for each scenario."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from memory_conformance.connect.connectable import connect_object
from memory_conformance.report.matrix import code_of
from memory_conformance.run import Wish, play
from memory_conformance.specification import read_specification
from memory_conformance.target import target_objects
from memory_conformance.verdict import Word
from memory_conformance.worker import calling


class Hanging:
    """Takes whatever it is given, and never comes back from a search."""

    asked = 0

    def open(self) -> object:
        return object()

    def add(self, memory: object, scope: Mapping[str, str], session: Mapping[str, Any]) -> None:
        return

    async def search(self, memory: object, scope: Mapping[str, str], query: str) -> list[str]:
        self.asked += 1
        await asyncio.Event().wait()
        return []


def test_a_service_that_hangs_is_given_up_and_every_scenario_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "PATIENCE", 0.05)
    specification, service = read_specification(), Hanging()
    targets = target_objects([("hanging", lambda: connect_object(service, "hanging"))], 1, specification)
    results = play(specification, targets, Wish(only=("finding",), seed=1))
    assert service.asked == 1
    assert {row.verdict for row in results.results} == {Word.ERROR}
    first, *others = results.results
    assert "no answer within" in first.reason
    assert {row.reason for row in others} == {f"given up after {first.id}: no answer within 0 s"}
    assert code_of(results) == 3
