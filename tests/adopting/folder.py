"""An adopter's folder: their files, and the two commands as they run them, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

PLAIN = """
def open():
    return {}

def add(memory, scope, session):
    memory.setdefault((scope["app"], scope["user"]), {})[session["id"]] = session["events"]

def search(memory, scope, query):
    wanted, found = set(query.lower().split()), []
    for events in memory.get((scope["app"], scope["user"]), {}).values():
        for event in events:
            parts = (event.get("content") or {}).get("parts", [])
            said = " ".join(part["text"] for part in parts if part.get("text"))
            if wanted & set(said.lower().split()):
                found.append({"content": event["content"], "author": event["author"], "timestamp": event["timestamp"]})
    return found
"""
"""A sound backend, as somebody would write it."""

LEAKY = """
import plain
from plain import open

def nobodys(scope):
    return {**scope, "user": "anybody"}

def add(memory, scope, session):
    plain.add(memory, nobodys(scope), session)

def search(memory, scope, query):
    return plain.search(memory, nobodys(scope), query)
"""
"""One that knows no users."""


@dataclass(frozen=True)
class Ended:
    """A command that came to its end."""

    code: int
    out: str
    err: str

    def counts(self) -> dict[str, int]:
        """How many tests passed, failed and so on, as pytest's last line says."""
        return pytest.RunResult.parse_summary_nouns(self.out.splitlines())

    def nodes(self) -> list[str]:
        """The node ids that ``pytest --collect-only -q`` lists."""
        return [line for line in self.out.splitlines() if "::" in line]


class Folder:
    """A folder with files in it; commands run inside."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, name: str, text: str) -> Path:
        """Write a file of theirs."""
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def conformance(self, *arguments: str, **environment: str) -> Ended:
        """Run ``memory-conformance``. It never shows a traceback that nobody asked for."""
        ended = self.command([_script("memory-conformance"), *arguments], environment)
        if "--trace" not in arguments:
            assert "Traceback" not in ended.out + ended.err
        return ended

    def pytest(self, *arguments: str, **environment: str) -> Ended:
        """Run ``pytest``, with what is installed as plugins."""
        return self.command([_script("pytest"), *arguments], environment)

    def command(self, command: Sequence[str], environment: dict[str, str] | None = None) -> Ended:
        """Run any command. What pytest tells the tests in here is kept from it."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "PYTHON"))}
        given = {**kept, "COLUMNS": "200", "PYTHONUTF8": "1", **(environment or {})}
        ended = subprocess.run(command, cwd=self.path, env=given, capture_output=True, text=True, errors="replace")
        return Ended(ended.returncode, ended.stdout, ended.stderr)

    def results(self, report: str = "report") -> Any:
        """The results.json of a report."""
        return json.loads((self.path / report / "results.json").read_text(encoding="utf-8"))

    def rows(self, report: str = "report") -> dict[str, Any]:
        """The rows of a report on one backend, by id."""
        return {row["id"]: row for row in self.results(report)["results"]}


def _script(name: str) -> str:
    """The command that was installed beside this Python."""
    return str(Path(sysconfig.get_path("scripts")) / name)
