"""All sentences, found by the step that they match. Each step of the specification matches exactly one."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from memory_conformance.model import Capability
from memory_conformance.sentence import Sentence, SentenceError, Speech

Function = TypeVar("Function", bound=Callable[..., Any])

_SENTENCES: list[Sentence] = []


class NoSentence(SentenceError):
    """A step that no sentence matches, or more than one."""


@dataclass(frozen=True)
class Reading:
    """A step as it was understood: the sentence and its values by name."""

    sentence: Sentence
    values: dict[str, Any]


def sentence(
    template: str, speech: Speech, table: str | None = None, capability: Capability | None = None
) -> Callable[[Function], Function]:
    """Register the function below as what a sentence does.

    ``table`` names the columns that a table under it may have, and ``capability`` the optional operation that it uses.
    Raises `SentenceError` for an async function: it would be called and never run.
    """

    def register(function: Function) -> Function:
        if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
            raise SentenceError(f"{function.__name__} is async: it would never run; steps are plain functions")
        columns = None if table is None else frozenset(table.split())
        _SENTENCES.append(Sentence(template, speech, function, columns, capability))
        return function

    return register


def sentences() -> tuple[Sentence, ...]:
    """Every sentence, in the order of the modules that define them."""
    from memory_conformance.steps import adding, asking, forgetting, judging, reading, searching, sharing  # noqa: F401

    return tuple(_SENTENCES)


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
        templates = ", ".join(f"“{reading.sentence.template}”" for reading in matching)
        raise NoSentence(f"“{text}” can be read in {len(matching)} ways: {templates}")
    raise NoSentence(
        f"no sentence under {keyword.title()} reads “{text}”; `memory-conformance list --sentences` shows all"
    )
