"""Makes the smallest history of each kind of leak that a lattice showed: one scope remembers, and another looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import count

from memory_conformance.histories.history import Call
from memory_conformance.leaks.kinds import Kind, words_of
from memory_conformance.leaks.machine.smaller import shown
from memory_conformance.leaks.machine.violation import shown_by
from memory_conformance.leaks.machine.watch import OF, Unplayed, Watch
from memory_conformance.leaks.telling import way_of
from memory_conformance.model import Content, Event, Part, Session
from memory_conformance.report.proved import LeakKind, LeakSeen
from memory_conformance.scopes.canary import QUERY, Canaries
from memory_conformance.scopes.lattice import SESSION
from memory_conformance.scopes.pairs import Path
from memory_conformance.steps.stage import FIRST_EVENT
from memory_conformance.target import Target
from memory_conformance.turn import Tool, Turn

MOST = 12
"""Kinds for which a history is made; the others are told in words."""


def shown_kinds(target: Target, kinds: Sequence[Kind]) -> list[LeakKind]:
    """The kinds as they are kept, each with a history that was played again and shows it, where one does."""
    canaries, numbers = Canaries(f"{target.prefix}shown"), count(1)
    kept = []
    for number, kind in enumerate(kinds):
        told = LeakKind(
            rules=sorted(kind.rules),
            path=kind.path.value,
            words=words_of(kind),
            seen=len(kind.seen),
            found_by="lattice",
        )
        leak = kind.plainest
        history = _history(leak, kind.path, canaries.text(number)) if number < MOST and leak.owner is not None else None
        if history is not None:
            fresh = partial(_watch, target, canaries, numbers)
            try:
                violation = shown(shown_by(history[-1]), history, fresh)
            except Unplayed:
                violation = None
            if violation is not None:
                told = told.model_copy(update={"operations": len(history), "way": way_of(violation, target)})
        kept.append(told)
    return kept


def _watch(target: Target, canaries: Canaries, numbers: count[int]) -> Watch:
    return Watch(target.backend, target.hello, canaries, f"{target.prefix}shown{next(numbers)}-")


def _history(leak: LeakSeen, path: Path, text: str) -> tuple[Call, ...] | None:
    """What the owner remembers, and how the reader looks; None for a way that is more than one look."""
    owner, reader = leak.owner or {}, leak.reader
    added = Call("add_session", {"scope": dict(owner), "session": _session(owner, text)})
    search = {"query": QUERY}
    if path is Path.SEARCH:
        return added, Call("search", {"scope": dict(reader), **search})
    if path is Path.LIST:
        return added, Call("list_memories", {"scope": dict(reader)})
    if path is Path.GET:
        found = Call("search", {"scope": dict(owner), **search})
        return added, found, Call("get_memory", {"scope": dict(reader), "memoryId": {OF: text}})
    if path in (Path.LOAD, Path.PRELOAD):
        return added, Call("play_turn", {"scope": dict(reader), "turn": _turn(path)})
    return None


def _session(scope: Mapping[str, str], text: str) -> dict[str, object]:
    event = Event(id="e1", author="user", timestamp=FIRST_EVENT, content=Content(role="user", parts=[Part(text=text)]))
    session = Session(
        id=SESSION,
        app_name=scope.get("app", ""),
        user_id=scope.get("user", ""),
        events=[event],
        last_update_time=FIRST_EVENT,
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
