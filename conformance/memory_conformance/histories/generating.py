"""Histories that nobody wrote by hand, as a Hypothesis strategy: whatever is drawn first is what shrinking ends at."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from math import prod
from typing import Any

from hypothesis import strategies as st

from memory_conformance.histories.history import Call
from memory_conformance.steps.parts import read_parts

WORDS = (
    "tea",
    "note",
    "Tea",
    "TEA",
    "notes",
    "42",
    "7",
    "tea42",
    "e-mail",
    "tea,",
    "(tea)",
    "it's",
    "error_code",
    "café",
    "CAFÉ",
    "cafe\u0301",
    "Straße",
    "STRASSE",
    "İstanbul",
    "istanbul",
    "ΣΑΣ",
    "σας",
    "чай",
    "Чай",
    "茶",
    "喝茶",
    "我喜欢茶",
    "お茶を飲む",
    "태자",
    "ชา",
    "चाय",
    "شاي",
    "Kelvin\u212a",
    "ﬁn",
    "½",
    "２",
    "٣",
    "🍵",
    "tea🍵",
    "!",
    "--",
    "茶tea",
)
"""Words that services are known to take apart differently; the plain ones stand first, since shrinking goes there."""

SPACES = (" ", "  ", "\t", "\n", "\u00a0", "\u3000", "\u2028", "\x1c", "\x85", "\ufeff", "\u200b", ",", "-", "", ".")
"""What may stand between two words: white space of all kinds, and what is white space for some only."""

SCOPES: tuple[tuple[tuple[str, str], ...], ...] = (
    (("shop", "ana"),),
    (("shop", "ana"),),
    (("shop", "ana"),),
    (("shop", "ana"), ("shop", "ben")),
    (("shop", "ana"), ("bank", "ana")),
    (("shop", "ana/ben"), ("shop/ana", "ben")),
    (("shop", "ana:ben"), ("shop:ana", "ben")),
    (("shop", "ana"), ("shop", "Ana")),
    (("shop", "ana"), ("shop", "ana1")),
    (("shop", ""), ("", "shop")),
    (("shop", "ana"), ("shop", "ben"), ("bank", "ana")),
)
"""Whom a history speaks of, as app and user: of one, or of several that services are known to confuse."""
SESSIONS = ("s1", "s2", "s3", "10", "9", "__proto__", "S1")
"""Ids that services are known to confuse, to keep in another order, or to have a use of their own for."""

AUTHORS = ("user", "agent", "")
TIMES = (1767225600.0, 1767225601.5, 1767225599.0, 1767225600.123, 0.0)
"""Seconds since the epoch."""

OTHER_PARTS = tuple(part.to_wire() for part in read_parts('call look, "", thought "tea", image'))
"""Parts that have no text, an empty one, or one that was never said."""

_SHAPES: tuple[tuple[str, ...] | None, ...] = (
    ("text",),
    ("text",),
    ("text",),
    ("text",),
    ("text",),
    ("text", "text"),
    ("text", "text"),
    ("text", "other"),
    ("other",),
    (),
    None,
)
"""What the content of an event consists of; None is no content at all."""
_WAYS = ("word", "word", "words", "capitals", "small letters", "a piece", "another word", "nothing")
"""What a query is made of."""
_MOST_CALLS = 12
_EVENTS = (1, 1, 2, 2, 3, 0, 12)
"""How many events a session has: a few, none, or more than the ten that some services give back at most."""
_ALPHABETS = 0x3000
_CHARACTERS = 0x110000
_SURROGATES = range(0xD800, 0xE000)


@st.composite
def histories(
    draw: st.DrawFn,
    scope: Sequence[str] = ("app", "user"),
    add_events: bool = False,
    varied: Collection[str] = ("app", "user"),
) -> list[Call]:
    """Sessions added, added again and shrunk, for several users and apps, with searches between and after them.

    ``scope`` names the scope fields, of which app and user have several values where they are ``varied``. Events are told apart by
    their ids.
    """
    return list(_Author(lambda count: draw(_below(count)), scope, add_events, varied).calls())


def made_up(seed: str, scope: Sequence[str], add_events: bool, varied: Collection[str]) -> Iterator[list[Call]]:
    """Such histories without end; one seed makes the same ones on every machine.

    A seed of Hypothesis does not: it also draws numbers that it finds in the code that is loaded.
    """
    numbers = random.Random(seed)
    while True:
        yield list(_Author(numbers.randrange, scope, add_events, varied).calls())


@cache
def _below(count: int) -> st.SearchStrategy[int]:
    return st.integers(0, count - 1)


class _Author:
    """Writes one history. Draws nothing but whole numbers, and few of them: each costs more than what it is made into.

    So one number says several things at once, the one that matters most first: a smaller number is a simpler thing.
    """

    def __init__(
        self, below: Callable[[int], int], scope: Sequence[str], add_events: bool, varied: Collection[str]
    ) -> None:
        self._below = below
        self._writes = ("add_session", "search", "add_events") if add_events else ("add_session", "search")
        # Few words and few scopes, so that what is searched for is often there.
        many_words, scopes = self._numbers(4, len(SCOPES))
        self._words = [self._word() for _ in range(many_words + 1)]
        chosen = [{"app": app, "user": user} for app, user in SCOPES[scopes]]
        plain = chosen[0]
        self._scopes = [{name: (one if name in varied else plain).get(name, name) for name in scope} for one in chosen]

    def calls(self) -> Iterator[Call]:
        """The calls, of which the last is a search."""
        for number in range(self._numbers(_MOST_CALLS)[0] + 1):
            how, many, session, whose = self._numbers(len(self._writes), len(_EVENTS), len(SESSIONS), len(self._scopes))
            operation = self._writes[how] if number else "add_session"
            scope = self._scopes[whose]
            if operation == "search":
                yield Call("search", {"scope": scope, "query": self._query()})
                continue
            events = [self._event(f"e{number}-{place}") for place in range(_EVENTS[many])]
            if operation == "add_events":
                yield Call("add_events", {"scope": scope, "sessionId": SESSIONS[session], "events": events})
            else:
                yield Call("add_session", {"scope": scope, "session": {"id": SESSIONS[session], "events": events}})
        yield Call("search", {"scope": self._scopes[self._numbers(len(self._scopes))[0]], "query": self._query()})

    def _numbers(self, *below: int) -> list[int]:
        """Numbers below each of these, out of one that is drawn; where that is 0, all of them are."""
        drawn = self._below(prod(below))
        numbers = []
        for limit in reversed(below):
            drawn, number = divmod(drawn, limit)
            numbers.append(number)
        return numbers[::-1]

    def _word(self) -> str:
        [number] = self._numbers(len(WORDS) * 4 // 3)
        if number < len(WORDS):
            return WORDS[number]
        return "".join(self._character() for _ in range(1 + number % 3))

    def _character(self) -> str:
        # Half of them of the alphabets, which are the first few thousand characters of all.
        far, near = self._numbers(2, _ALPHABETS)
        point = self._numbers(_CHARACTERS)[0] if far else near
        # Half of a character is no text in most languages.
        return chr(point) if point not in _SURROGATES else "\ufffd"

    def _text(self, most: int) -> str:
        """One to so many words, with what stands between them."""
        words, spaces = len(self._words), len(SPACES)
        many, first, *others = self._numbers(
            most, words, *(limit for _ in range(most - 1) for limit in (spaces, words))
        )
        rest = [SPACES[space] + self._words[word] for space, word in zip(others[::2], others[1::2], strict=True)]
        return self._words[first] + "".join(rest[:many])

    def _event(self, name: str) -> dict[str, Any]:
        shape, author, time = self._numbers(len(_SHAPES), len(AUTHORS), len(TIMES))
        event: dict[str, Any] = {"id": name, "author": AUTHORS[author], "timestamp": TIMES[time]}
        if (parts := _SHAPES[shape]) is not None:
            role = "user" if AUTHORS[author] == "user" else "model"
            event["content"] = {"role": role, "parts": [self._part(kind) for kind in parts]}
        return event

    def _part(self, kind: str) -> dict[str, Any]:
        return {"text": self._text(3)} if kind == "text" else dict(OTHER_PARTS[self._numbers(len(OTHER_PARTS))[0]])

    def _query(self) -> str:
        way = _WAYS[self._numbers(len(_WAYS))[0]]
        if way == "nothing":
            return ""
        if way == "another word":
            return self._word()
        text = self._text(3 if way == "words" else 1)
        if way == "a piece":
            return text[self._numbers(max(1, len(text)))[0] :]
        return text.upper() if way == "capitals" else text.lower() if way == "small letters" else text
