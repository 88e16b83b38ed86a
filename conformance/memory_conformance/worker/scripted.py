"""What a turn on Python's ADK is played with: a model that says what it was handed, a service that is watched, a hook.

Classes of google-adk are derived from when they are first needed, since only then it is imported.
"""

from __future__ import annotations

import json
import logging
import os
import time
import warnings
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from .adapter import Message, without_null

FAILURE = "the memory is on fire"
"""What a service that fails every search says."""
SPENT = "done"
"""What the model says when its script is over."""


def memory_tool(name: str) -> Any:
    """A memory tool of the library, by the protocol's name."""
    if name == "load_memory":
        from google.adk.tools.load_memory_tool import LoadMemoryTool

        return LoadMemoryTool()
    from google.adk.tools.preload_memory_tool import PreloadMemoryTool

    return PreloadMemoryTool()


def scripted_model(script: Sequence[Message], requests: list[Message]) -> Any:
    """A model that adds what it is asked to ``requests`` and gives the answers of its script, one after the other."""
    model = _scripted()(model="scripted")
    # Behind Pydantic's back, which would copy the list that is recorded into.
    object.__setattr__(model, "memory_conformance", (list(script), requests))
    return model


@cache
def _scripted() -> Any:
    from google.adk.models.base_llm import BaseLlm
    from google.adk.models.llm_response import LlmResponse
    from google.genai.types import Content, GenerateContentResponseUsageMetadata, Part

    class Scripted(BaseLlm):
        """Records each request, and gives the next answer of its script."""

        async def generate_content_async(self, llm_request: Any, stream: bool = False) -> AsyncGenerator[Any, None]:
            script, requests = object.__getattribute__(self, "memory_conformance")
            # Written down at once: the library goes on changing it.
            requests.append(_request(llm_request))
            number = len(requests) - 1
            if number < len(script):
                content = Content.model_validate(script[number])
            else:
                content = Content(role="model", parts=[Part(text=SPENT)])
            # With a count of tokens, the lack of which some releases log each time.
            yield LlmResponse(content=content, usage_metadata=GenerateContentResponseUsageMetadata())

    return Scripted


@cache
def spy() -> Any:
    """The class of a memory service that notes every search of another."""
    from google.adk.memory.base_memory_service import BaseMemoryService

    class Spy(BaseMemoryService):
        """Notes every search, and passes everything on."""

        def __init__(self, service: Any, searches: list[Message], failing: bool) -> None:
            self._service, self._searches, self._failing = service, searches, failing

        async def add_session_to_memory(self, session: Any) -> None:
            await self._service.add_session_to_memory(session)

        async def search_memory(self, *, app_name: str, user_id: str, query: str) -> Any:
            text = query if isinstance(query, str) else json.dumps(query, default=str)
            self._searches.append({"scope": {"app": app_name, "user": user_id}, "query": text})
            if self._failing:
                raise RuntimeError(FAILURE)
            return await self._service.search_memory(app_name=app_name, user_id=user_id, query=query)

        def __getattribute__(self, name: str) -> Any:
            # What this class does not define itself is the service's, the base class's stubs included.
            if name.startswith("_") or name in Spy.__dict__:
                return object.__getattribute__(self, name)
            return getattr(object.__getattribute__(self, "_service"), name)

    return Spy


@cache
def plugin() -> Any:
    """A plugin whose hook is called when the run is over; None in releases that have no plugins."""
    try:
        from google.adk.plugins.base_plugin import BasePlugin
    except ImportError:
        return None

    class AfterRun(BasePlugin):
        def __init__(self, act: Any) -> None:
            super().__init__(name="memory_conformance")
            self._act = act

        async def after_run_callback(self, *, invocation_context: Any) -> None:
            await self._act(invocation_context)

    return AfterRun


def _request(request: Any) -> Message:
    """A request as the model gets it, in JSON."""
    config = request.config
    instruction = getattr(config, "system_instruction", None)
    declared = [
        _declaration(one)
        for tool in getattr(config, "tools", None) or ()
        for one in getattr(tool, "function_declarations", None) or ()
    ]
    written = {
        "systemInstruction": _instruction(instruction) if instruction else None,
        "contents": [one.model_dump(by_alias=True, exclude_none=True, mode="json") for one in request.contents],
        "tools": declared,
    }
    return without_null(written)


def _instruction(instruction: Any) -> str:
    if isinstance(instruction, str):
        return instruction
    parts = getattr(instruction, "parts", None)
    pieces = parts if parts is not None else instruction if isinstance(instruction, list) else [instruction]
    return "\n\n".join(one if isinstance(one, str) else one.text or "" for one in pieces)


def _declaration(one: Any) -> Message:
    message: Mapping[str, Any] = one.model_dump(by_alias=True, exclude_none=True, mode="json")
    parameters = message.get("parameters") or message.get("parametersJsonSchema")
    return without_null({"name": message["name"], "description": message.get("description"), "parameters": parameters})


@contextmanager
def quiet() -> Iterator[None]:
    """Keep to itself what google-adk logs meanwhile. Without a handler it would be printed, and what counts of it is seen anyway."""
    nowhere, root, library = logging.NullHandler(), logging.getLogger(), logging.getLogger("google_adk")
    propagates, library.propagate = library.propagate, False
    # On the root as well: for want of any handler there, `logging.warning` makes one that prints, for good.
    for logger in (root, library):
        logger.addHandler(nowhere)
    try:
        # Its warnings are for who wrote the agent, and a process that makes errors of them would see other turns.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        library.propagate = propagates
        for logger in (root, library):
            logger.removeHandler(nowhere)


@contextmanager
def in_utc() -> Iterator[None]:
    """Let local time be UTC meanwhile: the library writes the times of memories for the model in local time, without an offset."""
    if not hasattr(time, "tzset"):
        yield
        return
    before = os.environ.get("TZ")
    os.environ["TZ"] = "UTC"
    time.tzset()
    try:
        yield
    finally:
        os.environ.pop("TZ")
        if before is not None:
            os.environ["TZ"] = before
        time.tzset()
