"""Makes of something that was seen a violation: which call it comes from, and what was expected instead."""

from __future__ import annotations

from collections.abc import Mapping

from memory_conformance.histories.history import Call, events_of, text_of
from memory_conformance.leaks.machine.violation import LOOKS, Breach, Kind, Violation, done_by, shown_by
from memory_conformance.leaks.machine.watch import Sighting, Watch
from memory_conformance.sentence import quote

_SHOWS = {
    "search": "the search shows",
    "list_memories": "the list shows",
    "get_memory": "its id opens",
    "play_turn": "the model gets",
}


def explained(watch: Watch, sighting: Sighting, again: Watch | None = None) -> Violation:
    """What was seen at the last call so far, as a violation. ``again`` is a fresh watch, on which the history is played anew.

    Without it, or where no call that writes was seen to take away what is missing, that is lost by whoever told it. Raises `Unplayed`.
    """
    history = tuple(watch.calls)
    text, owner = _told(watch, sighting.canary)
    last = history[-1]
    match sighting.breach:
        case Breach.SHOWN:
            kind = shown_by(last)
        case Breach.BACK:
            kind = done_by(watch.model.deleted_by[sighting.canary], Breach.BACK)
        case _:
            lost = _lost_at(again, history, sighting.canary) if again is not None else None
            kind = _blamed(watch, history, sighting.canary, lost)
    shows = f"{_SHOWS[last.operation]} {quote(text)}"
    reader: Mapping[str, str] = last.parameters["scope"]
    match kind.breach:
        case Breach.SHOWN:
            expected, seen = f"nothing of others for {_named(reader)}", f"{shows}, which {_named(owner)} was told"
        case Breach.BACK:
            expected, seen = f"not {quote(text)}, which was deleted", shows
        case Breach.CHANGED | Breach.LOST:
            gone = "any more" if kind.breach is Breach.CHANGED else "at all"
            expected, seen = f"{quote(text)} for its owner", f"{_SHOWS[last.operation]} no such memory {gone}"
    name = watch.canaries.name(sighting.canary)
    return Violation(kind, history, text, name, owner, expected, seen, frozenset(watch.failed))


def _told(watch: Watch, canary: int) -> tuple[str, Mapping[str, str]]:
    """What a canary says, and who was told it."""
    for call in watch.calls:
        for event in events_of([call]):
            text = text_of(event.get("content"))
            if canary in watch.canaries.in_text(text):
                return text, call.parameters["scope"]
    raise ValueError(f"canary {canary} was told to nobody")


def _lost_at(again: Watch, history: tuple[Call, ...], canary: int) -> int | None:
    """The call that writes at which what was to be found is lost: asked after each call. None where it is lost at none, this time."""
    look = history[-1]
    for at, call in enumerate(history[:-1]):
        again.make(call)
        if canary in again.model.held(again.owner(look)) and not again.finds(look, canary):
            return at if _writes(call) else None
    return None


def _blamed(watch: Watch, history: tuple[Call, ...], canary: int, lost: int | None) -> Kind:
    """Whose call took away what is missing; ``lost`` says at which it was seen to be lost."""
    owner = watch.owner(history[-1])
    if lost is None:
        writes = [at for at, call in enumerate(history) if _writes(call)]
        # Not by what others did since: that took nothing away when it was looked for.
        lost = max(at for at in writes if canary in _canaries_of(watch, history[at]))
    call = history[lost]
    if watch.owner(call) == owner:
        return done_by(call.operation, Breach.LOST)
    foreign_id = "memoryId" in call.parameters and _told(watch, watch.meant(call))[1] != call.parameters["scope"]
    return done_by(call.operation, Breach.CHANGED, by_foreign_id=foreign_id)


def _writes(call: Call) -> bool:
    return call.operation not in LOOKS and call.operation != "settle"


def _canaries_of(watch: Watch, call: Call) -> set[int]:
    return {one for event in events_of([call]) for one in watch.canaries.in_text(text_of(event.get("content")))}


def _named(scope: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {quote(value)}" for name, value in scope.items())
