"""What a comparison shows is as small as it gets, still shows it, and is told with the names and words that a reader knows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest

from histories.faults import FirstPartAlone, JoinedKey, NothingForgotten
from histories.playing import added, made, planted, searched
from memory_conformance.histories.generating import SESSIONS, WORDS
from memory_conformance.histories.history import Call, History, events_of, text_of
from memory_conformance.histories.reducing import reduced

MOST_ASKED = 5_000
"""How often it may be asked whether a history still shows something, before it counts as going on for ever."""


def texts(history: History) -> list[str]:
    return [text_of(event.get("content")) for event in events_of(history)]


def query(history: History) -> str:
    return str(history[-1].parameters["query"]) if history[-1].operation == "search" else ""


def sessions(call: Call) -> list[str]:
    return [call.parameters["session"]["id"]] if call.operation == "add_session" else []


SHOWING: dict[str, Callable[[History], bool]] = {
    "anything": lambda history: True,
    "the query is a word of a text": lambda history: any(query(history) in text.split() for text in texts(history)),
    "the query is within a word": lambda history: any(
        len(query(history)) == 1 and query(history) in word and query(history) != word
        for text in texts(history)
        for word in text.split()
    ),
    "the query is a word in other letters": lambda history: any(
        query(history) != word and query(history).lower() == word.lower()
        for text in texts(history)
        for word in text.split()
    ),
    "a letter beyond ASCII in the query": lambda history: any(
        letter.isalpha() and not letter.isascii() for letter in query(history)
    ),
    "names that are one when they are joined": lambda history: any(
        "/".join(call.parameters["scope"].values()) == "/".join(history[-1].parameters["scope"].values())
        for call in history[:-1]
    ),
    "two scopes": lambda history: len({json.dumps(call.parameters["scope"]) for call in history}) == 2,
    "a session twice": lambda history: (
        len(all_ids := [one for call in history for one in sessions(call)]) > len(set(all_ids))
    ),
    "two sessions": lambda history: len({one for call in history for one in sessions(call)}) == 2,
    "eleven events": lambda history: len(list(events_of(history))) >= 11,
    "an event that says nothing": lambda history: any(event.get("content") is None for event in events_of(history)),
    "two parts": lambda history: any(
        len((event.get("content") or {}).get("parts") or ()) == 2 for event in events_of(history)
    ),
    "an author that is not the user": lambda history: any(event["author"] != "user" for event in events_of(history)),
    "times that run backwards": lambda history: (
        (times := [event["timestamp"] for event in events_of(history)]) != sorted(times)
    ),
}


def small(history: History, shows: Callable[[History], bool]) -> tuple[Call, ...]:
    """The reduced history; fails where it is asked for ever."""
    asked = 0

    def holds(one: History) -> bool:
        nonlocal asked
        asked += 1
        assert asked <= MOST_ASKED, f"asked {MOST_ASKED} times; now at {[texts(one), query(one)]}"
        return shows(one)

    return reduced(history, holds)


def without_one(history: tuple[Call, ...]) -> Iterator[tuple[Call, ...]]:
    """The history without one call before the last, or one event, or one part of several."""
    for number in range(len(history) - 1):
        yield (*history[:number], *history[number + 1 :])
    for number, call in enumerate(history):
        if call.operation != "add_session":
            continue
        session = call.parameters["session"]
        for place, event in enumerate(session["events"]):
            before, after = session["events"][:place], session["events"][place + 1 :]
            parts = (event.get("content") or {}).get("parts") or []
            fewer = [[*parts[:index], *parts[index + 1 :]] for index in range(len(parts) if len(parts) > 1 else 0)]
            rest = [{**event, "content": {**event["content"], "parts": some}} for some in fewer]
            for events in ([*before, *after], *([*before, one, *after] for one in rest)):
                changed = Call(call.operation, {**call.parameters, "session": {**session, "events": events}})
                yield (*history[:number], changed, *history[number + 1 :])


@pytest.fixture(scope="module")
def some() -> list[tuple[Call, ...]]:
    return made(250, 3)


@pytest.mark.parametrize("name", SHOWING)
def test_nothing_can_be_left_out_of_what_still_shows_it(name: str, some: list[tuple[Call, ...]]) -> None:
    shows = SHOWING[name]
    showing = [history for history in some if shows(history)][:8]
    assert len(showing) >= 3
    for history in showing:
        found = small(history, shows)
        assert shows(found)
        assert [one for one in without_one(found) if shows(one)] == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("anything", [searched("")]),
        ("the query is a word of a text", [added("tea"), searched("tea")]),
        ("names that are one when they are joined", None),
        ("a letter beyond ASCII in the query", [searched("é")]),
        ("an author that is not the user", None),
        ("two sessions", None),
    ],
)
def test_the_plainest_names_and_words_are_what_is_left(
    name: str, expected: list[Call] | None, some: list[tuple[Call, ...]]
) -> None:
    joined = added("tea", user="ana/ben"), searched("tea", user="ben", app="shop/ana")
    for history in [one for one in (joined, *some) if SHOWING[name](one)][:8]:
        found = small(history, SHOWING[name])
        assert {(call.parameters["scope"]["app"], call.parameters["scope"]["user"]) for call in found} == {
            ("shop", "ana")
        }
        ids = [one for call in found for one in sessions(call)]
        assert set(ids) == set(SESSIONS[: len(ids)])
        assert {event["timestamp"] for event in events_of(found)} <= {1767225600.0}
        if expected is not None and len(expected) == 1:
            assert [call.operation for call in found] == ["search"]
        elif expected is not None:
            assert (texts(found), query(found)) == (["tea"], "tea")


def test_two_scopes_are_told_apart_by_the_plainest_names(some: list[tuple[Call, ...]]) -> None:
    plain = ({("shop", "ana"), ("shop", "ben")}, {("shop", "ana"), ("bank", "ana")})
    for history in [one for one in some if SHOWING["two scopes"](one)][:8]:
        found = small(history, SHOWING["two scopes"])
        assert {(call.parameters["scope"]["app"], call.parameters["scope"]["user"]) for call in found} in plain


def test_names_that_matter_stay() -> None:
    found = planted(JoinedKey)[1].examples[0]
    names = {tuple(call.parameters["scope"].values()) for call in found.history}
    assert len({"/".join(name) for name in names}) == 1 < len(names)


def test_words_that_are_made_shorter_and_words_that_are_made_plainer_come_to_an_end() -> None:
    # "café" and "a", then "café" and "tea", then "a" and "café", and so on; and a word that grew by "te" each time.
    def shows(history: History) -> bool:
        said = [part["text"] for event in events_of(history) for part in event["content"]["parts"]]
        forms = [word for word in said if word != query(history) and word.lower() == query(history).lower()]
        return len(said) == 2 and not query(history).isascii() and bool(forms)

    for word, other in (("café", "CAFÉ"), ("İstanbul", "i̇stanbul"), ("чай", "Чай")):
        session = added({"content": {"role": "user", "parts": [{"text": "a"}, {"text": word}]}})
        assert shows(small((session, searched(other)), shows))
    assert planted(FirstPartAlone)[1].examples


def test_reducing_begins_with_words_that_a_reader_knows() -> None:
    assert WORDS[:4] == ("tea", "note", "Tea", "TEA")
    history = [added("чай beyond"), added("чай beyond", user="ben"), searched("beyond")]
    found = small(history, SHOWING["the query is a word of a text"])
    assert (texts(found), query(found)) == (["tea"], "tea")


def test_a_session_that_is_added_again_is_not_left_out_where_it_matters() -> None:
    [example] = [
        one
        for one in planted(NothingForgotten)[1].examples
        if one.group.detail == "what a session held before it was added again"
    ]
    assert [call.operation for call in example.history] == ["add_session", "add_session", "search"]
    first, second, last = example.history
    assert sessions(first) == sessions(second) == ["s1"]
    assert len(list(events_of([first]))) == 1
    assert list(events_of([second])) == []
    assert query([last]) == "tea"
