"""The order of Java's ``java.util.concurrent.ConcurrentHashMap`` with texts for keys, which is the order of a search.

Written from the behaviour of OpenJDK 17 and compared with it on growing maps and on keys of equal hashes. Only what a
search can see is here: putting, and all values in the order of the map.
"""

from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")

FIRST_TABLE = 16
TREEIFY_AT = 8
UNTREEIFY_AT = 6
SMALLEST_TABLE_WITH_TREES = 64


class Bin(Generic[V]):
    """The entries that share a place in the table, in their order: a list, or a tree once there are many."""

    def __init__(self, entries: dict[str, V] | None = None, tree: bool = False) -> None:
        self.entries = {} if entries is None else entries
        self.tree = tree

    def put(self, key: str, value: V) -> int:
        """Put an entry and return how many were passed on the way, which is what makes a list crowded."""
        if key in self.entries:
            self.entries[key] = value
            return list(self.entries).index(key) + 1
        passed = len(self.entries)
        # A list grows at its end, a tree at its front.
        self.entries = {key: value, **self.entries} if self.tree else {**self.entries, key: value}
        return passed

    def split(self, table: int) -> tuple["Bin[V]", "Bin[V]"]:
        """The entries that stay and those that move up when a table of that size is doubled."""
        keys = list(self.entries)
        moves = [bool(spread(key) & table) for key in keys]
        if self.tree:
            order = keys
        else:
            # The longest tail that goes one way is kept as it is. Those before it are put in front of it one by one, so
            # that they come out in reverse.
            tail = max((at for at in range(1, len(keys)) if moves[at] != moves[at - 1]), default=0)
            order = keys[:tail][::-1] + keys[tail:]
        moving = {key for key, moved in zip(keys, moves, strict=True) if moved}
        staying = {key: self.entries[key] for key in order if key not in moving}
        leaving = {key: self.entries[key] for key in order if key in moving}
        return (
            Bin(staying, self.tree and len(staying) > UNTREEIFY_AT),
            Bin(leaving, self.tree and len(leaving) > UNTREEIFY_AT),
        )


class ConcurrentHashMap(Generic[V]):
    """A map whose values come in the order of the hashes of their keys."""

    def __init__(self) -> None:
        # Java locks a bin at a time and reads without a lock. Whole puts and whole reads are among what that allows.
        self._lock = Lock()
        self._table: list[Bin[V]] = [Bin() for _ in range(FIRST_TABLE)]
        self._count = 0

    def put(self, key: str, value: V) -> None:
        """Put a value. A key that is there keeps its place."""
        with self._lock:
            found = self._table[spread(key) & (len(self._table) - 1)]
            before = len(found.entries)
            passed = found.put(key, value)
            if passed >= TREEIFY_AT and not found.tree:
                self._relieve(found)
            if len(found.entries) > before:
                self._count += 1
                while self._count >= self._limit():
                    self._double()

    def values(self) -> list[V]:
        """All values, bin after bin, as they are now."""
        with self._lock:
            return [value for at in self._table for value in at.entries.values()]

    def _relieve(self, crowded: Bin[V]) -> None:
        """Turn a crowded list into a tree, or in a small table make room instead."""
        size = len(self._table)
        if size >= SMALLEST_TABLE_WITH_TREES:
            crowded.tree = True
            return
        # Room is made as if for three times the table, rounded up to a power of two: more than one doubling.
        wanted = size * 4
        while self._limit() < wanted:
            self._double()

    def _limit(self) -> int:
        """The number of entries at which the table is doubled."""
        return len(self._table) * 3 // 4

    def _double(self) -> None:
        size = len(self._table)
        halves = [at.split(size) for at in self._table]
        self._table = [low for low, _ in halves] + [high for _, high in halves]


def spread(key: str) -> int:
    """The hash of a text over its UTF-16 code units, with its upper half mixed into the lower one."""
    units = key.encode("utf-16-be", "surrogatepass")
    code = 0
    for high, low in zip(units[::2], units[1::2], strict=True):
        code = (31 * code + (high << 8) + low) & 0xFFFFFFFF
    return code ^ (code >> 16)
