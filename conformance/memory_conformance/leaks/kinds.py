"""Leaks by kind: what the names of reader and owner have in common, and on which way it shows. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from memory_conformance.report.proved import LeakSeen
from memory_conformance.report.results import Result
from memory_conformance.scopes.likeness import ANY, EACH, SESSION, Likeness, likeness
from memory_conformance.scopes.pairs import Path
from memory_conformance.steps.member import ascii_or_printable

_FEWEST = 3
"""So many readers show that a field does not count; fewer may have names that a store reads in a way of its own."""
_FEWEST_LETTERS = 3
"""So many letters a plain name has at least."""
UNKNOWN = Likeness((), "is shown what nobody of this run stored")


@dataclass
class Kind:
    """Leaks of one kind. ``rules`` are the ids that it breaks, ``seen`` the leaks, the plainest first after `kinds_of`."""

    path: Path
    likeness: Likeness
    rules: list[str] = field(default_factory=list)
    seen: dict[tuple[tuple[str, ...], tuple[str, ...]], LeakSeen] = field(default_factory=dict)

    ignores_field: bool = False
    """Whether it shows that a field does not count at all: whoever has any other name there is shown the memories."""

    @property
    def plainest(self) -> LeakSeen:
        """The leak whose names are the shortest and the plainest."""
        return min(
            self.seen.values(), key=lambda one: (_strangeness(one.reader) + _strangeness(one.owner or {}), str(one))
        )


def kinds_of(rows: Iterable[Result], sessions: Mapping[tuple[str, ...], str] | None = None) -> list[Kind]:
    """The kinds of leaks that the rows of one backend show, those that show most first. ``sessions`` have by names the ids of the
    sessions that were added there.

    Where whoever has any other name in a field is shown the memories, what the names have in common there is not told: the field does
    not count at all.
    """
    found: dict[tuple[Path, Likeness], Kind] = {}
    for row in rows:
        for leak in (leak for step in row.steps if step.proved is not None for leak in step.proved.seen):
            alike = _likeness(leak, sessions or {})
            kind = found.setdefault((leak.path, alike), Kind(leak.path, alike))
            if row.id not in kind.rules:
                kind.rules.append(row.id)
            kind.seen.setdefault((tuple(leak.reader.values()), tuple((leak.owner or {}).values())), leak)
    _retell(found, _joined_by_anything(found), lambda leak: _likeness(leak, {}))
    uncounted: dict[Path, set[str]] = {}
    for whole in [kind for kind in found.values() if _shows_many(kind)]:
        fields = whole.likeness.fields
        if 2 * len(whole.seen) < sum(
            len(kind.seen) for (path, alike), kind in found.items() if path is whole.path and alike.fields == fields
        ):
            # A store that reads names in ways of its own, and not one that does not read them at all.
            continue
        whole.ignores_field = True
        # On other ways, too, as far as there is anybody of any other name.
        paths = {path for path, alike in found if alike == whole.likeness}
        for key in [key for key in found if key[0] in paths and key[1].fields == fields and key[1].words != ANY]:
            _join(whole, found.pop(key))
        for path in paths:
            uncounted.setdefault(path, set()).update(fields)
    # Beside a field that does not count, the names in the others say why.
    several = [kind for kind in found.values() if len(kind.likeness.fields) > 1]
    beside = [kind for kind in several if uncounted.get(kind.path, set()) & set(kind.likeness.fields)]
    _retell(found, beside, lambda leak: _likeness_beside(leak, uncounted[leak.path]))
    kinds = _by_likeness(found.values())
    alone = {kind.likeness.fields for kind in kinds if len(kind.likeness.fields) == 1}
    # Where each field leaks by itself, that several do so at once is no news.
    kinds = [
        kind for kind in kinds if kind.likeness.words != EACH or not {(one,) for one in kind.likeness.fields} <= alone
    ]
    return sorted(kinds, key=lambda kind: (-len(kind.seen), kind.path.value, kind.likeness))


def _joined_by_anything(found: Mapping[tuple[Path, Likeness], Kind]) -> list[Kind]:
    """Where names read the same with their sessions whatever joins them, nothing joins them: the names alone say why."""
    joined: dict[tuple[Path, tuple[str, ...]], list[Kind]] = {}
    for kind in found.values():
        if SESSION in kind.likeness.fields:
            joined.setdefault((kind.path, kind.likeness.fields), []).append(kind)
    return [kind for kinds in joined.values() if len(kinds) >= _FEWEST for kind in kinds]


def _retell(
    found: dict[tuple[Path, Likeness], Kind], kinds: Iterable[Kind], tell: Callable[[LeakSeen], Likeness | None]
) -> None:
    """Put the leaks of these kinds under what is told of them now; those of which nothing more is to be told are left out."""
    for kind in kinds:
        del found[kind.path, kind.likeness]
        for names, leak in kind.seen.items():
            alike = tell(leak)
            if alike is not None:
                whole = found.setdefault((kind.path, alike), Kind(kind.path, alike))
                _join(whole, Kind(kind.path, alike, kind.rules, {names: leak}))


def _likeness_beside(leak: LeakSeen, uncounted: Collection[str]) -> Likeness | None:
    """What the names have in common in all other fields; None where they are the same there."""
    reader, owner = (
        {field: name for field, name in names.items() if field not in uncounted}
        for names in (leak.reader, leak.owner or {})
    )
    return likeness(reader, owner) if reader != owner else None


def _likeness(leak: LeakSeen, sessions: Mapping[tuple[str, ...], str]) -> Likeness:
    if leak.owner is None:
        return UNKNOWN
    added = (sessions.get(tuple(leak.reader.values()), ""), sessions.get(tuple(leak.owner.values()), ""))
    return likeness(leak.reader, leak.owner, added)


def _shows_many(kind: Kind) -> bool:
    readers = {reader for reader, _ in kind.seen}
    return kind.likeness.words == ANY and len(kind.likeness.fields) == 1 and len(readers) >= _FEWEST


def _by_likeness(kinds: Iterable[Kind]) -> list[Kind]:
    """One kind for each likeness: that of the way on which it shows first. On how many others it shows, the rules tell."""
    joined: dict[Likeness, Kind] = {}
    for kind in kinds:
        if kind.likeness in joined:
            _join(joined[kind.likeness], kind)
        else:
            joined[kind.likeness] = kind
    return list(joined.values())


def _join(kind: Kind, other: Kind) -> None:
    kind.rules += [rule for rule in other.rules if rule not in kind.rules]
    for names, leak in other.seen.items():
        kind.seen.setdefault(names, leak)


def is_told(kinds: Iterable[Kind], rule: str, reader: Mapping[str, str], owner: Mapping[str, str]) -> bool:
    """Whether a leak that breaks a rule is of one of these kinds."""
    alike = likeness(reader, owner)
    return any(
        rule in kind.rules
        and (kind.likeness == alike or (kind.ignores_field and set(kind.likeness.fields) <= set(alike.fields)))
        for kind in kinds
    )


def words_of(kind: Kind) -> str:
    """A kind in one line, with its plainest leak."""
    leak = kind.plainest
    if leak.owner is None:
        return f"{described(leak.reader)} is shown {leak.told}"
    why = f"the {kind.likeness.fields[0]} does not count" if kind.ignores_field else kind.likeness.describe()
    return f"{described(leak.reader)} is shown what {described(leak.owner)} remembers: {why}"


def described(names: Mapping[str, str]) -> str:
    """A scope in one line, innermost field first; what cannot be seen in a name, or told apart, is escaped."""
    return " of ".join(f"{name} {_shortened(value)}" for name, value in reversed(list(names.items())))


def _shortened(name: str, most: int = 60) -> str:
    """A name in quotes that fits a line."""
    if len(name) <= most:
        return ascii_or_printable(name)
    beginning, end = ascii_or_printable(name[: most // 2]), ascii_or_printable(name[-most // 4 :])
    return f"{beginning[:-1]}…{end[1:]} ({len(name):,} characters)"


def _strangeness(names: Mapping[str, str]) -> int:
    """How long names are, where a sign that is no letter or digit of ASCII counts for three, and so does each that is missing."""
    written = (name.ljust(_FEWEST_LETTERS) for name in names.values())
    return sum(1 if sign.isascii() and sign.isalnum() else 3 for name in written for sign in name)


def leaking_pairs(rows: Sequence[Result]) -> int:
    """How many ordered pairs of scopes leak on any way."""
    return len({key for kind in kinds_of(rows) for key in kind.seen})
