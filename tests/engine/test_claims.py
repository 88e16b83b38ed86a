"""What a backend claims, what it declares as its own, and what is documented of it."""

from pathlib import Path

import pytest

from engine.toy_features import QUESTION, SCOPE
from engine.toys import Blind, Leaking, Store, Stumbling, Unreachable, behaviour, judged
from memory_conformance.references import references
from memory_conformance.specification import Behaviour
from memory_conformance.verdict import Mark, Word


@pytest.fixture
def question(tmp_path: Path) -> Behaviour:
    return behaviour(tmp_path, QUESTION)


@pytest.fixture
def broken(tmp_path: Path) -> Behaviour:
    return behaviour(tmp_path, SCOPE.replace("@must", "@must @broken:adk-java-1.8"))


def test_the_claimed_answer_passes_and_any_other_fails(question: Behaviour) -> None:
    assert judged(question, Store(), "adk-go-1.7").word is Word.PASS
    assert judged(question, Store(), "adk-java-1.8").word is Word.FAIL
    assert judged(question, Stumbling(), "adk-java-1.8").word is Word.FAIL


def test_a_claim_without_an_answer_here_counts_as_no_claim(question: Behaviour) -> None:
    assert judged(question, Store(), "adk-js-2.0").word is Word.PASS
    assert judged(question, Stumbling(), "adk-js-2.0").word is Word.UNDOCUMENTED


def test_a_reference_that_answers_from_another_is_held_to_that_answer(question: Behaviour) -> None:
    assert judged(question, Store(), "adk-go-2.4").word is Word.PASS
    assert references().answer(question, "adk-go-2.4") == 0


def test_topics_may_be_answered_from_different_references(tmp_path: Path) -> None:
    text = QUESTION.replace("@adk-java-1.8", "@adk-go-2.2")

    assert references().answer(behaviour(tmp_path / "1", text, "scope/toy.feature"), "adk-go-2.4") == 0
    assert references().answer(behaviour(tmp_path / "2", text, "tools/toy.feature"), "adk-go-2.4") == 1


def test_a_tag_of_ones_own_outranks_the_reference_that_one_answers_from(tmp_path: Path) -> None:
    text = QUESTION.replace("@adk-java-1.8", "@segmented")

    assert references().answer(behaviour(tmp_path, text), "segmented") == 1


def test_whoever_answers_so_is_named(question: Behaviour) -> None:
    assert judged(question, Store()).answered_like == ("adk-go-1.7", "adk-go-2.4", "segmented")
    assert judged(question, Stumbling()).answered_like == ()


def test_an_answer_fits_where_it_fits_every_case(tmp_path: Path) -> None:
    other_case = """      | query | what                     |
      | order | "order 4521 was shipped" |
      | 4521  | {0:<24} |
"""
    digits, none = other_case.format('"order 4521 was shipped"'), other_case.format("nothing")
    text = QUESTION.replace('"4521"', '"<query>"')
    text = text.replace('      | what                     |\n      | "order 4521 was shipped" |\n', digits)
    toy = behaviour(tmp_path, text.replace("      | what    |\n      | nothing |\n", none))

    assert len(toy.cases) == 2
    assert judged(toy, Store()).answered_like == ("adk-go-1.7", "adk-go-2.4", "segmented")
    assert judged(toy, Store(), "adk-java-1.8").word is Word.FAIL


def test_nobody_is_named_where_nothing_was_proved(question: Behaviour) -> None:
    assert judged(question, Blind()).answered_like is None


def test_an_answer_of_ones_own_outranks_the_claim(question: Behaviour) -> None:
    kept = judged(question, Store(), "adk-java-1.8", own_answer="digits are words")
    missed = judged(question, Store(), "adk-go-1.7", own_answer="digits are none")

    assert (kept.word, kept.marks) == (Word.PASS, frozenset({Mark.DELIBERATE}))
    assert (missed.word, missed.marks) == (Word.FAIL, frozenset({Mark.DELIBERATE}))


def test_a_documented_defect_is_a_failure_that_is_marked(broken: Behaviour) -> None:
    verdict = judged(broken, Leaking(), "adk-java-1.8")

    assert (verdict.word, verdict.marks) == (Word.FAIL, frozenset({Mark.DOCUMENTED}))


def test_a_documented_defect_may_take_the_control_with_it(broken: Behaviour) -> None:
    verdict = judged(broken, Blind(), "adk-java-1.8")

    assert (verdict.word, verdict.marks) == (Word.FAIL, frozenset({Mark.DOCUMENTED}))


def test_a_documented_defect_that_does_not_show_passes_and_says_so(broken: Behaviour) -> None:
    verdict = judged(broken, Store(), "adk-java-1.8")

    assert (verdict.word, verdict.marks) == (Word.PASS, frozenset({Mark.NOT_SEEN}))


@pytest.mark.parametrize("claim", [None, "adk-go-1.7"])
def test_without_the_claim_nothing_is_excused(broken: Behaviour, claim: str | None) -> None:
    assert judged(broken, Leaking(), claim).marks == frozenset()


def test_a_documented_defect_excuses_no_harness(broken: Behaviour) -> None:
    assert judged(broken, Unreachable(), "adk-java-1.8").word is Word.ERROR


def test_a_defect_is_that_of_whoever_answers_from_the_reference(tmp_path: Path) -> None:
    broken = behaviour(tmp_path, SCOPE.replace("@must", "@must @broken:adk-go-1.7"))

    assert judged(broken, Leaking(), "adk-go-2.4").marks == {Mark.DOCUMENTED}
    assert judged(broken, Leaking(), "adk-go-2.2").marks == frozenset()
