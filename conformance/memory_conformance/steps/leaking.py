"""Sentences about many scopes at once, each with a canary of its own: whoever is shown another's reads another's memory.

The canaries of all have the same words but for one invented name, and everybody asks with the words that they share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise

from memory_conformance.backend import ErrorCode
from memory_conformance.evidence import Outcome
from memory_conformance.model import Capability, Content, Part
from memory_conformance.scopes.canary import QUERY
from memory_conformance.scopes.lattice import SESSION, taken_for
from memory_conformance.scopes.pairs import Leak, Path, Proof, Sight, asked_proof, proof_of
from memory_conformance.sentence import SentenceError, Speech, quote
from memory_conformance.steps.crowd import Crowd
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.member import Member, Shown, Standing
from memory_conformance.steps.stage import CaseEnds, Stage
from memory_conformance.turn import Tool, Turn

Row = dict[str, str]
NAMES = "app user session"
"""The columns of a table of scopes. Where a lab makes the rows, they have whatever fields a service declares."""
_OTHER = "tuesday"
_MANY = 12
"""More than the ten that services return at most, unless they are asked for more."""
_NAMED = 3
"""So many leaks a report names in one line."""
MOST_LEAKS = 1_000
"""After so many leaks on one way nothing more is asked on it: where everybody is shown everything, each answer has all of it."""


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
    crowd = the_crowd(stage)
    accepted = [member for member in crowd.every_second() if member.standing is Standing.ACCEPTED]
    added = [crowd.add(member, member.session, crowd.new_canaries(member, 1)) for member in accepted]
    _somebody_could(added, accepted)
    crowd.until_visible()


@sentence(
    "every second of them adds one event to the session, with another canary",
    Speech.ACT,
    capability=Capability.ADD_EVENTS,
)
def adds_event(stage: Stage) -> None:
    """One more event of the session "monday" is added in every second scope (capability add_events)."""
    crowd = the_crowd(stage)
    accepted = [member for member in crowd.every_second() if member.standing is Standing.ACCEPTED]
    added = [crowd.add_event(member, member.session, crowd.new_canaries(member, 1)[0]) for member in accepted]
    _somebody_could(added, accepted)
    crowd.until_visible()


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
    for member, other in _neighbours(crowd.members):
        own = set(ids[member.number].values())
        for memory_id in ids[other.number].values() if member.group != other.group else ():
            # Of an id that both have it cannot be told whose is meant: there it is the member's own.
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
    """A session "tuesday" is added in each scope, and deleted: more memories than many services return
    (capability delete_session).
    """
    crowd = the_crowd(stage)
    for member in crowd.members:
        crowd.add(member, member.own(_OTHER), crowd.new_canaries(member, _MANY))
    crowd.until_visible()
    for member in crowd.members:
        if member.own(_OTHER) in member.sessions:
            _delete_session(stage, crowd, member, member.own(_OTHER))
    crowd.until_visible()


@sentence("each of them adds a session of three canaries, one with a null character beside it", Speech.ACT)
def adds_with_null(stage: Stage) -> None:
    """A session "tuesday" is added in each scope, whose second event not every store can write. It may be refused."""
    crowd = the_crowd(stage)
    for member in crowd.members:
        numbers = crowd.new_canaries(member, 3)
        first, second, third = map(crowd.canaries.text, numbers)
        texts = [first, f"{second} \0 of mine", third]
        crowd.add(member, member.own(_OTHER), numbers, texts)
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


@sentence("each of them finds their own canary", Speech.ASSERTED)
def finds_own(stage: Stage) -> None:
    """Whoever was accepted is shown what stands in their scope, by a search with the words that all canaries share, or else with those
    of the canary itself. A name that was refused is no failure; any other error is.
    """
    crowd, wrong, found, refused = the_crowd(stage), [], 0, 0
    for member in crowd.members:
        if member.standing is Standing.FAILED:
            wrong.append(f"{member.describe()} is answered {member.error}")
        elif member.standing is Standing.REFUSED:
            refused += 1
        missing = member.canaries() - crowd.search(member).own if member.canaries() else set()
        for number in missing:
            shown = crowd.search(member, crowd.canaries.text(number))
            if number not in shown.own:
                told = f"an error ({shown.error})" if shown.error else "nothing of it"
                wrong.append(f"{member.describe()} was accepted, and finds {told}")
                break
        found += bool(member.canaries()) and member.standing is Standing.ACCEPTED
    stage.step.expected = "whoever was accepted finds their own canary"
    counted = f"{found - len(wrong):,} of {len(crowd.members):,} find theirs"
    stage.step.actual = _listed([*(wrong or [counted]), *([f"{refused:,} refused"] if refused else [])])
    # Where all were refused, or nobody has anything, nothing was to be found.
    stage.step.outcome = Outcome.BROKEN if wrong else Outcome.HELD if found else Outcome.UNPROVED


@sentence("none of them finds the canary of another by searching", Speech.ASSERTED)
def finds_no_other(stage: Stage) -> None:
    """Everybody searches with the words that all canaries share, and with the invented names of their neighbours'."""
    crowd = the_crowd(stage)
    seen, found = _look_around(crowd, Path.SEARCH, crowd.search)
    leaks = dict.fromkeys(found)
    for member, other in _neighbours(crowd.members):
        if len(leaks) > MOST_LEAKS:
            break
        for number in other.canaries():
            shown = crowd.search(member, crowd.canaries.name(number))
            leaks.update(dict.fromkeys(crowd.leaks(member, shown, Path.SEARCH)))
    judge_proof(stage, crowd, proof_of(Path.SEARCH, _sights(crowd, seen), leaks, crowd.groups))


