"""On what terms a backend is spoken to: how long it may take, how often it may be asked, and what it is given to start with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

TIMEOUT = 10.0
"""Seconds that a call of a harness may take."""
WAIT = 15.0
"""Seconds that a harness has for its first ``hello``."""
LARGEST_MESSAGE = 8 * 1024 * 1024
"""Bytes of the longest message."""


@dataclass(frozen=True)
class Terms:
    """The terms of one backend. Times are in seconds, rates in calls a second; None is no limit.

    ``wait`` is also how long a backend that says ``rate_limited`` is waited for in one call, where that is longer than a minute.
    ``headers`` go with every HTTP request; ``env`` is given to a command or container, ``build_args`` to the build of an image;
    ``harden`` runs a container without privileges, on a read-only file system.
    """

    timeout: float = TIMEOUT
    wait: float = WAIT
    max_calls: int | None = None
    rate_limit: float | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)
    build_args: Mapping[str, str] = field(default_factory=dict)
    harden: bool = False
