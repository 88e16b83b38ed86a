"""A backend whose calls are counted and made on its host's terms: so many a second, so many in all, again if refused for now."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from memory_conformance.backend import Backend, BackendError, ErrorCode, Spent
from memory_conformance.connect.terms import Terms
from memory_conformance.connect.wrapped import Wrapped

if TYPE_CHECKING:
    from tenacity import RetryCallState

Result = TypeVar("Result")

PATIENCE = 60.0
"""Seconds that one call may wait in all, where a backend says ``rate_limited``; ``--wait`` may say more."""
_FIRST_PAUSE = 0.5
"""Seconds before a call is made again, where the backend does not say when; twice as long each time."""
_SHORTEST_PAUSE = 0.1
"""Seconds that pass in any case, however soon a backend wants to be asked again."""


class Metered(Wrapped):
    """Counts every call but introductions, and keeps to the terms. May be asked from several threads at once.

    A call that is answered with ``rate_limited`` was not done, and is made again; each time it counts. Where the calls that
    may be made are made, `Spent` is raised. Each `open` keeps one call back for its `close`, so that nothing stays open.
    """

    def __init__(
        self,
        inner: Backend,
        terms: Terms | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(inner)
        self.terms = terms or Terms()
        self.calls: Counter[str] = Counter()
        """How many calls of each operation were made."""
        self.waited = 0.0
        """Seconds for which calls waited since the backend said ``rate_limited``."""
        self._kept_back = 0
        self._next = 0.0
        self._lock = threading.Lock()
        self._clock = clock
        self._sleep = sleep

    def around(self, operation: str, call: Callable[[], Result]) -> Result:
        if operation == "hello":
            return call()
        try:
            return self._made(operation, call)
        except BackendError as error:
            if error.code is not ErrorCode.RATE_LIMITED:
                raise
            return self._made_again(operation, call, error)

    def close(self, instance: str) -> None:
        # Without a call left for it, the instance is left to its backend: nothing more can be done about it.
        with suppress(Spent):
            super().close(instance)

    def _made(self, operation: str, call: Callable[[], Result]) -> Result:
        turn = self._admitted(operation)
        pause = turn - self._clock()
        if pause > 0:
            self._sleep(pause)
        try:
            return call()
        except BaseException:
            if operation == "open":
                with self._lock:
                    self._kept_back -= 1
            raise

    def _admitted(self, operation: str) -> float:
        """Count a call and say when it may be made. Raises `Spent`."""
        with self._lock:
            most = self.terms.max_calls
            if operation == "close" and self._kept_back:
                self._kept_back -= 1
            elif most is not None and self.calls.total() + self._kept_back + (operation == "open") >= most:
                raise Spent(f"the budget of {most:,} call{'' if most == 1 else 's'} is spent")
            if operation == "open":
                self._kept_back += 1
            self.calls[operation] += 1
            now = self._clock()
            turn = max(now, self._next)
            self._next = turn + (1 / self.terms.rate_limit if self.terms.rate_limit else 0.0)
            return turn

    def _made_again(self, operation: str, call: Callable[[], Result], refused: BackendError) -> Result:
        from tenacity import Retrying, retry_if_exception

        refusals = [refused]

        def attempt() -> Result:
            if refusals:
                raise refusals.pop()
            return self._made(operation, call)

        retrying = Retrying(
            retry=retry_if_exception(lambda error: isinstance(error, BackendError) and error.code is refused.code),
            wait=self._pause,
            stop=self._is_enough,
            sleep=self._sleep,
            before_sleep=self._hold_back,
            reraise=True,
        )
        return retrying(attempt)

    def _pause(self, state: RetryCallState) -> float:
        """Seconds until the next attempt: what the backend says, else ever more."""
        error = state.outcome.exception() if state.outcome is not None else None
        told = error.retry_after if isinstance(error, BackendError) else None
        return max(told, _SHORTEST_PAUSE) if told else float(_FIRST_PAUSE * 2 ** (state.attempt_number - 1))

    def _is_enough(self, state: RetryCallState) -> bool:
        return state.idle_for + state.upcoming_sleep > max(PATIENCE, self.terms.wait)

    def _hold_back(self, state: RetryCallState) -> None:
        """Nobody else is asked for as long: they would be told the same."""
        with self._lock:
            self.waited += state.upcoming_sleep
            self._next = max(self._next, self._clock() + state.upcoming_sleep)


def calls_of(backend: Backend) -> Mapping[str, int]:
    """How many calls of each operation were made on a backend, as far as they were counted."""
    return dict(backend.calls) if isinstance(backend, Metered) else {}


def waited_of(backend: Backend) -> float:
    """How many seconds calls to a backend waited since it said ``rate_limited``."""
    return round(backend.waited, 3) if isinstance(backend, Metered) else 0.0
