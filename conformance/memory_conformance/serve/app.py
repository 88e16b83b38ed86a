"""Any backend as an HTTP service: ``POST /v1/<operation>``, and the document that describes it at ``/openapi.json``.

A body is taken as it comes and read as every other message is: strictly, and answered with errors of the protocol's own.
FastAPI is loaded with this module, which only those import who serve.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from math import ceil
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.connect.terms import LARGEST_MESSAGE
from memory_conformance.model import PROTOCOL_VERSION
from memory_conformance.protocol.errors import STATUS, ErrorAnswer, value_of
from memory_conformance.protocol.json_text import read_json, write_json
from memory_conformance.protocol.operations import OPERATIONS, Operation
from memory_conformance.protocol.schema import IN_A_DOCUMENT, definitions
from memory_conformance.serve.answering import answer_of, unforeseen
from memory_conformance.serve.threads import Threads

Asked = Callable[[Request], Awaitable[Response]]

_JSON = "application/json"
_TOO_LONG = 413
_WHERE = "operations are POST /v1/<operation>, described at /openapi.json"


def app_of(backend: Backend) -> FastAPI:
    """The service of a backend."""
    threads = Threads()
    return _app(lambda operation: _asking(backend, threads, operation))


def document() -> dict[str, Any]:
    """The OpenAPI document, as the routes of a service describe themselves: the same whatever is served."""
    return _app(lambda operation: _nobody).openapi()


def _app(asking: Callable[[str | None], Asked]) -> FastAPI:
    app = FastAPI(
        title="Agent memory behind the memory conformance protocol",
        version=PROTOCOL_VERSION,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    for operation in OPERATIONS.values():
        app.add_api_route(
            f"/v1/{operation.name}",
            asking(operation.name),
            methods=["POST"],
            operation_id=operation.name,
            summary=operation.name,
            description=_described(operation),
            response_description="The result.",
            openapi_extra=_messages(operation),
        )
    # Whatever else it is called, the backend itself says that it does not have it, or performs what is not of this release.
    app.add_api_route("/v1/{operation:path}", asking(None), methods=["POST"], include_in_schema=False)
    app.add_exception_handler(HTTPException, _no_operation)

    def described() -> dict[str, Any]:
        found = get_openapi(title=app.title, version=app.version, routes=app.routes)
        return {**found, "components": {"schemas": definitions(IN_A_DOCUMENT), "responses": _errors()}}

    app.openapi = described  # type: ignore[method-assign]
    return app


def answer(backend: Backend, operation: str, body: bytes) -> tuple[int, bytes, dict[str, str]]:
    """The answer to a request: its status, its body, and headers beside those of every answer."""
    try:
        parameters = read_json(body)
    except ValueError as error:
        return _refusal(BackendError(ErrorCode.INVALID_ARGUMENT, f"the body is no JSON: {error}", Speaker.HARNESS))
    if not isinstance(parameters, dict):
        return _refusal(BackendError(ErrorCode.INVALID_ARGUMENT, "the body is no JSON object", Speaker.HARNESS))
    try:
        return 200, write_json(answer_of(backend, operation, parameters)), {}
    except BackendError as error:
        return _refusal(error)
    except ValueError as error:
        return _refusal(unforeseen(error))


def _asking(backend: Backend, threads: Threads, operation: str | None) -> Asked:
    """What performs an operation; None for the one that the path of the request names."""

    async def ask(request: Request) -> Response:
        name = operation if operation is not None else request.path_params["operation"]
        body = await _body(request)
        if body is None:
            message = f"a message is at most {LARGEST_MESSAGE:,} bytes"
            refused = BackendError(ErrorCode.INVALID_ARGUMENT, message, Speaker.HARNESS)
            status, written, headers = _refusal(refused, _TOO_LONG)
        else:
            status, written, headers = await threads.run(lambda: answer(backend, name, body))
        return Response(written, status, headers, _JSON)

    return ask


async def _nobody(request: Request) -> Response:
    raise NotImplementedError


async def _body(request: Request) -> bytes | None:
    """The body of a request; None where it is longer than a message may be."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_MESSAGE:
            return None
    return bytes(body)


async def _no_operation(request: Request, error: Any) -> Response:
    """What is no operation, as an error of the protocol's own: a path that is none, a method that is not POST."""
    if error.status_code == 405:
        code, message = ErrorCode.UNSUPPORTED, f"{request.method} asks for no operation; {_WHERE}"
    else:
        code, message = ErrorCode.NOT_FOUND, f"there is nothing at {request.url.path!r}; {_WHERE}"
    status, written, headers = _refusal(BackendError(code, message, Speaker.HARNESS), error.status_code)
    return Response(written, status, {**headers, **(error.headers or {})}, _JSON)


def _refusal(error: BackendError, status: int | None = None) -> tuple[int, bytes, dict[str, str]]:
    value = value_of(error)
    headers = {}
    if error.code is ErrorCode.RATE_LIMITED and error.retry_after is not None:
        headers["retry-after"] = str(ceil(error.retry_after))
    return status or STATUS[error.code], write_json({"error": value}), headers


def _described(operation: Operation) -> str:
    told = inspect.getdoc(getattr(Backend, operation.method or operation.name)) or ""
    return " ".join(told.replace("``", "`").split())


def _messages(operation: Operation) -> dict[str, Any]:
    """What a document says of an operation: the body that it takes, the one that it gives, and the errors."""
    errors = {status: {"$ref": f"#/components/responses/{status}"} for status in _errors()}
    return {
        "requestBody": {"required": True, **_of(operation.parameters.__name__)},
        "responses": {"200": _of(operation.result.__name__), **errors},
    }


def _errors() -> dict[str, Any]:
    """The answers that are errors, by their status."""
    told = {status: f"The error `{code}`." for code, status in STATUS.items()}
    told[_TOO_LONG] = f"The error `{ErrorCode.INVALID_ARGUMENT}`: the message is too long."
    return {str(status): {"description": told[status], **_of(ErrorAnswer.__name__)} for status in sorted(told)}


def _of(model: str) -> dict[str, Any]:
    return {"content": {_JSON: {"schema": {"$ref": IN_A_DOCUMENT.format(model=model)}}}}
