"""Leaks of one cause are one kind, in words; leaks of several causes stay several. Whoever leaks is found however little is shown."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from engine.toys import judged, specification
from leaks import lab_different as different
from leaks import lab_toys as toys
from leaks.lab import found_by, lab, proofs, row
from leaks.lab_toys import Sound
from leaks.machine_toys import Owner
from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.leaks.kinds import described
from memory_conformance.model import Memory, Scope, Session
from memory_conformance.report.proved import LeakKind
from memory_conformance.report.results import Results
from memory_conformance.scopes.lattice import lattice
from memory_conformance.steps import crowd
from memory_conformance.steps.crowd import AT_ONCE
from memory_conformance.turn import Played, Tool, Turn
from memory_conformance.verdict import Word

READING = ("LEAK-002 or LEAK-003 or LEAK-004",)


@cache
def searched(kind: type[Sound], cells: int | None = None, *only: str) -> Results:
    return lab(kind(), *only, cells=cells)


def kinds(kind: type[Sound], cells: int | None = None, *only: str) -> list[LeakKind]:
    return found_by(searched(kind, cells, *only)).kinds


def why(kind: LeakKind) -> str:
    return kind.words.partition("remembers: ")[2]


class Beginning(Sound):
    """Searches all users of an app whose names begin with this one."""

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        kept = self.instances[instance].items()
        mine = (m for (owner, _), m in kept if owner[0] == scope["app"] and owner[1].startswith(scope["user"]))
        return [one for memories in mine for one in memories]


@pytest.mark.parametrize("cells", [60, 150])
def test_a_service_that_ignores_the_user_is_one_kind(cells: int) -> None:
    [one] = kinds(toys.UserIgnored, cells, *READING)
    assert (why(one), one.rules) == ("the user does not count", ["LEAK-002", "LEAK-003", "LEAK-004"])


def test_a_service_that_ignores_the_user_where_it_searches_is_one_kind_of_that_rule() -> None:
    class SearchesApp(Sound):
        """Searches all of an app."""

        def readable(self, instance: str, scope: Scope) -> list[Memory]:
            kept = self.instances[instance].items()
            return [one for (owner, _), memories in kept if owner[0] == scope["app"] for one in memories]

    [one] = found_by(lab(SearchesApp(), "LEAK-002", cells=80)).kinds
    assert (why(one), one.rules, one.path) == ("the user does not count", ["LEAK-002"], "search")


def test_patterns_and_letter_case_are_several_kinds() -> None:
    told = {why(kind) for kind in kinds(toys.NameIsLike, None, "LEAK-002")}
    assert told == {
        # % begins %61na.
        "the reader's user begins the owner's",
        "the reader's user differs in letter case alone",
        "the reader's user is a pattern of SQL with % for the owner's",
        "the reader's user is a pattern of SQL with _ for the owner's",
    }


def test_the_beginnings_of_patterns_are_more_kinds() -> None:
    told = {why(kind) for kind in kinds(toys.BeginsLike, None, "LEAK-002")}
    assert {
        "the reader's user begins the owner's",
        "the reader's user is empty",
        "the reader's user differs in letter case alone",
        "the reader's user is a pattern of SQL with % for the owner's",
        "the reader's user is a pattern of SQL with _ for the owner's",
    } <= told
    assert not any("does not count" in one for one in told)


def test_a_joined_key_is_told_by_what_joins_it_with_a_history_of_two_operations() -> None:
    [one] = kinds(toys.JoinedKey, 100, "LEAK-002")
    assert why(one) == "the reader's app and user read the same, joined by a colon"
    assert one.operations == 2
    assert one.way is not None
    assert 'by "neighbour keeps spare key", but "c" of app "a:b" does not' in one.way.scenario
    assert "def test_" in one.way.test


class PreloadsForSession(toys.Sound):
    """Keeps what it preloads for a session, by the id of that alone."""

    def __init__(self) -> None:
        super().__init__()
        self.preloaded: dict[tuple[str, str], Played] = {}

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        if Tool.PRELOAD not in turn.tools:
            return super().play_turn(instance, scope, turn)
        key = instance, turn.session
        if key not in self.preloaded:
            self.preloaded[key] = super().play_turn(instance, scope, turn)
        return self.preloaded[key]


@pytest.mark.parametrize(
    ("kind", "rule", "operations"),
    [
        (toys.SearchesAll, "LEAK-002", 2),
        (toys.ListsAll, "LEAK-003", 2),
        (toys.GetsAll, "LEAK-004", 3),
        (toys.LoadsAll, "LEAK-005", 2),
        (toys.PreloadsAll, "LEAK-006", 2),
        (PreloadsForSession, "LEAK-006", 3),
    ],
)
def test_each_way_to_read_has_a_scenario_that_is_red_there_and_green_elsewhere(
    kind: type[Sound], rule: str, operations: int, tmp_path: Path
) -> None:
    for found in kinds(kind, 40, rule):
        assert found.way is not None
        assert found.operations == operations
        [behaviour] = specification(tmp_path, f"Feature: What a lattice showed\n\n{found.way.scenario}").behaviours
        words = [judged(behaviour, backend).word.value for backend in (kind(), Sound())]
        assert words == ["fail", "pass"], found.way.scenario


def test_a_key_joined_of_user_and_session_is_told_with_what_both_of_them_add() -> None:
    one = next(kind for kind in kinds(toys.KeyedByScopeAndSession, None, "LEAK-002") if "session" in why(kind))
    assert why(one) == "the reader's user and session read the same, joined by a bar"
    assert one.operations == 3
    assert one.way is not None
    assert one.way.scenario.count(" adds the session ") == 2


def test_what_goes_by_the_beginning_is_no_key_joined_of_user_and_session() -> None:
    told = {why(kind) for kind in kinds(Beginning, None, "LEAK-002")}
    assert "the reader's user begins the owner's" in told
    assert not [one for one in told if "session" in one]


def test_beside_a_field_that_does_not_count_the_others_are_told_as_they_are() -> None:
    class UsersInAnyCase(Sound):
        """Has no apps, and takes users of another letter case for the same."""

        def owner(self, scope: Scope) -> Owner:
            return (scope["user"].casefold(),)

    told = {why(kind) for kind in found_by(lab(UsersInAnyCase(), "LEAK-002", cells=None)).kinds}
    assert told == {"the app does not count", "the reader's user differs in letter case alone"}


def test_where_no_field_counts_nothing_else_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "MOST_LEAKS", 10_000)
    told = {why(kind) for kind in found_by(lab(toys.SearchesAll(), "LEAK-002", cells=80)).kinds}
    assert told == {"the user does not count", "the app does not count"}


def test_a_text_of_nobody_is_a_kind_of_its_own_without_its_words() -> None:
    results = searched(toys.TellsWhatNobodySaid, 10, "LEAK-002")
    [one] = found_by(results).kinds
    assert "is shown a text of 30 characters that nobody of this run stored (sha256 " in one.words
    assert "diagnosis" not in results.model_dump_json()


def test_a_leak_that_shows_one_memory_at_most_is_found_by_the_name_of_whom_it_is_taken_for() -> None:
    alone = {
        (reader, owner)
        for proof in proofs(searched(toys.BestOfAll, None, "LEAK-002"), "LEAK-002")
        for leak in proof.seen
        for reader, owner in [(leak.reader["user"], (leak.owner or {})["user"])]
        if leak.reader["app"] == (leak.owner or {})["app"] == "shop"
    }
    assert {("Ana", "ana"), ("ANA", "ana"), ("aNa", "ana"), ("Émile", "émile")} <= alone


class ShowsAll(toys.SearchesAll, toys.ListsAll, toys.GetsAll):
    """Shows everybody everything."""

    asked = 0

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        self.asked += 1
        return super().search(instance, scope, query)


@pytest.mark.parametrize("rule", ["LEAK-002", "LEAK-003", "LEAK-004", "LEAK-005", "LEAK-031"])
def test_after_so_many_leaks_nothing_more_is_asked_and_that_is_counted(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd, "MOST_LEAKS", 100)
    # Ids are asked for by a search, which ends after so many leaks, too.
    service = toys.GetsAll() if rule == "LEAK-004" else ShowsAll()
    [proof] = proofs(lab(service, rule, cells=60), rule)
    assert (proof.pairs, proof.refused, proof.blind) == (proof.proved + proof.unasked, 0, 0)
    assert proof.proved > 0
    assert proof.unasked > 0
    # Each answer shows 59 of others, and as many are asked at the same time as there are threads.
    assert 100 < proof.leaks <= 100 + 59 * AT_ONCE


def test_a_search_that_shows_everybody_everything_is_asked_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "MOST_LEAKS", 100)
    service = ShowsAll()
    lab(service, "LEAK-002", cells=60)
    assert 0 < service.asked < 60


@pytest.mark.parametrize("rule", ["LEAK-001", "LEAK-012", "LEAK-020"])
def test_who_was_not_asked_any_more_is_no_proof_that_all_is_well(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class FailsAfterAll(ShowsAll):
        """Keeps what it says it could not."""

        def add_session(self, instance: str, scope: Scope, session: Session) -> None:
            super().add_session(instance, scope, session)
            if session.id == "tuesday":
                raise BackendError(ErrorCode.INTERNAL, "no answer in time")

    monkeypatch.setattr(crowd, "MOST_LEAKS", 100)
    found = row(lab(FailsAfterAll(), rule, cells=60), rule)
    first = next(step for step in found.steps if step.keyword == "then")
    assert re.search(r"\d+ not asked after so many leaks", first.actual or "")
    # The others of them are asked by the step that follows.
    assert found.verdict is (Word.INCONCLUSIVE if rule == "LEAK-001" else Word.FAIL)


def test_a_thousand_leaks_are_many() -> None:
    assert crowd.MOST_LEAKS == 1_000


def test_fewer_leaks_end_nothing() -> None:
    [proof] = proofs(searched(toys.SearchesAll, 20, "LEAK-002"), "LEAK-002")
    assert (proof.leaks, proof.pairs, proof.unasked) == (380, 380, 0)


def test_no_kind_is_found_on_a_sound_service_and_all_of_it_is_green() -> None:
    results = searched(Sound, 40)
    assert found_by(results).kinds == []
    assert {one.verdict for one in results.results} == {Word.PASS}
    assert len(results.results) == 19


@pytest.mark.parametrize(
    "kind", [different.ThreeFields, different.WithoutApp, different.Settling, different.Refusing, different.SharedApps]
)
def test_no_rule_is_red_on_other_fields_and_other_manners(kind: type[Sound]) -> None:
    # So many that somebody acts in several apps that share.
    results = lab(kind(), cells=100 if kind is different.SharedApps else 30)
    assert {one.id: one.reason for one in results.results if one.verdict is not Word.PASS} == {}
    assert found_by(results).kinds == []


def test_those_who_act_are_every_one_over_both_orders() -> None:
    results = searched(Sound, 40, "LEAK-012")
    assert [step.case for step in row(results, "LEAK-012").steps if step.keyword == "when"] == [1, 2]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ({"app": "shop", "user": "ana"}, 'user "ana" of app "shop"'),
        ({"user": "ana\n\x1b[31m\u202e"}, 'user "ana\\n\\x1b[31m\\u202e"'),
        ({"user": "\u0430na"}, 'user "\\u0430na"'),
        ({"user": "m" * 1_000}, f'user "{"m" * 30}…{"m" * 15}" (1,000 characters)'),
        ({"user": "\n" * 100}, "user " + '"' + r"\n" * 30 + "…" + r"\n" * 15 + '" (100 characters)'),
        ({}, ""),
    ],
)
def test_a_scope_is_described_in_one_line_that_can_be_read(names: dict[str, str], words: str) -> None:
    assert described(names) == words


def test_every_scope_of_a_lattice_is_described_in_a_line_of_its_own() -> None:
    lines = [described(cell.scope) for cell in lattice(("app", "user"), 1)]
    assert all(line.isascii() or "…" in line for line in lines)
    assert all(line.isprintable() and len(line) < 1_000 for line in lines)
