"""ADK Go's client of Memory Bank, as released in google.golang.org/adk/v2 v2.2.0."""

from memory_conformance.backend import Backend
from memory_conformance.model import Capability, Hello
from memory_references.adk_go_vertex_2_2.client import VertexAIClient
from memory_references.adk_go_vertex_2_2.service import VertexAIService
from memory_references.managed.bank import Bank
from memory_references.managed.serving import Configuration, ManagedBackend

TAG = "adk-go-vertex-2.2"


def backend() -> Backend:
    """A port of google.golang.org/adk/v2 v2.2.0, memory/vertexai: names the conversation, knows no app, tells what fails."""
    hello = Hello(
        name=TAG,
        version="2.2.0",
        language="Go",
        capabilities={Capability.MANAGED, Capability.LAST_UPDATE},
        claim=TAG,
    )
    return ManagedBackend(_made, hello)


def _made(bank: Bank, configuration: Configuration) -> VertexAIService:
    return VertexAIService(VertexAIClient(bank, configuration.waits), configuration.state_key)
