"""Messages as JSON text, taken and written strictly: what others could not read is no JSON here either."""

from __future__ import annotations

import json
from typing import Any


def read_json(text: bytes) -> Any:
    """What a text says. Raises ValueError where it is no JSON, or nested so deeply that nobody could read it."""
    try:
        return json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def write_json(message: Any) -> bytes:
    """A message as a text. Raises ValueError where it holds what JSON has no word for, such as a number that is none."""
    try:
        # ASCII, as json writes by itself: texts may hold halves of characters that UTF-8 cannot say.
        return json.dumps(message, allow_nan=False).encode()
    except (TypeError, RecursionError) as error:
        raise ValueError(str(error)) from None


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")
