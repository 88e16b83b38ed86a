"""What is held against what was written, each rule by itself. Makes no calls."""

from __future__ import annotations

from memory_conformance.faulty_line.judging import Judged, Reading, Rule, Written, judge, unfinished

SCOPES = ['user "ana"', 'user "ben"']
ACKNOWLEDGED = Written(0, "monday", (1, 2, 3), acknowledged=True)
UNACKNOWLEDGED = Written(0, "tuesday", (4, 5, 6), acknowledged=False)


def own(*canaries: int, reader: int = 0) -> Reading:
    return Reading(reader, "a search for its name", {canary: canaries.count(canary) for canary in canaries})


def rules(judged: Judged) -> list[Rule]:
    return [violation.rule for violation in judged.violations]


def held(*readings: Reading, most: int | None = 1) -> Judged:
    return judge([ACKNOWLEDGED, UNACKNOWLEDGED], readings, SCOPES, most)


def test_what_was_acknowledged_is_there_and_the_rest_whole_or_not_at_all() -> None:
    assert held(own(1, 2, 3)) == Judged((), whole=0, absent=1)
    assert held(own(1, 2, 3), own(4, 5, 6)) == Judged((), whole=1, absent=0)
    assert held(own(1), own(2), own(3, 6), own(4), own(5)) == Judged((), whole=1, absent=0)


def test_an_acknowledged_event_that_is_not_found_is_lost() -> None:
    judged = held(own(1, 3))
    assert rules(judged) == [Rule.LOST]
    assert judged.violations[0].told == (
        'session "monday" was acknowledged, and user "ana" does not find 1 of its 3 events'
    )


def test_what_another_finds_is_not_found_by_its_owner() -> None:
    assert rules(held(own(1, 2), own(3, reader=1))) == [Rule.FOREIGN, Rule.LOST]


def test_what_was_found_while_others_wrote_may_be_lost_by_the_end() -> None:
    assert rules(held(Reading(0, "a search", {1: 1, 2: 1, 3: 1}, quiet=False))) == [Rule.LOST]


def test_a_part_of_what_was_not_acknowledged_is_half() -> None:
    judged = held(own(1, 2, 3), own(4, 6))
    assert rules(judged) == [Rule.HALF]
    assert (judged.whole, judged.absent) == (0, 0)
    assert judged.violations[0].told == (
        'session "tuesday" was never acknowledged, and is there in part: 1 of its 3 events are not found'
    )


def test_what_is_missing_may_be_on_its_way_unless_nobody_was_told_of_it() -> None:
    both = [ACKNOWLEDGED, UNACKNOWLEDGED]
    assert unfinished(both, [own(1, 2, 3)]) == []
    assert unfinished(both, [own(1, 2, 3, 4, 5, 6)]) == []
    assert unfinished(both, [own(1, 2, 3, 4, 6)]) == [UNACKNOWLEDGED]
    assert unfinished(both, [own(1, 3), own(4, 5, 6)]) == [ACKNOWLEDGED]
    assert unfinished(both, []) == [ACKNOWLEDGED]


def test_a_foreign_canary_is_told_once_a_session_whenever_it_was_seen() -> None:
    judged = held(own(1, 2, 3), own(2, 3, reader=1), Reading(1, "a list of all memories", {1: 1, 5: 1}, quiet=False))
    assert [violation.told for violation in judged.violations] == [
        'session "monday" of user "ana" came back to user "ben" by a search for its name',
        'session "tuesday" of user "ana" came back to user "ben" by a list of all memories, while others wrote',
    ]
    assert rules(judged) == [Rule.FOREIGN, Rule.FOREIGN]


def test_a_canary_of_nobody_is_no_leak() -> None:
    assert held(own(1, 2, 3, 99)).violations == ()


def test_what_stands_there_too_often_is_doubled_where_it_is_replaced() -> None:
    judged = held(own(1, 1, 2, 3), own(4, 5, 5, 5, 6))
    assert rules(judged) == [Rule.DOUBLED, Rule.DOUBLED]
    assert judged.violations[1].told == (
        'session "tuesday" comes back to user "ana" 3 times, and adding it again replaces it'
    )
    assert rules(held(own(1, 1, 2, 3), most=2)) == []
    assert held(own(1, 1, 1, 2, 3), most=2).violations[0].told.endswith("replaces it: it came back 2 times at first")
    assert rules(held(own(1, 1, 2, 3), own(4, 5, 5, 5, 6), most=None)) == []


def test_what_two_readings_show_once_each_is_there_once() -> None:
    assert rules(held(own(1, 2, 3), own(1, 2, 3))) == []
