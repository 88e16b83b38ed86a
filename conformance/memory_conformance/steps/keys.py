"""Sentences about principals: users with keys of their own, and what they can do in the scopes of others.

Whatever a service answers there, a refusal or nothing, is right as long as nobody is shown, given or deprived of anything. So is what
it answers where it goes by the key alone, and takes whatever is asked for the key's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_conformance.evidence import Outcome
from memory_conformance.keys import Keyring
from memory_conformance.means import Means
from memory_conformance.scopes.lattice import SESSION
from memory_conformance.scopes.pairs import Leak, Path, Sight, asked_proof
from memory_conformance.sentence import Speech
from memory_conformance.steps.crowd import Crowd
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.leaking import judge_proof
from memory_conformance.steps.member import Member, Standing
from memory_conformance.steps.prying import addition, changes, own_texts, pry, tried
from memory_conformance.steps.remembering import the_crowd
from memory_conformance.steps.stage import CaseEnds, Stage

_OTHER = "tuesday"


@sentence("each principal remembers a canary of their own, by their own key", Speech.ACT)
def each_principal_remembers(stage: Stage) -> None:
    """Each principal adds a session with one canary to the scope that their key is for (principals). All sessions have the same id, one
    that is of this case alone.
    """
    # Without anybody who has a key there is nobody to speak of.
    stage.crowd = Crowd(stage, [])
    ring = _keyring(stage)
    rows = [one.scope for one in ring.principals]
    crowd = stage.crowd = Crowd(stage, rows, SESSION, [one.backend for one in ring.principals])
    for member in crowd.members:
        _remember(crowd, member, _session(crowd, SESSION))
        if member.standing is not Standing.ACCEPTED:
            raise CaseEnds(
                Outcome.UNPROVED, f"{member.describe()} cannot add anything by their own key: {member.error}"
            )
    crowd.until_visible()


@sentence("each of them tries to add a canary to the scope of another, by their own key", Speech.ACT)
def tries_to_add(stage: Stage) -> None:
    """Each principal adds a session of a new name to the scope of every other; it may be refused."""
    crowd = the_crowd(stage)
    for member, other in _pairs(crowd):
        tried(stage, addition(stage, crowd, member, other, _session(crowd, _OTHER)))
    crowd.until_visible()


@sentence("each of them tries to change and to delete what another remembers, by their own key", Speech.ACT)
def tries_to_change(stage: Stage) -> None:
    """Each principal adds events to the session of every other, adds that session again, and deletes it, the memories by their ids and
    all memories of the other, as far as that is declared. It may be refused.
    """
    crowd = the_crowd(stage)
    for member in crowd.members:
        had = _finds_own(crowd, member)
        for other in _others(crowd, member):
            for act in changes(stage, crowd, member, other):
                tried(stage, act)
        crowd.until_visible()
        if had and not _finds_own(crowd, member):
            # A service that goes by the key alone took all that for what its owner wants of their own.
            _remember(crowd, member, _session(crowd, SESSION, member.number + 1))
            crowd.until_visible()


@sentence("somebody without a key tries to add a canary to the scope of each of them", Speech.ACT)
def nobody_tries_to_add(stage: Stage) -> None:
    """The same, without any credentials."""
    crowd = the_crowd(stage)
    nobody = _nobody(stage, crowd)
    for member in crowd.members:
        tried(stage, addition(stage, crowd, nobody, member, _session(crowd, _OTHER)))
    crowd.until_visible()


@sentence("somebody without a key tries to change and to delete what each of them remembers", Speech.ACT)
def nobody_tries_to_change(stage: Stage) -> None:
    """The same, without any credentials."""
    crowd = the_crowd(stage)
    nobody = _nobody(stage, crowd)
    for member in crowd.members:
        for act in changes(stage, crowd, nobody, member):
            tried(stage, act)
    crowd.until_visible()


@sentence("none of them is shown anything in the scope of another, by their own key", Speech.ASSERTED)
def shown_nothing(stage: Stage) -> None:
    """Each principal asks in the scope of every other, on every way to read that is declared, and by ids in their own scope."""
    crowd = the_crowd(stage)
    leaks, asked = [], []
    for member in crowd.members:
        known = own_texts(stage, crowd, member)
        for other in _others(crowd, member):
            asked.append((member.number, other.number))
            for seen in pry(stage, crowd, member, other, known):
                leaks.append(Leak(member.number, None if seen.told else other.number, seen.path, seen.told))
    sights = [Sight.SEES if crowd.search(member).own else Sight.BLIND for member in crowd.members]
    judge_proof(stage, crowd, asked_proof(Path.SEARCH, sights, asked, dict.fromkeys(leaks), crowd.groups))


@sentence("without a key nobody is shown anything", Speech.ASSERTED)
def nobody_is_shown(stage: Stage) -> None:
    """Somebody without credentials asks in every scope, on every way to read that the service declares."""
    crowd = the_crowd(stage)
    nobody = _nobody(stage, crowd)
    shown, proved = [], 0
    for member in crowd.members:
        proved += _finds_own(crowd, member)
        shown += [
            f"{seen.path.value} shows {seen.told or 'what is remembered'} in the scope of {member.describe()}"
            for seen in pry(stage, crowd, nobody, member)
        ]
    stage.step.expected = "nothing without a key"
    stage.step.actual = "; ".join(shown[:3]) or f"nothing in {proved} scopes"
    stage.step.outcome = Outcome.BROKEN if shown else Outcome.HELD if proved else Outcome.UNPROVED


def _keyring(stage: Stage) -> Keyring:
    ring = stage.means.get(Means.PRINCIPALS)
    if not isinstance(ring, Keyring):
        raise CaseEnds(Outcome.UNPROVED, "nobody has a key here")
    return ring


def _nobody(stage: Stage, crowd: Crowd) -> Member:
    nobody = crowd.nobody()
    nobody.backend = _keyring(stage).nobody
    return nobody


def _session(crowd: Crowd, name: str, number: int = 0) -> str:
    """The id of a session that is of this case alone: the scopes of principals are their own, and may hold other sessions."""
    return f"{name}-{crowd.canaries.name(number)}"


def _remember(crowd: Crowd, member: Member, session: str) -> None:
    member.session = session
    member.sessions.clear()
    crowd.add(member, session, crowd.new_canaries(member, 1))


def _finds_own(crowd: Crowd, member: Member) -> bool:
    return all(
        number in crowd.search(member).own or number in crowd.search(member, crowd.canaries.text(number)).own
        for number in member.canaries()
    )


def _others(crowd: Crowd, member: Member) -> list[Member]:
    """Every other: they are few. Those who share by declaration have nothing to hide from each other."""
    return [other for other in crowd.members if member.group != other.group]


def _pairs(crowd: Crowd) -> Iterator[tuple[Member, Member]]:
    for member in crowd.members:
        for other in _others(crowd, member):
            yield member, other
