"""Faults of what counts as a word in the ports where the letters of English make the words of a text, and in Go without ranking."""

from __future__ import annotations

import re
from typing import Any

from memory_references.adk_go_2_2.service import InMemoryService as GoService
from memory_references.adk_java_1_8 import service as java
from memory_references.adk_js_2_0 import service as js
from memory_references.planted.bases import GO_2, JAVA, JS
from memory_references.planted.fault import Kind
from memory_references.planted.otherwise import otherwise

UNICODE_SPACE = js.WHITESPACE
ASCII_SPACE = java.WHITESPACE


def in_java(**names: Any) -> Any:
    """How the service of Java searches, where a name means something else."""
    return otherwise(java.InMemoryMemoryService.search_memory, **names)


def in_js(**names: Any) -> Any:
    """The same of the service of TypeScript."""
    return otherwise(js.InMemoryMemoryService.search_memory, **names)


def words(pattern: str) -> Any:
    """The words of a text in TypeScript, by another expression."""
    return otherwise(js.extract_words_lower, WORD=re.compile(pattern))


def pieces(text: str) -> set[str]:
    """Every piece of whatever stands between spaces."""
    runs = text.lower().split()
    return {run[at:end] for run in runs for at in range(len(run)) for end in range(at + 1, len(run) + 1)}


@JS(
    Kind.WORDS,
    "ACCENT-001 CASE-011 CASE-012 CASE-013 CASE-014 CASE-015 CASE-016 SCRIPT-001",
    seen_in="google-adk from 2.3.0 on",
)
class EveryLetterCounts(js.InMemoryMemoryService):
    """The letters of every script make words."""

    search_memory = in_js(extract_words_lower=words(r"[^\W\d_]+"))


@JAVA(
    Kind.WORDS, "DIGITS-001", "DIGITS-003", "DIGITS-005", "PUNCT-007", "SCRIPT-001", seen_in="google-adk from 2.3.0 on"
)
class JavaWordCharacters(java.InMemoryMemoryService):
    """Letters, digits and underscores of every script make words."""

    search_memory = in_java(WORD_PATTERN=re.compile(r"\w+"))


@JS(
    Kind.WORDS,
    "PUNCT-001 PUNCT-003 PUNCT-004 PUNCT-006 PUNCT-008 PUNCT-009 PUNCT-010 DIGITS-004 ACCENT-003",
)
class SignsStay(js.InMemoryMemoryService):
    """A text is parted at white space, as a query is."""

    search_memory = in_js(extract_words_lower=words(r"\S+"))


@JAVA(Kind.WORDS, "PUNCT-010", "SCRIPT-007")
class SignsMakeWords(java.InMemoryMemoryService):
    """A sign that is no letter of any script makes a word, beside the letters of English."""

    search_memory = in_java(WORD_PATTERN=re.compile(r"[A-Za-z]+|[^\w\s]+"))


@JS(Kind.WORDS, "ACCENT-002", "SUBSTR-005", "SPACE-002")
class NothingPartsWords(js.InMemoryMemoryService):
    """A text that holds anything but letters of English and spaces has no words where that stands."""

    search_memory = in_js(extract_words_lower=words(r"(?<![^ ])[A-Za-z]+(?![^ ])"))


@JS(
    Kind.WORDS,
    "SCRIPT-002 SCRIPT-003 SCRIPT-004 SCRIPT-005 SCRIPT-006 SUBSTR-001 SUBSTR-010 PART-011",
)
class PiecesOfEveryScript(js.InMemoryMemoryService):
    """A word of any script is found by any piece of it."""

    search_memory = in_js(extract_words_lower=pieces)


@JAVA(Kind.WORDS, "SUBSTR-006", "SUBSTR-007", "SUBSTR-009")
class QueryOfLetters(java.InMemoryMemoryService):
    """A query is cut at whatever is no letter of English, as texts are."""

    search_memory = in_java(WHITESPACE=re.compile(r"[^a-z]+"))


@JAVA(Kind.QUERIES, "SPACE-003")
class JavaUnicodeSpaces(java.InMemoryMemoryService):
    """A query is parted at every white space of Unicode."""

    search_memory = in_java(WHITESPACE=UNICODE_SPACE)


@JS(Kind.QUERIES, "SPACE-003")
class ScriptAsciiSpaces(js.InMemoryMemoryService):
    """A query is parted at the white space of ASCII alone."""

    search_memory = in_js(WHITESPACE=ASCII_SPACE)


@JAVA(Kind.QUERIES, "SPACE-004", "SPACE-003")
class JavaPlainSpaces(java.InMemoryMemoryService):
    """A query is parted at plain spaces alone, so that a line end stays on its last word."""

    search_memory = in_java(WHITESPACE=re.compile(" +"))


@JS(Kind.QUERIES, "SPACE-005", "KEEP-012", "QUERY-011")
class NothingIsAWord(js.InMemoryMemoryService):
    """A text without a word has the empty one, which a query of blanks has, too."""

    search_memory = in_js(extract_words_lower=lambda text: js.extract_words_lower(text) or {""})


@GO_2(
    Kind.WORDS,
    "SCRIPT-002 SCRIPT-003 SCRIPT-004 SCRIPT-006 SUBSTR-001 SUBSTR-006 SUBSTR-010 SUBSTR-007 PART-011",
    seen_in="@modelcontextprotocol/server-memory",
)
class InsideOfWords(GoService):
    """A word is looked for inside of texts."""

    add_session_to_memory = otherwise(GoService.add_session_to_memory, extract_words=pieces)