@sentence("none of them finds the canary of another by {query}", Speech.ASSERTED)
def finds_no_other_by(stage: Stage, query: str) -> None:
    """Everybody searches with this query. Where nobody is shown their own canary by it, there is nothing to prove."""
    crowd = the_crowd(stage)
    seen, leaks = _look_around(crowd, Path.SEARCH, lambda member: crowd.search(member, query))
    proof = proof_of(Path.SEARCH, _sights(crowd, seen), leaks, crowd.groups)
    if not proof.proved and not proof.leaks:
        raise CaseEnds(Outcome.OUT_OF_REACH, f"nobody finds anything by {quote(query)}: {proof.words()}")
    judge_proof(stage, crowd, proof)


@sentence("none of them finds the canary of another by searching, all at once", Speech.ASSERTED)
def finds_no_other_at_once(stage: Stage) -> None:
    """The same, in several threads at the same time, three times over."""
    crowd = the_crowd(stage)
    leaks: dict[Leak, None] = {}

    def look(member: Member) -> Shown | None:
        if len(leaks) > MOST_LEAKS:
            return None
        shown = crowd.search(member)
        leaks.update(dict.fromkeys(crowd.leaks(member, shown, Path.SEARCH)))
        return shown

    asking = [*crowd.members, *crowd.members, *crowd.members]
    seen = crowd.all_at_once([partial(look, member) for member in asking])[: len(crowd.members)]
    judge_proof(stage, crowd, proof_of(Path.SEARCH, _sights(crowd, seen), leaks, crowd.groups))


@sentence(
    "none of them finds the canary of another in their list", Speech.ASSERTED, capability=Capability.LIST_MEMORIES
)
def lists_no_other(stage: Stage) -> None:
    """Everybody lists all memories of their scope (capability list_memories)."""
    crowd = the_crowd(stage)
    seen, leaks = _look_around(crowd, Path.LIST, crowd.listed)
    judge_proof(stage, crowd, proof_of(Path.LIST, _sights(crowd, seen), leaks, crowd.groups))


@sentence("none of them reads the canary of another by its id", Speech.ASSERTED, capability=Capability.GET_MEMORY)
def reads_no_other(stage: Stage) -> None:
    """Everybody asks for the memories of their neighbours, by the ids that their owners were given (capability get_memory)."""
    crowd = the_crowd(stage)
    ids = {member.number: crowd.ids(member) for member in crowd.members}
    seen = [
        _together(crowd.got(member, one) for one in ids[member.number].values()) if ids[member.number] else Shown()
        for member in crowd.members
    ]
    asked: list[tuple[int, int]] = []
    unasked: list[tuple[int, int]] = []
    leaks: dict[Leak, None] = {}
    for member, other in _neighbours(crowd.members):
        if len(leaks) > MOST_LEAKS:
            unasked.append((member.number, other.number))
            continue
        asked.append((member.number, other.number))
        for memory_id in ids[other.number].values():
            leaks.update(dict.fromkeys(crowd.leaks(member, crowd.got(member, memory_id), Path.GET)))
    judge_proof(stage, crowd, asked_proof(Path.GET, _sights(crowd, seen), asked, leaks, crowd.groups, unasked))


@sentence(
    "none of them is shown the canary of another when a model looks it up", Speech.ASSERTED, capability=Capability.TURN
)
def looks_up_no_other(stage: Stage) -> None:
    """Everybody says something to an agent whose model calls load_memory with the words that all canaries share (capability turn)."""
    crowd = the_crowd(stage)
    call = Content(role="model", parts=[Part(function_call={"name": Tool.LOAD.value, "args": {"query": QUERY}})])
    _judge_turns(stage, crowd, Path.LOAD, "what did I tell you", [Tool.LOAD], [call])


@sentence(
    "none of them is shown the canary of another when memory is preloaded",
    Speech.ASSERTED,
    capability=Capability.PRELOAD_MEMORY,
)
def preloads_no_other(stage: Stage) -> None:
    """Everybody says the words that all canaries share to an agent with preload_memory (capabilities turn, preload_memory)."""
    _judge_turns(stage, the_crowd(stage), Path.PRELOAD, QUERY, [Tool.PRELOAD], [])


