"""Errors as values: how `BackendError` is written in JSON-RPC and in HTTP, and read again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field, ValidationError

from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.model import Wire

RPC_ERROR_VALUE = -32000
"""The JSON-RPC code of an error value; ``data`` says which."""
RPC_METHOD_NOT_FOUND = -32601
RPC_INVALID_PARAMETERS = -32602

STATUS: Mapping[ErrorCode, int] = {
    ErrorCode.INVALID_ARGUMENT: 400,
    ErrorCode.PERMISSION_DENIED: 403,
    ErrorCode.NOT_FOUND: 404,
    ErrorCode.RATE_LIMITED: 429,
    ErrorCode.INTERNAL: 500,
    ErrorCode.UNSUPPORTED: 501,
    ErrorCode.UNAVAILABLE: 503,
}
"""The HTTP status of each error value."""
_NOT_THERE = (404, 405, 501)


class ErrorValue(Wire):
    """An error as an answer: what kind it is, who speaks, and in seconds when to come again, where that is known."""

    code: ErrorCode
    message: str = ""
    speaker: Speaker = Speaker.BACKEND
    retry_after: float | None = Field(default=None, ge=0)


class ErrorAnswer(Wire):
    """The body of an HTTP answer that is an error."""

    error: ErrorValue


def value_of(error: BackendError) -> dict[str, Any]:
    """An error as its JSON value."""
    return ErrorValue(
        code=error.code, message=error.message, speaker=error.speaker, retry_after=error.retry_after
    ).to_wire()


def to_rpc(error: BackendError) -> dict[str, Any]:
    """An error as the ``error`` member of a JSON-RPC response."""
    value = value_of(error)
    return {"code": RPC_ERROR_VALUE, "message": value.pop("message", ""), "data": value}


def from_rpc(found: Any) -> BackendError | None:
    """The error that a JSON-RPC response gives; None where its ``error`` member is none."""
    if not isinstance(found, Mapping) or not isinstance(found.get("code"), int):
        return None
    message = found.get("message")
    message = message if isinstance(message, str) else ""
    data = found.get("data")
    if isinstance(data, Mapping) and "code" in data:
        return _from_value({"message": message, **data})
    if found["code"] == RPC_METHOD_NOT_FOUND:
        return BackendError(ErrorCode.UNSUPPORTED, message, Speaker.HARNESS)
    if found["code"] == RPC_INVALID_PARAMETERS:
        return BackendError(ErrorCode.INVALID_ARGUMENT, message, Speaker.HARNESS)
    # An error that says nothing of the protocol's is no observation: the harness failed in its own way.
    return BackendError(ErrorCode.INTERNAL, f"{message} (JSON-RPC error {found['code']})", Speaker.HARNESS)


def from_http(status: int, body: Any, retry_after: str | None) -> BackendError:
    """The error that an HTTP answer gives: by its body, or by the status alone where the body says nothing."""
    seconds = _seconds(retry_after)
    if isinstance(body, Mapping) and isinstance(body.get("error"), Mapping) and "code" in body["error"]:
        found = _from_value(body["error"])
        if found is not None:
            found.retry_after = found.retry_after if found.retry_after is not None else seconds
            return found
    told = f"HTTP status {status}"
    if status in _NOT_THERE:
        return BackendError(ErrorCode.UNSUPPORTED, told, Speaker.HARNESS)
    if status == STATUS[ErrorCode.RATE_LIMITED]:
        return BackendError(ErrorCode.RATE_LIMITED, told, Speaker.HARNESS, retry_after=seconds)
    if status in (401, STATUS[ErrorCode.PERMISSION_DENIED]):
        return BackendError(ErrorCode.PERMISSION_DENIED, told, Speaker.HARNESS)
    code = ErrorCode.UNAVAILABLE if status in (502, 503, 504) else ErrorCode.INTERNAL
    return BackendError(code, told, Speaker.HARNESS)


def _from_value(found: Mapping[str, Any]) -> BackendError | None:
    told = {name: one for name, one in found.items() if one is not None}
    if isinstance(told.get("retryAfter"), (int, float)):
        told["retryAfter"] = max(0.0, told["retryAfter"])
    try:
        value = ErrorValue.model_validate(told)
    except ValidationError:
        return None
    return BackendError(value.code, value.message, value.speaker, retry_after=value.retry_after)


def _seconds(written: str | None) -> float | None:
    try:
        return max(0.0, float(written)) if written is not None else None
    except ValueError:
        return None
