"""The stateful search, as the lab plays it: histories at random, and what they found, as it is kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

from memory_conformance.backend import Backend, ErrorCode
from memory_conformance.leaks.kinds import Kind, is_told
from memory_conformance.leaks.machine.searching import Outcome, search_for_leaks
from memory_conformance.leaks.machine.violation import Breach, Violation
from memory_conformance.leaks.telling import way_of
from memory_conformance.model import Capability, Hello
from memory_conformance.report.proved import LeakKind, Searched
from memory_conformance.target import Target

_DELETING = frozenset({Capability.DELETE_SESSION, Capability.DELETE_USER, Capability.DELETE_MEMORY})


def searched(
    target: Target,
    seed: int,
    histories: int,
    told: Callable[[int, int], None],
    *,
    destructive: bool,
    known: Collection[Kind] = (),
) -> tuple[Searched, list[LeakKind]]:
    """Play so many histories, and give one kind for each way in which a rule is broken, but for those that are ``known``.

    Without ``destructive``, nothing is deleted, and no session is added twice.
    """
    began = time.perf_counter()
    prefix = f"{target.prefix}histories-"
    outcome = wandered(target.backend, target.hello, prefix, seed, histories, destructive=destructive, told=told)
    kept = Searched(
        histories=outcome.histories,
        operations=outcome.operations,
        seed=seed,
        duration=round(time.perf_counter() - began, 3),
        problem=outcome.problem.removeprefix(f"{ErrorCode.UNAVAILABLE.value}: ") if outcome.problem else None,
    )
    return kept, [_kept(one, target) for one in outcome.violations if not _is_known(one, known)]


def _is_known(violation: Violation, known: Collection[Kind]) -> bool:
    shown = violation.kind.breach is Breach.SHOWN
    return shown and is_told(known, violation.kind.rule.value, violation.reader, violation.owner)


def wandered(
    backend: Backend,
    hello: Hello,
    prefix: str,
    seed: int,
    histories: int,
    *,
    destructive: bool,
    told: Callable[[int, int], None] = lambda played, found: None,
) -> Outcome:
    """Play so many histories on a backend."""
    if not destructive:
        hello = hello.model_copy(update={"capabilities": set(hello.capabilities) - _DELETING})
    return search_for_leaks(backend, hello, prefix, seed, histories, told=told, adds_again=destructive)


def _kept(violation: Violation, target: Target) -> LeakKind:
    return LeakKind(
        rules=[violation.kind.rule.value],
        path=violation.history[-1].operation,
        words=f"{violation.kind.words}: expected {violation.expected}; seen: {violation.seen}",
        seen=violation.seen_in,
        found_by="histories",
        operations=len(violation.history),
        way=way_of(violation, target),
    )
