"""What held before everything was visible is asked again at the end: a leak, or a loss, may come with the index."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.eventual_toys import Late, LeaksLate, LosesLate, judged_by, ours, played_by
from engine.toy_features import SCOPE
from engine.toy_features import SCOPE_OF_TWO as TWO_WORDS
from engine.toys import Leaking, Store, behaviour
from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.connect.connectable import connect_object
from memory_conformance.model import Memory, Scope
from memory_conformance.plan import why_excluded
from memory_conformance.steps.visibility import QuickClock
from memory_conformance.verdict import Word
from optional.complete_store import KILLERS, CompleteStore

SCOPE_OF_TWO = TWO_WORDS.replace("the door is green", "the key is green")
OTHERS = """
  @TOY-001 @must
  Scenario: A search of another shows nothing of hers
    Given "ana" of app "shop" remembers "the key is under the pot"
    Then "ana" of app "shop" finds it by "key"
    And {look}
"""
LOOKS = [
    '"ben" of app "shop" may search for "key"',
    'a search of "ben" of app "shop" for "key" shows nothing of others',
    '"ben" of app "shop" no longer finds "the key is under the pot" by "key"',
]
TOLD_LATER = """
  @TOY-001 @must
  Scenario: Whoever is told it finds it
    Given "ana" of app "shop" remembers "the key is under the pot"
    Then "ana" of app "shop" finds it by "key", but "ben" of app "shop" does not
    When "ben" of app "shop" remembers "the key is under the pot"
    Then "ben" of app "shop" finds it by "key"
"""
KEPT = """
  @TOY-001 @must
  Scenario: Nothing is lost
    Given "ana" of app "shop" remembers "the key is under the pot"
    And "ana" of app "shop" finds it by "key"
    When "ben" of app "shop" remembers "the door is green"
    Then "ana" of app "shop" finds "the key is under the pot" by "key"
