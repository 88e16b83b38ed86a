"""Two facts about time in JavaScript that the service depends on: what an event keeps, and what a ``Date`` can hold."""

import math

LAST_TIME = 8_640_000_000_000_000
"""The milliseconds from 1970 to the last moment of a ``Date``, and to its first: a hundred million days."""


class RangeError(Exception):
    """A moment that a ``Date`` cannot hold."""


def epoch_millis(seconds: float) -> float:
    """The time of an event as ADK TypeScript keeps it: whole milliseconds, as of ``Date.now()``.

    Rounded as by ``Math.round``, halves up, because 1.001 s is 1000.9999999999999 ms in floating point and no millisecond
    may be lost on the way.
    """
    millis = seconds * 1000
    if not math.isfinite(millis):
        return millis
    whole = math.floor(millis)
    # Not floor(millis + 0.5), since that sum is rounded itself.
    return float(whole + (millis - whole >= 0.5))


def iso_millis(millis: float) -> float:
    """The milliseconds that ``new Date(millis).toISOString()`` says: the same, or an error beyond what a ``Date`` can hold."""
    if not abs(millis) <= LAST_TIME:
        raise RangeError("Invalid time value")
    return millis
