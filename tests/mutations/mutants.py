"""Thirty services with one fault each: a subclass of google-adk's service in which one line decides otherwise.

The docstring of a class says what is wrong, in a user's words; the decorator says what a run without any claim makes of it, and why.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from mutations.decisions import Decisions, Found, Owner, Store

if TYPE_CHECKING:
    from google.adk.events import Event
    from google.genai.types import Content, Part


class Kind(StrEnum):
    """What becomes of memories. The first five must be red without any claim."""

    LEAKED = "leaked"
    LOST = "lost"
    ALTERED = "altered"
    RESURRECTED = "resurrected"
    FAILING = "failing query"
    AUTHOR = "author"
    TIME = "time"
    DUPLICATED = "duplicated"
    LIMIT = "limit"
    ORDER = "order"
    WORDS = "words"
    SHARED = "shared objects"


RED = frozenset({Kind.LEAKED, Kind.LOST, Kind.ALTERED, Kind.RESURRECTED, Kind.FAILING})


@dataclass(frozen=True)
class Mutant:
    """A fault, and what is expected of a run: ``killer`` is a @must that fails for this very fault, None where the run is green."""

    name: str
    kind: Kind
    what: str
    why: str
    killer: str | None
    decides: Decisions


MUTANTS: dict[str, Mutant] = {}


def mutant(kind: Kind, why: str, killer: str | None = None) -> Callable[[type[Decisions]], type[Decisions]]:
    """Puts a class of decisions among the mutants, under its name in words."""

    def enter(decides: type[Decisions]) -> type[Decisions]:
        name = re.sub(r"(?<!^)(?=[A-Z])", " ", decides.__name__).lower()
        what = (decides.__doc__ or "").strip().rstrip(".")
        MUTANTS[name] = Mutant(name, kind, what, why, killer, decides())
        return decides

    return enter


def refuse(reason: str) -> str:
    """What a service does with what it cannot take."""
    raise RuntimeError(reason)


@mutant(Kind.LEAKED, "another user of the app finds what ana remembers", "SCOPE-001")
class UserIgnored(Decisions):
    """All users of an app share one memory."""

    def owner(self, app: str, user: str) -> Owner:
        return app, "everyone"


@mutant(Kind.LEAKED, "ana finds in one app what she said in another", "SCOPE-002")
class AppIgnored(Decisions):
    """All apps of a user share one memory."""

    def owner(self, app: str, user: str) -> Owner:
        return "every app", user


@mutant(Kind.LEAKED, "app `a`, user `b/c` and app `a/b`, user `c` are one", "NAME-001")
class JoinedKey(Decisions):
    """App and user are joined by a slash into one key."""

    def owner(self, app: str, user: str) -> Owner:
        return f"{app}/{user}", ""


@mutant(Kind.LEAKED, "`Ana` and `ana` are two users", "NAME-010")
class LetterCaseIgnored(Decisions):
    """User names are compared without regard to capitals."""

    def owner(self, app: str, user: str) -> Owner:
        return app, user.lower()


@mutant(Kind.LEAKED, "`user1` reads `user10`", "NAME-010")
class UserPrefix(Decisions):
    """A user reads whoever's name begins as theirs."""

    def may_read(self, reader: Owner, owner: Owner) -> bool:
        return owner[0] == reader[0] and owner[1].startswith(reader[1])


@mutant(Kind.LEAKED, "`*` is a user like any other, and finds what ana remembers", "NAME-010")
class StarUser(Decisions):
    """A user called * reads everybody in the app."""

    def may_read(self, reader: Owner, owner: Owner) -> bool:
        return owner[0] == reader[0] and reader[1] in ("*", owner[1])


@mutant(Kind.LOST, "a word of the last event finds nothing", "ADD-002")
class LastEventLost(Decisions):
    """The last event of a session is not stored."""

    def kept(self, events: list[Event]) -> list[Event]:
        return events[:-1]


@mutant(Kind.LOST, "a word of the second part finds nothing", "PART-001")
class FirstPartOnly(Decisions):
    """Of an event in several parts only the first is stored."""

    def parts(self, parts: list[Part]) -> list[Part]:
        return parts[:1]


@mutant(Kind.LOST, "the new events of a grown session find nothing", "AGAIN-001")
class AddingAgainIgnored(Decisions):
    """A session that is known already is not stored again."""

    def again(self, old: list[Event], new: list[Event]) -> list[Event]:
        return old


