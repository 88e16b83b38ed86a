"""What is asked in quiet: before the load, by which paths owners find their memories; after it, what all find. Makes no calls."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from memory_conformance.load.calls import Account, Answer, Doing, Pause, Step
from memory_conformance.load.judging import canaries_in, has_halves
from memory_conformance.load.people import People, Person
from memory_conformance.load.visit import own_of, session_message, shows_nothing
from memory_conformance.model import Capability
from memory_conformance.scopes.canary import QUERY
from memory_conformance.secrets import hide

SEARCH, LIST = "search", "list_memories"
SCOUT = 0
"""The number of the person who comes before all others, and is alone."""
_SCOUTED = (3, 1, 8)
"""How many canaries the scout has in each session: together about as many as anybody else."""
_PAUSES = (0.1, 0.4, 1.5)
"""Seconds between looks at an add whose caller left: it may be under way still."""


@dataclass
class Look:
    """What somebody found of the own memories. ``failed`` is the first error that was answered instead, if any was."""

    seen: set[int] = field(default_factory=set)
    failed: str = ""


def scout(people: People, can: Collection[Capability], wait: float) -> Doing[frozenset[str]]:
    """Add some canaries, and give the paths by which all of them are found: without one nothing is proved of anybody's writes.

    ``wait`` are the seconds after which a write is visible.
    """
    person = people.person(SCOUT)
    added: set[int] = set()
    for at, count in enumerate(_SCOUTED):
        canaries = [people.canary(person, len(added) + one) for one in range(count)]
        session = session_message(people, person, f"session-{SCOUT}-{at}", canaries)
        answer = yield _step(person, "add_session", session=session)
        assert answer is not None
        if not answer.acknowledged:
            return frozenset()
        added.update(canaries)
    yield from settled(person, can, wait)
    paths = set()
    if Capability.LIST_MEMORIES in can:
        found = yield _step(person, LIST)
        assert found is not None
        paths |= {LIST} if added <= canaries_in(people, found) else set()
    seen: set[int] = set()
    for canary in sorted(added):
        found = yield _step(person, SEARCH, query=people.canaries.name(canary))
        assert found is not None
        seen |= canaries_in(people, found) & {canary}
    return frozenset(paths | ({SEARCH} if seen == added else set()))


def settled(person: Person, can: Collection[Capability], wait: float) -> Doing[None]:
    """Wait until all that somebody wrote is visible."""
    if Capability.SETTLE in can:
        yield _step(person, "settle")
    elif wait:
        yield Pause(wait)


def look(people: People, account: Account, can: Collection[Capability], paths: Collection[str]) -> Doing[Look]:
    """Ask for everything that somebody ever said, and for what all others said, too.

    What is not found by its name is asked for in its own words.
    """
    person, found = account.person, Look()
    if account.refused or not account.told():
        return found
    gone = tuple(sorted(account.gone))
    _note(people, found, person, (yield _step(person, SEARCH, never=gone, query=QUERY)))
    if Capability.LIST_MEMORIES in can:
        _note(people, found, person, (yield _step(person, LIST, never=gone)))
    wanted = account.kept | {one for group in account.doubtful for one in group}
    if SEARCH in paths:
        yield from _ask_for(people, found, person, wanted)
        for pause in _PAUSES:
            if not has_halves(account, found.seen):
                break
            yield Pause(pause)
            yield from _ask_for(people, found, person, wanted - account.kept)
    for canary in gone:
        answer = yield _step(person, SEARCH, never=(canary,), query=people.canaries.name(canary))
        _note(people, found, person, answer)
    return found


def _ask_for(people: People, found: Look, person: Person, wanted: Collection[int]) -> Doing[None]:
    for canary in sorted(wanted):
        for query in (people.canaries.name(canary), people.canaries.text(canary)):
            if canary not in found.seen:
                _note(people, found, person, (yield _step(person, SEARCH, query=query)))


def _note(people: People, found: Look, person: Person, answer: Answer | None) -> None:
    assert answer is not None
    found.seen |= own_of(people, person, canaries_in(people, answer))
    if answer.error is not None and not shows_nothing(answer) and not found.failed:
        found.failed = hide(str(answer.error))


def _step(person: Person, operation: str, never: tuple[int, ...] = (), **parameters: object) -> Step:
    return Step(person, operation, {"scope": dict(person.scope), **parameters}, never=never)
