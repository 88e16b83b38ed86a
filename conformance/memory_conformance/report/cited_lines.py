"""The lines that a behaviour cites, with their numbers, one library below the other."""

from __future__ import annotations

import re

from rich.console import Console
from rich.syntax import Syntax
from rich.text import Text

from memory_conformance.citations.cited import Lines
from memory_conformance.citations.ground import State
from memory_conformance.citations.quoted import Quote
from memory_conformance.report.lines import say

_STEERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Characters that would steer a terminal, which a tab does not."""


def print_quote(quote: Quote, console: Console) -> None:
    """Print cited lines under what they are of and who leans on them; where they cannot be had, a line that says so."""
    citation, state = quote.citation, quote.finding.state
    console.print()
    say(console, Text.assemble((citation.released, "bold"), f" {citation.file} {citation.lines}"), indent=2)
    for use in quote.uses:
        references = ", ".join(use.references)
        told = f"documented to break it: {references}" if use.answer is None else f"{references}: {use.answer}"
        say(console, Text(told, "cyan"), indent=2)
    if state is State.NOT_HAD:
        say(console, f"{state}: {quote.finding.reason}", "yellow", indent=2)
        return
    if state is not State.AS_RECORDED:
        short = [str(found) for found in quote.finding.ranges if found.state is not State.AS_RECORDED]
        say(console, ", ".join(short) or str(state), "red", indent=2)
    shown = [lines for lines in citation.ranges if lines.last <= len(quote.lines)]
    for number, lines in enumerate(shown):
        if number and shown[number - 1].last + 1 != lines.first:
            console.print("   ⋮", style="dim", highlight=False)
        _print_lines(quote, lines, console)


def _print_lines(quote: Quote, lines: Lines, console: Console) -> None:
    # The whole file is given, since a line in the middle of a text that is quoted would be coloured as code.
    text = "\n".join(_STEERS.sub("\N{REPLACEMENT CHARACTER}", line) for line in quote.lines)
    lexer = Syntax.guess_lexer(quote.citation.file)
    syntax = Syntax(
        text,
        lexer,
        theme="ansi_dark",
        background_color="default",
        line_numbers=True,
        line_range=(lines.first, lines.last),
        tab_size=4,
        word_wrap=True,
    )
    console.print(syntax)
