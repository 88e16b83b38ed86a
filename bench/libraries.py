"""What the real libraries cost: building their harnesses from empty caches, and how many histories a minute are compared."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from bench.bars import Bar
from rich.console import Console

from memory_conformance.connect.connectable import connect
from memory_conformance.histories.comparing import Side, compare
from memory_conformance.upstream import command_of, read_release

RELEASES = ("adk-go@1.7.0", "adk-java@1.8.0", "adk-js@2.0.0", "adk-python@2.13.0")
HISTORIES = 2000


def measure_libraries(runs: int, console: Console) -> list[Bar]:
    """Build each harness once from nothing, and compare the Go port with the Go library over stdio."""
    built = {release: _built(release) for release in RELEASES}
    for release, seconds in built.items():
        console.print(f"{release} from empty caches: {seconds:.1f} s", highlight=False)
    minutes = [_histories_a_minute(number) for number in range(runs)]
    console.print(
        f"histories a minute on adk-go-1.7 and the Go library: at most {max(minutes):,.0f}, at least {min(minutes):,.0f}",
        highlight=False,
    )
    return [
        Bar("all harnesses from empty caches", sum(built.values()), 120.0, " s"),
        Bar("histories a minute on the Go library", max(minutes), 6000.0, "", at_least=True),
    ]


def _built(release: str) -> float:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, _environment(_empty_caches(folder)):
        began = time.perf_counter()
        command_of(read_release(release), lambda _: None)
        return time.perf_counter() - began


def _empty_caches(folder: str) -> Mapping[str, str]:
    return {
        "MEMORY_CONFORMANCE_CACHE": f"{folder}/ours",
        "GOMODCACHE": f"{folder}/modules",
        "GOCACHE": f"{folder}/go",
        # Go keeps its modules from being written to, and so from being removed.
        "GOFLAGS": "-modcacherw",
        "MAVEN_OPTS": f"-Dmaven.repo.local={folder}/maven",
        "npm_config_cache": f"{folder}/npm",
        "UV_CACHE_DIR": f"{folder}/uv",
        "PIP_CACHE_DIR": f"{folder}/pip",
    }


@contextmanager
def _environment(changes: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(changes)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _histories_a_minute(seed: int) -> float:
    port, library = connect("adk-go-1.7").backend, connect("upstream:adk-go@1.7.0").backend
    try:
        sides = Side(port, port.hello()), Side(library, library.hello())
        began = time.perf_counter()
        played = compare(sides, HISTORIES, seed).played
        return 60 * played / (time.perf_counter() - began)
    finally:
        library.disconnect()
