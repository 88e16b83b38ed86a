"""What faults are planted in: the ports, each of which takes another service, context or tool in the place of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from memory_conformance.backend import Backend
from memory_conformance.model import Capability, Hello
from memory_references import adk_go_1_7, adk_go_2_2, adk_java_1_8, adk_js_2_0, segmented
from memory_references.adk_go_1_7.contexts import Contexts as Go1Contexts
from memory_references.adk_go_1_7.service import InMemoryService as Go1Service
from memory_references.adk_go_2_2.contexts import Contexts as Go2Contexts
from memory_references.adk_go_2_2.service import InMemoryService as Go2Service
from memory_references.adk_go_vertex_2_2.client import VertexAIClient
from memory_references.adk_go_vertex_2_2.service import VertexAIService
from memory_references.adk_java_1_8.contexts import Contexts as JavaContexts
from memory_references.adk_java_1_8.service import InMemoryMemoryService as JavaService
from memory_references.adk_js_2_0.contexts import Contexts as JsContexts
from memory_references.adk_js_2_0.service import InMemoryMemoryService as JsService
from memory_references.adk_python_vertex_2_13.client import Client
from memory_references.library import Library, MemoryService, RequestTool
from memory_references.managed.bank import Bank
from memory_references.managed.serving import Configuration, ManagedBackend, ManagedService
from memory_references.planted.complete import Complete, CompleteBackend
from memory_references.planted.fault import Base
from memory_references.segmented.service import SegmentedMemoryService
from memory_references.serving import ServiceBackend

__all__ = ["COMPLETE", "GO", "GO_2", "GO_BANK", "JAVA", "JS", "PYTHON_BANK", "SEGMENTED", "with_tool"]


class Ported(ServiceBackend):
    """A port with a fault in it, under a name of its own, that claims to be the port without it."""

    def __init__(self, service: Callable[[], MemoryService], library: Library, name: str, sound: Backend) -> None:
        hello = sound.hello()
        super().__init__(service, library, name, hello.version, hello.language)
        self._hello = self._hello.model_copy(update={"claim": hello.claim})


def with_tool(contexts: type[Library], tool: type[RequestTool]) -> Library:
    """The contexts of a library with another tool in the place of the one that it descends from."""
    place = next(name for name, own in contexts.tools.items() if issubclass(tool, type(own)))

    class Changed(contexts):  # type: ignore[valid-type, misc]
        tools: ClassVar[Any] = {**contexts.tools, place: tool()}

    changed: Library = Changed()
    return changed


def _ported(
    tag: str, service: Callable[[], MemoryService], contexts: type[Library], sound: Callable[[], Backend]
) -> Base:
    def make(changed: Any, name: str) -> Backend:
        if issubclass(changed, RequestTool):
            return Ported(service, with_tool(contexts, changed), name, sound())
        if issubclass(changed, Library):
            return Ported(service, changed(), name, sound())
        return Ported(changed, contexts(), name, sound())

    return Base(tag, make)


def _complete(changed: Any, name: str) -> Backend:
    if issubclass(changed, CompleteBackend):
        backend: Backend = changed(Complete, Go1Contexts(), name)
        return backend
    if issubclass(changed, RequestTool):
        return CompleteBackend(Complete, with_tool(Go1Contexts, changed), name)
    if issubclass(changed, Library):
        return CompleteBackend(Complete, changed(), name)
    return CompleteBackend(changed, Go1Contexts(), name)


def _go_bank(changed: Any, name: str) -> Backend:
    client, service = VertexAIClient, VertexAIService
    if issubclass(changed, VertexAIClient):
        client = changed
    else:
        service = changed

    def made(bank: Bank, configuration: Configuration) -> ManagedService:
        return service(client(bank, configuration.waits), configuration.state_key)

    return ManagedBackend(made, _managed(name, "adk-go-vertex-2.2", "2.2.0", "Go", Capability.LAST_UPDATE))


def _python_bank(changed: Any, name: str) -> Backend:
    def made(bank: Bank, configuration: Configuration) -> ManagedService:
        if issubclass(changed, Client):
            client: ManagedService = changed(bank, configuration)
            return client
        own = Client(bank, configuration)
        own._service = changed(bank)
        return own

    return ManagedBackend(made, _managed(name, "adk-python-vertex-2.13", "2.13.0", "Python"))


def _managed(name: str, claim: str, version: str, language: str, *further: Capability) -> Hello:
    capabilities = {Capability.MANAGED, *further}
    return Hello(name=name, version=version, language=language, capabilities=capabilities, claim=claim)


GO = _ported("adk-go-1.7", Go1Service, Go1Contexts, adk_go_1_7.backend)
GO_2 = _ported("adk-go-2.2", Go2Service, Go2Contexts, adk_go_2_2.backend)
JAVA = _ported("adk-java-1.8", JavaService, JavaContexts, adk_java_1_8.backend)
JS = _ported("adk-js-2.0", JsService, JsContexts, adk_js_2_0.backend)
SEGMENTED = _ported("segmented", SegmentedMemoryService, Go1Contexts, segmented.backend)
GO_BANK = Base("adk-go-vertex-2.2", _go_bank)
PYTHON_BANK = Base("adk-python-vertex-2.13", _python_bank)
COMPLETE = Base("complete", _complete)
