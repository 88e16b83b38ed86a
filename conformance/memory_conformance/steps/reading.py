"""Sentences about the other ways to read: a list of all memories, and one memory by its id."""

from __future__ import annotations

from collections.abc import Callable

from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.evidence import Observation, Outcome, describe_texts
from memory_conformance.model import Capability, Memory
from memory_conformance.sentence import Speech, quote
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.searching import the_text
from memory_conformance.steps.stage import CaseEnds, Stage

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
    owned = [memory.text() for memory in _listed(stage, user, app)]
    shown = unless_hidden(lambda: _listed(stage, other_user, other_app))
    seen = [memory.text() for memory in shown]
    stage.step.expected = f"{quote(text)} in the list of its owner alone"
    stage.step.actual = f"its owner's list: {describe_texts(owned)}; the other list: {describe_texts(seen)}"
    if showing(shown, text):
        stage.step.outcome = Outcome.BROKEN
    else:
        stage.step.outcome = Outcome.HELD if any(text in one for one in owned) else Outcome.UNPROVED


@sentence("the list of {user} of app {app} shows {text}", Speech.ASSERTED, capability=Capability.LIST_MEMORIES)
def lists(stage: Stage, user: str, app: str, text: str) -> None:
    """The list of all memories of a scope shows this text, among whatever else."""
    listed = [memory.text() for memory in _listed(stage, user, app)]
    stage.step.expected, stage.step.actual = quote(text), describe_texts(listed)
    held = any(text in one for one in listed)
    stage.step.outcome = Outcome.HELD if held else Outcome.BROKEN
    if held:
        stage.listed.add(text)


@sentence(
    "the list of {user} of app {app} no longer shows {text}", Speech.ASSERTED, capability=Capability.LIST_MEMORIES
)
def no_longer_lists(stage: Stage, user: str, app: str, text: str) -> None:
    """The list does not show a text that it showed earlier in this scenario; if it never did, nothing is proved."""
    listed = [memory.text() for memory in unless_hidden(lambda: _listed(stage, user, app))]
    stage.step.expected, stage.step.actual = f"not {quote(text)}", describe_texts(listed)
    if any(text in one for one in listed):
        stage.step.outcome = Outcome.BROKEN
    else:
        stage.step.outcome = Outcome.HELD if text in stage.listed else Outcome.UNPROVED


@sentence(
    "{user} of app {app}, who finds it by {query}, can read it by its id, but {other_user} of app {other_app} cannot",
    Speech.ASSERTED,
    capability=Capability.GET_MEMORY,
)
def reads_by_id(stage: Stage, user: str, app: str, query: str, other_user: str, other_app: str) -> None:
    """By the id that a search gave, the owner reads the text remembered last; the other gets nothing, or is refused."""
    text = the_text(stage)
    found = [memory for memory in stage.search(user, app, query) if text in memory.text() and memory.id]
    if not found:
        raise CaseEnds(Outcome.UNPROVED, f"a search for {quote(query)} finds no {quote(text)} with an id")
    memory_id = found[0].id or ""
    owned = _got(stage, user, app, memory_id)
    seen = unless_hidden(lambda: _got(stage, other_user, other_app, memory_id))
    stage.step.expected = f"{quote(text)} for its owner alone"
    stage.step.actual = (
        f"its owner reads {describe_texts([memory.text() for memory in owned])};"
        f" the other reads {describe_texts([memory.text() for memory in seen])}"
    )
    leaked = bool(showing(seen, text))
    held = not leaked and any(text in memory.text() for memory in owned)
    stage.step.outcome = Outcome.HELD if held else Outcome.BROKEN


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
