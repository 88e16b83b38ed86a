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
    HALF = "half an add"
    """Any of them, for an add that failed."""


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
    UNASKED = "unasked"
    """Nothing was asked of it any more, after so many leaks."""


@dataclass(frozen=True)
class Proof:
    """What was proved on one way to read. ``pairs`` are all that could be asked about: ordered, and without those that share.

    Each of them is proved, or not, since a name was ``refused``, or since an owner is ``blind``, or since one of them was ``unasked``.
    ``shared`` are the pairs between which memories are shared by declaration.
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
    told = f"{leaks:,} leak{'s' * (leaks != 1)} in {proved:,} proved pair{'s' * (proved != 1)}"
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
    total = _between(sights, groups, set(Sight))
    readers = {Sight.SEES, Sight.EMPTY}
    unrefused = _between(sights, groups, set(Sight) - {Sight.REFUSED})
    asked = _between(sights, groups, set(Sight) - {Sight.REFUSED, Sight.UNASKED})
    proved = _between_two(sights, groups, readers, {Sight.SEES})
    owners = _between_two(sights, groups, readers | {Sight.BLIND}, {Sight.SEES, Sight.BLIND})
    return Proof(
        path=path,
        cells=count,
        pairs=owners + (total - asked),
        proved=proved,
        refused=total - unrefused,
        blind=owners - proved,
        unasked=unrefused - asked,
        shared=count * (count - 1) - total,
        leaks=tuple(leaks),
    )


def _between(sights: Sequence[Sight], groups: Sequence[int], kinds: AbstractSet[Sight]) -> int:
    """Ordered pairs of different groups, both of these kinds."""
    return _between_two(sights, groups, kinds, kinds)


def _between_two(
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
) -> Proof:
    """The proof of a way on which each cell asked for what single others have: ``asked`` are the pairs of reader and owner."""
    counts = {"proved": 0, "refused": 0, "blind": 0, "shared": 0}
    for reader, owner in asked:
        if sharing is not None and sharing[reader] == sharing[owner]:
            counts["shared"] += 1
        elif Sight.REFUSED in (sights[reader], sights[owner]):
            counts["refused"] += 1
        elif sights[owner] is Sight.SEES and sights[reader] is not Sight.BLIND:
            counts["proved"] += 1
        else:
            counts["blind"] += 1
    pairs = counts["proved"] + counts["refused"] + counts["blind"]
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
