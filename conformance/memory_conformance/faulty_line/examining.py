"""Plays several users who write over a faulty line at once, and reads what became of it once the line is quiet."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache

from memory_conformance.backend import Backend, BackendError, ErrorCode, Gone, Lost, Speaker
from memory_conformance.faulty_line.judging import Reading, Rule, Violation, Written, judge, unfinished
from memory_conformance.faulty_line.line import Disturbed, Line
from memory_conformance.faulty_line.plan import Mishap, Mishaps, Noted, about
from memory_conformance.faulty_line.plot import Plot, Size, in_words
from memory_conformance.model import Capability, Hello, Memory, Scope, Session
from memory_conformance.references import UsageError, references
from memory_conformance.scopes.canary import QUERY

AGAIN, REPLACES = "AGAIN-006", "each event comes back once"
"""The question of what adding a session twice leaves, and the answer of those who replace it."""
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
    to replace, and ``declared`` whether that was declared; else it was measured. ``unproved`` says why nothing could be examined.
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


def declared_to_replace(hello: Hello) -> bool | None:
    """Whether a backend declares, by an answer or by its claim, that adding a session again replaces it; None where it says nothing."""
    if AGAIN in hello.answers:
        return hello.answers[AGAIN] == REPLACES
    return _claimed(hello.claim) if hello.claim else None


@cache
def _claimed(claim: str) -> bool | None:
    from memory_conformance.specification import read_specification

    behaviour = read_specification().by_id[AGAIN]
    try:
        known = references().claim(claim)
    except UsageError:
        return None
    answer = references().answer(behaviour, known.reference.tag, known.release) if known is not None else None
    return None if answer is None else behaviour.answers[answer].title == REPLACES


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
        self._canaries = self._plot.canaries
        self._refused: Counter[ErrorCode] = Counter()
        self._instance = ""

    def examined(self, declared: bool | None) -> Examined:
        self._instance = self._backend.open({})
        try:
            return self._examined(declared)
        finally:
            self._backend.close(self._instance)

    def _examined(self, declared: bool | None) -> Examined:
        with self._mishaps.rest():
            before = self._plot.before()
            try:
                once, twice = self._measured(before)
            except BackendError as error:
                if error.speaker is not Speaker.BACKEND:
                    raise
                return Examined(self._seed, unproved=f"a session could not be added on a quiet line: {error}")
            if not once:
                return Examined(self._seed, unproved="what was added on a quiet line is not found by its owner")
        replaces = twice <= once if declared is None else declared
        earlier = Counter(self._mishaps.happened)
        written, readings = self._storm()
        with self._mishaps.rest():
            written.append(self._plot.written(before, 0, acknowledged=True))
            self._wait_until_visible(range(len(self._scopes)))
            readings += self._swept(written)
            for seconds in _LOOKS:
                late = unfinished(written, readings)
                if not late:
                    break
                self._pause(seconds)
                readings += [reading for one in late for reading in self._own(one)]
        happened = self._mishaps.happened - earlier
        judged = judge(written, readings, [in_words(scope) for scope in self._scopes], once if replaces else None)
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
            violations=tuple(map(self._with_messages, judged.violations)),
        )

    def _measured(self, session: Session) -> tuple[int, int]:
        """How often what a session brought is found once it was added, and once it was added again; 0 where not all of it is."""
        counts = []
        for _ in range(2):
            self._backend.add_session(self._instance, self._scopes[0], session.model_copy(deep=True))
            self._wait_until_visible([0])
            one = self._plot.written(session, 0, acknowledged=True)
            readings = [*self._all_that_is(0), *self._own(one)]
            best = [max(reading.counts.get(canary, 0) for reading in readings) for canary in one.canaries]
            counts.append(max(best) if all(best) else 0)
        return counts[0], counts[1]

    def _storm(self) -> tuple[list[Written], list[Reading]]:
        """Everybody writes at once, each in an order of their own; what came of it, and what was read meanwhile."""
        with ThreadPoolExecutor(len(self._scopes)) as pool:
            users = [pool.submit(self._write, user) for user in range(len(self._scopes))]
            outcomes = [user.result() for user in users]
        return [one for written, _ in outcomes for one in written], [one for _, read in outcomes for one in read]

    def _write(self, user: int) -> tuple[list[Written], list[Reading]]:
        acknowledged: set[str] = set()
        readings = []
        for session, tries in self._plot.acts(user):
            if self._added(user, session, tries):
                acknowledged.add(session.id)
            try:
                readings.append(self._searched(user, QUERY, "a search for what all canaries have", quiet=False))
            except BackendError as error:
                self._note(error)
        plot = self._plot
        sessions = plot.sessions(user)
        return [plot.written(one, user, acknowledged=one.id in acknowledged) for one in sessions], readings

    def _added(self, user: int, session: Session, tries: int) -> bool:
        """Hand a session over, again where it was not acknowledged, so often at most; whether it was acknowledged."""
        for _ in range(tries):
            try:
                self._backend.add_session(self._instance, self._scopes[user], session.model_copy(deep=True))
            except BackendError as error:
                self._note(error)
            else:
                return True
        return False

    def _note(self, error: BackendError) -> None:
        """Keep what the backend itself said. Raises the error where nothing more can be asked."""
        if isinstance(error, (Gone, Lost)):
            raise error
        if error.speaker is Speaker.BACKEND:
            self._refused[error.code] += 1

    def _swept(self, written: Sequence[Written]) -> list[Reading]:
        """Everything that everybody finds: by the words of all, by lists, by the names of their own, and by those of others."""
        readings = []
        for reader in range(len(self._scopes)):
            readings += self._all_that_is(reader)
        for one in written:
            readings += self._own(one)
            name = self._canaries.name(one.canaries[-1])
            for reader in range(len(self._scopes)):
                if reader != one.owner:
                    readings.append(self._searched(reader, name, "a search for its name"))
        return readings

    def _all_that_is(self, reader: int) -> list[Reading]:
        """What somebody finds without naming anything."""
        readings = [self._searched(reader, QUERY, "a search for what all canaries have")]
        if Capability.LIST_MEMORIES in self._hello.capabilities:
            listed = self._backend.list_memories(self._instance, self._scopes[reader])
            readings.append(Reading(reader, "a list of all memories", self._counted(listed)))
        return readings

    def _own(self, one: Written) -> list[Reading]:
        """What an owner finds of a session: by the name of each event, else by its whole text."""
        readings = []
        for canary in one.canaries:
            for query in (self._canaries.name(canary), self._canaries.text(canary)):
                readings.append(self._searched(one.owner, query, "a search for its name"))
                if canary in readings[-1].counts:
                    break
        return readings

    def _searched(self, reader: int, query: str, how: str, *, quiet: bool = True) -> Reading:
        try:
            found = self._backend.search(self._instance, self._scopes[reader], query)
        except BackendError as error:
            if (error.speaker, error.code) != (Speaker.BACKEND, ErrorCode.NOT_FOUND):
                raise
            # So says a service of somebody of whom it knows nothing.
            found = []
        return Reading(reader, how, self._counted(found), quiet)

    def _counted(self, memories: Iterable[Memory]) -> Mapping[int, int]:
        return Counter(canary for memory in memories for canary in self._canaries.in_memory(memory))

    def _wait_until_visible(self, readers: Iterable[int]) -> None:
        """What was written until now can be seen after this."""
        if Capability.SETTLE in self._hello.capabilities:
            for reader in readers:
                self._backend.settle(self._instance, self._scopes[reader])
        elif self._hello.bounds.get("write"):
            self._pause(self._hello.bounds["write"])

    def _with_messages(self, one: Violation) -> Found:
        scope = self._scopes[one.owner]
        of = about({"scope": scope, "session": {"id": one.session}})
        return Found(one.rule, scope, one.session, one.told, self._mishaps.around(of))
