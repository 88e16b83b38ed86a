"""How lines fit a console: wrapped to its width, broken where a reader would break them, with no spaces at their ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any, cast

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.text import Text

LEAST_ROOM = 20
"""Columns that a wrapped line needs beside what it is set in by; a console with fewer gets it at the margin."""
_SPACES_AT_ENDS = re.compile(r"[ \t]+$", re.MULTILINE)


@dataclass(frozen=True)
class Pieces:
    """A text that is broken before a piece, and within one only where it is longer than a whole line.

    Each piece ends with what stands between it and the next.
    """

    pieces: Sequence[Text]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        text, used = Text(), 0
        for piece in self.pieces:
            if used and used + cell_len(piece.plain.rstrip()) > options.max_width:
                text.rstrip()
                text.append("\n")
                used = 0
            text.append_text(piece)
            used += piece.cell_len
        yield text

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        longest = max((cell_len(piece.plain.rstrip()) for piece in self.pieces), default=0)
        return Measurement(longest, sum(piece.cell_len for piece in self.pieces)).with_maximum(options.max_width)


def separated(pieces: Sequence[Text], between: str) -> Pieces:
    """The same with something between them."""
    last = len(pieces) - 1
    return Pieces([piece + Text("" if at == last else between) for at, piece in enumerate(pieces)])


def say(console: Console, line: str | Text, style: str = "", *, indent: int = 0) -> None:
    """Print a line, wrapped to the width of the console; ``indent`` columns are before all of it but the first line."""
    text = Text(line, style) if isinstance(line, str) else line
    indent = indent if console.width - indent >= LEAST_ROOM else 0
    if text.cell_len <= console.width:
        console.print(text, highlight=False)
        return
    first, *others = text.wrap(console, console.width - indent)
    for one in (first, *(Text.assemble(" " * indent, other) for other in others)):
        one.rstrip()
        console.print(one, highlight=False)


def without_spaces_at_ends(stream: IO[str]) -> IO[str]:
    """A stream on which no line ends with spaces: a table is filled up to its width, which only a terminal has a use for."""
    return stream if stream.isatty() else cast("IO[str]", _Trimmed(stream))


class _Trimmed:
    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(_SPACES_AT_ENDS.sub("", text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def narrow(name: str) -> str:
    """A name as the head of a column that is as narrow as what stands below it: a release goes below its project."""
    return re.sub(r"[@-](?=\d)", "\n", name)


def in_blocks(names: Sequence[str], width: int, first: int, least: int) -> Iterator[Sequence[str]]:
    """The names that have a column beside each other, for one table after another: as many of a size as fit into a width.

    ``first`` is the width of the column before theirs, and ``least`` that of one of theirs, which its head may widen.
    """
    each = max([least, *(cell_len(line) for name in names for line in narrow(name).split("\n"))]) + 2
    fit = max(1, (width - first) // each)
    number = -(-len(names) // fit)
    size = -(-len(names) // number) if number else 1
    for start in range(0, len(names), size):
        yield names[start : start + size]
