"""What is proved of pairs of scopes: that one who looks does not see what another has. Pure; nobody is asked here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import StrEnum


class Path(StrEnum):
    """A way to read."""

    SEARCH = "search"
    LIST = "list"
    GET = "get"
    LOAD = "load_memory"
    PRELOAD = "preload_memory"
    DELETED = "deleted"
    """Any of them, for what its own owner deleted."""


@dataclass(frozen=True)
class Leak:
    """Somebody was shown what is another's: both by the numbers of their cells.

    ``owner`` is None for a memory that nobody of this run stored; then ``told`` has its length and its hash, and never its text.
    """

    reader: int
    owner: int | None
    path: Path
    told: str = ""


class Sight(StrEnum):
    """What can be said of one cell on one way to read."""

    SEES = "sees"
    """Its owner was shown its canary on this way."""
    BLIND = "blind"
    """It was accepted, and its owner is not shown it."""
    REFUSED = "refused"
    """Its names were refused, so that there is nothing to see."""
    EMPTY = "empty"
    """It has nothing to be seen, and whoever is there can look."""
    BARRED = "barred"
    """It has nothing to be seen, and whoever is there may not look: its names are refused."""
    UNASKED = "unasked"
    """Nothing was asked of it any more, after so many leaks."""


_NOTHING = frozenset({Sight.EMPTY, Sight.BARRED})
_REFUSED = frozenset({Sight.REFUSED, Sight.BARRED})


@dataclass(frozen=True)
class Proof:
    """What was proved on one way to read. ``pairs`` are all that could be asked about: ordered, without those that share, and without
    those whose owner has nothing to be seen.

    Each of them is proved, or not, since a name was ``refused``, or since one of them was ``unasked``, or since one is ``blind``: an
    owner whose canary cannot be seen, or a reader who does not even see what is theirs. ``shared`` are the pairs between which
    memories are shared by declaration.
    """

    path: Path
    cells: int
    pairs: int
    proved: int
    refused: int
    blind: int
    unasked: int = 0
    shared: int = 0
    leaks: tuple[Leak, ...] = ()

    def words(self) -> str:
        """The proof in one line."""
        return headline(len(self.leaks), self.proved, self.refused, self.blind, self.unasked)


def headline(leaks: int, proved: int, refused: int, blind: int, unasked: int = 0) -> str:
    """Leaks, and how much was proved: ``0 leaks in 4,120 proved pairs; 880 not proved (610 refused, 270 owner blind)``."""
    pairs = f"{proved:,} proved pair{'s' * (proved != 1)}"
    # What leaks to somebody who was the last to be asked is not among them.
    told = f"{leaks:,} leak{'s' * (leaks != 1)} {'in' if leaks <= proved else 'and'} {pairs}"
    counted = {"refused": refused, "owner blind": blind, "not asked after so many leaks": unasked}
    reasons = [f"{count:,} {why}" for why, count in counted.items() if count]
    return f"{told}; {sum(counted.values()):,} not proved ({', '.join(reasons)})" if reasons else told


def proof_of(path: Path, sights: Sequence[Sight], leaks: Iterable[Leak], sharing: Sequence[int] | None = None) -> Proof:
    """The proof of a way on which every cell looked, with words that all others have.

    ``sharing`` has for each cell the number of its group: within one, memories are shared by declaration. Takes time in proportion to
    the cells: pairs are counted, not gone through.
    """
    count = len(sights)
    groups = list(range(count)) if sharing is None else list(sharing)
    readers, owners = set(Sight), set(Sight) - _NOTHING
    pairs = _between(sights, groups, readers, owners)
    unrefused = _between(sights, groups, readers - _REFUSED, owners - _REFUSED)
    looked = {Sight.SEES, Sight.BLIND}
    asked = _between(sights, groups, looked | {Sight.EMPTY}, looked)
    proved = _between(sights, groups, {Sight.SEES, Sight.EMPTY}, {Sight.SEES})
    return Proof(
        path=path,
        cells=count,
        pairs=pairs,
        proved=proved,
        refused=pairs - unrefused,
        blind=asked - proved,
        unasked=unrefused - asked,
        shared=(count - 1) * sum(sight in owners for sight in sights) - pairs,
        leaks=tuple(leaks),
    )


def _between(
    sights: Sequence[Sight], groups: Sequence[int], readers: AbstractSet[Sight], owners: AbstractSet[Sight]
) -> int:
    """Ordered pairs of a reader and an owner of different groups."""
    reading, owning = _counted(sights, groups, readers), _counted(sights, groups, owners)
    within = sum(number * owning.get(group, 0) for group, number in reading.items())
    return sum(reading.values()) * sum(owning.values()) - within


def _counted(sights: Sequence[Sight], groups: Sequence[int], kinds: AbstractSet[Sight]) -> dict[int, int]:
    counted: dict[int, int] = {}
    for sight, group in zip(sights, groups, strict=True):
        if sight in kinds:
            counted[group] = counted.get(group, 0) + 1
    return counted


def asked_proof(
    path: Path,
    sights: Sequence[Sight],
    asked: Iterable[tuple[int, int]],
    leaks: Iterable[Leak],
    sharing: Sequence[int] | None = None,
    unasked: Iterable[tuple[int, int]] = (),
) -> Proof:
    """The proof of a way on which each cell asks for what single others have: ``asked`` are the pairs of reader and owner, and
    ``unasked`` those that were not come to any more.
    """
    counts = {"proved": 0, "refused": 0, "blind": 0, "unasked": 0, "shared": 0}
    for (reader, owner), was_asked in [*((pair, True) for pair in asked), *((pair, False) for pair in unasked)]:
        if sights[owner] in _NOTHING:
            continue
        if sharing is not None and sharing[reader] == sharing[owner]:
            counts["shared"] += 1
        elif not _REFUSED.isdisjoint((sights[reader], sights[owner])):
            counts["refused"] += 1
        elif not was_asked or Sight.UNASKED in (sights[reader], sights[owner]):
            counts["unasked"] += 1
        elif sights[owner] is Sight.SEES and sights[reader] is not Sight.BLIND:
            counts["proved"] += 1
        else:
            counts["blind"] += 1
    pairs = sum(counts.values()) - counts["shared"]
    return Proof(path=path, cells=len(sights), pairs=pairs, leaks=tuple(leaks), **counts)


@dataclass
class Sharing:
    """Groups of cells that share by declaration: those with the same names in all fields whose crossing is a leak."""

    private: Sequence[str]
    _numbers: dict[tuple[str, ...], int] = field(default_factory=dict)

    def group(self, scope: Mapping[str, str]) -> int:
        """The number of the group of a scope."""
        key = tuple(scope.get(name, "") for name in self.private)
        return self._numbers.setdefault(key, len(self._numbers))
