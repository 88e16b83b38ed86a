"""The real command at work on misbehaving harnesses: what came out of it, and which processes are left."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

HARNESSES = Path(__file__).parent / "misbehaving"
PATIENCE = 60.0
"""Seconds after which a command that never ends fails its test."""


def over_stdio(*fault: str) -> str:
    """The connectable of a harness with a fault."""
    return "exec:" + shlex.join([sys.executable, str(HARNESSES / "over_stdio.py"), *fault])


class Work:
    """A run that was started in a folder, with temporary files of its own."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self.folder = folder
        self.temporary = folder / "temporary"
        self.temporary.mkdir(exist_ok=True)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "PYTHON"))}
        given = {"COLUMNS": "200", "PYTHONUTF8": "1", "TMPDIR": str(self.temporary), **environment}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "memory_conformance", *arguments],
            cwd=folder,
            env={**kept, **given},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            # A shell may have started this one to be deaf to Ctrl-C.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
        )
        self.code = 0
        self.out = ""
        self.err = ""

    def ended(self) -> Work:
        """The same once it has ended. It never shows a trace, and leaves no temporary file."""
        try:
            self.out, self.err = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        self.code = self.process.returncode
        assert "Traceback (most recent call last):\n" not in self.out + self.err, self.out + self.err
        return self

    def kill(self) -> None:
        """End it in a way that it does not hear of."""
        self.process.kill()
        self.process.communicate()

    def results(self) -> Any:
        """The results.json of its report."""
        return json.loads((self.folder / "report" / "results.json").read_text(encoding="utf-8"))

    def rows(self, backend: str | None = None) -> dict[str, Any]:
        """The rows of its report by id: those on one backend, where it had several."""
        found = self.results()["results"]
        return {row["id"]: row for row in found if backend in (None, row["backend"])}

    def verdicts(self, backend: str | None = None) -> dict[str, str]:
        """The verdicts of its report by id."""
        return {id: row["verdict"] for id, row in self.rows(backend).items()}

    def harnesses(self) -> list[int]:
        """The ids of the processes that its harnesses were and started, in their order."""
        file = self.folder / "pids"
        return [int(pid) for pid in file.read_text().split()] if file.exists() else []

    def left_behind(self) -> list[int]:
        """Those of them that are still there."""
        return [pid for pid in self.harnesses() if is_there(pid)]

    def until(self, happened: Callable[[], Any]) -> None:
        """Wait until something has happened while it is at work."""
        wait_until(lambda: happened() or self.process.poll() is not None)
        assert self.process.poll() is None, self.ended().out + self.err


def is_there(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def wait_until(happened: Callable[[], Any]) -> None:
    """Wait until something has happened; a test that waits in vain fails."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@contextmanager
def over_http(*arguments: str) -> Iterator[str]:
    """Run the HTTP harnesses, of which each base path has a fault of its own; gives their address."""
    command = [sys.executable, str(HARNESSES / "over_http.py"), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())
            yield f"{'https' if arguments else 'http'}://127.0.0.1:{port}"
        finally:
            process.kill()


def calls_at(address: str) -> list[tuple[str, dict[str, Any]]]:
    """What an HTTP harness was asked so far."""
    request = urllib.request.Request(f"{address}/calls", data=b"{}", method="POST")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=PATIENCE) as answer:
        return [(operation, asked) for operation, asked in json.load(answer)]
