"""Any backend as a command: JSON-RPC 2.0 on standard input and output, one message a line, until the input ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from io import TextIOWrapper
from typing import IO, Any

from memory_conformance.backend import Backend, BackendError
from memory_conformance.connect.terms import LARGEST_MESSAGE
from memory_conformance.protocol.errors import to_rpc
from memory_conformance.protocol.json_text import read_json, write_json
from memory_conformance.serve.answering import answer_of, unforeseen

_PARSE_ERROR = -32700
_INVALID_REQUEST = -32600


def take_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Standard input and output, for messages alone: from now on what anybody prints goes to standard error."""
    requests = os.fdopen(os.dup(0), "rb")
    responses = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if isinstance(sys.stdout, TextIOWrapper):
        # As standard error is: what was printed last is what explains a failure.
        sys.stdout.reconfigure(line_buffering=True)
    return requests, responses


def serve_lines(backend: Backend, requests: IO[bytes], responses: IO[bytes]) -> None:
    """Answer each line that comes in, in its order. Returns at the end of input, or when nobody reads any more."""
    for line in _lines(requests):
        if line is not None and not line.strip():
            continue
        answer = _answer(backend, line)
        try:
            responses.write(_written(answer))
            responses.flush()
        except (BrokenPipeError, ValueError):
            return


def _lines(requests: IO[bytes]) -> Iterator[bytes | None]:
    """The lines; None for one that is longer than a message may be."""
    most = LARGEST_MESSAGE + 1
    while line := requests.readline(most):
        if len(line) < most or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = requests.readline(most)
        yield None


def _answer(backend: Backend, line: bytes | None) -> dict[str, Any]:
    if line is None:
        return _failure({}, _INVALID_REQUEST, f"a message is at most {LARGEST_MESSAGE:,} bytes")
    try:
        request = read_json(line)
    except ValueError as error:
        return _failure({}, _PARSE_ERROR, f"a line is no JSON: {error}")
    if not isinstance(request, Mapping) or not isinstance(request.get("method"), str):
        return _failure({}, _INVALID_REQUEST, "a request has a method, and is an object")
    parameters = request.get("params", {})
    if not isinstance(parameters, Mapping):
        return _failure(request, _INVALID_REQUEST, "params is an object")
    try:
        return _response(request, result=answer_of(backend, request["method"], parameters))
    except BackendError as error:
        return _response(request, error=to_rpc(error))


def _written(answer: dict[str, Any]) -> bytes:
    try:
        return write_json(answer) + b"\n"
    except ValueError as error:
        return write_json(_response(answer, error=to_rpc(unforeseen(error)))) + b"\n"


def _response(asked: Mapping[str, Any], **said: Any) -> dict[str, Any]:
    id = asked.get("id")
    return {"jsonrpc": "2.0", "id": id if isinstance(id, (str, int)) else None, **said}


def _failure(asked: Mapping[str, Any], code: int, message: str) -> dict[str, Any]:
    return _response(asked, error={"code": code, "message": message})
