"""How a sentence is defined: by a decorator on the function that does it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from memory_conformance.model import Capability
from memory_conformance.sentence import Sentence, SentenceError, Speech

Function = TypeVar("Function", bound=Callable[..., Any])

DEFINED: list[Sentence] = []
"""Every sentence that was defined so far, in the order of their definition."""


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
        DEFINED.append(Sentence(template, speech, function, columns, capability))
        return function

    return register
