"""A small memory service that has every operation of the protocol: what faults of optional operations are planted in."""

from memory_references.planted.complete.serving import CompleteBackend
from memory_references.planted.complete.store import Complete, Owner, event_id

__all__ = ["Complete", "CompleteBackend", "Owner", "event_id"]
