"""Builds the harness of ADK Python's Memory Bank client: an environment with that release, the worker, and a stand-in."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from memory_conformance.upstream import environment, python
from memory_conformance.upstream.environment import install
from memory_conformance.upstream.python import fetch
from memory_conformance.upstream.workshop import BuildError, Workshop, references_folder

__all__ = ["build", "built_from", "fetch"]

# Without their extras, which the client of Memory Bank does not need. Of one release each: what it sends is what is judged.
_SDK = "google-cloud-agentplatform==2.6.0"
_OLDER_SDK = "google-cloud-aiplatform==1.165.1"
_RENAMED = (2, 12, 0)
"""The first release that asks by the SDK's new name."""
_OLDEST = (2, 10, 0)
"""The oldest release that this was seen with."""
_NOT_SHIPPED = shutil.ignore_patterns("__pycache__")
_BANK = Path("managed", "bank.py")
"""The rules of the stand-in, in the package of the references: the ports ask it as well."""


def build(version: str, shop: Workshop) -> list[str]:
    """The command that puts `VertexAiMemoryBankService` of a release behind the protocol. Raises `BuildError`."""
    numbers = tuple(int(number) for number in re.findall(r"\d+", version)[:3])
    if numbers < _OLDEST:
        oldest = ".".join(map(str, _OLDEST))
        raise BuildError(f"adk-python-vertex {version}: its client is asked otherwise; {oldest} is the oldest here")
    sdk = _SDK if numbers >= _RENAMED else _OLDER_SDK
    interpreter = install(shop, sys.executable, [f"google-adk=={version}", sdk])
    harness = shop.folder / "harness"
    shutil.copytree(shop.sources, harness / "python_vertex", ignore=_NOT_SHIPPED)
    # By the names that they have here, and alone: Python takes a folder without a module of its own for a package as well.
    shutil.copytree(python.sources(), harness / "memory_conformance" / "worker", ignore=_NOT_SHIPPED)
    bank = harness / "memory_references" / _BANK
    bank.parent.mkdir(parents=True)
    shutil.copy(references_folder() / _BANK, bank)
    # Isolated: neither the current folder nor the user's settings of Python have a say.
    return [interpreter, "-I", str(harness / "python_vertex"), f"adk-python-vertex@{version}"]


def built_from() -> Iterator[Path]:
    """What a harness is built from beside its own sources."""
    yield Path(environment.__file__)
    yield from sorted(python.sources().glob("*.py"))
    yield references_folder() / _BANK
