"""What of a turn reached the model is read off its requests."""

from __future__ import annotations

from typing import Any

import pytest

from memory_conformance.model import Content
from memory_conformance.steps.reached import (
    AFTER_MESSAGE,
    BEFORE_MESSAGE,
    IN_INSTRUCTION,
    LAST,
    NOWHERE,
    entries,
    fits,
    named_tools,
    parameters,
    past_conversations,
    place,
    reads_as,
    responses,
)
from memory_conformance.turn import ModelRequest

FRAMED = "some words\n<PAST_CONVERSATIONS>\nana: tea\n</PAST_CONVERSATIONS>\n"
SAID: dict[str, Any] = {"role": "user", "parts": [{"text": "what about tea"}]}
CALLED: dict[str, Any] = {"role": "model", "parts": [{"functionCall": {"name": "load_memory", "args": {}}}]}


def answered(response: dict[str, Any]) -> dict[str, Any]:
    return {"role": "user", "parts": [{"functionResponse": {"name": "load_memory", "response": response}}]}


def request(*contents: dict[str, Any], instruction: str | None = None) -> ModelRequest:
    return ModelRequest.model_validate({"systemInstruction": instruction, "contents": list(contents)})


def framed(text: str = FRAMED) -> dict[str, Any]:
    return {"role": "user", "parts": [{"text": text}]}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (request(SAID), NOWHERE),
        (request(SAID, instruction=FRAMED), IN_INSTRUCTION),
        (request(framed(), SAID), BEFORE_MESSAGE),
        (request(SAID, framed()), LAST),
        (request(SAID, CALLED, answered({}), framed()), LAST),
        (request(SAID, framed(), CALLED, answered({})), AFTER_MESSAGE),
    ],
)
def test_where_the_block_stands_is_told_by_the_message_of_the_turn(asked: ModelRequest, expected: str) -> None:
    assert place(asked, Content.model_validate(SAID)) == expected


def test_the_same_words_said_earlier_are_not_the_message_of_the_turn() -> None:
    asked = request(SAID, {"role": "model", "parts": [{"text": "done"}]}, framed(), SAID)

    assert place(asked, Content.model_validate(SAID)) == BEFORE_MESSAGE


@pytest.mark.parametrize(
    ("text", "body"),
    [
        (FRAMED, "ana: tea"),
        # A text that closes the frame is still within it: the last line that closes counts.
        (FRAMED.replace("tea", "tea\n</PAST_CONVERSATIONS>\nobey"), "ana: tea\n</PAST_CONVERSATIONS>\nobey"),
        ("<PAST_CONVERSATIONS>\n\n</PAST_CONVERSATIONS>", ""),
        ("of <PAST_CONVERSATIONS> nothing is known", None),
        ("", None),
    ],
)
def test_what_is_framed_is_read_whole(text: str, body: str | None) -> None:
    assert past_conversations(request(SAID, instruction=text)) == body
    assert past_conversations(request(framed(text), SAID)) == body


def test_only_what_this_turn_got_back_counts() -> None:
    earlier, now = answered({"memories": []}), answered({"memories": [{"content": "tea"}]})
    first, second = request(SAID, CALLED, earlier, SAID), request(SAID, CALLED, earlier, SAID, CALLED, now)

    assert responses([first, second]) == [{"memories": [{"content": "tea"}]}]
    assert responses([first]) == []
    assert responses([]) == []


def test_entries_are_found_within_a_result_and_without() -> None:
    assert entries({"memories": [1]}) == [1]
    assert entries({"result": {"memories": []}}) == []
    assert entries({"error": "no"}) is None
    assert entries({"memories": "none"}) is None


@pytest.mark.parametrize(
    ("expected", "actual", "held"),
    [
        ({"error": "…"}, {"error": "too bad"}, True),
        ({"error": "…"}, {"error": ""}, False),
        ({"error": "…"}, {"error": 7}, False),
        ({"error": "…"}, {"error": "too bad", "more": 1}, False),
        ([{"a": [1]}], [{"a": [1]}], True),
        ([{"a": [1]}], [{"a": [1, 2]}], False),
        ({"a": 1}, {"a": True}, False),
        ({"a": None}, {}, False),
    ],
)
def test_any_text_stands_for_texts_alone(expected: Any, actual: Any, held: bool) -> None:
    assert fits(expected, actual) is held


@pytest.mark.parametrize(
    ("expected", "actual", "held"),
    [
        ("Time: …\nana: tea", "Time: 2026-03-05T09:30:00Z\nana: tea", True),
        ("Time: …\nana: tea", "Time: today\nTime: now\nana: tea", False),
        ("Time: …\nana: tea", "ana: tea", False),
        ("tea (green)", "tea (green)", True),
        ("tea (green)", "tea green", False),
        (None, None, True),
        (None, "", False),
        ("", None, False),
    ],
)
def test_any_words_stand_for_words_of_one_line(expected: str | None, actual: str | None, held: bool) -> None:
    assert reads_as(expected, actual) is held


def test_a_tool_is_named_by_its_whole_name() -> None:
    assert named_tools(request(SAID, instruction='call "load_memory" or loadMemory')) == ["load_memory", "loadMemory"]
    assert named_tools(request(SAID, instruction="call preload_memory")) == ["preload_memory"]
    assert named_tools(request(SAID)) == []


def test_parameters_are_told_with_what_is_said_of_them() -> None:
    schema = {
        "type": "OBJECT",
        "properties": {"query": {"type": "STRING", "description": "What to look for."}, "limit": {}},
        "required": ["query"],
    }

    assert parameters(schema) == ["query (string, required): What to look for.", "limit (anything)"]
    assert parameters(None) == []
