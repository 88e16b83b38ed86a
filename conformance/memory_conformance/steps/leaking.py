"""Sentences about many scopes at once, each with a canary of its own: whoever is shown another's reads another's memory.

The canaries of all have the same words but for one invented name, and everybody asks with the words that they share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from memory_conformance.backend import ErrorCode
from memory_conformance.evidence import Outcome
from memory_conformance.model import Capability, Content, Part
from memory_conformance.scopes.canary import QUERY
from memory_conformance.scopes.pairs import Leak, Path, Proof, Sight, asked_proof, proof_of
from memory_conformance.sentence import Speech, quote
from memory_conformance.steps.crowd import Crowd
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.member import Member, Shown, Standing
from memory_conformance.steps.remembering import neighbours, the_crowd
from memory_conformance.steps.stage import CaseEnds, Stage
from memory_conformance.turn import Tool, Turn

_NAMED = 3
"""So many leaks a report names in one line."""
_UNASKED = "not asked after so many leaks"
_LOADING = Turn(
    session="talk",
    content=Content(role="user", parts=[Part(text="what did I tell you")]),
    tools=[Tool.LOAD],
    script=[
        Content(role="model", parts=[Part(function_call={"name": Tool.LOAD.value, "args": {"query": QUERY}})]),
    ],
)
"""A turn in which the model looks up the words that all canaries share."""
_PRELOADING = Turn(
    session="talk", content=Content(role="user", parts=[Part(text=QUERY)]), tools=[Tool.PRELOAD], script=[]
)
"""A turn in which those words are said, and looked up before the model is asked."""


@sentence("each of them finds their own canary", Speech.ASSERTED)
def finds_own(stage: Stage) -> None:
    """Whoever was accepted is shown what stands in their scope, by a search with the words that all canaries share, or else with those
    of the canary itself: but for what the words of all found before, where more was added and deleted. A name that was refused is no
    failure; any other error is.
    """
    crowd, wrong, found, refused, unasked = the_crowd(stage), [], 0, 0, 0
    for member in crowd.members:
        if member.standing is Standing.FAILED:
            wrong.append(f"{member.describe()} is answered {member.error}")
        elif member.standing is Standing.REFUSED:
            refused += 1
        first = crowd.search(member) if member.canaries() else Shown()
        if first.unasked:
            unasked += 1
            continue
        for number in member.canaries() - first.own:
            shown = crowd.search(member, crowd.canaries.text(number))
            if number not in shown.own:
                told = f"an error ({shown.error})" if shown.error else "nothing of it"
                wrong.append(f"{member.describe()} was accepted, and finds {told}")
                break
            if number in member.alone:
                wrong.append(f"{member.describe()} does not find it any more by words that found it before")
                break
        found += bool(member.canaries()) and member.standing is Standing.ACCEPTED
    stage.step.expected = "whoever was accepted finds their own canary"
    counted = f"{found - len(wrong):,} of {len(crowd.members):,} find theirs"
    left = [f"{count:,} {why}" for count, why in ((refused, "refused"), (unasked, _UNASKED)) if count]
    stage.step.actual = _listed([*(wrong or [counted]), *left])
    # Where all were refused, or nobody has anything, nothing was to be found.
    stage.step.outcome = Outcome.BROKEN if wrong else Outcome.HELD if found and not unasked else Outcome.UNPROVED


@sentence("none of them finds the canary of another by searching", Speech.ASSERTED)
def finds_no_other(stage: Stage) -> None:
    """Everybody searches with the words that all canaries share, and with the invented names of their neighbours'."""
    crowd = the_crowd(stage)
    seen, found = _look_around(crowd, Path.SEARCH, crowd.search)
    leaks = dict.fromkeys(found)
    for member, other in neighbours(crowd.members):
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
        raise CaseEnds(Outcome.OUT_OF_REACH, f"nobody finds anything by {quote(query)}")
    judge_proof(stage, crowd, proof)


@sentence("none of them finds the canary of another by searching, all at once", Speech.ASSERTED)
def finds_no_other_at_once(stage: Stage) -> None:
    """The same, in several threads at the same time, three times over."""
    crowd = the_crowd(stage)
    asking = [*crowd.members, *crowd.members, *crowd.members]
    shown = crowd.all_at_once([partial(crowd.search, member) for member in asking])
    leaks = dict.fromkeys(
        leak for member, one in zip(asking, shown, strict=True) for leak in crowd.leaks(member, one, Path.SEARCH)
    )
    seen = shown[: len(crowd.members)]
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
    ids: dict[int, dict[int, str]] = {}
    seen: list[Shown] = []
    for member in crowd.members:
        own = ids[member.number] = {} if crowd.ids_unasked else crowd.ids(member)
        looked = _together(crowd.got(member, one) for one in own.values())
        seen.append(looked if own else Shown(unasked=crowd.ids_unasked))
    asked: list[tuple[int, int]] = []
    unasked: list[tuple[int, int]] = []
    leaks: dict[Leak, None] = {}
    for member, other in neighbours(crowd.members):
        looks = [crowd.got(member, memory_id) for memory_id in ids[other.number].values()]
        (unasked if any(shown.unasked for shown in looks) else asked).append((member.number, other.number))
        leaks.update(dict.fromkeys(leak for shown in looks for leak in crowd.leaks(member, shown, Path.GET)))
    judge_proof(stage, crowd, asked_proof(Path.GET, _sights(crowd, seen), asked, leaks, crowd.groups, unasked))


