"""A backend whose errors do not quote what came in the place of a message: that may be somebody's real data."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from memory_conformance.backend import Backend, BackendError, Speaker
from memory_conformance.connect.journal import Journaled
from memory_conformance.connect.wrapped import Result, Wrapped
from memory_conformance.probe import Found, Probed, Trial
from memory_conformance.protocol.reading import MessageError

_QUOTED = re.compile(r"""(?<!\w)(["'])(?:\\.|(?!\1)[^\\])*\1…?""", re.DOTALL)
_UNSAID = "(not quoted here; `check` shows it)"
"""What stands in the place of a quoted text."""


class Discreet(Wrapped):
    """Passes every call on. Where no message came back, its error says where in it something is wrong, and not what stands there.

    What a service says in an error of its own is passed on as it is: those are its words, and not in the place of any.
    """

    def around(self, operation: str, call: Callable[[], Result]) -> Result:
        try:
            return call()
        except BackendError as error:
            # It was raised from nothing, so that no trace of ours is shown.
            found = error.__context__
            if isinstance(found, MessageError):
                where = f", at {found.where}" if found.where else ""
                error.message = (
                    f"{operation} answered no {found.kind.__name__}{where}; `check` shows what is wrong there"
                )
            elif error.speaker is Speaker.HARNESS:
                # Of an answer that is none, such as the page of an error, the beginning is quoted.
                error.message = _QUOTED.sub(_UNSAID, error.message)
            raise


def be_discreet(backend: Backend) -> None:
    """Have a backend that counts its calls quote nothing from here on."""
    while isinstance(backend, Wrapped):
        inner = backend.inner
        if not isinstance(inner, (Journaled, Discreet)):
            backend.inner = inner if isinstance(backend, Discreet) else Discreet(inner)
            return
        backend = inner


def quoting_nothing(probed: Probed | None) -> Probed | None:
    """Trials that were made before a backend was discreet, without what came in the place of messages."""
    return replace(probed, trials=tuple(map(_without_quotes, probed.trials))) if probed is not None else None


def _without_quotes(trial: Trial) -> Trial:
    if trial.found in (Found.WORKS, Found.REFUSED, Found.UNSUPPORTED):
        return trial
    # Why something was not asked may end with what came for an operation that nobody has.
    why = trial.told.partition(": ")[0] if trial.found is Found.NOT_ASKED else ""
    return replace(trial, told=why, fault=None)
