"""Faults of whose objects are handed out: copies where the library shares, and the other way round."""

from __future__ import annotations

from memory_conformance.model import Memory, Session
from memory_references.adk_go_1_7.service import InMemoryService
from memory_references.adk_go_1_7.words import extract_words
from memory_references.adk_js_2_0.service import InMemoryMemoryService as JsService
from memory_references.planted.bases import GO, JS
from memory_references.planted.fault import Kind


@GO(Kind.OBJECTS, "ALIAS-001", seen_in="google-adk 2.13.0")
class EventsCopied(InMemoryService):
    """What is added is a copy."""

    def add_session_to_memory(self, session: Session) -> None:
        super().add_session_to_memory(session.model_copy(deep=True))


@GO(Kind.OBJECTS, "ALIAS-003", "ALIAS-005", seen_in="google-adk 2.13.0")
class ResultsCopied(InMemoryService):
    """What is found is a copy."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        return [memory.model_copy(deep=True) for memory in super().search_memory(app_name, user_id, query)]


@GO(Kind.OBJECTS, "ALIAS-001", "ALIAS-002", "ALIAS-003", "ALIAS-004", seen_in="google-adk before 2.13.0")
class WordsReadAnew(InMemoryService):
    """The words of a text are read when it is searched for, and not when it is added."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        for mine in self._store.values():
            for values in mine.sessions.values():
                for value in values:
                    value.words = extract_words(" ".join(part.text for part in value.content.parts or () if part.text))
        return super().search_memory(app_name, user_id, query)


@JS(Kind.OBJECTS, "ALIAS-001", "ALIAS-002", seen_in="google-adk 2.13.0")
class ScriptEventsCopied(JsService):
    """What is added is a copy."""

    def add_session_to_memory(self, session: Session) -> None:
        super().add_session_to_memory(session.model_copy(deep=True))


@JS(Kind.OBJECTS, "ALIAS-003", "ALIAS-004", "ALIAS-005", seen_in="google-adk 2.13.0")
class ScriptResultsCopied(JsService):
    """What is found is a copy."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        return [memory.model_copy(deep=True) for memory in super().search_memory(app_name, user_id, query)]
