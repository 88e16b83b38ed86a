"""The negative control, and what a play keeps apart on a backend that never starts empty."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.toy_features import QUESTION, SCOPE
from engine.toys import Generous, Store, behaviour, judged, played
from memory_conformance.evidence import Evidence, Outcome
from memory_conformance.steps.stage import NegativeControl
from memory_conformance.verdict import Mark, Word


class Lasting(Store):
    """Never starts empty: every instance is the same one."""

    fields: Mapping[str, Any] = {"reset": "none"}

    def open(self, settings: Mapping[str, Any]) -> str:
        self.instances.setdefault("the same", {})
        return "the same"


class LastingByUser(Lasting):
    fields: Mapping[str, Any] = {"reset": "none", "scope": [{"name": "user"}, {"name": "app"}]}


def outcomes(evidence: Evidence) -> list[Outcome]:
    return [step.outcome for case in evidence.cases for step in case.steps]


def test_the_negative_control_is_asked_once_a_run_and_holds_for_all_of_it(tmp_path: Path) -> None:
    question = behaviour(tmp_path, QUESTION)
    backend = Generous()
    control = NegativeControl("quinfenwex")

    twice = [outcomes(played(question, backend, control)) for _ in range(2)]

    assert backend.queries.count("quinfenwex") == 1
    assert [steps[0] for steps in twice] == [Outcome.UNPROVED, Outcome.UNPROVED]


def test_a_right_service_is_asked_once_as_well(tmp_path: Path) -> None:
    question = behaviour(tmp_path, QUESTION)
    backend = Store()
    control = NegativeControl("quinfenwex")

    twice = [outcomes(played(question, backend, control)) for _ in range(2)]

    assert backend.queries.count("quinfenwex") == 1
    assert [steps[0] for steps in twice] == [Outcome.HELD, Outcome.HELD]


def test_the_memory_of_the_control_is_not_that_of_the_scenario(tmp_path: Path) -> None:
    backend = Store()
    played(behaviour(tmp_path, QUESTION), backend)

    assert backend.scopes[0] == {"app": "control", "user": "control"}
    assert {"app": "control", "user": "control"} not in backend.scopes[2:]


def test_where_nothing_is_emptied_the_outermost_name_alone_is_made_unique(tmp_path: Path) -> None:
    backend = Lasting()
    played(behaviour(tmp_path, SCOPE), backend, prefix="mc-1-")

    assert [scope["user"] for scope in backend.scopes] == ["ana", "ana", "ben"]
    assert all(scope["app"].startswith("mc-1-") and scope["app"].endswith("shop") for scope in backend.scopes)


def test_the_outermost_name_is_the_first_that_the_backend_lists(tmp_path: Path) -> None:
    backend = LastingByUser()
    played(behaviour(tmp_path, SCOPE), backend, prefix="mc-1-")

    assert {scope["app"] for scope in backend.scopes} == {"shop"}
    assert all(scope["user"].startswith("mc-1-") for scope in backend.scopes)


def test_a_backend_that_starts_empty_gets_the_names_as_they_are(tmp_path: Path) -> None:
    backend = Store()
    played(behaviour(tmp_path, SCOPE), backend, prefix="mc-1-")

    assert {scope["app"] for scope in backend.scopes} == {"shop"}


def test_cases_share_no_scope_where_nothing_is_emptied(tmp_path: Path) -> None:
    outline = """
  @TOY-001 @must
  Scenario Outline: <text> is kept
    Given "ana" of app "shop" remembers "<text>"
    Then "ana" of app "shop" finds it by "<text>"

    Examples:
      | text |
      | pot  |
      | key  |
"""
    backend = Lasting()
    played(behaviour(tmp_path, outline), backend, prefix="mc-1-")

    assert len({scope["app"] for scope in backend.scopes}) == 2


@pytest.mark.parametrize(
    ("backend", "empty", "word"),
    [
        (Lasting(), '"ana" of app ""', Word.UNSUPPORTED),
        (Lasting(), '"" of app "shop"', Word.PASS),
        (LastingByUser(), '"" of app "shop"', Word.UNSUPPORTED),
        (LastingByUser(), '"ana" of app ""', Word.PASS),
        (Store(), '"ana" of app ""', Word.PASS),
    ],
)
def test_an_empty_outermost_name_cannot_be_made_unique(backend: Store, empty: str, word: Word, tmp_path: Path) -> None:
    verdict = judged(behaviour(tmp_path, SCOPE.replace('"ana" of app "shop"', empty)), backend)

    assert verdict.word is word
    assert (Mark.REFUSED in verdict.marks) == (word is Word.UNSUPPORTED)