@sentence("nothing that was deleted is found, listed or read by its id", Speech.ASSERTED)
def deleted_is_gone(stage: Stage) -> None:
    """Whoever deleted something is not shown it any more, on any way to read that the service declares."""
    crowd, leaks, told = the_crowd(stage), [], 0
    for member in crowd.members:
        if not member.deleted:
            continue
        told += 1
        ways = [crowd.search(member)]
        if crowd.declares(Capability.LIST_MEMORIES):
            ways.append(crowd.listed(member))
        if crowd.declares(Capability.GET_MEMORY):
            ways += [crowd.got(member, member.ids[one]) for one in sorted(member.deleted & member.ids.keys())]
        if member.deleted & {number for shown in ways for number in shown.own}:
            leaks.append(Leak(member.number, member.number, Path.DELETED))
    stage.step.expected = "nothing that was deleted"
    stage.step.actual = _listed(
        [f"{crowd.members[leak.reader].describe()} still finds it" for leak in leaks] or [f"{told:,} deleted theirs"]
    )
    stage.step.outcome = Outcome.BROKEN if leaks else Outcome.HELD if told else Outcome.UNPROVED


@sentence("whoever failed to add something finds all of it or nothing", Speech.ASSERTED)
def whole_or_nothing(stage: Stage) -> None:
    """What an add that failed has left is all that it was to add, in its own scope, or nothing; nobody else is shown it."""
    crowd, wrong = the_crowd(stage), []
    for member in crowd.members:
        shown = crowd.search(member) if member.scope is not None else Shown()
        for numbers in member.failed:
            left = set(numbers) & shown.own
            if left and len(left) < len(numbers):
                wrong.append(f"{member.describe()} finds {len(left)} of {len(numbers)} of an add that failed")
    failed = sum(bool(member.failed) for member in crowd.members)
    stage.step.expected = "all of it or nothing"
    stage.step.actual = _listed(
        wrong or [f"{failed:,} of {len(crowd.members):,} adds failed, and left nothing in halves"]
    )
    stage.step.outcome = Outcome.BROKEN if wrong else Outcome.HELD


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


def _neighbours(members: Sequence[Member]) -> list[tuple[Member, Member]]:
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


def _look_around(crowd: Crowd, path: Path, look: Callable[[Member], Shown]) -> tuple[list[Shown | None], list[Leak]]:
    """What each member is shown on one way, and what of it leaks; None for those who were not asked any more."""
    seen: list[Shown | None] = []
    leaks: list[Leak] = []
    for member in crowd.members:
        if len(leaks) > MOST_LEAKS:
            seen.append(None)
            continue
        shown = look(member)
        seen.append(shown)
        leaks += crowd.leaks(member, shown, path)
    return seen, leaks


def _sights(crowd: Crowd, seen: Sequence[Shown | None]) -> list[Sight]:
    return [_sight(member, shown) for member, shown in zip(crowd.members, seen, strict=True)]


def _sight(member: Member, shown: Shown | None) -> Sight:
    if member.standing is Standing.REFUSED:
        return Sight.REFUSED
    if shown is None:
        return Sight.UNASKED
    if not member.canaries():
        if shown.refused:
            return Sight.BARRED
        blind = shown.error is not None and shown.error.code is not ErrorCode.NOT_FOUND
        return Sight.BLIND if blind else Sight.EMPTY
    return Sight.SEES if member.canaries() & shown.own else Sight.BLIND


def _together(shown: Iterable[Shown]) -> Shown:
    every = Shown()
    for one in shown:
        every.own |= one.own
        every.foreign |= one.foreign
        every.strange += one.strange
    return every


def _judge_turns(
    stage: Stage, crowd: Crowd, path: Path, said: str, tools: Sequence[Tool], script: Sequence[Content]
) -> None:
    content = Content(role="user", parts=[Part(text=said)])
    turn = Turn(session="talk", content=content, tools=list(tools), script=list(script))

    def look(member: Member) -> Shown:
        return crowd.shown_in_turn(member, turn)

    seen, leaks = _look_around(crowd, path, look)
    judge_proof(stage, crowd, proof_of(path, _sights(crowd, seen), leaks, crowd.groups))


def judge_proof(stage: Stage, crowd: Crowd, proof: Proof) -> None:
    """Note a proof with its step: broken by any leak, and unproved where there is no proof of anything."""
    stage.step.proof, stage.step.members = proof, tuple(member.names for member in crowd.members)
    stage.step.expected = "nobody is shown another's canary"
    told = proof.words()
    named = [_told(crowd, leak) for leak in proof.leaks[:_NAMED]]
    stage.step.actual = f"{told}: {_listed(named, len(proof.leaks))}" if named else told
    if proof.leaks:
        stage.step.outcome = Outcome.BROKEN
    else:
        stage.step.outcome = Outcome.HELD if proof.proved else Outcome.UNPROVED


def _told(crowd: Crowd, leak: Leak) -> str:
    reader = crowd.members[leak.reader].describe()
    if leak.owner is None:
        return f"{reader} is shown {leak.told}"
    return f"{reader} is shown the canary of {crowd.members[leak.owner].describe()}"


def _listed(words: Sequence[str], count: int | None = None) -> str:
    """The first of them, and how many more there are of so many."""
    more = (len(words) if count is None else count) - _NAMED
    return "; ".join([*words[:_NAMED], *([f"and {more:,} more"] if more > 0 else [])])
