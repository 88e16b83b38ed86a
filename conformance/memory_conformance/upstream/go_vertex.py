"""Builds the harness of ADK Go's Memory Bank client: the protocol is that of ADK Go's harness, beside a service of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from memory_conformance.upstream import go
from memory_conformance.upstream.go import fetch
from memory_conformance.upstream.workshop import BuildError, Workshop, sources_of

__all__ = ["build", "built_from", "fetch"]

_PROTOCOL = ("harness.go", "messages.go", "parameters.go", "release.go", "session.go")
"""The files of ADK Go's harness that know nothing of a service."""
_PACKAGE = Path("memory", "vertexai")


def build(version: str, shop: Workshop) -> list[str]:
    """Build the harness and return its command. Raises `BuildError`."""
    if not (fetch(version, shop) / _PACKAGE).is_dir():
        raise BuildError(f"adk-go {version} has no client of Memory Bank: no package {_PACKAGE.as_posix()}")
    together = shop.folder / "sources"
    shutil.copytree(shop.sources, together)
    for shared in _shared():
        shutil.copy(shared, together)
    command = go.build(version, replace(shop, sources=together))
    shutil.rmtree(together)
    return command


def built_from() -> Iterator[Path]:
    """What a harness is built from beside its own sources."""
    yield Path(go.__file__)
    yield from _shared()


def _shared() -> Iterator[Path]:
    return (sources_of("go") / name for name in _PROTOCOL)
