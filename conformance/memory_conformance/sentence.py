"""How a sentence of the specification is recognised and what its quoted values mean.

A template such as ``{user} of app {app} remembers {text}`` matches a step as a whole, letter by letter. Each value is written
in double quotes, inside which JSON's string escapes hold; a few named kinds are written without quotes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property
from typing import Any

from memory_conformance.model import Capability

NEGATIVE_CONTROL = "a word stored nowhere finds nothing"
"""The sentence of the negative control, which the lint asks for and a report leaves out where it held."""

QUOTED = r'"(?:[^"\\]|\\.)*"'
"""A quoted value, as a pattern."""

_EXTENDED_TIME = re.compile(r"([+-]\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z")


class Speech(StrEnum):
    """What a sentence does: acts on a backend, asks a control, judges the last observation, or asks and judges at once."""

    ACT = "act"
    CONTROL = "control"
    OBSERVED = "observed"
    ASSERTED = "asserted"

    @property
    def keywords(self) -> frozenset[str]:
        """The Gherkin keywords under which such a sentence may stand."""
        return _KEYWORDS[self]


_KEYWORDS = {
    Speech.ACT: frozenset({"given", "when"}),
    Speech.CONTROL: frozenset({"given"}),
    Speech.OBSERVED: frozenset({"then"}),
    Speech.ASSERTED: frozenset({"then"}),
}


class SentenceError(ValueError):
    """A value in a sentence or a table that cannot be read; the message says what would be right."""


@dataclass(frozen=True)
class AnError:
    """Stands where texts could stand: the search is expected to fail."""

    def __str__(self) -> str:
        return "an error"


Texts = tuple[str, ...] | AnError


def unquote(quoted: str) -> str:
    """The string that a quoted value means. Raises `SentenceError` on an escape that JSON does not know."""
    try:
        return str(json.loads(quoted, strict=False))
    except json.JSONDecodeError as error:
        raise SentenceError(
            f"{quoted} is no JSON string: {error.msg.lower()}; a backslash is written \\u005c"
        ) from None


def quote(text: str) -> str:
    """A string as it would be written in a sentence, invisible characters escaped."""
    return "".join(
        character if character.isprintable() and character not in "\u3000\u00a0" else json.dumps(character)[1:-1]
        for character in json.dumps(text, ensure_ascii=False)
    )


def unquote_cell(cell: str) -> str:
    """The string that a table cell means: the same as between quotes; quotes around the whole cell keep its spaces."""
    if re.fullmatch(QUOTED, cell, re.DOTALL):
        return unquote(cell)
    return unquote('"' + cell.replace('"', '\\"') + '"')


def texts(written: str) -> Texts:
    """``nothing``, ``an error``, or quoted texts separated by commas."""
    if written == "nothing":
        return ()
    if written == "an error":
        return AnError()
    return tuple(unquote(found) for found in re.findall(QUOTED, written, re.DOTALL))


def optional(written: str) -> str | None:
    """A quoted value, or ``absent``."""
    return None if written == "absent" else unquote(written)


def seconds(written: str) -> float:
    """An instant in ISO 8601 with an offset, as seconds since the epoch; years beyond four digits carry a sign."""
    extended = _EXTENDED_TIME.fullmatch(written)
    try:
        if extended is not None:
            year, month, day, hour, minute, second = (int(group) for group in extended.groups())
            # The calendar repeats itself every 400 years, which are 146,097 days: map the year to one that datetime knows.
            cycles, year = divmod(year - 2000, 400)
            base = datetime(2000 + year, month, day, hour, minute, second, tzinfo=UTC).timestamp()
            return base + cycles * 146_097 * 86_400
        instant = datetime.fromisoformat(written)
    except ValueError:
        raise SentenceError(f"{written!r} is no time; write it like 2026-03-05T09:30:00Z") from None
    if instant.tzinfo is None:
        raise SentenceError(f"{written!r} has no offset; write it like 2026-03-05T09:30:00Z")
    return instant.timestamp()


def json_object(written: str) -> dict[str, Any]:
    """A JSON object, such as metadata. Raises `SentenceError`."""
    try:
        found = json.loads(written)
    except json.JSONDecodeError:
        found = None
    if not isinstance(found, dict):
        raise SentenceError(f'{written} is no JSON object; write it like {{"topic": "travel"}}')
    return found


KINDS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "quoted": (QUOTED, unquote),
    "count": (r"\d+", int),
    "texts": (rf"nothing|an error|{QUOTED}(?:, {QUOTED})*", texts),
    "optional": (rf"absent|{QUOTED}", optional),
    "order": ("in this order|in any order", str),
}
"""The kinds of values: how each is written and how it is read. `kind` adds to them."""


def kind(name: str, pattern: str, read: Callable[[str], Any]) -> None:
    """Define one more kind of values. Raises `SentenceError` for a name that is taken: sentences would be read otherwise."""
    if name in KINDS:
        raise SentenceError(f"a kind of values is called {name!r} already")
    KINDS[name] = (pattern, read)


@dataclass(frozen=True)
class Sentence:
    """One sentence of the vocabulary: its template, what it does, and the function that does it.

    ``table`` says whether a table must follow: None for none, else the columns that it may have. ``capability`` is the
    optional operation that it uses, if any.
    """

    template: str
    speech: Speech
    perform: Callable[..., Any]
    table: frozenset[str] | None = None
    capability: Capability | None = None

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The template as a pattern with a named group for each value."""
        pieces = re.split(r"(\{[^}]+\})", self.template)
        return re.compile("".join(_pattern_of(piece) for piece in pieces), re.DOTALL)

    @property
    def meaning(self) -> str:
        """What the sentence means, for the page of sentences."""
        return (self.perform.__doc__ or "").strip()

    def read(self, text: str) -> dict[str, Any] | None:
        """The values in ``text`` by name, or None where the sentence does not match. Raises `SentenceError`."""
        match = self.pattern.fullmatch(text)
        if match is None:
            return None
        kinds = dict(_placeholder(found) for found in re.findall(r"\{([^}]+)\}", self.template))
        return {name: KINDS[kinds[name]][1](written) for name, written in match.groupdict().items()}


def _placeholder(inside: str) -> tuple[str, str]:
    name, _, kind = inside.partition(":")
    return name, kind or "quoted"


def _pattern_of(piece: str) -> str:
    if not piece.startswith("{"):
        return re.escape(piece)
    name, kind = _placeholder(piece[1:-1])
    return f"(?P<{name}>{KINDS[kind][0]})"
