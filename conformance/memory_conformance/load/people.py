"""Who is there at once: a scope for each person, with names that are near each other, and canaries by which its memories are known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memory_conformance.model import Crossing, Hello, Scope
from memory_conformance.references import UsageError
from memory_conformance.scopes.canary import Canaries

MOST_EACH = 64
"""Canaries of one person, at most."""
_MOST_PEOPLE = 1_000_000_000
_NEAR = ("user{}", "User{}", "user{}.x", "user_{}")
"""Names that stand for each other where letters are folded, beginnings compared, or patterns matched; so do user1 and user10."""
_OUTER = ("shop", "shop2")
"""The same name is there in each of them."""
_SHARED = "all"


@dataclass(frozen=True)
class Person:
    """One scope, and the number by which its canaries are known."""

    number: int
    scope: Scope


class People:
    """Everybody of a run, by numbers from 0, whoever of them comes. All who play one run, be it on several machines, give it one name.

    ``prefix`` makes names a run's own, where a backend is never empty. Raises `UsageError` for one that keeps nothing apart.
    """

    def __init__(self, hello: Hello, run: str, prefix: str = "") -> None:
        self._borders = [field.name for field in hello.scope if field.crossing is Crossing.LEAK]
        if not self._borders:
            raise UsageError(f"{hello.name} declares no scope field that keeps users apart: it offers no isolation")
        self._hello, self._prefix = hello, prefix
        self.canaries = Canaries(run, _MOST_PEOPLE * MOST_EACH)

    def person(self, number: int) -> Person:
        """Somebody. Who shares memories by declaration shares the name of that field, so that whatever is shared is one's own."""
        names = self._names(number)
        scope = {field.name: names.get(field.name, _SHARED) for field in self._hello.scope}
        return Person(number, self._hello.its_own(scope, self._prefix))

    def canary(self, person: Person, nth: int) -> int:
        """The number of one of somebody's canaries, counted from 0."""
        return person.number * MOST_EACH + nth

    def owner_of(self, canary: int) -> Person:
        """Whose a canary is."""
        return self.person(canary // MOST_EACH)

    def _names(self, number: int) -> Mapping[str, str]:
        *outer, inner = self._borders
        value = ""
        if outer:
            number, side = divmod(number, len(_OUTER))
            value = _OUTER[side]
        stem, near = divmod(number, len(_NEAR))
        return {**dict.fromkeys(outer, value), inner: _NEAR[near].format(stem + 1)}


def paired(serial: int, worker: int) -> int:
    """A number of its own for the ``serial``-th person of each worker, whatever their count; those of two workers lie side by side."""
    diagonal = serial + worker
    return diagonal * (diagonal + 1) // 2 + worker
