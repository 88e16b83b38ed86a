"""The line itself: carries a message to where it is delivered, as often, as late and as far as was decided.

It knows nothing of what a message looks like. Two kinds of lines are made of it: one for HTTP, on the wire, in `proxy`, and
one for whatever takes messages, which is every backend: `Disturbed`.
"""

from __future__ import annotations

import copy
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from memory_conformance.backend import Backend, BackendError, ErrorCode, Gone, Lost, Speaker
from memory_conformance.connect.messages import Messaged
from memory_conformance.faulty_line.plan import WRITES, About, Mishap, Mishaps, Noted, about
from memory_conformance.model import Hello

LONGEST_DELAY = 0.03
"""Seconds that a message is delayed at most."""
HELD = 0.1
"""Seconds for which a write is held back where nobody else writes."""
EARLIEST_CUT, LATEST_CUT = 0.002, 0.012
"""Seconds from when a message is sent on until its line is cut."""

Answer = TypeVar("Answer")


class NoAnswer(Exception):
    """The line gives no answer to a message. ``sent_on`` says whether the message arrived, as far as that is known."""

    def __init__(self, noted: Noted, *, sent_on: bool) -> None:
        super().__init__(f"no answer on purpose: {noted}")
        self.noted = noted
        self.sent_on = sent_on


class Line:
    """Carries messages, of several senders at once, each of whom is a thread."""

    def __init__(self, mishaps: Mishaps) -> None:
        self.mishaps = mishaps
        self._answered = 0
        self._changed = threading.Condition()

    def carry(
        self,
        operation: str,
        of: About,
        deliver: Callable[[], Answer],
        cut: Callable[[float], None] | None = None,
    ) -> Answer:
        """Deliver a message, and give the answer back. Raises `NoAnswer`, and what ``deliver`` raises.

        ``cut`` delivers it and breaks the connection after so many seconds, where there is one.
        """
        noted = self.mishaps.next(operation, of, wire=cut is not None)
        if noted.mishap is Mishap.REFUSED:
            raise NoAnswer(noted, sent_on=False)
        if noted.mishap is Mishap.DELAYED:
            time.sleep(noted.fraction * LONGEST_DELAY)
        if noted.mishap is Mishap.REORDERED:
            self._hold_back()
        try:
            if noted.mishap is Mishap.CUT and cut is not None:
                cut(EARLIEST_CUT + noted.fraction * (LATEST_CUT - EARLIEST_CUT))
                raise NoAnswer(noted, sent_on=True)
            answer = _twice(deliver, noted.fraction) if noted.mishap is Mishap.DUPLICATED else deliver()
        finally:
            if operation in WRITES:
                self._note_answer()
        if noted.mishap is Mishap.LOST:
            raise NoAnswer(noted, sent_on=True)
        return answer

    def _hold_back(self) -> None:
        """Wait until a write was answered: somebody else's, since this thread is here."""
        with self._changed:
            before = self._answered
            self._changed.wait_for(lambda: self._answered > before, HELD)

    def _note_answer(self) -> None:
        with self._changed:
            self._answered += 1
            self._changed.notify_all()


def _twice(deliver: Callable[[], Answer], fraction: float) -> Answer:
    """Deliver two copies, in one half of all cases at the same moment. Whatever comes of the second, the first is answered."""
    if fraction < 0.5:
        answer = deliver()
        deliver()
        return answer
    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(deliver)
        answer = deliver()
        second.result()
    return answer


class Disturbed(Messaged):
    """A backend at the other end of a line, whatever it is. What it is told goes there as messages, each copy on its own.

    An answer that is not given is an error of the harness, `unavailable`. Lets go of ``inner`` as that lets go of itself.
    """

    def __init__(self, inner: Backend, line: Line) -> None:
        self.inner = inner
        self.line = line

    def hello(self) -> Hello:
        return self.inner.hello()

    def ask(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        def deliver() -> Any:
            try:
                return self.inner.ask(operation, copy.deepcopy(dict(parameters)))
            except (Gone, Lost):
                raise
            except BackendError as error:
                # An error is an answer like any other, and lost like any other.
                return error

        try:
            answer = self.line.carry(operation, about(parameters), deliver)
        except NoAnswer as error:
            raise BackendError(ErrorCode.UNAVAILABLE, str(error), Speaker.HARNESS) from None
        if isinstance(answer, BackendError):
            raise answer
        return answer

    def disconnect(self) -> None:
        self.inner.disconnect()
