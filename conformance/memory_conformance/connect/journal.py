"""What a run writes to a service that nothing ever empties: kept in a file, so that it can be removed later, or at least be listed.

A line is written before the call that it tells of is made: what is not in the file was not written.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memory_conformance.backend import Backend
from memory_conformance.connect.wrapped import Result, Wrapped
from memory_conformance.model import Event, Scope, Session
from memory_conformance.references import UsageError, did_you_mean
from memory_conformance.turn import Played, Turn

FOLDER = Path(".memory-conformance") / "runs"
"""Where the journals are, below the current folder: one for each run, named after it."""


@dataclass(frozen=True)
class Journal:
    """What one run wrote: on which backend, of which configuration file, and the sessions of each scope."""

    run: str
    connectable: str
    config: str | None
    sessions: Mapping[tuple[tuple[str, str], ...], Sequence[str]] = field(default_factory=dict)


class Pen:
    """Writes a journal: each session of each scope once. There is no file before there is anything to tell."""

    def __init__(self, run: str, connectable: str, config: str | None) -> None:
        self.run = run
        self._file = journal_of(run)
        self._first = {"run": run, "connectable": connectable, "config": config}
        self._noted: set[tuple[str, str]] = set()
        self._lock = threading.Lock()

    @property
    def wrote(self) -> bool:
        """Whether anything was noted."""
        return bool(self._noted)

    def note(self, scope: Scope, session: str) -> None:
        """Note a session of a scope, before it is written."""
        key = (json.dumps(dict(scope)), session)
        with self._lock:
            if key in self._noted:
                return
            if not self._noted:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                (self._file.parent.parent / ".gitignore").write_text("*\n", encoding="utf-8")
                self._write(self._first)
            self._noted.add(key)
            self._write({"scope": dict(scope), "session": session})

    def _write(self, line: Mapping[str, Any]) -> None:
        # In ASCII: names may hold what no encoding can say.
        with self._file.open("a", encoding="ascii") as file:
            file.write(json.dumps(line) + "\n")


class Journaled(Wrapped):
    """Passes every call on, and notes whatever adds to a scope."""

    def __init__(self, inner: Backend, pen: Pen) -> None:
        super().__init__(inner)
        self.pen = pen

    def around(self, operation: str, call: Callable[[], Result]) -> Result:
        return call()

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.pen.note(scope, session.id)
        super().add_session(instance, scope, session)

    def add_events(self, instance: str, scope: Scope, session_id: str, events: Sequence[Event]) -> None:
        self.pen.note(scope, session_id)
        super().add_events(instance, scope, session_id, events)

    def play_turn(self, instance: str, scope: Scope, turn: Turn) -> Played:
        self.pen.note(scope, turn.session)
        return super().play_turn(instance, scope, turn)

    def put_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.pen.note(scope, session.id)
        super().put_session(instance, scope, session)

    def submit_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.pen.note(scope, session.id)
        super().submit_session(instance, scope, session)

    def ask(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        self.note(parameters)
        return super().ask(operation, parameters)

    def note(self, parameters: Mapping[str, Any]) -> None:
        """Note what a message adds, if it adds anything: it is sent past here."""
        scope, session = parameters.get("scope"), parameters.get("session")
        named = session.get("id") if isinstance(session, Mapping) else None
        if "events" in parameters:
            named = parameters.get("sessionId")
        if isinstance(scope, Mapping) and isinstance(named, str):
            self.pen.note(scope, named)


def read_journal(run: str, folder: Path | None = None) -> Journal:
    """The journal of a run. Raises `UsageError` for one that is not there, or that is none."""
    runs = (folder or Path.cwd()) / FOLDER
    file = runs / f"{run}.jsonl"
    if not file.is_file():
        kept = sorted(one.stem for one in runs.glob("*.jsonl")) if runs.is_dir() else []
        meant = did_you_mean(run, kept) if kept else "no run of this folder has left anything"
        raise UsageError(f"--run: nothing is kept of a run {run!r} in {FOLDER}; {meant}")
    first: dict[str, Any] = {}
    sessions: dict[tuple[tuple[str, str], ...], list[str]] = {}
    lines = file.read_text(encoding="ascii", errors="replace").splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            found = json.loads(line)
            if "connectable" in found:
                first = found
            else:
                sessions.setdefault(tuple(found["scope"].items()), []).append(found["session"])
        except (ValueError, KeyError, TypeError, AttributeError):
            # The last line of a run that was killed may be cut short: then its call was not made either.
            if 1 < number == len(lines):
                break
            raise UsageError(f"{file}:{number} is no line of a journal") from None
    if not first:
        raise UsageError(f"{file} does not say which backend it is about")
    return Journal(run, first["connectable"], first.get("config"), sessions)


def journal_of(run: str) -> Path:
    """The file of a run."""
    return Path.cwd() / FOLDER / f"{run}.jsonl"
