"""ADK Go's in-memory memory service in google.golang.org/adk/v2 v2.4.0: derived, not read.

Unproved. The module of that release could not be had when this was written, so that no line of it can be cited. What
is known is a description of it, the seed document 001. Everything that it says of the in-memory service (split at
spaces, a point for each distinct word, a stable sort, ten, non-ASCII words inside the text, a session keeps its place)
fits memory/inmemory.go of google.golang.org/adk v1.7.0, and not that of v2.2.0, which has no rank and no limit.
"""

from memory_conformance.backend import Backend
from memory_references.adk_go_1_7.service import InMemoryService
from memory_references.adk_go_2_2.contexts import Contexts
from memory_references.serving import ServiceBackend


def backend() -> Backend:
    """The port of google.golang.org/adk v1.7.0, memory/inmemory.go, named after a release that it may fit.

    Of its line it has the tools and contexts: those of google.golang.org/adk/v2 v2.2.0, the last that could be read.
    """
    return ServiceBackend(InMemoryService, Contexts(), name="adk-go-2.4", version="2.4.0", language="Go")
