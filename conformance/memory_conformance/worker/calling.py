"""Calls of somebody's code: coroutines are awaited, and what is raised becomes the service's own answer."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

from .cutting import was_cut, watched

PATIENCE: float | None = 60.0
"""Seconds after which a coroutine that never returns counts as hung. In a process of its own, whoever asks decides that."""


class Refusal(Exception):
    """An error as an answer: ``code`` and ``speaker`` are words of the protocol, ``retry_after`` is in seconds."""

    def __init__(self, code: str, message: str, speaker: str = "harness", retry_after: float | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.speaker = speaker
        self.retry_after = retry_after


class Hung(Refusal):
    """A call that never returned: nothing more is to be expected."""


def asked(call: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Call the service and give what it returns. What it raises is raised as its `Refusal`.

    ValueError and TypeError mean ``invalid_argument``, every other exception ``internal``.
    """
    try:
        return finish(call(*given, **named))
    except Refusal:
        raise
    except Exception as error:
        if descends(type(error), "BackendError", "memory_conformance.backend"):
            told: Any = error
            raise Refusal(told.code.value, told.message, told.speaker.value, told.retry_after) from error
        code = "invalid_argument" if isinstance(error, (ValueError, TypeError)) else "internal"
        raise Refusal(code, said(error), "backend") from error


def said(error: BaseException) -> str:
    """An exception in words."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def finish(value: Any) -> Any:
    """The value itself, or what it gives when awaited. Raises `Hung` after `PATIENCE` seconds."""
    if not inspect.isawaitable(value):
        return value
    import asyncio
    from concurrent.futures import CancelledError
    from concurrent.futures import TimeoutError as NotDone

    future = asyncio.run_coroutine_threadsafe(_awaited(watched(value)), _loop())
    try:
        return future.result(PATIENCE)
    except CancelledError:
        if not was_cut():
            raise
        raise Refusal("unavailable", "the call was cancelled") from None
    except NotDone:
        if future.done():
            raise
        future.cancel()
        raise Hung("unavailable", f"no answer within {PATIENCE:.0f} s") from None


async def _awaited(value: Any) -> Any:
    return await value


@cache
def _loop() -> Any:
    # One loop for the whole process: services keep locks and connections that belong to the loop that first used them.
    import asyncio

    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="memory-conformance-loop", daemon=True).start()
    return loop


def descends(kind: type[Any], name: str, module: str) -> bool:
    """Whether a class has a base of that name from that module, judged without importing it."""
    return any(base.__name__ == name and base.__module__.startswith(module) for base in kind.__mro__)
