"""All sentences, found by the step that they match. Each step of the specification matches exactly one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from memory_conformance.sentence import Sentence, SentenceError
from memory_conformance.steps import (
    adding,
    asking,
    enduring,
    forgetting,
    judging,
    keys,
    leaking,
    managing,
    protocol,
    reaching,
    reading,
    remembering,
    searching,
    sharing,
    turns,
)
from memory_conformance.steps.defining import DEFINED

MODULES = (
    *(adding, asking, forgetting, judging, reading, searching, sharing),
    *(turns, reaching, managing, remembering, leaking, keys, enduring, protocol),
)
"""The modules that define sentences; importing them is what makes their sentences known."""


class NoSentence(SentenceError):
    """A step that no sentence matches, or more than one."""


@dataclass(frozen=True)
class Reading:
    """A step as it was understood: the sentence and its values by name."""

    sentence: Sentence
    values: dict[str, Any]


class Subject(StrEnum):
    """What a sentence speaks of."""

    MEMORIES = "memories"
    TURNS = "turns"
    MANAGED = "managed"
    """A service that makes memories of conversations which it keeps."""
    CROWDS = "crowds"
    """Many scopes at once, and who is shown what."""
    PROTOCOL = "protocol"
    """Messages, whatever they say of memories."""


_SUBJECTS = {
    turns.__name__: Subject.TURNS,
    reaching.__name__: Subject.TURNS,
    managing.__name__: Subject.MANAGED,
    remembering.__name__: Subject.CROWDS,
    leaking.__name__: Subject.CROWDS,
    keys.__name__: Subject.CROWDS,
    enduring.__name__: Subject.CROWDS,
    protocol.__name__: Subject.PROTOCOL,
}


@cache
def sentences() -> tuple[Sentence, ...]:
    """Every sentence: those about memories, about turns, about managed memory, about crowds, and about the protocol itself."""
    return tuple(one for subject in Subject for one in DEFINED if subject_of(one) is subject)


def subject_of(one: Sentence) -> Subject:
    """What a sentence speaks of."""
    return _SUBJECTS.get(one.perform.__module__, Subject.MEMORIES)


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
