"""A port of com.google.adk:google-adk 1.8.0, com/google/adk/memory/InMemoryMemoryService.java.

Line numbers are those of that file in the sources jar.
"""

import re

from memory_conformance.model import Event, Memory, Part, Session
from memory_references.adk_java_1_8.hash_map import ConcurrentHashMap
from memory_references.adk_java_1_8.instant import epoch_millis, instant_of_epoch_second

WORD_PATTERN = re.compile("[A-Za-z]+")
"""What a word is on the side of the events (L49): no digit, no accent, no other script."""

WHITESPACE = re.compile(r"[ \t\n\x0b\f\r]+")
"""Java's ``\\s+``, which knows the white space of ASCII only (L96)."""


class NoSuchElementError(Exception):
    """An empty ``Optional`` was asked for its value."""


class InMemoryMemoryService:
    """The service (L46-56): the events themselves, by app and user and then by session."""

    def __init__(self) -> None:
        self._session_events: dict[str, ConcurrentHashMap[list[Event]]] = {}

    def add_session_to_memory(self, session: Session) -> None:
        """Replace what is kept of the session by its events that have a part, be it one without text (L62-81)."""
        key = user_key(session.app_name, session.user_id)
        user_sessions = self._session_events.setdefault(key, ConcurrentHashMap())
        # The list is new but the events in it are the caller's, so that a change of one changes what is found.
        non_empty_events = [event for event in session.events if event.content is not None and event.content.parts]
        user_sessions.put(session.id, non_empty_events)

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        """All events that share a word with the query, in the order of the map of sessions (L83-136)."""
        user_sessions = self._session_events.get(user_key(app_name, user_id))
        if user_sessions is None:
            return []

        # Lowered whole, and punctuation stays (L95-96). Python and Java may differ on newer letters and on a final
        # sigma, which no search can tell: a query word matches only where it is all ASCII, and beside the capitals of
        # ASCII only U+212A is lowered to that, in both.
        words_in_query = set(WHITESPACE.split(query.lower()))

        matching_memories = []
        for events_in_session in user_sessions.values():
            for event in events_in_session:
                content = event.content
                # Asked again (L102), since the event may have lost its content after it came.
                if content is None or content.parts is None:
                    continue
                words_in_event = {
                    word.lower() for part in content.parts for word in WORD_PATTERN.findall(text_of(part))
                }
                if words_in_query.isdisjoint(words_in_event):
                    continue
                matching_memories.append(
                    Memory(content=content, author=event.author, timestamp=format_timestamp(event.timestamp))
                )
        return matching_memories


def user_key(app_name: str, user_id: str) -> str:
    """App and user as one text (L58-60), so that app ``a/b`` of user ``c`` is app ``a`` of user ``b/c``."""
    return app_name + "/" + user_id


def text_of(part: Part) -> str:
    """The text of a part, asked of every part (L108-109): one without text fails every search of its scope."""
    if part.text is None:
        raise NoSuchElementError("No value present")
    return part.text


def format_timestamp(timestamp: float) -> float:
    """The time of a memory (L138-140): the milliseconds of the event, taken for seconds.

    The source gives the instant as a text. Here it is what that text says, in seconds, as all times on the wire.
    """
    return float(instant_of_epoch_second(epoch_millis(timestamp)))
