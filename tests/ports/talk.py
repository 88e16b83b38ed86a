"""A shorthand for the tests of the ports: one instance of a backend, asked for texts and ids."""

from collections.abc import Sequence

from memory_conformance.backend import Backend
from memory_conformance.model import Content, Event, Memory, Part, Session

Said = str | Sequence[str] | Event
"""A text, the texts of several parts, or a whole event."""


def event(said: Said, event_id: str = "") -> Event:
    """An event of author user; a text is one part, several are one part each."""
    if isinstance(said, Event):
        return said
    texts = [said] if isinstance(said, str) else said
    return Event(id=event_id, author="user", content=Content(role="user", parts=[Part(text=text) for text in texts]))


class Talk:
    """One open instance. Scope and session have defaults, as most properties do not speak of them."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.instance = backend.open({})

    def remember(self, *said: Said, session: str = "s", app: str = "shop", user: str = "ana") -> None:
        """Add a session of these events, with the ids "0", "1" and so on."""
        events = [event(one, str(at)) for at, one in enumerate(said)]
        self.backend.add_session(self.instance, {"app": app, "user": user}, Session(id=session, events=events))

    def search(self, query: str, app: str = "shop", user: str = "ana") -> list[Memory]:
        """The memories found."""
        return self.backend.search(self.instance, {"app": app, "user": user}, query)

    def texts(self, query: str, app: str = "shop", user: str = "ana") -> list[str]:
        """Their texts."""
        return [memory.text() for memory in self.search(query, app, user)]

    def ids(self, query: str) -> list[str | None]:
        """Their ids."""
        return [memory.id for memory in self.search(query)]
