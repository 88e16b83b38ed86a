"""Services without a fault that are different in one way each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from leaks.lab_toys import Sound, is_plain
from leaks.machine_toys import EVERYTHING, Owner
from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.model import Capability, Content, Memory, Part, Scope, Session


class Refusing(Sound):
    """Refuses everything of unusual names."""

    def owner(self, scope: Scope) -> Owner:
        if not is_plain(scope):
            raise BackendError(ErrorCode.INVALID_ARGUMENT, "a name has letters and digits alone")
        return super().owner(scope)


class RefusingAll(Sound):
    """Refuses whatever anybody adds."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        raise BackendError(ErrorCode.PERMISSION_DENIED, "read only")


class OnceOnly(Sound):
    """Takes a session once."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        if (self.owner(scope), session.id) in self.instances[instance]:
            raise BackendError(ErrorCode.INVALID_ARGUMENT, "there is such a session")
        super().add_session(instance, scope, session)


class Appending(Sound):
    """Adds to what a session held before."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.add_events(instance, scope, session.id, session.events)


class Noisy(Sound):
    """Finds everything of the scope, whatever is asked."""

    def matches(self, query: str, memory: Memory) -> bool:
        return True


class NamesAlone(Sound):
    """Returns of what was said the names alone."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        found = super().search(instance, scope, query)
        return [one.model_copy(update={"content": Content(parts=[Part(text=name_in(one.text()))])}) for one in found]


def name_in(text: str) -> str:
    """The longest word of a text."""
    return max(text.split(), key=len).strip(",")


class RepeatsTheQuery(Noisy):
    """Says beside each memory what was searched for."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        found = super().search(instance, scope, query)
        return [one.model_copy(update={"custom_metadata": {"query": query}}) for one in found]


class Settling(Sound):
    """What is written in a scope is there when it is waited for."""

    fields: Mapping[str, Any] = {"capabilities": [*EVERYTHING, Capability.SETTLE]}

    def __init__(self) -> None:
        super().__init__()
        self.visible: dict[tuple[str, Owner], list[Memory]] = {}

    def of(self, instance: str, scope: Scope) -> list[Memory]:
        return self.visible.get((instance, self.owner(scope)), [])

    def settle(self, instance: str, scope: Scope) -> None:
        self.visible[instance, self.owner(scope)] = super().of(instance, scope)


class WithoutApp(Sound):
    """Knows users alone."""

    fields: Mapping[str, Any] = {"capabilities": EVERYTHING, "scope": [{"name": "user"}]}


class ThreeFields(Sound):
    """Knows tenants, apps and users."""

    fields: Mapping[str, Any] = {"capabilities": EVERYTHING, "scope": [{"name": n} for n in ("tenant", "app", "user")]}


class SharedApps(Sound):
    """Has one memory for all apps, and says so."""

    fields: Mapping[str, Any] = {
        "capabilities": EVERYTHING,
        "scope": [{"name": "app", "crossing": "shared"}, {"name": "user"}],
    }

    def owner(self, scope: Scope) -> Owner:
        return (scope["user"],)


class NothingForNobody(Sound):
    """Says that there is no such user, where somebody has nothing."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        if not self.of(instance, scope):
            raise BackendError(ErrorCode.NOT_FOUND, "no such user")
        return super().search(instance, scope, query)
