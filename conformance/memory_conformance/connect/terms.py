"""On what terms a backend is spoken to: how long it may take, how often it may be asked, and what it is given to start with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from memory_conformance.upstream.release import UPSTREAM
from memory_conformance.worker.lines import LARGEST_MESSAGE as LARGEST_MESSAGE

PYTHON = "python:"
"""How the name of a Python service begins."""
TIMEOUT = 10.0
"""Seconds that a call of a harness may take."""
WAIT = 15.0
"""Seconds that a harness has for its first ``hello``."""
LONG_WAIT = 120.0
"""The same where a library has to be imported first: some take ten seconds on a machine that does nothing else."""


@dataclass(frozen=True)
class Terms:
    """The terms of one backend. Times are in seconds, rates in calls a second; None is no limit.

    ``wait`` is also how long a backend that says ``rate_limited`` is waited for in one call, where that is longer than a minute.
    ``headers`` go with every HTTP request; ``env`` is given to a command or container, ``build_args`` to the build of an image;
    ``harden`` runs a container without privileges, on a read-only file system. ``with_`` are the requirements of a Python service that
    has an environment of its own, and ``python`` is the path of its interpreter.
    """

    timeout: float = TIMEOUT
    wait: float = WAIT
    max_calls: int | None = None
    rate_limit: float | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)
    build_args: Mapping[str, str] = field(default_factory=dict)
    harden: bool = False
    with_: tuple[str, ...] = ()
    python: str | None = None


def terms_of(connectable: str, **named: Any) -> Terms:
    """The terms that are named, and what is usual for such a backend in the place of the others."""
    terms = Terms(**named)
    is_slow = connectable.startswith(UPSTREAM) or is_apart(connectable, terms)
    return replace(terms, wait=LONG_WAIT) if is_slow and "wait" not in named else terms


def is_apart(connectable: str, terms: Terms) -> bool:
    """Whether it is a Python service that runs in another interpreter than this one."""
    return connectable.startswith(PYTHON) and bool(terms.with_ or terms.python)
