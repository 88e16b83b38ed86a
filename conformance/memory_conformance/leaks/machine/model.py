"""A simple model of scopes: who was told what, what has to be found, and what must not come back.

It claims only what each correct service keeps, however it works: nothing of order, amounts or ranking, nothing of what an earlier
version of a session held, and nothing of what failed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

Owner = tuple[str, ...]
"""Whose memories: the values of the scope fields that are borders."""


class Standing(Enum):
    """What is claimed of a canary in its own scope."""

    HELD = "held"
    """It was acknowledged, and is found."""
    OPEN = "open"
    """It may be there, or not."""
    GONE = "gone"
    """It was deleted, that was acknowledged, and it is nowhere."""


@dataclass(frozen=True)
class Known:
    """The memory in which the owner of a canary last saw it. ``alone`` says that no other memory showed it then.

    ``fresh`` says that the owner has written nothing since: else the id may stand for another memory by now.
    """

    id: str
    alone: bool
    fresh: bool = True


class Model:
    """Canaries by their numbers. ``forgets`` is False where a deletion may take its time, so that nothing is claimed of it."""

    def __init__(self, forgets: bool = True) -> None:
        self._forgets = forgets
        self._owners: dict[int, set[Owner]] = {}
        self._standing: dict[int, Standing] = {}
        self._sessions: dict[tuple[Owner, str], dict[int, None]] = {}
        self._handed: Counter[int] = Counter()
        self._deleted: set[int] = set()
        self._dropped: set[int] = set()
        self._deleted_ids: set[tuple[Owner, str]] = set()
        self._events: dict[tuple[Owner, str, str], int] = {}
        self.known: dict[int, Known] = {}
        self.deleted_by: dict[int, str] = {}
        self.refused: set[Owner] = set()

    def told(self, owner: Owner, session: str, canaries: Iterable[int]) -> None:
        """Somebody is about to be told these: from here on they may be there, in this scope alone."""
        self.writes(owner)
        for canary in canaries:
            self._owners.setdefault(canary, set()).add(owner)
            self._sessions.setdefault((owner, session), {})[canary] = None
            self._handed[canary] += 1
            # Of what was deleted nothing more is claimed once it is told again.
            self._standing[canary] = Standing.OPEN
            self._dropped.discard(canary)

    def acknowledged(self, owner: Owner, session: str, events: Mapping[int, str]) -> None:
        """The service took these canaries, in events of these ids. It may have replaced what the session held, or added to it."""
        self.unclear(owner, session)
        for canary, event in events.items():
            # A service may keep in mind what it was told to forget.
            forgotten = canary in self._deleted or (owner, event) in self._deleted_ids
            # Of two texts in events of one id, a service may keep the one that it has.
            another = self._events.setdefault((owner, session, event), canary) != canary
            self._standing[canary] = Standing.OPEN if forgotten or another else Standing.HELD

    def unclear(self, owner: Owner, session: str | None = None) -> None:
        """Nothing is claimed of what a session held, or everything in the scope; what is gone stays gone."""
        for canary in self._of(owner, session):
            if self._standing[canary] is Standing.HELD:
                self._standing[canary] = Standing.OPEN

    def unclear_one(self, owner: Owner, canary: int) -> None:
        """Nothing is claimed of one canary, where it is the owner's."""
        if self.owns(owner, canary) and self._standing[canary] is Standing.HELD:
            self._standing[canary] = Standing.OPEN

    def writes(self, owner: Owner) -> None:
        """Something is about to be changed in a scope: ids that were seen there may stand for something else from here on."""
        for canary in self._of(owner, None):
            if (known := self.known.get(canary)) is not None and known.fresh:
                self.known[canary] = replace(known, fresh=False)

    def deleted(self, owner: Owner, session: str | None, operation: str) -> None:
        """A session, or everything in a scope, was deleted, and the service says so."""
        self.writes(owner)
        for canary in self._of(owner, session):
            self._forget(
                canary, operation, elsewhere=session is not None and self._is_elsewhere(owner, session, canary)
            )

    def deleted_memory(self, owner: Owner, canary: int, operation: str) -> None:
        """A memory was deleted by the id under which its owner last saw this canary, and the service says so."""
        memory = self.known.get(canary)
        if memory is None:
            return
        mine = owner in self._owners[canary]
        self._deleted_ids.add((owner, memory.id))
        for one in self._of(owner, None):
            known = self.known.get(one)
            # An id may stand for another memory in another scope, also for one that was never seen there.
            surely_another = known is not None and known.fresh and known.id != memory.id
            if one != canary and not surely_another and self._standing[one] is Standing.HELD:
                self._standing[one] = Standing.OPEN
        if mine:
            # A service may have made several memories of what it was told.
            self._forget(canary, operation, elsewhere=not memory.alone or self._handed[canary] > 1)
        self.writes(owner)

    def leave(self, owner: Owner) -> None:
        """The scope was refused: nothing more is asked or claimed of it."""
        self.refused.add(owner)
        self.unclear(owner)

    def saw(self, owner: Owner, memories: Iterable[tuple[str | None, Collection[int]]]) -> None:
        """What the owner was shown: ids, and the canaries in each memory."""
        found: dict[int, list[tuple[str | None, Collection[int]]]] = {}
        for memory in memories:
            for canary in memory[1]:
                if self.owns(owner, canary):
                    found.setdefault(canary, []).append(memory)
        for canary, shown in found.items():
            name, _ = shown[0]
            if name:
                self.known[canary] = Known(name, len(shown) == 1)

    def foreign(self, owner: Owner, canaries: Iterable[int]) -> list[int]:
        """Those that somebody else was told, and this one never."""
        return [one for one in canaries if one in self._owners and owner not in self._owners[one]]

    def back(self, canaries: Iterable[int]) -> list[int]:
        """Those that were deleted."""
        return [one for one in canaries if self._standing.get(one) is Standing.GONE]

    def held(self, owner: Owner) -> list[int]:
        """Those that the owner has to find."""
        return [one for one in self._of(owner, None) if self._standing[one] is Standing.HELD]

    def gone(self, owner: Owner) -> list[int]:
        """Those of the owner's that were deleted."""
        return [one for one in self._of(owner, None) if self._standing[one] is Standing.GONE]

    def of_session(self, owner: Owner, session: str) -> list[int]:
        """Those that were ever told under this session."""
        return self._of(owner, session)

    def owns(self, owner: Owner, canary: int) -> bool:
        """Whether a canary was told in this scope."""
        return owner in self._owners.get(canary, ())

    def drop(self, canary: int) -> None:
        """Claim nothing more of it until it is told again: what is wrong with it is known."""
        if self._standing[canary] is Standing.GONE:
            # Whoever deletes it once more is not to blame for its being back.
            self._dropped.add(canary)
        self._standing[canary] = Standing.OPEN

    def _forget(self, canary: int, operation: str, *, elsewhere: bool) -> None:
        """One is deleted; ``elsewhere`` says that it may be somewhere else in the scope, too."""
        if self._standing[canary] is Standing.GONE or canary in self._dropped:
            return
        self._deleted.add(canary)
        gone = self._forgets and not elsewhere and len(self._owners[canary]) == 1
        self._standing[canary] = Standing.GONE if gone else Standing.OPEN
        self.deleted_by[canary] = operation

    def _is_elsewhere(self, owner: Owner, session: str, canary: int) -> bool:
        return any(
            whose == owner and name != session and canary in canaries
            for (whose, name), canaries in self._sessions.items()
        )

    def _of(self, owner: Owner, session: str | None) -> list[int]:
        if session is not None:
            return list(self._sessions.get((owner, session), ()))
        return [one for (whose, _), canaries in self._sessions.items() if whose == owner for one in canaries]


def owner_of(scope: Mapping[str, str], borders: Collection[str]) -> Owner:
    """Whose memories a scope has: its values, but for those of fields that are shared."""
    return tuple(value for name, value in scope.items() if name in borders)
