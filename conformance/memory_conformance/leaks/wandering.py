"""The stateful search, as the lab plays it: histories at random, and what they found, as it is kept."""

from __future__ import annotations

import time
from collections.abc import Callable

from memory_conformance.leaks.machine.searching import search_for_leaks
from memory_conformance.leaks.machine.violation import Violation
from memory_conformance.leaks.telling import way_of
from memory_conformance.model import Capability
from memory_conformance.report.proved import LeakKind, Searched
from memory_conformance.target import Target

_DELETING = frozenset({Capability.DELETE_SESSION, Capability.DELETE_USER, Capability.DELETE_MEMORY})


def searched(
    target: Target, seed: int, histories: int, told: Callable[[int, int], None], *, destructive: bool
) -> tuple[Searched, list[LeakKind]]:
    """Play so many histories, and give one kind for each way in which a rule is broken. Without ``destructive``, nothing is deleted."""
    hello = target.hello
    if not destructive:
        hello = hello.model_copy(update={"capabilities": set(hello.capabilities) - _DELETING})
    began = time.perf_counter()
    outcome = search_for_leaks(target.backend, hello, f"{target.prefix}histories-", seed, histories, told=told)
    kept = Searched(
        histories=outcome.histories,
        operations=outcome.operations,
        seed=seed,
        duration=round(time.perf_counter() - began, 3),
        problem=outcome.problem,
    )
    return kept, [_kept(violation, target) for violation in outcome.violations]


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
