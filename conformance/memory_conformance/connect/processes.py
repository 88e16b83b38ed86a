"""The processes that a run starts: each in a group of its own, ended with the run, and found again by the next if it was not.

A run that is killed cannot end what it started. So each process carries in its environment who started it, and passes that on to
whatever it starts itself: the next run on the same machine knows it for a leftover.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from memory_conformance.backend import HarnessError
from memory_conformance.connect.owner import is_left_over, own_labels
from memory_conformance.interruption import is_hurried

if TYPE_CHECKING:
    import psutil

MARK = "MEMORY_CONFORMANCE_STARTED_BY"
"""The environment variable that says which process started this one, as the labels of a container do."""
GRACE = 2.0
"""Seconds that a process has to end by itself, and again after it was told to."""
_LOOK = 0.01
"""Seconds between two looks at whether a process has ended."""
KILLING = 1.0
"""Seconds that the system may take to be rid of a process that is killed."""


@dataclass(frozen=True)
class Started:
    """A process that was started. ``mark`` is what it and all that it starts have in their environment."""

    process: subprocess.Popen[bytes]
    mark: str


def start(command: Sequence[str], env: Mapping[str, str]) -> Started:
    """Start a command in a group of its own, its three streams piped, unbuffered. Raises `HarnessError` where there is none."""
    mark = json.dumps({**own_labels(), "start": uuid4().hex})
    try:
        process = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **env, MARK: mark},
            start_new_session=True,
        )
    except FileNotFoundError:
        hint = f"; did you mean ./{command[0]}?" if os.path.isfile(command[0]) else ""
        raise HarnessError(f"there is no command {command[0]!r} here{hint}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise HarnessError(f"{command[0]!r} cannot be started: {reason or error}") from None
    return Started(process, mark)


def started_by(started: Started) -> list[psutil.Process]:
    """What a process has started that still runs, with or without a mark. Asked while it runs: once it has ended, nobody knows."""
    import psutil

    with contextlib.suppress(psutil.Error):
        return psutil.Process(started.process.pid).children(recursive=True)
    return []


def end(started: Started, begun: Sequence[psutil.Process] = (), grace: float = GRACE) -> None:
    """Wait for a process that was asked to end, tell it to, wait, and kill it, with everything that it started.

    ``begun`` is what was `started_by` it before it was asked to. ``grace`` is in seconds, for each of the two waits; nothing is
    waited for once that is to be hurried.
    """
    import psutil

    process = started.process
    if not _ended(process, grace):
        _signal_group(process, signal.SIGTERM)
        _ended(process, grace)
    # Also where it has ended: it may have left children behind, in its group or in one of their own.
    _signal_group(process, getattr(signal, "SIGKILL", signal.SIGTERM))
    _send(psutil.Process.kill, begun)
    _kill(lambda mark: mark == started.mark, grace=0.0)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(KILLING)
    psutil.wait_procs(begun, timeout=KILLING)


def end_leftovers() -> list[str]:
    """End the processes that runs on this machine started and did not live to end; give their ids and names.

    Looks at those whose environment this user may read.
    """
    return _kill(_is_left_over, GRACE)


def _ended(process: subprocess.Popen[bytes], patience: float) -> bool:
    """Whether a process ends within so many seconds."""
    deadline = time.monotonic() + patience
    while process.poll() is None:
        if is_hurried() or time.monotonic() >= deadline:
            return False
        time.sleep(_LOOK)
    return True


def _signal_group(process: subprocess.Popen[bytes], number: int) -> None:
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            process.send_signal(number)
        else:
            os.killpg(process.pid, number)


def _is_left_over(mark: str) -> bool:
    try:
        labels: Any = json.loads(mark)
    except ValueError:
        return False
    return isinstance(labels, dict) and is_left_over(labels)


def _kill(is_meant: Callable[[str], bool], grace: float) -> list[str]:
    """End every process with such a mark: at first those that were found are told to, and have so many seconds.

    Looks again until there are none: what one of them had started is left over only once that one is gone.
    """
    import psutil

    ended: dict[int, str] = {}
    while found := [process for process in _marked(is_meant) if process.pid not in ended]:
        for process in found:
            with contextlib.suppress(psutil.Error):
                ended[process.pid] = f"{process.pid} ({process.name()})"
            ended.setdefault(process.pid, str(process.pid))
        _send(psutil.Process.terminate, found)
        _, stubborn = psutil.wait_procs(found, timeout=grace) if grace else ([], found)
        _send(psutil.Process.kill, stubborn)
        psutil.wait_procs(stubborn, timeout=KILLING)
    return list(ended.values())


def _send(how: Callable[[psutil.Process], None], processes: Sequence[psutil.Process]) -> None:
    import psutil

    for process in processes:
        with contextlib.suppress(psutil.Error):
            how(process)


def _marked(is_meant: Callable[[str], bool]) -> Iterator[psutil.Process]:
    """The processes with such a mark, but for this one and those that it comes from."""
    import psutil

    own = {os.getpid(), *(parent.pid for parent in psutil.Process().parents())}
    for process in psutil.process_iter():
        try:
            if process.pid not in own and is_meant(process.environ().get(MARK, "")):
                yield process
        except (psutil.Error, OSError):
            # It has ended meanwhile, or is somebody else's.
            continue
