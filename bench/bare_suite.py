"""A plain pytest-bdd suite over the same feature files: what the engine is measured against."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from pytest_bdd import given, parsers, scenarios, then, when

from memory_conformance.connect.connectable import connect
from memory_conformance.steps.stage import CaseEnds, NegativeControl, Stage
from memory_conformance.steps.vocabulary import sentences

_BACKEND = connect("adk-go-1.7").backend
_CONTROL = NegativeControl("quartzite")


@pytest.fixture
def stage() -> Stage:
    """A fresh instance for each row."""
    return Stage(_BACKEND, _BACKEND.hello(), _BACKEND.open({}), "", _CONTROL)


def _definition(perform: Callable[..., Any], read: Callable[[str], dict[str, Any] | None]) -> Callable[..., None]:
    def step(stage: Stage, said: str, datatable: list[list[str]] | None = None) -> None:
        values = read(said) or {}
        if datatable is not None:
            values["table"] = [dict(zip(datatable[0], row, strict=True)) for row in datatable[1:]]
        try:
            perform(stage, **values)
        except CaseEnds:
            return

    return step


for _sentence in sentences():
    _pattern = re.sub(r"\(\?P<\w+>", "(?:", _sentence.pattern.pattern)
    for _keyword, _define in (("given", given), ("when", when), ("then", then)):
        if _keyword in _sentence.speech.keywords:
            _define(parsers.re(f"(?s:(?P<said>{_pattern}))"))(_definition(_sentence.perform, _sentence.read))

scenarios(os.environ["MEMORY_CONFORMANCE_FEATURES"])
