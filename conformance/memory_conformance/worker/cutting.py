"""Cancels a coroutine of somebody's service in the middle, where it waits: as a server does with that of a caller who has left."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any


class Cut:
    """One call. ``at`` says at which wait its task is cancelled, counted from 1; 0 is never.

    ``awaited`` says whether the service gave a coroutine at all, ``waits`` how often that waited, ``done`` whether it was cancelled.
    """

    def __init__(self, at: int) -> None:
        self.at = at
        self.awaited = False
        self.waits = 0
        self.done = False


class _Own(threading.local):
    cut: Cut | None = None


_own = _Own()


@contextmanager
def cut_off(at: int) -> Iterator[Cut]:
    """What this thread asks of a service in here is cancelled when it waits for the ``at``-th time."""
    before, _own.cut = _own.cut, Cut(at)
    try:
        yield _own.cut
    finally:
        _own.cut = before


def watched(value: Any) -> Any:
    """What is awaited in the place of a coroutine, where this thread wants it cut off; else the coroutine itself."""
    if _own.cut is None:
        return value
    _own.cut.awaited = True
    return _Watched(value, _own.cut)


def was_cut() -> bool:
    """Whether what this thread asked last was cancelled by it, and not by the service itself."""
    return _own.cut is not None and _own.cut.done


class _Watched:
    """Awaits something and counts the waits; a task is cancelled by its event loop, as any other is."""

    def __init__(self, value: Any, cut: Cut) -> None:
        self._value = value
        self._cut = cut

    def __await__(self) -> Generator[Any, Any, Any]:
        import asyncio

        inner = self._value.__await__()
        step: Any = partial(next, inner)
        while True:
            try:
                waited_for = step()
            except StopIteration as end:
                return end.value
            self._cut.waits += 1
            task = asyncio.current_task()
            if self._cut.waits == self._cut.at and task is not None:
                self._cut.done = True
                # Not at once: first it has to wait.
                asyncio.get_running_loop().call_soon(task.cancel)
            try:
                yield waited_for
            except BaseException as error:
                step = partial(inner.throw, error)
            else:
                step = partial(next, inner)
