"""The services with planted faults, as the package that has them tells of them. It is found by its name, when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Protocol

from memory_conformance.backend import Backend
from memory_conformance.connect.connectable import from_planted, from_reference
from memory_conformance.connect.in_process import imported
from memory_conformance.references import UsageError, did_you_mean, references

COMPLETE = "complete"
"""The base that is no reference: a service that has every operation."""


class Planted(Protocol):
    """A service that is as it should be but for one thing: see `memory_references.planted.fault.Fault`."""

    @property
    def name(self) -> str: ...
    @property
    def what(self) -> str: ...
    @property
    def base(self) -> str: ...
    @property
    def kind(self) -> StrEnum: ...
    @property
    def killers(self) -> Sequence[str]: ...
    @property
    def seen_in(self) -> str: ...
    @property
    def errs(self) -> bool: ...
    @property
    def make(self) -> Callable[[], Backend]: ...


class Different(Protocol):
    """A service that is sound, and different: no requirement may fail on it."""

    @property
    def name(self) -> str: ...
    @property
    def what(self) -> str: ...


def all_faults() -> list[Planted]:
    """Every fault, kind by kind. Raises `HarnessError` where the package is not installed."""
    found: list[Planted] = imported("memory_references.planted.catalogue:faults")()
    return found


def all_different() -> list[Different]:
    """Every service that is sound, and different. Raises `HarnessError` where the package is not installed."""
    found: list[Different] = imported("memory_references.planted.catalogue:merely_different")()
    return found


def chosen(faults: Sequence[Planted], names: Sequence[str], bases: Sequence[str]) -> list[Planted]:
    """The faults of these names, and in these bases; without any, all of them. Raises `UsageError` for a name that none has."""
    known = [one.name for one in faults]
    planted_in = sorted({one.base for one in faults})
    wanted = [name.removeprefix("planted:") for name in names]
    for name in wanted:
        if name not in known:
            raise UsageError(f"no fault is called {name!r}; {did_you_mean(name, known, 'faults')}")
    for base in bases:
        if base not in planted_in:
            raise UsageError(f"--base: no fault is planted in {base!r}; {did_you_mean(base, planted_in)}")
    return [one for one in faults if (not wanted or one.name in wanted) and (not bases or one.base in bases)]


def base_of(name: str) -> Backend:
    """A service without a fault. Raises `UsageError` for a base that is none."""
    known = references().by_tag
    return from_reference(known[name]) if name in known else from_planted(name)
