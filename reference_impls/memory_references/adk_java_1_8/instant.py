"""Two facts about time in Java that the service depends on: what an event keeps, and what an ``Instant`` can hold."""

import math

LONG_MIN, LONG_MAX = -(2**63), 2**63 - 1
INSTANT_MIN, INSTANT_MAX = -31557014167219200, 31556889864403199
"""The seconds of ``java.time.Instant.MIN`` and ``MAX``, the years -1000000000 and +1000000000."""


class DateTimeError(Exception):
    """A moment that an ``Instant`` cannot hold."""


def epoch_millis(seconds: float) -> int:
    """The time of an event as ADK Java keeps it, a ``long`` of milliseconds.

    Rounded as by ``Math.round``, because 1.001 s is 1000.9999999999999 ms in floating point and no millisecond may be
    lost on the way. What is out of range becomes the nearest ``long``.
    """
    millis = seconds * 1000
    if math.isnan(millis):
        return 0
    if not LONG_MIN <= millis < LONG_MAX:
        return LONG_MAX if millis > 0 else LONG_MIN
    return math.floor(millis + 0.5) if abs(millis) < 2**52 else int(millis)


def instant_of_epoch_second(second: int) -> int:
    """Java's ``Instant.ofEpochSecond``: the same second, or an error where an ``Instant`` ends."""
    if not INSTANT_MIN <= second <= INSTANT_MAX:
        raise DateTimeError("Instant exceeds minimum or maximum instant")
    return second
