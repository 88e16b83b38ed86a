"""What is not visible at once is asked for until it is, or until it must be; nothing is judged in between."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.eventual_toys import Late, judged_by, played_by
from engine.toy_features import CONTENT, DELETION, DELETION_QUESTION, QUESTION, SCOPE
from engine.toys import Store, behaviour
from memory_conformance.backend import Backend, BackendError, ErrorCode
from memory_conformance.connect.connectable import connect_object
from memory_conformance.evidence import Evidence, Outcome
from memory_conformance.model import Memory, Scope, Session
from memory_conformance.steps.visibility import QuickClock
from memory_conformance.verdict import Word
from optional.complete_store import CompleteStore

TWO_TEXTS = """
  @TOY-001
  Scenario Outline: Both texts of a session
    Given "ana" of app "shop" adds the session "monday":
      | text       |
      | green tea  |
      | white wine |
    When "ana" of app "shop" searches for "tea wine"
    Then <texts> come back in any order

    @adk-go-1.7
    Examples: both
      | texts                     |
      | "green tea", "white wine" |

    @adk-java-1.8
    Examples: one
      | texts       |
      | "green tea" |
"""
AGAIN = """
  @TOY-001
  Scenario Outline: The same text in another session
    Given "ana" of app "shop" remembers "green tea"
    And "ana" of app "shop" finds it by "tea"
    And "ana" of app "shop" remembers "green tea"
    When "ana" of app "shop" searches for "tea"
    Then <texts> come back in any order

    @adk-go-1.7
    Examples: both
      | texts                    |
      | "green tea", "green tea" |

    @adk-java-1.8
    Examples: one
      | texts       |
      | "green tea" |
"""
REPLACED = """
  @TOY-001 @must
  Scenario: A session is replaced
    Given "ana" of app "shop" remembers "the key is under the pot" in session "monday"
    And "ana" of app "shop" finds it by "key"
    When "ana" of app "shop" remembers "the key is in the shed" in session "monday"
    Then "ana" of app "shop" finds "the key is in the shed" by "key", but not "the key is under the pot"
