"""Sentences in which many scopes at once remember, change and forget canaries of their own.

In all of them that do not share, sessions and events have the same ids: ids are nobody's secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise

from memory_conformance.evidence import Outcome
from memory_conformance.model import Capability
from memory_conformance.scopes.lattice import SESSION, taken_for
from memory_conformance.sentence import SentenceError, Speech
from memory_conformance.steps.crowd import Crowd
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.member import Member, Standing
from memory_conformance.steps.stage import CaseEnds, Stage

Row = dict[str, str]
NAMES = "app user session"
"""The columns of a table of scopes. Where a lab makes the rows, they have whatever fields a service declares."""
_OTHER = "tuesday"
_MANY = 12
"""More than the ten that services return at most, unless they are asked for more."""


@sentence("each of these remembers a canary of their own:", Speech.ACT, table=NAMES)
def each_remembers(stage: Stage, table: list[Row]) -> None:
    """In every scope of the table a session "monday" with one canary is added. All sessions and events have the same ids."""
    _begin(stage, table, lambda crowd: crowd.members)


@sentence("every second of these remembers a canary of their own:", Speech.ACT, table=NAMES)
def every_second_remembers(stage: Stage, table: list[Row]) -> None:
    """The same in every second scope, from the second on; the others remember nothing."""
    _begin(stage, table, lambda crowd: crowd.every_second())


@sentence("every second of them adds the session again, with another canary", Speech.ACT)
def adds_again(stage: Stage) -> None:
    """The session "monday" is added again in every second scope, from the second on. What it held before may stay or go."""
    _every_second_adds(stage, lambda crowd, member, number: crowd.add(member, member.session, [number]))


@sentence(
    "every second of them adds one event to the session, with another canary",
    Speech.ACT,
    capability=Capability.ADD_EVENTS,
)
def adds_event(stage: Stage) -> None:
    """One more event of the session "monday" is added in every second scope (capability add_events)."""
    _every_second_adds(stage, lambda crowd, member, number: crowd.add_event(member, member.session, number))


@sentence("every second of them deletes the session", Speech.ACT, capability=Capability.DELETE_SESSION)
def deletes_session(stage: Stage) -> None:
    """The session "monday" is deleted in every second scope (capability delete_session)."""
    crowd = the_crowd(stage)
    for member in crowd.every_second():
        _note_ids(crowd, member)
        _delete_session(stage, crowd, member, member.session)
    crowd.until_visible()


@sentence("every second of them deletes all memories", Speech.ACT, capability=Capability.DELETE_USER)
def deletes_all(stage: Stage) -> None:
    """Every second scope is emptied (capability delete_user)."""
    crowd = the_crowd(stage)
    for member in crowd.every_second():
        _note_ids(crowd, member)
        crowd.forget(
            member, "delete_user", {}, lambda scope: stage.backend.delete_user(stage.instance, scope), member.canaries()
        )
    crowd.until_visible()


@sentence("every second of them deletes their canary by its id", Speech.ACT, capability=Capability.DELETE_MEMORY)
def deletes_memory(stage: Stage) -> None:
    """In every second scope the canary is deleted by the id that a search gave (capability delete_memory)."""
    crowd = the_crowd(stage)
    for member in crowd.every_second():
        for number, memory_id in crowd.ids(member).items():
            _delete_memory(stage, crowd, member, memory_id, [number])
    crowd.until_visible()


@sentence(
    "each of them tries to delete the canary of another by its id", Speech.ACT, capability=Capability.DELETE_MEMORY
)
def tries_to_delete(stage: Stage) -> None:
    """In each scope the id of another's canary is deleted, one that its own scope does not have; it may be refused
    (capability delete_memory).
    """
    crowd = the_crowd(stage)
    ids = {member.number: crowd.ids(member) for member in crowd.members}
    tried = False
    for member, other in neighbours(crowd.members):
        own = {one for sharer in crowd.sharing(member) for one in ids[sharer.number].values()}
        for memory_id in ids[other.number].values() if member.group != other.group else ():
            # Of an id that both have it cannot be told whose is meant: there it is the member's own, or of whoever shares it.
            if memory_id not in own:
                tried = True
                _delete_memory(stage, crowd, member, memory_id, [])
    if not tried and any(member.canaries() for member in crowd.members):
        raise CaseEnds(Outcome.OUT_OF_REACH, "nobody is given an id that stands for another's memory alone")
    crowd.until_visible()


@sentence(
    "each of them adds a session of twelve canaries and deletes it", Speech.ACT, capability=Capability.DELETE_SESSION
)
def adds_and_deletes(stage: Stage) -> None:
    """A session "tuesday" is added in each scope, and deleted: more memories than many services return. What the words of all canaries
    found before has to be found by them again (capability delete_session).
    """
    crowd = the_crowd(stage)
    before = [crowd.search(member).own & member.canaries() for member in crowd.members]
    for member in crowd.members:
        crowd.add(member, member.own(_OTHER), crowd.new_canaries(member, _MANY))
    crowd.until_visible()
    for member, found in zip(crowd.members, before, strict=True):
        if member.own(_OTHER) in member.sessions:
            _delete_session(stage, crowd, member, member.own(_OTHER))
            # Among those who share, there may be more than a service returns.
            if not member.sessions[member.own(_OTHER)] and len(crowd.sharing(member)) == 1:
                member.alone = found
    crowd.until_visible()


@sentence("each of them adds a session of three canaries, one with a null character beside it", Speech.ACT)
def adds_with_null(stage: Stage) -> None:
    """A session "tuesday" is added in each scope, whose second event not every store can write. It may be refused, or fail."""
    crowd = the_crowd(stage)
    for member in crowd.members:
        numbers = crowd.new_canaries(member, 3)
        first, second, third = map(crowd.canaries.text, numbers)
        texts = [first, f"{second} \0 of mine", third]
        standing, error = member.standing, member.error
        if not crowd.add(member, member.own(_OTHER), numbers, texts):
            member.standing, member.error = standing, error
    crowd.until_visible()


@sentence("each of them adds a canary beside the words {words}", Speech.ACT)
def adds_beside(stage: Stage, words: str) -> None:
    """A session "tuesday" is added in each scope, whose only event is a canary and these words."""
    crowd = the_crowd(stage)
    for member in crowd.members:
        numbers = crowd.new_canaries(member, 1)
        crowd.add(member, member.own(_OTHER), numbers, [f"{crowd.canaries.text(numbers[0])}, {words}"])
    crowd.until_visible()


@sentence("all of them add a session with another canary at once", Speech.ACT)
def add_at_once(stage: Stage) -> None:
    """A session "tuesday" is added in all scopes, in several threads at the same time."""
    crowd = the_crowd(stage)
    acts = [partial(crowd.add, one, one.own(_OTHER), crowd.new_canaries(one, 1)) for one in crowd.members]
    added = crowd.all_at_once(acts)
    _somebody_could(added, [member for member in crowd.members if member.canaries()])
    crowd.until_visible()


def _begin(stage: Stage, table: Sequence[Mapping[str, str]], adding: Callable[[Crowd], Iterable[Member]]) -> None:
    crowd = stage.crowd = Crowd(stage, table, SESSION)
    for member in adding(crowd):
        crowd.add(member, member.session, crowd.new_canaries(member, 1))
    crowd.until_visible()


def the_crowd(stage: Stage) -> Crowd:
    """The many of a case. Raises `SentenceError` where nobody was named."""
    if stage.crowd is None:
        raise SentenceError("nobody was named before: a table of scopes has to stand above")
    return stage.crowd


def neighbours(members: Sequence[Member]) -> list[tuple[Member, Member]]:
    """Each member with the one before and the one after it in the table, and with those for whom it might be taken."""
    known = {tuple(member.names.values()): member for member in members}
    alike = (
        (member, known[key])
        for member in members
        for key in (tuple(names.values()) for names in taken_for(member.names))
        if key in known
    )
    beside = list(pairwise(members))
    every = chain(beside, ((other, one) for one, other in beside), alike)
    return list({(one.number, other.number): (one, other) for one, other in every}.values())


def _every_second_adds(stage: Stage, add: Callable[[Crowd, Member, int], bool]) -> None:
    """Every second of those who were accepted adds one more canary."""
    crowd = the_crowd(stage)
    accepted = [member for member in crowd.every_second() if member.standing is Standing.ACCEPTED]
    added = [add(crowd, member, *crowd.new_canaries(member, 1)) for member in accepted]
    _somebody_could(added, accepted)
    crowd.until_visible()


def _somebody_could(added: Sequence[bool], accepted: Sequence[Member]) -> None:
    """End the case where nobody was let do what it is about, and all were refused: nothing is proved by it, and nobody to blame."""
    if accepted and not any(added) and all(member.standing is Standing.ACCEPTED for member in accepted):
        raise CaseEnds(Outcome.OUT_OF_REACH, f"nobody may: {accepted[0].describe()} is answered {accepted[0].error}")


def _note_ids(crowd: Crowd, member: Member) -> None:
    """Ask for the ids of what is about to be deleted: afterwards no search gives them."""
    if crowd.declares(Capability.GET_MEMORY):
        crowd.ids(member)


def _delete_session(stage: Stage, crowd: Crowd, member: Member, session: str) -> None:
    crowd.forget(
        member,
        "delete_session",
        {"sessionId": session},
        lambda scope: stage.backend.delete_session(stage.instance, scope, session),
        [*member.sessions.get(session, ()), *(member.dropped if session == member.session else ())],
    )


def _delete_memory(stage: Stage, crowd: Crowd, member: Member, memory_id: str, gone: Sequence[int]) -> None:
    crowd.forget(
        member,
        "delete_memory",
        {"memoryId": memory_id},
        lambda scope: stage.backend.delete_memory(stage.instance, scope, memory_id),
        gone,
    )
