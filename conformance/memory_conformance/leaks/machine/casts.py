"""Who takes part in a history: a handful of scopes that a service may take for one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from memory_conformance.model import Crossing, Hello
from memory_conformance.scopes.identifiers import FAMILIES, SEPARATORS

Scope = dict[str, str]
Cast = tuple[Scope, ...]

PLAIN = {"app": ("shop", "bank"), "user": ("ana", "ben")}
"""Names that nothing takes for anything else, by scope field."""
MOST_EVENTS = 9
"""A scope is handed no more, again and again included: many services give ten memories at most."""
_OTHER_FIELDS = ("main", "other")
_TOGETHER = 5
"""Hostile names, or ways to join names, in one cast."""


def plain(field: str) -> tuple[str, str]:
    """Two names of a scope field."""
    return PLAIN.get(field, _OTHER_FIELDS)


def borders_of(hello: Hello) -> list[str]:
    """The scope fields across which nothing may be read, outermost first."""
    return [field.name for field in hello.scope if field.crossing is Crossing.LEAK]


def casts_of(hello: Hello) -> list[Cast]:
    """All casts, the plain one first; none without a border. Fields that are shared by declaration are the same for everybody."""
    borders = borders_of(hello)
    scope = {field.name: plain(field.name)[0] for field in hello.scope}
    if not borders:
        return []
    joined = [cast for pair in pairwise(borders) for cast in _joined(scope, pair)]
    # Services that join names mostly do so by one of the first.
    return [_of_plain_names(scope, borders), *joined[:1] * 2, *joined, *_of_families(scope, borders)]


def _of_plain_names(scope: Scope, borders: Sequence[str]) -> Cast:
    cast = [scope]
    for field in reversed(borders[-2:]):
        cast += [{**one, field: plain(field)[1]} for one in cast]
    cast += [{**scope, field: plain(field)[1]} for field in borders[:-2]]
    return tuple(cast)


def _joined(scope: Scope, pair: tuple[str, str]) -> Iterator[Cast]:
    """Scopes that are one where two fields are joined."""
    outer, inner = pair
    (first, _), (second, third) = plain(outer), plain(inner)
    for together in _batches(tuple(SEPARATORS.values())):
        yield tuple(
            one
            for by in together
            for one in (
                {**scope, outer: first, inner: f"{second}{by}{third}"},
                {**scope, outer: f"{first}{by}{second}", inner: third},
            )
        )


def _of_families(scope: Scope, borders: Sequence[str]) -> Iterator[Cast]:
    """The names of a family, beside those that they may be taken for."""
    for family in FAMILIES:
        for together in _batches(family.names):
            names = dict.fromkeys((*family.victims, *together))
            # The innermost first: users give themselves names, and apps do not.
            for field in reversed(borders):
                yield tuple({**scope, field: one} for one in names)


def _batches(names: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(names), _TOGETHER):
        yield names[start : start + _TOGETHER]
