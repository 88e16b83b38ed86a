"""Removes what a run left on a service that nothing ever empties, and says what is there still.

Gently: a service that mixes up its scopes must not lose what is somebody else's. Sessions are deleted first, then single memories
that are canaries; a scope is emptied as a whole only where nothing else helped, and where a name of it is the run's own
and keeps it apart.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial

from memory_conformance.backend import Backend, BackendError, ErrorCode, Gone, HarnessError, Speaker
from memory_conformance.connect.beside import beside
from memory_conformance.connect.configuration import Entry
from memory_conformance.connect.connectable import connect_entry
from memory_conformance.connect.journal import Journal
from memory_conformance.connect.metered import Metered
from memory_conformance.leaks.principals import Principals
from memory_conformance.model import Capability, Crossing, Hello, Memory
from memory_conformance.scopes.canary import QUERY
from memory_conformance.steps.visibility import bounds_of

Names = tuple[tuple[str, str], ...]
"""A scope that can be a key: its fields and names."""
_NOTHING_THERE = frozenset({ErrorCode.NOT_FOUND, ErrorCode.INVALID_ARGUMENT})
"""A scope whose names are refused was refused when something was to be added to it, too."""
_NAME = re.compile("(?<![a-z])[a-z]{15}(?![a-z])")
"""The invented name of a canary, of whatever run. It also stands in ids of sessions in scopes that are somebody's own."""


