"""Services of this process that are watched: what they are asked is kept, to be looked at afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from leaks.machine_toys import EVERYTHING, JoinedKey, Sound
from memory_conformance.backend import Backend
from memory_conformance.connect.wrapped import Result, Wrapped
from memory_conformance.model import Content, Memory, Part, Scope, Session
from memory_conformance.scopes.canary import QUERY
from memory_conformance.turn import Ending, ModelRequest, Played, Turn


class Spied(Wrapped):
    """Keeps what is asked, of all that there ever are of it: how often, and which sessions are added."""

    calls: ClassVar[Counter[str]] = Counter()
    added: ClassVar[Counter[tuple[Any, ...]]] = Counter()

    def around(self, operation: str, call: Callable[[], Result]) -> Result:
        self.calls[operation] += 1
        return call()

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.added[instance, *scope.items(), session.id] += 1
        super().add_session(instance, scope, session)

    @classmethod
    def forget(cls) -> None:
        """Begin anew."""
        cls.calls.clear()
        cls.added.clear()

    @classmethod
    def added_twice(cls) -> list[tuple[Any, ...]]:
        """The sessions that were added more than once, each with its scope."""
        return [session for session, times in cls.added.items() if times > 1]


class LookingUp(Sound):
    """Looks up in each turn what all canaries answer to."""

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        told = Content(role="user", parts=[Part(text=one.text()) for one in self.search(instance, scope, QUERY)])
        return Played(requests=[ModelRequest(contents=[turn.content, told])], ending=Ending.ANSWERED)


class Forever(LookingUp):
    """Sound, and never empty."""

    fields: Mapping[str, Any] = {"capabilities": EVERYTHING, "reset": "none"}

    def __init__(self) -> None:
        super().__init__()
        self.instances["it"] = {}

    def open(self, settings: Mapping[str, Any]) -> str:
        return "it"

    def close(self, instance: str) -> None:
        return


class LeakingForever(Forever, JoinedKey):
    """Never empty, and leaking, so that what was found is made smaller and played again."""


REAL = "The diagnosis of Mrs Vandermeer came back on Tuesday"


class ShowingRealData(LookingUp):
    """Shows everybody what somebody told it long ago, on every way to read."""

    def real(self) -> Memory:
        """What that was."""
        return Memory(content=Content(role="user", parts=[Part(text=REAL)]), id="real-1")

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return [*super().search(instance, scope, query), self.real()]

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return [self.real(), *super().list_memories(instance, scope)]

    def get_memory(self, instance: str, scope: Scope, memory_id: str) -> Memory:
        super().get_memory(instance, scope, memory_id)
        return self.real()

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        played = super().play_turn(instance, scope, turn)
        played.requests[0].contents.append(self.real().content)
        return played


class ShowingRealDataAndLeaking(ShowingRealData, JoinedKey):
    """And canaries of others, too, so that what is shown is told in full."""


def forever() -> Backend:
    """Sound, never empty, and watched."""
    return Spied(Forever())


def leaking_forever() -> Backend:
    """Leaking, never empty, and watched."""
    return Spied(LeakingForever())
