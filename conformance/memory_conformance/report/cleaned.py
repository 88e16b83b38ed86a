"""What became of what a run left behind."""

from __future__ import annotations

from typing import Protocol

from rich.console import Console

from memory_conformance.report.lines import say

_SHOWN = 20
"""Scopes that are named."""


class Cleaned(Protocol):
    """What is gone and what is left, by scope."""

    sessions: int
    gone: int
    left: dict[tuple[tuple[str, str], ...], int]
    errors: list[str]


def print_cleaned(run: str, cleaned: Cleaned, console: Console, *, only_list: bool = False) -> None:
    """Print how much is gone, and where something is left."""
    counted = f"{cleaned.sessions:,} session{'s' * (cleaned.sessions != 1)}"
    told = (
        f"{run}: {counted} in its journal"
        if only_list
        else f"{run}: {cleaned.gone:,} of {counted} {'is' if cleaned.gone == 1 else 'are'} gone"
    )
    say(console, told, "green" if not cleaned.left else "yellow")
    if only_list and not cleaned.left:
        say(console, "nothing of it is there any more", "green", indent=2)
    for scope, count in list(cleaned.left.items())[:_SHOWN]:
        named = ", ".join(f"{name} {value!r}" for name, value in scope)
        say(console, f"{count:,} left: {named}", "red", indent=2)
    if len(cleaned.left) > _SHOWN:
        say(console, f"and in {len(cleaned.left) - _SHOWN:,} more scopes", "red")
    for error in dict.fromkeys(cleaned.errors):
        say(console, f"not removed: {error}", "red", indent=2)
