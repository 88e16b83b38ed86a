"""Any backend as a command: JSON-RPC 2.0 on standard input and output, one message a line, until the input ends."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import IO, Any

from memory_conformance.backend import Backend, BackendError
from memory_conformance.serve.answering import answer_of
from memory_conformance.worker import lines
from memory_conformance.worker.calling import Refusal
from memory_conformance.worker.lines import take_streams as take_streams


def serve_lines(backend: Backend, requests: IO[bytes], responses: IO[bytes]) -> None:
    """Answer each line that comes in, in its order. Returns at the end of input, or when nobody reads any more."""
    lines.serve_lines(partial(_answer, backend), requests, responses)


def _answer(backend: Backend, operation: str, parameters: Mapping[str, Any]) -> Any:
    try:
        return answer_of(backend, operation, parameters)
    except BackendError as error:
        raise Refusal(error.code.value, error.message, error.speaker.value, error.retry_after) from error