@dataclass
class Cleaned:
    """What became of what a run left: how many sessions are gone of how many, and what is still there, by scope.

    ``errors`` are what the service answered where it did not remove something, or did not show what is there.
    """

    sessions: int = 0
    gone: int = 0
    left: dict[Names, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Place:
    """A scope that a run wrote to, as it is reached; ``own`` says that a name of it is the run's own, and keeps it apart, so that
    nobody is in it.
    """

    backend: Backend
    instance: str
    scope: Names
    sessions: Sequence[str]
    own: bool


def clean_up(entry: Entry, journal: Journal, keys: Principals | None = None, *, only_list: bool = False) -> Cleaned:
    """Connect what a journal is about, and clean it; scopes of ``keys`` are reached by their own.

    Raises `UsageError` for principals that it cannot have, and `HarnessError` where it cannot be asked.
    """
    with ExitStack() as opened:
        backend = Metered(connect_entry(entry).backend, entry.terms)
        opened.callback(backend.disconnect)
        hello = entry.introduced(backend.hello())
        by_key: dict[Names, Backend] = {}
        if keys is not None:
            keys.check(entry, journal.connectable, hello)
            for one in keys.connected(entry, hello):
                opened.callback(one.backend.disconnect)
                by_key[tuple(one.scope.items())] = beside(one.backend, backend)
        try:
            return clean(backend, hello, journal, by_key=by_key, only_list=only_list)
        except BackendError as error:
            raise HarnessError(f"{journal.connectable}: {error}", log=error.log) from None


def clean(
    backend: Backend,
    hello: Hello,
    journal: Journal,
    *,
    by_key: Mapping[Names, Backend] | None = None,
    only_list: bool = False,
    sleep: Callable[[float], None] = time.sleep,
) -> Cleaned:
    """Remove what a journal tells of by whatever the backend declares, and look for what is left. ``by_key`` are the backends of scopes
    that are reached by a key of their own.

    Raises `BackendError` where a harness fails.
    """
    cleaned = Cleaned(sessions=sum(map(len, journal.sessions.values())))
    instance = backend.open({})
    try:
        places = [
            _Place((by_key or {}).get(scope, backend), instance, scope, sessions, _is_own(hello, scope, journal.run))
            for scope, sessions in journal.sessions.items()
        ]
        cleaned.left = _still_there(places, hello, cleaned, {place.scope: len(place.sessions) for place in places})
        for remove in () if only_list else (_by_session, _by_memory, _by_user):
            unknown: dict[Names, int] = {}
            for place in places:
                if place.scope in cleaned.left:
                    unknown[place.scope] = 0 if _did(remove(place, hello), cleaned) else cleaned.left[place.scope]
            if any(count == 0 for count in unknown.values()):
                sleep(bounds_of(hello).forget)
                cleaned.left = _still_there(
                    [place for place in places if place.scope in unknown], hello, cleaned, unknown
                )
        cleaned.gone = sum(len(place.sessions) for place in places if place.scope not in cleaned.left)
    finally:
        backend.close(instance)
    return cleaned


def _is_own(hello: Hello, scope: Names, run: str) -> bool:
    field = next((one for one in hello.scope if one.name == hello.own_field), None)
    if field is None or field.crossing is Crossing.SHARED:
        # Where memories are shared between all names, a name of the run's own has the memories of everybody.
        return False
    return dict(scope).get(field.name, "").startswith(f"{run}-")


def _by_session(place: _Place, hello: Hello) -> Iterator[Callable[[], None]]:
    if Capability.DELETE_SESSION in hello.capabilities:
        for session in place.sessions:
            # In a scope that is somebody's, a session of a usual name may be theirs.
            if place.own or _NAME.search(session):
                yield partial(place.backend.delete_session, place.instance, dict(place.scope), session)


def _by_memory(place: _Place, hello: Hello) -> Iterator[Callable[[], None]]:
    if Capability.DELETE_MEMORY in hello.capabilities:
        for memory in _shown(place, hello):
            if memory.id is not None and _is_canary(memory):
                yield partial(place.backend.delete_memory, place.instance, dict(place.scope), memory.id)


def _by_user(place: _Place, hello: Hello) -> Iterator[Callable[[], None]]:
    if Capability.DELETE_USER in hello.capabilities and place.own:
        yield partial(place.backend.delete_user, place.instance, dict(place.scope))


def _did(acts: Iterator[Callable[[], None]], cleaned: Cleaned) -> bool:
    """Do all of that, and say whether there was anything to do, and it was done. What is gone already is done."""
    done = False
    try:
        for act in acts:
            try:
                act()
            except BackendError as error:
                if error.code is not ErrorCode.NOT_FOUND:
                    raise
            done = True
    except BackendError as error:
        _keep(error, cleaned)
        return False
    return done


def _still_there(
    places: Sequence[_Place], hello: Hello, cleaned: Cleaned, unknown: Mapping[Names, int]
) -> dict[Names, int]:
    """How much is left in each scope. Where nothing is shown, as many as are ``unknown``: a search finds canaries alone."""
    left = {}
    for place in places:
        count = unknown[place.scope]
        try:
            _settle(place, hello)
            shown = [memory for memory in _shown(place, hello) if place.own or _is_canary(memory)]
        except BackendError as error:
            if error.code in _NOTHING_THERE:
                continue
            _keep(error, cleaned)
            count = len(place.sessions)
        else:
            count = len(shown) if shown or Capability.LIST_MEMORIES in hello.capabilities else count
        if count:
            left[place.scope] = count
    return left


def _settle(place: _Place, hello: Hello) -> None:
    if Capability.SETTLE in hello.capabilities:
        place.backend.settle(place.instance, dict(place.scope))


def _shown(place: _Place, hello: Hello) -> list[Memory]:
    if Capability.LIST_MEMORIES in hello.capabilities:
        return place.backend.list_memories(place.instance, dict(place.scope))
    return place.backend.search(place.instance, dict(place.scope), QUERY)


def _is_canary(memory: Memory) -> bool:
    text = memory.text().casefold()
    return "neighbour" in text and "spare key" in text and _NAME.search(text) is not None


def _keep(error: BackendError, cleaned: Cleaned) -> None:
    refused = error.code is ErrorCode.PERMISSION_DENIED
    if isinstance(error, Gone) or (error.speaker is Speaker.HARNESS and not refused):
        raise error
    cleaned.errors.append(str(error))
