"""What the leak lab found and what it proved, as it is kept in results.json."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from memory_conformance.report.frozen import Frozen
from memory_conformance.scopes.pairs import Path


class LeakSeen(Frozen):
    """Somebody was shown what is another's. ``owner`` is absent where the text is nobody's of this run; ``told`` then says its length
    and its hash.
    """

    # Names as they are: what they have in common is told from them. JSON escapes what no line should hold.
    ours: ClassVar[frozenset[str]] = frozenset({"path", "reader", "owner"})

    reader: dict[str, str]
    owner: dict[str, str] | None
    path: Path
    told: str = ""


class Proved(Frozen):
    """What was proved of pairs of scopes on one way to read.

    ``pairs`` are all that could be asked about, and each of them is proved, or refused, blind or unasked; ``leaks`` counts those that
    leak, of which the first are ``seen``.
    """

    ours: ClassVar[frozenset[str]] = frozenset({"path", "seen"})

    path: Path
    cells: int
    pairs: int
    proved: int
    refused: int
    blind: int
    unasked: int
    shared: int
    leaks: int
    seen: list[LeakSeen]


class CellOf(Frozen):
    """One scope of a lattice: the family of names that is unusual about it, and the field that bears it."""

    ours: ClassVar[frozenset[str]] = frozenset({"scope"})

    scope: dict[str, str]
    family: str
    field: str


class Way(Frozen):
    """A history in the three forms in which it can be repeated: a scenario, a test for pytest, and messages of the protocol."""

    scenario: str
    test: str
    messages: str


class LeakKind(Frozen):
    """Leaks of one kind, with the smallest history that shows it.

    ``rules`` are the ids that it breaks; ``words`` say what happens; ``seen`` counts the pairs that showed it; ``operations`` the calls
    of the history; ``found_by`` is the lattice, histories, load, line or principals.
    """

    ours: ClassVar[frozenset[str]] = frozenset({"rules", "path", "way", "found_by"})

    rules: list[str]
    path: str
    words: str
    seen: int
    found_by: str
    operations: int = 0
    way: Way | None = None


class Searched(Frozen):
    """The histories that the stateful search played. ``problem`` says why not all of them were."""

    histories: int
    operations: int
    seed: int
    duration: float
    problem: str | None = None


class LabOf(Frozen):
    """The lab on one backend.

    ``shared`` are the scope fields across which memories are shared by declaration; ``isolates`` is false where no field is left that
    would keep anybody apart; ``not_played`` says in one line each what was left out, and why.
    """

    ours: ClassVar[frozenset[str]] = frozenset({"cells", "kinds", "searched"})

    backend: str
    run: str
    fields: list[str]
    shared: list[str]
    isolates: bool
    cells: list[CellOf]
    kinds: list[LeakKind] = Field(default_factory=list)
    searched: Searched | None = None
    notes: list[str] = Field(default_factory=list)
    not_played: list[str] = Field(default_factory=list)


class Leaks(Frozen):
    """What the leak lab found. ``min_proved`` is the percentage of pairs that had to be proved. ``beside`` says that it was played
    beside the whole specification, so that its rules are some of the rows.
    """

    ours: ClassVar[frozenset[str]] = frozenset({"labs"})

    labs: list[LabOf]
    min_proved: float | None = None
    beside: bool = False
