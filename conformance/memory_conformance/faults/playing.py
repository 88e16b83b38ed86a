"""Plays scenarios on a service with a fault, and on the one without it, in this process. Judges no fault."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from string import ascii_lowercase

from memory_conformance.backend import Backend
from memory_conformance.evidence import Evidence
from memory_conformance.faults.planted import Planted, base_of
from memory_conformance.faults.troubling import means_in_process
from memory_conformance.plan import why_excluded
from memory_conformance.play import Play, script
from memory_conformance.references import Claim, references
from memory_conformance.specification import Behaviour, Specification
from memory_conformance.steps.stage import NegativeControl
from memory_conformance.verdict import Verdict, excluded, judge


@dataclass(frozen=True)
class Seen:
    """What came of one scenario on one service."""

    verdict: Verdict
    evidence: Evidence


class Playground:
    """One service, on which scenarios are played as a run plays them, held to what the service claims.

    ``seed`` chooses the word that nobody stores.
    """

    def __init__(self, backend: Backend, seed: int = 0) -> None:
        self._backend = backend
        self._hello = backend.hello()
        self._control = NegativeControl("".join(random.Random(seed).sample(ascii_lowercase, 12)))
        self._claim: Claim | None = references().claim(self._hello.claim) if self._hello.claim else None
        self._means = means_in_process(backend, self._hello, seed)

    def play(self, behaviour: Behaviour) -> Seen:
        """Play one scenario, and judge it."""
        reason = why_excluded(behaviour, self._hello, self._means)
        if reason is not None:
            return Seen(excluded(reason), Evidence())
        play = Play(self._backend, self._hello, self._control, "", means=self._means)
        for line in script(behaviour):
            play.perform(line)
        evidence = play.end()
        own = self._hello.answers.get(behaviour.id)
        return Seen(judge(behaviour, evidence, self._claim, references(), own), evidence)

    def disconnect(self) -> None:
        """Let the service go."""
        self._backend.disconnect()


@dataclass
class Bases:
    """The services without a fault. What is played on one is played once."""

    specification: Specification
    make: Callable[[str], Backend] = base_of
    _grounds: dict[str, Playground] = field(default_factory=dict)
    _seen: dict[tuple[str, str], Seen] = field(default_factory=dict)

    def play(self, base: str, behaviour_id: str) -> Seen:
        """What comes of a scenario where there is no fault."""
        if base not in self._grounds:
            self._grounds[base] = Playground(self.make(base))
        if (base, behaviour_id) not in self._seen:
            behaviour = self.specification.by_id[behaviour_id]
            self._seen[base, behaviour_id] = self._grounds[base].play(behaviour)
        return self._seen[base, behaviour_id]


def played(fault: Planted, ids: Iterable[str], specification: Specification) -> dict[str, Seen]:
    """What comes of these scenarios on a service with a fault, by their ids."""
    ground = Playground(fault.make())
    try:
        return {one: ground.play(specification.by_id[one]) for one in ids}
    finally:
        ground.disconnect()
