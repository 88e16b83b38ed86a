"""An adopter runs the state machine in a suite of their own, where it fails by what it found, in the words of the specification."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from leaks import machine_toys as toys
from leaks.machine_toys import Sound
from memory_conformance.backend import Backend
from memory_conformance.leaks.machine.machine import MemoryScopes, ScopeLeak
from memory_conformance.leaks.machine.violation import Rule
from memory_conformance.leaks.machine.watch import Unplayed

QUIET = settings(
    max_examples=30,
    stateful_step_count=15,
    database=None,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)


def machine(kind: type[Sound]) -> type[MemoryScopes]:
    class Scopes(MemoryScopes):
        def connected(self) -> Backend:
            return kind()

    return Scopes


def ran(kind: type[RuleBasedStateMachine]) -> None:
    run_state_machine_as_test(kind, settings=QUIET)


def test_a_sound_backend_passes() -> None:
    ran(machine(Sound))


@pytest.mark.parametrize(
    ("kind", "broken"), [(toys.ListsEverybody, Rule.LIST), (toys.DeletesUserInAllApps, Rule.DELETE_USER)]
)
def test_a_leaking_one_fails_with_a_scenario(kind: type[Sound], broken: Rule) -> None:
    with pytest.raises(ScopeLeak) as raised:
        ran(machine(kind))
    assert raised.value.violation.kind.rule is broken
    assert f"{broken.value}: expected " in str(raised.value)
    assert f"  Scenario: {raised.value.violation.kind.words}\n    Given " in str(raised.value)


def test_rules_of_an_adopter_are_played_as_well() -> None:
    class Renaming(machine(Sound)):  # type: ignore[misc]
        """Asks for more than the protocol has."""

        asked = 0

        @rule()
        def ask(self) -> None:
            type(self).asked += 1

    ran(Renaming)
    assert Renaming.asked > 0


def test_it_says_which_method_is_missing() -> None:
    with pytest.raises(
        NotImplementedError, match=r"MemoryScopes says which backend is meant by overriding connected\(\)"
    ):
        ran(MemoryScopes)


@pytest.mark.parametrize(
    ("raised", "told"), [(KeyError("index"), "KeyError: 'index'"), (SystemExit(0), "SystemExit: 0")]
)
def test_a_harness_that_fails_is_no_leak_and_ends_nothing_else(raised: BaseException, told: str) -> None:
    class Broken(Sound):
        """Raises what no backend may raise."""

        def search(self, *_: Any) -> Any:
            raise raised

    with pytest.raises(Unplayed, match=told):
        ran(machine(Broken))
