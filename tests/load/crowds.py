"""Crowds on the services of the tests, and those services over HTTP."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from memory_conformance.connect.connectable import Connected, connect, connect_object
from memory_conformance.connect.metered import Metered
from memory_conformance.connect.terms import Terms
from memory_conformance.load.loaded import Loaded, Way
from memory_conformance.load.loading import load_leaks
from memory_conformance.model import Hello
from transports.serving import serving

HERE = Path(__file__).parent
KEY = "key-of-the-tests"
PATIENCE = 60.0
USERS = 12
SEED = 7


def crowded(backend: Any, way: Way = Way.THREADS, terms: Terms | None = None, **asked: Any) -> Loaded:
    """What a crowd proves of a backend, or of an object of this process that is one behind the protocol."""
    connected = backend if isinstance(backend, Connected) else connect_object(backend, type(backend).__name__)
    metered = Metered(connected.backend, terms)
    hello: Hello = asked.pop("hello", None) or metered.hello()
    asked = {"seed": SEED, "users": USERS, "prefix": "mc-test-", **asked}
    return load_leaks(metered, hello, way=way, **asked)


@contextmanager
def served(name: str) -> Iterator[str]:
    """One of the services behind `memory-conformance serve`; gives its address."""
    with serving(f"python:load.services:{name}", environment=path_to_tests()) as service:
        yield service.address


@contextmanager
def hanging_up(name: str, seconds: float = 0.02) -> Iterator[Connected]:
    """One with coroutines, each wait of which takes so long, behind a server that ends the call of whoever hangs up."""
    command = [sys.executable, str(HERE / "hanging_up.py"), name, KEY, str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, **path_to_tests()}) as process:
        try:
            assert process.stdout is not None
            address = f"http://127.0.0.1:{int(process.stdout.readline())}/base"
            with reached(address, Terms(headers={"x-key": KEY})) as connected:
                yield connected
        finally:
            process.kill()


@contextmanager
def reached(address: str, terms: Terms | None = None) -> Iterator[Connected]:
    """The backend at an address."""
    connected = connect(address, terms)
    try:
        yield connected
    finally:
        connected.backend.disconnect()


def path_to_tests() -> dict[str, str]:
    """What makes the modules of the tests importable in another process."""
    known = os.environ.get("PYTHONPATH")
    return {"PYTHONPATH": os.pathsep.join([str(HERE.parent), *([known] if known else [])])}
