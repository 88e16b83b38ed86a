"""Makes a history that breaks a rule as small and as plain as it gets while it still breaks it in the same way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from memory_conformance.histories.history import Call, History, events_of, text_of
from memory_conformance.histories.reducing import reduced
from memory_conformance.leaks.machine.casts import MOST_EVENTS, borders_of, plain
from memory_conformance.leaks.machine.explaining import explained
from memory_conformance.leaks.machine.violation import Breach, Kind, Violation
from memory_conformance.leaks.machine.watch import Watch
from memory_conformance.model import Hello
from memory_conformance.scopes.canary import QUERY


def smallest(violation: Violation, fresh: Callable[[], Watch], hello: Hello) -> Violation:
    """The smallest history found that breaks the same rule by the same operation. ``fresh`` gives a watch on an instance of its own.

    Where the backend does not do it again, it is given as it was seen. Raises `Unplayed`.
    """
    kind = violation.kind
    if shown(kind, violation.history, fresh) is None:
        return replace(violation, repeats=False)
    history = violation.history
    while True:
        before = history
        history = reduced(history, lambda one: shown(kind, one, fresh) is not None, texts=False)
        for ways in (_without_two, _plain_names(hello), _plain_operations, _shared_words, _shorter_names):
            history = _as_far_as(history, ways, lambda one: shown(kind, one, fresh) is not None)
        if history == before:
            break
    found = shown(kind, history, fresh)
    # Seen a moment ago; a backend that is not steady may not do it again.
    return replace(found, seen_in=violation.seen_in) if found is not None else replace(violation, repeats=False)


def shown(kind: Kind, history: History, fresh: Callable[[], Watch]) -> Violation | None:
    """What the last call of a history shows of a kind; None where it does not, or where a call could not be made."""
    if any(call.operation == "add_events" and not call.parameters["events"] for call in history):
        # No sentence says that nothing is added.
        return None
    handed: Counter[str] = Counter()
    for call in history:
        handed[str(call.parameters["scope"])] += len(list(events_of([call])))
    if max(handed.values()) > MOST_EVENTS:
        # Two scopes that were made one.
        return None
    watch = fresh()
    try:
        sightings = []
        for call in history:
            sightings = watch.make(call)
        if tuple(watch.calls) != tuple(history):
            return None
        for sighting in sightings:
            if sighting.breach is Breach.LOST and kind.breach in (Breach.SHOWN, Breach.BACK):
                # Why it is lost takes another play to tell.
                continue
            if sighting.breach is Breach.LOST:
                again = fresh()
                try:
                    found = explained(watch, sighting, again)
                finally:
                    again.close()
            else:
                found = explained(watch, sighting)
            if found.kind == kind:
                return found
        return None
    finally:
        watch.close()


_READABLE = 24
"""Characters of a name that is short enough."""
Ways = Callable[[tuple[Call, ...]], Iterator[tuple[Call, ...]]]


def _as_far_as(history: tuple[Call, ...], ways: Ways, holds: Callable[[History], bool]) -> tuple[Call, ...]:
    """A history made plainer in these ways until none of them holds any more."""
    while plainer := next((one for one in ways(history) if one != history and holds(one)), None):
        history = plainer
    return history


_SHORT = 12
"""Calls of a history from which any two may be left out together, without asking too often."""


def _without_two(history: tuple[Call, ...]) -> Iterator[tuple[Call, ...]]:
    """Without all that one scope does before the last call, or any two calls: neither of them can go where one undoes the other."""
    *before, last = history
    for scope in {str(call.parameters["scope"]): call.parameters["scope"] for call in before}.values():
        yield (*(call for call in before if call.parameters["scope"] != scope), last)
    if len(history) <= _SHORT:
        for one, other in combinations(range(len(before)), 2):
            yield (*(call for at, call in enumerate(before) if at not in (one, other)), last)


def _plain_names(hello: Hello) -> Ways:
    """With the plain names of a scope field in the place of others, also those of fields that `reduced` knows nothing of."""

    def ways(history: tuple[Call, ...]) -> Iterator[tuple[Call, ...]]:
        for field in borders_of(hello):
            names = plain(field)
            for old in dict.fromkeys(call.parameters["scope"][field] for call in history):
                for new in names[: names.index(old)] if old in names else names:
                    yield _renamed(history, field, {old: new})

    return ways


def _plain_operations(history: tuple[Call, ...]) -> Iterator[tuple[Call, ...]]:
    """With a whole session in the place of single events, and a search in that of a list."""
    for at, call in enumerate(history):
        scope = call.parameters["scope"]
        if call.operation == "add_events":
            session = {"id": call.parameters["sessionId"], "events": call.parameters["events"]}
            plainer = Call("add_session", {"scope": scope, "session": session})
            yield (*history[:at], plainer, *history[at + 1 :])
        elif call.operation == "list_memories":
            for query in (QUERY, *_own_words(history)):
                plainer = Call("search", {"scope": scope, "query": query})
                yield (*history[:at], plainer, *history[at + 1 :])


def _own_words(history: tuple[Call, ...]) -> Iterator[str]:
    """Queries for each text that is told, by the words that it does not share with all others."""
    for event in events_of(history):
        yield " ".join(text_of(event.get("content")).split()[1:3])


def _shared_words(history: tuple[Call, ...]) -> Iterator[tuple[Call, ...]]:
    """With a search for the words that all canaries share in the place of one for others."""
    for at, call in enumerate(history):
        if call.operation == "search" and call.parameters["query"] != QUERY:
            yield (*history[:at], Call("search", {**call.parameters, "query": QUERY}), *history[at + 1 :])


def _shorter_names(history: tuple[Call, ...]) -> Iterator[tuple[Call, ...]]:
    """With a piece less in one name, or the same piece less in two that begin alike."""
    for field in history[-1].parameters["scope"]:
        names = list(dict.fromkeys(call.parameters["scope"][field] for call in history))
        for name in names:
            size = len(name) // 2 if len(name) > _READABLE else 0
            while size:
                for start in range(0, len(name) - size + 1, size):
                    piece = name[start : start + size]
                    alike = [one for one in names if one[start : start + size] == piece]
                    for which in dict.fromkeys((tuple(alike), (name,))):
                        shorter = {one: one[:start] + one[start + size :] for one in which}
                        if all(shorter.values()):
                            yield _renamed(history, field, shorter)
                size //= 2


def _renamed(history: tuple[Call, ...], field: str, names: Mapping[str, str]) -> tuple[Call, ...]:
    renamed = []
    for call in history:
        scope = call.parameters["scope"]
        scope = {**scope, field: names.get(scope[field], scope[field])}
        renamed.append(Call(call.operation, {**call.parameters, "scope": scope}))
    return tuple(renamed)
