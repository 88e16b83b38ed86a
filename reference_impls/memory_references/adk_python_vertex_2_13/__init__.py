"""ADK Python's client of Memory Bank, as released in google-adk 2.13.0."""

from memory_conformance.backend import Backend
from memory_conformance.model import Capability, Hello
from memory_references.adk_python_vertex_2_13.client import Client
from memory_references.managed.serving import ManagedBackend

TAG = "adk-python-vertex-2.13"


def backend() -> Backend:
    """A port of google-adk 2.13.0, vertex_ai_memory_bank_service.py: sends the conversation along, and tells of no failure."""
    hello = Hello(name=TAG, version="2.13.0", language="Python", capabilities={Capability.MANAGED}, claim=TAG)
    return ManagedBackend(Client, hello)
