"""One of many: who it is, what it has added, and what it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256

from memory_conformance.backend import Backend, BackendError, ErrorCode
from memory_conformance.evidence import shorten
from memory_conformance.model import Scope

REFUSING = frozenset({ErrorCode.INVALID_ARGUMENT, ErrorCode.PERMISSION_DENIED})
"""Errors that say that a name is not let in."""


class Standing(Enum):
    """What became of whoever wanted to add something."""

    TOLD = "told"
    """Nothing was added, and nothing refused."""
    ACCEPTED = "accepted"
    REFUSED = "refused"
    FAILED = "failed"


@dataclass
class Member:
    """One scope of a crowd. ``names`` are as the scenario has them, ``scope`` as the backend is given them; None where it cannot be.
    ``backend`` is whom this member asks: the same for all, or each by a key of their own. ``beside`` is how many stand before it that
    share their memories with it, by declaration.

    ``sessions`` have the canaries that were acknowledged and stand; ``dropped`` those that were replaced, ``deleted`` those that were
    deleted, both acknowledged; ``failed`` those of each add that failed. ``alone`` are those that the words of all canaries found, and
    that have the scope for themselves again. ``ids`` are the ids of canaries, as far as they were asked for, and ``error`` is what an
    add was answered with last.
    """

    number: int
    names: Mapping[str, str]
    scope: Scope | None
    session: str
    group: int
    backend: Backend
    beside: int = 0
    standing: Standing = Standing.TOLD
    sessions: dict[str, list[int]] = field(default_factory=dict)
    dropped: set[int] = field(default_factory=set)
    deleted: set[int] = field(default_factory=set)
    failed: list[list[int]] = field(default_factory=list)
    alone: set[int] = field(default_factory=set)
    ids: dict[int, str] = field(default_factory=dict)
    error: str = ""

    def own(self, name: str) -> str:
        """An id of a session or an event. All have the same, but those who share: among them, one would replace another's."""
        return f"{name}-{self.beside + 1}" if self.beside else name

    def canaries(self) -> set[int]:
        """What stands."""
        return {one for canaries in self.sessions.values() for one in canaries}

    def describe(self) -> str:
        """Its names, as a report shows them."""
        return described(self.names)


def described(names: Mapping[str, str]) -> str:
    """A scope in one line; names that cannot be seen are escaped."""
    return " of ".join(f"{name} {shorten(ascii_or_printable(value))}" for name, value in reversed(list(names.items())))


def ascii_or_printable(name: str) -> str:
    """A name in quotes, with everything escaped that a reader could not see or tell apart."""
    written = "".join(
        one if one.isascii() and one.isprintable() else one.encode("unicode_escape").decode() for one in name
    )
    return f'"{written}"'


@dataclass
class Shown:
    """What one member was shown: its own canaries, those of others by their owner's number, and what is told of texts of
    nobody's.

    ``refused`` says that nobody of these names may look, ``error`` what it was answered with, where nothing was shown at all, and
    ``unasked`` that nobody was asked any more, after so many leaks.
    """

    own: set[int] = field(default_factory=set)
    foreign: dict[int, int] = field(default_factory=dict)
    strange: list[str] = field(default_factory=list)
    refused: bool = False
    error: BackendError | None = None
    unasked: bool = False

    @classmethod
    def nothing(cls, error: BackendError | None = None) -> Shown:
        """What is shown to whoever is answered with an error, or cannot even ask."""
        return cls(refused=error is None or error.code in REFUSING, error=error)


def unnamed(text: str) -> str:
    """A text that is nobody's of this run, as a report may keep it: it may be somebody's real data."""
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return f"a text of {len(text):,} characters that nobody of this run stored (sha256 {digest}…)"
