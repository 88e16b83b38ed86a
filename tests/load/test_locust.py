"""Locust really started on this machine, with users who carry canaries: a master with two workers, and one process alone."""

import csv
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from load.crowds import KEY, PATIENCE, hanging_up, path_to_tests, served
from memory_conformance.connect.http import HttpTransport
from memory_conformance.connect.remote import RemoteBackend
from memory_conformance.load.people import People, paired
from memory_conformance.model import Hello
from transports.serving import serving

pytestmark = [pytest.mark.requires("locust"), pytest.mark.requires("serve")]

LEAK = re.compile(r"leak: user '(\S+)' of app '(\S+)' reads a memory of user '(\S+)' of app '(\S+)' by search")
WORKERS = 2


class Ended:
    """A run of Locust that has ended: its exit code, what it said, and its own tables."""

    def __init__(self, process: subprocess.CompletedProcess[str], folder: Path) -> None:
        self.code = process.returncode
        self.said = process.stderr
        self._folder = folder

    def failures(self) -> list[str]:
        """What failed, in words."""
        return [row["Error"] for row in self._table("failures")]

    def requests(self) -> dict[str, int]:
        """How many requests there were, by name."""
        return {row["Name"]: int(row["Request Count"]) for row in self._table("stats") if row["Name"] != "Aggregated"}

    def lasted(self) -> float:
        """Seconds from when the run began to when its time was over, as its log has them."""
        began, over = (
            datetime.fromisoformat(found)
            for found in re.findall(r"\[(.*?)\].*(?:Run time limit set|limit reached)", self.said)
        )
        return (over - began).total_seconds()

    def _table(self, name: str) -> list[dict[str, str]]:
        with (self._folder / f"table_{name}.csv").open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))


def test_a_right_service_is_clean_under_a_master_with_two_workers(tmp_path: Path) -> None:
    with serving("adk-go-1.7") as service:
        ended = distributed(service.address, tmp_path)

    assert (ended.code, ended.failures()) == (0, []), ended.said
    assert {"add_session", "search", "add_session, left in the middle"} <= ended.requests().keys()


def test_what_crosses_only_under_load_fails_with_both_scopes_also_between_the_users_of_two_workers(
    tmp_path: Path,
) -> None:
    with served("Crossed") as address:
        ended = distributed(address, tmp_path)

    people = People(Hello.model_validate({"name": "any"}), "any")
    worker_of = {
        tuple(people.person(1 + paired(serial, worker)).scope.values()): worker
        for worker in range(WORKERS)
        for serial in range(3_000)
    }
    leaks = [found.groups() for found in map(LEAK.search, ended.failures()) if found is not None]
    between = {(worker_of[app, user], worker_of[their_app, their]) for user, app, their, their_app in leaks}

    assert ended.code == 1, ended.said
    assert {(0, 1), (1, 0)} & between


def test_one_process_does_without_workers_and_sends_its_headers(tmp_path: Path) -> None:
    with hanging_up("Async") as connected:
        assert isinstance(connected.backend, RemoteBackend)
        assert isinstance(connected.backend.transport, HttpTransport)
        address = connected.backend.transport.where().base_url
        ended = alone(address, tmp_path, "--memory-header", "X-Key: ${THE_KEY}", THE_KEY=KEY)

    assert (ended.code, ended.failures()) == (0, []), ended.said
    assert KEY not in ended.said
    assert ended.lasted() > 2.9


def test_what_proves_nothing_does_not_end_well(tmp_path: Path) -> None:
    with served("Forgetful") as address:
        ended = alone(address, tmp_path)

    assert ended.code == 3, ended.said
    assert "one user alone does not find what it added: nothing is proved" in ended.said


def test_a_run_to_which_nobody_came_does_not_end_well(tmp_path: Path) -> None:
    with serving("adk-go-1.7") as service:
        ended = alone(service.address, tmp_path, "--users", "0")

    assert ended.code == 3, ended.said
    assert "no user came, in the time that there was: nothing is proved" in ended.said


def test_a_host_that_is_none_is_one_line(tmp_path: Path) -> None:
    with serving("adk-go-1.7") as service:
        ended = alone(f"{service.address}/elsewhere", tmp_path)

    assert ended.code == 3, ended.said
    assert "/elsewhere: hello: " in ended.said
    assert "Traceback" not in ended.said


def alone(address: str, folder: Path, *arguments: str, **environment: str) -> Ended:
    """Locust in one process."""
    run = command(folder, "--headless", "--host", address, "--users", "1", "--run-time", "3s", *arguments)
    return Ended(subprocess.run(run, **how(folder, environment)), folder)


def distributed(address: str, folder: Path) -> Ended:
    """Locust with a master and two workers, on a port of their own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with worker(port, folder), worker(port, folder):
        master = command(
            folder,
            *("--headless", "--master", "--master-bind-host", "127.0.0.1", "--master-bind-port", port),
            *("--expect-workers", str(WORKERS), "--host", address, "--users", "12", "--run-time", "2s"),
        )
        return Ended(subprocess.run(master, **how(folder, {})), folder)


@contextmanager
def worker(port: str, folder: Path) -> Iterator[None]:
    """One worker, which its master ends."""
    run = command(folder, "--worker", "--master-host", "127.0.0.1", "--master-port", port)
    options = how(folder, {})
    with subprocess.Popen(run, cwd=options["cwd"], env=options["env"], stderr=subprocess.DEVNULL) as process:
        try:
            yield
            process.wait(PATIENCE)
        finally:
            process.kill()


def command(folder: Path, *arguments: str) -> list[str]:
    """The command of Locust, on the file that the package names."""
    file = subprocess.check_output([sys.executable, "-m", "memory_conformance.load"], text=True).strip()
    tables = ["--csv", str(folder / "table")] if "--worker" not in arguments else []
    return [sys.executable, "-m", "locust", "-f", file, "--only-summary", "--spawn-rate", "20", *tables, *arguments]


def how(folder: Path, environment: dict[str, str]) -> dict[str, Any]:
    """How a process of Locust is run: away from everything, and heard."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LOCUST_")}
    return {
        "cwd": folder,
        "env": {**kept, **path_to_tests(), **environment},
        "stderr": subprocess.PIPE,
        "stdout": subprocess.DEVNULL,
        "text": True,
        "timeout": PATIENCE,
    }
