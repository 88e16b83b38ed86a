"""The sound service of the tutorial, with one fault: FAULT says which, and OPERATION where it happens.

A container runs it as ``/wayward.py``, with the service beside it as ``/notes.py``.
"""

from __future__ import annotations

import os
import runpy
import sys
import time
from typing import Any

SOUND = runpy.run_path("/notes.py")
FAULT = os.environ.get("FAULT", "")
OPERATION = os.environ.get("OPERATION", "delete_user")
KEY = os.environ.get("KEY", "")
"""What an operation that tells gives away, whoever asks."""


def log(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def never_listens() -> None:
    log("connecting to the database")
    # The first process of a container does not hear SIGTERM unless it handles it: this one has to be killed.
    time.sleep(3600)


def ends_at_once() -> None:
    log("there is no database")
    sys.exit(7)


def exits() -> None:
    os._exit(9)


def hangs() -> None:
    time.sleep(3600)


def tells() -> None:
    log(f"asked with the key {KEY}")
    raise RuntimeError(f"the key {KEY} is used up")


AT_START = {function.__name__: function for function in (never_listens, ends_at_once)}
AT_OPERATION = {function.__name__: function for function in (exits, hangs, tells)}


def faulty(given: Any) -> Any:
    """What the operation does: no more than go wrong, as far as it returns at all."""
    # Not which: whatever came through the environment is hidden.
    log("the fault happens")
    return AT_OPERATION[FAULT]()


def main() -> None:
    log("the service begins")
    if FAULT in AT_START:
        AT_START[FAULT]()
    if FAULT in AT_OPERATION:
        SOUND["OPERATIONS"][OPERATION] = faulty
    SOUND["main"]()


main()
