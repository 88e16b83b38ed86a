"""The words that libraries put around what they found: none is in this repository, and a release that changes one shows.

A port has no words around its block, so that these are compared on the real libraries alone, by their hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import pytest

from memory_conformance.backend import Backend
from memory_conformance.connect.connectable import connect
from memory_conformance.model import Capability, Content, Event, Part, Session
from memory_conformance.steps.reached import CLOSING, OPENING
from memory_conformance.turn import ModelRequest, Tool, Turn
from upstream.proof import TOOL

SCOPE = {"app": "shop", "user": "ana"}
ADVICE = {
    "adk-go@1.7.0": "887e0d572b7b0dc2",
    "adk-go@2.2.0": "887e0d572b7b0dc2",
    "adk-java@1.8.0": "96b231004d35a6a1",
    "adk-js@2.0.0": "887e0d572b7b0dc2",
    "adk-python@2.13.0": "8f42e9148c8fb51b",
}
"""Of the system instruction of an agent with load_memory: the hash of what an agent without tools is not told."""
FRAME = {
    "adk-go@1.7.0": "36d369e69f762ba8",
    "adk-go@2.2.0": "36d369e69f762ba8",
    "adk-js@2.0.0": "b3ef64f2ab130b05",
    "adk-python@2.13.0": "9aebdb067de4ff7d",
}
"""Of the text with past conversations: the hash of all of it but the lines between its frame."""


@pytest.fixture(
    params=[
        pytest.param(one, id=one, marks=pytest.mark.requires(TOOL[one.partition("@")[0]])) for one in sorted(ADVICE)
    ]
)
def library(request: pytest.FixtureRequest) -> Iterator[tuple[str, Backend]]:
    backend = connect(f"upstream:{request.param}").backend
    yield request.param, backend
    backend.disconnect()


def first_request(backend: Backend, *tools: Tool) -> ModelRequest:
    instance = backend.open({})
    event = Event(id="e1", author="user", timestamp=1.0, content=Content(role="user", parts=[Part(text="order 7")]))
    backend.add_session(instance, SCOPE, Session(id="monday", events=[event]))
    said = Content(role="user", parts=[Part(text="order")])
    return backend.play_turn(instance, SCOPE, Turn(session="talk", content=said, tools=list(tools))).requests[0]


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def test_the_words_around_memory_are_those_of_the_release(library: tuple[str, Backend]) -> None:
    release, backend = library
    plain = first_request(backend).system_instruction or ""

    advised = first_request(backend, Tool.LOAD).system_instruction or ""
    assert advised.startswith(plain)
    assert hash_of(advised[len(plain) :]) == ADVICE[release]

    if Capability.PRELOAD_MEMORY in backend.hello().capabilities:
        request = first_request(backend, Tool.PRELOAD)
        texts = [part.text or "" for content in request.contents for part in content.parts or ()]
        (framed,) = [text for text in (request.system_instruction or "", *texts) if OPENING in text]
        before, _, rest = framed.removeprefix(plain).partition(OPENING)
        _, _, behind = rest.rpartition(CLOSING)
        assert hash_of(f"{before}{OPENING}{CLOSING}{behind}") == FRAME[release]
