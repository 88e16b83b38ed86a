"""The release's own client, asking the stand-in, and what is done around its calls."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from functools import cache
from importlib import import_module
from typing import Any

from google.adk.memory import VertexAiMemoryBankService

from memory_references.managed.bank import Bank

from .server import LOCATION, PROJECT

_PATIENCE = 30.0
"""Seconds that a call may take which nothing keeps back: on a machine that is busy, much more than it does."""
_HELD_PATIENCE = 1.0
"""Seconds that a client may wait for a generation that is held: nobody can ask for its completion meanwhile."""
_IS_RENAMED = hasattr(VertexAiMemoryBankService, "_build_api_client")
"""Whether it is a release since 2.12.0, which asks by the new name of the SDK, and has a place to say where."""


class Client:
    """The client of one instance, and the bank that it asks. In the place of the library's service, it makes its calls."""

    def __init__(self, bank: Bank, url: str) -> None:
        self.bank = bank
        self.waits = False
        """Whether a session is added so that the library waits until its memories are there."""
        self._service = _OnLoopback(PROJECT, LOCATION, bank.name.rpartition("/")[2])
        self._service.url = url

    async def add_session_to_memory(self, session: Any) -> None:
        """Have the library add a session."""
        if not self.waits:
            await self._call(self._service.add_session_to_memory(session))
            return
        # The service has no setting for it, and adding a session takes none: adding its events does.
        await self._call(
            self._service.add_events_to_memory(
                app_name=session.app_name,
                user_id=session.user_id,
                events=session.events,
                session_id=session.id,
                custom_metadata={"wait_for_completion": True},
            )
        )

    async def search_memory(self, **asked: str) -> Any:
        """Have the library search."""
        return await self._call(self._service.search_memory(**asked))

    async def settled(self) -> None:
        """Wait for what the library still does by itself, after its call has returned."""
        left = asyncio.all_tasks() - {asyncio.current_task()}
        if left:
            _, hung = await asyncio.wait(left, timeout=_PATIENCE)
            if hung:
                raise TimeoutError(f"{len(hung)} tasks of the library did not end within {_PATIENCE:g} s")

    async def _call(self, called: Awaitable[Any]) -> Any:
        enough = _HELD_PATIENCE if self.waits and self.bank.holds else _PATIENCE
        try:
            async with asyncio.timeout(enough):
                self.bank.awaited = True
                try:
                    return await called
                finally:
                    # In the same step of the loop: what the library left to a task of its own has not begun yet.
                    self.bank.awaited = False
        except TimeoutError as error:
            raise TimeoutError(f"the call did not return within {enough:g} s, and was cancelled") from error


class _OnLoopback(VertexAiMemoryBankService):
    """The service as it is, with another endpoint."""

    url = ""

    def _build_api_client(self) -> Any:
        return _asking(self.url).aio

    if not _IS_RENAMED:

        def _get_api_client(self) -> Any:
            return self._build_api_client()


@cache
def _asking(url: str) -> Any:
    """One client of the SDK for all instances: it is slow to make, and the engines that they name tell their banks apart."""
    from google.genai.types import HttpOptions
    from google.oauth2.credentials import Credentials

    sdk = import_module("agentplatform" if _IS_RENAMED else "vertexai")
    # A token that never ends, of nobody: none is fetched.
    nobody = Credentials(token="nobody")  # type: ignore[no-untyped-call]
    return sdk.Client(project=PROJECT, location=LOCATION, credentials=nobody, http_options=HttpOptions(base_url=url))
