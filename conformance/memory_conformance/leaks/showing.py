"""Makes the smallest history of each kind of leak that a lattice showed: one scope remembers, and another, which may, too, looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import count

from memory_conformance.histories.generating import TIMES
from memory_conformance.histories.history import Call
from memory_conformance.leaks.kinds import Kind, words_of
from memory_conformance.leaks.machine.smaller import shown
from memory_conformance.leaks.machine.violation import Violation, shown_by
from memory_conformance.leaks.machine.watch import OF, Unplayed, Watch
from memory_conformance.leaks.telling import way_of
from memory_conformance.model import Content, Event, Part, Session
from memory_conformance.report.proved import LeakKind, LeakSeen
from memory_conformance.scopes.canary import QUERY, Canaries
from memory_conformance.scopes.lattice import SESSION
from memory_conformance.scopes.pairs import Path
from memory_conformance.target import Target
from memory_conformance.turn import Tool, Turn

MOST = 12
"""Kinds for which a history is made; the others are told in words."""


def shown_kinds(
    target: Target, kinds: Sequence[Kind], sessions: Mapping[tuple[str, ...], str]
) -> tuple[list[LeakKind], bool]:
    """The kinds as they are kept, each with a history that was played again and shows it, where one does. ``sessions`` have by names
    the ids of the sessions that were added there.

    And whether somebody interrupted it: then the kinds that are left are told in words, as what was found is not to be lost.
    """
    canaries, numbers = Canaries(f"{target.prefix}shown"), count(1)
    kept, interrupted = [], False
    for number, kind in enumerate(kinds):
        told = LeakKind(
            rules=sorted(kind.rules),
            path=kind.path.value,
            words=words_of(kind),
            seen=len(kind.seen),
            found_by="lattice",
        )
        leak = kind.plainest
        if number < MOST and leak.owner is not None and not interrupted:
            texts = canaries.text(2 * number), canaries.text(2 * number + 1)
            histories = _histories(leak, kind.path, texts, sessions)
            try:
                violation = _first_shown(histories, partial(_watch, target, canaries, numbers))
            except KeyboardInterrupt:
                violation, interrupted = None, True
            if violation is not None:
                told = told.model_copy(update={"operations": len(violation.history), "way": way_of(violation, target)})
        kept.append(told)
    return kept, interrupted


def _first_shown(histories: Iterable[tuple[Call, ...]], fresh: Callable[[], Watch]) -> Violation | None:
    for history in histories:
        with suppress(Unplayed):
            violation = shown(shown_by(history[-1]), history, fresh)
            if violation is not None:
                return violation
    return None


def _watch(target: Target, canaries: Canaries, numbers: count[int]) -> Watch:
    return Watch(target.backend, target.hello, canaries, f"{target.prefix}shown{next(numbers)}-")


def _histories(
    leak: LeakSeen, path: Path, texts: tuple[str, str], sessions: Mapping[tuple[str, ...], str]
) -> Iterator[tuple[Call, ...]]:
    """What the owner remembers, and how the reader looks; then the same with what the reader remembers, before it and after it, and
    with the owner, who looks first.
    """
    (text, other), (owner, reader) = texts, (leak.owner or {}, leak.reader)
    looks = _looks(owner, reader, path, text)
    if not looks:
        return
    added, own = (
        Call(
            "add_session",
            {"scope": dict(scope), "session": _session(scope, sessions.get(tuple(scope.values()), SESSION), told)},
        )
        for scope, told in ((owner, text), (reader, other))
    )
    yield added, *looks
    yield own, added, *looks
    yield added, own, *looks
    if path is not Path.GET:
        yield added, *_looks(owner, owner, path, text), *looks


def _looks(owner: Mapping[str, str], reader: Mapping[str, str], path: Path, text: str) -> tuple[Call, ...]:
    """How the reader looks; empty for a way that is no single look."""
    search = {"query": QUERY}
    if path is Path.SEARCH:
        return (Call("search", {"scope": dict(reader), **search}),)
    if path is Path.LIST:
        return (Call("list_memories", {"scope": dict(reader)}),)
    if path is Path.GET:
        found = Call("search", {"scope": dict(owner), **search})
        return found, Call("get_memory", {"scope": dict(reader), "memoryId": {OF: text}})
    if path in (Path.LOAD, Path.PRELOAD):
        return (Call("play_turn", {"scope": dict(reader), "turn": _turn(path)}),)
    return ()


def _session(scope: Mapping[str, str], name: str, text: str) -> dict[str, object]:
    # The time that the sentence "remembers" gives an event: of what is told in a table no sentence says "it".
    event = Event(id="e1", author="user", timestamp=TIMES[0], content=Content(role="user", parts=[Part(text=text)]))
    session = Session(
        id=name,
        app_name=scope.get("app", ""),
        user_id=scope.get("user", ""),
        events=[event],
        last_update_time=TIMES[0],
    )
    return session.to_wire()


def _turn(path: Path) -> dict[str, object]:
    call = Content(role="model", parts=[Part(function_call={"name": Tool.LOAD.value, "args": {"query": QUERY}})])
    return Turn(
        session="talk",
        content=Content(role="user", parts=[Part(text=QUERY)]),
        tools=[Tool.PRELOAD if path is Path.PRELOAD else Tool.LOAD],
        script=[] if path is Path.PRELOAD else [call],
    ).to_wire()
