"""ADK Java's in-memory memory service, as released in com.google.adk:google-adk 1.8.0 (the same since 0.2.0)."""

from memory_conformance.backend import Backend
from memory_references.adk_java_1_8.contexts import Contexts
from memory_references.adk_java_1_8.service import InMemoryMemoryService
from memory_references.serving import ServiceBackend


def backend() -> Backend:
    """A port of com.google.adk:google-adk 1.8.0, com/google/adk/memory/InMemoryMemoryService.java, defects included."""
    return ServiceBackend(InMemoryMemoryService, Contexts(), name="adk-java-1.8", version="1.8.0", language="Java")
