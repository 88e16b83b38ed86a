"""Each rule goes red for the fault that it is about, and no sound service makes one red, whatever it does otherwise."""

from __future__ import annotations

from functools import cache

import pytest

from engine.eventual_toys import Late, judged_by
from engine.toys import judged, played
from leaks import lab_different as different
from leaks import lab_toys as toys
from leaks import lab_trouble as trouble
from leaks.lab import lab, not_green, row, rules, verdicts
from leaks.lab_toys import Sound
from memory_conformance.backend import Backend, BackendError, ErrorCode
from memory_conformance.connect.connectable import connect_object
from memory_conformance.evidence import Outcome
from memory_conformance.model import Scope
from memory_conformance.steps.visibility import QuickClock
from memory_conformance.verdict import Verdict, Word
from memory_references.eventual import Eventual

WHERE_ALL_LOOK = "002 005 006 007 008 009 010 011 012 013 014 020 030 031"
"""The rules that hear of whatever a search shows, and of what the model looks up by it."""
WHERE_OWN_IS_FOUND = "001 010 011 012 013 014 015 016 020 030"

PLANTED = {
    toys.LosesOddNames: (WHERE_OWN_IS_FOUND, "001", 'user "Ana" of app "travel" was accepted, and finds nothing of it'),
    toys.FailsOnPercent: (
        WHERE_OWN_IS_FOUND,
        "001",
        'user "%" of app "travel" is answered internal: not all arguments',
    ),
    toys.KeyedBySession: (
        WHERE_OWN_IS_FOUND,
        "001",
        'user "ana" of app "travel" was accepted, and finds nothing of it',
    ),
    toys.SearchesAll: (WHERE_ALL_LOOK, "002", '132 leaks in 132 proved pairs: user "ana" of app "travel" is shown the'),
    toys.NameIsLike: (WHERE_ALL_LOOK, "002", 'user "Ana" of app "travel" is shown the canary of user "ana" of app'),
    toys.BeginsLike: (WHERE_ALL_LOOK, "002", 'user "user1" of app "travel" is shown the canary of user "user10"'),
    toys.ReadsWhatItMayNotWrite: (WHERE_ALL_LOOK, "002", '" of app "travel" is shown the canary of user "ana" of app'),
    toys.ListsAll: ("003", "003", "132 leaks in 132 proved pairs"),
    toys.GetsAll: ("004", "004", "29 leaks in 29 proved pairs"),
    toys.LoadsAll: ("005", "005", "132 leaks in 132 proved pairs"),
    toys.PreloadsAll: ("006", "006", "132 leaks in 132 proved pairs"),
    toys.LooksElsewhere: (
        "007 012 013 014",
        "007",
        'user "user1" of app "travel" is shown the canary of user "user10"',
    ),
    toys.SearchesAllBeyondAscii: ("008", "008", "132 leaks in 132 proved pairs"),
    toys.SearchesAllInShort: ("008 009", "009", 'by "b"'),
    toys.AddedAgainForAll: ("010", "010", 'user "ana" of app "travel" was accepted, and finds nothing of it'),
    toys.FailsAgain: ("010", "010", 'user "Ana" of app "travel" is answered internal: UNIQUE constraint failed'),
    toys.EventsTakeOver: ("011", "011", 'user "ana" of app "travel" was accepted, and finds nothing of it'),
    trouble.DeletesSessionOfAll: ("012", "012", 'user "ana" of app "travel" was accepted, and finds nothing of it'),
    trouble.ListsDeletedSessions: ("012 016", "012", 'user "Ana" of app "travel" still finds it'),
    trouble.DeletesWholeApp: ("013", "013", 'user "ana" of app "travel" was accepted, and finds nothing of it'),
    trouble.KeepsUser: ("013", "013", 'user "Ana" of app "travel" still finds it'),
    trouble.DeletesSameIds: ("014", "014", 'user "ana" of app "travel" was accepted, and finds nothing of it'),
    trouble.DeletesForAnybody: ("015", "015", 'user "ana" of app "travel" was accepted, and finds nothing of it'),
    trouble.DeletedTakePlaces: ("016", "016", 'user "ana" of app "travel" was accepted, and finds nothing of it'),
    trouble.RankedDeletedTakePlaces: (
        "016",
        "016",
        'user "ana" of app "travel" does not find it any more by words that found it before',
    ),
    trouble.LooksUpWhatWasDeleted: ("012 013 014 016", "012", 'user "Ana" of app "travel" still finds it'),
    trouble.AddsHalves: ("020", "020", 'user "ana" of app "travel" finds 1 of 3 of an add that failed'),
    trouble.ListsHalves: ("020", "020", 'user "ana" of app "travel" lists 1 of 3 of an add that failed'),
    trouble.DropsUnwritable: ("020", "020", 'user "ana" of app "travel" was accepted, and finds nothing of it'),
    toys.AddsForTheOther: ("030", "030", "was accepted, and finds nothing of it"),
    toys.SearchesForTheOther: ("031", "031", "is shown the canary of"),
    toys.TellsWhatNobodySaid: (
        WHERE_ALL_LOOK.replace("005 006 ", ""),
        "002",
        "is shown a text of 30 characters that nobody of this run stored (sha256 ",
    ),
}
"""Services with one fault: the rules that fail, the one that is about it, and what that says."""

