"""What one case has written and made forget, and until when that may stay unseen. Makes no calls."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from memory_conformance.model import Scope
from memory_conformance.steps.visibility import Visibility

Owner = tuple[tuple[str, str], ...]
"""The fields of a scope, as a key."""

_PRECISION = 0.25
"""How far apart, as a part of the bound, two looks may be that measure how long something took."""
_LONGEST_QUERY = 200
"""Characters of the words by which a text is looked for: enough to tell it from any other."""


def owner_of(scope: Scope) -> Owner:
    """A scope as a key."""
    return tuple(scope.items())


@dataclass(frozen=True)
class Act:
    """Something that changed what is remembered: in this scope, or, where it is None, anywhere. All of it shows by ``deadline``.

    ``texts`` are those that it added.
    """

    owner: Owner | None
    texts: tuple[str, ...]
    deadline: float


@dataclass(frozen=True)
class Expected:
    """A text that is to appear in a scope, or to vanish from it: from ``since``, when the call ended, to ``deadline``."""

    owner: Owner
    text: str
    vanishing: bool
    since: float
    deadline: float

    @property
    def query(self) -> str:
        """The text's own words."""
        if len(self.text) <= _LONGEST_QUERY:
            return self.text
        cut = self.text[:_LONGEST_QUERY]
        return cut.rpartition(" ")[0].strip() or cut


class _State(Enum):
    """What is known of a text that a scope was told."""

    UNKNOWN = "unknown"
    SEEN = "seen"
    GONE = "gone"


