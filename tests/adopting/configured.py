"""A memory-conformance.toml in the current folder, written and read."""

from __future__ import annotations

from pathlib import Path

from memory_conformance.connect.configuration import Configuration, read_configuration

FILE = "memory-conformance.toml"


def written(text: str, file: str = FILE) -> Configuration:
    """What a file says. Any name but the usual one is asked for by name."""
    Path(file).write_text(text, encoding="utf-8")
    return read_configuration(None if file == FILE else Path(file))
