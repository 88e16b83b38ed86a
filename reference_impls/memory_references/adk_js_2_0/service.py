"""A port of @google/adk 2.0.0, dist/esm/memory/in_memory_memory_service.js. Line numbers are those of that file."""

import re
from threading import Lock

from memory_conformance.model import Event, Memory, Session
from memory_references.adk_js_2_0.dates import epoch_millis, iso_millis
from memory_references.adk_js_2_0.objects import object_values

WORD = re.compile("[A-Za-z]+")
"""What a word is on the side of the events (L79): no digit, no accent, no other script."""

WHITESPACE = re.compile("[\t\n\v\f\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+")
"""JavaScript's ``\\s+`` (L44): U+FEFF is white space, U+0085 and U+001C to U+001F are not, other than in Python."""


class InMemoryMemoryService:
    """The service (L10-25): the events themselves, by app and user and then by session."""

    def __init__(self) -> None:
        # Objects without a prototype (L24, L29), so that every text is a key like any other, ``__proto__`` among them.
        self._session_events: dict[str, dict[str, list[Event]]] = {}
        # The source has one thread, and neither of its methods waits for anything: each runs to its end, alone.
        self._alone = Lock()

    def add_session_to_memory(self, session: Session) -> None:
        """Replace what is kept of the session by its events that have a part, be it one without text (L27-37)."""
        with self._alone:
            user_sessions = self._session_events.setdefault(get_user_key(session.app_name, session.user_id), {})
            # The list is new but the events in it are the caller's, so that a change of one changes what is found.
            user_sessions[session.id] = [
                event for event in session.events if event.content is not None and event.content.parts
            ]

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        """All events that share a word with the query, in the order of the object of sessions (L38-69)."""
        with self._alone:
            user_sessions = self._session_events.get(get_user_key(app_name, user_id))
            if user_sessions is None:
                return []

            # Lowered whole, and punctuation stays (L44). Python and JavaScript may differ on newer letters and on a final
            # sigma, which no search can tell: a query word matches only where it is all ASCII, and beside the capitals
            # of ASCII only U+212A is lowered to that, in both.
            words_in_query = set(WHITESPACE.split(query.lower()))

            memories = []
            for session_events in object_values(user_sessions):
                for event in session_events:
                    # Asked again (L48), since the event may have lost its parts after it came.
                    if event.content is None or not event.content.parts:
                        continue
                    # Parts without text are passed over, and no word reaches over the space between two (L51).
                    joined_text = " ".join(part.text for part in event.content.parts if part.text)
                    words_in_event = extract_words_lower(joined_text)
                    if words_in_event.isdisjoint(words_in_query):
                        continue
                    memories.append(
                        Memory(
                            content=event.content,
                            author=event.author,
                            timestamp=format_timestamp(event.timestamp),
                        )
                    )
            return memories


def get_user_key(app_name: str, user_id: str) -> str:
    """App and user as one text (L73-75), so that app ``a/b`` of user ``c`` is app ``a`` of user ``b/c``."""
    return f"{app_name}/{user_id}"


def extract_words_lower(text: str) -> set[str]:
    """The words of an event, each once (L77-81)."""
    return {word.lower() for word in WORD.findall(text)}


def format_timestamp(timestamp: float) -> float:
    """The time of a memory (L83-85), or an error that fails the whole search.

    The source gives a text with three decimals. Here it is what that text says, in seconds, as all times on the wire.
    """
    return iso_millis(epoch_millis(timestamp)) / 1000
