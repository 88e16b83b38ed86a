"""Faults of what is found by a plain word, and of queries that fail."""

from __future__ import annotations

import re

from memory_conformance.model import Event, Memory
from memory_references.library import Failure
from memory_references.planted.bases import COMPLETE
from memory_references.planted.complete import Complete
from memory_references.planted.fault import Kind
from memory_references.planted.writing import said


@COMPLETE(Kind.WORDS, "WORD-001", "WORD-002")
class LongWordsOnly(Complete):
    """Words of three letters are not looked for."""

    def query_words(self, query: str) -> set[str]:
        return {word for word in super().query_words(query) if len(word) > 3}


@COMPLETE(Kind.WORDS, "WORD-003")
class FirstOfASession(Complete):
    """Of each session, the first event that is found comes back."""

    def best(self, found: list[Event]) -> list[Event]:
        firsts: dict[int, Event] = {}
        for event in found:
            whose = next(id(one) for sessions in self._kept.values() for one in sessions.values() if event in one)
            firsts.setdefault(whose, event)
        return list(firsts.values())


@COMPLETE(Kind.WORDS, "ADD-006", "WORD-003")
class OnlyTheBest(Complete):
    """One memory comes back, whatever else is found."""

    def best(self, found: list[Event]) -> list[Event]:
        return found[:1]


@COMPLETE(Kind.WORDS, "WORD-004")
class EveryWordCounts(Complete):
    """A text is found if it has every word of the query."""

    def matches(self, words: set[str], event: Event) -> bool:
        return bool(words) and words <= self.words(said(event))


@COMPLETE(Kind.WORDS, "WORD-004", seen_in="doobidoo/mcp-memory-service#487")
class ThresholdUnsaid(Complete):
    """A text is found if it has a third of the words of the query, and nobody is told that it was left out."""

    def matches(self, words: set[str], event: Event) -> bool:
        return bool(words) and 3 * len(words & self.words(said(event))) >= len(words)


@COMPLETE(Kind.WORDS, "CASE-001")
class CapitalsHide(Complete):
    """The words of a text keep their capitals, those of a query do not."""

    def words(self, text: str) -> set[str]:
        return set(re.findall(r"[^\W_]+", text))


@COMPLETE(Kind.WORDS, "PART-001")
class FirstPartSearched(Complete):
    """Of a message the first part is searched."""

    def matches(self, words: set[str], event: Event) -> bool:
        parts = [part.text for part in (event.content and event.content.parts) or () if part.text]
        return not words.isdisjoint(self.words(parts[0] if parts else ""))


@COMPLETE(Kind.QUERIES, "QUERY-001", errs=True)
class QueryIsAnExpression(Complete):
    """A query is a regular expression, and an error if it is none."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        try:
            re.compile(query)
        except re.error as error:
            raise Failure(str(error)) from error
        return super().search_memory(app_name, user_id, query)


@COMPLETE(Kind.QUERIES, "QUERY-002", errs=True)
class LongQueryRefused(Complete):
    """A query of more than five thousand letters is an error."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        if len(query) > 5000:
            raise Failure("the query is too long")
        return super().search_memory(app_name, user_id, query)


@COMPLETE(Kind.QUERIES, "QUERY-003", errs=True, seen_in="mem0ai 2.2.1, haystack-ai 3.4.1")
class EmptyQueryRefused(Complete):
    """A query without a word is an error."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        if not query.strip():
            raise Failure("the query is empty")
        return super().search_memory(app_name, user_id, query)


@COMPLETE(Kind.RESULTS, "CARRY-001")
class AuthorIsTheUser(Complete):
    """The user is the author of every memory."""

    def memory(self, event: Event) -> Memory:
        return super().memory(event).model_copy(update={"author": "user"})


@COMPLETE(Kind.RESULTS, "CARRY-002", "CARRY-003")
class MinutesForSeconds(Complete):
    """A memory is dated sixty times as far from 1970 as its event."""

    def memory(self, event: Event) -> Memory:
        return super().memory(event).model_copy(update={"timestamp": event.timestamp * 60})


@COMPLETE(Kind.RESULTS, "CARRY-002", "CARRY-003")
class DatedByTheLast(Complete):
    """A memory is dated by the last event of its session."""

    def replace(self, sessions: dict[str, list[Event]], key: str, events: list[Event]) -> None:
        if events:
            events = [event.model_copy(update={"timestamp": events[-1].timestamp}) for event in events]
        super().replace(sessions, key, events)


@COMPLETE(Kind.RESULTS, "CARRY-004")
class PartsSorted(Complete):
    """The parts of a message come back in the order of the alphabet."""

    def memory(self, event: Event) -> Memory:
        memory = super().memory(event)
        memory.content.parts = sorted(memory.content.parts or (), key=lambda part: part.text or "")
        return memory


@COMPLETE(Kind.RESULTS, "CARRY-005")
class TextsAlone(Complete):
    """Of a message its texts come back, and nothing that stands beside them."""

    def memory(self, event: Event) -> Memory:
        memory = super().memory(event)
        memory.content.parts = [part for part in memory.content.parts or () if part.text is not None]
        return memory
