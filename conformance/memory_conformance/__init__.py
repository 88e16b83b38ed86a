"""Memory Conformance: an executable description of how agent memory services behave."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from memory_conformance.by_hand import ByHand

try:
    __version__ = version("memory-conformance")
except PackageNotFoundError:  # a checkout that was never installed
    __version__ = "0+unknown"


def connect(connectable: str, config: str | Path | None = None) -> ByHand:
    """A fresh instance of a backend, to be used by hand: ``connect("adk-go-1.7").search({...}, "celsius")``.

    Names of backends come from ``config``, or from memory-conformance.toml in the current folder.
    """
    from memory_conformance.by_hand import ByHand

    return ByHand(connectable, config)