"""


@pytest.mark.parametrize(
    "feature", [SCOPE, SCOPE_OF_TWO, *(OTHERS.format(look=look) for look in LOOKS)], ids=["owner", "two", *LOOKS]
)
def test_a_leak_that_shows_only_when_the_index_catches_up_is_found(feature: str, tmp_path: Path) -> None:
    clock = QuickClock()
    verdict = judged_by(behaviour(tmp_path, feature), LeaksLate(clock), clock)

    assert verdict.word is Word.FAIL
    assert "asked again after 2.0 s: " in verdict.reason


def test_a_leak_outranks_that_nothing_was_proved(tmp_path: Path) -> None:
    class NeverHers(LeaksLate):
        def readable(self, instance: str, scope: Scope) -> list[Memory]:
            return [] if scope["user"] == "ana" else super().readable(instance, scope)

    clock = QuickClock()
    verdict = judged_by(behaviour(tmp_path, SCOPE), NeverHers(clock), clock)

    assert verdict.word is Word.FAIL


def test_a_leak_that_shows_at_once_needs_no_second_look(tmp_path: Path) -> None:
    clock = QuickClock()
    backend = Late(Leaking(), clock, 0.0, bounds={"write": 60})
    verdict = judged_by(behaviour(tmp_path, SCOPE), backend, clock)

    assert (verdict.word, clock.now()) == (Word.FAIL, 0)


def test_what_was_never_told_is_a_leak_however_soon_it_goes(tmp_path: Path) -> None:
    class ForAMoment(Leaking):
        fields: Mapping[str, Any] = {"bounds": {"write": 2}}

        def readable(self, instance: str, scope: Scope) -> list[Memory]:
            found = super().readable(instance, scope)
            return found if clock.now() < 0.01 else Store.readable(self, instance, scope)

    clock = QuickClock()
    assert judged_by(behaviour(tmp_path, SCOPE_OF_TWO), ForAMoment(), clock).word is Word.FAIL


def test_what_a_scope_is_told_later_is_no_leak_at_the_end(tmp_path: Path) -> None:
    clock = QuickClock()
    verdict = judged_by(behaviour(tmp_path, TOLD_LATER), Late(Store(), clock, 1.0, bounds={"write": 2}), clock)

    assert verdict.word is Word.PASS, verdict.reason


@pytest.mark.parametrize("feature", [KEPT, SCOPE_OF_TWO])
def test_a_loss_that_shows_only_when_the_index_catches_up_is_found(feature: str, tmp_path: Path) -> None:
    clock = QuickClock()
    verdict = judged_by(behaviour(tmp_path, feature), LosesLate(clock), clock)

    assert verdict.word is Word.FAIL
    assert "asked again after 2.0 s: nothing" in verdict.reason


def test_what_only_its_own_write_could_have_changed_is_not_asked_again(tmp_path: Path) -> None:
    clock = QuickClock()
    feature = SCOPE.replace(', but "ben" of app "shop" does not', "")
    backend = Late(Store(), clock, 0.0, bounds={"write": 60})
    judged_by(behaviour(tmp_path, feature), backend, clock)

    assert backend.calls.count("search") == 1
    assert clock.now() == 0


def test_what_was_looked_at_after_all_was_visible_is_not_asked_again(tmp_path: Path) -> None:
    clock = QuickClock()
    backend = Late(Store(), clock, 2.0, bounds={"write": 2})
    evidence, _ = played_by(behaviour(tmp_path, SCOPE), backend, clock)
    (then,) = [step for step in evidence.cases[0].steps if step.keyword == "then"]

    assert [call.answer for call in then.calls][-1] == "nothing"
    assert "again" not in str(then.calls)


@pytest.mark.parametrize(
    ("speaker", "word"), [(Speaker.BACKEND, Word.FAIL), (Speaker.HARNESS, Word.ERROR)], ids=["service", "harness"]
)
def test_an_error_of_the_second_look_counts_as_one_of_the_first(speaker: Speaker, word: Word, tmp_path: Path) -> None:
    class Tired(Store):
        fields: Mapping[str, Any] = {"bounds": {"write": 2}}

        def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
            if clock.now() >= 2:
                raise BackendError(ErrorCode.INTERNAL, "too many segments", speaker)
            return super().search(instance, scope, query)

    clock = QuickClock()
    verdict = judged_by(behaviour(tmp_path, SCOPE), Tired(), clock)

    assert verdict.word is word
    assert "asked again after 2.0 s: internal: too many segments" in verdict.reason


def test_what_no_backend_may_raise_is_no_gap_at_the_end_either(tmp_path: Path) -> None:
    class Wild(Store):
        fields: Mapping[str, Any] = {"bounds": {"write": 2}}

        def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
            if clock.now() >= 2:
                raise KeyError(query)
            return super().search(instance, scope, query)

    clock = QuickClock()
    verdict = judged_by(behaviour(tmp_path, SCOPE), Wild(), clock)

    assert (verdict.word, verdict.reason) == (Word.ERROR, "asking again raised KeyError: 'key'")


def late(store: CompleteStore, clock: QuickClock, **delays: float) -> Late:
    bounds = {"write": 2.0, "forget": 5.0}
    return Late(connect_object(store, "store").backend, clock, bounds=bounds, **delays)


@pytest.mark.parametrize(
    "delays", [{"delay": 1.5}, {"delay": 0.1, "forgets": 4.9}, {"delay": 1.9, "forgets": 0.0}], ids=str
)
def test_a_sound_service_keeps_every_requirement_however_late_it_is(delays: dict[str, float]) -> None:
    failed = {}
    for one in ours().behaviours:
        clock = QuickClock()
        backend = late(CompleteStore(), clock, **delays)
        if one.level is not None and one.topic != "protocol" and why_excluded(one, backend.hello()) is None:
            verdict = judged_by(one, backend, clock)
            if verdict.word is not Word.PASS:
                failed[one.id] = verdict.word
    # Two events of two scopes have one id here: by none of them another's memory can be meant.
    assert failed == {"LEAK-015": Word.UNSUPPORTED}


@pytest.mark.parametrize(("fault", "killer"), KILLERS.items(), ids=lambda value: getattr(value, "__name__", value))
@pytest.mark.parametrize("delays", [{"delay": 1.5}, {"delay": 0.1, "forgets": 4.9}], ids=str)
def test_a_fault_is_caught_however_late_it_shows(
    fault: type[CompleteStore], killer: str, delays: dict[str, float]
) -> None:
    clock = QuickClock()
    verdict = judged_by(ours().by_id[killer], late(fault(), clock, **delays), clock)

    assert verdict.word is (Word.FAIL), verdict.reason