@mutant(Kind.LOST, "the session before the last is no longer found", "ADD-003")
class OneSessionEach(Decisions):
    """Each user has room for one session."""

    def store(self, store: Store, owner: Owner, session: str, events: list[Event]) -> None:
        store[owner] = {session: events}


@mutant(Kind.LOST, "a new session without events takes the others away", "FORGET-031")
class EmptySessionEmptiesAll(Decisions):
    """A session without events deletes all memories of its user."""

    def store(self, store: Store, owner: Owner, session: str, events: list[Event]) -> None:
        store[owner] = {**store.get(owner, {}), session: events} if events else {}


@mutant(Kind.LOST, "a second user with the same session id takes the session away from the first", "SHARE-001")
class KeyedBySessionId(Decisions):
    """A session id belongs to whoever added it last."""

    def store(self, store: Store, owner: Owner, session: str, events: list[Event]) -> None:
        store.update(
            {
                one: {k: v for k, v in store.get(one, {}).items() if k != session}
                | ({session: events} if one == owner else {})
                for one in {*store, owner}
            }
        )


@mutant(Kind.LOST, "nine memories of one user are too many", "FORGET-030")
class LimitFive(Decisions):
    """At most five memories come back."""

    def best(self, found: list[Found]) -> list[Found]:
        return sorted(found, key=lambda one: -one[0])[:5]


@mutant(Kind.LOST, "a memory of another user with the same id is gone", "FORGET-021")
class DeletionReachesAll(Decisions):
    """Whoever deletes a memory deletes it in every user's memory."""

    def reaches(self, deleter: Owner, owner: Owner) -> bool:
        return True


@mutant(Kind.ALTERED, "a long text does not come back whole", "ADD-005")
class CutAtHundred(Decisions):
    """Texts are cut after a hundred characters."""

    def text(self, text: str) -> str:
        return text[:100]


@mutant(Kind.ALTERED, "two spaces come back as one, and line ends as spaces", "ADD-004")
class SpacesCollapsed(Decisions):
    """Spaces, tabs and line ends are collapsed into one space."""

    def text(self, text: str) -> str:
        return " ".join(text.split())


@mutant(Kind.ALTERED, "", "ADD-004")
class Stripped(Decisions):
    """Spaces, tabs and line ends are collapsed into one space."""

    def text(self, text: str) -> str:
        return text.strip()


@mutant(Kind.ALTERED, "a text comes back without its emoji", "ADD-004")
class EmojiDropped(Decisions):
    """Characters beyond the first 65,536 are dropped."""

    def text(self, text: str) -> str:
        return "".join(letter for letter in text if letter <= "\uffff")


@mutant(Kind.ALTERED, "`<b>` comes back as something else", "ADD-004")
class Lowered(Decisions):
    """low."""

    def text(self, text: str) -> str:
        return text.lower()


@mutant(Kind.ALTERED, "`<b>` comes back as something else", "ADD-004")
class MarkupRemoved(Decisions):
    """What looks like a tag is removed from texts."""

    def text(self, text: str) -> str:
        return re.sub(r"<[^>]*>", "", text)


@mutant(Kind.RESURRECTED, "a deleted memory is still found", "FORGET-020")
class DeletionIgnored(Decisions):
    """Deleting a memory reports success and does nothing."""

    def deletes(self, event: str, asked: str) -> bool:
        return False


@mutant(Kind.RESURRECTED, "a deleted memory is found again after another session was added", "FORGET-023")
class BackWithNextWrite(Decisions):
    """Deleted memories are back as soon as anything is added."""

    def still_deleted(self, deleted: set[str], added: Collection[str]) -> set[str]:
        return set()


@mutant(Kind.RESURRECTED, "a deleted memory is found again after its session was added again", "FORGET-024")
class BackWithItsSession(Decisions):
    """A deleted memory is back when its session is added again."""

    def still_deleted(self, deleted: set[str], added: Collection[str]) -> set[str]:
        return deleted - set(added)


@mutant(Kind.FAILING, "an open bracket is an error", "QUERY-001")
class QueryIsPattern(Decisions):
    """The query is taken for a regular expression."""

    def query(self, query: str) -> str:
        return re.compile(query).pattern


@mutant(Kind.FAILING, "an apostrophe is an error", "QUERY-001")
class QuotesParsed(Decisions):
    """Quotation marks in the query must come in pairs."""

    def query(self, query: str) -> str:
        return " ".join(shlex.split(query))


@mutant(Kind.FAILING, "an empty query is an error", "QUERY-001")
class EmptyQueryRefused(Decisions):
    """An empty query is an error."""

    def query(self, query: str) -> str:
        return query.strip() or refuse("the query is empty")


