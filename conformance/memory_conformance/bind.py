"""Binds a behaviour to pytest-bdd, which plays its steps: through one step definition that passes each step on.

pytest-bdd tries every step definition on every step; with one that takes all, the cost does not grow with the vocabulary. What
a step says is looked up in our own vocabulary, which knows no first match and no ambiguity.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from types import ModuleType
from typing import Any, cast

import pytest
from pytest_bdd import given, parsers, scenario, then, when
from pytest_bdd.feature import features
from pytest_bdd.parser import Feature, Scenario, ScenarioTemplate, Step
from pytest_bdd.steps import StepNamePrefix

from memory_conformance.play import Line, script
from memory_conformance.specification import Behaviour


class PlayedStep(Step):
    """A step for pytest-bdd that knows its line of the script."""

    def __init__(self, line: Line) -> None:
        super().__init__(
            name=line.step.text,
            type=line.step.keyword,
            indent=0,
            line_number=line.step.line,
            keyword=line.step.keyword.title(),
        )
        self.line = line


class _AnyStep(parsers.StepParser):
    """Takes every step, whatever it says."""

    def parse_arguments(self, name: str) -> dict[str, Any]:
        return {}

    def is_matching(self, name: str) -> bool:
        return True


def step_definitions() -> ModuleType:
    """The one step definition, for each keyword, as a new object: pytest registers an object for one node only."""
    module = ModuleType("memory_conformance_steps")

    def perform(request: pytest.FixtureRequest) -> None:
        request.node.perform_step()

    for define in (given, when, then):
        # pytest-bdd puts the fixture of a step into the namespace of whoever defines it: here, into this function's.
        define(_AnyStep("a step"), stacklevel=1)(perform)
    for name, value in list(locals().items()):
        if name.startswith(StepNamePrefix.step_def.value):
            setattr(module, name, value)
    return module


def test_function(behaviour: Behaviour) -> Callable[..., object]:
    """The function by which pytest-bdd plays the scenario of a behaviour: one for all rows of its outline.

    pytest-bdd would read the file again, make a test of every row and a mark of every tag; it is handed what was read already.
    """

    def play() -> None:
        """Everything is in the steps."""

    path = str(behaviour.file)
    feature = features.get(path)
    if feature is None:
        feature = features[path] = _feature(behaviour)
    feature.scenarios[behaviour.title] = ScenarioTemplate(
        feature=feature,
        keyword="Scenario",
        name=behaviour.title,
        line_number=behaviour.line,
        templated=False,
        description=behaviour.description,
    )
    function: Any = scenario(path, behaviour.title, features_base_dir="")(play)
    return cast(Callable[..., object], function)


def _feature(behaviour: Behaviour) -> Feature:
    return Feature(
        scenarios=OrderedDict(),
        filename=str(behaviour.file),
        rel_filename=behaviour.path,
        language="en",
        keyword="Feature",
        name=behaviour.feature,
        tags=set(),
        background=None,
        line_number=1,
        description="",
    )


def give_script(played: Scenario, behaviour: Behaviour) -> None:
    """Replace the steps that pytest-bdd rendered by the script of the behaviour."""
    played.steps = [PlayedStep(line) for line in script(behaviour)]
