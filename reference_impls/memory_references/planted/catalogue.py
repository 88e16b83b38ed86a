"""Everything that ``planted:NAME`` can name: services with one fault each, and services that are merely different."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from memory_conformance.backend import Backend
from memory_references.planted import (  # noqa: F401 - each puts its faults into the list as it is imported
    again,
    finding,
    forgetting,
    keys,
    managed,
    names,
    objects,
    preloading,
    protocol,
    ranking,
    results,
    scope,
    tools,
    tools_elsewhere,
    trouble,
    words,
    words_of_letters,
    words_of_queries,
    writing,
)
from memory_references.planted.bases import COMPLETE
from memory_references.planted.complete import Complete
from memory_references.planted.different import DIFFERENT, Different
from memory_references.planted.fault import FAULTS, PREFIX, Fault, Kind
from memory_references.planted.keyed import KEYED, Lock


def faults() -> list[Fault]:
    """All faults, kind by kind."""
    return sorted(FAULTS.values(), key=lambda fault: list(Kind).index(fault.kind))


def complete() -> Backend:
    """The service without a fault that faults of optional operations are planted in."""
    return COMPLETE.make(Complete, f"{PREFIX}{COMPLETE.name}")


def keyed() -> Backend:
    """The same for users with keys, in which faults of keys are planted."""
    return KEYED.make(Lock, f"{PREFIX}{KEYED.name}")


def merely_different() -> list[Different]:
    """The services that are sound, and different."""
    return list(DIFFERENT.values())


def services() -> Mapping[str, Callable[[], Backend]]:
    """Every planted service by its name, as it is made."""
    return {
        COMPLETE.name: complete,
        KEYED.name: keyed,
        **{one.name: one.make for one in merely_different()},
        **{one.name: one.make for one in faults()},
    }
