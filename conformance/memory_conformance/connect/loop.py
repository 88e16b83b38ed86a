"""One event loop for all async services of a run, in a thread of its own, started by the first coroutine."""

from __future__ import annotations

import asyncio
import inspect
import threading
from functools import cache
from typing import Any

from memory_conformance.backend import Gone

PATIENCE = 60.0
"""Seconds after which a call that never returns counts as hung."""


def finish(value: Any) -> Any:
    """The value itself, or what it gives when awaited. Raises `Gone` after `PATIENCE` seconds."""
    if not inspect.isawaitable(value):
        return value
    future = asyncio.run_coroutine_threadsafe(_awaited(value), _loop())
    try:
        return future.result(PATIENCE)
    except TimeoutError as error:
        if not future.done():
            future.cancel()
            raise Gone(f"no answer within {PATIENCE:.0f} s") from None
        raise error


async def _awaited(value: Any) -> Any:
    return await value


@cache
def _loop() -> asyncio.AbstractEventLoop:
    # One loop for the whole process: services keep locks and connections that belong to the loop that first used them.
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="memory-conformance-loop", daemon=True).start()
    return loop
