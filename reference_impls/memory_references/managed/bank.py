"""The stand-in of the service: what it keeps, and its rules, whatever asks it.

It is no model of how the real one finds memories, or of what it makes of a session: each event with text becomes a memory
as it is, and words find them. It is asked in JSON as the service takes it: by ports in this process, and by the real
client behind a server. With that it runs where nothing else of this project is, so it needs Python alone.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

Message = Mapping[str, Any]
_WORD = re.compile(r"\w+")
_REMEMBERED = datetime(2026, 3, 20, 8, tzinfo=UTC)
"""When every memory is made: the service has a clock of its own, and this one stands."""


class Refused(Exception):
    """An error as the service gives it: a status of HTTP, the name that it has in gRPC, and a text."""

    def __init__(self, status: int, name: str, message: str) -> None:
        super().__init__(message)
        self.status, self.name, self.message = status, name, message


@dataclass(frozen=True)
class Memory:
    """A fact of a scope. The service knows of no user and no app: a scope is a map, and another map is another scope."""

    number: int
    scope: Message
    fact: str
    stored: datetime


@dataclass(frozen=True)
class Conversation:
    """A session that took place at the service: whose it was, and the time and text of each event."""

    user: str
    events: Sequence[tuple[float, str]]


@dataclass
class Generation:
    """What one request makes memories of, settled when it was asked for. They are there when it is done."""

    scope: Message
    facts: Sequence[str]
    done: bool = False


class Bank:
    """One bank, at first empty; ``name`` is its resource. Asked by the threads of a server, and by the harness."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.holds = False
        """Whether generations stay pending until `complete`."""
        self.fails = False
        """Whether every request is refused."""
        self.awaited = False
        """Whether somebody waits for the client just now. A request that comes meanwhile is no afterthought of it."""
        self._lock = threading.Lock()
        self._calls: list[Message] = []
        self._conversations: dict[str, Conversation] = {}
        self._generations: list[Generation] = []
        self._memories: list[Memory] = []

    def put(self, session_id: str, user: str, events: Iterable[Message]) -> None:
        """Have a conversation take place at the service, or another in its place."""
        told = [(event["timestamp"], text_of(event.get("content"))) for event in events]
        with self._lock:
            self._conversations[session_id] = Conversation(user, told)

    def complete(self) -> None:
        """Finish what was held, in the order in which it was asked for."""
        with self._lock:
            for generation in self._generations:
                self._finish(generation)

    def calls(self) -> list[Message]:
        """The requests of the client until now, except its questions about operations."""
        with self._lock:
            return list(self._calls)

    def ask(self, method: str, body: Message) -> Message:
        """Answer a request. Raises `Refused`."""
        with self._lock:
            self._calls.append({**recorded(method, body), **({} if self.awaited else {"background": True})})
            self._refuse()
            if method == "retrieve":
                return {"retrievedMemories": [{"memory": self._written(one)} for one in self._found(body)]}
            if method not in ("generate", "ingest"):
                raise Refused(501, "UNIMPLEMENTED", f"the stand-in has no {method}")
            generation = self._begun(body)
            self._generations.append(generation)
            if not self.holds:
                self._finish(generation)
            return self._operation(len(self._generations))

    def operation(self, number: int) -> Message:
        """How it stands with a generation, by its number. Raises `Refused`."""
        with self._lock:
            self._refuse()
            if not 0 < number <= len(self._generations):
                raise Refused(404, "NOT_FOUND", "operation not found")
            return self._operation(number)

    def _refuse(self) -> None:
        if self.fails:
            raise Refused(503, "UNAVAILABLE", "the bank is closed")

    def _operation(self, number: int) -> Message:
        done = {"done": True, "response": {}} if self._generations[number - 1].done else {}
        return {"name": f"{self.name}/operations/{number}", **done}

    def _begun(self, body: Message) -> Generation:
        source = body.get("vertexSessionSource")
        if source is None:
            return Generation(body["scope"], [text for text in texts_of(body) or () if text])
        conversation = self._conversations.get(session_of(source))
        if conversation is None:
            raise Refused(404, "NOT_FOUND", "session not found")
        start = start_of(source)
        facts = [text for time, text in conversation.events if text and (start is None or time >= start)]
        # As the service documents it of a session that is named without a scope.
        return Generation(body.get("scope") or {"user_id": conversation.user}, facts)

    def _finish(self, generation: Generation) -> None:
        if generation.done:
            return
        generation.done = True
        for fact in generation.facts:
            if not any(one.fact == fact and one.scope == generation.scope for one in self._memories):
                number = len(self._memories) + 1
                self._memories.append(Memory(number, generation.scope, fact, _REMEMBERED))

    def _found(self, body: Message) -> list[Memory]:
        """The memories of exactly this scope that share a word with the query: those that share most, then the oldest."""
        asked = body.get("similaritySearchParams") or {}
        words = _words(query_of(body) or "")
        shared = {one.number: len(words & _words(one.fact)) for one in self._memories if one.scope == body["scope"]}
        hits = [one for one in self._memories if shared.get(one.number)]
        return sorted(hits, key=lambda one: -shared[one.number])[: _either(asked, "topK", "top_k")]

    def _written(self, one: Memory) -> Message:
        time = one.stored.isoformat()
        name = f"{self.name}/memories/{one.number}"
        return {"name": name, "scope": one.scope, "fact": one.fact, "createTime": time, "updateTime": time}


def recorded(method: str, body: Message) -> dict[str, Any]:
    """A request as it goes over the wire of the protocol: without what the client did not send."""
    source = body.get("vertexSessionSource")
    call = {
        "method": method,
        "scope": body.get("scope"),
        "session": None if source is None else session_of(source),
        "texts": texts_of(body),
        "startTime": None if source is None else start_of(source),
        "query": query_of(body),
    }
    return {name: value for name, value in call.items() if value is not None}


def texts_of(body: Message) -> list[str] | None:
    """The text of each event that was sent along; None where no events were."""
    direct = body.get("directContentsSource")
    return None if direct is None else [text_of(event.get("content")) for event in direct.get("events") or ()]


def text_of(content: Message | None) -> str:
    """The non-empty texts of the parts, joined by one space."""
    return " ".join(part["text"] for part in (content or {}).get("parts") or () if part.get("text"))


def query_of(body: Message) -> str | None:
    """What is searched for."""
    query: str | None = _either(body.get("similaritySearchParams") or {}, "searchQuery", "search_query")
    return query


def session_of(source: Message) -> str:
    """The id of a session: all of its resource that follows the engine's, whatever is in it."""
    return str(source["session"]).partition("/sessions/")[2]


def start_of(source: Message) -> float | None:
    """The time from which on a session is meant, in seconds."""
    written = _either(source, "startTime", "start_time")
    return None if written is None else datetime.fromisoformat(written).timestamp()


def _either(message: Message, *names: str) -> Any:
    # JSON of the service: camelCase, and as well the names as they are in its messages.
    return next((message[name] for name in names if message.get(name) is not None), None)


def _words(text: str) -> set[str]:
    # Character by character, which no language does otherwise: the stand-in that is written in Go finds by the same words.
    return set(_WORD.findall("".join(character.lower()[0] for character in text)))
