"""What the specification as a whole promises to its readers."""

from __future__ import annotations

from collections import Counter

import pytest

from memory_conformance.plan import PROTOCOL
from memory_conformance.references import references
from memory_conformance.sentence import Speech
from memory_conformance.specification import Behaviour, Kind, read_specification
from memory_conformance.steps.vocabulary import Subject, read, sentences, subject_of

PRESENCE = frozenset(
    {
        "{user} of app {app} finds it by {query}",
        "{user} of app {app} finds {text} by {query}",
        "{user} of app {app} finds it by {query}, but {other_user} of app {other_app} does not",
        "{user} of app {app} finds {text} by {query}, but not {other_text}",
        "{user} of app {app} no longer finds {text} by {query}",
        "{user} of app {app} may search for {query}",
        "{count:count} memories come back",
    }
)
"""Sentences that say that something is there, or not, or how much; the others say what exactly it is."""


def behaviours(kind: Kind | None = None) -> list[Behaviour]:
    return [one for one in read_specification().behaviours if kind in (None, one.kind)]


def of_memories() -> list[Behaviour]:
    """What is said of memories, and not of messages."""
    return [one for one in behaviours() if one.topic != PROTOCOL]


def compares_content(behaviour: Behaviour) -> bool:
    """Whether a Then compares texts as a whole, their order, or what a memory carries; `nothing` compares presence."""
    for case in behaviour.cases:
        for step in (*case.steps, *(step for thens in case.thens.values() for step in thens)):
            if step.keyword != "then":
                continue
            reading = read(step.keyword, step.text)
            if reading.sentence.template in PRESENCE or "shows" in reading.sentence.template:
                continue
            if reading.values.get("texts") != ():
                return True
    return False


def test_there_are_at_least_120_behaviours() -> None:
    assert len(of_memories()) >= 120


def test_at_least_half_compare_content_author_order_or_time_and_not_mere_presence() -> None:
    comparing = [one.id for one in of_memories() if compares_content(one)]
    assert len(comparing) * 2 >= len(of_memories())


def test_the_vocabulary_is_small_enough_for_one_page() -> None:
    speaking = Counter(map(subject_of, sentences()))
    assert 20 <= speaking[Subject.MEMORIES] <= 50
    assert speaking[Subject.TURNS] <= 30
    assert speaking[Subject.PROTOCOL] <= 12


def test_every_sentence_is_spoken_somewhere() -> None:
    spoken = {
        read(step.keyword, step.text).sentence
        for one in behaviours()
        for case in one.cases
        for step in (*case.steps, *(step for thens in case.thens.values() for step in thens))
    }
    assert {one.template for one in sentences() if one not in spoken} == set()


@pytest.mark.parametrize("behaviour", behaviours(Kind.QUESTION), ids=lambda one: one.id)
def test_a_question_separates_two_references_or_names_the_fault_that_it_catches(behaviour: Behaviour) -> None:
    upstream = [
        answer for answer in behaviour.answers if any(references().by_tag[tag].upstream for tag in answer.references)
    ]
    assert len(upstream) > 1 or behaviour.description, f"{behaviour.id} has one answer and does not say what it catches"


@pytest.mark.parametrize("behaviour", behaviours(Kind.REQUIREMENT), ids=lambda one: one.id)
def test_a_requirement_asks_something(behaviour: Behaviour) -> None:
    asked = [
        step
        for case in behaviour.cases
        for step in case.steps
        if step.keyword == "then" and read(step.keyword, step.text).sentence.speech is Speech.ASSERTED
    ]
    assert len({step.text for step in asked}) >= 1
    assert all(any(step.keyword == "then" for step in case.steps) for case in behaviour.cases)
