"""ADK Go's in-memory memory service with queries cut into words by jieba: what document 001 says it lacks."""

from memory_conformance.backend import Backend
from memory_references.adk_go_1_7.contexts import Contexts
from memory_references.segmented.service import SegmentedMemoryService
from memory_references.serving import ServiceBackend


def backend() -> Backend:
    """Ours, version 1: the port of google.golang.org/adk v1.7.0, memory/inmemory.go, behind a cutter of queries."""
    return ServiceBackend(SegmentedMemoryService, Contexts(), name="segmented", version="1", language="Python")
