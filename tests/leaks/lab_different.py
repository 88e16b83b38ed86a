"""Services without a fault that are different in one way each."""

from __future__ import annotations

from leaks import machine_toys as toys
from leaks.lab_toys import Sound, is_plain
from leaks.machine_toys import Owner
from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.model import Content, Event, Memory, Part, Scope, Session


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


class Appending(toys.Appending, Sound):
    """Adds to what a session held before."""


class Noisy(toys.Noisy, Sound):
    """Finds everything of the scope, whatever is asked."""


class NamesAlone(Sound):
    """Returns of what was said the names alone."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        found = super().search(instance, scope, query)
        return [one.model_copy(update={"content": Content(parts=[Part(text=name_in(one.text()))])}) for one in found]


def name_in(text: str) -> str:
    """The longest word of a text."""
    return max(text.split(), key=len).strip(",")


class RepeatsTheQuery(toys.RepeatsTheQuery, Noisy):
    """Says beside each memory what was searched for."""


class Settling(toys.Late, Sound):
    """What is written in a scope is there when it is waited for."""


class WithoutApp(toys.WithoutApp, Sound):
    """Knows users alone."""


class ThreeFields(toys.ThreeFields, Sound):
    """Knows tenants, apps and users."""


class SharedApps(toys.SharedApps, Sound):
    """Has one memory for all apps, and says so."""


class SharedAppsOfSameIds(SharedApps):
    """The same, and its ids are those of events: each user has the same."""

    def id_of(self, event: Event) -> str:
        return event.id


class IdsInListAlone(Sound):
    """Says in a list which id a memory has, and nowhere else."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return [one.model_copy(update={"id": None}) for one in super().search(instance, scope, query)]


class NothingForNobody(Sound):
    """Says that there is no such user, where somebody has nothing."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        if not self.of(instance, scope):
            raise BackendError(ErrorCode.NOT_FOUND, "no such user")
        return super().search(instance, scope, query)
