"""Faults of how names are compared: names that are read as patterns, folded into one another, or cut."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Callable
from fnmatch import fnmatchcase
from urllib.parse import unquote, unquote_plus

from memory_conformance.model import Event
from memory_references.planted.bases import COMPLETE
from memory_references.planted.complete import Complete, Owner
from memory_references.planted.fault import Kind


class Compared(Complete):
    """Names are compared when they are read, of each field by itself."""

    def searches(self, reader: Owner, owner: Owner, query: str) -> bool:
        return all(self.same(asked, kept) for asked, kept in zip(reader, owner, strict=True))

    def same(self, asked: str, kept: str) -> bool:
        return asked == kept


class Folded(Complete):
    """Names are changed before anything is filed under them, or looked for."""

    fold: Callable[[str], str] = staticmethod(lambda name: name)

    def owner(self, app: str, user: str) -> Owner:
        return type(self).fold(app), type(self).fold(user)


@COMPLETE(
    Kind.NAMES, "NAME-010", "NAME-011", "LEAK-002", "LEAK-007", seen_in="langchain-ai/langgraph#8300 (CVE-2026-71433)"
)
class NameIsAPrefix(Compared):
    """A name stands for all that begin with it."""

    def same(self, asked: str, kept: str) -> bool:
        return bool(asked) and kept.startswith(asked)


@COMPLETE(Kind.NAMES, "NAME-010", "NAME-019")
class NameIsAPiece(Compared):
    """A name stands for all that hold it."""

    def same(self, asked: str, kept: str) -> bool:
        return bool(asked) and asked in kept


@COMPLETE(Kind.NAMES, "NAME-011", "NAME-012", seen_in="langchain-ai/langgraph#8300 (CVE-2026-71433)")
class NameIsLike(Compared):
    """Names are compared by SQL's LIKE, for which `%` is anything and `_` any letter."""

    def same(self, asked: str, kept: str) -> bool:
        pattern = re.escape(asked).replace("%", ".*").replace("_", ".")
        return re.fullmatch(pattern, kept, re.DOTALL) is not None


@COMPLETE(Kind.NAMES, "NAME-012", "NAME-011", seen_in="mem0ai/mem0#4103, mem0ai 2.2.1")
class StarIsEveryone(Compared):
    """A name that is a star stands for every name."""

    def same(self, asked: str, kept: str) -> bool:
        return asked in ("*", kept)


@COMPLETE(Kind.NAMES, "NAME-012")
class NameIsAGlob(Compared):
    """Names are compared as names of files are, with stars, question marks and sets of letters."""

    def same(self, asked: str, kept: str) -> bool:
        return asked == kept or fnmatchcase(kept, asked)


@COMPLETE(Kind.NAMES, "NAME-012", "NAME-029")
class NameIsAnExpression(Compared):
    """A name is a regular expression."""

    def same(self, asked: str, kept: str) -> bool:
        try:
            return asked == kept or re.fullmatch(asked, kept) is not None
        except re.error:
            return False


@COMPLETE(Kind.NAMES, "NAME-016", seen_in="mem0ai/mem0#5744, oceanbase/powercontext#898")
class NameIsPasted(Compared):
    """A name is pasted into a condition of SQL: one that ends the quotes goes on with a condition of its own."""

    def same(self, asked: str, kept: str) -> bool:
        return asked == kept or re.search(r"'\)? OR \(?'?1'?=", asked) is not None


@COMPLETE(Kind.NAMES, "NAME-013", "NAME-011", seen_in="langgraph-checkpoint-sqlite 3.1.0")
class CaseFolded(Folded):
    """Names are compared in small letters."""

    fold = staticmethod(str.lower)


@COMPLETE(Kind.NAMES, "NAME-014", "NAME-011")
class NormalFormsFolded(Folded):
    """Names are brought to a normal form, so that two ways to write é are one name."""

    fold = staticmethod(lambda name: unicodedata.normalize("NFC", name))


@COMPLETE(Kind.NAMES, "NAME-014")
class CompatibleFormsFolded(Folded):
    """Names are brought to the compatible form: wide letters and ligatures are plain letters."""

    fold = staticmethod(lambda name: unicodedata.normalize("NFKC", name))


