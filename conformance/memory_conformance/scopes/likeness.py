"""Why one scope might be taken for another: in words, by their names alone. Pure."""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import chain
from urllib.parse import unquote_plus

from memory_conformance.scopes.identifiers import FAMILIES, SEPARATORS

ANY = "is another"
"""The likeness of two names that have none: whoever is shown the other's memories there is shown everybody's."""


OTHERS = "are others"
"""The same of several fields."""
SESSION = "session"
"""What stands beside the fields of two scopes whose names read the same only together with the ids of their sessions."""
EACH = "are each alike to the owner's"
"""The likeness of scopes that differ in several fields, in each of which one alone would do."""


@dataclass(frozen=True, order=True)
class Likeness:
    """The fields in which two scopes differ, and what their names have in common there."""

    fields: tuple[str, ...]
    words: str

    def describe(self) -> str:
        """In one line."""
        return f"the reader's {' and '.join(self.fields)} {self.words}"


def likeness(reader: Mapping[str, str], owner: Mapping[str, str], sessions: tuple[str, str] = ("", "")) -> Likeness:
    """What whoever reads has in common with whoever is read. ``sessions`` are the ids of what each of them added, where they differ."""
    fields = tuple(field for field in owner if reader.get(field) != owner[field])
    if sessions[0] != sessions[1]:
        glue = _glue([*reader.values(), sessions[0]], [*owner.values(), sessions[1]])
        if glue is not None:
            return Likeness((*fields, SESSION), _joined(glue))
    alike = [_alike(reader.get(field, ""), owner[field]) for field in fields]
    if len(fields) == 1:
        return Likeness(fields, alike[0])
    glue = _glue(list(reader.values()), list(owner.values()))
    if glue is not None:
        return Likeness(fields, _joined(glue))
    return Likeness(fields, OTHERS if ANY in alike else EACH)


def _joined(glue: str) -> str:
    if glue == "nothing":
        return "read the same, joined"
    # Of the names that begin with a vowel, a unit separator alone is said with another sound.
    article = "an" if glue[0] in "aeiou" and not glue.startswith("unit") else "a"
    return f"read the same, joined by {article} {glue}"


@lru_cache(maxsize=100_000)
def _alike(one: str, other: str) -> str:
    return next((words for words, fits in _LIKE if fits(one, other)), ANY)


def _glue(one: list[str], other: list[str]) -> str | None:
    """The name of what joins both lists of names to the same text."""
    plain = (name for name, glue in SEPARATORS.items() if glue.join(one) == glue.join(other))
    escaped = (
        f"{name} that a backslash escapes"
        for name, glue in SEPARATORS.items()
        if glue and glue.join(_escaped(one, glue)) == glue.join(_escaped(other, glue))
    )
    return next(chain(plain, escaped), None)


def _escaped(names: list[str], sign: str) -> Iterator[str]:
    return (name.replace(sign, f"\\{sign}") for name in names)


def _is_like(sign: str) -> Callable[[str, str], bool]:
    """Whether a name with this sign fits a pattern as SQL's LIKE reads it, in any letter case, or its beginning does."""

    def fits(pattern: str, name: str) -> bool:
        written = "".join({"%": ".*", "_": "."}.get(one, re.escape(one)) for one in pattern)
        return sign in pattern and bool(re.match(written, name, re.IGNORECASE | re.DOTALL))

    return fits


def _is_glob(pattern: str, name: str) -> bool:
    return any(sign in pattern for sign in "*?[") and fnmatchcase(name, pattern)


def _is_expression(pattern: str, name: str) -> bool:
    expression = _read(pattern)
    return pattern != name and expression is not None and expression.fullmatch(name) is not None


@lru_cache(maxsize=10_000)
def _read(pattern: str) -> re.Pattern[str] | None:
    """A name as an expression; None for one that is none."""
    try:
        with warnings.catch_warnings():
            # What it will mean in a later Python is nobody's concern here.
            warnings.simplefilter("ignore")
            return re.compile(pattern)
    except (re.error, RecursionError, OverflowError):
        return None


def _number(name: str) -> float | None:
    try:
        return float(name)
    except ValueError:
        return None


def _trimmed(name: str) -> str:
    return "".join(
        sign for sign in name if sign.isprintable() and not sign.isspace() and unicodedata.category(sign) != "Cf"
    )


def _plain(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


_RESERVED = frozenset(next(family.names for family in FAMILIES if family.name == "reserved words"))

_LIKE: tuple[tuple[str, Callable[[str, str], bool]], ...] = (
    ("is empty", lambda one, other: not one),
    ("begins the owner's", lambda one, other: other.startswith(one)),
    ("differs in letter case alone", lambda one, other: one.casefold() == other.casefold()),
    ("is a pattern of SQL with % for the owner's", _is_like("%")),
    ("is a pattern of SQL with _ for the owner's", _is_like("_")),
    ("is a pattern for the owner's", _is_glob),
    ("is an expression for the owner's", _is_expression),
    ("is the same to whoever trims it", lambda one, other: _trimmed(one) == _trimmed(other)),
    ("has another form of the same letters", lambda one, other: _plain(one) == _plain(other)),
    ("is the owner's, percent-encoded or the other way round", lambda one, other: unquote_plus(one) == unquote_plus(other)),
    ("is the same number", lambda one, other: _number(one) is not None and _number(one) == _number(other)),
    ("goes on after the owner's", lambda one, other: bool(other) and one.startswith(other)),
    ("begins the owner's, in other letter case", lambda one, other: other.casefold().startswith(one.casefold())),
    ("is a piece of the owner's", lambda one, other: one in other),
    ("holds the owner's", lambda one, other: bool(other) and other in one),
    ("is a reserved word", lambda one, other: one in _RESERVED),
    ("is read as an expression", lambda one, other: any(sign in one for sign in "'\"$()|^{};`")),
)  # fmt: skip
"""What two names may have in common, the most telling first."""
