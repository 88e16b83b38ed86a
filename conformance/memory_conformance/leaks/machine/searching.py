"""Searches for leaks: plays the histories that one seed makes, and gives the smallest of each kind of violation."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis import seed as seeded
from hypothesis.stateful import run_state_machine_as_test

from memory_conformance.backend import Backend
from memory_conformance.histories.comparing import INTERRUPTED
from memory_conformance.leaks.machine.casts import Cast, casts_of
from memory_conformance.leaks.machine.explaining import explained
from memory_conformance.leaks.machine.machine import MemoryScopes
from memory_conformance.leaks.machine.smaller import smallest
from memory_conformance.leaks.machine.violation import Breach, Kind, Violation
from memory_conformance.leaks.machine.watch import Sighting, Unplayed, Watch
from memory_conformance.model import Hello
from memory_conformance.scopes.canary import Canaries

T = TypeVar("T")

STEPS = 20
"""Operations of a history, unless said otherwise; what is asked at its end comes on top."""
EXAMPLES = 200
"""Histories, unless said otherwise."""
_BATCH = 11
"""Histories that Hypothesis makes up afresh, and one that is empty; after those it mostly alters what it has."""
_BATCHES = 1_000_000
"""More than there ever are for one seed."""


@dataclass
class Outcome:
    """What came of a search.

    ``histories`` and ``operations`` count what was played to find something, and not what made it smaller. ``refused`` counts the
    scopes whose names were not accepted, ``errors`` the operations that were answered by an error which should be answered, by
    operation and code. ``violations`` has one of each kind, the gravest first. ``problem`` says why not everything was played: a
    harness failed, or somebody stopped it.
    """

    histories: int = 0
    operations: int = 0
    refused: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    violations: list[Violation] = field(default_factory=list)
    problem: str | None = None


class _Ended(KeyboardInterrupt):
    """Nothing more is played: Hypothesis ends at once where it is interrupted, and plays again whatever else is raised."""


def search_for_leaks(
    backend: Backend,
    hello: Hello,
    prefix: str = "",
    seed: int = 0,
    examples: int = EXAMPLES,
    steps: int = STEPS,
    told: Callable[[int, int], None] = lambda histories, kinds: None,
    *,
    adds_again: bool = True,
) -> Outcome:
    """Play ``examples`` histories of up to ``steps`` operations, and make those that break a rule as small as they get.

    One seed makes the same histories each time. ``hello`` says which operations are played: without those that delete, nothing is
    deleted, and without ``adds_again`` no session is added twice. ``prefix`` keeps apart what is played on a backend that never starts
    empty. ``told`` hears how many histories were played, and how many kinds of violations were found. Nothing is written to disk or to
    the console.
    """
    search = _Search(backend, hello, prefix, seed, told, adds_again)
    if not search.casts:
        # Without a border there is nothing to cross.
        return search.outcome
    try:
        search.play(examples, steps)
        search.reduce()
    except KeyboardInterrupt as error:
        search.outcome.problem = str(error) if isinstance(error, _Ended) else INTERRUPTED
    search.outcome.violations = sorted(search.found.values(), key=lambda one: one.kind)
    return search.outcome


class _Enough(KeyboardInterrupt):
    """So many histories were played: Hypothesis also counts only those that it finds of use."""


class _Search:
    """One search; what was found so far is always what can be told."""

    def __init__(
        self,
        backend: Backend,
        hello: Hello,
        prefix: str,
        seed: int,
        told: Callable[[int, int], None],
        adds_again: bool,
    ) -> None:
        self.outcome = Outcome()
        self.found: dict[Kind, Violation] = {}
        self.casts = casts_of(hello)
        random.Random(seed).shuffle(self.casts)
        self._adds_again = adds_again
        self._backend, self._hello, self._prefix, self._seed, self._told = backend, hello, prefix, seed, told
        self._canaries = Canaries(f"{prefix}{seed}")
        self._runs = count(1)

    def watch(self) -> Watch:
        """A watch on a fresh instance, which nobody else's names reach."""
        return Watch(self._backend, self._hello, self._canaries, f"{self._prefix}{next(self._runs)}-")

    def play(self, examples: int, steps: int) -> None:
        """Have Hypothesis make up histories, and note what each shows."""
        search = self

        class Noting(MemoryScopes):
            """Notes what it sees and goes on, so that one kind does not hide the others."""

            adds_again = search._adds_again

            def connected(self) -> Backend:
                return search._backend

            def introduced(self) -> Hello:
                return search._hello

            def opened(self) -> Watch:
                if search.outcome.histories >= examples:
                    raise _Enough
                self.seen: set[Kind] = set()
                return search.attempt(search.watch)

            def chosen(self, number: int) -> Cast:
                # Each in its turn: Hypothesis makes up many histories that begin alike.
                return search.casts[search.outcome.histories % len(search.casts)]

            def saw(self, sighting: Sighting) -> None:
                search.attempt(lambda: search.note(self.watch, sighting, self.seen))

            def _make(self, operation: str, scope: Mapping[str, str], **parameters: Any) -> None:
                make = super()._make
                search.attempt(lambda: make(operation, scope, **parameters))

            def _look(self, operation: str, scope: Mapping[str, str], **parameters: Any) -> None:
                look = super()._look
                search.attempt(lambda: look(operation, scope, **parameters))

            def teardown(self) -> None:
                search.attempt(super().teardown)
                search.count(self.watch)

        for batch in count():
            if self.outcome.histories >= examples:
                return
            with suppress(_Enough):
                run_state_machine_as_test(
                    seeded(self._seed * _BATCHES + batch)(Noting),
                    settings=settings(
                        max_examples=_BATCH,
                        stateful_step_count=steps,
                        phases=[Phase.generate],
                        database=None,
                        deadline=None,
                        suppress_health_check=list(HealthCheck),
                        verbosity=Verbosity.quiet,
                        print_blob=False,
                    ),
                )

    def attempt(self, act: Callable[[], T]) -> T:
        """Do something that asks the backend; where its harness failed, everything ends."""
        try:
            return act()
        except Unplayed as error:
            raise _Ended(str(error)) from error

    def note(self, watch: Watch, sighting: Sighting, seen: set[Kind]) -> None:
        """Keep what is wrong, if it is of a new kind or shorter than what is known of it."""
        watch.model.drop(sighting.canary)
        if sighting.breach is Breach.LOST:
            again = self.watch()
            try:
                violation = explained(watch, sighting, again)
            finally:
                again.close()
        else:
            violation = explained(watch, sighting)
        kind = violation.kind
        kept = self.found.get(kind)
        first = kind not in seen
        seen.add(kind)
        seen_in = (kept.seen_in if kept else 0) + first
        if kept is not None and len(kept.history) <= len(violation.history):
            violation = kept
        self.found[kind] = replace(violation, seen_in=seen_in)

    def count(self, watch: Watch) -> None:
        """Count a history that is over; one without a call, with which Hypothesis begins, is none."""
        if not watch.calls:
            return
        self.outcome.histories += 1
        self.outcome.operations += len(watch.calls)
        self.outcome.refused += len(watch.model.refused)
        self.outcome.errors += watch.errors
        self._told(self.outcome.histories, len(self.found))

    def reduce(self) -> None:
        """Make each of what was found as small as it gets."""
        for kind, violation in sorted(self.found.items()):
            self.found[kind] = self.attempt(partial(smallest, violation, self.watch, self._hello))
