"""The pytest plugin: plays the specification beside an adopter's own tests, when asked to. Light until then."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from memory_conformance.playing import Playing

_PLAYING: pytest.StashKey[Playing] = pytest.StashKey()
FIXTURE = "memory_conformance_backend"
LEAKS = "memory_leaks"
"""The mark of a test module whose backend the leak lab is played on as well."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the pytest face; `memory-conformance run` sets none of them."""
    group = parser.getgroup("memory-conformance", "how an agent memory service behaves")
    group.addoption(
        "--memory-backend",
        action="append",
        default=[],
        metavar="BACKEND",
        help="play the specification on this backend: a name out of memory-conformance.toml, or what `run` takes",
    )
    group.addoption("--memory-config", metavar="FILE", help="instead of memory-conformance.toml")
    group.addoption(
        "--memory-claims", action="append", default=[], metavar="[NAME=]REFERENCE", help="what it is held to"
    )
    group.addoption("--memory-only", action="append", default=[], metavar="EXPR", help="ids, globs, topics and tags")
    group.addoption("--memory-fail-on", action="append", default=[], metavar="WORD", help="what else counts as red")
    group.addoption("--memory-report", metavar="DIR", help="write results.json, junit.xml and summary.md there")
    group.addoption("--memory-leaks", action="store_true", help="play the leak lab as well: hundreds of hostile names")
    group.addoption("--memory-cells", type=int, default=None, metavar="N", help="how many scopes the leak lab makes")
    group.addoption("--memory-seed", type=int, default=None, metavar="N", help="repeats the names of a run")


def pytest_configure(config: pytest.Config) -> None:
    """Prepare what is to be played, if a backend is named."""
    # On modules of adopters, which are collected whether anything is played or not.
    config.addinivalue_line("markers", f"{LEAKS}: the leak lab is played on the backend of this module as well")
    if config.getoption("--memory-backend") or config.getoption("--memory-report"):
        _start(config)


def _start(config: pytest.Config) -> Playing:
    """What is being played in this pytest run. Made once, by the option or by the first fixture that asks for it."""
    from memory_conformance.playing import Playing

    playing = config.stash.get(_PLAYING, None)
    if playing is None:
        playing = config.stash[_PLAYING] = Playing.from_config(config)
        playing.register_marks(config)
        config.pluginmanager.register(playing, "memory-conformance-playing")
    return playing


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Put the specification beside whatever else the session collects."""
    report = yield
    if isinstance(collector, pytest.Session) and collector.config.getoption("--memory-backend"):
        playing = _start(collector.config)
        if not playing.asked_by_path(collector.config):
            beside = [playing.beside(collector), playing.histories(collector)]
            report.result = [*(report.result or ()), *(node for node in beside if node is not None)]
    return report


def pytest_collection_finish(session: pytest.Session) -> None:
    """Asked for on nobody, the leak lab would look green."""
    config = session.config
    if config.getoption("--memory-leaks") and not hasattr(config, "workerinput") and _PLAYING not in config.stash:
        raise pytest.UsageError(
            f"--memory-leaks: no backend is named (--memory-backend), and no module here has the fixture {FIXTURE}"
        )


def pytest_plugin_registered(plugin: object) -> None:
    """A fixture in a conftest would be called by nobody, and so play nothing and look green."""
    if FIXTURE in getattr(plugin, "__dict__", {}) and str(getattr(plugin, "__file__", "")).endswith("conftest.py"):
        file = getattr(plugin, "__file__", "a conftest.py")
        raise pytest.UsageError(f"{file}: the fixture {FIXTURE} plays nothing there; define it in a test module")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Feature files of the specification whose paths are given to pytest, as in ``pytest features/finding``."""
    if file_path.suffix != ".feature" or not parent.config.getoption("--memory-backend"):
        return None
    playing = _start(parent.config)
    return playing.of_file(file_path, parent) if playing.asked_by_path(parent.config) else None


def pytest_pycollect_makeitem(collector: pytest.Module | pytest.Class, name: str, obj: object) -> Any:
    """A test module that defines the fixture ``memory_conformance_backend`` gets the specification below it, on what that returns."""
    if name != FIXTURE or not isinstance(collector, pytest.Module):
        return None
    function = getattr(obj, "_get_wrapped_function", None)
    if function is None:
        return None
    return _start(collector.config).below(collector, function())
