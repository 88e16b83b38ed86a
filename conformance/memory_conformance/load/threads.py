"""Many users in threads, on one backend: whatever can be connected."""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from memory_conformance.backend import Backend, BackendError, Gone
from memory_conformance.load.calls import Answer, Doing, Pause, Result, Step, answered
from memory_conformance.load.cutting import Leave, Left, Usual
from memory_conformance.load.loaded import Record
from memory_conformance.serve.answering import answer_of

MOST_THREADS = 64
"""More users than this take turns, call by call, so that all of them are in the middle of something."""
_SLICE = 1e-5
"""Seconds after which Python lets another thread go on: a hundredth of what is usual."""
_BREATH = 0.1
"""Seconds between two looks of the main thread, which alone hears of Ctrl-C."""


class Asking:
    """Makes the calls of one run on a backend, and notes what is answered. ``leave`` is how a call is cancelled, where it can be."""

    def __init__(self, backend: Backend, instance: str, record: Record, usual: Usual, leave: Leave | None) -> None:
        self.backend = backend
        self.instance = instance
        self.record = record
        self.usual = usual
        self._leave = leave

    def __call__(self, step: Step) -> Answer:
        """The answer to a call. Raises `Gone` where nothing more can be asked."""
        number = self.record.number(step)
        try:
            answer = answered(number, step.operation, self._made(step, {"instance": self.instance, **step.parameters}))
        except Left:
            answer = Answer(number, cut=True)
        except Gone:
            raise
        except BackendError as error:
            answer = Answer(number, error=error)
        self.record.hear(step, answer)
        return answer

    def _made(self, step: Step, parameters: Mapping[str, Any]) -> Any:
        if step.cut is not None and self._leave is not None:
            return self._leave(step.operation, parameters, step.cut)
        began = time.monotonic()
        result = answer_of(self.backend, step.operation, parameters)
        self.usual.add(time.monotonic() - began)
        return result


def do(doing: Doing[Result], ask: Callable[[Step], Answer]) -> Result:
    """Play what one person does, alone."""
    answer: Answer | None = None
    while True:
        try:
            todo = doing.send(answer)
        except StopIteration as end:
            result: Result = end.value
            return result
        answer = _done(todo, ask)


def play(
    doings: Iterator[Doing[Result]],
    at_once: int,
    ask: Callable[[Step], Answer],
    ended: Callable[[Result], None],
) -> None:
    """Play what many people do, so many at once; where one leaves, the next comes. Raises what a call raises, once all have stopped."""
    crowd = _Crowd(doings, ask, ended)
    for _ in range(at_once):
        crowd.admit()
    # Of the kind that the end of the process does not wait for: a service may never answer.
    threads = [threading.Thread(target=crowd.work, daemon=True) for _ in range(min(at_once, MOST_THREADS))]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            while thread.is_alive():
                thread.join(_BREATH)
    except BaseException as error:
        crowd.raised = error
        raise
    finally:
        crowd.stop()
    if crowd.raised is not None:
        raise crowd.raised


@contextmanager
def short_slices() -> Iterator[None]:
    """Let the threads of this process take turns often: what is wrong between two lines of a service shows sooner."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(_SLICE)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


class _Crowd:
    """Everybody who is there, each waiting for a thread to make the next call."""

    def __init__(
        self, doings: Iterator[Doing[Any]], ask: Callable[[Step], Answer], ended: Callable[[Any], None]
    ) -> None:
        self._doings = doings
        self._ask = ask
        self._ended = ended
        self._ready: queue.SimpleQueue[tuple[Doing[Any], Answer | None] | None] = queue.SimpleQueue()
        self._there = 0
        self._lock = threading.Lock()
        self.raised: BaseException | None = None

    def admit(self) -> None:
        """Let the next person in, if anybody is left."""
        with self._lock:
            doing = next(self._doings, None)
            if doing is not None:
                self._there += 1
                self._ready.put((doing, None))

    def work(self) -> None:
        """Make calls for whoever waits, until nobody is there."""
        try:
            while self._there and self.raised is None:
                taken = self._ready.get()
                if taken is None:
                    return
                self._go_on(*taken)
        except BaseException as error:
            self.raised = self.raised or error
        finally:
            self.stop()

    def stop(self) -> None:
        """Let every thread that waits go home."""
        for _ in range(MOST_THREADS):
            self._ready.put(None)

    def _go_on(self, doing: Doing[Any], answer: Answer | None) -> None:
        try:
            todo = doing.send(answer)
        except StopIteration as end:
            self.admit()
            with self._lock:
                self._there -= 1
                self._ended(end.value)
            return
        self._ready.put((doing, _done(todo, self._ask)))


def _done(todo: Step | Pause, ask: Callable[[Step], Answer]) -> Answer | None:
    if isinstance(todo, Pause):
        time.sleep(todo.seconds)
        return None
    return ask(todo)
