"""A port of google.golang.org/adk/v2 v2.2.0, memory/vertexai/vertexai.go. Line numbers are those of that file.

It is the same in v2.0.0 and in v2.1.0. What errors say is put shorter; each says in front what wrapped it.
"""

from datetime import datetime

from memory_conformance.model import Memory, Session
from memory_references.adk_go_vertex_2_2.client import VertexAIClient
from memory_references.library import Failure


class VertexAIService:
    """The service (L28-31, L46-58)."""

    def __init__(self, client: VertexAIClient, state_key_session_last_update_time: str) -> None:
        self._client = client
        self._state_key = state_key_session_last_update_time

    def add_session_to_memory(self, session: Session) -> None:
        """Have memories made of the session of this name: of all of it, or from the time on that its state has (L63-90)."""
        if self._state_key == "":
            try:
                self._client.add_whole_session(session)
            except Failure as error:
                raise Failure(f"whole session: {error}") from error
            return

        # Whatever is wrong with the state is found before the service is asked (L75-83).
        if self._state_key not in session.state:
            raise Failure(f"state {self._state_key}: it has none")
        time = session.state[self._state_key]
        if not isinstance(time, datetime):
            raise Failure(f"state {self._state_key}: {time!r} is no time")
        # The time in the state is left as it is (L84-89): only the application moves it.
        try:
            self._client.add_events_newer_than(session, time)
        except Failure as error:
            raise Failure(f"newer events: {error}") from error

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        """What the service finds for the user (L92-95). The app is part of the request, and not of what is asked."""
        return self._client.search_memory(user_id, query)

    def finish(self) -> None:
        """Nothing is left to be done: each call of the service is over when the call that makes it returns."""
