"""How somebody ends what is going on: by Ctrl-C, by SIGTERM, or with the terminal. All of them raise one exception.

Letting go of what was started must not be cut short in its turn, or processes are left behind: it is done `undisturbed`, and a
signal that comes meanwhile only means that it is to be quick about it.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_NUMBERS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))


class Interrupted(KeyboardInterrupt):
    """A signal that ends things; the text names it."""


_AGAIN = 1.0
"""Seconds after which a further signal interrupts again: a wish that is repeated at once is the same wish, more urgent."""


class _State:
    shelters = 0
    kept_back: int | None = None
    last: float | None = None
    hurried = False


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise `Interrupted` for a signal that ends things, in the main thread; one that is ignored stays ignored.

    Once one has come it stays so: what follows is the end of the process, which is not to be cut short either.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = [number for number in _NUMBERS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, _interrupt) for number in heard}
    try:
        yield
    finally:
        if _State.last is None:
            for number, handler in before.items():
                signal.signal(number, handler)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Finish what is done in here, whatever signal comes; the first is raised at the end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _State.shelters += 1
    try:
        yield
    finally:
        _State.shelters -= 1
        if not _State.shelters and _State.kept_back is not None:
            number, _State.kept_back = _State.kept_back, None
            raise _interrupted(number)


def is_hurried() -> bool:
    """Whether it was signalled while things were being let go, or again and again: nothing is to be waited for any more."""
    return _State.hurried


def _interrupt(number: int, frame: FrameType | None) -> None:
    last, _State.last = _State.last, time.monotonic()
    if _State.shelters:
        _State.hurried = True
        if last is None:
            _State.kept_back = number
    elif last is not None and _State.last - last < _AGAIN:
        _State.hurried = True
    else:
        raise _interrupted(number)


def _interrupted(number: int) -> Interrupted:
    return Interrupted(f"interrupted by {signal.Signals(number).name}")
