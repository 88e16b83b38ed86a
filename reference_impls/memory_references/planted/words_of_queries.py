"""Faults of how a query is cut into words, in the service that does it by jieba."""

from __future__ import annotations

import re

from memory_references.planted.bases import SEGMENTED
from memory_references.planted.fault import Kind
from memory_references.planted.otherwise import otherwise
from memory_references.segmented.service import SegmentedMemoryService as Service
from memory_references.segmented.words import cut


@SEGMENTED(Kind.QUERIES, "SUBSTR-002", "SUBSTR-003", "SUBSTR-004", "PART-011", "PART-012", "SPACE-003")
class Uncut(Service):
    """A query is not cut at all."""

    search_memory = otherwise(Service.search_memory, cut=lambda query: [query])


@SEGMENTED(Kind.QUERIES, "PUNCT-002", "PUNCT-003", "PUNCT-010", "SUBSTR-007", "SCRIPT-007")
class SignsAreWords(Service):
    """The signs of a query stay on its words."""

    search_memory = otherwise(
        Service.search_memory,
        cut=lambda query: [
            piece for word in query.split() for piece in ([word] if word.isascii() else [word, *cut(word)])
        ],
    )


@SEGMENTED(Kind.QUERIES, "PUNCT-004", "PUNCT-006", "PUNCT-007", "PUNCT-008", "PUNCT-009", "DIGITS-004")
class LatinUncut(Service):
    """What stands between the spaces of a query is looked for as well, uncut."""

    search_memory = otherwise(Service.search_memory, cut=lambda query: [*query.split(" "), *cut(query)])


@SEGMENTED(Kind.QUERIES, "SPACE-004", "SPACE-005", "KEEP-012")
class BlanksLookedFor(Service):
    """A query of blanks is a word, and a line end stays on its last."""

    search_memory = otherwise(
        Service.search_memory, cut=lambda query: cut(query) if re.fullmatch(r"\S.*\S|\S", query) else query.split(" ")
    )


@SEGMENTED(Kind.QUERIES, "SCRIPT-004", "SCRIPT-005", "SUBSTR-006")
class LettersAlone(Service):
    """A query beyond ASCII is cut into single letters."""

    search_memory = otherwise(
        Service.search_memory,
        cut=lambda query: [letter for word in cut(query) for letter in ([word] if word.isascii() else word)],
    )
