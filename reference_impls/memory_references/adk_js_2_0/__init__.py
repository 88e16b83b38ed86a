"""ADK TypeScript's in-memory memory service, as released in @google/adk 2.0.0 (the same since 1.6.0)."""

from memory_conformance.backend import Backend
from memory_references.adk_js_2_0.contexts import Contexts
from memory_references.adk_js_2_0.service import InMemoryMemoryService
from memory_references.serving import ServiceBackend


def backend() -> Backend:
    """A port of @google/adk 2.0.0, dist/esm/memory/in_memory_memory_service.js, the joined key included."""
    return ServiceBackend(InMemoryMemoryService, Contexts(), name="adk-js-2.0", version="2.0.0", language="TypeScript")
