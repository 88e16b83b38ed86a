"""The hashes that are kept of cited lines: ``citations.toml`` beside the features. Of the lines themselves nothing is kept."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from memory_conformance.citations.cited import (
    Citation,
    CitationError,
    Cited,
    Lines,
    by_place,
    read_citation,
)
from memory_conformance.citations.ground import Finding
from memory_conformance.specification import SpecificationError

FILE = "citations.toml"
COMMAND = "memory-conformance citations --record"
_HEAD = f"""\
# SHA-256 of the lines that the Sources of the features cite, joined by line feeds: a range a line.
# Written by `{COMMAND}`; docs/citations.md says what for.
"""
_HASH = re.compile(r"[0-9a-f]{64}")

Place = tuple[str, str, Lines]
"""An artifact with its release, a file, and lines of it."""


@dataclass(frozen=True)
class Record:
    """The hashes by what they are of. Ranges are kept one by one: many citations share them, and each can move by itself."""

    hashes: Mapping[Place, str] = field(default_factory=dict)

    def of(self, citation: Citation, lines: Lines) -> str | None:
        """The hash that is kept of lines that a citation names."""
        return self.hashes.get((citation.released, citation.file, lines))


@dataclass(frozen=True)
class Change:
    """How a record differs from an earlier one: places, sorted."""

    added: tuple[Place, ...]
    changed: tuple[Place, ...]
    removed: tuple[Place, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)

    def __str__(self) -> str:
        counts = [f"{len(self.added)} added", f"{len(self.changed)} changed", f"{len(self.removed)} removed"]
        return ", ".join(counts)


def read_record(features: Path) -> Record:
    """The record of a folder of features; empty where there is none. Raises `SpecificationError` where it cannot be read."""
    file = features / FILE
    if not file.is_file():
        return Record()
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SpecificationError([f"features/{FILE}: {error}"]) from None
    return Record(dict(_hashes(document)))


def _hashes(document: Mapping[str, object]) -> Iterator[tuple[Place, str]]:
    for released, files in document.items():
        for path, ranges in _table(files, released).items():
            for written, hash_ in _table(ranges, path).items():
                where = f"{released} {path} {written}"
                try:
                    (lines,) = read_citation(where).ranges
                except (CitationError, ValueError):
                    raise SpecificationError([f"features/{FILE}: “{where}” is no citation of one range"]) from None
                if not isinstance(hash_, str) or not _HASH.fullmatch(hash_):
                    raise SpecificationError([f"features/{FILE}: {where} has no SHA-256, but {hash_!r}"])
                yield (released, path, lines), hash_


def _table(value: object, of: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise SpecificationError([f'features/{FILE}: {of} is no table; write ["ARTIFACT RELEASE"."FILE"]'])
    return value


def record_text(record: Record) -> str:
    """The file of a record: sorted, and the same text for the same hashes."""
    lines = [_HEAD.rstrip("\n")]
    table = None
    for released, path, cited in sorted(record.hashes, key=_order):
        if table != (released, path):
            table = released, path
            lines += ["", f"[{json.dumps(released)}.{json.dumps(path)}]"]
        lines.append(f'{cited} = "{record.hashes[released, path, cited]}"')
    return "\n".join(lines) + "\n"


def _order(place: Place) -> tuple[str, list[int], str, str, tuple[Lines, ...]]:
    return by_place(read_citation(" ".join(map(str, place))))


def renewed(record: Record, findings: Iterable[Finding]) -> Record:
    """The record with what was found, and without what nobody cites any more. What could not be read stays as it was."""
    hashes: dict[Place, str] = {}
    for finding in findings:
        citation = finding.citation
        there = {found.lines: found.hash for found in finding.ranges}
        for lines in citation.ranges:
            hash_ = there.get(lines) or record.of(citation, lines)
            if hash_ is not None:
                hashes[citation.released, citation.file, lines] = hash_
    return Record(hashes)


def difference(earlier: Record, later: Record) -> Change:
    """What was added, changed and removed."""
    before, after = earlier.hashes, later.hashes
    return Change(
        tuple(sorted(after.keys() - before.keys())),
        tuple(sorted(place for place in after.keys() & before.keys() if after[place] != before[place])),
        tuple(sorted(before.keys() - after.keys())),
    )


def faults(record: Record, cited: Cited) -> list[str]:
    """What a record lacks and what it has too much of, as ``file:line: what is wrong``; no artifact is asked."""
    missing = [
        (use.path, use.line, f"{lines} of {citation.released} has no hash in {FILE}; `{COMMAND}` writes it")
        for citation, uses in cited.items()
        for lines in citation.ranges
        if record.of(citation, lines) is None
        for use in uses
    ]
    found = [f"{path}:{line}: {what}" for path, line, what in sorted(missing)]
    named = {(citation.released, citation.file, lines) for citation in cited for lines in citation.ranges}
    found += [
        f"{FILE}: nothing cites {' '.join(map(str, place))} any more; `{COMMAND}` takes it out"
        for place in sorted(record.hashes.keys() - named)
    ]
    return found


def write_record(record: Record, features: Path) -> Path:
    """Write the file of a record, whole or not at all."""
    file = features / FILE
    aside = file.with_name(f".{FILE}.part")
    aside.write_text(record_text(record), encoding="utf-8", newline="\n")
    aside.replace(file)
    return file
