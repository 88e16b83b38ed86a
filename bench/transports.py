"""What stands between the engine and a service costs: an operation over loopback, and a whole run beside its calls."""

from __future__ import annotations

import re
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from bench.bars import Bar
from rich.console import Console
from rich.table import Table

from memory_conformance.backend import Backend
from memory_conformance.connect.connectable import Connected, connect
from memory_conformance.connect.docker_engine import why_no_engine
from memory_conformance.connect.wrapped import Wrapped
from memory_conformance.model import Content, Event, Part, Session
from memory_conformance.run import Wish, play
from memory_conformance.specification import read_specification
from memory_conformance.target import target_objects

SERVE = [sys.executable, "-m", "memory_conformance", "serve"]
SERVICE = "adk-go-1.7"
CALLS = 500
"""Calls of each operation in one round."""
BOUNDS = {"stdio": 0.3, "http": 1.0}
"""Milliseconds that the median of an operation should stay under."""
SCOPE = {"app": "shop", "user": "ana"}

Result = TypeVar("Result")


class Clocked(Wrapped):
    """Sums up what the calls of a backend take, in seconds."""

    def __init__(self, inner: Backend) -> None:
        super().__init__(inner)
        self.seconds = 0.0

    def around(self, operation: str, call: Callable[[], Result]) -> Result:
        began = time.perf_counter()
        try:
            return call()
        finally:
            self.seconds += time.perf_counter() - began


@contextmanager
def ways() -> Iterator[Mapping[str, str]]:
    """The connectables of one service: in process, over stdio and over HTTP."""
    with subprocess.Popen([*SERVE, SERVICE, "--port", "0"], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            said = process.stderr.readline()
            found = re.search(r"http://\S+:\d+", said)
            if found is None:
                raise RuntimeError(said + process.stderr.read())
            yield {
                "in process": SERVICE,
                "stdio": f"exec:{shlex.join([*SERVE, SERVICE, '--stdio'])}",
                "http": found.group(),
            }
        finally:
            process.terminate()


def measure_transports(runs: int, image: str, console: Console) -> list[Bar]:
    """Measure operations and whole runs over each transport, in turn, so that a slow moment of the machine is shared."""
    with ways() as connectables:
        bars = [*_operations(connectables, runs, console), *_whole_runs(connectables, runs, console)]
    return bars + _container(image, runs, console)


def _operations(connectables: Mapping[str, str], runs: int, console: Console) -> list[Bar]:
    taken: dict[str, dict[str, list[float]]] = {}
    for way, connectable in list(connectables.items()) * runs:
        backend = connect(connectable).backend
        for operation, times in _clocked(backend).items():
            taken.setdefault(way, {}).setdefault(operation, []).extend(times)
        backend.disconnect()
    medians = {
        way: {operation: 1000 * statistics.median(times) for operation, times in by_operation.items()}
        for way, by_operation in taken.items()
    }
    operations = list(next(iter(medians.values())))
    table = Table("median of an operation, ms", *operations, box=None)
    for way, by_operation in medians.items():
        table.add_row(way, *(f"{by_operation[operation]:.3f}" for operation in operations))
    console.print(table)
    return [
        Bar(f"the slowest operation over {way}", max(medians[way].values()), bound, " ms")
        for way, bound in BOUNDS.items()
    ]


def _clocked(backend: Backend) -> dict[str, list[float]]:
    """What each of many calls takes, in seconds: sessions and results as scenarios have them."""
    texts = [Content(role="user", parts=[Part(text=f"order {number} was shipped")]) for number in range(3)]
    events = [Event(id=str(at), author="user", timestamp=float(at), content=text) for at, text in enumerate(texts)]
    instances = [backend.open({}) for _ in range(CALLS)]
    calls: dict[str, Callable[[str], object]] = {
        "open": lambda instance: backend.open({}),
        "add_session": lambda instance: backend.add_session(instance, SCOPE, Session(id="s", events=events)),
        "search": lambda instance: backend.search(instance, SCOPE, "shipped"),
        "close": lambda instance: backend.close(instance),
    }
    return {operation: [_seconds(call, instance) for instance in instances] for operation, call in calls.items()}


def _seconds(call: Callable[[str], object], instance: str) -> float:
    began = time.perf_counter()
    call(instance)
    return time.perf_counter() - began


def _whole_runs(connectables: Mapping[str, str], runs: int, console: Console) -> list[Bar]:
    taken: dict[str, list[tuple[float, float]]] = {}
    for _ in range(runs):
        for way, connectable in connectables.items():
            taken.setdefault(way, []).append(_whole_run(connectable))
    here = [run for run, _ in taken["in process"]]
    table = Table(
        "whole run, harness started before, median", "run", "its calls", "over in process and calls", box=None
    )
    bars = []
    for way, times in taken.items():
        # Each beside the run in process of the same round, when the machine was as fast.
        over = statistics.median(run / (alone + calls) for (run, calls), alone in zip(times, here, strict=True))
        run, calls = (statistics.median(each) for each in zip(*times, strict=True))
        table.add_row(way, f"{run:.2f} s", f"{calls:.2f} s", f"{over:.2f} times" if way in BOUNDS else "")
        if way in BOUNDS:
            bars.append(Bar(f"a run over {way}, over one in process and its calls", over, 1.15, " times"))
    console.print(table)
    return bars


def _whole_run(connectable: str) -> tuple[float, float]:
    """Seconds of a run of the whole specification, and of its calls."""
    specification = read_specification()
    clocked = Clocked(connect(connectable).backend)
    targets = target_objects([("clocked", lambda: Connected("clocked", clocked))], 7, specification)
    clocked.seconds = 0.0
    began = time.perf_counter()
    play(specification, targets, Wish(seed=7))
    return time.perf_counter() - began, clocked.seconds


def _container(image: str, runs: int, console: Console) -> list[Bar]:
    """From an image to the first instance of a scenario."""
    from memory_conformance.connect.docker_engine import engine

    why = why_no_engine()
    if why is None:
        with engine() as client:
            if not client.images.list(image):
                why = f"there is no image {image}; docker build -t {image} . makes it"
    if why is not None:
        console.print(f"containers are not measured: {why}", markup=False, highlight=False)
        return []
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        backend = connect(f"docker:{image}").backend
        backend.open({})
        times.append(time.perf_counter() - began)
        backend.disconnect()
    console.print(f"from docker:{image} to the first scenario: {_said(times)}", highlight=False)
    return [Bar("from an image to the first scenario", statistics.median(times), 3.0, " s")]


def _said(times: list[float]) -> str:
    return f"median {statistics.median(times):.2f} s, min {min(times):.2f} s, max {max(times):.2f} s"
