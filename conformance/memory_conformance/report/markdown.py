"""Texts of anybody inside Markdown, shown as they are."""

from __future__ import annotations


def cell(text: str) -> str:
    """Text that stays in its cell of a table, and shows as it is."""
    shown = text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")
    return " ".join(shown.splitlines())


def fenced(text: str, language: str = "text") -> str:
    """Text as a block of code, whatever fences it has in it."""
    longest = max((len(run) for run in text.split("\n") if set(run.strip()) == {"`"}), default=0)
    fence = "`" * max(4, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"
