"""The ground that a citation stands on: the lines of a released file, known by their hashes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from pathlib import Path

from memory_conformance.citations.cited import Citation, Lines

Recorded = Callable[[Citation, Lines], str | None]
"""Gives the hash that is kept of lines that a citation names, or None."""


class State(StrEnum):
    """What became of cited lines, from the best to the worst: a citation of several ranges is in the worst state of them."""

    AS_RECORDED = "as recorded"
    SAME_PLACE = "same place"
    MOVED = "moved"
    NOT_RECORDED = "not recorded"
    CHANGED = "changed"
    NO_LINES = "no such lines"
    NO_FILE = "no such file"
    NOT_HAD = "not to be had"


FIRM = frozenset({State.AS_RECORDED, State.SAME_PLACE})
"""The states in which a citation still says what it said."""
_WORST = list(State)


@dataclass(frozen=True)
class Found:
    """What became of one range: ``hash`` is that of the lines at its place, ``moved`` says where else they stand now."""

    lines: Lines
    state: State
    hash: str | None = None
    moved: tuple[Lines, ...] = ()

    def __str__(self) -> str:
        if self.state is not State.MOVED:
            return f"{self.lines} {self.state}"
        nearest, *others = self.moved
        return f"{self.lines} moved to {nearest}" + (f", one of {len(self.moved)} places" if others else "")


@dataclass(frozen=True)
class Finding:
    """What became of a citation. ``reason`` says why an artifact is not to be had."""

    citation: Citation
    state: State
    ranges: tuple[Found, ...] = ()
    reason: str = ""


def hash_of(lines: Sequence[bytes]) -> str:
    """The SHA-256 of lines as they are, but for what ends them."""
    return sha256(b"\n".join(lines)).hexdigest()


class Ground:
    """The files of one released artifact, below ``folder``. Each is read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[str, list[bytes] | None] = {}
        self._windows: dict[tuple[str, int], dict[str, list[Lines]]] = {}

    def lines(self, file: str) -> list[bytes] | None:
        """The lines of a file, without what ends them; None where there is no such file."""
        if file not in self._files:
            path = self.folder / file
            self._files[file] = _lines(path.read_bytes()) if path.is_file() else None
        return self._files[file]

    def hash(self, file: str, lines: Lines) -> str | None:
        """The hash of lines of a file; None where it has not so many."""
        there = self.lines(file)
        return None if there is None or len(there) < lines.last else hash_of(there[lines.first - 1 : lines.last])

    def places(self, file: str, length: int, wanted: str) -> list[Lines]:
        """Where in a file so many lines have that hash."""
        key = file, length
        if key not in self._windows:
            there = self.lines(file) or []
            windows: dict[str, list[Lines]] = {}
            for start in range(len(there) - length + 1):
                lines = Lines(start + 1, start + length)
                windows.setdefault(hash_of(there[start : start + length]), []).append(lines)
            self._windows[key] = windows
        return self._windows[key].get(wanted, [])


def compare(citation: Citation, ground: Ground, recorded: Recorded) -> Finding:
    """Hold a citation against the release that it names."""

    def found(lines: Lines) -> Found:
        there = ground.hash(citation.file, lines)
        if there is None:
            return Found(lines, State.NO_LINES)
        kept = recorded(citation, lines)
        state = State.NOT_RECORDED if kept is None else State.AS_RECORDED if kept == there else State.CHANGED
        return Found(lines, state, there)

    return _finding(citation, ground, found)


def seek(citation: Citation, ground: Ground, recorded: Recorded) -> Finding:
    """Look for the lines of a citation in another release."""

    def found(lines: Lines) -> Found:
        kept = recorded(citation, lines)
        there = ground.hash(citation.file, lines)
        if kept is None:
            return Found(lines, State.NOT_RECORDED, there)
        if kept == there:
            return Found(lines, State.SAME_PLACE, there)
        places = ground.places(citation.file, len(lines), kept)
        # A closing bracket stands in many places: of several, the nearest is the likeliest.
        nearest = sorted(places, key=lambda place: abs(place.first - lines.first))
        return Found(lines, State.MOVED if places else State.CHANGED, there, tuple(nearest))

    return _finding(citation, ground, found)


def _finding(citation: Citation, ground: Ground, found: Callable[[Lines], Found]) -> Finding:
    if ground.lines(citation.file) is None:
        return Finding(citation, State.NO_FILE)
    ranges = tuple(map(found, citation.ranges))
    return Finding(citation, max((one.state for one in ranges), key=_WORST.index), ranges)


def _lines(written: bytes) -> list[bytes]:
    lines = written.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    # A file that ends as files do has no further, empty line.
    return lines[:-1] if lines[-1] == b"" else lines
