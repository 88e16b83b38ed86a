"""Makes a history smaller as long as it still shows what it shows, and plainer: the names and words that a reader knows.

Hypothesis shrinks towards small numbers; here a reader has to recognise what is left, so words are tried before code points.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from memory_conformance.histories.generating import SESSIONS, TIMES, WORDS
from memory_conformance.histories.history import Call, History

_PLAIN = {"app": ("shop", "bank"), "user": ("ana", "ben", "li")}

Holds = Callable[[History], bool]
"""Whether a history still shows what it is kept for."""


def reduced(history: History, holds: Holds, *, texts: bool = True) -> tuple[Call, ...]:
    """The smallest history found from one that ``holds``: nothing can be left out of it, and nothing made plainer, one at a time.

    Without ``texts``, what is said and searched for stays as it is.
    """
    smallest = tuple(history)
    while True:
        before = smallest
        for ways in _WAYS if texts else (_without_calls, _fewer, _renamed):
            smallest = _as_far_as(smallest, ways, holds)
        if smallest == before:
            return smallest


def _as_far_as(
    history: tuple[Call, ...], ways: Callable[[tuple[Call, ...]], Iterator[tuple[Call, ...]]], holds: Holds
) -> tuple[Call, ...]:
    """A history made plainer in these ways until none of them holds any more."""
    # A word that is made shorter and one that is made plainer would go on for ever, each the other's reason.
    in_texts = ways in (_shorter, _other_words)
    while plainer := next(
        (
            one
            for one in ways(history)
            if one and not (in_texts and _strangeness(one) >= _strangeness(history)) and holds(one)
        ),
        None,
    ):
        history = plainer
    return history


def _strangeness(history: tuple[Call, ...]) -> tuple[int, int]:
    """How far the words of all texts are from the plain ones, then how long they are."""
    texts = [text for call in history for text in _texts(call)]
    words = [word for text in texts for word in text.split()]
    strange = sum(WORDS.index(word) if word in WORDS else len(WORDS) + len(word) for word in words)
    return strange, sum(map(len, texts))


def _without_calls(history: tuple[Call, ...]) -> Iterator[tuple[Call, ...]]:
    """Without calls before the last, many at a time at first."""
    last = len(history) - 1
    for size in _sizes(last):
        for start in range(0, last, size):
            yield (*history[:start], *history[min(start + size, last) :])


def _fewer(history: tuple[Call, ...]) -> Iterator[tuple[Call, ...]]:
    """Without one event, one part, or what is special about one."""
    for number, call in enumerate(history):
        events = _events(call)
        for place, event in enumerate(events):
            yield _with_events(history, number, [*events[:place], *events[place + 1 :]])
            if event["author"] != "user":
                spoken = {"content": {**event["content"], "role": "user"}} if event.get("content") else {}
                yield _with_event(history, number, place, {**event, "author": "user", **spoken})
            for field, plain in (("timestamp", TIMES[0]), ("id", f"e{number + 1}-{place + 1}")):
                if event[field] != plain:
                    yield _with_event(history, number, place, {**event, field: plain})
            parts = _parts(event)
            for index in range(len(parts) if len(parts) > 1 else 0):
                fewer = [*parts[:index], *parts[index + 1 :]]
                yield _with_event(history, number, place, {**event, "content": {**event["content"], "parts": fewer}})


def _renamed(history: tuple[Call, ...]) -> Iterator[tuple[Call, ...]]:
    """With the plainest names that keep apart what is apart."""
    scopes = {str(call.parameters["scope"]): call.parameters["scope"] for call in history}.values()
    for one in scopes:
        for other in scopes:
            # Two that a backend confuses become plain only together.
            if one != other:
                yield tuple(_of_scope(call, one, other) for call in history)
    for field, plain in _PLAIN.items():
        for old in dict.fromkeys(call.parameters["scope"].get(field, plain[0]) for call in history):
            for new in plain[: plain.index(old)] if old in plain else plain:
                yield tuple(_in_scope(call, field, old, new) for call in history)
    for old in dict.fromkeys(name for call in history if (name := _session(call)) is not None):
        for new in SESSIONS[: SESSIONS.index(old)] if old in SESSIONS else SESSIONS:
            yield tuple(_in_session(call, old, new) for call in history)


def _other_words(history: tuple[Call, ...]) -> Iterator[tuple[Call, ...]]:
    """With a plainer word in the place of one, in texts and queries alike."""
    for old in _words(history):
        for new in WORDS[: WORDS.index(old)] if old in WORDS else WORDS:
            yield tuple(_with_texts(call, {text: text.replace(old, new) for text in _texts(call)}) for call in history)


def _shorter(history: tuple[Call, ...]) -> Iterator[tuple[Call, ...]]:
    """With a piece less in one text or query."""
    for number, call in enumerate(history):
        for text in dict.fromkeys(_texts(call)):
            for size in _sizes(len(text)):
                for start in range(0, len(text), size):
                    less = text[:start] + text[start + size :]
                    if less or call.operation == "search":
                        yield (*history[:number], _with_texts(call, {text: less}), *history[number + 1 :])


def _sizes(length: int) -> Iterator[int]:
    while length > 0:
        yield length
        length //= 2


def _words(history: tuple[Call, ...]) -> list[str]:
    found = {word for call in history for text in _texts(call) for word in (text, *text.split())}
    return sorted(found - {""}, key=lambda word: (-len(word), word))


def _texts(call: Call) -> list[str]:
    if call.operation == "search":
        return [call.parameters["query"]]
    return [part["text"] for event in _events(call) for part in _parts(event) if part.get("text")]


def _events(call: Call) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = call.parameters.get("session", call.parameters).get("events", [])
    return events


def _parts(event: dict[str, Any]) -> list[dict[str, Any]]:
    return (event.get("content") or {}).get("parts") or []


def _session(call: Call) -> str | None:
    if "session" in call.parameters:
        return str(call.parameters["session"]["id"])
    return call.parameters.get("sessionId")


def _with_event(history: tuple[Call, ...], number: int, place: int, event: dict[str, Any]) -> tuple[Call, ...]:
    events = _events(history[number])
    return _with_events(history, number, [*events[:place], event, *events[place + 1 :]])


def _with_events(history: tuple[Call, ...], number: int, events: list[dict[str, Any]]) -> tuple[Call, ...]:
    operation, parameters = history[number].operation, history[number].parameters
    if "session" in parameters:
        changed = Call(operation, {**parameters, "session": {**parameters["session"], "events": events}})
    else:
        changed = Call(operation, {**parameters, "events": events})
    return (*history[:number], changed, *history[number + 1 :])


def _of_scope(call: Call, old: Mapping[str, str], new: Mapping[str, str]) -> Call:
    return Call(call.operation, {**call.parameters, "scope": new}) if call.parameters["scope"] == old else call


def _in_scope(call: Call, field: str, old: str, new: str) -> Call:
    scope = call.parameters["scope"]
    if scope.get(field) != old:
        return call
    return Call(call.operation, {**call.parameters, "scope": {**scope, field: new}})


def _in_session(call: Call, old: str, new: str) -> Call:
    if _session(call) != old:
        return call
    if "session" in call.parameters:
        return Call(call.operation, {**call.parameters, "session": {**call.parameters["session"], "id": new}})
    return Call(call.operation, {**call.parameters, "sessionId": new})


def _with_texts(call: Call, other: Mapping[str, str]) -> Call:
    """A call with other texts in the place of some."""
    if call.operation == "search":
        query = call.parameters["query"]
        return Call(call.operation, {**call.parameters, "query": other.get(query, query)})
    parameters = copy.deepcopy(dict(call.parameters))
    for event in parameters.get("session", parameters).get("events", ()):
        for part in _parts(event):
            if part.get("text"):
                part["text"] = other.get(part["text"], part["text"])
    return Call(call.operation, parameters)


_WAYS = (_without_calls, _fewer, _shorter, _other_words, _renamed)
