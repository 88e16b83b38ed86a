"""Faults of what counts as a word, in the port of ADK Go v1.7.0, which parts words at the plain space and lowers letter by letter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from memory_conformance.model import Memory, Session
from memory_references.adk_go_1_7.service import InMemoryService, Value, _entry
from memory_references.adk_go_1_7.words import extract_words, to_lower
from memory_references.planted.bases import GO
from memory_references.planted.fault import Kind
from memory_references.planted.otherwise import otherwise

Words = Callable[[str], set[str]]


def texts(words: Words) -> Any:
    """How a session is added by a service that has other words in texts."""
    return otherwise(InMemoryService.add_session_to_memory, extract_words=words)


def queries(words: Words) -> Any:
    """How is searched by a service that has other words in queries."""
    return otherwise(InMemoryService.search_memory, extract_words=words)


def each(change: Callable[[str], str], of: Words = extract_words) -> Words:
    """Words, each of them changed; what nothing is left of is none."""
    return lambda text: {change(word) for word in of(text)} - {""}


def split_at(pattern: str, lower: Callable[[str], str] = to_lower) -> Words:
    """The words between whatever fits an expression, in small letters."""
    return lambda text: {lower(word) for word in re.split(pattern, text) if word}


def ascii_lower(text: str) -> str:
    """A text with the letters of ASCII made small, and no others."""
    return "".join(letter.lower() if letter.isascii() else letter for letter in text)


def form(name: Any) -> Callable[[str], str]:
    """Brings a text to a normal form."""
    return lambda text: unicodedata.normalize(name, text)


def or_itself(text: str) -> set[str]:
    """The words of a text; where it has none, the text."""
    return extract_words(text) or {text} - {""}


def plain(word: str) -> str:
    """A word without its accents."""
    return "".join(one for one in unicodedata.normalize("NFD", word) if not unicodedata.combining(one))


def pieces(text: str) -> set[str]:
    """Every piece of every word."""
    return {
        word[at:end] for word in extract_words(text) for at in range(len(word)) for end in range(at + 1, len(word) + 1)
    }


STOP_WORDS = frozenset({"the", "is", "of", "on", "a", "and", "no", "from"})


@GO(Kind.WORDS, "ACCENT-001", "ACCENT-003", seen_in="SQLite's full-text search")
class AccentsAreNothing(InMemoryService):
    """Words are compared without their accents."""

    add_session_to_memory, search_memory = texts(each(plain)), queries(each(plain))


@GO(Kind.WORDS, "ACCENT-002")
class CutAtAccents(InMemoryService):
    """A text is cut at every letter beyond ASCII."""

    add_session_to_memory = texts(split_at(r"[^a-zA-Z0-9!-/:-@]+"))


@GO(Kind.WORDS, "ACCENT-003", seen_in="google-adk from 2.10.0 on")
class NormalFormsMeet(InMemoryService):
    """Words are compared in a normal form."""

    add_session_to_memory, search_memory = texts(each(form("NFC"))), queries(each(form("NFC")))


@GO(
    Kind.WORDS,
    "WORD-010",
    "DIGITS-002",
    "DIGITS-003",
    "SUBSTR-005",
    "SUBSTR-008",
    seen_in="@modelcontextprotocol/server-memory",
)
class PiecesOfWords(InMemoryService):
    """A word is found by any piece of it."""

    add_session_to_memory = texts(pieces)


@GO(Kind.WORDS, "WORD-011", seen_in="graphiti-core on kuzu")
class Stemmed(InMemoryService):
    """Words are compared without their endings."""

    words = each(lambda word: re.sub(r"(p?ing|p?ed|s)$", "", word))
    add_session_to_memory, search_memory = texts(words), queries(words)


@GO(Kind.WORDS, "WORD-012")
class Fuzzy(InMemoryService):
    """Words are compared by how they sound."""

    words = each(lambda word: re.sub(r"(.)\1", r"\1", word.replace("s", "c")))
    add_session_to_memory, search_memory = texts(words), queries(words)


@GO(Kind.WORDS, "WORD-013", seen_in="adk-database-memory 0.1.0")
class StopWordsDropped(InMemoryService):
    """The small words of a query are not looked for."""

    search_memory = queries(lambda text: extract_words(text) - STOP_WORDS)


@GO(Kind.WORDS, "WORD-014", "QUERY-013", "QUERY-014")
class EveryWordDemanded(InMemoryService):
    """A text is found if it has every word of the query."""

    search_memory = otherwise(InMemoryService.search_memory, sum=all)


@GO(
    Kind.WORDS,
    "PUNCT-001 PUNCT-002 PUNCT-004 PUNCT-006 PUNCT-008 PUNCT-009 DIGITS-004 SPACE-002",
    seen_in="google-adk from 2.3.0 on",
)
class CutAtSigns(InMemoryService):
    """Texts and queries are cut at signs."""

    add_session_to_memory, search_memory = texts(split_at(r"[^\w]+")), queries(split_at(r"[^\w]+"))


@GO(Kind.WORDS, "PUNCT-002", "PUNCT-003", "PUNCT-004", "PUNCT-010", "SUBSTR-004")
class QueryCutAtSigns(InMemoryService):
    """Queries are cut at signs, and texts are not."""

    search_memory = queries(split_at(r"[^\w]+"))


@GO(Kind.WORDS, "PUNCT-001", "PUNCT-003", "PUNCT-007", "PUNCT-010", seen_in="@google/adk 2.0.0")
class TextCutAtSigns(InMemoryService):
    """Texts are cut at signs, and queries are not."""

    add_session_to_memory = texts(split_at(r"[^\w]+|_"))


@GO(Kind.WORDS, "PUNCT-005")
class ApostrophesAlike(InMemoryService):
    """A curly apostrophe is a straight one."""

    words = each(lambda word: word.replace("’", "'"))
    add_session_to_memory, search_memory = texts(words), queries(words)


@GO(Kind.WORDS, "SPACE-002", "SPACE-003", "SPACE-004", "SPACE-005", "KEEP-012", seen_in="a fix of google/adk-go#569")
class AnyWhiteSpace(InMemoryService):
    """Words are parted by any white space."""

    words = split_at(r"\s+")
    add_session_to_memory, search_memory = texts(words), queries(words)


@GO(Kind.WORDS, "SPACE-001")
class QueryIsOneWord(InMemoryService):
    """A query is one word, with the spaces in it."""

    search_memory = queries(lambda text: {to_lower(text)} - {""})


@GO(Kind.WORDS, "DIGITS-001", "DIGITS-003", "DIGITS-005", seen_in="google-adk before 2.3.0, adk-database-memory 0.1.0")
class DigitsDropped(InMemoryService):
    """Digits are no part of a word."""

    words = each(lambda word: re.sub(r"\d", "", word))
    add_session_to_memory, search_memory = texts(words), queries(words)


@GO(Kind.WORDS, "DIGITS-004")
class DatesCut(InMemoryService):
    """Year, month and day are a word each."""

    add_session_to_memory, search_memory = (
        texts(split_at(r"[ ]|(?<=\d)-(?=\d)")),
        queries(split_at(r"[ ]|(?<=\d)-(?=\d)")),
    )


@GO(Kind.WORDS, "CASE-016", "DIGITS-005")
class WideLettersArePlain(InMemoryService):
    """Wide letters and digits are plain ones."""

    add_session_to_memory, search_memory = texts(each(form("NFKC"))), queries(each(form("NFKC")))


@GO(Kind.WORDS, "CASE-012", "CASE-014", seen_in="google-adk from 2.3.0 on")
class LoweredAsPython(InMemoryService):
    """The small letters are those of Python: İ becomes two, and a Σ at the end of a word another than elsewhere."""

    words = split_at(" ", str.lower)
    add_session_to_memory, search_memory = texts(words), queries(words)


@GO(Kind.WORDS, "CASE-015", "CASE-014")
class CaseFoldedWords(InMemoryService):
    """Words are folded, so that ß and ss are one."""

    add_session_to_memory, search_memory = texts(each(str.casefold)), queries(each(str.casefold))


@GO(Kind.WORDS, "CASE-011", "CASE-013", "SCRIPT-003")
class AsciiLowered(InMemoryService):
    """Only the letters of ASCII become small."""

    words = split_at(" ", ascii_lower)
    add_session_to_memory = otherwise(InMemoryService.add_session_to_memory, extract_words=words, to_lower=ascii_lower)
    search_memory = queries(words)


@GO(Kind.WORDS, "CASE-010")
class QueryKeepsCapitals(InMemoryService):
    """A query keeps its capitals, and texts do not."""

    search_memory = queries(split_at(" ", str))


@GO(Kind.WORDS, "SCRIPT-001", "SCRIPT-005", "SCRIPT-007", "CASE-011", seen_in="google/adk-python#5501")
class EnglishAlone(InMemoryService):
    """Only the letters of English make words."""

    words = split_at("[^a-zA-Z0-9]+")
    add_session_to_memory, search_memory = texts(words), queries(words)


@GO(
    Kind.WORDS,
    "SUBSTR-001 SUBSTR-006 SUBSTR-007 SCRIPT-002 SCRIPT-003 SCRIPT-004 SCRIPT-006 PART-011",
    seen_in="google-adk before 2.8.0",
)
class NothingInside(InMemoryService):
    """No word is looked for inside of a text."""

    add_session_to_memory = otherwise(InMemoryService.add_session_to_memory, to_lower=lambda text: "")


@GO(Kind.QUERIES, "QUERY-010", seen_in="langgraph stores without an index")
class EmptyQueryIsAll(InMemoryService):
    """A query without a word finds everything."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        if query.strip():
            return super().search_memory(app_name, user_id, query)
        mine = self._store.get((app_name, user_id))
        every = [] if mine is None else [value for session in mine.session_order for value in mine.sessions[session]]
        return [_entry(value) for value in every]


