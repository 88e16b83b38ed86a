"""What both framings do with a message: read it strictly as JSON, ask the backend, and write what came out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker


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


def answer_of(backend: Backend, operation: str, parameters: Mapping[str, Any]) -> Any:
    """The result of an operation. Raises `BackendError` and nothing else: what else is raised is a failure of the harness."""
    try:
        return backend.ask(operation, parameters)
    except BackendError:
        raise
    except (Exception, SystemExit) as error:
        raise unforeseen(error) from error


def unforeseen(error: BaseException) -> BackendError:
    """The error of a harness that could not do its work."""
    return BackendError(ErrorCode.INTERNAL, f"{type(error).__name__}: {error}", Speaker.HARNESS)


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")
