"""Histories made up by Hypothesis find what leaks, under the rule that is broken, and nothing where nothing does."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from leaks import machine_toys as toys
from leaks import machine_toys_in_order as in_order
from leaks.machine_searched import EVERY_NAME, FEW, PLANTED, searched
from leaks.machine_toys import Sound
from memory_conformance.connect.connectable import connect
from memory_conformance.histories.history import Call
from memory_conformance.leaks.machine.casts import MOST_EVENTS, casts_of
from memory_conformance.leaks.machine.explaining import explained
from memory_conformance.leaks.machine.searching import Outcome, search_for_leaks
from memory_conformance.leaks.machine.smaller import shown, smallest
from memory_conformance.leaks.machine.violation import Breach, shown_by
from memory_conformance.leaks.machine.watch import OF, Watch
from memory_conformance.model import Hello, Memory, Scope
from memory_conformance.protocol.operations import OPERATIONS
from memory_conformance.scopes.canary import QUERY, Canaries
from memory_conformance.scopes.identifiers import FAMILIES, SEPARATORS

DIFFERENT = (
    Sound,
    toys.Appending,
    toys.Refusing,
    toys.WithoutApp,
    toys.ThreeFields,
    toys.SharedApps,
    toys.Noisy,
    toys.NeverEmpty,
    toys.Late,
    toys.Bounded,
    toys.KeepsMarks,
    toys.Stumbling,
    toys.Renaming,
    toys.RepeatsTheQuery,
    toys.SeveralMemoriesEach,
    in_order.NothingForNobody,
    in_order.RefusesToSearchForNothing,
)
"""Services that are as good as the sound one, each in a way of its own."""


@pytest.mark.parametrize("kind", PLANTED, ids=lambda kind: kind.__name__)
def test_a_planted_leak_is_found_under_its_rule_with_a_small_history(kind: type[Sound]) -> None:
    examples, expected = PLANTED[kind]
    found = searched(kind, examples).violations
    assert expected in [(one.kind.rule.value, one.kind.operation, one.kind.breach, len(one.history)) for one in found]
    assert all(one.repeats for one in found)


@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("kind", DIFFERENT, ids=lambda kind: kind.__name__)
def test_a_service_that_is_merely_different_breaks_no_rule(kind: type[Sound], seed: int) -> None:
    outcome = searched(kind, 20, seed)
    assert (outcome.violations, outcome.problem, outcome.histories) == ([], None, 20)
    assert outcome.operations > 100


@pytest.mark.parametrize("seed", [4, 5])
@pytest.mark.parametrize("tag", ["adk-go-1.7", "adk-go-2.2", "segmented"])
def test_correct_references_break_no_rule(tag: str, seed: int) -> None:
    backend = connect(tag).backend
    outcome = search_for_leaks(backend, backend.hello(), "mc-", seed, 20)
    assert (outcome.violations, outcome.problem, outcome.histories) == ([], None, 20)
    # Its runner does not take an empty name.
    assert set(outcome.errors) <= {"play_turn: internal"}


def test_the_joined_key_of_java_takes_two_operations() -> None:
    backend = connect("adk-java-1.8").backend
    found = search_for_leaks(backend, backend.hello(), "mc-", 1, EVERY_NAME).violations
    [history] = [one.history for one in found if one.kind.breach is Breach.SHOWN and one.kind.operation == "search"]
    assert [call.operation for call in history] == ["add_session", "search"]
    scopes = sorted(tuple(call.parameters["scope"].values()) for call in history)
    assert scopes == [("shop", "ana/ben"), ("shop/ana", "ben")]


def test_what_is_told_of_a_violation_names_owner_reader_and_text() -> None:
    [found] = searched(toys.ListsEverybody, FEW).violations
    [added, listed] = found.history
    assert (found.owner, found.reader) == (added.parameters["scope"], listed.parameters["scope"])
    assert found.text == added.parameters["session"]["events"][0]["content"]["parts"][0]["text"]
    assert found.name in found.text
    assert found.text in found.seen
    assert found.seen_in > 1


def test_one_memory_that_is_read_by_its_id_may_be_one_of_several() -> None:
    backend, canaries = toys.SeveralMemoriesEach(), Canaries("one run")
    watch, scope = Watch(backend, backend.hello(), canaries), {"app": "shop", "user": "ana"}
    content = {"role": "user", "parts": [{"text": canaries.text(0)}]}
    session = {"id": "s1", "events": [{"id": "e1", "author": "user", "timestamp": 0.0, "content": content}]}
    history = (
        Call("add_session", {"scope": scope, "session": session}),
        Call("list_memories", {"scope": scope}),
        Call("get_memory", {"scope": scope, "memoryId": {OF: canaries.text(0)}}),
        Call("delete_memory", {"scope": scope, "memoryId": {OF: canaries.text(0)}}),
        Call("list_memories", {"scope": scope}),
    )
    assert [watch.make(call) for call in history] == [[]] * 5
    assert tuple(watch.calls) == history


@pytest.mark.parametrize("count", [MOST_EVENTS, MOST_EVENTS + 1])
def test_a_history_that_hands_a_scope_more_than_many_services_give_shows_nothing(count: int) -> None:
    canaries = Canaries("one run")
    owner, reader = {"app": "shop", "user": "ana"}, {"app": "shop", "user": "ben"}
    texts = [{"role": "user", "parts": [{"text": canaries.text(number)}]} for number in range(count)]
    events = [
        {"id": f"e{number}", "author": "user", "timestamp": 0.0, "content": text} for number, text in enumerate(texts)
    ]
    history = (
        Call("add_session", {"scope": owner, "session": {"id": "s1", "events": events}}),
        Call("list_memories", {"scope": reader}),
    )
    backend = toys.ListsEverybody()
    found = shown(shown_by(history[-1]), history, lambda: Watch(backend, backend.hello(), canaries))
    assert (found is None) == (count > MOST_EVENTS)


def test_one_leak_does_not_hide_another() -> None:
    class Both(toys.ListsEverybody, toys.DeletesNobody):
        """Two faults at once."""

    found = searched(Both, FEW).violations
    assert {(one.kind.rule.value, one.kind.breach) for one in found} >= {
        ("LEAK-003", Breach.SHOWN),
        ("LEAK-013", Breach.BACK),
    }


class Recording(Sound):
    """Notes what it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, str]] = []

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        self.asked.append((str(dict(scope)), query))
        return super().search(instance, scope, query)


