"""The calls in an answer of a model, and what is given back for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from memory_conformance.model import Content, Part

Call = dict[str, Any]
_numbers = count(1)


def calls_of(answer: Content) -> list[Call]:
    """The calls in an answer."""
    return [part.function_call for part in answer.parts or () if part.function_call is not None]


def with_calls(answer: Content, change: Callable[[Call], Call]) -> Content:
    """An answer with its calls changed; one without a call is the same object."""
    if not calls_of(answer):
        return answer
    parts = [
        part if part.function_call is None else part.model_copy(update={"function_call": change(part.function_call)})
        for part in answer.parts or ()
    ]
    return answer.model_copy(update={"parts": parts})


def identified(call: Call) -> Call:
    """A call with an id: its own, or one that the library gives it."""
    return call if call.get("id") else {**call, "id": f"adk-{next(_numbers)}"}


def response(call: Mapping[str, Any], name: str, given: dict[str, Any]) -> Part:
    """What a model gets back for a call, under the id of the call, if that has one."""
    said = {"name": name, "response": given}
    return Part(function_response={"id": call["id"], **said} if call.get("id") else said)


def copied(content: Content) -> Content:
    """A content with parts of its own: what is noted stays as it was when the other is changed."""
    if content.parts is None:
        return content.model_copy()
    return content.model_copy(update={"parts": [part.model_copy() for part in content.parts]})
