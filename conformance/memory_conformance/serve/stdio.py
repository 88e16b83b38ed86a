"""Any backend as a command: JSON-RPC 2.0 on standard input and output, one message a line, until the input ends."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.protocol.errors import to_rpc

_PARSE_ERROR = -32700
_INVALID_REQUEST = -32600


def serve_lines(backend: Backend, requests: IO[bytes], responses: IO[bytes]) -> None:
    """Answer each line that comes in, in its order. Returns at the end of input, or when nobody reads any more."""
    for line in requests:
        if not line.strip():
            continue
        answer = _answer(backend, line)
        try:
            # ASCII, as json writes by itself: texts may hold halves of characters that UTF-8 cannot say.
            responses.write(json.dumps(answer).encode() + b"\n")
            responses.flush()
        except (BrokenPipeError, ValueError):
            return


def _answer(backend: Backend, line: bytes) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except ValueError:
        return _failure(None, _PARSE_ERROR, "a line is no JSON")
    if not isinstance(request, Mapping) or not isinstance(request.get("method"), str):
        return _failure(None, _INVALID_REQUEST, "a request has a method, and is an object")
    parameters = request.get("params", {})
    if not isinstance(parameters, Mapping):
        return _failure(request.get("id"), _INVALID_REQUEST, "params is an object")
    try:
        result = backend.ask(request["method"], parameters)
    except BackendError as error:
        return {"jsonrpc": "2.0", "id": request.get("id"), "error": to_rpc(error)}
    except Exception as error:
        failed = BackendError(ErrorCode.INTERNAL, f"{type(error).__name__}: {error}", Speaker.HARNESS)
        return {"jsonrpc": "2.0", "id": request.get("id"), "error": to_rpc(failed)}
    return {"jsonrpc": "2.0", "id": request.get("id"), "result": result}


def _failure(id: Any, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}
