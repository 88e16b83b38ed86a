"""A Python service in the process of the run, behind the protocol: the adapters of the worker, called as they are."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from memory_conformance.backend import Backend, BackendError, ErrorCode, Gone, HarnessError, Speaker
from memory_conformance.connect.messages import Messaged
from memory_conformance.model import Hello
from memory_conformance.worker.adapter import Adapter, Given
from memory_conformance.worker.calling import Hung, Refusal
from memory_conformance.worker.find import Unplayable, adapter_of, import_target


class InProcess(Messaged):
    """What an adapter has, as a backend. Raises `HarnessError` where it introduces itself as nothing can be introduced."""

    def __init__(self, adapter: Adapter) -> None:
        self._adapter = adapter
        self._hello = _introduction(adapter)

    def hello(self) -> Hello:
        return self._hello

    def ask(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        try:
            return self._adapter.ask(operation, parameters)
        except Hung as error:
            raise Gone(error.message) from None
        except Refusal as error:
            if isinstance(error.__cause__, BackendError):
                raise error.__cause__ from error.__cause__.__cause__
            code, speaker = ErrorCode(error.code), Speaker(error.speaker)
            raise BackendError(code, error.message, speaker, retry_after=error.retry_after) from error.__cause__


def from_python(path: str) -> Backend:
    """The backend at ``package.module[:object]``. The current folder is importable. Raises `HarnessError`."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    return from_object(imported(path), path)


def imported(path: str) -> Any:
    """The module or object at ``package.module[:object]``. Raises `HarnessError` that names what is missing."""
    try:
        return import_target(path)
    except Unplayable as error:
        raise HarnessError(str(error)) from error.__cause__


def from_object(target: Any, name: str) -> Backend:
    """A backend out of an object of any of the kinds that ``python:`` takes. Raises `HarnessError`."""
    try:
        adapter = adapter_of(target, name)
    except Unplayable as error:
        raise HarnessError(str(error)) from error.__cause__
    if isinstance(adapter, Given):
        backend: Backend = adapter.backend
        return backend
    return InProcess(adapter)


def _introduction(adapter: Adapter) -> Hello:
    try:
        return Hello.model_validate(adapter.introduction)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(str(step) for step in problem["loc"])
        name = adapter.introduction["name"]
        raise HarnessError(f"{name}: declares[{where}] is {problem['input']!r}: {problem['msg']}") from None
