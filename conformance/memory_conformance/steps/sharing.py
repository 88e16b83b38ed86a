"""Sentences in which the application changes objects that it handed over or was given (capability shared_objects)."""

from __future__ import annotations

from memory_conformance.evidence import Outcome
from memory_conformance.model import Capability
from memory_conformance.sentence import Speech, quote
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.stage import CaseEnds, Stage


@sentence("the application changes the added text {old} to {new}", Speech.ACT, capability=Capability.SHARED_OBJECTS)
def changes_added(stage: Stage, old: str, new: str) -> None:
    """Changes the text inside the event object that was added earlier, without adding anything again."""
    event_id = stage.added.get(old)
    if event_id is None:
        raise CaseEnds(Outcome.CRASHED, f"no text {quote(old)} was added before")
    stage.call(
        "change_added_event",
        {"event_id": event_id, "text": new},
        lambda instance, _: stage.backend.change_added_event(instance, event_id, new),
    )
    stage.changed()


@sentence("the application changes the found text {old} to {new}", Speech.ACT, capability=Capability.SHARED_OBJECTS)
def changes_found(stage: Stage, old: str, new: str) -> None:
    """Changes the text inside a memory object of the last search's result."""
    texts = stage.observation.texts() if stage.observation is not None else []
    if old not in texts:
        raise CaseEnds(Outcome.UNPROVED, f"the last search did not find {quote(old)}, so that it cannot be changed")
    stage.call(
        "change_result",
        {"position": texts.index(old), "text": new},
        lambda instance, _: stage.backend.change_result(instance, texts.index(old), new),
    )
    stage.changed()
