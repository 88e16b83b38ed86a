"""All sentences, found by the step that they match. Each step of the specification matches exactly one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from memory_conformance.sentence import Sentence, SentenceError
from memory_conformance.steps import (
    adding,
    asking,
    forgetting,
    judging,
    protocol,
    reaching,
    reading,
    searching,
    sharing,
    turns,
)
from memory_conformance.steps.defining import DEFINED

MODULES = (adding, asking, forgetting, judging, reading, searching, sharing, turns, reaching, protocol)
"""The modules that define sentences; importing them is what makes their sentences known."""


class NoSentence(SentenceError):
    """A step that no sentence matches, or more than one."""


@dataclass(frozen=True)
class Reading:
    """A step as it was understood: the sentence and its values by name."""

    sentence: Sentence
    values: dict[str, Any]


def sentences() -> tuple[Sentence, ...]:
    """Every sentence: those about memories, then those about the protocol itself."""
    return (*(one for one in DEFINED if not is_of_protocol(one)), *filter(is_of_protocol, DEFINED))


def is_of_protocol(one: Sentence) -> bool:
    """Whether a sentence speaks of messages, and not of memories."""
    return bool(one.perform.__module__ == protocol.__name__)


@cache
def read(keyword: str, text: str) -> Reading:
    """What a step says. ``keyword`` is ``given``, ``when`` or ``then``. Raises `NoSentence` and `SentenceError`."""
    matching = [
        Reading(candidate, values)
        for candidate in sentences()
        if keyword in candidate.speech.keywords and (values := candidate.read(text)) is not None
    ]
    if len(matching) == 1:
        return matching[0]
    if matching:
        templates = ", ".join(f"“{one.sentence.template}”" for one in matching)
        raise NoSentence(f"“{text}” can be read in {len(matching)} ways: {templates}")
    raise NoSentence(
        f"no sentence under {keyword.title()} reads “{text}”; `memory-conformance list --sentences` shows all"
    )
