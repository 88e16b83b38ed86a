"""What a lab provides scenarios with that no backend brings along: a line that fails, many users at once, users with keys."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memory_conformance.backend import BackendError
from memory_conformance.connect.beside import beside
from memory_conformance.means import Means
from memory_conformance.references import UsageError
from memory_conformance.target import Target

if TYPE_CHECKING:
    from memory_conformance.faulty_line.examining import Examined
    from memory_conformance.leaks.principals import Principals
    from memory_conformance.load.loaded import Loaded


@dataclass(frozen=True)
class Provided:
    """What is wanted: whether over a line that fails, how many users at once, and the principals of a file."""

    faulty_line: bool = False
    load: int | None = None
    principals: Principals | None = None

    def check(self, targets: Iterable[Target]) -> None:
        """Raise `UsageError` for a backend that it cannot be provided for."""
        if self.principals is not None:
            for target in targets:
                self.principals.check(target.entry, target.name, target.hello)

    @property
    def means(self) -> frozenset[Means]:
        """What scenarios are given."""
        wanted = {
            Means.FAULTY_LINE: self.faulty_line,
            Means.LOAD: self.load is not None,
            Means.PRINCIPALS: self.principals is not None,
        }
        return frozenset(means for means, is_wanted in wanted.items() if is_wanted)

    def options(self) -> list[str]:
        """The options that ask for it again."""
        load = ["--load", str(self.load)] if self.load is not None else []
        keys = ["--principals", str(self.principals.file)] if self.principals is not None else []
        return [*load, *(["--faulty-line"] if self.faulty_line else []), *keys]


@contextmanager
def means_for(target: Target, wanted: Provided, seed: int) -> Iterator[Mapping[Means, Any]]:
    """The means for one backend; what was opened for them is let go at the end. Raises `UsageError` and `HarnessError`."""
    means: dict[Means, Any] = {}
    with ExitStack() as opened:
        if wanted.faulty_line:
            means[Means.FAULTY_LINE] = _Once(_line(target, seed, opened))
        if wanted.load is not None:
            means[Means.LOAD] = _Once(_load(target, wanted.load, seed))
        if wanted.principals is not None:
            from memory_conformance.leaks.principals import keyring_of

            ring = keyring_of(target, wanted.principals)
            opened.callback(ring.disconnect)
            means[Means.PRINCIPALS] = ring
        yield means


class _Once:
    """Plays once, for all scenarios that judge what came of it: they may ask at the same time, and the others wait."""

    def __init__(self, play: Callable[[], Any]) -> None:
        self._play = play
        self._lock = threading.Lock()
        self._played: list[Any] = []
        self._failed: BackendError | None = None

    def __call__(self) -> Any:
        with self._lock:
            if self._failed is not None:
                raise self._failed
            if not self._played:
                try:
                    self._played.append(self._play())
                except BackendError as error:
                    self._failed = error
                    raise
            return self._played[0]


def _line(target: Target, seed: int, opened: ExitStack) -> Callable[[], Examined]:
    def examined() -> Examined:
        from memory_conformance.faulty_line.examining import examine

        prefix = f"{target.prefix}line-"
        if target.entry is None or not target.remote:
            return examine(target.backend, target.hello, prefix, seed)
        from memory_conformance.faulty_line.opening import open_line

        line = opened.enter_context(open_line(target.entry.connectable, target.entry.terms, seed))
        return examine(beside(line.backend, target.backend), target.hello, prefix, seed, line.mishaps)

    return examined


@dataclass(frozen=True)
class Several:
    """What came of several crowds, one after the other. ``failed`` says why one of them could not be played to its end."""

    every: Sequence[Any]
    notes: tuple[str, ...]
    failed: str | None = None

    @property
    def unproved(self) -> str | None:
        """Why what was not found is not proved either: what the first of them says that has such a reason."""
        return next((one.unproved for one in self.every if one.unproved), self.failed)

    @property
    def undone(self) -> int:
        """Calls that were left in the middle, by any of them."""
        return sum(one.undone for one in self.every)

    def headline(self) -> str:
        """Each in one line, and what could not be done."""
        return "; ".join([*(one.headline() for one in self.every), *self.notes])

    def told(self) -> Iterable[tuple[str, str]]:
        """What was found by any of them."""
        return [found for one in self.every for found in one.told()]


def _load(target: Target, users: int, seed: int) -> Callable[[], Several]:
    def loaded() -> Several:
        from memory_conformance.load.loaded import Way
        from memory_conformance.load.loading import load_leaks

        played: list[Loaded] = []
        notes, failed = [], None
        for way in Way:
            prefix = f"{target.prefix}{way.value}-"
            try:
                played.append(load_leaks(target.backend, target.hello, prefix=prefix, seed=seed, users=users, way=way))
            except UsageError as error:
                notes.append(str(error))
            except BackendError as error:
                if not any(one.findings for one in played):
                    raise
                # What was found by then was found, whatever came of the rest.
                failed = f"not played by {way.value}: {error}"
        return Several(played, tuple(notes), failed)

    return loaded
