"""How a command speaks: what is wrong in one line, the rest on a console as wide as there is."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

    from memory_conformance.target import Target

WRONG_USAGE = 2
BROKEN_HARNESS = 3
FOLDER = click.Path(path_type=Path, file_okay=False, writable=True)


def told_in_one_line(command: Callable[..., None]) -> Callable[..., None]:
    """What a person named wrongly, or what cannot be read, is one line on stderr, with the log of whoever failed: no traceback."""

    @wraps(command)
    def wrapped(**options: Any) -> None:
        from memory_conformance.backend import HarnessError
        from memory_conformance.interruption import interruptible
        from memory_conformance.references import UsageError
        from memory_conformance.report.results import ResultsError
        from memory_conformance.specification import SpecificationError

        try:
            with interruptible():
                command(**options)
        except KeyboardInterrupt as error:
            complain(str(error) or "interrupted", BROKEN_HARNESS)
        except (UsageError, ResultsError) as error:
            complain(str(error), WRONG_USAGE)
        except HarnessError as error:
            complain("\n".join([str(error), *(f"  log       {line}" for line in error.log)]), BROKEN_HARNESS)
        except SpecificationError as error:
            complain(str(error), BROKEN_HARNESS)
        except BrokenPipeError:
            raise
        except OSError as error:
            complain(f"{error.filename or 'a file'}: {error.strerror or error}", BROKEN_HARNESS)

    return wrapped


def complain(message: str, code: int) -> None:
    """Say what is wrong, in one line on stderr, and end with this code."""
    from memory_conformance.secrets import hide

    click.echo(f"memory-conformance: {hide(message)}", err=True)
    sys.exit(code)


def tell(line: str) -> None:
    """Say a line on stderr."""
    from memory_conformance.secrets import hide

    click.echo(hide(line), err=True)


def say_what_is_left(targets: Iterable[Target], console: Console) -> None:
    """Say by which command the memories can be removed that runs left on services that nothing ever empties."""
    for target in targets:
        if target.pen is not None and target.pen.wrote:
            console.print(f"[dim]what it left: memory-conformance clean --run {target.run}[/dim]", highlight=False)


def screen() -> Console:
    """Standard output, as it is."""
    from rich.console import Console

    from memory_conformance.report.lines import without_spaces_at_ends

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # What an old encoding cannot say is escaped; it must not cut a report short.
            stream.reconfigure(errors="backslashreplace")
    told = os.environ.get("COLUMNS", "")
    # A pipe has no width of its own; a log is read on wide screens, unless COLUMNS says otherwise.
    width = int(told) if told.isdigit() and int(told) else None
    terminal = sys.stdout is not None and sys.stdout.isatty()
    console = Console(width=width if width or terminal else 160, emoji=False)
    console.file = without_spaces_at_ends(sys.stdout) if sys.stdout is not None else io.StringIO()
    return console