SOUND: dict[type[Sound], dict[str, Word]] = {
    Sound: {},
    different.Refusing: {},
    different.Appending: {},
    different.Noisy: {},
    different.NamesAlone: {},
    different.RepeatsTheQuery: {},
    different.IdsInListAlone: {},
    trouble.FailsWhole: {},
    trouble.FindsTheBest: {},
    trouble.FailsAfterWriting: {},
    different.Settling: {},
    different.WithoutApp: {},
    different.ThreeFields: {},
    different.SharedApps: {},
    different.NothingForNobody: {},
    toys.Meeting: {},
    # What it is about cannot be done there.
    different.OnceOnly: {"010": Word.UNSUPPORTED},
    trouble.SameIds: {"015": Word.UNSUPPORTED},
    different.SharedAppsOfSameIds: {"015": Word.UNSUPPORTED},
}
"""Services without a fault: what is not green, and never red."""

each_planted = pytest.mark.parametrize("kind", PLANTED, ids=lambda kind: kind.__name__)


@cache
def found(kind: type[Sound]) -> dict[str, Verdict]:
    return verdicts(kind)


@each_planted
def test_a_fault_fails_the_rules_that_it_breaks_and_no_other(kind: type[Sound]) -> None:
    failed = {one for one, word in not_green(found(kind)).items() if word is Word.FAIL}
    assert failed == set(PLANTED[kind][0].split())


@each_planted
def test_the_rule_that_is_about_a_fault_says_what_it_is(kind: type[Sound]) -> None:
    _, about, told = PLANTED[kind]
    assert told in found(kind)[f"LEAK-{about}"].reason


@each_planted
def test_a_rule_fails_by_what_was_seen_and_not_by_an_error(kind: type[Sound]) -> None:
    evidence = played(rules()[f"LEAK-{PLANTED[kind][1]}"], kind())
    outcomes = [step.outcome for case in evidence.cases for step in case.steps]
    assert Outcome.BROKEN in outcomes
    assert not {Outcome.CRASHED, Outcome.FAILED} & set(outcomes)


def test_each_rule_has_a_fault_that_it_is_about() -> None:
    assert {f"LEAK-{about}" for _, about, _ in PLANTED.values()} == set(rules())


@pytest.mark.parametrize("kind", SOUND, ids=lambda kind: kind.__name__)
def test_no_rule_is_red_on_a_sound_service(kind: type[Sound]) -> None:
    assert not_green(found(kind)) == SOUND[kind], {one: verdict.reason for one, verdict in found(kind).items()}


def test_where_everything_is_refused_nothing_is_green() -> None:
    words = {verdict.word for verdict in found(different.RefusingAll).values()}
    assert words == {Word.INCONCLUSIVE, Word.UNSUPPORTED}
    assert found(different.RefusingAll)["LEAK-001"].word is Word.INCONCLUSIVE
    assert "132 not proved (132 refused)" in found(different.RefusingAll)["LEAK-002"].reason


