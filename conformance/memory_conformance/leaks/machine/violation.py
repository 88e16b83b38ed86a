"""What may be wrong with a history: which rule is broken, by which operation, and what shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from memory_conformance.histories.history import Call
from memory_conformance.turn import Tool


class Rule(StrEnum):
    """The rules that a history is held against, by the ids that they have in features/scope/leaks.feature."""

    FOUND = "LEAK-001"
    SEARCH = "LEAK-002"
    LIST = "LEAK-003"
    GET = "LEAK-004"
    LOAD = "LEAK-005"
    PRELOAD = "LEAK-006"
    ADD_SESSION = "LEAK-010"
    ADD_EVENTS = "LEAK-011"
    DELETE_SESSION = "LEAK-012"
    DELETE_USER = "LEAK-013"
    DELETE_MEMORY = "LEAK-014"
    FOREIGN_ID = "LEAK-015"


class Breach(StrEnum):
    """In which way a rule is broken."""

    SHOWN = "shown"
    """Somebody is shown what another was told, and they never."""
    CHANGED = "changed"
    """What was done in one scope took something away from another."""
    LOST = "lost"
    """What was acknowledged is not found by its owner."""
    BACK = "back"
    """What was deleted is there."""


LOOKS = frozenset({"search", "list_memories", "get_memory", "play_turn"})
"""The operations that show memories, and change nothing."""
_SHOWN_BY = {"search": Rule.SEARCH, "list_memories": Rule.LIST, "get_memory": Rule.GET}
_DONE_BY = {
    "add_session": Rule.ADD_SESSION,
    "add_events": Rule.ADD_EVENTS,
    "delete_session": Rule.DELETE_SESSION,
    "delete_user": Rule.DELETE_USER,
    "delete_memory": Rule.DELETE_MEMORY,
}
_WORDS = {
    Rule.FOUND: "Whoever is accepted finds what they remember",
    Rule.SEARCH: "A search shows nothing of another",
    Rule.LIST: "A list shows nothing of another",
    Rule.GET: "The id of a memory opens it to its owner alone",
    Rule.LOAD: "A model that looks something up is shown nothing of another",
    Rule.PRELOAD: "Preloaded memory shows nothing of another",
    Rule.ADD_SESSION: "A session that is added changes nothing for others",
    Rule.ADD_EVENTS: "An event that is added changes nothing for others",
    Rule.DELETE_SESSION: "A session that is deleted is gone for its owner, and for nobody else",
    Rule.DELETE_USER: "Memories that are all deleted are gone for their owner, and for nobody else",
    Rule.DELETE_MEMORY: "A memory that is deleted is gone for its owner, and for nobody else",
    Rule.FOREIGN_ID: "Nobody deletes the memory of another by its id",
}


@dataclass(frozen=True, order=True)
class Kind:
    """A way to break a rule. ``operation`` shows or takes away what it should not, loses what it took, or deletes in vain."""

    rule: Rule
    operation: str
    breach: Breach

    @property
    def words(self) -> str:
        """The rule, as its scenario is called."""
        return _WORDS[self.rule]


def shown_by(call: Call) -> Kind:
    """The kind of a call that shows what is another's."""
    if call.operation == "play_turn":
        preloaded = Tool.PRELOAD.value in call.parameters["turn"]["tools"]
        return Kind(Rule.PRELOAD if preloaded else Rule.LOAD, call.operation, Breach.SHOWN)
    return Kind(_SHOWN_BY[call.operation], call.operation, Breach.SHOWN)


def done_by(operation: str, breach: Breach, *, by_foreign_id: bool = False) -> Kind:
    """The kind of an operation that changes something for others, or deletes in vain; or that loses what it took."""
    if breach is Breach.LOST:
        return Kind(Rule.FOUND, operation, breach)
    return Kind(Rule.FOREIGN_ID if by_foreign_id else _DONE_BY[operation], operation, breach)


@dataclass(frozen=True)
class Violation:
    """A history whose last call shows that a rule is broken.

    ``text`` is the memory that is shown or missing, ``owner`` is whose it is, and ``name`` the word of it that nobody else has. The
    backend answered an error to the calls at the positions in ``failed``. ``seen_in`` counts the histories that showed the kind.
    ``repeats`` is False where the backend did not do it again when the history was played again: then nothing could be left out of it.
    """

    kind: Kind
    history: tuple[Call, ...]
    text: str
    name: str
    owner: Mapping[str, str]
    expected: str
    seen: str
    failed: frozenset[int] = frozenset()
    seen_in: int = 1
    repeats: bool = True

    @property
    def reader(self) -> Mapping[str, str]:
        """Whose call shows it."""
        scope: Mapping[str, str] = self.history[-1].parameters["scope"]
        return scope

    @property
    def is_missing(self) -> bool:
        """Whether it is missing where it should be, and not shown where it should not."""
        return self.kind.breach in (Breach.LOST, Breach.CHANGED)
