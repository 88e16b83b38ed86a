"""What was seen while a scenario was played: calls, observations and what was expected of them. Plain data, no judgement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from memory_conformance.backend import BackendError, Speaker
from memory_conformance.managed import ServiceCall
from memory_conformance.model import Content, Memory
from memory_conformance.scopes.pairs import Proof
from memory_conformance.secrets import hide
from memory_conformance.sentence import quote
from memory_conformance.turn import Ending, Played

NO_MESSAGE = "no message"
"""What is said to have come where nothing came, or nothing that can be read as a message."""
LONGEST_QUOTE = 300
"""Characters of a text that a report shows."""


class Outcome(StrEnum):
    """How one step went."""

    DONE = "done"
    """It acted; there was nothing to compare."""
    HELD = "held"
    """What was expected was seen."""
    BROKEN = "broken"
    """Something else was seen."""
    UNPROVED = "unproved"
    """A control failed, so that what was seen proves nothing."""
    FAILED = "failed"
    """The backend answered with an error of its own."""
    REFUSED = "refused"
    """The backend refused an identifier."""
    OUT_OF_REACH = "out of reach"
    """What would have to be done cannot be done to this backend: nothing is proved, and nobody is to blame."""
    CRASHED = "crashed"
    """The harness or the transport failed: nothing was observed."""
    LEFT_OUT = "left out"
    """Not played, since an earlier step ended the case."""


@dataclass(frozen=True)
class Observation:
    """What a search gave: memories in the backend's order, or an error; or what was seen of a turn, and what the user said in it;
    or the calls that a managed service got; or that a session was submitted.
    """

    memories: tuple[Memory, ...] = ()
    error: BackendError | None = None
    played: Played | None = None
    said: Content | None = None
    calls: tuple[ServiceCall, ...] | None = None
    submitted: bool = False

    def texts(self) -> list[str]:
        """The texts of the memories, in their order."""
        return [memory.text() for memory in self.memories]

    def describe(self) -> str:
        """The observation as a report shows it."""
        if self.error is not None:
            return f"an error ({shorten(str(self.error))})"
        if self.played is not None:
            return describe_turn(self.played)
        if self.calls is not None:
            return f"the service got {describe_texts([one.method for one in self.calls])}"
        return "the session is accepted" if self.submitted else describe_texts(self.texts())


@dataclass(frozen=True)
class Call:
    """One call of the protocol: the operation, its parameters as plain JSON, and what came back, described."""

    operation: str
    parameters: dict[str, Any]
    answer: str


@dataclass(frozen=True)
class Fault:
    """What is wrong with an answer as a message, whatever it says about memories.

    ``speaker`` is whose fault it is, None where that cannot be told. ``sent`` and ``came`` are JSON, shortened. ``due`` names the
    message that should have come, and ``schema`` is the part of its JSON Schema that concerns what is wrong. ``log`` are the last
    lines that a harness logged which gave no message.
    """

    operation: str
    problem: str
    speaker: Speaker | None
    sent: str
    came: str
    due: str
    schema: dict[str, Any]
    log: tuple[str, ...] = ()


@dataclass
class StepEvidence:
    """One step as it was played. ``fault`` is kept where the protocol itself is what was played, ``proof`` where pairs of scopes are.

    ``members`` has the names of those scopes, in the order of their numbers.
    """

    keyword: str
    text: str
    line: int
    outcome: Outcome = Outcome.DONE
    query: str | None = None
    expected: str | None = None
    actual: str | None = None
    calls: list[Call] = field(default_factory=list)
    fault: Fault | None = None
    proof: Proof | None = None
    members: tuple[Mapping[str, str], ...] = ()


@dataclass
class CaseEvidence:
    """One case: the steps that were played once, and for each documented answer what became of its Thens."""

    steps: list[StepEvidence] = field(default_factory=list)
    answers: dict[int, list[StepEvidence]] = field(default_factory=dict)
    observation: Observation | None = None


@dataclass
class Evidence:
    """All that was seen of one behaviour on one backend. ``duration`` is in seconds."""

    cases: list[CaseEvidence] = field(default_factory=list)
    duration: float = 0.0
    trace: str | None = None
    log: tuple[str, ...] = ()
    """The last lines that a harness logged before it failed."""
    trouble: str | None = None
    """What went wrong when the instance was let go, after everything was seen."""


def shorten(text: str) -> str:
    """A text short enough for a report, which says how much it leaves out."""
    # Before it is cut: of what is cut off in the middle of a secret, its beginning would stay.
    text = hide(text)
    if len(text) <= LONGEST_QUOTE:
        return text
    return f"{text[:LONGEST_QUOTE]}… ({len(text):,} characters)"


def describe_texts(texts: list[str] | tuple[str, ...]) -> str:
    """Texts as a sentence would quote them, or ``nothing``."""
    return ", ".join(quote(shorten(text)) for text in texts) if texts else "nothing"


def describe_turn(played: Played) -> str:
    """A turn in one line: how often the model was asked, what was searched for, and how it ended."""
    number = len(played.requests)
    asked = f"asked {({1: 'once', 2: 'twice'}).get(number, f'{number} times')}" if number else "never asked"
    ended = "is answered" if played.ending is Ending.ANSWERED else "fails"
    why = f" ({shorten(played.error)})" if played.error else ""
    return f"the model is {asked}, memory is searched for {describe_texts(played.queries())}, the turn {ended}{why}"
