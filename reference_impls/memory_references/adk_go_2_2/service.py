"""A port of google.golang.org/adk/v2 v2.2.0, memory/inmemory.go. Line numbers are those of that file."""

from dataclasses import dataclass
from itertools import count
from random import Random
from threading import Lock
from typing import Any

from memory_conformance.model import Content, Memory, Session
from memory_references.adk_go_1_7.words import extract_words

_seeds = count()


@dataclass
class Value:
    """What is kept of an event (L42-51): its words as they were, its content and metadata as they are."""

    id: str
    content: Content
    author: str
    timestamp: float
    custom_metadata: dict[str, Any] | None
    words: set[str]


class InMemoryService:
    """The service (L30-34, L53-57)."""

    def __init__(self) -> None:
        # The source has a lock of many readers. One of a single holder differs in speed alone.
        self._mu = Lock()
        # The key is a pair (L36-38), never a joined text, so that no separator inside a name can make two scopes equal.
        self._store: dict[tuple[str, str], dict[str, list[Value]]] = {}
        # A seed of its own for each service: another order than its neighbour's, yet the same in a repeated run.
        self._random = Random(next(_seeds))

    def add_session_to_memory(self, session: Session) -> None:
        """Replace what is kept of the session by its events that have a word (L59-107)."""
        values = []
        for event in session.events:
            if event.content is None:
                continue
            words: set[str] = set()
            for part in event.content.parts or ():
                if not part.text:
                    continue
                words |= extract_words(part.text)
            if not words:
                continue
            values.append(
                Value(
                    id=event.id,
                    content=event.content,
                    author=event.author,
                    timestamp=event.timestamp,
                    custom_metadata=event.custom_metadata,
                    words=words,
                )
            )

        # Only the swap is locked, the reading above is not (L95).
        with self._mu:
            self._store.setdefault((session.app_name, session.user_id), {})[session.id] = values

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        """All events that share a word with the query (L109-146)."""
        query_words = extract_words(query)
        memories = []
        # Held until the result is made (L123-124), else an add could change what is being read.
        with self._mu:
            values = self._store.get((app_name, user_id))
            if values is None:
                return []
            for events in self._in_no_order(values):
                for value in events:
                    if not value.words.isdisjoint(query_words):
                        memories.append(_entry(value))
        return memories

    def _in_no_order(self, sessions: dict[str, list[Value]]) -> list[list[Value]]:
        """The sessions as a Go map gives them (L131): in no order that anyone may rely on, another each time."""
        values = list(sessions.values())
        self._random.shuffle(values)
        return values


def _entry(value: Value) -> Memory:
    """What a result carries (L134-140)."""
    memory = Memory(id=value.id, content=value.content, author=value.author, timestamp=value.timestamp)
    # Set afterwards, because a map that is given to the constructor is copied, and the source hands out the same map.
    memory.custom_metadata = value.custom_metadata
    return memory
