"""A sound service keeps every requirement, whatever it does otherwise than others."""

from __future__ import annotations

import pytest

from memory_conformance.connect.connectable import Connected, from_planted
from memory_conformance.faults.playing import Playground
from memory_conformance.run import Wish, play
from memory_conformance.target import target_objects
from memory_conformance.verdict import Word
from memory_references.planted.catalogue import merely_different
from planted.alarms import LAGS, false_alarms, required, sound_services, specification


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", sound_services())
def test_no_requirement_fails_on_a_sound_service(name: str, seed: int) -> None:
    assert false_alarms(sound_services()[name](), seed) == []


@pytest.mark.parametrize("seed", range(2))
def test_no_requirement_fails_on_a_service_that_lags_as_it_declares(seed: int) -> None:
    known = specification()
    targets = target_objects([(LAGS, lambda: Connected(LAGS, from_planted(LAGS)))], seed, known)
    rows = play(known, targets, Wish(only=("must or should",), seed=seed)).results

    assert {row.id: row.reason for row in rows if row.verdict is not Word.PASS} == {}
    assert any(row.id.startswith("LEAK") for row in rows)


def test_the_complete_service_is_held_to_every_requirement_and_keeps_it() -> None:
    ground = Playground(from_planted("complete"))
    assert [one.id for one in required() if ground.play(one).verdict.word is not Word.PASS] == []


def test_what_is_merely_different_is_different_in_the_ways_that_are_asked_for() -> None:
    assert {"finds-everything", "appends", "lags", "plain-names-only", "no-app", "apps-shared"} <= {
        one.name for one in merely_different()
    }


@pytest.mark.parametrize(
    ("name", "behaviour_id", "word"),
    [
        ("finds-everything", "WORD-010", Word.INCONCLUSIVE),
        ("appends", "AGAIN-006", Word.UNDOCUMENTED),
        ("merges-by-id", "AGAIN-007", Word.UNDOCUMENTED),
        ("newest-first", "ORDER-007", Word.UNDOCUMENTED),
        ("plain-names-only", "NAME-012", Word.UNSUPPORTED),
        ("no-app", "SCOPE-002", Word.UNSUPPORTED),
        ("apps-shared", "SCOPE-002", Word.UNSUPPORTED),
        ("no-user", "SCOPE-001", Word.UNSUPPORTED),
        ("users-shared", "SCOPE-001", Word.UNSUPPORTED),
        ("five-nearest", "WORD-010", Word.INCONCLUSIVE),
    ],
)
def test_each_is_different_indeed(name: str, behaviour_id: str, word: Word) -> None:
    behaviour = specification().by_id[behaviour_id]
    assert Playground(from_planted("complete")).play(behaviour).verdict.word is Word.PASS
    assert Playground(from_planted(name)).play(behaviour).verdict.word is word


def test_a_service_with_a_fault_does_raise_an_alarm() -> None:
    assert any(one.startswith("SCOPE-001 fail") for one in false_alarms(from_planted("user-ignored"), 0))