@GO(Kind.QUERIES, "QUERY-011", "KEEP-012")
class BlanksAreAWord(InMemoryService):
    """A text or a query of spaces is a word of spaces."""

    words = or_itself
    add_session_to_memory, search_memory = texts(words), queries(words)


@GO(Kind.QUERIES, "QUERY-014")
class HundredWordsRead(InMemoryService):
    """Of a query the first hundred words are looked for."""

    search_memory = queries(lambda text: extract_words(" ".join(text.split(" ")[:100])))


@GO(Kind.QUERIES, "QUERY-013")
class OperatorsObeyed(InMemoryService):
    """The words AND and NOT, a minus and a star are operators."""

    search_memory = queries(lambda text: set() if re.search(r"\bNOT |\bAND | -|\*", text) else extract_words(text))


@GO(Kind.QUERIES, "QUERY-012")
class SignsArePatterns(InMemoryService):
    """A query of one sign that some language has for anything finds everything."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        if query not in ("%", "*", "_", "?", ".*", "^"):
            return super().search_memory(app_name, user_id, query)
        mine = self._store.get((app_name, user_id))
        every = [] if mine is None else [value for session in mine.session_order for value in mine.sessions[session]]
        return [_entry(value) for value in every]


class Indexed(InMemoryService):
    """The service, which looks again at what it has just stored."""

    def add_session_to_memory(self, session: Session) -> None:
        super().add_session_to_memory(session)
        for value in self._store[session.app_name, session.user_id].sessions[session.id]:
            self.index(value, [part.text for part in value.content.parts or () if part.text])

    def index(self, value: Value, texts: list[str]) -> None:
        """By what an event is found whose parts say this."""


@GO(Kind.WORDS, "PART-010", "PART-011")
class PartsGlued(Indexed):
    """The texts of parts are joined without a space between them."""

    def index(self, value: Value, texts: list[str]) -> None:
        value.words, value.text_lower = extract_words("".join(texts)), to_lower("".join(texts))


@GO(Kind.WORDS, "PART-012")
class PartsJoinedByNoBreak(Indexed):
    """The texts of parts are joined by a no-break space."""

    def index(self, value: Value, texts: list[str]) -> None:
        value.text_lower = to_lower("\u00a0".join(texts))


@GO(Kind.WORDS, "PART-014")
class EmptyPartEndsIt(Indexed):
    """A message is read up to its first part whose text is empty."""

    def index(self, value: Value, texts: list[str]) -> None:
        parts = [part.text for part in value.content.parts or ()]
        value.words = (
            extract_words(" ".join(str(text) for text in parts[: parts.index("")] if text))
            if "" in parts
            else value.words
        )


@GO(Kind.WORDS, "ADD-010")
class AuthorIsSearched(Indexed):
    """An event is found by its author and its metadata as well."""

    def index(self, value: Value, texts: list[str]) -> None:
        value.words |= extract_words(re.sub(r"\W+", " ", f"{value.author} {value.custom_metadata}"))
