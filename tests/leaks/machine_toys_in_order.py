"""Services that leak, or only seem to, by what was asked before, or by a search that nothing answers."""

from __future__ import annotations

from leaks.machine_toys import Sound
from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.model import Memory, Scope, Session
from memory_conformance.turn import Ending, ModelRequest, Played, Turn


class ShowsAllForNothing(Sound):
    """Takes a search for nothing for one by somebody who may see everything."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        if query:
            return super().search(instance, scope, query)
        return [one for memories in self.instances[instance].values() for one in memories]


class AnswersAsBefore(Sound):
    """Answers with what it found last, for whomever, where it finds nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.last: dict[str, list[Memory]] = {}

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        found = super().search(instance, scope, query)
        if found:
            self.last[instance] = found
        return found or self.last.get(instance, [])


class NamesTheLastBeside(Sound):
    """Says beside each memory, in capitals, what anybody told it last."""

    def __init__(self) -> None:
        super().__init__()
        self.last: dict[str, str] = {}

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        super().add_session(instance, scope, session)
        self.last[instance] = " ".join(event.content.text() for event in session.events if event.content is not None)

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        beside = {"custom_metadata": {"last": self.last.get(instance, "").upper()}}
        return [one.model_copy(update=beside) for one in super().search(instance, scope, query)]


class OpenAfterAFailure(Sound):
    """Once it has failed to delete a session that is not there, the next search is for everybody's."""

    def __init__(self) -> None:
        super().__init__()
        self.open_for: set[str] = set()

    def delete_session(self, instance: str, scope: Scope, session_id: str) -> None:
        if (self.owner(scope), session_id) not in self.instances[instance]:
            self.open_for.add(instance)
            raise BackendError(ErrorCode.NOT_FOUND, "no such session")
        super().delete_session(instance, scope, session_id)

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        if instance not in self.open_for:
            return super().readable(instance, scope)
        self.open_for.remove(instance)
        return [one for memories in self.instances[instance].values() for one in memories]


class ListsWhoSearchedLast(Sound):
    """Its list is that of whoever searched last."""

    def __init__(self) -> None:
        super().__init__()
        self.last: dict[str, Scope] = {}

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        self.last[instance] = dict(scope)
        return super().search(instance, scope, query)

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return super().list_memories(instance, self.last.get(instance, scope))


class NothingForNobody(Sound):
    """Says that there is no such user where somebody has nothing, also to whoever deletes that."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        self.check(instance, scope)
        return super().search(instance, scope, query)

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        self.check(instance, scope)
        return super().list_memories(instance, scope)

    def delete_user(self, instance: str, scope: Scope) -> None:
        self.check(instance, scope)
        super().delete_user(instance, scope)

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        if not self.of(instance, scope):
            return Played(requests=[ModelRequest(contents=[turn.content])], ending=Ending.ANSWERED)
        return super().play_turn(instance, scope, turn)

    def check(self, instance: str, scope: Scope) -> None:
        """Raises `BackendError` for somebody who has nothing."""
        if not self.of(instance, scope):
            raise BackendError(ErrorCode.NOT_FOUND, "no such user")


class RefusesToSearchForNothing(Sound):
    """Takes no query without a word in it."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        if not query.strip():
            raise BackendError(ErrorCode.INVALID_ARGUMENT, "a query has words")
        return super().search(instance, scope, query)


class ShowsNothing(Sound):
    """Keeps what it is told to itself."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return []

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return []