@sentence(
    "none of them is shown the canary of another when a model looks it up", Speech.ASSERTED, capability=Capability.TURN
)
def looks_up_no_other(stage: Stage) -> None:
    """Everybody says something to an agent whose model calls load_memory with the words that all canaries share (capability turn)."""
    _judge_turns(stage, the_crowd(stage), Path.LOAD, _LOADING)


@sentence(
    "none of them is shown the canary of another when memory is preloaded",
    Speech.ASSERTED,
    capability=Capability.PRELOAD_MEMORY,
)
def preloads_no_other(stage: Stage) -> None:
    """Everybody says the words that all canaries share to an agent with preload_memory (capabilities turn, preload_memory)."""
    _judge_turns(stage, the_crowd(stage), Path.PRELOAD, _PRELOADING)


@sentence("nothing that was deleted is found, listed, read by its id or shown to a model", Speech.ASSERTED)
def deleted_is_gone(stage: Stage) -> None:
    """Whoever deleted something is not shown it any more, on any way to read that the service declares, be it in a turn."""
    crowd, leaks, told, unasked = the_crowd(stage), [], 0, 0
    for member in crowd.members:
        if not member.deleted:
            continue
        ways = [crowd.search(member)]
        if crowd.declares(Capability.LIST_MEMORIES):
            ways.append(crowd.listed(member))
        if crowd.declares(Capability.GET_MEMORY):
            ways += [crowd.got(member, member.ids[one]) for one in sorted(member.deleted & member.ids.keys())]
        if crowd.declares(Capability.TURN):
            ways.append(crowd.shown_in_turn(member, _LOADING))
            if crowd.declares(Capability.PRELOAD_MEMORY):
                ways.append(crowd.shown_in_turn(member, _PRELOADING))
        if member.deleted & {number for shown in ways for number in shown.own}:
            leaks.append(Leak(member.number, member.number, Path.DELETED))
        told += not any(shown.unasked for shown in ways)
        unasked += any(shown.unasked for shown in ways)
    stage.step.expected = "nothing that was deleted"
    found = [f"{crowd.members[leak.reader].describe()} still finds it" for leak in leaks]
    left = [f"{unasked:,} {_UNASKED}"] if unasked else []
    stage.step.actual = _listed([*(found or [f"{told:,} deleted theirs"]), *left])
    stage.step.outcome = Outcome.BROKEN if leaks else Outcome.HELD if told and not unasked else Outcome.UNPROVED


@sentence("whoever failed to add something finds all of it or nothing", Speech.ASSERTED)
def whole_or_nothing(stage: Stage) -> None:
    """What an add that failed has left is all that it was to add, or nothing: by a search, and in a list, if that is declared
    (capability list_memories).
    """
    crowd, wrong, unasked = the_crowd(stage), [], 0
    for member in crowd.members:
        # Whose add did not fail has nothing in halves.
        if not member.failed:
            continue
        found = crowd.search(member)
        listed = crowd.listed(member) if crowd.declares(Capability.LIST_MEMORIES) else Shown()
        unasked += found.unasked or listed.unasked
        for numbers in member.failed:
            ways = {"finds": _found_of(crowd, member, numbers, found), "lists": set(numbers) & listed.own}
            halves = [
                f"{member.describe()} {does} {len(left):,} of {len(numbers):,} of an add that failed"
                for does, left in ways.items()
                if 0 < len(left) < len(numbers)
            ]
            wrong += halves[:1]
    failed = sum(bool(member.failed) for member in crowd.members)
    stage.step.expected = "all of it or nothing"
    held = f"{failed:,} of {len(crowd.members):,} adds failed, and left nothing in halves"
    stage.step.actual = _listed([*(wrong or [held]), *([f"{unasked:,} {_UNASKED}"] if unasked else [])])
    stage.step.outcome = Outcome.BROKEN if wrong else Outcome.UNPROVED if unasked else Outcome.HELD


def _found_of(crowd: Crowd, member: Member, numbers: Sequence[int], shown: Shown) -> set[int]:
    """Which of these canaries a member finds, be it by the words of each: a service may return fewer than there are."""
    found = set(numbers) & shown.own
    if not found:
        return found
    return found | {one for one in numbers if one in crowd.search(member, crowd.canaries.text(one)).own}


def _look_around(crowd: Crowd, path: Path, look: Callable[[Member], Shown]) -> tuple[list[Shown], list[Leak]]:
    """What each member is shown on one way, and what of it leaks."""
    seen = [look(member) for member in crowd.members]
    return seen, [
        leak for member, shown in zip(crowd.members, seen, strict=True) for leak in crowd.leaks(member, shown, path)
    ]


def _sights(crowd: Crowd, seen: Sequence[Shown]) -> list[Sight]:
    return [_sight(member, shown) for member, shown in zip(crowd.members, seen, strict=True)]


def _sight(member: Member, shown: Shown) -> Sight:
    if member.standing is Standing.REFUSED:
        return Sight.REFUSED
    if shown.unasked:
        return Sight.UNASKED
    if not member.canaries():
        if shown.refused:
            return Sight.BARRED
        blind = shown.error is not None and shown.error.code is not ErrorCode.NOT_FOUND
        return Sight.BLIND if blind else Sight.EMPTY
    # Whatever of theirs it is: where an add failed, what it left may be shown in the place of the rest.
    return Sight.SEES if shown.own else Sight.BLIND


def _together(shown: Iterable[Shown]) -> Shown:
    every = Shown()
    for one in shown:
        every.own |= one.own
        every.foreign |= one.foreign
        every.strange += one.strange
    return every


def _judge_turns(stage: Stage, crowd: Crowd, path: Path, turn: Turn) -> None:
    seen, leaks = _look_around(crowd, path, lambda member: crowd.shown_in_turn(member, turn))
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
