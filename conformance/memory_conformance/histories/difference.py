"""Where two backends answered one history differently, and what kind of difference it is. Pure: no backend is asked here."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from memory_conformance.histories.history import READING, Answer, Call, History, text_of

Seen = Mapping[str, Any]


_FEWEST_LIMITED = 10
"""Memories that come back at least where a limit is the reason that no more do."""


_REPLACED = "what a session held before it was added again"
_MORE = "more memories at once"


class Kind(StrEnum):
    """What differs, the gravest first: of several differences in one answer, the first is told."""

    ERROR = "an error"
    ALTERED = "a memory that nobody stored"
    FOREIGN = "another scope's memory"
    KEPT = "what another call takes away"
    FOUND = "what is found"
    COPIES = "how often it comes back"
    CARRIED = "what a memory carries"
    ORDER = "the order"


@dataclass(frozen=True, order=True)
class Group:
    """Differences of one behaviour: ``detail`` tells them apart within their kind; ``by`` is who does it, first or second."""

    kind: Kind
    detail: str
    by: int | None = None

    def words(self, first: str, second: str) -> str:
        """The group as a line, with the names of the backends."""
        name = {0: first, 1: second}.get(self.by if self.by is not None else -1, "")
        if self.kind is Kind.ERROR:
            return f"only {name} answers with an error: {self.detail}" if name else f"other errors: {self.detail}"
        if self.kind is Kind.ALTERED:
            return f"only {name} gives a text that was never stored"
        if self.kind is Kind.KEPT:
            return f"only {name} still finds it after something was added {self.detail}"
        if self.kind is Kind.FOREIGN:
            return f"only {name} finds what was stored for another {self.detail}"
        if self.kind is Kind.FOUND:
            return f"only {name} finds {self.detail}"
        if self.kind is Kind.COPIES:
            return f"{name} gives the same memory more often{self.detail}"
        if self.kind is Kind.CARRIED:
            return f"a memory comes back with another {self.detail}"
        return "the same memories come back in another order"


@dataclass(frozen=True)
class Difference:
    """The first answer of a history that differs in one way: the number of its call, and the group that it belongs to."""

    at: int
    group: Group


def differences(
    history: History, first: Sequence[Answer], second: Sequence[Answer], *, ordered: bool
) -> list[Difference]:
    """All ways in which two backends differ on a history, each once, by call. ``ordered`` says whether the order counts."""
    found: dict[Group, Difference] = {}
    for at, (call, one, other) in enumerate(zip(history, first, second, strict=True)):
        if one != other:
            for group in _groups(history[: at + 1], call, one, other, ordered):
                found.setdefault(group, Difference(at, group))
            if call.operation not in READING:
                # Whatever differs from here on does so because one of them has not stored what the other has.
                break
    return list(found.values())


def _groups(history: History, call: Call, first: Answer, second: Answer, ordered: bool) -> Iterable[Group]:
    if first.error is not None or second.error is not None:
        if first.error is not None and second.error is not None:
            yield Group(Kind.ERROR, f"{call.operation}, {first.error} and {second.error}")
        else:
            yield Group(Kind.ERROR, f"{call.operation}, {first.error or second.error}", 0 if first.error else 1)
        return
    one, other = Counter(map(_name, first.memories or ())), Counter(map(_name, second.memories or ()))
    fewer, more = sorted((one, other), key=Counter.total)
    if fewer.total() >= _FEWEST_LIMITED and fewer < more:
        # What is missing is missing for no other reason than how much there is.
        yield Group(Kind.FOUND, _MORE, 0 if more is one else 1)
        return
    told = []
    for by, (mine, theirs) in enumerate(((one, other), (other, one))):
        for name in mine:
            if name not in theirs:
                told.append(_found(history, call, json.loads(name), by))
            elif mine[name] > theirs[name]:
                told.append(_copies(history, call, by))
    if told:
        # A text that was altered is missing as it was; that is no second difference.
        altered = [group for group in told if group.kind is Kind.ALTERED]
        yield from altered or told
        return
    mine_by, theirs_by = _by_name(first.memories or ()), _by_name(second.memories or ())
    for name, memories in mine_by.items():
        for field in _fields(memories, theirs_by[name]):
            yield Group(Kind.CARRIED, field)
    if ordered and list(map(_name, first.memories or ())) != list(map(_name, second.memories or ())):
        yield Group(Kind.ORDER, "")


def _name(memory: Seen) -> str:
    """What makes two memories the same one: the text, or where there is none, the parts."""
    content = memory["content"]
    return json.dumps(text_of(content) or content["parts"], sort_keys=True)


def _by_name(memories: Sequence[Seen]) -> dict[str, list[Seen]]:
    found: dict[str, list[Seen]] = {}
    for memory in memories:
        found.setdefault(_name(memory), []).append(memory)
    return found


def _fields(mine: Sequence[Seen], theirs: Sequence[Seen]) -> list[str]:
    """The fields in which the same memories differ."""
    # What is within the content is told by itself: a role is nothing that a reader would look for in the parts.
    mine, theirs = ([{**memory, **memory["content"], "content": None} for memory in one] for one in (mine, theirs))
    names = {name for memory in (*mine, *theirs) for name in memory}
    differing = [name for name in sorted(names) if _values(mine, name) != _values(theirs, name)]
    return [
        {"timestamp": "time", "parts": "content", "customMetadata": "metadata"}.get(name, name) for name in differing
    ]


def _values(memories: Sequence[Seen], name: str) -> Counter[str]:
    return Counter(json.dumps(memory.get(name), sort_keys=True) for memory in memories)


def _found(history: History, call: Call, name: Any, by: int) -> Group:
    """Why one backend finds what the other does not, as far as texts alone can tell."""
    scope = call.parameters["scope"]
    if any(_stores(stored, name) for stored in _standing(history) if stored.parameters["scope"] == scope):
        listed = call.operation == "list_memories"
        return Group(Kind.FOUND, "it in the list" if listed else _match(call.parameters["query"], name), by)
    homes = [stored.parameters["scope"] for stored in history if _stores(stored, name)]
    if scope in homes:
        return Group(Kind.FOUND, _REPLACED, by)
    return Group(Kind.FOREIGN, _crossed(scope, homes), by) if homes else Group(Kind.ALTERED, "", by)


def _copies(history: History, call: Call, by: int) -> Group:
    """Why one backend gives the same memory more often than the other."""
    scope = call.parameters["scope"]
    sessions = Counter(_session_of(one) for one in history if _adds_whole(one) and one.parameters["scope"] == scope)
    again = any(times > 1 for times in sessions.values())
    return Group(Kind.COPIES, " after its session was added again" if again else "", by)


def told_by(history: History, group: Group, given: Answer) -> Group:
    """The group of the smallest history that shows a difference, where each call in it is known to matter.

    Where another scope is written to in it, what comes back too often, or too late, is that one's; and what is missing is not
    missing by how a query and a text meet, nor is it where the same session is written to again. ``given`` is what the one of the
    two answers to the last call who finds more: as much as stands in the scope itself is nobody else's.
    """
    *before, last = history
    scope = last.parameters["scope"]
    others = [call.parameters["scope"] for call in before if call.parameters["scope"] != scope]
    if others and group.kind is Kind.COPIES and not _exceeds(history, given):
        return Group(Kind.KEPT, f"for another {_crossed(scope, others)}", group.by)
    if others and (group.kind is Kind.COPIES or group.detail == _REPLACED):
        return Group(Kind.FOREIGN, _crossed(scope, others), group.by)
    if group.kind is not Kind.FOUND or group.detail in (_REPLACED, _MORE):
        return group
    if others:
        return Group(Kind.KEPT, f"for another {_crossed(scope, others)}", group.by)
    sessions = [_session_of(call) for call in before if _adds_whole(call)]
    return Group(Kind.KEPT, "to its session again", group.by) if len(sessions) > len(set(sessions)) else group


def _exceeds(history: History, given: Answer) -> bool:
    """Whether a memory came back more often than it stands in the scope that was asked."""
    scope = history[-1].parameters["scope"]
    own = Counter(name for one in _standing(history) if one.parameters["scope"] == scope for name in _names(one))
    return bool(Counter(map(_name, given.memories or ())) - own)


def _standing(history: History) -> list[Call]:
    """The writes that nothing has replaced: of each session that was added again, the last time, and single events."""
    last = {(str(call.parameters["scope"]), _session_of(call)): call for call in history if _adds_whole(call)}
    return [*last.values(), *(call for call in history if call.operation == "add_events")]


def _crossed(scope: Mapping[str, str], homes: Iterable[Mapping[str, str]]) -> str:
    # Of several whose it may be, the nearest.
    crossed = [[field for field in scope if home.get(field) != scope[field]] for home in homes]
    return " and ".join(sorted(crossed, key=len)[0])


def _stores(call: Call, name: Any) -> bool:
    return json.dumps(name, sort_keys=True) in _names(call)


def _names(call: Call) -> list[str]:
    events = call.parameters.get("session", call.parameters).get("events", ())
    return [_name({"content": {"parts": (), **(event.get("content") or {})}}) for event in events]


def _adds_whole(call: Call) -> bool:
    return call.operation == "add_session"


def _session_of(call: Call) -> str:
    return str(call.parameters["session"]["id"])


def _match(query: str, name: Any) -> str:
    """How a query and a text meet, in words: the kind of word that they share, and whether it is a whole one of both."""
    text = name if isinstance(name, str) else ""
    if not text:
        return "a memory without text"
    if not query.strip():
        return "something by an empty query" if not query else "something by white space"
    kinds = {_kind(character) for character in query}
    return f"{_meeting(query, text)} ({next(kind for kind in _TELLING if kind in kinds)})"


def _meeting(query: str, text: str) -> str:
    """How a text has the words of a query: whole, whole but for what folding takes away, beside other signs, or within a word."""
    words, whole = [_folded(word) for word in query.split()], _folded(text)
    if set(query.split()) & set(text.split()):
        return "a text by a word"
    if set(words) & set(whole.split()):
        return "a text by another form of a word"
    if set(words) & set(re.split(r"\W+", whole)):
        return "a text by a word beside signs"
    return (
        "a text by a piece of a word"
        if any(word in whole for word in words)
        else "a text that does not contain the query"
    )


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


_TELLING = (
    "letters without case",
    "marks",
    "letters beyond ASCII",
    "numbers beyond ASCII",
    "digits",
    "signs",
    "letters",
    "spaces",
)
"""Of several kinds of characters in a query, the first of these tells most about why it is treated differently."""


def _kind(character: str) -> str:
    """What kind of character it is, for the name of a group."""
    category = unicodedata.category(character)
    if character.isspace():
        return "spaces"
    if character.isascii():
        return "letters" if character.isalpha() else "digits" if character.isdigit() else "signs"
    if category == "Lo":
        return "letters without case"
    return {"L": "letters beyond ASCII", "N": "numbers beyond ASCII", "M": "marks"}.get(category[0], "signs")
