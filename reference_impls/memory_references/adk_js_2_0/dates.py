"""Facts about time in JavaScript: what an event keeps, what a ``Date`` can hold, and how it is written."""

import math

from memory_references.times import civil

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


def to_iso_string(millis: int) -> str:
    """JavaScript's ``toISOString``: with a sign and six digits for a year that four do not hold."""
    seconds, rest = divmod(millis, 1000)
    year, month, day, hour, minute, second = civil(seconds)
    written = f"{year:04}" if 0 <= year <= 9999 else f"{year:+07}"
    return f"{written}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{rest:03}Z"
