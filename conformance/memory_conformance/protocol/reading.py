"""Reads messages strictly: what a schema does not allow is refused, in words that no language has to itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from memory_conformance.model import Hello, Wire
from memory_conformance.secrets import hide

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Message = TypeVar("Message", bound=Wire)
_IN_JSON = {
    "list_type": "an array",
    "set_type": "an array",
    "dict_type": "an object",
    "model_type": "an object",
    "string_type": "a string",
    "float_type": "a number",
    "int_type": "a whole number",
    "bool_type": "true or false",
}
"""What should be there, in the words of JSON, by what Pydantic calls it."""
_MOST_SHOWN = 120
"""Characters that are shown of what came in its place."""


class MessageError(Exception):
    """A message that is not one of the protocol's. ``where`` is the path to what is wrong in it, such as ``memories.0.content``.

    ``found`` is the whole of what came in its place.
    """

    def __init__(self, kind: type[Wire], where: str, problem: str, found: Any = None) -> None:
        super().__init__(f"{where}: {problem}" if where else problem)
        self.kind = kind
        self.where = where
        self.problem = problem
        self.found = found


def read_message(kind: type[Message], found: Any) -> Message:
    """A message out of plain JSON types, taken strictly: a number that is written as a text is no number.

    Takes what its schema takes, and nothing else. Raises `MessageError` for the first thing that is wrong.
    """
    try:
        if kind is Hello:
            # It has sets and words of a closed list, which are made strictly only out of what is known to be JSON.
            return kind.model_validate_json(json.dumps(found), strict=True, by_alias=True, by_name=False)
        return kind.model_validate(found, strict=True, by_alias=True, by_name=False)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        where = ".".join(str(step) for step in problem["loc"])
        raise MessageError(kind, where, _told(problem), found) from None


def _told(problem: ErrorDetails) -> str:
    """What is wrong, in words that no language has to itself."""
    kind = problem["type"]
    if kind == "missing":
        return "it is missing"
    shown = hide(_as_json(problem["input"]))
    shown = shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}…"
    if kind in _IN_JSON:
        return f"input should be {_IN_JSON[kind]}, not {shown}"
    told = problem["msg"].replace("'", '"') if kind == "enum" else problem["msg"]
    return f"{told[:1].lower()}{told[1:]}, not {shown}"


def _as_json(value: Any) -> str:
    written = json.dumps(value, ensure_ascii=False, default=str)
    # What cannot be shown, or not be encoded, is escaped.
    return written if written.isprintable() else json.dumps(value, default=str)
