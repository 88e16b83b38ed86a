"""Each of the six words is given for what it stands for, and for nothing else."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.toy_features import CONTENT, DELETION, DELETION_QUESTION, QUESTION, SCOPE, SCOPE_OF_TWO, SLASH
from engine.toys import (
    Blind,
    Boasting,
    Breaking,
    Choosy,
    Decorating,
    Forgetting,
    Generous,
    Leaking,
    Refusing,
    Shouting,
    Store,
    Stumbling,
    Swapping,
    Unreachable,
    Wild,
    behaviour,
    judged,
    played,
)
from memory_conformance.backend import Backend
from memory_conformance.connect.connectable import connect_object
from memory_conformance.evidence import CaseEvidence, Evidence, Outcome
from memory_conformance.references import references
from memory_conformance.verdict import Mark, Word, judge

Make = Callable[[], Backend]


def malformed() -> Backend:
    """A plain object whose search returns what is no memory."""

    class Malformed:
        def open(self) -> dict[str, str]:
            return {}

        def add(self, memory: object, scope: object, session: object) -> None:
            return None

        def search(self, memory: object, scope: object, query: str) -> object:
            return [17]

    return connect_object(Malformed(), "malformed").backend


JUDGED: list[tuple[str, str, Make, Word]] = [
    ("a right store keeps scopes apart", SCOPE, Store, Word.PASS),
    ("a right store keeps them apart when there are two", SCOPE_OF_TWO, Store, Word.PASS),
    ("a right store keeps them apart at a slash", SLASH, Store, Word.PASS),
    ("a leak is a failure", SCOPE, Leaking, Word.FAIL),
    ("a leak is a failure where the owner finds nothing, too", SCOPE, Swapping, Word.FAIL),
    ("an owner who never found it proves nothing", SCOPE, Blind, Word.INCONCLUSIVE),
    ("an owner whose control fails proves nothing", SCOPE_OF_TWO, Blind, Word.INCONCLUSIVE),
    ("what its owner had found and finds no more is lost", SCOPE_OF_TWO, Forgetting, Word.FAIL),
    ("whoever returns everything keeps scopes apart as well", SCOPE, Generous, Word.PASS),
    ("altered words are a failure", CONTENT, Shouting, Word.FAIL),
    ("a letter more is a failure", CONTENT, Decorating, Word.FAIL),
    ("nothing found is a failure where content is what counts", CONTENT, Blind, Word.FAIL),
    ("an error of the service is a failure", SCOPE, Breaking, Word.FAIL),
    ("an error of the harness is an error", SCOPE, Unreachable, Word.ERROR),
    ("an exception that no backend may raise is an error", SCOPE, Wild, Word.ERROR),
    ("an answer that is no memory is an error", SCOPE, malformed, Word.ERROR),
    ("a step that no sentence reads is an error", SCOPE.replace("finds it", "sees it"), Store, Word.ERROR),
    ("a refused name proves nothing", SLASH, Choosy, Word.UNSUPPORTED),
    ("a plain name refused is a failure", SCOPE, Refusing, Word.FAIL),
    ("an odd name refused as any name is refused is a failure", SLASH, Refusing, Word.FAIL),
    ("a capability that is not declared is unsupported", DELETION, Store, Word.UNSUPPORTED),
    ("a capability that is declared and missing is a failure", DELETION, Boasting, Word.FAIL),
    ("a question without a claim takes any documented answer", QUESTION, Store, Word.PASS),
    ("an answer that nobody documents is undocumented", QUESTION, Decorating, Word.UNDOCUMENTED),
    ("an error is an answer, and here undocumented", QUESTION, Stumbling, Word.UNDOCUMENTED),
    (
        "an error is an answer that can be documented",
        QUESTION.replace("| nothing |", "| an error |"),
        Stumbling,
        Word.PASS,
    ),
    (
        "an error that comes before the question is its answer, too",
        QUESTION.replace("| nothing |", "| an error |"),
        Breaking,
        Word.PASS,
    ),
    ("what matches is not asked of whoever returns everything", QUESTION, Generous, Word.INCONCLUSIVE),
    ("what matches is not asked of whoever finds nothing", QUESTION, Blind, Word.INCONCLUSIVE),
    ("a question whose harness fails is an error", QUESTION, Unreachable, Word.ERROR),
    ("a question of a capability not declared is unsupported", DELETION_QUESTION, Store, Word.UNSUPPORTED),
    ("a question of a capability declared and missing is a failure", DELETION_QUESTION, Boasting, Word.FAIL),
]


@pytest.mark.parametrize(("text", "make", "word"), [case[1:] for case in JUDGED], ids=[case[0] for case in JUDGED])
def test_a_service_is_given_the_word_that_it_earned(text: str, make: Make, word: Word, tmp_path: Path) -> None:
    assert judged(behaviour(tmp_path, text), make()).word is word


def test_every_word_is_given_to_some_service() -> None:
    assert {word for *_, word in JUDGED} == set(Word)


@pytest.mark.parametrize("make", [Store, Blind, Leaking, Generous])
def test_a_pass_shows_what_was_seen_and_no_pass_says_why(make: Make, tmp_path: Path) -> None:
    verdict = judged(behaviour(tmp_path, SCOPE), make())

    assert bool(verdict.reason) == (verdict.word is not Word.PASS)


def test_only_refused_names_are_marked_refused(tmp_path: Path) -> None:
    slash = behaviour(tmp_path, SLASH)

    assert judged(slash, Choosy()).marks == {Mark.REFUSED}
    assert judged(slash, Refusing()).marks == frozenset()


def test_one_case_that_was_refused_leaves_the_whole_unproved(tmp_path: Path) -> None:
    outline = """
  @TOY-001 @must
  Scenario Outline: <user> is a name
    Given "<user>" of app "shop" remembers "the key is under the pot"
    Then "<user>" of app "shop" finds it by "key"

    Examples:
      | user  |
      | ana   |
      | ana/x |
