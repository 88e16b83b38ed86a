"""Holds services that are sound to every requirement, in an order and with a word that a seed chooses."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache

from memory_conformance.backend import Backend
from memory_conformance.connect.connectable import from_planted
from memory_conformance.faults.planted import COMPLETE, base_of
from memory_conformance.faults.playing import Playground
from memory_conformance.faults.scoring import ports_of
from memory_conformance.means import needs_means
from memory_conformance.references import references
from memory_conformance.specification import Behaviour, Specification, read_specification
from memory_conformance.verdict import Mark, Word
from memory_references.planted.catalogue import merely_different

LAGS = "lags"
"""The one that is waited for: it is played by an ordinary run, which waits for many scenarios at once."""


@cache
def specification() -> Specification:
    """The specification, read once."""
    return read_specification()


def required() -> list[Behaviour]:
    """Every requirement that a run plays."""
    return [one for one in specification().behaviours if one.level is not None and not needs_means(one.needs)]


def sound_services() -> Mapping[str, Callable[[], Backend]]:
    """Everything that has no fault, and answers at once: the ports, the complete service, and those that are merely different."""
    planted = [COMPLETE, *(one.name for one in merely_different() if one.name != LAGS)]
    return {
        **{name: (lambda name=name: from_planted(name)) for name in planted},
        **{tag: (lambda tag=tag: base_of(tag)) for tag in ports_of(references())},
    }


def false_alarms(backend: Backend, seed: int) -> list[str]:
    """What a sound service is accused of: the requirements that it does not keep, and is not documented to break."""
    ground = Playground(backend, seed)
    behaviours = required()
    random.Random(seed).shuffle(behaviours)
    found = []
    for behaviour in behaviours:
        verdict = ground.play(behaviour).verdict
        if verdict.word not in (Word.PASS, Word.UNSUPPORTED) and Mark.DOCUMENTED not in verdict.marks:
            found.append(f"{behaviour.id} {verdict.word}: {verdict.reason}")
    return found
