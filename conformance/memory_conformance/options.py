"""The options that several commands share: on what terms backends are spoken to."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

SECONDS = click.FloatRange(min=0, min_open=True)


_INTERPRETER = (
    click.option(
        "--with",
        "with_",
        multiple=True,
        metavar="REQUIREMENT",
        help="Run a python: backend in an environment that has it.",
    ),
    click.option("--python", metavar="PATH", help="Run a python: backend in this interpreter."),
)


def interpreter_of_a_backend(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say where a Python backend runs, if not in this process."""
    for option in reversed(_INTERPRETER):
        command = option(command)
    return command


def terms_of_a_backend(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say on what terms backends are spoken to; they outrank memory-conformance.toml."""
    options = (
        click.option(
            "--config",
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="FILE",
            help="Instead of memory-conformance.toml.",
        ),
        click.option(
            "--timeout",
            type=SECONDS,
            metavar="SECONDS",
            help="How long one call may take; 10. Python in this process is not timed.",
        ),
        click.option(
            "--wait",
            type=SECONDS,
            metavar="SECONDS",
            help="How long a backend may take to be there; 15, and 120 for what imports a library.",
        ),
        click.option(
            "--max-calls", type=click.IntRange(min=1), metavar="N", help="Stop after so many calls to a backend."
        ),
        click.option("--rate-limit", type=SECONDS, metavar="N", help="At most so many calls a second."),
        click.option(
            "--env",
            multiple=True,
            metavar="NAME[=VALUE]",
            help="For a command or container; a value, or the current one.",
        ),
        click.option("--build-arg", multiple=True, metavar="NAME[=VALUE]", help="For the build of an image."),
        click.option("--harden", is_flag=True, help="Run containers without privileges, on a read-only file system."),
        *_INTERPRETER,
    )
    for option in reversed(options):
        command = option(command)
    return command


def read_terms(given: dict[str, Any]) -> dict[str, Any]:
    """The terms that were named on the command line, and no others. Raises `UsageError`."""
    from memory_conformance.references import UsageError

    terms = {
        name: given[name]
        for name in ("timeout", "wait", "max_calls", "rate_limit", "python")
        if given.get(name) is not None
    }
    for name in ("timeout", "wait", "rate_limit"):
        if not math.isfinite(terms.get(name, 0)):
            raise UsageError(f"--{name.replace('_', '-')} {terms[name]}: it is a number")
    if given.get("with_"):
        terms["with_"] = given["with_"]
    if given.get("harden"):
        terms["harden"] = True
    for option, kind in (("--env", "env"), ("--build-arg", "build_arg")):
        if given.get(kind):
            terms[kind if kind == "env" else "build_args"] = dict(_named_value(option, one) for one in given[kind])
    return terms


def _named_value(option: str, written: str) -> tuple[str, str]:
    """A name and its value; without one, that of the environment, which is nobody else's business."""
    from memory_conformance.references import UsageError
    from memory_conformance.secrets import keep_secret

    name, equals, value = written.partition("=")
    if not name:
        raise UsageError(f"{option} {written}: it is NAME=VALUE, or NAME for what the environment says")
    if equals:
        return name, value
    if name not in os.environ:
        raise UsageError(f"{option} {name}: the environment has no {name}; {option} {name}=VALUE says what it is")
    return name, keep_secret(os.environ[name])
