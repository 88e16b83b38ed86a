"""What a turn costs: on each port over the searches in it, and on the four real libraries."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count

from bench.bars import Bar
from rich.console import Console
from rich.table import Table

from memory_conformance.backend import Backend
from memory_conformance.connect.connectable import connect
from memory_conformance.model import Capability, Content, Event, Part, Session
from memory_conformance.turn import Tool, Turn

PORTS = ("adk-go-1.7", "adk-go-2.2", "adk-java-1.8", "adk-js-2.0")
LIBRARIES = ("adk-go@1.7.0", "adk-go@2.2.0", "adk-java@1.8.0", "adk-js@2.0.0", "adk-python@2.13.0")
SCOPE = {"app": "shop", "user": "ana"}
MEMORIES = 10
TURNS = 100
QUERY = "order"


def measure_turns(runs: int, console: Console) -> list[Bar]:
    """Play turns in which the model looks something up; where it can be preloaded, it is. Milliseconds, the best of the runs."""
    shown = Table("who", "a turn", "its searches", "the rest", box=None)
    over = 0.0
    for name in (*PORTS, *(f"upstream:{release}" for release in LIBRARIES)):
        turn, searches = _measured(name, runs)
        if name in PORTS:
            over = max(over, turn - searches)
        shown.add_row(name, f"{turn:.2f} ms", f"{searches:.2f} ms", f"{turn - searches:.2f} ms")
    console.print(shown)
    return [Bar("a turn on the slowest port, over its searches", over, 1.0, " ms")]


def _measured(name: str, runs: int) -> tuple[float, float]:
    backend = connect(name).backend
    try:
        tools = [Tool.LOAD]
        if Capability.PRELOAD_MEMORY in backend.hello().capabilities:
            tools = [Tool.PRELOAD, Tool.LOAD]
        # Preloading searches before each of the two requests.
        searches = 1 if len(tools) == 1 else 3
        instance = _filled(backend)
        talks = count()
        turn = min(_timed(lambda: _play(backend, instance, tools, next(talks))) for _ in range(runs))
        search = min(_timed(lambda: backend.search(instance, SCOPE, QUERY)) for _ in range(runs))
        return turn, searches * search
    finally:
        backend.disconnect()


def _filled(backend: Backend) -> str:
    instance = backend.open({})
    events = [
        Event(
            id=f"e{number}",
            author="user",
            timestamp=1_772_442_000.0 + number,
            content=Content(role="user", parts=[Part(text=f"order {number} was shipped")]),
        )
        for number in range(MEMORIES)
    ]
    backend.add_session(instance, SCOPE, Session(id="monday", events=events))
    return instance


def _play(backend: Backend, instance: str, tools: list[Tool], number: int) -> None:
    call = Part(function_call={"name": "load_memory", "args": {"query": QUERY}})
    said = Content(role="user", parts=[Part(text="where is my order")])
    # A conversation of its own for each, since a long one costs more.
    turn = Turn(session=f"talk-{number}", content=said, tools=tools, script=[Content(role="model", parts=[call])])
    backend.play_turn(instance, SCOPE, turn)


def _timed(act: Callable[[], object]) -> float:
    act()
    began = time.perf_counter()
    for _ in range(TURNS):
        act()
    return 1000 * (time.perf_counter() - began) / TURNS
