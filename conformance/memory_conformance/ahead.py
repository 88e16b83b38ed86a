"""Plays on a backend whose writes are not visible at once ahead of the items that tell of it, so that all wait at the same time.

Each case is played in a thread of its own, on an instance of its own. One call is made at a time; what is shared is the waiting.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from memory_conformance.backend import Backend, Gone
from memory_conformance.connect.metered import Metered
from memory_conformance.evidence import Evidence
from memory_conformance.model import Reset
from memory_conformance.plan import PROTOCOL, why_excluded
from memory_conformance.play import Line, Play, script
from memory_conformance.specification import Behaviour
from memory_conformance.steps.visibility import Halted, Measured, Visibility
from memory_conformance.target import Target
from memory_conformance.verdict import GivenUp

MOST_AT_ONCE = 512
"""Cases that are played at the same time: more than there are, so that a run costs a few waits and not one for each."""
CALLS_OF_A_CASE = 50
"""So many calls of a budget are left to each case that is begun: what is begun and cannot be ended proves nothing."""
MOST_ATTEMPTS = 3
"""How often a case is begun whose memory others bring down with its harness."""
GRACE = 2.0
"""Seconds that cases have to let their instances go when a run is ended early."""
_LOOK = 0.5
"""Seconds between two looks at what is waited for, so that a signal is heard on every platform."""


class Playable(Protocol):
    """A behaviour as it is played, or as it was: `perform` each line, then `end`."""

    gone: Gone | None

    def perform(self, line: Line) -> None:
        """Play one line."""

    def end(self) -> Evidence:
        """Hand over the evidence."""


class PlayedAhead:
    """A play that is over: its lines were played, and its evidence is there."""

    def __init__(self, evidence: Evidence, gone: Gone | None) -> None:
        self._evidence = evidence
        self.gone = gone

    def perform(self, line: Line) -> None:
        """Nothing is left to be done."""

    def end(self) -> Evidence:
        """What was seen."""
        return self._evidence


class Players:
    """Who plays what, in one run: an item asks for its play, and is given one to perform or one that is over."""

    def __init__(self) -> None:
        self._visible: dict[str, Visibility | None] = {}
        self._ahead: dict[str, Ahead] = {}

    def foresee(self, planned: Iterable[tuple[Target, Behaviour]]) -> None:
        """What will be asked for, in this order: it may be played ahead."""
        by_target: dict[str, tuple[Target, list[Behaviour]]] = {}
        for target, behaviour in planned:
            by_target.setdefault(target.name, (target, []))[1].append(behaviour)
        for target, behaviours in by_target.values():
            visibility = self._visibility(target)
            if visibility is not None and _can_be_shared(target):
                self._ahead[target.name] = Ahead(target, behaviours, visibility)

    def play_of(self, target: Target, behaviour: Behaviour) -> Playable | None:
        """The play of a behaviour; None where the backend was given up before it was begun."""
        ahead = self._ahead.get(target.name)
        if ahead is not None:
            if ahead.has(behaviour):
                return ahead.play_of(behaviour)
            ahead.finish()
        if target.given_up is not None:
            return None
        return _play(target, behaviour, self._visibility(target))

    def measured_of(self, target: Target) -> Measured:
        """What was measured on a backend whose writes are not visible at once."""
        visibility = self._visible.get(target.name)
        return visibility.measured() if visibility is not None else {}

    def stop(self) -> None:
        """End whatever is still being played ahead."""
        for ahead in self._ahead.values():
            ahead.stop()

    def _visibility(self, target: Target) -> Visibility | None:
        if target.name not in self._visible:
            self._visible[target.name] = Visibility.of(target.hello)
        return self._visible[target.name]


@dataclass
class _Case:
    """One case of a behaviour: ``done`` when there is nothing more to wait for, with ``evidence`` or without."""

    behaviour: Behaviour
    number: int
    attempts: int = 0
    evidence: Evidence | None = None
    gone: Gone | None = None
    raised: BaseException | None = None
    done: threading.Event = field(default_factory=threading.Event)


class Ahead:
    """The behaviours that are played ahead on one backend, from the first that is asked for."""

    def __init__(self, target: Target, behaviours: Iterable[Behaviour], visibility: Visibility) -> None:
        self._target = target
        self._visibility = visibility
        self._cases = {
            behaviour.id: [_Case(behaviour, number) for number in range(len(behaviour.cases))]
            for behaviour in behaviours
            if behaviour.topic != PROTOCOL and why_excluded(behaviour, target.hello, target.means) is None
        }
        self._waiting = deque(case for cases in self._cases.values() for case in cases)
        self._given_up_by: str | None = None
        self._interrupted: BaseException | None = None
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []

    def has(self, behaviour: Behaviour) -> bool:
        """Whether a behaviour is played ahead. Scenarios about the protocol are not: they make calls at their own times."""
        return behaviour.id in self._cases

    def play_of(self, behaviour: Behaviour) -> PlayedAhead | None:
        """The play of a behaviour, once it is over; None where the backend was given up before.

        Raises what ended it, such as `KeyboardInterrupt`.
        """
        self._start()
        cases = self._cases[behaviour.id]
        for case in cases:
            self._wait_for(case)
        for raised in (self._interrupted, *(case.raised for case in cases)):
            if raised is not None:
                raise raised
        gone = next((case.gone for case in cases if case.gone is not None), None)
        complete = all(case.evidence is not None for case in cases)
        if not complete:
            # Whoever met its end tells of it last.
            self.finish()
        if (gone is not None or not complete) and self._given_up_by != behaviour.id:
            return None
        return PlayedAhead(self._joined(cases, gone), gone)

    def finish(self) -> None:
        """Wait until nothing is being played ahead any more."""
        for cases in self._cases.values():
            for case in cases if self._threads else ():
                self._wait_for(case)

    def stop(self) -> None:
        """Begin nothing more and wait for nothing more. Whoever is in the middle of a case has `GRACE` seconds to let it go."""
        self._halt()
        deadline = time.monotonic() + GRACE
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _start(self) -> None:
        if self._threads or not self._waiting:
            return
        for number in range(min(len(self._waiting), at_once(self._target.backend))):
            # Daemons: a call that never ends must not keep the process.
            thread = threading.Thread(target=self._work, name=f"{self._target.name} {number}", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                if not self._threads:
                    raise
                # So many are allowed here, and no more.
                return
            self._threads.append(thread)

    def _work(self) -> None:
        while (case := self._next()) is not None:
            try:
                again = self._play(case)
            except Halted:
                again = False
            except BaseException as error:
                case.raised, again = error, False
                if not isinstance(error, Exception):
                    # Ctrl-C, as somebody's code understands it, means the whole run.
                    self._interrupted = error
                    self._halt()
            if again:
                with self._lock:
                    self._waiting.append(case)
            else:
                case.done.set()

    def _next(self) -> _Case | None:
        with self._lock:
            return self._waiting.popleft() if self._waiting else None

    def _play(self, case: _Case) -> bool:
        """Play a case. Whether it has to be played again, since its memory was lost."""
        play = _play(self._target, case.behaviour, self._visibility, f"{case.attempts}-" if case.attempts else "")
        case.attempts += 1
        try:
            for line in _lines(case):
                play.perform(line)
        finally:
            evidence = play.end()
        if play.gone is not None:
            self._give_up(case, play.gone)
        elif play.lost and case.attempts < MOST_ATTEMPTS:
            return True
        case.evidence = evidence
        return False

    def _give_up(self, case: _Case, gone: Gone) -> None:
        case.gone = gone
        with self._lock:
            if self._target.given_up is None:
                self._target.given_up = GivenUp.after(case.behaviour.id, gone)
                self._given_up_by = case.behaviour.id
        self._halt()

    def _halt(self) -> None:
        self._visibility.clock.halt()
        with self._lock:
            left, self._waiting = self._waiting, deque()
        for case in left:
            case.done.set()

    def _wait_for(self, case: _Case) -> None:
        while not case.done.wait(_LOOK):
            pass

    def _joined(self, cases: list[_Case], gone: Gone | None) -> Evidence:
        """The evidence of a behaviour out of that of its cases; what came after its end was left out."""
        found = [case.evidence or self._left_out(case, gone) for case in cases]
        return Evidence(
            cases=[seen for one in found for seen in one.cases],
            duration=max((one.duration for one in found), default=0.0),
            trace=next((one.trace for one in found if one.trace is not None), None),
            log=next((one.log for one in found if one.log), ()),
            trouble=next((one.trouble for one in found if one.trouble is not None), None),
        )

    def _left_out(self, case: _Case, gone: Gone | None) -> Evidence:
        play = _play(self._target, case.behaviour, self._visibility)
        play.gone = gone
        for line in _lines(case):
            play.perform(line)
        return play.end()


def _play(target: Target, behaviour: Behaviour, visibility: Visibility | None, attempt: str = "") -> Play:
    prefix = f"{target.prefix}{behaviour.id.lower()}-{attempt}"
    return Play(target.backend, target.hello, target.control, prefix, visibility, target.means)


def _lines(case: _Case) -> Iterable[Line]:
    return (line for line in script(case.behaviour) if line.case == case.number)


def _can_be_shared(target: Target) -> bool:
    """Whether cases can be kept apart: by instances of their own, or by outermost names of their own."""
    return target.hello.reset is Reset.INSTANCE or bool(target.hello.scope)


def at_once(backend: Backend) -> int:
    """How many cases are begun at the same time."""
    budget = backend.terms.max_calls if isinstance(backend, Metered) else None
    return MOST_AT_ONCE if budget is None else max(1, min(MOST_AT_ONCE, budget // CALLS_OF_A_CASE))