def test_names_that_are_refused_are_counted_and_prove_nothing() -> None:
    # Six of the twelve names are odd: whatever pair has one of them in it is not proved.
    [proof] = [
        step.proof for case in played(rules()["LEAK-002"], different.Refusing()).cases for step in case.steps[1:]
    ]
    assert proof is not None
    assert proof.refused > 0
    assert (proof.pairs, proof.proved, proof.blind) == (132, 132 - proof.refused, 0)


def test_a_reader_of_whom_nothing_is_known_is_shown_nothing_and_that_is_proved() -> None:
    [proof] = [
        step.proof
        for case in played(rules()["LEAK-007"], different.NothingForNobody()).cases
        for step in case.steps[1:]
    ]
    assert proof is not None
    assert (proof.pairs, proof.proved) == (32, 32)


def test_a_reader_who_may_not_even_look_proves_nothing_of_those_who_remember() -> None:
    [proof] = [
        step.proof for case in played(rules()["LEAK-007"], different.Refusing()).cases for step in case.steps[1:]
    ]
    [whole] = [step.proof for case in played(rules()["LEAK-007"], Sound()).cases for step in case.steps[1:]]
    assert proof is not None
    assert whole is not None
    assert (whole.pairs, whole.proved) == (32, 32)
    # user1, and ana of app tea, remember nothing, and user10, ana and ben do; the other four are refused, of whom Ben was to.
    assert (proof.pairs, proof.proved, proof.refused) == (32, 12, 20)


def test_pairs_that_share_by_declaration_are_no_leak_and_are_counted_as_that() -> None:
    evidence = played(rules()["LEAK-002"], different.SharedApps())
    [proof] = [step.proof for case in evidence.cases for step in case.steps[1:]]
    assert proof is not None
    assert (proof.leaks, proof.pairs + proof.shared) == ((), 132)


def test_an_id_that_somebody_shares_a_memory_by_is_not_taken_for_that_of_another() -> None:
    # So many that there are several apps of one user, which have other ids.
    found = row(lab(different.SharedAppsOfSameIds(), "LEAK-015", cells=100), "LEAK-015")
    assert found.verdict is Word.PASS, found.reason


def lagging(kind: type[Sound], delay: float) -> tuple[Backend, QuickClock]:
    clock = QuickClock()
    return Late(kind(), clock, delay, bounds={"write": 2.0}), clock


@pytest.mark.parametrize("rule", rules())
def test_what_shows_late_and_within_the_declared_time_is_waited_for(rule: str) -> None:
    backend, clock = lagging(Sound, 1.5)
    assert judged_by(rules()[rule], backend, clock).word is Word.PASS


def test_what_shows_later_than_declared_is_lost_to_its_owner() -> None:
    backend, clock = lagging(Sound, 2.5)
    assert judged_by(rules()["LEAK-001"], backend, clock).word is Word.FAIL


def test_a_leak_that_shows_late_is_found() -> None:
    backend, clock = lagging(toys.BeginsLike, 1.5)
    assert judged_by(rules()["LEAK-002"], backend, clock).word is Word.FAIL


@pytest.mark.parametrize("rule", ["LEAK-001", "LEAK-002", "LEAK-010", "LEAK-031"])
def test_the_eventual_backend_keeps_the_rules(rule: str) -> None:
    clock = QuickClock()
    backend = connect_object(Eventual(now=clock.now), "eventual").backend
    assert judged_by(rules()[rule], backend, clock).word is Word.PASS


def test_a_bound_is_not_waited_out_where_everything_shows_sooner() -> None:
    backend, clock = lagging(Sound, 0.5)
    assert judged_by(rules()["LEAK-001"], backend, clock).word is Word.PASS
    assert clock.now() < 2.0


class FailsInTheMiddle(Sound):
    """Answers one of many deletions with an error of its own."""

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        if scope["user"] == "user10":
            raise BackendError(ErrorCode.INTERNAL, "the index is gone")
        super().delete_session(instance, scope, session_id)


def test_a_deletion_that_fails_by_an_error_of_the_service_is_a_failure() -> None:
    verdict = judged(rules()["LEAK-012"], FailsInTheMiddle())
    assert verdict.word is Word.FAIL
    assert 'user "user10" of app "travel" is answered internal: the index is gone, to delete_session' in verdict.reason