class Pending:
    """The ledger of a case.

    What can be recognised, a text that appears where it never was or one that vanishes where it was seen, is `expected`, and can
    be asked for. All else takes its time: until `blind`, nothing tells whether it has happened.
    """

    def __init__(self, visibility: Visibility) -> None:
        self.acts: list[Act] = []
        self.expected: list[Expected] = []
        self.blind = 0.0
        self.unsettled: dict[Owner, Scope] = {}
        """The scopes that were written to since they were last settled."""
        self.missed_at: float | None = None
        """When what is asked now was asked before, and did not show what was expected; None where it was not."""
        self._visibility = visibility
        self._told: dict[Owner, dict[str, _State]] = {}
        self._held: dict[tuple[Owner, str], list[str]] = {}
        self._lock = threading.Lock()

    def wrote(self, scope: Scope, session: str, texts: Sequence[str | None], *, replaces: bool) -> None:
        """A session was added, or with ``replaces`` false, events of one. ``texts`` has one for each event, None where it has none."""
        owner, now, bounds = owner_of(scope), self._visibility.clock.now(), self._visibility.bounds
        said = [text for text in texts if text and text.strip()]
        with self._lock:
            before = self._held.get((owner, session), [])
            self._held[owner, session] = said if replaces else [*before, *said]
            dropped = [text for text in dict.fromkeys(before) if not self._is_held(owner, text)]
            deadline = now + max(bounds.write, bounds.forget if dropped else 0.0)
            recognised = [self._vanishes(owner, text, now, deadline) for text in dropped]
            recognised += [self._appears(owner, text, now, deadline) for text in said]
            self._acted(Act(owner, tuple(said), deadline), scope, bool(recognised) and len(said) == len(texts))
            if not all(recognised):
                self.blind = max(self.blind, deadline)

    def forgot(self, scope: Scope, *, session: str | None = None, text: str | None = None) -> None:
        """A session was deleted, or one memory that says ``text``; with neither, all of the scope."""
        self._forget(
            scope, [key for key in self._held if key[0] == owner_of(scope) and session in (None, key[1])], text
        )

    def forgot_something(self, scope: Scope) -> None:
        """Something was deleted, or not: it cannot be told what."""
        self._forget(scope, [], None)

    def changed(self) -> None:
        """The application changed an object that it had handed over, or was given."""
        with self._lock:
            self._acted(Act(None, (), self._visibility.clock.now() + self._visibility.bounds.write), None, False)

    def saw(self, owner: Owner, shown: Iterable[str], at: float) -> None:
        """A search that began at this time showed these memories."""
        with self._lock:
            memories = list(shown)
            for one in [one for one in self.expected if one.owner == owner and not one.vanishing]:
                if self.shows(owner, memories, one.text):
                    self._met(one, at)

    def saw_no(self, owner: Owner, text: str, at: float) -> None:
        """A search that showed this text before, and began at this time, does not show it any more."""
        with self._lock:
            for one in [one for one in self.expected if one.owner == owner and one.vanishing and one.text == text]:
                self._met(one, at)

    def still_expected(self) -> list[Expected]:
        """What is expected still. What is overdue is not: it is as visible as it will ever be."""
        now = self._visibility.clock.now()
        with self._lock:
            self.expected = [one for one in self.expected if one.deadline > now]
            return list(self.expected)

    def shows(self, owner: Owner, memories: Iterable[str], text: str) -> bool:
        """Whether one of these memories says a text, and not merely a longer one that the scope was told."""
        longer = [other for other in self._told.get(owner, ()) if other != text and text in other]
        return any(text in memory and not any(other in memory for other in longer) for memory in memories)

    def was_told(self, owner: Owner, text: str) -> bool:
        """Whether a scope was ever told this text, alone or within another."""
        return any(text in other for other in self._told.get(owner, ()))

    def deadline(self, owner: Owner | None = None) -> float | None:
        """When everything that was done in a scope has to show, or in any; None where nothing was done."""
        return max((act.deadline for act in self.acts if owner is None or act.owner in (owner, None)), default=None)

    def _forget(self, scope: Scope, keys: list[tuple[Owner, str]], text: str | None) -> None:
        owner, now = owner_of(scope), self._visibility.clock.now()
        deadline = now + self._visibility.bounds.forget
        with self._lock:
            dropped: list[str] = []
            for key in keys:
                gone = [one for one in self._held[key] if text is None or text in one]
                self._held[key] = [one for one in self._held[key] if one not in gone]
                dropped += [one for one in gone if one not in dropped]
            recognised = [self._vanishes(owner, one, now, deadline) for one in dropped if not self._is_held(owner, one)]
            self._acted(Act(owner, (), deadline), scope, bool(recognised) and all(recognised))

    def _is_held(self, owner: Owner, text: str) -> bool:
        return any(text in texts for (holder, _), texts in self._held.items() if holder == owner)

    def _acted(self, act: Act, scope: Scope | None, recognised: bool) -> None:
        self.acts.append(act)
        if scope is not None:
            self.unsettled[owner_of(scope)] = scope
        if not recognised:
            self.blind = max(self.blind, act.deadline)

    def _appears(self, owner: Owner, text: str, now: float, deadline: float) -> bool:
        """Expect a text. False where it may be there from before, so that seeing it tells nothing."""
        told = self._told.setdefault(owner, {})
        self._no_longer_expected(owner, text)
        if told.get(text, _State.GONE) is not _State.GONE:
            return False
        told[text] = _State.UNKNOWN
        self.expected.append(Expected(owner, text, False, now, deadline))
        return True

    def _vanishes(self, owner: Owner, text: str, now: float, deadline: float) -> bool:
        """Expect a text to go. False where it was never seen, so that not seeing it tells nothing."""
        self._no_longer_expected(owner, text)
        seen = self._told[owner][text] is _State.SEEN
        self._told[owner][text] = _State.UNKNOWN
        if seen:
            self.expected.append(Expected(owner, text, True, now, deadline))
        return seen

    def _no_longer_expected(self, owner: Owner, text: str) -> None:
        self.expected = [one for one in self.expected if (one.owner, one.text) != (owner, text)]

    def _met(self, one: Expected, at: float) -> None:
        self.expected.remove(one)
        self._told[one.owner][one.text] = _State.GONE if one.vanishing else _State.SEEN
        # How long it took is known as well as the looks were close to each other: one that came late tells nothing.
        if at - (one.since if self.missed_at is None else self.missed_at) <= (one.deadline - one.since) * _PRECISION:
            lag = self._visibility.lag.forget if one.vanishing else self._visibility.lag.write
            # A look that was due at the bound and came a little later does not say that it took any longer.
            lag.append(max(0.0, min(at, one.deadline) - one.since))
