"""What the answers prove. Pure functions over what was asked and what came back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from memory_conformance.load.calls import Account, Answer, Step
from memory_conformance.load.people import People
from memory_conformance.load.visit import is_refusal, shows_nothing
from memory_conformance.model import Scope
from memory_conformance.secrets import hide

_MAY_FIND_NOTHING = frozenset(
    {"search", "list_memories", "get_memory", "delete_memory", "delete_session", "delete_user"}
)
"""What a service may answer with an error to somebody who has nothing there, or whose ids are old."""


class Kind(StrEnum):
    """What was found."""

    LEAK = "leak"
    """Somebody was given a memory of another scope."""
    LOST = "lost write"
    """An add was acknowledged, and what it added is not found by its owner."""
    HALF = "half"
    """An add was not acknowledged, and a part of what it added is there."""
    BACK = "back"
    """A deletion was acknowledged, and what it deleted came back."""


@dataclass(frozen=True)
class Finding:
    """One thing that was found, and the first call that showed it.

    ``reader`` was answered, and ``owner`` is whose memory it is about; they differ only in a leak. ``path`` is the operation, ``call``
    the number of the call, 0 where several showed it together, and ``text`` the memory. ``times`` counts the answers that showed the
    same between the same two by the same path.
    """

    kind: Kind
    reader: Scope
    owner: Scope
    path: str
    call: int
    text: str
    times: int = 1

    def describe(self) -> str:
        """It in one line, with the memory and the call that showed it."""
        where = f"call {self.call}" if self.call else "afterwards"
        return f"{self.summary()} ({where}): “{self.text}”"

    def summary(self) -> str:
        """The same without them: who, whose, and by which path."""
        owner = shown(self.owner)
        if self.kind is Kind.LEAK:
            return f"leak: {shown(self.reader)} reads a memory of {owner} by {self.path}"
        told = {
            Kind.LOST: f"does not find by {self.path} what was acknowledged",
            Kind.HALF: f"finds by {self.path} a part of an add that was not acknowledged",
            Kind.BACK: f"finds by {self.path} what was deleted, and that acknowledged",
        }
        return f"{self.kind}: {owner} {told[self.kind]}"


@dataclass(frozen=True)
class Trouble:
    """Errors of one kind; ``times`` counts them, and ``message`` is that of the first."""

    operation: str
    code: str
    speaker: str
    message: str
    times: int = 1


def shown(scope: Scope) -> str:
    """A scope in one line, innermost name first."""
    return " of ".join(f"{field} {value!a}" for field, value in reversed(list(scope.items())))


def canaries_in(people: People, answer: Answer) -> set[int]:
    """The numbers of the canaries in an answer, be it in the words of an error."""
    found = {one for memory in answer.memories for one in people.canaries.in_memory(memory)}
    return found | set(people.canaries.in_text(answer.error.message)) if answer.error is not None else found


def findings(people: People, step: Step, answer: Answer) -> Iterator[Finding]:
    """What one answer shows by itself."""
    present = canaries_in(people, answer)
    for canary in sorted(present):
        owner = people.owner_of(canary)
        if owner.number != step.person.number:
            yield _finding(Kind.LEAK, people, step, answer, canary)
    if answer.acknowledged:
        for canary in step.expects:
            if canary not in present:
                yield _finding(Kind.LOST, people, step, answer, canary)
    for canary in step.never:
        if canary in present:
            yield _finding(Kind.BACK, people, step, answer, canary)


def afterwards(people: People, account: Account, seen: Collection[int], paths: Collection[str]) -> Iterator[Finding]:
    """What somebody's memories show once all is quiet: ``seen`` are those that any of the paths found."""
    if not account.told() or account.refused:
        return
    scope, by = account.person.scope, " or ".join(sorted(paths))
    for canary in sorted(account.kept):
        if canary not in seen:
            yield Finding(Kind.LOST, scope, scope, by, 0, people.canaries.text(canary))
    for group in account.doubtful:
        there = [canary for canary in group if canary in seen]
        if there and len(there) < len(group):
            yield Finding(Kind.HALF, scope, scope, by, 0, people.canaries.text(there[0]))


def has_halves(account: Account, seen: Collection[int]) -> bool:
    """Whether an add that was not acknowledged is there in part, so far."""
    return any(0 < len(set(group) & set(seen)) < len(group) for group in account.doubtful)


def trouble(step: Step, answer: Answer) -> Trouble | None:
    """The error in an answer, where it is one; None where it has none, or one that a correct service may give."""
    error = answer.error
    refused = is_refusal(answer) and step.operation == "add_session"
    nothing_there = shows_nothing(answer) and step.operation in _MAY_FIND_NOTHING
    if error is None or refused or nothing_there:
        return None
    return Trouble(step.operation, error.code.value, error.speaker.value, hide(error.message))


def merged(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings in the order in which they were made; the same between the same two by the same path is one."""
    known: dict[tuple[object, ...], Finding] = {}
    for one in found:
        of = () if one.kind is Kind.LEAK else (one.text,)
        key = (one.kind, _key(one.reader), _key(one.owner), one.path, *of)
        before = known.get(key)
        known[key] = one if before is None else replace(before, times=before.times + one.times)
    return tuple(known.values())


def _key(scope: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(scope.items())


def _finding(kind: Kind, people: People, step: Step, answer: Answer, canary: int) -> Finding:
    owner = people.owner_of(canary).scope
    path = step.operation if answer.error is None else f"the error of {step.operation}"
    return Finding(kind, step.person.scope, owner, path, answer.number, people.canaries.text(canary))
