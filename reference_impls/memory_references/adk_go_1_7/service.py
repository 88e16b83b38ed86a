"""A port of google.golang.org/adk v1.7.0, memory/inmemory.go. Line numbers are those of that file."""

from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from memory_conformance.model import Content, Memory, Session
from memory_references.adk_go_1_7.words import extract_words, to_lower

MAX_SEARCH_RESULTS = 10
"""L32."""


@dataclass
class Value:
    """What is kept of an event (L49-62): its words and lower-cased text as they were when the event came.

    ``content`` and ``custom_metadata`` are the event's own objects, so that a later change of them shows in a result,
    while the words stay what they were.
    """

    id: str
    content: Content
    author: str
    timestamp: float
    custom_metadata: dict[str, Any] | None
    words: set[str]
    text_lower: str


@dataclass
class UserMemories:
    """The memories of one user of one app, and the order in which the sessions first came (L64-67)."""

    sessions: dict[str, list[Value]] = field(default_factory=dict)
    session_order: list[str] = field(default_factory=list)


class InMemoryService:
    """The service (L37-41, L69-73)."""

    def __init__(self) -> None:
        # The source has a lock of many readers. One of a single holder differs in speed alone.
        self._mu = Lock()
        # The key is a pair (L43-45), never a joined text, so that no separator inside a name can make two scopes equal.
        self._store: dict[tuple[str, str], UserMemories] = {}

    def add_session_to_memory(self, session: Session) -> None:
        """Replace what is kept of the session by its events that have a word (L75-130)."""
        values = []
        for event in session.events:
            if event.content is None:
                continue
            words: set[str] = set()
            texts = []
            for part in event.content.parts or ():
                if not part.text:
                    continue
                words |= extract_words(part.text)
                texts.append(part.text)
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
                    text_lower=to_lower(" ".join(texts)),
                )
            )

        # Only the swap is locked, the reading above is not (L114).
        with self._mu:
            user_memories = self._store.setdefault((session.app_name, session.user_id), UserMemories())
            # A session that comes again, or came without a word, keeps the place that it took first (L125-127).
            if session.id not in user_memories.sessions:
                user_memories.session_order.append(session.id)
            user_memories.sessions[session.id] = values

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        """The ten events with the most distinct query words; equals by session, then by event (L132-200)."""
        # True for the words that may also be found inside of the text (L134-137).
        query_words = {word: not word.isascii() for word in extract_words(query)}
        if not query_words:
            return []

        scored = []
        # Held until the result is made (L159-160), else an add could change what is being read.
        with self._mu:
            user_memories = self._store.get((app_name, user_id))
            if user_memories is None:
                return []
            for session_id in user_memories.session_order:
                for value in user_memories.sessions[session_id]:
                    score = sum(
                        word in value.words or (allow_substring and word in value.text_lower)
                        for word, allow_substring in query_words.items()
                    )
                    if score > 0:
                        scored.append((score, value))
            # Stable, and before the cut, so that a late event with more words is among the ten (L192-197).
            scored.sort(key=lambda match: -match[0])
            return [_entry(value) for _, value in scored[:MAX_SEARCH_RESULTS]]


def _entry(value: Value) -> Memory:
    """What a result carries (L178-184)."""
    memory = Memory(id=value.id, content=value.content, author=value.author, timestamp=value.timestamp)
    # Set afterwards, because a map that is given to the constructor is copied, and the source hands out the same map.
    memory.custom_metadata = value.custom_metadata
    return memory
