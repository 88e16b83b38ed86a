"""Which message meets with what mishap: decided by a seed, and kept to be shown. Makes no calls."""

from __future__ import annotations

import math
import random
import threading
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

WRITES = frozenset({"add_session", "add_events", "delete_session", "delete_user", "delete_memory", "session.add"})
"""The operations that change what is remembered."""
READS = frozenset({"search", "list_memories", "get_memory", "play_turn"})
"""Those that only ask for it. All other operations set the stage, such as `open`, and are left in peace."""
MOST_KEPT = 10_000
"""How many messages are kept; of more, the latest."""


class Mishap(StrEnum):
    """What may happen to a message on its way."""

    NONE = "none"
    DUPLICATED = "duplicated"
    """It arrives twice: at the same moment, or one after the other. The first answer is given."""
    DELAYED = "delayed"
    """It arrives later."""
    REORDERED = "reordered"
    """It arrives after the next write of somebody else was answered. Reads are not held back: their order changes nothing."""
    REFUSED = "refused"
    """It never arrives, and is answered with an error."""
    LOST = "lost"
    """It arrives and is done; its answer is lost."""
    CUT = "cut"
    """The connection to the backend breaks while that is at work; what became of it nobody knows. Needs a wire that can be cut."""


@dataclass(frozen=True)
class Rates:
    """How often each mishap happens, as a part of all messages, from 0 to 1; together at most 1. Raises `ValueError`."""

    duplicated: float = 0.12
    delayed: float = 0.06
    reordered: float = 0.12
    refused: float = 0.06
    lost: float = 0.12
    cut: float = 0.14

    def __post_init__(self) -> None:
        rates = {field.name: getattr(self, field.name) for field in fields(self)}
        for name, rate in rates.items():
            if not 0 <= rate <= 1:
                raise ValueError(f"the rate {name!r} is {rate:g}; a rate is a number from 0 to 1")
        if math.fsum(rates.values()) > 1:
            raise ValueError(f"the rates are {math.fsum(rates.values()):g} together; there is no more than 1 to share")

    @classmethod
    def only(cls, mishap: Mishap, rate: float = 1.0) -> Rates:
        """One kind of mishap and no other."""
        return cls(**{field.name: rate if field.name == mishap else 0.0 for field in fields(cls)})


@dataclass(frozen=True)
class Decision:
    """What a message meets with. ``fraction``, from 0 to 1, says how: how long a delay is, or when a line is cut."""

    mishap: Mishap
    fraction: float


def decide(seed: int, rates: Rates, number: int, operation: str, *, wire: bool) -> Decision:
    """What the message of a number meets with. Where there is no ``wire`` to cut, its answer is lost instead."""
    known = random.Random(f"{seed}/{number}/{operation}")
    drawn, fraction = known.random(), known.random()
    if operation in WRITES or operation in READS:
        for field in fields(rates):
            drawn -= getattr(rates, field.name)
            if drawn < 0:
                return Decision(_possible(Mishap(field.name), operation, wire), fraction)
    return Decision(Mishap.NONE, fraction)


def _possible(mishap: Mishap, operation: str, wire: bool) -> Mishap:
    if mishap is Mishap.REORDERED and operation not in WRITES:
        return Mishap.NONE
    return Mishap.LOST if mishap is Mishap.CUT and not wire else mishap


About = tuple[str, ...]
"""Whose message it is: the values of its scope in the order of the names of the fields, then the id of its session or nothing."""


def about(parameters: Any) -> About:
    """What a message is about, as far as its parameters tell."""
    if not isinstance(parameters, Mapping):
        return ("",)
    scope, session = parameters.get("scope"), parameters.get("session")
    owner = [str(scope[field]) for field in sorted(scope)] if isinstance(scope, Mapping) else []
    named = session.get("id") if isinstance(session, Mapping) else parameters.get("sessionId")
    return (*owner, str(named or ""))


@dataclass(frozen=True)
class Noted:
    """A message that went over the line, and what it met with. Numbers begin with 1."""

    number: int
    operation: str
    mishap: Mishap
    about: About = ("",)
    fraction: float = 0.0

    def __str__(self) -> str:
        happened = "arrived" if self.mishap is Mishap.NONE else f"was {self.mishap}"
        named = "/".join(one for one in self.about if one)
        return f"message {self.number}, {self.operation}{f' of {named}' if named else ''}, {happened}"


class Mishaps:
    """Decides for each message that comes, and keeps what it decided. May be asked from several threads at once.

    The same seed decides the same by the number of a message and its operation. Which message has which number is up to
    whoever sends them; what is left in peace has none.
    """

    def __init__(self, seed: int, rates: Rates | None = None) -> None:
        self.seed = seed
        self.rates = rates or Rates()
        self.happened: Counter[Mishap] = Counter()
        """How many messages met with what."""
        self.log: deque[Noted] = deque(maxlen=MOST_KEPT)
        self._resting = 0
        self._lock = threading.Lock()

    @property
    def messages(self) -> int:
        """How many messages went over the line while it was faulty."""
        return self.happened.total()

    def next(self, operation: str, of: About, *, wire: bool) -> Noted:
        """What the next message meets with."""
        with self._lock:
            if self._resting or operation not in WRITES | READS:
                return Noted(0, operation, Mishap.NONE, of)
            number = self.happened.total() + 1
            decision = decide(self.seed, self.rates, number, operation, wire=wire)
            noted = Noted(number, operation, decision.mishap, of, decision.fraction)
            self.happened[noted.mishap] += 1
            self.log.append(noted)
            return noted

    @contextmanager
    def rest(self) -> Iterator[None]:
        """Nothing happens to any message in here, and none is numbered."""
        with self._lock:
            self._resting += 1
        try:
            yield
        finally:
            with self._lock:
                self._resting -= 1

    def around(self, of: About, most: int = 12) -> tuple[Noted, ...]:
        """The messages about something, each with its neighbours on the line: at most so many, from the first on."""
        with self._lock:
            log = list(self.log)
        near = {at + step for at, noted in enumerate(log) if noted.about == of for step in (-1, 0, 1)}
        return tuple(log[at] for at in sorted(near) if 0 <= at < len(log))[:most]
