"""What held while something may not have been visible yet, and so is asked again at the end of its case.

That a text is not found proves little as long as what was written is not visible; and that one is still found, as little while
what was forgotten still is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memory_conformance.evidence import Outcome, StepEvidence, describe_texts
from memory_conformance.model import Memory
from memory_conformance.steps.pending import owner_of
from memory_conformance.steps.stage import CaseEnds, Stage
from memory_conformance.steps.waiting import pause, settle

Shows = Callable[[list[Memory], str], object]
"""Whether memories show a text: true of what it gives."""


@dataclass(frozen=True)
class Later:
    """A look that held and is to hold at the end as well.

    ``look`` gives what is wrong there, or None. ``counts`` says whether it proves anything by then. ``asked_at`` is when it was
    asked before.
    """

    step: StepEvidence
    look: Callable[[], str | None]
    counts: Callable[[], bool]
    asked_at: float


def never(
    stage: Stage, user: str, app: str, text: str, look: Callable[[], list[Memory]], shows: Shows, who: str = ""
) -> None:
    """Have a look asked again at the end: it must not show this text then, unless the scope is told it by then.

    ``who`` introduces what it shows.
    """
    pending = stage.pending
    if pending is None:
        return
    owner, so_far = owner_of(stage.scope(user, app)), len(pending.acts)

    def counts() -> bool:
        told = [one for act in pending.acts[so_far:] if act.owner in (owner, None) for one in act.texts]
        return not any(text.casefold() in one.casefold() for one in told)

    def again() -> str | None:
        memories = look()
        return f"{who}{describe_texts([one.text() for one in memories])}" if shows(memories, text) else None

    _ask(stage, again, counts)


def nothing_leaks(stage: Stage, look: Callable[[], str | None]) -> None:
    """Have a look asked again at the end that gives what it shows of others, or None."""
    _ask(stage, look, lambda: True)


def still(stage: Stage, user: str, app: str, text: str, look: Callable[[], str | None]) -> None:
    """Have a look asked again at the end, since something may have been done that takes the text away later.

    The look gives what it shows instead of the text, or None. It counts as long as nothing more is done in the scope, and only
    where something was done after the text was added.
    """
    pending = stage.pending
    if pending is None:
        return
    owner, so_far, asked_at = owner_of(stage.scope(user, app)), len(pending.acts), stage.asked_at

    def counts() -> bool:
        if any(act.owner in (owner, None) for act in pending.acts[so_far:]):
            return False
        brought = [
            at for at, act in enumerate(pending.acts) if act.owner == owner and any(text in one for one in act.texts)
        ]
        return any(act.deadline > asked_at for act in pending.acts[max(brought, default=-1) + 1 :])

    _ask(stage, look, counts)


def ask_again(stage: Stage) -> list[CaseEnds]:
    """Ask again what held, once all that was done in the case must show. Gives the errors that were met."""
    pending, visibility = stage.pending, stage.visibility
    if pending is None or visibility is None:
        return []
    changes = [act.deadline for act in pending.acts]
    due = [
        one
        for one in stage.later
        if one.counts() and (visibility.settles or any(deadline > one.asked_at for deadline in changes))
    ]
    errors: list[CaseEnds] = []
    if not due:
        return errors
    pause(stage, max(changes, default=0.0) - visibility.clock.now())
    for one in due:
        stage.step = one.step
        after = f"asked again after {max(0.0, visibility.clock.now() - one.asked_at):.1f} s"
        stage.remark = f" ({after})"
        try:
            settle(stage)
            wrong = one.look()
        except CaseEnds as end:
            one.step.outcome, one.step.actual = end.outcome, f"{one.step.actual}; {after}: {end.reason}"
            errors.append(end)
            if end.outcome is Outcome.CRASHED:
                break
        else:
            if wrong is not None:
                one.step.outcome, one.step.actual = Outcome.BROKEN, f"{one.step.actual}; {after}: {wrong}"
        finally:
            stage.remark = ""
    return errors


def _ask(stage: Stage, look: Callable[[], str | None], counts: Callable[[], bool]) -> None:
    if stage.pending is not None:
        stage.later.append(Later(stage.step, look, counts, stage.asked_at))
