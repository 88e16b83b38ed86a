"""Plays several users who write over a faulty line at once, and reads what became of it once the line is quiet."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field

from memory_conformance.backend import Backend, BackendError, ErrorCode, Gone, Lost, Speaker
from memory_conformance.faulty_line.adding_again import declared_to_replace
from memory_conformance.faulty_line.judging import Reading, Rule, Violation, Written, foreign, judge, unfinished
from memory_conformance.faulty_line.line import Disturbed, Line
from memory_conformance.faulty_line.plan import Mishap, Mishaps, Noted, about
from memory_conformance.faulty_line.plot import Plot, Size, in_words
from memory_conformance.model import Capability, Hello, Memory, Scope, Session
from memory_conformance.scopes.canary import QUERY
from memory_conformance.steps.reading import NOTHING_THERE

_LOOKS = (0.1, 0.2, 0.4, 0.8)
"""Seconds before each further look at what is missing."""


@dataclass(frozen=True)
class Found:
    """A rule that was broken: in which scope, what is wrong in words, and the messages around it on the line."""

    rule: Rule
    scope: Scope
    session: str
    told: str
    around: tuple[Noted, ...]

    def __str__(self) -> str:
        return f"{self.told} ({'; '.join(map(str, self.around)) or 'nothing of it went over the faulty line'})"


@dataclass(frozen=True)
class Examined:
    """What came of it. Counts are of messages, of sessions (acknowledged or not), and of those not acknowledged (whole, absent).

    ``refused`` are calls that the backend itself answered with an error, by its code. ``replaces`` says whether adding again was held
    to replace, and ``declared`` whether that was declared; else it was measured. ``unproved`` says why nothing could be
    examined, or not all of it: of ``violations`` there are none then but those of what was shown to another by that time.
    """

    seed: int
    messages: int = 0
    mishaps: Mapping[Mishap, int] = field(default_factory=dict)
    acknowledged: int = 0
    unacknowledged: int = 0
    whole: int = 0
    absent: int = 0
    refused: Mapping[ErrorCode, int] = field(default_factory=dict)
    replaces: bool = False
    declared: bool = False
    violations: tuple[Found, ...] = ()
    unproved: str | None = None

    def of(self, rule: Rule) -> list[Found]:
        """What broke a rule."""
        return [one for one in self.violations if one.rule is rule]

    @property
    def undone(self) -> int:
        """Sessions that were not acknowledged."""
        return self.unacknowledged

    def headline(self) -> str:
        """All of it in one line."""
        happened = ", ".join(
            f"{count:,} {mishap}" for mishap, count in self.mishaps.items() if mishap is not Mishap.NONE
        )
        refused = sum(self.refused.values())
        told = [
            f"{self.messages:,} messages ({happened or 'none disturbed'})",
            f"{self.acknowledged:,} sessions acknowledged",
            f"{self.unacknowledged:,} not: {self.whole:,} there as a whole, {self.absent:,} not at all",
            *([f"{refused:,} refused by the backend"] if refused else []),
            *([] if self.replaces else ["adding again replaces nothing here"]),
        ]
        return f"{len(self.violations)} violations; {'; '.join(told)}, seed {self.seed}"

    def told(self) -> list[tuple[str, str]]:
        """What was found: the name of the rule, and the words."""
        return [(one.rule.value, str(one)) for one in self.violations]


def examine(
    backend: Backend,
    hello: Hello,
    prefix: str,
    seed: int,
    mishaps: Mishaps | None = None,
    *,
    replaces: bool | None = None,
    size: Size | None = None,
    pause: Callable[[float], None] = time.sleep,
) -> Examined:
    """Write in several scopes at once over a faulty line, and find out what became of it.

    ``mishaps`` are those of the line that the backend is reached over; without them, a line is laid to it here, which takes messages.
    ``prefix`` goes before the outermost scope field of a backend that never starts empty. ``replaces`` says whether adding a
    session again replaces it, where that is known; else what is declared counts, else what is measured before the mishaps begin.
    ``pause`` lets so many seconds pass.

    Raises `BackendError` where the backend cannot be asked while the line is quiet, or is gone.
    """
    if mishaps is None:
        mishaps = Mishaps(seed)
        backend = Disturbed(backend, Line(mishaps))
    return _Play(backend, hello, prefix, seed, mishaps, size or Size(), pause).examined(
        declared_to_replace(hello) if replaces is None else replaces
    )


class _Play:
    """One examination."""

    def __init__(
        self,
        backend: Backend,
        hello: Hello,
        prefix: str,
        seed: int,
        mishaps: Mishaps,
        size: Size,
        pause: Callable[[float], None],
    ) -> None:
        self._backend = backend
        self._hello = hello
        self._seed = seed
        self._mishaps = mishaps
        self._size = size
        self._pause = pause
        self._plot = Plot(hello, prefix, seed, size)
        self._scopes = self._plot.scopes
        self._words = [in_words(scope) for scope in self._scopes]
        self._canaries = self._plot.canaries
        self._refused: Counter[ErrorCode] = Counter()
        self._readings: list[Reading] = []
        self._over = False
        self._instance = ""

    def examined(self, declared: bool | None) -> Examined:
        self._instance = self._backend.open({})
        try:
            return self._examined(declared)
        finally:
            # What was found counts, however that ends.
            with suppress(BackendError):
                self._backend.close(self._instance)

    def _examined(self, declared: bool | None) -> Examined:
        with self._mishaps.rest():
            before = self._plot.before()
            try:
                once, twice = self._measured(before)
            except BackendError as error:
                if error.speaker is not Speaker.BACKEND:
                    raise
                return Examined(
                    self._seed, unproved=f"a session could not be added and looked for on a quiet line: {error}"
                )
            if not once:
                return Examined(self._seed, unproved="what was added on a quiet line is not found by its owner")
        replaces = twice <= once if declared is None else declared
        earlier = Counter(self._mishaps.happened)
        self._readings.clear()
        try:
            written = [*self._storm(), self._plot.written(before, 0, acknowledged=True)]
            with self._mishaps.rest():
                self._look(written)
        except BackendError as error:
            # What was shown to another by then was shown, whatever came of the rest.
            shown = self._with_messages(foreign(self._plot.everything(), self._readings, self._words))
            if not shown:
                raise
            return Examined(self._seed, violations=shown, unproved=f"not played to its end: {error}")
        happened = self._mishaps.happened - earlier
        judged = judge(written, self._readings, self._words, once if replaces else None)
        acknowledged = sum(one.acknowledged for one in written)
        return Examined(
            seed=self._seed,
            messages=happened.total(),
            mishaps=dict(happened),
            acknowledged=acknowledged,
            unacknowledged=len(written) - acknowledged,
            whole=judged.whole,
            absent=judged.absent,
            refused=dict(self._refused),
            replaces=replaces,
            declared=declared is not None,
            violations=self._with_messages(judged.violations),
        )

    def _measured(self, session: Session) -> tuple[int, int]:
        """How often what a session brought is found once it was added, and once it was added again; 0 where not all of it is."""
        counts = []
        for _ in range(2):
            self._backend.add_session(self._instance, self._scopes[0], session.model_copy(deep=True))
            self._wait_until_visible([0])
            one = self._plot.written(session, 0, acknowledged=True)
            self._readings.clear()
            self._ask_for_all(0)
            self._ask_for(one)
            best = [max(reading.counts.get(canary, 0) for reading in self._readings) for canary in one.canaries]
            counts.append(max(best) if all(best) else 0)
        return counts[0], counts[1]

    def _storm(self) -> list[Written]:
        """Everybody writes at once, each in an order of their own; what came of it."""
        with ThreadPoolExecutor(len(self._scopes)) as pool:
            users = [pool.submit(self._write, user) for user in range(len(self._scopes))]
            try:
                return [one for user in users for one in user.result()]
            except BaseException:
                # Ctrl-C, too: nobody says more than what is under way.
                self._over = True
                raise

    def _write(self, user: int) -> list[Written]:
        acknowledged: set[str] = set()
        for session, tries in self._plot.acts(user):
            if self._over:
                break
            if self._added(user, session, tries):
                acknowledged.add(session.id)
            try:
                self._search(user, QUERY, "a search for what all canaries have", quiet=False)
            except BackendError as error:
                self._note(user, error)
        plot = self._plot
        return [plot.written(one, user, acknowledged=one.id in acknowledged) for one in plot.sessions(user)]

    def _added(self, user: int, session: Session, tries: int) -> bool:
        """Hand a session over, again where it was not acknowledged, so often at most; whether it was acknowledged."""
        for _ in range(tries):
            if self._over:
                break
            try:
                self._backend.add_session(self._instance, self._scopes[user], session.model_copy(deep=True))
            except BackendError as error:
                self._note(user, error)
            else:
                return True
        return False

    def _note(self, user: int, error: BackendError) -> None:
        """Keep what the backend itself said, and whom it spoke of. Raises the error where nothing more can be asked."""
        if isinstance(error, (Gone, Lost)):
            raise error
        if error.speaker is Speaker.BACKEND:
            self._refused[error.code] += 1
        self._overhear(user, error)

    def _overhear(self, user: int, error: BackendError) -> None:
        counts = Counter(self._canaries.in_text(error.message))
        self._readings.append(Reading(user, "the words of an error", counts, quiet=False))

    def _look(self, written: Sequence[Written]) -> None:
        """Everybody looks for everything: by the words of all, by lists, by the names of their own, and by those of others."""
        self._wait_until_visible(range(len(self._scopes)))
        for reader in range(len(self._scopes)):
            self._ask_for_all(reader)
        for one in written:
            self._ask_for(one)
            name = self._canaries.name(one.canaries[-1])
            for reader in range(len(self._scopes)):
                if reader != one.owner:
                    self._search(reader, name, "a search for its name")
        for seconds in _LOOKS:
            late = unfinished(written, self._readings)
            if not late:
                break
            self._pause(seconds)
            for one in late:
                self._ask_for(one)

    def _ask_for_all(self, reader: int) -> None:
        """What somebody finds without naming anything."""
        self._search(reader, QUERY, "a search for what all canaries have")
        if Capability.LIST_MEMORIES in self._hello.capabilities:
            self._read(reader, "a list of all memories", self._backend.list_memories)

    def _ask_for(self, one: Written) -> None:
        """What an owner finds of a session: by the name of each event, else by its whole text."""
        for canary in one.canaries:
            for query in (self._canaries.name(canary), self._canaries.text(canary)):
                if canary in self._search(one.owner, query, "a search for its name"):
                    break

    def _search(self, reader: int, query: str, how: str, *, quiet: bool = True) -> Mapping[int, int]:
        return self._read(
            reader, how, lambda instance, scope: self._backend.search(instance, scope, query), quiet=quiet
        )

    def _read(
        self, reader: int, how: str, ask: Callable[[str, Scope], Iterable[Memory]], *, quiet: bool = True
    ) -> Mapping[int, int]:
        """What somebody is shown: how often each canary. It is kept."""
        try:
            found = ask(self._instance, self._scopes[reader])
        except BackendError as error:
            self._overhear(reader, error)
            if error.speaker is not Speaker.BACKEND or error.code not in NOTHING_THERE:
                raise
            # So says a service of somebody of whom it knows nothing.
            found = []
        counts = Counter(canary for memory in found for canary in self._canaries.in_memory(memory))
        self._readings.append(Reading(reader, how, counts, quiet))
        return counts

    def _wait_until_visible(self, readers: Iterable[int]) -> None:
        """What was written until now can be seen after this."""
        if Capability.SETTLE in self._hello.capabilities:
            for reader in readers:
                self._backend.settle(self._instance, self._scopes[reader])
        elif self._hello.bounds.get("write"):
            self._pause(self._hello.bounds["write"])

    def _with_messages(self, violations: Iterable[Violation]) -> tuple[Found, ...]:
        found = []
        for one in violations:
            scope = self._scopes[one.owner]
            around = self._mishaps.around(about({"scope": scope, "session": {"id": one.session}}))
            found.append(Found(one.rule, scope, one.session, one.told, around))
        return tuple(found)
