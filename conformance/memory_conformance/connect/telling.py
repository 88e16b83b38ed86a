"""What is said on standard error while something is built that a run needs: nothing where nothing has to be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from memory_conformance.secrets import hide

if TYPE_CHECKING:
    from rich.status import Status


@contextmanager
def telling() -> Iterator[Callable[[str], None]]:
    """What hears each step, a line each; in a terminal a single line says which is being done, and is gone at the end."""
    shown: list[Status] = []

    def tell(line: str) -> None:
        from rich.console import Console
        from rich.text import Text

        console = Console(stderr=True)
        text = Text(hide(line), style="dim")
        if not console.is_terminal:
            console.print(text, soft_wrap=True)
        elif shown:
            shown[0].update(text)
        else:
            shown.append(console.status(text))
            shown[0].start()

    try:
        yield tell
    finally:
        for status in shown:
            status.stop()
