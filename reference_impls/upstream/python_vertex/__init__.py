"""ADK Python's client of Memory Bank behind the protocol, and in the same process a stand-in of the service that it asks.

The client is the release's own. Laid beside it is `memory_conformance.worker`, and nothing else of the engine.
"""
