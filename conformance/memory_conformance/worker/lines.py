"""Whatever answers messages as a command: JSON-RPC 2.0 on standard input and output, one message a line, until the input ends."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from io import TextIOWrapper
from typing import IO, Any

from . import calling
from .calling import Refusal
from .find import Unplayable, adapter_of, import_target

LARGEST_MESSAGE = 8 * 1024 * 1024
"""Bytes of the longest message."""
_PARSE_ERROR = -32700
_INVALID_REQUEST = -32600
_ERROR_VALUE = -32000

Ask = Callable[[str, Mapping[str, Any]], Any]
"""Gives the result of an operation, or raises `Refusal`; what else it raises is a failure of the harness."""


def main(path: str, name: str | None = None) -> None:
    """Answer for the service at ``package.module[:object]``; where there is none, every answer says why.

    The current folder is importable. ``name`` is what the backend is called, if not what it calls itself.
    """
    # Before anything of somebody's is imported: that may print.
    requests, responses = take_streams()
    calling.PATIENCE = None
    sys.path.insert(0, os.getcwd())
    serve_lines(_service(path, name), requests, responses)


def _service(path: str, name: str | None) -> Ask:
    try:
        adapter = adapter_of(import_target(path), path)
    except Unplayable as error:
        told = str(error)

        def refuse(operation: str, parameters: Mapping[str, Any]) -> Any:
            raise Refusal("unavailable", told)

        return refuse
    if name is not None:
        adapter.introduction["name"] = name
    return adapter.ask


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


def serve_lines(ask: Ask, requests: IO[bytes], responses: IO[bytes]) -> None:
    """Answer each line that comes in, in its order. Returns at the end of input, or when nobody reads any more."""
    for line in _lines(requests):
        if line is not None and not line.strip():
            continue
        answer = _answer(ask, line)
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


def _answer(ask: Ask, line: bytes | None) -> dict[str, Any]:
    if line is None:
        return _failure({}, _INVALID_REQUEST, f"a message is at most {LARGEST_MESSAGE:,} bytes")
    try:
        request = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        told = "it is nested too deeply" if isinstance(error, RecursionError) else error
        return _failure({}, _PARSE_ERROR, f"a line is no JSON: {told}")
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        return _failure({}, _INVALID_REQUEST, "a request has a method, and is an object")
    parameters = request.get("params", {})
    if not isinstance(parameters, dict):
        return _failure(request, _INVALID_REQUEST, "params is an object")
    try:
        return _response(request, result=ask(request["method"], parameters))
    except Refusal as error:
        return _refused(request, error)
    except (Exception, SystemExit) as error:
        return _refused(request, _unforeseen(error))


def _written(answer: Mapping[str, Any]) -> bytes:
    try:
        # ASCII, as json writes by itself: texts may hold halves of characters that UTF-8 cannot say.
        return json.dumps(answer, allow_nan=False).encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as error:
        return json.dumps(_refused(answer, _unforeseen(error))).encode() + b"\n"


def _unforeseen(error: BaseException) -> Refusal:
    return Refusal("internal", f"{type(error).__name__}: {error}")


def _refused(asked: Mapping[str, Any], error: Refusal) -> dict[str, Any]:
    data: dict[str, Any] = {"code": error.code, "speaker": error.speaker}
    if error.retry_after is not None:
        data["retryAfter"] = error.retry_after
    return _response(asked, error={"code": _ERROR_VALUE, "message": error.message, "data": data})


def _response(asked: Mapping[str, Any], **told: Any) -> dict[str, Any]:
    id = asked.get("id")
    return {"jsonrpc": "2.0", "id": id if isinstance(id, (str, int)) else None, **told}


def _failure(asked: Mapping[str, Any], code: int, message: str) -> dict[str, Any]:
    return _response(asked, error={"code": code, "message": message})


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")
