"""ADK Go's in-memory memory service, as released in google.golang.org/adk/v2 v2.2.0."""

from memory_conformance.backend import Backend
from memory_references.adk_go_2_2.contexts import Contexts
from memory_references.adk_go_2_2.service import InMemoryService
from memory_references.serving import ServiceBackend


def backend() -> Backend:
    """A port of google.golang.org/adk/v2 v2.2.0, memory/inmemory.go: any shared word, no rank, no limit."""
    return ServiceBackend(InMemoryService, Contexts(), name="adk-go-2.2", version="2.2.0", language="Go")
