"""ADK Go's in-memory memory service, as released in google.golang.org/adk v1.7.0."""

from memory_conformance.backend import Backend
from memory_references.adk_go_1_7.contexts import Contexts
from memory_references.adk_go_1_7.service import InMemoryService
from memory_references.serving import ServiceBackend


def backend() -> Backend:
    """A port of google.golang.org/adk v1.7.0, memory/inmemory.go: ranked, ten at most, non-ASCII inside the text."""
    return ServiceBackend(InMemoryService, Contexts(), name="adk-go-1.7", version="1.7.0", language="Go")
