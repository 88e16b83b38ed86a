"""Canaries: memories that nobody else has, and that are known again wherever they come back.

A canary is a sentence as a user would say it, with an invented name in it. It survives what services make of texts: a name is kept
where facts are extracted, the words around it carry the meaning where texts are embedded, and it is of plain small letters, where
digits and signs are dropped. All canaries share the other words, so that one query fits them all.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic_core import PydanticSerializationError

from memory_conformance.model import Memory

QUERY = "neighbour keeps spare key"
"""Words that every canary has."""

_CONSONANTS = "bdfgklmnprstvz"
_VOWELS = "aeiou"
_ENDS = "lmnrst"
_SYLLABLES = tuple(first + vowel + last for first in _CONSONANTS for vowel in _VOWELS for last in _ENDS)
_COUNT = len(_SYLLABLES)
_LENGTH = 5
_ALL = _COUNT**_LENGTH
"""So many names there are: more than 10 to the 13."""
_LETTERS = 3 * _LENGTH
_LONG_ENOUGH = re.compile(f"[a-z]{{{_LETTERS},}}")
_DIGIT = {syllable: number for number, syllable in enumerate(_SYLLABLES)}


class Canaries:
    """The canaries of one run, by number from 0. ``run`` makes them other than those of every other run.

    Recognising them takes no table of those that were given out: names of numbers beyond ``most`` are none of ours.
    """

    def __init__(self, run: str, most: int = 1_000_000) -> None:
        known = random.Random(f"canaries of {run}")
        self._most = most
        self._factor = known.randrange(_ALL // 3, _ALL - 1)
        while True:
            try:
                self._inverse = pow(self._factor, -1, _ALL)
            except ValueError:
                self._factor += 1
            else:
                break
        self._offset = known.randrange(_ALL)

    def name(self, number: int) -> str:
        """The invented name of a canary, in small letters."""
        left = (number * self._factor + self._offset) % _ALL
        syllables = []
        for _ in range(_LENGTH):
            left, digit = divmod(left, _COUNT)
            syllables.append(_SYLLABLES[digit])
        return "".join(syllables)

    def text(self, number: int) -> str:
        """A canary, as it is remembered."""
        return f"my neighbour {self.name(number)} keeps the spare key"

    def in_text(self, text: str) -> Iterator[int]:
        """The numbers of this run's canaries in a text, in any letter case, each as often as it stands there."""
        for run in _LONG_ENOUGH.finditer(text.casefold()):
            # Letters may stand before it that are part of an escape: of a line feed the JSON ends in "n".
            letters, start = run.group(), 0
            while start <= len(letters) - _LETTERS:
                number = self._number(letters[start : start + _LETTERS])
                if number is not None:
                    yield number
                start += 1 if number is None else _LETTERS

    def in_memory(self, memory: Memory) -> set[int]:
        """The numbers of the canaries anywhere in a memory, be it in its metadata."""
        try:
            return set(self.in_text(memory.model_dump_json()))
        except PydanticSerializationError:
            # Half of a character, which no JSON takes.
            return {number for text in _texts(memory.model_dump()) for number in self.in_text(text)}

    def _number(self, name: str) -> int | None:
        left = 0
        for start in range(_LETTERS - 3, -1, -3):
            digit = _DIGIT.get(name[start : start + 3])
            if digit is None:
                return None
            left = left * _COUNT + digit
        number = (left - self._offset) * self._inverse % _ALL
        return number if number < self._most else None


def _texts(value: Any) -> Iterator[str]:
    """Every text in a message, with the names of its fields."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _texts(name)
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
