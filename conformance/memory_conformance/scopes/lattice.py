"""A lattice of scopes: every scope field of a backend times the names that stores have taken for something else.

A cell is one scope. Three kinds of cells make a lattice: those in which one field has an unusual name and the others plain ones, beside
whoever it might be taken for; those whose names read the same once they are joined; and those in which every field has an unusual
name, where each *pair* of families meets in each pair of fields. A product over the fields would grow with their power; a covering
array grows with the square of the families alone.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from memory_conformance.scopes.identifiers import ESCAPED, FAMILIES, SEPARATORS, Family

JOINED = "joined names"
SEVERAL = "several fields"
PLAIN = {"app": "shop", "user": "ana"}
"""The names of a scope in which nothing is unusual."""
SESSION = "monday"
"""The session id of all cells but those whose user and session read the same once they are joined."""


@dataclass(frozen=True)
class Cell:
    """A scope, the family of names that is unusual about it, the field that bears it, and the session that is added there.

    ``victim`` says that it is there for others to be taken for it.
    """

    scope: Mapping[str, str]
    family: str
    field: str
    session: str = SESSION
    victim: bool = False

    def key(self) -> tuple[str, ...]:
        """The names alone."""
        return tuple(self.scope.values())


def lattice(
    fields: Sequence[str], seed: int, most: int | None = None, shared: Collection[str] = ()
) -> tuple[Cell, ...]:
    """The cells for these scope fields, outermost first, each scope once. The same for the same seed.

    Of fields that are ``shared`` by declaration only one name of a family stands there with plain ones beside it: whoever differs
    in such a field alone has nothing to be kept from the others, and is shown all that they have.

    ``most`` is how many are wanted: of more, some are drawn, with whoever they might be taken for; to fewer, others are added, in
    which every field has an unusual name. Without a field there is nobody to be told apart, and no cell.
    """
    if not fields:
        return ()
    chance = random.Random(f"lattice {seed}")
    alone = list(_alone(fields, shared))
    groups = [*alone, *_joined(fields)]
    if most is not None:
        groups = _in_turns([*_joined(fields), *alone], chance)
    chosen: dict[tuple[str, ...], Cell] = {}
    for group in groups:
        new = {cell.key() for cell in group} - chosen.keys()
        if most is not None and len(chosen) + len(new) > most:
            continue
        for cell in group:
            known = chosen.setdefault(cell.key(), cell)
            # Who might be taken for another, and another for them, is more than a victim.
            chosen[cell.key()] = replace(known, victim=known.victim and cell.victim)
    for cell in _several(fields, chance, endless=most is not None):
        if most is not None and len(chosen) >= most:
            break
        chosen.setdefault(cell.key(), cell)
    return tuple(chosen.values())


def _in_turns(groups: Sequence[list[Cell]], chance: random.Random) -> list[list[Cell]]:
    """The groups in an order in which each family and field has its turn: however few are wanted, none of them is all of it.

    What joins names is taken in its own order, the usual signs first, several at a turn.
    """
    queues: dict[tuple[str, ...], list[list[Cell]]] = {}
    for number, group in enumerate(groups):
        last = group[-1]
        turn = str(number % 4) if last.family == JOINED else last.field
        queues.setdefault((last.family, turn), []).append(group)
    for (family, _), queue in queues.items():
        if family != JOINED:
            chance.shuffle(queue)
    return [group for turn in zip_longest(*queues.values()) for group in turn if group is not None]


def taken_for(scope: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """The scopes for which one might be taken, by the family of one of its names."""
    for field, name in scope.items():
        for family in FAMILIES:
            if name in family.names:
                yield from ({**scope, field: victim} for victim in family.victims if victim != name)


def interleaved(cells: Sequence[Cell], seed: int) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """The same cells in two orders, so that of every second cell in both, each that might be taken for another is once.

    Whoever acts is at an odd place, counted from 0; those for whom they might be taken are at even ones in the first order.
    """
    chance = random.Random(f"order {seed}")
    others, victims = [one for one in cells if not one.victim], [one for one in cells if one.victim]
    chance.shuffle(others)
    chance.shuffle(victims)
    half = len(cells) // 2
    first = (others + victims)[:half]
    second = (others[half:] + victims + others[:half])[:half]
    return _acting(cells, first), _acting(cells, second)


def _acting(cells: Sequence[Cell], acting: Sequence[Cell]) -> tuple[Cell, ...]:
    keys = {one.key() for one in acting}
    watching = [one for one in cells if one.key() not in keys]
    pairs = zip(watching, acting, strict=False)
    return (*(one for pair in pairs for one in pair), *watching[len(acting) :])


def _plain(fields: Sequence[str]) -> dict[str, str]:
    return {field: PLAIN.get(field, "main") for field in fields}


def _alone(fields: Sequence[str], shared: Collection[str]) -> Iterator[list[Cell]]:
    """By field and family: the unusual names, each after somebody for whom it might be taken."""
    for field in reversed(fields):
        few = 1 if field in shared else None
        for family in FAMILIES:
            for victim in family.victims[:few]:
                owner = Cell({**_plain(fields), field: victim}, family.name, field, victim=True)
                for name in [name for name in family.names if name != victim][:few]:
                    yield [owner, Cell({**_plain(fields), field: name}, family.name, field)]


def _joined(fields: Sequence[str]) -> Iterator[list[Cell]]:
    """Pairs of cells that read the same once two fields that follow each other, or the last and the session, are joined."""
    for number, separator in enumerate(SEPARATORS.values()):
        for first, second in pairwise(fields):
            yield [
                Cell({**_plain(fields), first: f"a{separator}b", second: "c"}, JOINED, first),
                Cell({**_plain(fields), first: "a", second: f"b{separator}c"}, JOINED, second),
            ]
        # Whoever it is has one session: for each separator it is another.
        last, name = fields[-1], f"d{number}"
        yield [
            Cell({**_plain(fields), last: f"{name}{separator}e"}, JOINED, last, session="f"),
            Cell({**_plain(fields), last: name}, JOINED, last, session=f"e{separator}f"),
        ]
    for first, second in pairwise(fields):
        for sign in map(SEPARATORS.__getitem__, ESCAPED):
            for one, other in _carelessly_escaped(sign):
                yield [
                    Cell({**_plain(fields), first: one[0], second: one[1]}, JOINED, first),
                    Cell({**_plain(fields), first: other[0], second: other[1]}, JOINED, second),
                ]


def _carelessly_escaped(sign: str) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    """Pairs of two names that read the same once they are joined by a sign, and the sign is escaped where it stands in a name."""
    # By a percent sign, by a backslash, each of which is left as it is, and by writing it twice.
    yield (f"a{sign}b", "c"), (f"a%{ord(sign):02X}b", "c")
    yield ("a\\", f"b{sign}c"), (f"a{sign}b\\", "c")
    yield (f"a{sign}", "b"), ("a", f"{sign}b")


def _several(fields: Sequence[str], chance: random.Random, *, endless: bool) -> Iterator[Cell]:
    """Cells in which every field has an unusual name: all pairs of families in all pairs of fields, then any."""
    if len(fields) > 1:
        from allpairspy import AllPairs

        # Of several names of a family each takes its turn, so that all of them are there.
        turns = {(field, family): list(family.names) for field in fields for family in FAMILIES}
        for names in turns.values():
            chance.shuffle(names)
        for families in AllPairs([chance.sample(FAMILIES, len(FAMILIES)) for _ in fields]):
            scope = {}
            for field, family in zip(fields, families, strict=True):
                names = turns[field, family]
                names.append(names.pop(0))
                scope[field] = names[-1]
            yield Cell(scope, SEVERAL, _fields_of(fields))
    number = 0
    while endless:
        # Numbered, since there are not that many names.
        number += 1
        scope = {field: _numbered(chance.choice(FAMILIES), number, chance) for field in fields}
        yield Cell(scope, SEVERAL, _fields_of(fields))


def _numbered(family: Family, number: int, chance: random.Random) -> str:
    return f"{chance.choice(family.names)[:64]}{number}"


def _fields_of(fields: Sequence[str]) -> str:
    return " and ".join(fields)
