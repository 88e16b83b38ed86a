"""How an application calls the service: to wait for memories, it calls another method, since the service has no setting for it."""

from __future__ import annotations

from memory_conformance.model import Memory, Session
from memory_references.adk_python_vertex_2_13.service import VertexAiMemoryBankService
from memory_references.managed.bank import Bank
from memory_references.managed.serving import Configuration


class Client:
    """The service, and whether its memories are waited for."""

    def __init__(self, bank: Bank, configuration: Configuration) -> None:
        self._service = VertexAiMemoryBankService(bank)
        self._waits = configuration.waits

    def add_session_to_memory(self, session: Session) -> None:
        """Add a session, or its events where it is waited for."""
        if self._waits:
            self._service.add_events_to_memory(
                session.app_name, session.user_id, session.events, {"wait_for_completion": True}
            )
        else:
            self._service.add_session_to_memory(session)

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        """Search."""
        return self._service.search_memory(app_name, user_id, query)

    def finish(self) -> None:
        """Have the tasks run that the service began."""
        self._service.run_background_tasks()
