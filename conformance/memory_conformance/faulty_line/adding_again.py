"""What a backend declares of adding a session again. Makes no calls."""

from __future__ import annotations

from functools import cache

from memory_conformance.model import Hello
from memory_conformance.references import UsageError, references

AGAIN, REPLACES = "AGAIN-006", "each event comes back once"
"""The question of what adding a session twice leaves, and the answer of those who replace it."""


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
