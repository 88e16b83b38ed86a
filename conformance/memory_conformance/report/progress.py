"""Progress while a run goes on: a bar on a terminal, nothing in a log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from memory_conformance.report.results import Result
from memory_conformance.verdict import Word


@contextmanager
def progress(total: int) -> Iterator[Callable[[Result], None]]:
    """Give the function that each finished row is told to. ``total`` is how many rows there will be at most."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        red = 0

        def advance(row: Result) -> None:
            nonlocal red
            red += row.verdict in (Word.FAIL, Word.ERROR) and not row.documented
            told = f"{row.backend} {row.topic}" + (f"  [red]{red} not as expected" if red else "")
            bar.update(task, advance=1, description=told)

        yield advance


@contextmanager
def counted(what: str, total: int, found: str) -> Iterator[Callable[[int, int], None]]:
    """Give the function that is told how many were played, and how many of these show something, in the words ``found``.

    The bar is not there before the first is: two bars cannot be shown at once.
    """
    if not sys.stderr.isatty() or not total:
        yield lambda played, shown: None
        return
    columns = (
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task("", total=total)

    def advance(played: int, shown: int) -> None:
        bar.start()
        bar.update(task, completed=played, description=f"[red]{shown} {found}" if shown else "")

    try:
        yield advance
    finally:
        bar.stop()
