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
def compared(total: int) -> Iterator[Callable[[int, int], None]]:
    """Give the function that is told how many of so many histories were played, and in how many ways they differ."""
    if not sys.stderr.isatty() or not total:
        yield lambda played, ways: None
        return
    columns = (
        TextColumn("histories"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)

        def advance(played: int, ways: int) -> None:
            bar.update(task, completed=played, description=f"[red]{ways} ways to differ" if ways else "")

        yield advance


@contextmanager
def planted(total: int) -> Iterator[Callable[[int, int], None]]:
    """Give the function that is told how many of so many faults were played, and how many of them survive."""
    if not sys.stderr.isatty() or not total:
        yield lambda played, survive: None
        return
    columns = (
        TextColumn("faults"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)

        def advance(played: int, survive: int) -> None:
            bar.update(task, completed=played, description=f"[red]{survive} survive" if survive else "")

        yield advance


@contextmanager
def wandered(total: int) -> Iterator[Callable[[int, int], None]]:
    """Give the function that is told how many histories of a search were played, and how many kinds of leaks they show."""
    if not sys.stderr.isatty() or not total:
        yield lambda played, kinds: None
        return
    bar: Progress | None = None
    columns = (TextColumn("histories"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))

    def advance(played: int, kinds: int) -> None:
        nonlocal bar
        if bar is None:
            # Not before: two bars cannot be shown at once.
            bar = Progress(*columns, console=Console(stderr=True), transient=True)
            bar.start()
            bar.add_task("", total=total)
        bar.update(bar.task_ids[0], completed=played, description=f"[red]{kinds} ways to leak" if kinds else "")

    try:
        yield advance
    finally:
        if bar is not None:
            bar.stop()
