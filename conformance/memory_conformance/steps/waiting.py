"""How a step waits for what is not visible at once: it asks until it sees it, or until it must be seen.

On a backend whose writes are visible when they return, nothing here makes a call or waits.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from memory_conformance.backend import BackendError, ErrorCode, Gone, Speaker
from memory_conformance.evidence import Call, Outcome, describe_texts
from memory_conformance.model import Memory, Scope
from memory_conformance.steps.names import Names
from memory_conformance.steps.pending import Expected, Pending, owner_of
from memory_conformance.steps.stage import CaseEnds, Stage
from memory_conformance.steps.visibility import Visibility

_FIRST_PAUSE = 0.02
"""Seconds between the first look and the second; the pauses double, up to an eighth of what is left at the first."""
_EARLY = 0.9
"""How much sooner than the shortest time that was measured the next look may come."""

Result = TypeVar("Result")


def until(
    stage: Stage,
    user: str,
    app: str,
    ask: Callable[[], Result],
    done: Callable[[Result], object],
    gone: str | None = None,
) -> Result:
    """What a question is answered with: asked until ``done``, or until all that was done in the scope must show.

    ``gone`` is the text that is gone when it is done, where a search is what is asked.
    """
    pending, visibility = stage.pending, stage.visibility
    if pending is None or visibility is None:
        return ask()
    settle(stage)
    owner = owner_of(stage.scope(user, app))
    deadline = None if visibility.settles else pending.deadline(owner)
    looks = _Looks(stage, pending, visibility, visibility.lag.write if gone is None else visibility.lag.forget)

    def look() -> tuple[Result, bool]:
        found = ask()
        held = bool(done(found))
        if held and gone is not None:
            pending.saw_no(owner, gone, stage.asked_at)
        return found, held

    try:
        while True:
            last = deadline is None or visibility.clock.now() >= deadline
            try:
                found, held = looks.look(look)
            except CaseEnds as end:
                # To whoever has nothing to show yet, a service may say that there is nothing.
                if last or not _is_not_found(end):
                    raise
            else:
                if held or last:
                    return found
            if deadline is not None:
                looks.pause(deadline)
    finally:
        looks.note()


def search_until(
    stage: Stage, user: str, app: str, query: str, done: Callable[[list[Memory]], object], gone: str | None = None
) -> list[Memory]:
    """The same of a search."""
    return until(stage, user, app, lambda: stage.search(user, app, query), done, gone)


def until_visible(stage: Stage) -> None:
    """Wait until everything that was written is visible, and nothing of what was forgotten."""
    pending, visibility = stage.pending, stage.visibility
    if pending is None or visibility is None:
        return
    if visibility.settles:
        settle(stage)
        return
    clock = visibility.clock
    # What nothing is recognised by takes until its bound; by then most of the rest needs no look any more.
    pause(stage, pending.blind - clock.now())
    looks: dict[Expected, _Looks] = {}
    try:
        while due := pending.still_expected():
            for one in due:
                if one not in looks:
                    lag = visibility.lag.forget if one.vanishing else visibility.lag.write
                    looks[one] = _Looks(stage, pending, visibility, lag)
                if one in pending.expected:
                    looks[one].look(partial(_look_for, stage, pending, one))
            if left := pending.still_expected():
                first = min(left, key=lambda one: one.deadline)
                looks[first].pause(first.deadline)
    finally:
        for made in looks.values():
            made.note()


def settle(stage: Stage) -> None:
    """Have the backend say when all is visible, for each scope that was written to since it last did, if it can tell."""
    pending, visibility = stage.pending, stage.visibility
    if pending is None or visibility is None or not visibility.settles:
        return
    for owner, scope in list(pending.unsettled.items()):
        try:
            stage.call("settle", {"scope": dict(scope)}, partial(_settle, stage, scope))
        except CaseEnds as end:
            error = end.__cause__
            if isinstance(error, BackendError) and error.code is not ErrorCode.UNSUPPORTED and _is_its_own(error):
                # What is visible by now is not known; that much is no answer to any question either.
                raise CaseEnds(Outcome.UNPROVED, f"settle: {end.reason}") from None
            raise
        pending.unsettled.pop(owner, None)


def overdue(stage: Stage, told: str, *, forgetting: bool = False) -> str:
    """What was seen, where it is not what was waited for: with what the backend declares, if it declares anything."""
    visibility = stage.visibility
    if stage.pending is None or visibility is None or not stage.pending.acts:
        return told
    if visibility.settles:
        return f"{told}, after it settled"
    bound = visibility.bounds.forget if forgetting else visibility.bounds.write
    return f"{told}, not{' gone' if forgetting else ''} within the declared {bound:g} s" if bound else told


class _Looks:
    """The same look, again and again: of its calls the first and the last are noted, and how many there were.

    ``lag`` is what was measured so far: it is looked often at about the time at which it took others, and seldom before.
    """

    def __init__(self, stage: Stage, pending: Pending, visibility: Visibility, lag: list[float]) -> None:
        self._stage = stage
        self._pending = pending
        self._clock = visibility.clock
        self._lag = lag
        self._noted: list[list[Call]] = []
        self._began = self._clock.now()
        self._asked_at: float | None = None
        self._pause = _FIRST_PAUSE
        self._count = 0

    def look(self, ask: Callable[[], Result]) -> Result:
        """Ask once more."""
        stage, again = self._stage, self._count > 0
        calls, history = len(stage.step.calls), len(stage.history)
        self._count += 1
        self._pending.missed_at = self._asked_at
        try:
            return ask()
        finally:
            self._pending.missed_at, self._asked_at = None, stage.asked_at
            self._noted[1:] = [stage.step.calls[calls:]]
            del stage.step.calls[calls:]
            if again:
                # To repeat what was done, one look is enough.
                del stage.history[history:]

    def pause(self, deadline: float) -> None:
        """Let some time pass until the next look, and none after the deadline."""
        now = self._clock.now()
        longest = max(_FIRST_PAUSE, (deadline - self._began) / 8)
        soonest = self._began + _EARLY * min(self._lag, default=0.0) - now
        if soonest > self._pause:
            pause(self._stage, min(soonest, deadline - now))
        else:
            pause(self._stage, min(self._pause, deadline - now))
            self._pause = min(2 * self._pause, longest)

    def note(self) -> None:
        """Put the calls where they are kept."""
        for made in self._noted:
            self._stage.step.calls += made
        if self._count > 1 and self._noted[-1]:
            last, passed = self._stage.step.calls.pop(), self._stage.asked_at - self._began
            told = f"{last.answer} (asked {self._count} times in {passed:.1f} s)"
            self._stage.step.calls.append(Call(last.operation, last.parameters, told))


def _look_for(stage: Stage, pending: Pending, one: Expected) -> None:
    """Ask for a text by its own words. An error of the service says nothing about it: then its time is waited for."""
    scope = dict(one.owner)
    try:
        with stage.turn():
            memories = list(stage.backend.search(stage.instance, scope, one.query))
    except BackendError as error:
        if isinstance(error, Gone) or not _is_its_own(error):
            raise CaseEnds(Outcome.CRASHED, str(error)) from error
        return
    texts = [memory.text() for memory in memories]
    stage.step.calls.append(Call("search", {"scope": scope, "query": one.query}, describe_texts(texts)))
    if not one.vanishing:
        pending.saw(one.owner, texts, stage.asked_at)
    elif not pending.shows(one.owner, texts, one.text):
        pending.saw_no(one.owner, one.text, stage.asked_at)


def _settle(stage: Stage, scope: Scope, instance: str, _: Names) -> None:
    stage.backend.settle(instance, scope)


def pause(stage: Stage, seconds: float) -> None:
    """Let some time pass, if it is any."""
    if seconds > 0 and stage.visibility is not None:
        stage.visibility.clock.pause(seconds)


def _is_not_found(end: CaseEnds) -> bool:
    error = end.__cause__
    return isinstance(error, BackendError) and _is_its_own(error) and error.code is ErrorCode.NOT_FOUND


def _is_its_own(error: BackendError) -> bool:
    return error.speaker is Speaker.BACKEND
