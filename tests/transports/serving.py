"""A backend served over HTTP, in a process of its own, and a client that says what it is told to and nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

COMMAND = [sys.executable, "-m", "memory_conformance", "serve"]
PATIENCE = 60.0
"""Seconds after which a process that should end by itself fails its test."""


@dataclass(frozen=True)
class Service:
    """A process that serves, what it said when it began, and the way to it."""

    process: subprocess.Popen[bytes]
    said: str
    address: str
    client: httpx.Client

    def ask(self, operation: str, **parameters: Any) -> Any:
        """What an operation answers, whatever it is."""
        return self.client.post(f"/v1/{operation}", json=parameters).json()

    def open(self) -> str:
        """A fresh instance."""
        instance: str = self.ask("open")["instance"]
        return instance


@contextmanager
def serving(
    *arguments: str,
    folder: Path | None = None,
    port: str | None = "0",
    environment: Mapping[str, str] | None = None,
) -> Iterator[Service]:
    """Serve a backend, at a free port unless it is named elsewhere, until the block ends."""
    options = ["--port", port] if port is not None else []
    kept = {name: value for name, value in os.environ.items() if name not in ("PORT", "IDLE_SECONDS")}
    command, env = [*COMMAND, *arguments, *options], {**kept, **(environment or {})}
    with subprocess.Popen(command, cwd=folder, env=env, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        try:
            said = process.stderr.readline().decode()
            found = re.search(r"http://\S+:\d+", said)
            assert found is not None, said + process.stderr.read().decode()
            with httpx.Client(base_url=found.group(), timeout=PATIENCE, trust_env=False) as client:
                yield Service(process, said, found.group(), client)
        finally:
            process.kill()
