"""Who writes what: scopes that are near each other, and sessions of canaries that are called the same everywhere. Makes no calls."""

from __future__ import annotations

import random
from dataclasses import dataclass

from memory_conformance.faulty_line.judging import Written
from memory_conformance.model import Content, Crossing, Event, Hello, Part, Scope, Session
from memory_conformance.scopes.canary import Canaries

_USERS = ("user1", "user10", "user100", "user")
_OTHER = "travel"
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday")
_BEFORE = "sunday"
_FIRST = 1_772_442_000.0
"""When the first event takes place, in seconds since the epoch."""


@dataclass(frozen=True)
class Size:
    """How much is written: so many sessions of each user, each of so many events.

    Every other session is handed over once, and not again where that is not acknowledged: what nobody was told of is what may be there
    in part. The others are handed over so often at most, each time with so many tries at most until it is acknowledged.
    """

    sessions: int = 6
    events: int = 4
    additions: int = 2
    tries: int = 3


class Plot:
    """What is written in one examination. Scopes go by their numbers."""

    def __init__(self, hello: Hello, prefix: str, seed: int, size: Size) -> None:
        self.scopes = scopes_of(hello, prefix)
        self.canaries = Canaries(f"{prefix}{seed}")
        self._seed = seed
        self._size = size

    def before(self) -> Session:
        """The session of the first scope that is there before anything goes wrong."""
        return self._session(0, _BEFORE, self._size.sessions)

    def sessions(self, owner: int) -> list[Session]:
        """The sessions of a scope."""
        weeks = [f"{_DAYS[number % len(_DAYS)]}{number // len(_DAYS) or ''}" for number in range(self._size.sessions)]
        return [self._session(owner, name, number) for number, name in enumerate(weeks)]

    def everything(self) -> list[Written]:
        """All that may ever be written, of which nothing is known but whose it is."""
        named = [(owner, session) for owner in range(len(self.scopes)) for session in self.sessions(owner)]
        return [self.written(one, owner, acknowledged=False) for owner, one in [*named, (0, self.before())]]

    def acts(self, owner: int) -> list[tuple[Session, int]]:
        """What a user does, in order: the session that is handed over, and how often that is tried until it is acknowledged."""
        drawn = random.Random(f"{self._seed}/{owner}")
        acts = []
        for number, session in enumerate(self.sessions(owner)):
            if number % 2:
                acts.append((session, 1))
            else:
                times = range(drawn.randint(1, self._size.additions))
                acts += [(session, drawn.randint(1, self._size.tries)) for _ in times]
        drawn.shuffle(acts)
        return acts

    def written(self, session: Session, owner: int, *, acknowledged: bool) -> Written:
        """A session as it is judged."""
        texts = (event.content.text() for event in session.events if event.content is not None)
        return Written(owner, session.id, tuple(n for text in texts for n in self.canaries.in_text(text)), acknowledged)

    def _session(self, owner: int, name: str, number: int) -> Session:
        """A session. Others have one of the same id, with events of the same ids: these say nothing of whose it is."""
        count = self._size.events
        first = (owner * (self._size.sessions + 1) + number) * count
        events = [
            Event(
                id=f"{name}-{at + 1}",
                author="user",
                timestamp=_FIRST + 3600 * number + 60 * at,
                content=Content(role="user", parts=[Part(text=self.canaries.text(first + at))]),
            )
            for at in range(count)
        ]
        scope = self.scopes[owner]
        return Session(
            id=name,
            app_name=scope.get("app", ""),
            user_id=scope.get("user", ""),
            events=events,
            last_update_time=events[-1].timestamp,
        )


def scopes_of(hello: Hello, prefix: str) -> list[Scope]:
    """Scopes of which none may see another's, with names that are near each other.

    They differ in the innermost field that is a border; one more differs in another such field alone. Without a border there is one.
    """
    usual = {field.name: "shop" if field.name == "app" else "main" for field in hello.scope}
    borders = [field.name for field in hello.scope if field.crossing is Crossing.LEAK]
    inner = "user" if "user" in borders else borders[-1] if borders else None
    scopes = [{**usual, inner: name} for name in _USERS] if inner is not None else [usual]
    others = [name for name in borders if name != inner]
    if others:
        scopes[-1] = {**scopes[0], others[0]: _OTHER}
    return [hello.its_own(scope, prefix) for scope in scopes]


def in_words(scope: Scope) -> str:
    """A scope in words, the innermost field first."""
    return " of ".join(f'{field} "{value}"' for field, value in reversed(list(scope.items()))) or "everybody"
