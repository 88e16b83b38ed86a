"""Progress while a run goes on: bars on a terminal, nothing in a log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from memory_conformance.report.results import Result
from memory_conformance.verdict import Word


class Bars:
    """The bars of one command. All stand in one display: of two displays, each would write over the other's lines."""

    def __init__(self, shown: Progress | None) -> None:
        self._shown = shown

    def rows(self, what: str, total: int = 0) -> tuple[Callable[[Result], None], Callable[[int], None]]:
        """The function that each finished row is told to, and the one that is told of how many more there will be."""
        if self._shown is None:
            return lambda _: None, lambda _: None
        shown, red, awaited = self._shown, 0, total
        task = shown.add_task("", total=total or None, what=what)

        def advance(row: Result) -> None:
            nonlocal red
            red += row.verdict in (Word.FAIL, Word.ERROR) and not row.documented
            told = f"{row.backend} {row.topic}" + (f"  [red]{red} not as expected" if red else "")
            shown.update(task, advance=1, description=told)

        def more(count: int) -> None:
            nonlocal awaited
            awaited += count
            shown.update(task, total=awaited)

        return advance, more

    def counted(self, what: str, total: int, found: str) -> Callable[[int, int], None]:
        """The function that is told how many were played, and how many of these show something, in the words ``found``.

        There is no such bar before it is told of the first.
        """
        if self._shown is None or not total:
            return lambda played, some: None
        shown = self._shown
        task = shown.add_task("", total=total, what=what, visible=False)

        def advance(played: int, some: int) -> None:
            told = f"[red]{found}: {some:,}" if some else ""
            shown.update(task, completed=played, description=told, visible=True)

        return advance


@contextmanager
def bars() -> Iterator[Bars]:
    """The bars of a command, for as long as it plays."""
    if not sys.stderr.isatty():
        yield Bars(None)
        return
    columns = (
        TextColumn("{task.fields[what]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        yield Bars(shown)


@contextmanager
def progress(total: int) -> Iterator[Callable[[Result], None]]:
    """Give the function that each finished row is told to. ``total`` is how many rows there will be at most."""
    with bars() as shown:
        yield shown.rows("behaviours", total)[0]


@contextmanager
def counted(what: str, total: int, found: str) -> Iterator[Callable[[int, int], None]]:
    """Give the function that is told how many were played, and how many of these show something, in the words ``found``."""
    with bars() as shown:
        yield shown.counted(what, total, found)
