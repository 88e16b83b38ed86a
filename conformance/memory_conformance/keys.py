"""Whoever asks a service that knows who asks: principals with credentials of their own, each for one scope."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memory_conformance.backend import Backend


@dataclass(frozen=True)
class Principal:
    """A scope, and the backend as it is reached with the credentials for that scope."""

    scope: Mapping[str, str]
    backend: Backend


@dataclass(frozen=True)
class Keyring:
    """All principals of a lab, and the backend as it is reached without any credentials."""

    principals: tuple[Principal, ...]
    nobody: Backend

    def disconnect(self) -> None:
        """Let every connection go."""
        for one in self.principals:
            one.backend.disconnect()
        self.nobody.disconnect()