"""
    verdict = judged(behaviour(tmp_path, outline), Choosy())

    assert (verdict.word, verdict.reason.startswith("in 1 of 2 cases")) == (Word.UNSUPPORTED, True)


def test_a_failure_outranks_a_refusal(tmp_path: Path) -> None:
    outline = """
  @TOY-001 @must
  Scenario Outline: <user> is a name
    Given "<user>" of app "shop" remembers "the key is under the pot"
    Then "<user>" of app "shop" finds it by "<query>"

    Examples:
      | user  | query |
      | ana/x | key   |
      | ana   | door  |
"""
    assert judged(behaviour(tmp_path, outline), Choosy()).word is Word.FAIL


def test_what_follows_a_crash_is_left_out_and_not_held_against_anybody(tmp_path: Path) -> None:
    verdict = judged(behaviour(tmp_path, SCOPE), Unreachable())

    assert (verdict.word, verdict.observed) == (Word.ERROR, "connection refused")


@pytest.mark.parametrize("text", [SCOPE, QUESTION], ids=["a requirement", "a question"])
def test_what_was_not_played_to_its_end_is_an_error(text: str, tmp_path: Path) -> None:
    toy = behaviour(tmp_path, text)
    (case,) = played(toy, Store()).cases
    cut_short = [
        Evidence(),
        Evidence([CaseEvidence()]),
        Evidence([CaseEvidence(case.steps[:-1], case.answers, case.observation)]),
        Evidence([case, case]),
    ]

    assert [judge(toy, evidence, None, references()).word for evidence in cut_short] == [Word.ERROR] * 4
    assert judge(toy, Evidence([case]), None, references()).word is Word.PASS


def test_a_question_of_which_an_answer_was_not_compared_is_an_error(tmp_path: Path) -> None:
    toy = behaviour(tmp_path, QUESTION)
    evidence = played(toy, Store())
    del evidence.cases[0].answers[1]

    assert judge(toy, evidence, None, references()).word is Word.ERROR


def test_a_then_that_compares_nothing_is_an_error(tmp_path: Path) -> None:
    toy = behaviour(tmp_path, SCOPE)
    evidence = played(toy, Store())
    evidence.cases[0].steps[-1].outcome = Outcome.DONE

    assert judge(toy, evidence, None, references()).word is Word.ERROR
