"""When what was written can be seen: what a backend declares of it, what was measured, and the clock that is waited by."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from memory_conformance.backend import HarnessError
from memory_conformance.model import Capability, Hello
from memory_conformance.references import did_you_mean

WRITE = "write"
FORGET = "forget"
LONGEST_BOUND = 86_400
"""Seconds of the longest bound: a day."""

Measured = Mapping[str, tuple[Sequence[float], float]]
"""By the name of a bound: the seconds that were measured, and those that were declared."""


@dataclass(frozen=True)
class Bounds:
    """Seconds after which a write is visible, and after which nothing of what was forgotten is."""

    write: float = 0.0
    forget: float = 0.0


def bounds_of(hello: Hello) -> Bounds:
    """The bounds that a backend declares; for forgetting those of writing, unless it says otherwise.

    Raises `HarnessError`, in one line, for a bound that is none.
    """
    for name, seconds in hello.bounds.items():
        if name not in (WRITE, FORGET):
            raise HarnessError(f"{hello.name}: there is no bound {name!r}; {did_you_mean(name, [WRITE, FORGET])}")
        if not 0 <= seconds <= LONGEST_BOUND:
            raise HarnessError(
                f"{hello.name}: the bound {name!r} is {seconds:g}; it is a number of seconds, from 0 to {LONGEST_BOUND:,}"
            )
    write = hello.bounds.get(WRITE, 0.0)
    return Bounds(write, hello.bounds.get(FORGET, write))


class Halted(BaseException):
    """Nothing more is waited for or asked: the run ends. No Exception, so that no step takes it for something it saw."""


class Clock:
    """The time, in seconds, and a way to let some of it pass that somebody else can end."""

    def __init__(self) -> None:
        self._halted = threading.Event()

    def now(self) -> float:
        """This instant; only differences mean anything."""
        return time.monotonic()

    def pause(self, seconds: float) -> None:
        """Let some time pass. Raises `Halted`, at once, where nothing is waited for any more."""
        if self._halted.wait(seconds):
            raise Halted

    def check(self) -> None:
        """Raise `Halted` where nothing is waited for any more."""
        if self._halted.is_set():
            raise Halted

    def halt(self) -> None:
        """End every pause, now and later."""
        self._halted.set()


class QuickClock(Clock):
    """Time that passes by pauses alone, each of which is over at once: for what is played without anybody waiting."""

    def __init__(self) -> None:
        super().__init__()
        self._passed = 0.0

    def now(self) -> float:
        return self._passed

    def pause(self, seconds: float) -> None:
        self.check()
        self._passed += seconds


@dataclass
class Lag:
    """What was measured: seconds from the end of a call until the first look that showed what it did."""

    write: list[float] = field(default_factory=list)
    forget: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Visibility:
    """How one backend is waited for. ``settles`` says that it can be told to; ``turn`` is held by whoever makes a call."""

    bounds: Bounds
    settles: bool
    clock: Clock = field(default_factory=Clock)
    lag: Lag = field(default_factory=Lag)
    turn: AbstractContextManager[object] = field(default_factory=threading.Lock)

    @classmethod
    def of(cls, hello: Hello, clock: Clock | None = None) -> Visibility | None:
        """That of a backend whose writes are not visible at once; None for any other. Raises `HarnessError`."""
        bounds, settles = bounds_of(hello), Capability.SETTLE in hello.capabilities
        if not settles and not bounds.write and not bounds.forget:
            return None
        return cls(bounds, settles, clock or Clock())

    def measured(self) -> Measured:
        """What was measured so far, by the names of the bounds."""
        return {WRITE: (tuple(self.lag.write), self.bounds.write), FORGET: (tuple(self.lag.forget), self.bounds.forget)}
