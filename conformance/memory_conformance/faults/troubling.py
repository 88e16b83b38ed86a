"""What scenarios need that no service brings along, on one in this process: a line that fails, many users, and keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from itertools import count
from typing import Any

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.connect.wrapped import Result, Wrapped
from memory_conformance.means import Means
from memory_conformance.model import Hello

_USERS = 12
"""Users at once: enough that some meet."""
_UNANSWERED = 7
"""Of so many additions under load, the answer of one is lost."""


class Unanswered(Wrapped):
    """Does all that it is asked to, and loses the answer to some additions: as good as somebody who leaves in the middle."""

    def __init__(self, inner: Backend) -> None:
        super().__init__(inner)
        self._added = count(1)

    def around(self, operation: str, call: Callable[[], Result]) -> Result:
        done = call()
        if operation in ("add_session", "add_events") and next(self._added) % _UNANSWERED == 0:
            raise BackendError(ErrorCode.UNAVAILABLE, "the answer is lost, on purpose", Speaker.HARNESS)
        return done


def means_in_process(backend: Backend, hello: Hello, seed: int) -> Mapping[Means, Any]:
    """The means for a backend; keys where it has some. What is played with them is played once, when it is asked for."""
    means: dict[Means, Any] = {
        Means.FAULTY_LINE: cache(partial(_over_a_line, backend, hello, seed)),
        Means.LOAD: cache(partial(_under_load, backend, hello, seed)),
    }
    keyring = getattr(backend, "keyring", None)
    if keyring is not None:
        means[Means.PRINCIPALS] = keyring()
    return means


def _over_a_line(backend: Backend, hello: Hello, seed: int) -> Any:
    from memory_conformance.faulty_line.examining import examine

    return examine(backend, hello, "", seed)


def _under_load(backend: Backend, hello: Hello, seed: int) -> Any:
    from memory_conformance.load.loading import load_leaks

    return load_leaks(Unanswered(backend), hello, prefix="load-", seed=seed, users=_USERS)
