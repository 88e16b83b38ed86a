"""Releases of google-adk: the worker, in an environment that has that release."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from memory_conformance import worker
from memory_conformance.upstream.environment import install, install_files
from memory_conformance.upstream.workshop import Workshop

_SERVICE = "google.adk.memory:InMemoryMemoryService"
_WITHOUT_DEPRECATED = (1, 2, 0)
"""The last release that imports the package ``deprecated`` without requiring it."""


def sources() -> Path:
    """The worker as it is shipped."""
    return Path(worker.__file__).parent


def build(version: str, shop: Workshop) -> list[str]:
    """The command that puts `InMemoryMemoryService` of a release behind the protocol. Raises `BuildError`."""
    undeclared = ["deprecated"] if _numbers(version) <= _WITHOUT_DEPRECATED else []
    python = install(shop, sys.executable, [f"google-adk=={version}", *undeclared])
    kept = shop.folder / "worker"
    shutil.copytree(shop.sources, kept, ignore=shutil.ignore_patterns("__pycache__"))
    return [python, str(kept), _SERVICE, f"adk-python@{version}"]


def fetch(version: str, shop: Workshop) -> Path:
    """The folder of the package's own files, below which citations name ``google/adk/…``. Raises `BuildError`."""
    return install_files(shop, sys.executable, f"google-adk=={version}")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])
