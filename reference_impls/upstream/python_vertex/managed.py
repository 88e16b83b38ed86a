"""The operations of the protocol on the client and on its bank.

Adding a session returns as soon as the library does, which may be before anything went out. No operation after it overtakes
that: before each, what the library still does by itself is waited for.
"""

from __future__ import annotations

from typing import Any

from google.adk.memory import VertexAiMemoryBankService

from memory_conformance.worker.adapter import Message
from memory_conformance.worker.adk import Adk
from memory_conformance.worker.calling import Refusal, asked
from memory_references.managed.bank import Bank

from .client import Client
from .server import Server

_NOT_HERE = ("change_added_event", "change_result", "play_turn")
"""What every service of the ADK has behind the worker, and this backend does not declare."""


class Managed(Adk):
    """Memory Bank of a release of Python's ADK: each instance has a client of its own, and an empty bank."""

    def __init__(self, name: str) -> None:
        server = Server()
        super().__init__(lambda: Client(server.open(), server.url), VertexAiMemoryBankService, name)
        self.introduction["capabilities"] = ["managed"]
        self._server = server
        self._begin()

    def ask(self, operation: str, parameters: Message) -> Any:
        if operation in _NOT_HERE:
            raise Refusal("unsupported", f"{self.introduction['name']} has no {operation!r}")
        instance = parameters.get("instance")
        if isinstance(instance, str) and instance in self._instances:
            asked(self._client(instance).settled)
        return super().ask(operation, parameters)

    def add_session(self, instance: str, scope: Message, session: Message) -> None:
        self.session_put(instance, scope, session)
        self.session_add(instance, scope, session)

    def session_put(self, instance: str, scope: Message, session: Message) -> None:
        """Have a conversation take place at the service."""
        self._bank(instance).put(session["id"], scope["user"], session["events"])

    def session_add(self, instance: str, scope: Message, session: Message) -> None:
        """Have the library add a session, whatever took place at the service."""
        super().add_session(instance, scope, session)

    def managed_script(
        self, instance: str, wait: bool | None, hold: bool | None, state_key: str | None, fail: bool | None
    ) -> None:
        """Say how the bank and its client go on from here. What is None stays as it is."""
        client = self._client(instance)
        if state_key is not None:
            raise Refusal("unsupported", f"{self.introduction['name']} takes nothing from the state of a session")
        client.waits = client.waits if wait is None else wait
        client.bank.holds = client.bank.holds if hold is None else hold
        client.bank.fails = client.bank.fails if fail is None else fail

    def managed_complete(self, instance: str) -> None:
        """Finish the generations that were held."""
        self._bank(instance).complete()

    def managed_calls(self, instance: str) -> list[Message]:
        """The requests of the client since it was opened."""
        return self._bank(instance).calls()

    def let_go(self, what: Any) -> None:
        self._server.close(what.service.bank)

    def _begin(self) -> None:
        """Add a session to a bank that is forgotten: with its first call the library imports most of itself."""
        from google.adk.sessions import Session

        event = {"author": "user", "content": {"role": "user", "parts": [{"text": "begin"}]}}
        session = Session.model_validate({"id": "0", "appName": "", "userId": "", "events": [event]})
        client = Client(self._server.open(), self._server.url)
        asked(client.add_session_to_memory, session)
        asked(client.settled)
        self._server.close(client.bank)

    def _client(self, instance: str) -> Client:
        client: Client = self.at(instance).service
        return client

    def _bank(self, instance: str) -> Bank:
        return self._client(instance).bank
