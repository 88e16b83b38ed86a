"""What a message meets with: decided by a seed, its number and its operation, and kept."""

from __future__ import annotations

from collections import Counter

import pytest

from memory_conformance.faulty_line.plan import MOST_KEPT, READS, WRITES, Mishap, Mishaps, Rates, about, decide
from memory_conformance.protocol.operations import OPERATIONS

EVERYTHING = Rates(duplicated=0.2, delayed=0.2, reordered=0.2, refused=0.2, lost=0.1, cut=0.1)


def decided(seed: int, operation: str = "add_session", rates: Rates = EVERYTHING, *, wire: bool = True) -> list[Mishap]:
    return [decide(seed, rates, number, operation, wire=wire).mishap for number in range(1, 2001)]


def test_a_seed_decides_the_same_each_time_and_another_seed_otherwise() -> None:
    assert decided(7) == decided(7)
    assert decided(7) != decided(8)
    assert decided(7, "search") != decided(7)


def test_each_mishap_happens_about_as_often_as_it_is_to() -> None:
    counted = Counter(decided(1))
    assert set(counted) == {*Mishap} - {Mishap.NONE}
    for mishap, count in counted.items():
        assert count == pytest.approx(2000 * getattr(EVERYTHING, mishap), rel=0.25)


@pytest.mark.parametrize("operation", [*sorted({*OPERATIONS} - WRITES - READS), "/favicon.ico", "no_operation"])
def test_what_sets_the_stage_is_left_in_peace(operation: str) -> None:
    assert set(decided(1, operation)) == {Mishap.NONE}
    mishaps = Mishaps(1, Rates.only(Mishap.REFUSED))
    assert mishaps.next(operation, ("",), wire=True).mishap is Mishap.NONE
    assert mishaps.messages == 0


def test_the_operations_that_are_disturbed_are_operations() -> None:
    assert OPERATIONS.keys() >= WRITES | READS
    assert {"hello", "open", "close", "settle"}.isdisjoint(WRITES | READS)


def test_reads_are_not_held_back() -> None:
    assert Mishap.REORDERED not in decided(1, "search")
    assert Mishap.DUPLICATED in decided(1, "search")


def test_without_a_wire_an_answer_is_lost_where_a_line_would_be_cut() -> None:
    one, other = decided(1), decided(1, wire=False)
    assert [Mishap.LOST if mishap is Mishap.CUT else mishap for mishap in one] == other


@pytest.mark.parametrize(
    ("rates", "told"),
    [
        ({"lost": -0.1}, "the rate 'lost' is -0.1; a rate is a number from 0 to 1"),
        ({"cut": 1.5}, "the rate 'cut' is 1.5; a rate is a number from 0 to 1"),
        ({"lost": float("nan")}, "the rate 'lost' is nan; a rate is a number from 0 to 1"),
        ({"lost": 0.7, "cut": 0.4}, "the rates are 1.46 together; there is no more than 1 to share"),
    ],
)
def test_rates_that_are_none_are_refused_in_one_line(rates: dict[str, float], told: str) -> None:
    with pytest.raises(ValueError, match="rate") as refused:
        Rates(**rates)
    assert str(refused.value) == told


def test_what_was_decided_is_kept_but_for_what_was_long_ago() -> None:
    mishaps = Mishaps(3)
    for _ in range(MOST_KEPT + 5):
        mishaps.next("search", ("shop", "ana", ""), wire=True)
    assert mishaps.messages == MOST_KEPT + 5
    assert mishaps.happened.total() == MOST_KEPT + 5
    assert (mishaps.log[0].number, mishaps.log[-1].number, len(mishaps.log)) == (6, MOST_KEPT + 5, MOST_KEPT)
    for noted in list(mishaps.log)[:100]:
        assert noted.mishap is decide(3, mishaps.rates, noted.number, "search", wire=True).mishap


def test_while_it_rests_nothing_happens_and_nothing_is_counted() -> None:
    mishaps = Mishaps(3, Rates.only(Mishap.REFUSED))
    with mishaps.rest(), mishaps.rest():
        assert mishaps.next("search", ("",), wire=True).mishap is Mishap.NONE
    assert (mishaps.messages, list(mishaps.log)) == (0, [])
    assert mishaps.next("search", ("",), wire=True).mishap is Mishap.REFUSED


def test_messages_are_shown_with_their_neighbours() -> None:
    mishaps = Mishaps(3, Rates.only(Mishap.LOST))
    for session in ("a", "b", "c", "d", "e", "c", "f"):
        mishaps.next(
            "add_session", about({"scope": {"user": "ana", "app": "shop"}, "session": {"id": session}}), wire=True
        )
    shown = mishaps.around(("shop", "ana", "c"))
    assert [noted.number for noted in shown] == [2, 3, 4, 5, 6, 7]
    assert str(shown[1]) == "message 3, add_session of shop/ana/c, was lost"
    assert [noted.number for noted in mishaps.around(("shop", "ana", "c"), most=2)] == [2, 3]


@pytest.mark.parametrize("parameters", [None, [], {}, {"scope": 7, "session": "x"}, {"session": {"id": None}}])
def test_what_is_no_message_is_about_nothing(parameters: object) -> None:
    assert about(parameters) == ("",)
