"""The real libraries: a release of one is built behind the protocol once, kept in a cache folder, and started from there."""

from memory_conformance.upstream.release import UPSTREAM, Release, read_release
from memory_conformance.upstream.workshop import artifact_of, command_of

__all__ = ["UPSTREAM", "Release", "artifact_of", "command_of", "read_release"]
