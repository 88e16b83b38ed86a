"""What both framings do with a message that they have read: ask the backend, whose failures are errors as well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker


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