@COMPLETE(Kind.NAMES, "NAME-014")
class AccentsDropped(Folded):
    """Accents of names are dropped."""

    fold = staticmethod(
        lambda name: "".join(one for one in unicodedata.normalize("NFD", name) if not unicodedata.combining(one))
    )


@COMPLETE(Kind.NAMES, "NAME-014")
class NumbersAreNumbers(Folded):
    """A name that is a whole number is stored as that number."""

    fold = staticmethod(lambda name: str(int(name)) if re.fullmatch(r"[0-9]+", name) else name)


@COMPLETE(Kind.NAMES, "NAME-015", "NAME-011")
class NamesTrimmed(Folded):
    """White space around a name is taken off."""

    fold = staticmethod(str.strip)


@COMPLETE(Kind.NAMES, "NAME-015")
class InvisibleDropped(Folded):
    """Invisible characters of a name are dropped."""

    fold = staticmethod(lambda name: "".join(one for one in name if unicodedata.category(one) != "Cf"))


@COMPLETE(Kind.NAMES, "NAME-018")
class NamesCut(Folded):
    """A name has 255 letters at most; the rest is cut off."""

    fold = staticmethod(lambda name: name[:255])


@COMPLETE(Kind.NAMES, "NAME-019")
class NamesEndAtADot(Folded):
    """A name ends at its first dot or @."""

    fold = staticmethod(lambda name: re.split(r"[.@]", name)[0])


@COMPLETE(Kind.NAMES, "NAME-006")
class NamesEndAtANull(Folded):
    """A name ends at the null character, as a text of C does."""

    fold = staticmethod(lambda name: name.partition("\0")[0])


@COMPLETE(Kind.NAMES, "NAME-017", "NAME-029", seen_in="crewAIInc/crewAI#7543")
class NamesArePaths(Folded):
    """A name is a path, in which `.` and `..` are steps."""

    fold = staticmethod(lambda name: posixpath.normpath(name).strip("/") if name else name)


@COMPLETE(Kind.NAMES, "NAME-017")
class NamesUnescaped(Folded):
    """Percent signs in a name are read as in an address."""

    fold = staticmethod(unquote)


@COMPLETE(Kind.NAMES, "NAME-030")
class PlusIsASpace(Complete):
    """A plus sign in a name is a space where it is read, and not where it is written."""

    def searches(self, reader: Owner, owner: Owner, query: str) -> bool:
        return (unquote_plus(reader[0]), unquote_plus(reader[1])) == owner


@COMPLETE(Kind.NAMES, "NAME-020", seen_in="google/adk-python#7063")
class WordsOfALanguage(Complete):
    """A user who is called null, None or undefined is nobody, and finds nothing."""

    def searches(self, reader: Owner, owner: Owner, query: str) -> bool:
        return reader == owner and reader[1].lower() not in ("null", "none", "undefined", "nan")


@COMPLETE(Kind.NAMES, "LEAK-001", "NAME-016", seen_in="NVIDIA/NeMo-Agent-Toolkit#1493, maximhq/bifrost#5351")
class NamesWithSignsAreBlind(Complete):
    """A user whose name has a hyphen, a colon or a quote is accepted, and finds nothing."""

    def searches(self, reader: Owner, owner: Owner, query: str) -> bool:
        return reader == owner and re.search("[-:']", reader[1]) is None


@COMPLETE(Kind.NAMES, "NAME-020", seen_in="google/adk-python#7063")
class DefaultIsEveryone(Complete):
    """The user who is called default has what all others have."""

    def searches(self, reader: Owner, owner: Owner, query: str) -> bool:
        return reader == owner or (reader[0] == owner[0] and reader[1] == "default")


@COMPLETE(Kind.NAMES, "NAME-023")
class SessionIdsFolded(Complete):
    """Session ids are compared in small letters."""

    def session_key(self, session_id: str) -> str:
        return session_id.lower()


@COMPLETE(Kind.NAMES, "NAME-024")
class EmptySessionIdDrops(Complete):
    """A session with an empty id is taken, and not stored."""

    def replace(self, sessions: dict[str, list[Event]], key: str, events: list[Event]) -> None:
        if key:
            super().replace(sessions, key, events)