def asked(seed: int) -> list[tuple[str, str]]:
    backend = Recording()
    search_for_leaks(backend, backend.hello(), "mc-", seed, 15)
    return backend.asked


def test_one_seed_makes_the_same_histories_whatever_else_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asked(6)
    (tmp_path / "numbers_of_somebody.py").write_text(f"NUMBERS = {list(range(30_000))}\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("numbers_of_somebody")
    assert asked(6) == first
    assert asked(7) != first
    # Not merely other names: other operations.
    assert searched(Sound, 20, 2).operations != searched(Sound, 20, 3).operations


def test_nothing_is_written_or_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    backend = toys.ListsEverybody()
    assert search_for_leaks(backend, backend.hello(), "mc-", 1, 10).violations
    assert list(tmp_path.iterdir()) == []
    assert capfd.readouterr() == ("", "")


OPTIONAL = {one.method or one.name for one in OPERATIONS.values() if one.capability is not None}


def test_what_is_not_declared_is_not_played() -> None:
    class Shy(Sound):
        """Adds and searches, and raises for anything else."""

        fields: Mapping[str, Any] = MappingProxyType({"capabilities": []})

        def __getattribute__(self, name: str) -> Any:
            assert OPTIONAL.isdisjoint({name}), name
            return super().__getattribute__(name)

    outcome = searched(Shy, 20)
    assert (outcome.problem, outcome.violations) == (None, [])


def test_nothing_is_deleted_where_that_is_left_out_of_the_hello() -> None:
    class Careful(Sound):
        """Must not be asked to delete."""

        def __getattribute__(self, name: str) -> Any:
            assert not name.startswith("delete"), name
            return super().__getattribute__(name)

    backend = Careful()
    kept = {one for one in backend.hello().capabilities if not one.value.startswith("delete")}
    outcome = search_for_leaks(backend, backend.hello().model_copy(update={"capabilities": kept}), examples=20)
    assert (outcome.problem, outcome.violations) == (None, [])


def test_a_harness_that_fails_ends_the_search_and_keeps_what_was_found() -> None:
    class Leaking(toys.Unreachable, toys.ListsEverybody):
        """Leaks while it is there."""

    outcome = searched(Leaking, FEW)
    assert outcome.problem == "unavailable: connection refused"
    assert 0 < outcome.histories < FEW
    assert [one.kind.rule.value for one in outcome.violations] == ["LEAK-003"]


def test_an_interruption_ends_the_search_and_keeps_what_was_found() -> None:
    def stop(histories: int, kinds: int) -> None:
        if histories == 12:
            raise KeyboardInterrupt

    backend = toys.ListsEverybody()
    outcome = search_for_leaks(backend, backend.hello(), "mc-", 1, FEW, told=stop)
    assert (outcome.problem, outcome.histories) == ("interrupted", 12)
    assert [one.kind.rule.value for one in outcome.violations] == ["LEAK-003"]


def test_an_error_on_a_legal_call_is_noted_and_is_no_leak() -> None:
    outcome = searched(toys.Stumbling, 20, 2)
    assert set(outcome.errors) == {"delete_user: internal"}
    # It ends its history.
    assert outcome.errors.total() <= outcome.histories
    assert outcome.violations == []


@pytest.mark.parametrize(
    "kind", [in_order.NothingForNobody, in_order.RefusesToSearchForNothing], ids=lambda kind: kind.__name__
)
def test_where_there_is_nothing_to_answer_with_an_error_ends_no_history(kind: type[Sound]) -> None:
    outcome = searched(kind, 20, 2)
    assert (outcome.errors.total(), outcome.refused) == (0, 0)
    assert outcome.operations == searched(toys.Noisy, 20, 2).operations


def test_what_a_look_takes_away_is_put_down_to_no_call_of_others() -> None:
    found = {(one.kind.rule.value, one.kind.breach) for one in searched(in_order.ListsWhoSearchedLast, FEW).violations}
    assert found == {("LEAK-001", Breach.LOST), ("LEAK-003", Breach.SHOWN)}


def test_two_calls_that_are_needed_only_together_are_left_out_together() -> None:
    backend, canaries = in_order.AnswersAsBefore(), Canaries("one run")
    ana, ben = {"app": "shop", "user": "ana"}, {"app": "bank", "user": "ana"}

    def remembered(scope: Mapping[str, str], canary: int) -> Call:
        content = {"role": "user", "parts": [{"text": canaries.text(canary)}]}
        event = {"id": f"e{canary}", "author": "user", "timestamp": 0.0, "content": content}
        return Call("add_session", {"scope": scope, "session": {"id": "s1", "events": [event]}})

    looks, turn = {"query": QUERY}, {"session": "talk", "content": {"role": "user", "parts": [{"text": QUERY}]}}
    watch = Watch(backend, backend.hello(), canaries)
    for call in (
        remembered(ana, 0),
        remembered(ben, 1),
        Call("search", {"scope": ben, **looks}),
        Call("delete_memory", {"scope": ben, "memoryId": {OF: canaries.text(1)}}),
        Call("search", {"scope": ana, **looks}),
        Call("play_turn", {"scope": ben, "turn": {**turn, "tools": ["preload_memory"], "script": []}}),
    ):
        sightings = watch.make(call)
    violation = explained(watch, sightings[0])
    found = smallest(violation, lambda: Watch(backend, backend.hello(), canaries), backend.hello())
    assert [call.operation for call in found.history] == ["add_session", "search", "play_turn"]
    assert found.kind == violation.kind


def test_refused_scopes_are_counted() -> None:
    assert searched(toys.Refusing, 20, 2).refused > 0
    assert searched(Sound, 20, 2).refused == 0


def test_a_leak_that_does_not_show_again_is_told_as_it_was_seen() -> None:
    class Once(Sound):
        """Shows everything to everybody, one time."""

        leaks = True

        def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
            everything = [one for memories in self.instances[instance].values() for one in memories]
            own = super().list_memories(instance, scope)
            if self.leaks and len(everything) > len(own):
                self.leaks = False
                return everything
            return own

    found = searched(Once, FEW).violations
    assert [one.kind.rule.value for one in found] == ["LEAK-003"]
    assert not found[0].repeats
    assert isinstance(found[0].history[-1], Call)


def test_without_a_border_nothing_is_played() -> None:
    class Open(Sound):
        """Shares everything, and says so."""

        fields: Mapping[str, Any] = MappingProxyType({"scope": [{"name": "app", "crossing": "shared"}]})

    assert searched(Open, FEW) == Outcome()


def test_every_name_and_every_way_to_join_two_takes_part_in_some_cast() -> None:
    casts = casts_of(Hello(name="any"))
    assert len(casts) <= EVERY_NAME
    in_one = [{tuple(scope.values()) for scope in cast} for cast in casts]
    for family in FAMILIES:
        for name in family.names:
            for victim in family.victims:
                assert any({("shop", name), ("shop", victim)} <= scopes for scopes in in_one), (victim, name)
                assert any({(name, "ana"), (victim, "ana")} <= scopes for scopes in in_one), (victim, name)
    for by in SEPARATORS.values():
        assert any({("shop", f"ana{by}ben"), (f"shop{by}ana", "ben")} <= scopes for scopes in in_one), by


def test_all_that_is_declared_is_played() -> None:
    asked = set()

    class Counting(toys.Late):
        """Notes which of its methods are used."""

        def __getattribute__(self, name: str) -> Any:
            asked.add(name)
            return super().__getattribute__(name)

    searched(Counting, FEW)
    operations = [one for one in OPERATIONS.values() if one.capability in toys.Late.fields["capabilities"]]
    assert {one.name for one in operations} <= asked
    assert len(operations) == 8
