"""The same service gives the same verdicts, whatever stands between it and the specification."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from typing import Any

import pytest

from memory_conformance.backend import Backend, BackendError
from memory_conformance.connect.connectable import connect
from memory_conformance.model import Content, Event, Memory, Part, Session
from memory_conformance.run import Wish, play
from memory_conformance.specification import read_specification
from memory_conformance.target import find_targets
from transports.serving import COMMAND, serving

REFERENCES = ["adk-go-1.7", "adk-java-1.8", "segmented"]
Way = Callable[[str], AbstractContextManager[str]]
"""Gives the connectable of a reference behind a transport."""


@contextmanager
def over_stdio(reference: str) -> Iterator[str]:
    yield f"exec:{shlex.join([*COMMAND, reference, '--stdio'])}"


@contextmanager
def over_http(reference: str) -> Iterator[str]:
    with serving(reference) as service:
        yield service.address


WAYS: Mapping[str, Way] = {"stdio": over_stdio, "http": over_http}
RACES = {"AGAIN-005"}
"""One of two additions at the same moment is the last, and either may be: what was seen is left out, its verdict is not."""


def verdicts(connectable: str) -> list[tuple[Any, ...]]:
    """What came out of a run of the whole specification, behaviour by behaviour."""
    specification = read_specification()
    results = play(specification, find_targets([connectable], (), 7, specification), Wish(seed=7))
    assert results.envelope.complete
    return [
        (one.id, one.verdict, one.marks, None if one.id in RACES else one.observed, one.answered_like)
        for one in results.results
    ]


@cache
def in_process(reference: str) -> list[tuple[Any, ...]]:
    """The verdicts without any transport."""
    return verdicts(reference)


@pytest.mark.requires("serve")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("reference", REFERENCES)
def test_verdicts_and_answers_are_those_of_the_same_service_in_process(reference: str, way: str) -> None:
    with WAYS[way](reference) as connectable:
        found = verdicts(connectable)
    assert found == in_process(reference)


HOSTILE = [
    "",
    " ",
    "a\x00b",
    "\ud800",
    "\udc00 and \ud800 the wrong way around",
    "\U0001f375",
    "\u2028\u2029\x85\r\n",
    "\ufeff",
    "\\ud800",
    "../%2e%2e/?#&=+;",
    '{"text": "\\"}',
    "é" + "e\u0301",
    "x" * 2**19,
]
"""Texts that framings have been known to change."""


def told(backend: Backend, text: str) -> list[Any]:
    """What a backend answers where every name, id and text is the same hostile one."""
    scope = {"app": text, "user": text}
    content = Content(role=text, parts=[Part(text=text), Part(text="tea"), Part(function_call={"name": text, text: 1})])
    event = Event(id=text, author=text, timestamp=0.1 + 0.2, content=content, custom_metadata={text: text})
    instance = backend.open({})
    return [
        _answer(lambda: backend.add_session(instance, scope, Session(id=text, events=[event], state={text: text}))),
        _answer(lambda: backend.search(instance, scope, text)),
        _answer(lambda: backend.search(instance, scope, "tea")),
        _answer(lambda: backend.search(instance, {**scope, "user": f"{text}."}, "tea")),
        _answer(lambda: backend.change_added_event(instance, text, "no tea")),
        _answer(lambda: backend.search(instance, scope, "tea")),
        _answer(lambda: backend.search(text, scope, "tea")),
        _answer(lambda: backend.close(instance)),
    ]


def _answer(ask: Callable[[], list[Memory] | None]) -> Any:
    try:
        found = ask()
    except BackendError as error:
        return error.code, error.message, error.speaker
    return found and [one.to_wire() for one in found]


@pytest.mark.requires("serve")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("reference", ["adk-go-1.7", "adk-java-1.8"])
def test_no_text_is_changed_on_its_way(reference: str, way: str) -> None:
    here = connect(reference).backend
    with WAYS[way](reference) as connectable:
        there = connect(connectable).backend
        try:
            for text in HOSTILE:
                expected = told(here, text)
                assert any(isinstance(one, list) for one in expected)
                assert told(there, text) == expected
        finally:
            there.disconnect()
