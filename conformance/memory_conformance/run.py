"""The main job: plays the specification on backends through pytest, which sees nothing of the folder it runs in."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from memory_conformance.plan import select
from memory_conformance.playing import Playing
from memory_conformance.references import UsageError
from memory_conformance.report.matrix import red_rows
from memory_conformance.report.results import Result, Results
from memory_conformance.specification import Specification
from memory_conformance.target import Targets
from memory_conformance.verdict import FailOn

LAST_FAILED = Path(".memory-conformance") / "last-failed"
"""Where the ids of what the last run had red, or did not come to, are kept, below the current folder."""


_ROOT = Path(__file__).parent / "root"
"""A folder of our own, with nothing but an empty configuration in it: no configuration, conftest or plugin of the folder that a run
is made in has a say in what is played, and nothing is written anywhere."""

_NOT_NEEDED = (
    # Our own reports take its place.
    "terminalreporter",
    # It would write into the folder; ids of red rows are kept by `remember_failed`.
    "cacheprovider",
    # These watch code under test for stray logs, warnings and threads, at a cost for each item; ours are scenarios.
    "logging",
    "warnings",
    "unraisableexception",
    "threadexception",
    "faulthandler",
    "doctest",
    "junitxml",
    # No scenario asks for a fixture of theirs, and pytest-bdd looks through every fixture for each step.
    "legacypath",
    "monkeypatch",
    "recwarn",
    "stepwise",
    "subtests",
    "tmpdir",
    "unittest",
)
"""Parts of pytest that a run does without."""


@dataclass(frozen=True)
class Wish:
    """What a run is asked for."""

    only: tuple[str, ...] = ()
    fail_on: frozenset[FailOn] = frozenset()
    seed: int = 0
    last_failed: bool = False
    maxfail: int = 0


def play(
    specification: Specification,
    targets: Targets,
    wish: Wish,
    progress: Callable[[Result], None] = lambda _: None,
) -> Results:
    """Play and return what came out; ``progress`` hears each row as it is there. Raises `UsageError`."""
    try:
        playing = _Watched(specification, targets, chosen(specification, wish), wish.fail_on, wish.seed, progress)
        if targets.ready:
            try:
                _pytest(playing, wish.maxfail)
            except KeyboardInterrupt:
                # Again, while pytest was ending for the first time: what came out by then is told all the same.
                playing.pytest_keyboard_interrupt()
    finally:
        targets.disconnect()
    return playing.results()


def chosen(specification: Specification, wish: Wish) -> tuple[str, ...]:
    """The expressions that a wish comes to: its own, and the ids that the last run left behind. Raises `UsageError`."""
    if not wish.last_failed:
        return wish.only
    red = " or ".join(_last_failed(specification))
    return tuple(f"({one}) and ({red})" for one in wish.only) or (red,)


def unplayed(results: Results, specification: Specification, wish: Wish) -> set[str]:
    """The ids of what a run was to play and did not come to, on any of its backends: it was interrupted.

    What ``--maxfail`` leaves out is left out on purpose.
    """
    if results.envelope.complete or (wish.maxfail and len(red_rows(results)) >= wish.maxfail):
        return set()
    selection = select(chosen(specification, wish), specification)
    wanted = {behaviour.id for behaviour in specification.behaviours if selection.wants(behaviour)}
    played = [
        {row.id for row in results.results if row.backend == backend.name}
        for backend in results.envelope.backends
        if backend.problem is None
    ]
    return {one for ids in played for one in wanted - ids}


def remember_failed(rows: Sequence[Result], unplayed: Collection[str] = (), folder: Path | None = None) -> None:
    """Keep the ids of red rows, and of what was not come to, for ``--last-failed``; a run without any forgets those before it."""
    file = (folder or Path.cwd()) / LAST_FAILED
    ids = sorted({*(row.id for row in rows), *unplayed})
    if ids:
        file.parent.mkdir(exist_ok=True)
        (file.parent / ".gitignore").write_text("*\n", encoding="utf-8")
        file.write_text("\n".join(ids) + "\n", encoding="utf-8")
    elif file.exists():
        file.unlink()


def _last_failed(specification: Specification) -> tuple[str, ...]:
    file = Path.cwd() / LAST_FAILED
    ids = file.read_text(encoding="utf-8", errors="replace").split() if file.is_file() else []
    kept = tuple(one for one in ids if one in specification.by_id)
    if not kept:
        raise UsageError("--last-failed: the last run in this folder left nothing red behind that is still specified")
    return kept


class _Watched(Playing):
    """A run that nobody else's tests take part in: it collects the specification alone and tells of each row."""

    def __init__(
        self,
        specification: Specification,
        targets: Targets,
        only: Sequence[str],
        fail_on: frozenset[FailOn],
        seed: int,
        progress: Callable[[Result], None],
    ) -> None:
        super().__init__(specification, targets, only, fail_on, seed)
        self._progress = progress

    def pytest_configure(self, config: pytest.Config) -> None:
        self.register_marks(config)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Any:
        report = yield
        if isinstance(collector, pytest.Session):
            report.result = [self.beside(collector)]
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        before = len(self.rows)
        super().pytest_runtest_logreport(report)
        for row in self.rows[before:]:
            self._progress(row)


def _pytest(playing: Playing, maxfail: int) -> None:
    arguments = [
        f"--rootdir={_ROOT}",
        f"--config-file={_ROOT / 'pytest.ini'}",
        "--disable-plugin-autoload",
        "--capture=no",
        "--assert=plain",
        *(option for name in _NOT_NEEDED for option in ("-p", f"no:{name}")),
        *("-p", "pytest_bdd.plugin"),
        *([f"--maxfail={maxfail}"] if maxfail else []),
        str(_ROOT),
    ]
    with _own_environment():
        pytest.main(arguments, plugins=[playing])


@contextmanager
def _own_environment() -> Iterator[None]:
    """Without what the environment says to every pytest, such as ``PYTEST_ADDOPTS`` and ``PYTEST_PLUGINS``."""
    kept = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("PYTEST_")}
    try:
        yield
    finally:
        os.environ.update(kept)
