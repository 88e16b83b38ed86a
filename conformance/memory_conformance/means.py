"""What a scenario may need that no backend brings along: whoever plays it has to provide it, and a run without it leaves it out."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Means(StrEnum):
    """What the leak lab can be given. A scenario says what it needs by ``@needs:…``, beside capabilities."""

    PRINCIPALS = "principals"
    """Several users with credentials of their own: ``memory-conformance leaks BACKEND --principals FILE``."""
    FAULTY_LINE = "faulty_line"
    """A line to the backend that loses messages: ``memory-conformance leaks BACKEND --faulty-line``."""
    LOAD = "load"
    """Many users at once: ``memory-conformance leaks BACKEND --load USERS``."""


_OPTIONS = {Means.PRINCIPALS: "--principals FILE", Means.FAULTY_LINE: "--faulty-line", Means.LOAD: "--load USERS"}


def missing_means(needs: Iterable[str], provided: Iterable[Means]) -> list[str]:
    """What is needed and not provided, in words that say how to have it played."""
    there = set(provided)
    return [
        f"it needs {means.value}: memory-conformance leaks … {_OPTIONS[means]}"
        for means in Means
        if means.value in needs and means not in there
    ]


def needs_means(needs: Iterable[str]) -> bool:
    """Whether anything is needed that no backend brings along."""
    return bool({means.value for means in Means} & set(needs))
