"""Threads for calls that may never come back: each holds up nobody else, nor the end of the process."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

Result = TypeVar("Result")

MOST = 256
"""How many calls may be under way at once; more of them wait."""


class Threads:
    """Runs calls in threads of its own, as many as are needed at once, and keeps them for the next call.

    Belongs to one event loop.
    """

    def __init__(self) -> None:
        self._calls: queue.SimpleQueue[tuple[asyncio.Future[Any], Callable[[], Any]]] = queue.SimpleQueue()
        self._threads = 0
        self._under_way = 0

    async def run(self, call: Callable[[], Result]) -> Result:
        """What a call gives or raises."""
        result: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._under_way += 1
        if self._under_way > self._threads and self._threads < MOST:
            self._threads += 1
            # Of the kind that the end of the process does not wait for, unlike those of an executor.
            threading.Thread(target=self._work, name=f"call-{self._threads}", daemon=True).start()
        self._calls.put((result, call))
        return await result

    def _work(self) -> None:
        while True:
            result, call = self._calls.get()
            outcome: Any = None
            error: BaseException | None = None
            try:
                outcome = call()
            except BaseException as raised:
                error = raised
            # The loop is closed where the process ends before the call did.
            with suppress(RuntimeError):
                result.get_loop().call_soon_threadsafe(self._ended, result, outcome, error)

    def _ended(self, result: asyncio.Future[Any], outcome: Any, error: BaseException | None) -> None:
        self._under_way -= 1
        if result.done():
            return
        if error is not None:
            result.set_exception(error)
        else:
            result.set_result(outcome)
