"""Puts a crowd on a backend, by threads or by the tasks of an event loop, and says what that proved."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

from memory_conformance.backend import Backend, BackendError, Gone
from memory_conformance.connect.remote import RemoteBackend
from memory_conformance.load.calls import Account, Doing, Result, Step
from memory_conformance.load.cutting import HangingUp, Leave, Usual, cancelling, line_of, unwrapped
from memory_conformance.load.judging import Finding, afterwards, merged
from memory_conformance.load.loaded import Loaded, Phase, Progress, Record, Way
from memory_conformance.load.looking import SCOUT, SEARCH, Look, look, scout, settled
from memory_conformance.load.people import People
from memory_conformance.load.threads import Asking, do, play, short_slices
from memory_conformance.load.visit import ROUNDS, Visit
from memory_conformance.model import Capability, Hello
from memory_conformance.references import UsageError
from memory_conformance.steps.visibility import bounds_of
from memory_conformance.worker.cutting import cut_off

USERS = 50
CUTS = 0.15
"""How often a call is left in the middle, where it can be."""
_DELETING = frozenset({Capability.DELETE_SESSION, Capability.DELETE_MEMORY, Capability.DELETE_USER})


def load_leaks(
    backend: Backend,
    hello: Hello,
    *,
    prefix: str,
    seed: int,
    users: int = USERS,
    rounds: int = ROUNDS,
    seconds: float | None = None,
    way: Way = Way.THREADS,
    cuts: float = CUTS,
    deletes: bool = True,
    tell: Progress | None = None,
) -> Loaded:
    """Play many users at once on one instance of a backend, each with canaries of its own, and then ask everybody in quiet.

    There are ``users`` at once. Each does so many ``rounds`` of something and leaves; with ``seconds``, others come until the time is
    over. ``prefix`` tells this run from every other. ``cuts`` is how often a call is left in the middle, from 0 to 1. Without
    ``deletes``, nothing is deleted. The seed repeats who does what, though not who is served first.

    Raises `UsageError` for a backend that keeps nothing apart, and for ``asyncio`` where there is nothing for an event loop to do;
    `HarnessError` for bounds that are none; `BackendError` where no instance can be opened.
    """
    run = _Run(backend, hello, prefix, seed, users, way, cuts, deletes, tell or (lambda phase, done, all: None))
    run.instance = backend.open({})
    try:
        return run.play(rounds, seconds)
    finally:
        run.let_go()
        with suppress(BackendError):
            backend.close(run.instance)


@dataclass
class _Means:
    """How the calls of a run are made. ``note`` says what cannot be done."""

    leave: Leave | None
    note: str = ""
    close: Callable[[], None] = lambda: None
    quick: bool = False
    """Whether threads of this process take turns in the service."""


class _Run:
    def __init__(
        self,
        backend: Backend,
        hello: Hello,
        prefix: str,
        seed: int,
        users: int,
        way: Way,
        cuts: float,
        deletes: bool,
        tell: Progress,
    ) -> None:
        self._people = People(hello, f"{prefix} {seed} {way}", f"{prefix}{way}-")
        self._backend = backend
        self._hello = hello
        self._seed = seed
        self._users = users
        self._way = way
        self._cuts = cuts
        self._can = frozenset(hello.capabilities) - (frozenset() if deletes else _DELETING)
        self._tell = tell
        bounds = bounds_of(hello)
        self._wait = max(bounds.write, bounds.forget)
        self._record = Record(self._people)
        self._usual = Usual()
        self._means = self._found_means()
        self._visits: list[Visit] = []
        self.instance = ""

    def play(self, rounds: int, seconds: float | None) -> Loaded:
        """The scout, the crowd, and the look afterwards; what is spent or gone in between is said."""
        paths: frozenset[str] = frozenset()
        found: list[Finding] = []
        proved, unproved = 0, ""
        try:
            paths = self._scouted()
            if not paths:
                unproved = "one user alone does not find what it added: of nobody's writes anything is proved"
            self._crowd(self._visitors(rounds, seconds, SEARCH in paths), None if seconds is not None else self._users)
            proved, found, failed = self._looked(paths)
            unproved = unproved or failed
        except Gone as error:
            unproved = f"not run to its end: {error.message}"
        accounts = [visit.account for visit in self._visits]
        return Loaded(
            way=self._way,
            seed=self._seed,
            users=self._users,
            people=len(accounts),
            calls=dict(self._record.calls),
            cancelled=self._record.cancelled,
            refused=sum(bool(one.refused) for one in accounts),
            proved=proved,
            undone=sum(len(one.doubtful) for one in accounts),
            findings=merged([*self._record.findings(), *found]),
            troubles=self._record.troubles(),
            paths=tuple(sorted(paths)),
            notes=(self._means.note,) if self._means.note else (),
            unproved=unproved or self._nobody(accounts),
        )

    def let_go(self) -> None:
        """Close what was opened beside the backend."""
        self._means.close()

    def _found_means(self) -> _Means:
        line = line_of(self._backend)
        if line is not None:
            hanging_up = HangingUp(line, self._backend, self._usual)
            return _Means(hanging_up, close=hanging_up.close)
        if isinstance(unwrapped(self._backend), RemoteBackend):
            if self._way is Way.ASYNCIO:
                told = "it is spoken to in lines, which are answered one after another"
                raise UsageError(f"{self._hello.name}: {told}: asyncio has nothing to do, threads have")
            return _Means(None, "no call was cancelled: over stdio it has no connection of its own to close")
        if self._way is Way.ASYNCIO:
            return _Means(cancelling(self._backend), quick=True)
        return _Means(None, "no call was cancelled: a thread of this process cannot be", quick=True)

    def _asking(self) -> Asking:
        return Asking(self._backend, self.instance, self._record, self._usual, self._means.leave)

    def _scouted(self) -> frozenset[str]:
        asking = self._asking()
        with cut_off(0) as cut:
            paths = do(scout(self._people, self._can, self._wait), asking)
        if self._way is Way.ASYNCIO and line_of(self._backend) is None and not cut.awaited:
            raise UsageError(
                f"{self._hello.name}: none of its calls is a coroutine: asyncio has nothing to do, threads have"
            )
        return paths

    def _visitors(self, rounds: int, seconds: float | None, finds: bool) -> Iterator[Doing[None]]:
        """Everybody who comes, one after another."""
        ends = time.monotonic() + seconds if seconds is not None else None
        eventual = bool(self._wait) or Capability.SETTLE in self._can
        for number in count(SCOUT + 1) if ends is not None else range(SCOUT + 1, SCOUT + 1 + self._users):
            if ends is not None and time.monotonic() >= ends:
                return
            visit = Visit(
                self._people,
                self._people.person(number),
                self._can,
                self._seed,
                cuts=self._cuts,
                sees_at_once=finds and not eventual,
            )
            self._visits.append(visit)
            yield visit.steps(lambda done: done < rounds and (ends is None or time.monotonic() < ends))

    def _crowd(self, visitors: Iterator[Doing[None]], all_of_them: int | None) -> None:
        done = count(1)
        self._at_once(visitors, lambda _: self._tell(Phase.LOAD, next(done), all_of_them or 0))

    def _looked(self, paths: Collection[str]) -> tuple[int, list[Finding], str]:
        """What everybody finds in quiet: how many looked, what that shows, and why it shows nothing of somebody."""
        asking = self._asking()
        if self._wait and Capability.SETTLE not in self._can:
            do(settled(self._people.person(SCOUT), self._can, self._wait), asking)
        looks: list[tuple[Account, Look]] = []

        def looking(account: Account) -> Doing[tuple[Account, Look]]:
            yield from settled(account.person, self._can, 0.0)
            return account, (yield from look(self._people, account, self._can, paths))

        def ended(one: tuple[Account, Look]) -> None:
            looks.append(one)
            self._tell(Phase.LOOK, len(looks), len(self._visits))

        self._at_once((looking(visit.account) for visit in self._visits), ended)
        found: list[Finding] = []
        proved, failed = 0, ""
        for account, seen in looks:
            if seen.failed:
                failed = failed or f"not everybody could look at the end: {seen.failed}"
            elif account.told() and not account.refused and paths:
                proved += 1
                found += afterwards(self._people, account, seen.seen, paths)
        return proved, found, failed

    def _at_once(self, doings: Iterator[Doing[Result]], ended: Callable[[Result], Any]) -> None:
        line = line_of(self._backend)
        if self._way is Way.ASYNCIO and line is not None:
            from memory_conformance.load import tasks

            tasks.play(doings, self._users, tasks.TaskAsking(line, self._asking()), ended)
            return
        ask: Callable[[Step], Any] = self._asking()
        with short_slices() if self._means.quick else nullcontext():
            play(doings, self._users, ask, ended)

    def _nobody(self, accounts: Collection[Account]) -> str:
        """Why nothing is proved of anybody."""
        if accounts and all(one.refused for one in accounts):
            return "every name was refused"
        return "" if any(one.told() for one in accounts) else "nobody said anything"
