"""What must not be shown: values that came from the environment or go into headers. Whatever is shown is asked here before.

One place for the whole process, since a secret can come back from anywhere: in a service's own error, in a log, as a memory.
"""

from __future__ import annotations

import re

SHOWN = "‹secret›"
"""What stands in the place of a secret."""
SHORTEST = 4
"""Values of fewer characters are not hidden: they would also hide what merely looks like them, and so tell more than they keep."""

_kept: set[str] = set()
_pattern: re.Pattern[str] | None = None


def keep_secret(value: str) -> str:
    """Hide a value from now on wherever it would be shown, also as part of something longer; gives the value back."""
    global _pattern
    if len(value) >= SHORTEST and value not in _kept:
        _kept.add(value)
        # The longest first: a token that holds another is hidden whole.
        _pattern = re.compile("|".join(re.escape(one) for one in sorted(_kept, key=len, reverse=True)))
    return value


def hide(text: str) -> str:
    """A text without the secrets in it."""
    return _pattern.sub(SHOWN, text) if _pattern is not None else text
