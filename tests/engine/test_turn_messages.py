"""A message of a turn is read strictly, and what is wrong with one is told in the words of JSON."""

from __future__ import annotations

from typing import Any

import pytest

from memory_conformance.protocol.reading import MessageError, read_message
from memory_conformance.turn import Ending, Moment, Played, Service, Tool, Turn

SAID: dict[str, Any] = {"session": "talk", "content": {"role": "user", "parts": [{"text": "hello"}]}}


def test_words_of_a_closed_list_are_texts() -> None:
    turn = read_message(Turn, {**SAID, "tools": ["load_memory"], "service": "absent", "add": "after_run"})
    assert (turn.tools, turn.service, turn.add) == ([Tool.LOAD], Service.ABSENT, Moment.AFTER_RUN)
    assert read_message(Played, {"ending": "failed", "error": "no"}).ending is Ending.FAILED


@pytest.mark.parametrize(
    ("kind", "found", "told"),
    [
        (Played, {"ending": "maybe"}, 'ending: input should be "answered" or "failed", not "maybe"'),
        (Played, {"ending": 7}, 'ending: input should be "answered" or "failed", not 7'),
        (
            Turn,
            {**SAID, "tools": ["google_search"]},
            'tools.0: input should be "load_memory" or "preload_memory", not "google_search"',
        ),
        (
            Turn,
            {**SAID, "service": "slow"},
            'service: input should be "working", "absent" or "failing", not "slow"',
        ),
    ],
)
def test_another_word_is_told_with_those_that_are_right(kind: Any, found: Any, told: str) -> None:
    with pytest.raises(MessageError) as raised:
        read_message(kind, found)
    assert str(raised.value) == told
