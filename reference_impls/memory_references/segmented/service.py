"""The service of adk-go-1.7, asked with the words of the query. What is stored is not cut."""

from memory_conformance.model import Memory, Session
from memory_references.adk_go_1_7.service import InMemoryService
from memory_references.segmented.words import cut


class SegmentedMemoryService:
    """Adds as adk-go-1.7 does, and searches as it does for the words of the query with a U+0020 between them."""

    def __init__(self) -> None:
        self._service = InMemoryService()

    def add_session_to_memory(self, session: Session) -> None:
        """Hand the session on as it is."""
        self._service.add_session_to_memory(session)

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        """Cut the query, then search."""
        return self._service.search_memory(app_name, user_id, " ".join(cut(query)))
