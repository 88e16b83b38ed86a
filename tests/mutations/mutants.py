"""Services with one fault each: a subclass of google-adk's service in which one line decides otherwise.

The docstring of a class says what is wrong; its decorator says what a run without any claim makes of it, and why. Faults that
somebody reported of a real service were taken first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from mutations.decisions import Decisions, Found, Owner

if TYPE_CHECKING:
    from google.adk.events import Event
    from google.genai.types import Content


class Kind(StrEnum):
    """What becomes of memories."""

    LEAKED = "leaked"
    LOST = "lost"
    ALTERED = "altered"
    RESURRECTED = "resurrected"
    FAILING = "failing query"
    AUTHOR = "author"
    TIME = "time"
    ADDED_AGAIN = "added again"
    EMPTY = "empty query"
    LIMIT = "limit"
    ORDER = "order"
    WORDS = "words"
    SHARED = "shared objects"


RED = frozenset({Kind.LEAKED, Kind.LOST, Kind.ALTERED, Kind.RESURRECTED, Kind.FAILING})
"""What a run must find on any service, whatever it claims. The rest is merely different."""


@dataclass(frozen=True)
class Mutant:
    """A fault. ``killer`` is the @must that fails for this very fault, and None where a run without any claim is green."""

    name: str
    kind: Kind
    what: str
    why: str
    killer: str | None
    decides: Decisions


MUTANTS: dict[str, Mutant] = {}
"""All of them, by name."""


def mutant(kind: Kind, why: str, killer: str | None = None) -> Callable[[type[Decisions]], type[Decisions]]:
    """Puts a class of decisions among the mutants, under the words of its name."""

    def enter(decides: type[Decisions]) -> type[Decisions]:
        name = re.sub(r"(?<!^)(?=[A-Z])", " ", decides.__name__).lower()
        what = (decides.__doc__ or "").strip().removesuffix(".")
        MUTANTS[name] = Mutant(name, kind, what, why, killer, decides())
        return decides

    return enter


def refused(reason: str) -> str:
    """What a service does with a query that it does not take."""
    raise RuntimeError(reason)


@mutant(Kind.LEAKED, "Another user of the app finds what ana remembers.", "SCOPE-001")
class UserIgnored(Decisions):
    """All users of an app share one memory."""

    def owner(self, app: str, user: str) -> Owner:
        return app, "everyone"


@mutant(Kind.LEAKED, "User `b/c` of app `a` is taken for user `c` of app `a/b`.", "NAME-001")
class JoinedKey(Decisions):
    """App and user are joined into one key by a slash."""

    def owner(self, app: str, user: str) -> Owner:
        return f"{app}/{user}", ""


@mutant(Kind.LOST, "Of a session of three events two are found.", "ADD-002")
class LastEventLost(Decisions):
    """The last event of a session is not stored."""

    def kept(self, events: list[Event]) -> list[Event]:
        return events[:-1]


@mutant(Kind.RESURRECTED, "A deleted memory is still found.", "FORGET-020")
class DeletionIgnored(Decisions):
    """To delete a memory succeeds, and does nothing."""

    def deletes(self, event: str, asked: str) -> bool:
        return False


@mutant(Kind.RESURRECTED, "A deleted memory is found again once its session is added again.", "FORGET-025")
class BackWithItsSession(Decisions):
    """What was deleted is back when its conversation goes on and is added again."""

    def still_deleted(self, deleted: set[str], added: Collection[str]) -> set[str]:
        return deleted.difference(added)


@mutant(Kind.FAILING, "An open bracket makes the search fail.", "QUERY-001")
class QueryIsAPattern(Decisions):
    """The query is read as a regular expression."""

    def query(self, query: str) -> str:
        return re.compile(query).pattern


@mutant(
    Kind.EMPTY, "Several services refuse to search for nothing. That is bad manners: only the @should QUERY-003 fails."
)
class EmptyQueryRefused(Decisions):
    """An empty query is an error."""

    def query(self, query: str) -> str:
        return query.strip() or refused("the query is empty")


@mutant(
    Kind.AUTHOR, "Many services keep no author. To name a wrong one is bad manners: only the @should CARRY-001 fails."
)
class AuthorIsTheUser(Decisions):
    """Whoever said it, the user is stored as its author."""

    def author(self, author: str) -> str:
        return "user"


@mutant(
    Kind.TIME, "Many services keep no time. A wrong one is bad manners: only the @should CARRY-002 and CARRY-003 fail."
)
class MinutesForSeconds(Decisions):
    """Times are stored sixty times as far from 1970."""

    def time(self, seconds: float) -> float:
        return seconds * 60


@mutant(Kind.ADDED_AGAIN, "Every memory is found; how often is a question. Services that write event by event do so.")
class AddingAgainAppends(Decisions):
    """A session that is added again is stored a second time."""

    def again(self, old: list[Event], new: list[Event]) -> list[Event]:
        return old + new


@mutant(
    Kind.ADDED_AGAIN,
    "Nobody asked to delete it; whether it goes is a question. Services that write event by event keep it.",
)
class RemovedEventsStay(Decisions):
    """An event that a session no longer holds when it is added again is kept."""

    def again(self, old: list[Event], new: list[Event]) -> list[Event]:
        return [event for event in old if event.id not in {one.id for one in new}] + new


@mutant(Kind.LIMIT, "A requirement never speaks of amounts: whether ten, eleven or all come back is a question.")
class LimitOfEleven(Decisions):
    """Eleven memories come back at most, not ten."""

    def best(self, found: list[Found]) -> list[Found]:
        return sorted(found, key=lambda one: -one[0])[:11]


@mutant(Kind.ORDER, "A requirement never speaks of order: what comes first is a question.")
class NewestFirst(Decisions):
    """Of memories that fit equally well the newest comes first."""

    def best(self, found: list[Found]) -> list[Found]:
        return sorted(found, key=lambda one: (-one[0], -one[1].timestamp))[:10]


@mutant(Kind.WORDS, "Older releases do so, and requirements search for plain words: numbers are a question.")
class NumbersIgnored(Decisions):
    """Numbers in a query find nothing."""

    def words(self, words: set[str]) -> set[str]:
        return {word for word in words if not word.isdigit()}


@mutant(Kind.WORDS, "The right memory is found; what is found beside it is a question.")
class PartsOfWordsFind(Decisions):
    """A query of `appl` finds apples."""

    def matches(self, word: str, words: set[str], text: str) -> bool:
        return word in text


@mutant(Kind.SHARED, "Releases before 2.13 do so: what an application does to its own objects is a question.")
class ResultIsTheStore(Decisions):
    """Whoever changes a memory that was found changes what is stored."""

    def content(self, content: Content) -> Content:
        return content
