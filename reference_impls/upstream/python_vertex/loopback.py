"""What keeps the process to itself: no account and no proxy of this machine is known in it, and no connection leaves it."""

from __future__ import annotations

import os
import sys
from typing import Any

_NOBODYS_BUSINESS = ("GOOGLE_", "GCLOUD_", "CLOUDSDK_", "GEMINI_", "VERTEX")
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_ADDRESSED = {"socket.connect": 1, "socket.sendto": 1, "socket.sendmsg": 1}
"""The events of Python's sockets that are told an address, and at which position."""
_LOOKED_UP = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})


def forget_the_machine() -> None:
    """Drop what the environment says of accounts, keys, projects and proxies: the libraries look there by themselves."""
    for name in list(os.environ):
        if name.upper().startswith(_NOBODYS_BUSINESS) or name.upper().endswith("_PROXY"):
            del os.environ[name]


def stay_on_loopback() -> None:
    """Let every look-up and every connection to anywhere else fail, whatever library asks for it. It cannot be undone."""
    sys.addaudithook(_refuse)


def _refuse(event: str, told: tuple[Any, ...]) -> None:
    if event in _ADDRESSED:
        address = told[_ADDRESSED[event]]
        # Without an address, a message goes where its socket is connected to.
        host = address[0] if isinstance(address, tuple) else address
    elif event in _LOOKED_UP:
        host = told[0]
    else:
        return
    if host is not None and host not in _LOOPBACK:
        raise OSError(f"this harness never leaves the machine, and does not connect to {host!r}")
