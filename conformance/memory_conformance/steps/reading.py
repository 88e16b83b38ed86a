"""Sentences about the other ways to read: a list of all memories, and one memory by its id."""

from __future__ import annotations

from collections.abc import Callable

from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.evidence import Observation, Outcome, describe_texts
from memory_conformance.model import Capability, Memory
from memory_conformance.sentence import Speech, quote
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.later import never, still
from memory_conformance.steps.searching import holding, the_text
from memory_conformance.steps.stage import CaseEnds, Stage
from memory_conformance.steps.waiting import overdue, search_until, until

NOTHING_THERE = frozenset({ErrorCode.NOT_FOUND, ErrorCode.PERMISSION_DENIED})
"""Answers that show nothing: as good as an empty list, where nothing should be seen."""


@sentence(
    "the list of {user} of app {app} shows it, but that of {other_user} of app {other_app} does not",
    Speech.ASSERTED,
    capability=Capability.LIST_MEMORIES,
)
def lists_it(stage: Stage, user: str, app: str, other_user: str, other_app: str) -> None:
    """The owner's list of all memories shows the text remembered last; that of the other does not."""
    text = the_text(stage)
    owned = _listed_until(stage, user, app, lambda found: holding(found, text))

    def look() -> list[Memory]:
        return unless_hidden(lambda: _listed(stage, other_user, other_app))

    shown, held = look(), bool(holding(owned, text))
    told = _told(owned) if held else overdue(stage, _told(owned))
    stage.step.expected = f"{quote(text)} in the list of its owner alone"
    stage.step.actual = f"its owner's list: {told}; the other list: {_told(shown)}"
    if showing(shown, text):
        stage.step.outcome = Outcome.BROKEN
    else:
        stage.step.outcome = Outcome.HELD if held else Outcome.UNPROVED
        never(stage, other_user, other_app, text, look, showing, "the other list: ")


@sentence("the list of {user} of app {app} shows {text}", Speech.ASSERTED, capability=Capability.LIST_MEMORIES)
def lists(stage: Stage, user: str, app: str, text: str) -> None:
    """The list of all memories of a scope shows this text, among whatever else."""
    listed = _listed_until(stage, user, app, lambda found: holding(found, text))
    held = bool(holding(listed, text))
    stage.step.expected, stage.step.actual = quote(text), _told(listed) if held else overdue(stage, _told(listed))
    stage.step.outcome = Outcome.HELD if held else Outcome.BROKEN
    if held:
        stage.listed.add(text)

    def look() -> str | None:
        listed = _listed(stage, user, app)
        return None if holding(listed, text) else _told(listed)

    if held:
        still(stage, user, app, text, look)


@sentence(
    "the list of {user} of app {app} no longer shows {text}", Speech.ASSERTED, capability=Capability.LIST_MEMORIES
)
def no_longer_lists(stage: Stage, user: str, app: str, text: str) -> None:
    """The list does not show a text that it showed earlier in this scenario; if it never did, nothing is proved."""

    def look() -> list[Memory]:
        return unless_hidden(lambda: _listed(stage, user, app))

    listed = until(stage, user, app, look, lambda found: not holding(found, text))
    stage.step.expected, stage.step.actual = f"not {quote(text)}", _told(listed)
    if holding(listed, text):
        stage.step.outcome, stage.step.actual = Outcome.BROKEN, overdue(stage, _told(listed), forgetting=True)
        return
    stage.step.outcome = Outcome.HELD if text in stage.listed else Outcome.UNPROVED
    never(stage, user, app, text, look, holding)


@sentence(
    "{user} of app {app}, who finds it by {query}, can read it by its id, but {other_user} of app {other_app} cannot",
    Speech.ASSERTED,
    capability=Capability.GET_MEMORY,
)
def reads_by_id(stage: Stage, user: str, app: str, query: str, other_user: str, other_app: str) -> None:
    """By the id that a search gave, the owner reads the text remembered last; the other gets nothing, or is refused."""
    text = the_text(stage)

    def named(memories: list[Memory]) -> list[Memory]:
        return [memory for memory in holding(memories, text) if memory.id]

    found = named(search_until(stage, user, app, query, named))
    if not found:
        raise CaseEnds(Outcome.UNPROVED, f"a search for {quote(query)} finds no {quote(text)} with an id")
    memory_id = found[0].id or ""
    owned = until(stage, user, app, lambda: _got(stage, user, app, memory_id), lambda found: holding(found, text))

    def look() -> list[Memory]:
        return unless_hidden(lambda: _got(stage, other_user, other_app, memory_id))

    seen = look()
    stage.step.expected = f"{quote(text)} for its owner alone"
    stage.step.actual = f"its owner reads {_told(owned)}; the other reads {_told(seen)}"
    leaked = bool(showing(seen, text))
    held = not leaked and bool(holding(owned, text))
    stage.step.outcome = Outcome.HELD if held else Outcome.BROKEN
    if not leaked:
        never(stage, other_user, other_app, text, look, showing, "the other reads ")


def showing(memories: list[Memory], text: str) -> list[Memory]:
    """The memories that give a text away to whoever must not see it: in any letter case, in any of their fields."""
    wanted = text.casefold()
    return [memory for memory in memories if wanted in f"{memory.text()} {memory.to_wire()}".casefold()]


def unless_hidden(ask: Callable[[], list[Memory]]) -> list[Memory]:
    """What somebody is shown who should be shown nothing: that the service knows of nothing there is nothing, too."""
    try:
        return ask()
    except CaseEnds as end:
        error = end.__cause__
        if isinstance(error, BackendError) and error.code in NOTHING_THERE:
            return []
        raise


def _told(memories: list[Memory]) -> str:
    return describe_texts([memory.text() for memory in memories])


def _listed_until(stage: Stage, user: str, app: str, done: Callable[[list[Memory]], object]) -> list[Memory]:
    return until(stage, user, app, lambda: _listed(stage, user, app), done)


def _listed(stage: Stage, user: str, app: str) -> list[Memory]:
    scope = stage.scope(user, app)
    return stage.call(
        "list_memories",
        {"scope": dict(scope)},
        lambda instance, names: stage.backend.list_memories(instance, names.scope(user, app)),
        describe=lambda found: Observation(tuple(found)).describe(),
    )


def _got(stage: Stage, user: str, app: str, memory_id: str) -> list[Memory]:
    scope = stage.scope(user, app)
    return [
        stage.call(
            "get_memory",
            {"scope": dict(scope), "memory_id": memory_id},
            lambda instance, names: stage.backend.get_memory(instance, names.scope(user, app), memory_id),
            describe=lambda found: Observation((found,)).describe(),
        )
    ]
