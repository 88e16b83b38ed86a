"""Binds a behaviour to pytest-bdd, which plays its steps: through one step definition that passes each step on.

pytest-bdd tries every step definition on every step; with one that takes all, the cost does not grow with the vocabulary. What
a step says is looked up in our own vocabulary, which knows no first match and no ambiguity.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from types import ModuleType
from typing import Any, cast

import pytest
from pytest_bdd import given, parsers, scenario, then, when
from pytest_bdd.feature import get_feature
from pytest_bdd.parser import Scenario, Step
from pytest_bdd.steps import StepNamePrefix

from memory_conformance.play import Line, script
from memory_conformance.specification import Behaviour

_binding: ContextVar[bool] = ContextVar("binding", default=False)


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

    pytest-bdd would make a test of every row; a behaviour is one test, and its cases are played one after the other.
    """

    def play() -> None:
        """Everything is in the steps."""

    # Without its rows, the scenario is one test, and the references on its Examples never become marks of pytest.
    get_feature("", str(behaviour.file)).scenarios[behaviour.title].examples.clear()
    token = _binding.set(True)
    try:
        function: Any = scenario(str(behaviour.file), behaviour.title, features_base_dir="")(play)
    finally:
        _binding.reset(token)
    return cast(Callable[..., object], function)


def binding() -> bool:
    """Whether the tags that pytest-bdd is applying right now are ours, and not those of an adopter's feature."""
    return _binding.get()


def give_script(played: Scenario, behaviour: Behaviour) -> None:
    """Replace the steps that pytest-bdd rendered by the script of the behaviour."""
    played.steps = [PlayedStep(line) for line in script(behaviour)]
