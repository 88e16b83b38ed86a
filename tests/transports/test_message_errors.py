"""What is wrong with a message is told to those who write no Python, in the words of JSON."""

from __future__ import annotations

from typing import Any

import pytest

from memory_conformance.model import Hello, Wire
from memory_conformance.protocol.parameters import ChangeResultParameters, InScope, Memories, OpenParameters
from memory_conformance.protocol.reading import MessageError, read_message


@pytest.mark.parametrize(
    ("kind", "found", "told"),
    [
        (Memories, [], "input should be an object, not []"),
        (Memories, {"memories": None}, "memories: input should be an array, not null"),
        (Memories, {"memories": ["a ‘b’"]}, 'memories.0: input should be an object, not "a ‘b’"'),
        (Memories, {"memories": [{"content": True}]}, "memories.0.content: input should be an object, not true"),
        (
            Memories,
            {"memories": [{"content": {"parts": [{"text": 7}]}}]},
            "memories.0.content.parts.0.text: input should be a string, not 7",
        ),
        (
            Memories,
            {"memories": [{"content": {"parts": [{"text": "a", "thought": "yes"}]}}]},
            'memories.0.content.parts.0.thought: input should be true or false, not "yes"',
        ),
        (
            Memories,
            {"memories": [{"content": {}, "timestamp": False}]},
            "memories.0.timestamp: input should be a number, not false",
        ),
        (Memories, {"memories": [{"id": "1"}]}, "memories.0.content: it is missing"),
        (Hello, None, "input should be an object, not null"),
        (Hello, {"name": "x", "capabilities": {}}, "capabilities: input should be an array, not {}"),
        (Hello, {"name": "x", "bounds": [1]}, "bounds: input should be an object, not [1]"),
        (Hello, {"name": "x", "reset": "no"}, 'reset: input should be "instance" or "none", not "no"'),
        (
            ChangeResultParameters,
            {"instance": "1", "position": 1.5, "text": ""},
            "position: input should be a whole number, not 1.5",
        ),
        (
            ChangeResultParameters,
            {"instance": "1", "position": -1, "text": ""},
            "position: input should be greater than or equal to 0, not -1",
        ),
        (OpenParameters, {"settings": "a\nb\ud800"}, 'settings: input should be an object, not "a\\nb\\ud800"'),
        (InScope, {"instance": "1", "scope": {"a": {"b": None}}}, 'scope.a: input should be a string, not {"b": null}'),
    ],
)
def test_what_is_wrong_with_a_message_is_told_in_the_words_of_json(kind: type[Wire], found: Any, told: str) -> None:
    with pytest.raises(MessageError) as wrong:
        read_message(kind, found)
    assert str(wrong.value) == told


def test_what_came_in_place_of_a_message_is_shown_in_part() -> None:
    with pytest.raises(MessageError) as wrong:
        read_message(Memories, {"memories": "x" * 500})
    assert str(wrong.value) == f'memories: input should be an array, not "{"x" * 119}…'
