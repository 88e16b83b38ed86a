"""What a memory service decides, one line a decision, as google-adk 2.13.0 decides it. A mutant decides one of them otherwise."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from google.adk.events import Event
    from google.genai.types import Content

Owner = tuple[str, str]
"""An app and a user."""
Sessions = dict[str, list["Event"]]
"""The events of each session of an owner, by its id."""
Found = tuple[int, "Event"]
"""An event, and how many different words of the query it holds."""


class Decisions:
    """Every decision as it is made without a fault."""

    def owner(self, app: str, user: str) -> Owner:
        """Whose the memories of a user of an app are."""
        return app, user

    def may_read(self, reader: Owner, owner: Owner) -> bool:
        """Whether a reader sees what an owner remembers."""
        return reader == owner

    def kept(self, events: list[Event]) -> list[Event]:
        """Which events of a session are stored."""
        return events

    def text(self, text: str) -> str:
        """What of a text is stored."""
        return text

    def author(self, author: str) -> str:
        """Who is stored as the author of an event."""
        return author

    def time(self, seconds: float) -> float:
        """What is stored as the time of an event."""
        return seconds

    def again(self, old: list[Event], new: list[Event]) -> list[Event]:
        """The events of a session, once it is added; the old ones are there where it was stored before."""
        return new

    def sessions(self, stored: Sessions, session: str, events: list[Event]) -> Sessions:
        """All sessions of an owner, once one of them is stored with these events."""
        return {**stored, session: events}

    def replaces(self, adder: Owner, owner: Owner) -> bool:
        """Whether a session that one owner adds takes the place of the session of that id of another."""
        return adder == owner

    def query(self, query: str) -> str:
        """What of a query is searched for."""
        return query

    def words(self, words: set[str]) -> set[str]:
        """Which words of a query are searched for."""
        return words

    def matches(self, word: str, words: set[str], text: str) -> bool:
        """Whether a word of the query is in a text, which consists of these words."""
        return word in words or (not word.isascii() and word in text)

    def best(self, found: list[Found]) -> list[Found]:
        """What comes back of all that matches, in which order; it is found in the order in which it was added."""
        return sorted(found, key=lambda one: -one[0])[:10]

    def content(self, content: Content) -> Content:
        """What the caller gets of the content in the store."""
        return content.model_copy(deep=True)

    def deletes(self, event: str, asked: str) -> bool:
        """Whether a stored event is deleted when a memory id is asked to be deleted."""
        return event == asked

    def reaches(self, deleter: Owner, owner: Owner) -> bool:
        """Whether what one owner deletes is deleted of another."""
        return deleter == owner

    def still_deleted(self, deleted: set[str], added: Collection[str]) -> set[str]:
        """Which deleted ids stay deleted when events are added."""
        return deleted