"""


def complete() -> Backend:
    return connect_object(CompleteStore(), "complete").backend


def step(evidence: Evidence, keyword: str) -> Any:
    """The last step of a keyword."""
    return [one for one in evidence.cases[0].steps if one.keyword == keyword][-1]


@pytest.mark.parametrize("feature", [SCOPE, CONTENT, QUESTION, TWO_TEXTS, AGAIN, REPLACED])
@pytest.mark.parametrize("delay", [0.0, 0.01, 0.5, 1.99, 2.0])
def test_a_service_that_keeps_its_bound_passes(feature: str, delay: float, tmp_path: Path) -> None:
    clock = QuickClock()
    assert judged_by(behaviour(tmp_path, feature), Late(Store(), clock, delay, bounds={"write": 2}), clock).word is (
        Word.PASS
    )


@pytest.mark.parametrize("feature", [SCOPE, CONTENT, QUESTION, REPLACED])
def test_a_service_that_is_later_than_it_declares_is_not_green(feature: str, tmp_path: Path) -> None:
    clock = QuickClock()
    verdict = judged_by(behaviour(tmp_path, feature), Late(Store(), clock, 0.5, bounds={"write": 0.1}), clock)

    assert verdict.word in (Word.FAIL, Word.INCONCLUSIVE)
    assert ", not within the declared 0.1 s" in verdict.reason


def test_a_question_sees_all_of_a_session_though_its_texts_appear_one_by_one(tmp_path: Path) -> None:
    class OneByOne(Store):
        fields: Mapping[str, Any] = {"bounds": {"write": 2}}

        def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
            found = super().search(instance, scope, query)
            return [memory for memory in found if clock.now() >= (0.4 if "tea" in memory.text() else 1.1)]

    clock = QuickClock()
    evidence, _ = played_by(behaviour(tmp_path, TWO_TEXTS), OneByOne(), clock)

    assert step(evidence, "when").actual == '"green tea", "white wine"'
    assert 1.1 <= clock.now() < 2.0


def test_a_longer_text_is_not_taken_for_the_shorter_within_it(tmp_path: Path) -> None:
    class OneByOne(Store):
        fields: Mapping[str, Any] = {"bounds": {"write": 2}}

        def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
            found = super().search(instance, scope, query)
            return [memory for memory in found if clock.now() >= (0.4 if "wine" in memory.text() else 1.1)]

    clock = QuickClock()
    feature = TWO_TEXTS.replace("white wine", "green tea or wine")
    evidence, _ = played_by(behaviour(tmp_path, feature), OneByOne(), clock)

    assert step(evidence, "when").actual == '"green tea", "green tea or wine"'


def test_what_nothing_is_recognised_by_takes_its_whole_time(tmp_path: Path) -> None:
    clock = QuickClock()
    evidence, _ = played_by(behaviour(tmp_path, AGAIN), Late(Store(), clock, 0.5, bounds={"write": 2}), clock)

    assert step(evidence, "when").actual == '"green tea", "green tea"'
    assert clock.now() >= 2.0


@pytest.mark.parametrize("feature", [CONTENT, QUESTION, TWO_TEXTS])
def test_what_is_visible_at_once_is_not_waited_for_whatever_the_bound(feature: str, tmp_path: Path) -> None:
    clock = QuickClock()
    verdict = judged_by(behaviour(tmp_path, feature), Late(Store(), clock, 0.0, bounds={"write": 60}), clock)

    assert (verdict.word, clock.now()) == (Word.PASS, 0)


def test_of_many_looks_the_first_and_the_last_are_noted_and_their_number(tmp_path: Path) -> None:
    clock = QuickClock()
    backend = Late(Store(), clock, 1.0, bounds={"write": 2})
    evidence, _ = played_by(behaviour(tmp_path, CONTENT), backend, clock)
    first, last = step(evidence, "then").calls

    assert first.answer == "nothing"
    looks = backend.calls.count("search")
    assert looks > 3
    assert last.answer.startswith(f'"the key is under the pot" (asked {looks} times in 1.')


def test_how_long_it_took_is_measured(tmp_path: Path) -> None:
    clock = QuickClock()
    late = Late(complete(), clock, 1.0, forgets=3.0, bounds={"write": 2, "forget": 5})
    _, visibility = played_by(behaviour(tmp_path, DELETION), late, clock)
    (write,), (forget,) = visibility.lag.write, visibility.lag.forget

    assert 1.0 <= write < 1.3
    assert 3.0 <= forget < 3.7


def test_a_late_look_measures_nothing(tmp_path: Path) -> None:
    clock = QuickClock()

    class Slow(Store):
        fields: Mapping[str, Any] = {"bounds": {"write": 2}}

        def add_session(self, instance: str, scope: Scope, session: Session) -> None:
            super().add_session(instance, scope, session)
            self.due = clock.now() + 0.01

        def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
            found = super().search(instance, scope, query) if clock.now() > self.due else []
            # The call itself takes longer than what is measured.
            clock.pause(1.9)
            return found

    verdict, visibility = played_by(behaviour(tmp_path, CONTENT), Slow(), clock)

    assert step(verdict, "then").outcome is Outcome.HELD
    assert visibility.lag.write == []


class TestForgetting:
    @pytest.mark.parametrize("feature", [DELETION, DELETION_QUESTION])
    def test_what_is_gone_within_its_bound_is_forgotten(self, feature: str, tmp_path: Path) -> None:
        clock = QuickClock()
        late = Late(complete(), clock, 0.2, forgets=4.0, bounds={"write": 0.5, "forget": 5})
        verdict = judged_by(behaviour(tmp_path, feature), late, clock)

        assert verdict.word is Word.PASS

    def test_what_is_there_after_its_bound_is_not(self, tmp_path: Path) -> None:
        clock = QuickClock()
        late = Late(complete(), clock, 0.2, forgets=4.0, bounds={"write": 1, "forget": 3})
        verdict = judged_by(behaviour(tmp_path, DELETION), late, clock)

        assert verdict.word is Word.FAIL
        assert verdict.observed == '"the key is under the pot", not gone within the declared 3 s'


class TestSettling:
    def late(self, clock: QuickClock, inner: Backend | None = None) -> Late:
        return Late(inner or complete(), clock, 60.0, capabilities=["settle"])

    @pytest.mark.parametrize("feature", [SCOPE, CONTENT, QUESTION, TWO_TEXTS, AGAIN, REPLACED, DELETION])
    def test_a_backend_that_settles_is_told_to_and_not_waited_for(self, feature: str, tmp_path: Path) -> None:
        clock = QuickClock()
        backend = self.late(clock)
        verdict = judged_by(behaviour(tmp_path, feature), backend, clock)

        assert (verdict.word, clock.now()) == (Word.PASS, 0)
        assert backend.calls.count("settle") <= sum(call.startswith(("add", "delete")) for call in backend.calls)

    def test_a_look_after_it_settled_is_the_only_one(self, tmp_path: Path) -> None:
        clock = QuickClock()
        backend = self.late(clock)
        judged_by(behaviour(tmp_path, CONTENT), backend, clock)

        assert backend.calls == ["open", "add_session", "settle", "search", "close"]

    def test_one_that_settles_nothing_proves_nothing(self, tmp_path: Path) -> None:
        class Idle(Late):
            def settle(self, instance: str, scope: Scope) -> None:
                return

        clock = QuickClock()
        verdict = judged_by(behaviour(tmp_path, SCOPE), Idle(Store(), clock, 60.0, capabilities=["settle"]), clock)

        assert verdict.word is Word.INCONCLUSIVE
        assert "not found by its owner, after it settled" in verdict.reason

    def test_one_that_declares_it_and_has_it_not_fails(self, tmp_path: Path) -> None:
        class Boasting(Store):
            fields: Mapping[str, Any] = {"capabilities": ["settle"]}

        assert judged_by(behaviour(tmp_path, QUESTION), Boasting()).word is Word.FAIL
        assert judged_by(behaviour(tmp_path, CONTENT), Boasting()).word is Word.FAIL

    def test_an_error_of_settling_is_no_answer_to_a_question(self, tmp_path: Path) -> None:
        class Unsettled(Store):
            fields: Mapping[str, Any] = {"capabilities": ["settle"]}

            def settle(self, instance: str, scope: Scope) -> None:
                raise BackendError(ErrorCode.INTERNAL, "no quorum")

        verdict = judged_by(behaviour(tmp_path, TWO_TEXTS), Unsettled())
        assert verdict.word is Word.INCONCLUSIVE
        assert "settle: internal: no quorum" in verdict.reason


def test_the_negative_control_is_asked_when_there_is_something_to_be_found(tmp_path: Path) -> None:
    class Generous(Store):
        def matches(self, query: str, memory: Memory) -> bool:
            return True

    clock = QuickClock()
    verdict = judged_by(behaviour(tmp_path, QUESTION), Late(Generous(), clock, 1.0, bounds={"write": 2}), clock)

    assert verdict.word is Word.INCONCLUSIVE
    assert "a word stored nowhere finds nothing" in verdict.reason
