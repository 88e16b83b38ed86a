"""What made-up histories consist of: all that was meant to turn up does, and one seed makes the same ones everywhere."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from histories.playing import made
from memory_conformance.histories.generating import AUTHORS, SESSIONS, SPACES, TIMES, WORDS
from memory_conformance.histories.history import Call, events_of, text_of
from memory_conformance.model import Capability, Hello, ScopeField

COUNT = 2000
History = tuple[Call, ...]


@pytest.fixture(scope="module")
def two_thousand() -> list[History]:
    return made(COUNT)


def scopes(history: History) -> set[tuple[str, str]]:
    return {(call.parameters["scope"]["app"], call.parameters["scope"]["user"]) for call in history}


def queries(history: History) -> list[str]:
    return [call.parameters["query"] for call in history if call.operation == "search"]


def parts(history: History) -> Iterator[dict[str, Any]]:
    for event in events_of(history):
        yield from (event.get("content") or {}).get("parts") or ()


def texts(history: History) -> list[str]:
    return [part["text"] for part in parts(history) if part.get("text")]


def again(history: History) -> Iterator[tuple[int, int]]:
    """How many events a session had, and how many when it was added again."""
    before: dict[str, int] = {}
    for call in history:
        if call.operation == "add_session":
            session = call.parameters["session"]
            key, now = json.dumps([call.parameters["scope"], session["id"]]), len(session["events"])
            if key in before:
                yield before[key], now
            before[key] = now


def words_of_texts(history: History) -> set[str]:
    return {word for text in texts(history) for word in text.split()}


KINDS: dict[str, Callable[[History], object]] = {
    "two users of an app": lambda history: {("shop", "ana"), ("shop", "ben")} <= scopes(history),
    "one user of two apps": lambda history: {("shop", "ana"), ("bank", "ana")} <= scopes(history),
    "names that a slash confuses": lambda history: {("shop", "ana/ben"), ("shop/ana", "ben")} <= scopes(history),
    "names that a colon confuses": lambda history: {("shop", "ana:ben"), ("shop:ana", "ben")} <= scopes(history),
    "names that differ in case": lambda history: {("shop", "ana"), ("shop", "Ana")} <= scopes(history),
    "a name that begins another": lambda history: {("shop", "ana"), ("shop", "ana1")} <= scopes(history),
    "an empty app": lambda history: ("", "shop") in scopes(history),
    "an empty user": lambda history: ("shop", "") in scopes(history),
    "three scopes": lambda history: len(scopes(history)) == 3,
    "added again with fewer events": lambda history: any(now < before for before, now in again(history)),
    "added again with more events": lambda history: any(now > before > 0 for before, now in again(history)),
    "added again without events": lambda history: any(before > 0 and now == 0 for before, now in again(history)),
    "more than ten events": lambda history: any(
        len(call.parameters["session"]["events"]) > 10 for call in history if call.operation == "add_session"
    ),
    "several searches": lambda history: len(queries(history)) > 2,
    "a single search": lambda history: len(history) == 2,
    "an event without content": lambda history: any("content" not in event for event in events_of(history)),
    "a content without parts": lambda history: any(
        event.get("content", {}).get("parts") == [] for event in events_of(history)
    ),
    "several texts in an event": lambda history: any(
        sum(bool(part.get("text")) for part in (event.get("content") or {}).get("parts") or ()) > 1
        for event in events_of(history)
    ),
    "a part that is no text": lambda history: any("functionCall" in part for part in parts(history)),
    "an image": lambda history: any("inlineData" in part for part in parts(history)),
    "a thought": lambda history: any(part.get("thought") for part in parts(history)),
    "an empty text": lambda history: any(part.get("text") == "" for part in parts(history)),
    "times that run backwards": lambda history: (
        (times := [event["timestamp"] for event in events_of(history)]) != sorted(times)
    ),
    "an empty query": lambda history: "" in queries(history),
    "a query of several words": lambda history: any(len(query.split()) > 1 for query in queries(history)),
    "a query that a text says": lambda history: set(queries(history)) & words_of_texts(history),
    "a query in other letters": lambda history: any(
        query not in words_of_texts(history) and query.lower() in map(str.lower, words_of_texts(history))
        for query in queries(history)
    ),
    "a query that is a piece of a word": lambda history: any(
        query and query not in words and any(query in word for word in words)
        for words in [words_of_texts(history)]
        for query in queries(history)
    ),
    "characters beyond all alphabets": lambda history: any(
        ord(letter) > 0x3000 and letter not in "".join(WORDS) for text in texts(history) for letter in text
    ),
    "characters of rare alphabets": lambda history: any(
        0x500 < ord(letter) < 0x2000 and letter not in "".join(WORDS) for text in texts(history) for letter in text
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_all_that_was_meant_to_turn_up_does(kind: str, two_thousand: list[History]) -> None:
    assert sum(bool(KINDS[kind](history)) for history in two_thousand) >= 5


def test_every_word_space_session_author_and_time_is_used(two_thousand: list[History]) -> None:
    said = [text for history in two_thousand for text in texts(history)]
    joined = "\0".join(said)
    assert [word for word in WORDS if word not in joined] == []
    events = [event for history in two_thousand for event in events_of(history)]
    assert {event["timestamp"] for event in events} == set(TIMES)
    assert {event["author"] for event in events} == set(AUTHORS)
    added = [call.parameters["session"]["id"] for one in two_thousand for call in one if "session" in call.parameters]
    assert set(added) == set(SESSIONS)
    between = {space: {f"{one}{space}{other}" for one in WORDS for other in WORDS} for space in SPACES}
    assert [space for space, pairs in between.items() if pairs.isdisjoint(said)] == []


def test_every_history_ends_with_a_search_and_begins_with_a_session(two_thousand: list[History]) -> None:
    assert {history[-1].operation for history in two_thousand} == {"search"}
    assert {history[0].operation for history in two_thousand} == {"add_session"}


def test_everything_can_be_encoded(two_thousand: list[History]) -> None:
    for history in two_thousand:
        json.dumps([call.parameters for call in history], ensure_ascii=False).encode()


def test_events_are_told_apart_by_their_ids(two_thousand: list[History]) -> None:
    for history in two_thousand:
        ids = [event["id"] for event in events_of(history)]
        assert len(ids) == len(set(ids))


def test_hardly_any_history_is_played_twice(two_thousand: list[History]) -> None:
    assert len({repr(history) for history in two_thousand}) > 0.75 * COUNT


def test_one_seed_makes_the_same_histories_and_another_seed_others() -> None:
    assert made(50, 1) == made(50, 1)
    assert made(50, 1) != made(50, 2)


MAKING = """
import hashlib, {module}
from histories.playing import made
print(hashlib.sha256(repr(made(150, 7)).encode()).hexdigest())
"""


def test_the_code_that_is_loaded_beside_it_has_no_part_in_what_a_seed_makes(tmp_path: Path) -> None:
    # Hypothesis draws some numbers from those that it finds in modules; a backend's own module is one of them.
    (tmp_path / "of_a_backend.py").write_text(f"NUMBERS = {[101 + 37 * number for number in range(300)]}\n")
    found = set()
    for module in ("json", "of_a_backend"):
        command = [sys.executable, "-c", MAKING.format(module=module)]
        path = ":".join((str(tmp_path), str(Path(__file__).parents[1])))
        ended = subprocess.run(command, cwd=tmp_path, env={"PYTHONPATH": path}, capture_output=True, text=True)
        assert ended.returncode == 0, ended.stderr
        found.add(ended.stdout)
    assert len(found) == 1
    # Nor does it leave anything behind in the folder where it is asked for.
    assert {file.name for file in tmp_path.iterdir()} - {"__pycache__"} == {"of_a_backend.py"}


def test_single_events_are_added_where_both_sides_take_them() -> None:
    takes, does_not = Hello(name="one", capabilities={Capability.ADD_EVENTS}), Hello(name="other")
    operations = {call.operation for history in made(100, 7, takes, takes) for call in history}
    assert operations == {"add_session", "add_events", "search"}
    for hellos in ((takes, does_not), (does_not, takes)):
        assert "add_events" not in {call.operation for history in made(100, 7, *hellos) for call in history}


def test_histories_have_the_scope_fields_of_both_sides() -> None:
    one = Hello(name="one", scope=[ScopeField(name="tenant"), ScopeField(name="user")])
    fields = {tuple(call.parameters["scope"]) for history in made(50, 7, one, Hello(name="other")) for call in history}
    assert fields == {("tenant", "user", "app")}


def test_texts_are_named_by_their_words() -> None:
    assert text_of(
        {"parts": [{"text": "tea"}, {"functionCall": {"name": "look"}}, {"text": ""}, {"text": "time"}]}
    ) == ("tea time")
    assert text_of(None) == text_of({}) == text_of({"parts": None}) == ""
