"""Whose a container is, as labels: enough to tell what a killed run left behind from what another run is using."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

OWNER = "memory-conformance.owner"
"""The label with the process id of who started a container."""
STARTED = "memory-conformance.started"
"""The label that says when that process began, in seconds: by now its id may be somebody else's."""
MACHINE = "memory-conformance.machine"
"""The label that says where that process id means anything: an engine may serve several machines."""


def own_labels() -> dict[str, str]:
    """The labels of a container that this process starts."""
    return {OWNER: str(os.getpid()), STARTED: f"{_beginning(os.getpid()):.2f}", MACHINE: _this_machine()}


def is_left_over(labels: Mapping[str, str]) -> bool:
    """Whether the labels are those of a process of this machine that is there no more. Where that is in doubt, no."""
    import psutil

    if labels.get(MACHINE) != _this_machine():
        return False
    try:
        pid, began = int(labels[OWNER]), float(labels[STARTED])
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE or abs(_beginning(pid) - began) >= 1
    except psutil.NoSuchProcess:
        return True
    except (KeyError, ValueError, psutil.Error):
        return False


def _this_machine() -> str:
    """The host name, the boot, and the space of process ids, since containers on one machine each have their own."""
    import psutil

    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{socket.gethostname()} {boot} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return f"{socket.gethostname()} {psutil.boot_time():.0f}"


def _beginning(pid: int) -> float:
    """When a process began, in seconds: since the boot on Linux, where the time of day would move when the clock is set."""
    import psutil

    created = psutil.Process(pid).create_time()
    return created - psutil.boot_time() if sys.platform == "linux" else created
