"""What a planted fault is, and how a class becomes one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

from memory_conformance.backend import Backend

PREFIX = "planted:"
"""How the connectables of planted services begin."""

Planted = TypeVar("Planted", bound=type)
Make = Callable[[Any, str], Backend]
"""Makes a backend of a class that has a fault, under a name."""


class Kind(StrEnum):
    """What a fault is about."""

    SCOPE = "whose memories are read and written"
    NAMES = "how names are compared"
    WRITING = "what is written"
    AGAIN = "what becomes of a session that is added again"
    WORDS = "what counts as a word"
    QUERIES = "how a query is read"
    RESULTS = "what comes back"
    OBJECTS = "whose objects are handed out"
    FORGETTING = "what is forgotten"
    CALLS = "what becomes of a call of a tool"
    PRELOADING = "what is searched for before the model is asked"
    SHOWN = "what the model is shown"
    FAILURES = "what happens where memory fails"
    TURNS = "what a turn reaches"
    MANAGED = "how a managed service is asked"
    KEYS = "who asks"
    TROUBLE = "what happens in trouble"
    PROTOCOL = "how a harness speaks"


@dataclass(frozen=True)
class Fault:
    """A service that is as it should be but for one thing.

    ``base`` is the tag of the reference that the fault is planted in, or ``complete``. ``killers`` are the ids of scenarios each of
    which must fail because of it. ``seen_in`` is a public report or release with the same fault. ``errs`` says that the fault is an
    error where there should be none: only then does an error count as the failure of a scenario. ``changed`` is the class that has it.
    """

    name: str
    what: str
    base: str
    kind: Kind
    killers: tuple[str, ...]
    seen_in: str
    errs: bool
    changed: type = field(compare=False, repr=False)
    make: Callable[[], Backend] = field(compare=False, repr=False)


FAULTS: dict[str, Fault] = {}
"""All faults by their names, those of each module as they are imported."""


@dataclass(frozen=True)
class Base:
    """What faults are planted in: the name of a reference, or of the complete service, and how one of its classes is put in place."""

    name: str
    make: Make = field(compare=False)

    def __call__(
        self, kind: Kind, *killers: str, seen_in: str = "", errs: bool = False
    ) -> Callable[[Planted], Planted]:
        """Put a class among the faults, under the words of its name; its docstring says what is wrong.

        ``killers`` are ids, where there are many also several in a text.
        """
        ids = tuple(one for written in killers for one in written.split())

        def enter(changed: Planted) -> Planted:
            name = name_of(changed)
            what = said(changed)
            if name in FAULTS or not what or len(set(ids)) != len(ids):
                raise ValueError(
                    f"{changed.__qualname__}: a fault has a name of its own, a docstring, and each killer once"
                )
            called = f"{PREFIX}{name}"
            FAULTS[name] = Fault(
                name, what, self.name, kind, ids, seen_in, errs, changed, lambda: self.make(changed, called)
            )
            return changed

        return enter


def said(changed: type) -> str:
    """What a class says of itself, in one line."""
    return " ".join((changed.__doc__ or "").split("\n\n")[0].split()).removesuffix(".")


def name_of(changed: type) -> str:
    """The name of a class as a connectable has it: ``JoinedKey`` is ``joined-key``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", changed.__name__).lower()