@mutant(Kind.FAILING, "a page of text is an error", "QUERY-001")
class LongQueryRefused(Decisions):
    """A query of more than 500 characters is an error."""

    def query(self, query: str) -> str:
        return query if len(query) <= 500 else refuse("the query is too long")


@mutant(Kind.FAILING, "an emoji is an error", "QUERY-001")
class QueryInLatin1(Decisions):
    """A query outside Western European letters is an error."""

    def query(self, query: str) -> str:
        return query.encode("latin-1").decode("latin-1")


@mutant(Kind.FAILING, "an emoji is an error", "QUERY-001")
class FirstWordRefused(Decisions):
    """A ."""

    def query(self, query: str) -> str:
        return query.split()[0]


@mutant(Kind.AUTHOR, "the author is good manners: only the @should CARRY-001 fails")
class AuthorAlwaysUser(Decisions):
    """Every memory names the user as its author."""

    def author(self, author: str) -> str:
        return "user"


@mutant(Kind.TIME, "the time is good manners: only the @should CARRY-002 and CARRY-003 fail")
class TimeInMilliseconds(Decisions):
    """Times are a thousand times as far from 1970."""

    def time(self, seconds: float) -> float:
        return seconds * 10


@mutant(Kind.DUPLICATED, "every memory is there; how often is a question (AGAIN-006)")
class AddingAgainAppends(Decisions):
    """A session that is added again is stored once more."""

    def again(self, old: list[Event], new: list[Event]) -> list[Event]:
        return old + new


@mutant(Kind.DUPLICATED, "every memory is there; how often is a question (AGAIN-006)")
class RemovedKept(Decisions):
    """A session that is added again is stored once more."""

    def again(self, old: list[Event], new: list[Event]) -> list[Event]:
        return [*old, *(event for event in new if event.id not in {one.id for one in old})]


@mutant(Kind.LIMIT, "requirements never speak of amounts: LIMIT-001 is a question")
class LimitEleven(Decisions):
    """At most eleven memories come back, not ten."""

    def best(self, found: list[Found]) -> list[Found]:
        return sorted(found, key=lambda one: -one[0])[:11]


@mutant(Kind.LIMIT, "requirements never speak of amounts: LIMIT-001 is a question")
class LimitEight(Decisions):
    """At most eleven memories come back, not ten."""

    def best(self, found: list[Found]) -> list[Found]:
        return sorted(found, key=lambda one: -one[0])[:8]


@mutant(Kind.ORDER, "requirements never speak of order: ORDER-001 is a question")
class NewestFirst(Decisions):
    """Of equally good memories the newest comes first."""

    def best(self, found: list[Found]) -> list[Found]:
        return sorted(reversed(found), key=lambda one: -one[0])[:10]


@mutant(Kind.ORDER, "with more than ten matches only: LIMIT-004 is a question")
class CutBeforeRanking(Decisions):
    """The first ten matches are ranked, not all of them."""

    def best(self, found: list[Found]) -> list[Found]:
        return sorted(found[:10], key=lambda one: -one[0])


@mutant(Kind.WORDS, "so do adk-java-1.8, adk-js-2.0 and adk-python-1.10: DIGITS-001 is a question")
class DigitsDropped(Decisions):
    """Numbers in the query are not searched for."""

    def words(self, words: set[str]) -> set[str]:
        return {word for word in words if not word.isdigit()}


@mutant(Kind.WORDS, "what is found beside the right memory is a question")
class PartsOfWordsMatch(Decisions):
    """A query finds words of which it is a part."""

    def matches(self, word: str, words: set[str], text: str) -> bool:
        return word in text


@mutant(Kind.WORDS, "what is found beside the right memory is a question")
class NonAsciiNothing(Decisions):
    """A query finds words of which it is a part."""

    def query(self, query: str) -> str:
        return query if query.isascii() else ""


@mutant(Kind.WORDS, "inner speech")
class ThoughtsDropped(Decisions):
    """A query finds words of which it is a part."""

    def parts(self, parts):
        return [p for p in parts if not p.thought]


@mutant(Kind.WORDS, "inner speech")
class ThoughtsUn(Decisions):
    """A query finds words of which it is a part."""

    def parts(self, parts):
        return [p.model_copy(update={"thought": None}) for p in parts]


@mutant(Kind.SHARED, "as adk-python-2.10 does: ALIAS-003 to ALIAS-005 are questions")
class ResultIsTheStore(Decisions):
    """Whoever changes a found memory changes the store."""

    def content(self, content: Content) -> Content:
        return content
