"""A comparison finds what was planted, tells it for what it is, and finds nothing where nothing was."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from histories.faults import FAULTS, JoinedKey, NewestFirst, UserIgnored
from histories.playing import added, compared, planted, searched, side
from histories.services import NeverEmpty, OfBothKinds, Shuffled, ShuffledAndCut, Sound
from memory_conformance.histories.comparing import compare
from memory_conformance.histories.difference import Group, Kind, told_by
from memory_conformance.histories.history import Answer
from memory_conformance.model import Event, Hello, Memory, Scope, ScopeField


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_difference_is_found_and_told_for_what_it_is(fault: type[Sound]) -> None:
    _, found = planted(fault)
    expected = FAULTS[fault].kinds
    assert found.played == FAULTS[fault].histories
    assert found.differing > 0
    kinds = {example.group.kind for example in found.examples}
    assert expected[0] in kinds <= set(expected)


@pytest.mark.parametrize("service", [Sound, OfBothKinds, NeverEmpty])
def test_a_sound_service_does_not_differ_from_itself(service: type[Sound]) -> None:
    found = compared(service(), service(), 300)
    assert (found.played, found.differing, found.examples) == (300, 0, [])
    assert found.unordered == found.unsteady == set()


def test_no_way_to_differ_is_seen_more_often_than_histories_differ() -> None:
    found = compared(Sound(), JoinedKey(), 500)
    assert 0 < max(example.seen for example in found.examples) <= found.differing
    for fault in FAULTS:
        _, found = planted(fault)
        assert 0 < max(example.seen for example in found.examples) <= found.differing


def test_the_gravest_is_told_first_and_of_one_kind_the_most_frequent() -> None:
    examples = compared(Sound(), UserIgnored(), 300).examples
    order = [list(Kind).index(example.group.kind) for example in examples]
    assert order == sorted(order)
    assert len(set(order)) > 1
    for kind in Kind:
        seen = [example.seen for example in examples if example.group.kind is kind]
        assert seen == sorted(seen, reverse=True)


@pytest.mark.parametrize("place", [0, 1])
def test_a_service_without_an_order_is_not_called_different_for_it(place: int) -> None:
    backends = (Shuffled(), Sound()) if place == 0 else (Sound(), Shuffled())
    found = compared(*backends)
    assert found.unordered == {place}
    assert found.unsteady == set()
    assert (found.differing, found.examples) == (0, [])
    both = compared(Shuffled(), Shuffled())
    assert both.unordered <= {0, 1} != set()
    assert (both.differing, both.examples) == (0, [])


def test_an_order_that_is_kept_is_compared() -> None:
    _, found = planted(NewestFirst)
    assert found.unordered == set()
    [example] = found.examples
    texts = [
        [memory["content"]["parts"][0]["text"] for memory in answer.memories or ()]
        for answer in (example.first, example.second)
    ]
    assert texts[0] == texts[1][::-1]
    assert len(texts[0]) == 2


class Fickle(Sound):
    """Finds something every other time, more or less."""

    _random = random.Random(7)

    def best(self, found: list[Event]) -> list[Event]:
        return found if self._random.random() < 0.5 else []


@pytest.mark.parametrize("service", [Fickle, ShuffledAndCut])
def test_what_cannot_be_repeated_is_told_and_is_no_difference(service: type[Sound]) -> None:
    found = compared(Sound(), service(), 300)
    assert found.unsteady == {1}
    # Where no more come back than may, it is the one thing that can be repeated.
    assert {example.group.detail for example in found.examples} <= {"more memories at once"}


class OnlyUsers(Sound):
    """Knows users, and no apps."""

    def hello(self) -> Hello:
        return Hello(name="only users", scope=[ScopeField(name="user")])


def test_a_scope_field_that_one_does_not_have_is_no_difference() -> None:
    found = compare((side(Sound()), side(OnlyUsers())), 200, 7)
    assert (found.differing, found.examples) == (0, [])


def test_a_backend_that_never_starts_empty_is_compared_without_what_it_was_told_before() -> None:
    found = compared(Sound(), NeverEmpty())
    assert (found.differing, found.examples) == (0, [])
    # Without names of its own for each history, what earlier ones left would be in the way.
    bare = side(NeverEmpty())
    bare.hello.reset = side(Sound()).hello.reset
    assert compare((side(Sound()), bare), 50, 7).unsteady == {1}


class NeverEmptyAndCaseCounts(NeverEmpty):
    """Never starts empty, and finds words in their own case alone."""

    def words(self, text: str) -> set[str]:
        return set(text.split())


def test_a_difference_of_a_backend_that_never_starts_empty_is_found() -> None:
    found = compared(Sound(), NeverEmptyAndCaseCounts())
    assert {example.group.kind for example in found.examples} == {Kind.FOUND}
    assert all("another form of a word" in example.group.detail for example in found.examples)
    # The names in the example are those of the history, and not those that kept it apart.
    scopes = {tuple(call.parameters["scope"].values()) for example in found.examples for call in example.history}
    assert scopes == {("shop", "ana")}


class CutAtAHundred(Sound):
    """Keeps the first hundred characters of a text."""

    def memory(self, event: Event) -> Memory:
        memory = super().memory(event)
        for part in memory.content.parts or ():
            part.text = part.text and part.text[:100]
        return memory


class LongQueryFindsNothing(Sound):
    """Finds nothing by more than five hundred characters."""

    def matches(self, query: str, text: str) -> bool:
        return len(query) <= 500 and super().matches(query, text)


class StarIsEveryone(Sound):
    """Shows a user whose name is a star what all users of the app remember."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        users = [user for app, user in self._instances[instance] if app == scope["app"]]
        readable = users if scope["user"] == "*" else [scope["user"]]
        find = super().search
        return [one for user in readable for one in find(instance, {**scope, "user": user}, query)]


class Aliased(Sound):
    """Gives back the very objects that it stores."""

    def memory(self, event: Event) -> Memory:
        assert event.content is not None
        return Memory(content=event.content, id=event.id, author=event.author, timestamp=event.timestamp)


@pytest.mark.parametrize("fault", [CutAtAHundred, LongQueryFindsNothing, StarIsEveryone, Aliased])
def test_what_no_history_speaks_of_is_not_found_and_the_page_says_so(fault: type[Sound]) -> None:
    found = compared(Sound(), fault(), 300)
    assert (found.played, found.differing) == (300, 0)
    assert BLIND[fault] in " ".join(PAGE.read_text(encoding="utf-8").split())


PAGE = Path(__file__).parents[2] / "docs" / "comparing.md"
BLIND: dict[type[Sound], str] = {
    CutAtAHundred: "texts and queries of more than",
    LongQueryFindsNothing: "texts and queries of more than",
    StarIsEveryone: "names are a list",
    Aliased: "what an application does to its own objects",
}


def test_who_keeps_what_another_takes_away_leaks_nothing() -> None:
    group = Group(Kind.COPIES, "", 0)
    both = Answer(memories=tuple({"content": {"parts": [{"text": "tea"}]}} for _ in range(2)))
    own = [added("tea"), added("tea", session="s2"), added("note", user="ben", session="s2"), searched("tea")]
    assert told_by(own, group, both) == Group(Kind.KEPT, "for another user", 0)
    # Of two that came back one stands here: the other is somebody else's.
    other = [added("tea"), added("tea", user="ben"), searched("tea")]
    assert told_by(other, group, both) == Group(Kind.FOREIGN, "user", 0)
    alone = [added("tea"), added("tea"), searched("tea")]
    assert told_by(alone, group, both) == group
