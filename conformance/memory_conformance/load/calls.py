"""What a person asks, and what is answered: messages of the protocol, whoever carries them."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.load.people import Person
from memory_conformance.model import Memory, Wire
from memory_conformance.protocol.operations import OPERATIONS
from memory_conformance.protocol.parameters import Got, Memories
from memory_conformance.protocol.reading import MessageError, read_message


@dataclass(frozen=True)
class Step:
    """One call. ``parameters`` are as on the wire, without the instance.

    ``cut`` says, from 0 to 1, how far it is to get before its caller leaves; None where the answer is waited for. ``expects`` are
    canaries that the answer has to hold, and ``never`` those that it must not.
    """

    person: Person
    operation: str
    parameters: Mapping[str, Any]
    cut: float | None = None
    expects: tuple[int, ...] = ()
    never: tuple[int, ...] = ()


@dataclass(frozen=True)
class Pause:
    """Some time passes, in seconds, before the person asks again."""

    seconds: float


@dataclass(frozen=True)
class Answer:
    """What came of a call. ``number`` counts the calls of the whole run.

    Either it was answered, with a result or an error, or its caller had left: ``cut``.
    """

    number: int
    found: Wire | None = None
    error: BackendError | None = None
    cut: bool = False

    @property
    def acknowledged(self) -> bool:
        """Whether it was answered, and with no error."""
        return self.error is None and not self.cut

    @property
    def memories(self) -> list[Memory]:
        """The memories that came back."""
        if isinstance(self.found, Memories):
            return self.found.memories
        return [self.found.memory] if isinstance(self.found, Got) else []


Result = TypeVar("Result")
Doing = Generator[Step | Pause, Answer | None, Result]
"""What somebody does: gives calls and pauses, is sent the answer to each call, and returns what came of it."""
Steps = Doing[None]


def answered(number: int, operation: str, result: Any) -> Answer:
    """The answer that a result gives, as it came: where it is no message, that is an error of the harness."""
    try:
        return Answer(number, read_message(OPERATIONS[operation].result, result))
    except MessageError as error:
        told = f"{operation} answered no {error.kind.__name__}: {error}"
        return Answer(number, error=BackendError(ErrorCode.INTERNAL, told, Speaker.HARNESS))


@dataclass
class Account:
    """What somebody knows of the own memories, by the numbers of their canaries.

    ``kept`` were acknowledged and stand, ``gone`` were deleted, and that was acknowledged. ``doubtful`` are those of each add that was
    not acknowledged: of these all are there or none. Of ``unclear`` ones nothing is claimed but whose they are. ``ids`` are those of
    memories. ``refused`` is what was answered where the name is not wanted; ``done`` says that all was done that was to be done.
    """

    person: Person
    kept: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    doubtful: list[tuple[int, ...]] = field(default_factory=list)
    unclear: set[int] = field(default_factory=set)
    ids: dict[int, str] = field(default_factory=dict)
    refused: str = ""
    done: bool = False

    def told(self) -> bool:
        """Whether anything was ever said."""
        return bool(self.kept or self.gone or self.doubtful or self.unclear)
