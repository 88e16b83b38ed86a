"""The processes that a run starts: each in a group of its own, ended with the run, and found again by the next if it was not.

A run that is killed cannot end what it started. Each process carries in its environment who started it, so that the next run on
the same machine knows it for a leftover, and ends it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence

from memory_conformance.backend import HarnessError

OWNER = "MEMORY_CONFORMANCE_OWNER"
"""The environment variable that says which process started this one: its id and when it was started, in seconds."""
GRACE = 2.0
"""Seconds that a process has to end by itself, and again after it was told to."""


def owner() -> str:
    """This process, told apart from any other that may bear its id later."""
    import psutil

    return f"{os.getpid()}@{psutil.Process().create_time():.2f}"


def is_alive(written: str) -> bool:
    """Whether the process that `owner` wrote is still there."""
    import psutil

    pid, _, started = written.partition("@")
    try:
        return f"{psutil.Process(int(pid)).create_time():.2f}" == started
    except (psutil.Error, ValueError):
        return False


def start(command: Sequence[str], env: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start a command in a group of its own, its three streams piped. Raises `HarnessError` where there is none."""
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **env, OWNER: owner()},
            start_new_session=True,
        )
    except FileNotFoundError:
        raise HarnessError(f"there is no command {command[0]!r} here") from None
    except OSError as error:
        raise HarnessError(f"{command[0]!r} cannot be started: {error.strerror or error}") from None


def end(process: subprocess.Popen[bytes], grace: float = GRACE) -> None:
    """Close what it reads from, wait, tell it to end, wait, and kill it, with everything that it started in its group.

    ``grace`` is in seconds, for each of the two waits.
    """
    with contextlib.suppress(OSError):
        if process.stdin is not None:
            process.stdin.close()
    for reminder in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        try:
            process.wait(grace)
            break
        except subprocess.TimeoutExpired:
            _signal_group(process.pid, reminder)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(GRACE)
    # It may have left children behind that hold on to its group.
    _signal_group(process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def _signal_group(pid: int, number: int) -> None:
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            os.kill(pid, number)
        else:
            os.killpg(pid, number)


def end_leftovers() -> list[int]:
    """End the processes of runs that are no more; give their ids. Looks at processes of this user alone."""
    import psutil

    ended = []
    for process in psutil.process_iter():
        try:
            written = process.environ().get(OWNER)
            if written is None or is_alive(written):
                continue
            process.kill()
            ended.append(process.pid)
        except (psutil.Error, OSError):
            continue
    return ended
