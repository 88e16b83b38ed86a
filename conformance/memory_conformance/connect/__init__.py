"""From the name of a backend to the backend: built-in references and whatever Python can import."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memory_conformance.by_hand import ByHand


class _Called(ModuleType):
    """A package that is also the function of its name: once imported, it stands in the place of ``memory_conformance.connect``."""

    def __call__(self, connectable: str, config: str | Path | None = None) -> ByHand:
        """As `memory_conformance.connect`."""
        from memory_conformance.by_hand import ByHand

        return ByHand(connectable, config)


sys.modules[__name__].__class__ = _Called
