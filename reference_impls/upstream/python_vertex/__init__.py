"""ADK Python's client of Memory Bank behind the protocol, and in the same process a stand-in of the service that it asks.

The client is the release's own. Laid beside it are `memory_conformance.worker` and `memory_references.managed.bank`, and
nothing else of this project.
"""
