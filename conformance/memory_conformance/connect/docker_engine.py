"""The Docker engine that `DOCKER_HOST` names: whether one answers, and what it refuses, in one line and without secrets."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from memory_conformance.backend import HarnessError
from memory_conformance.secrets import SHORTEST, SHOWN, hide

SETTINGS: dict[str, Any] = {"timeout": 30}
"""What a client is made with: seconds that the engine has for an answer. Builds and pulls have as long as they need."""
_USUAL = "unix:///var/run/docker.sock"


def why_no_engine() -> str | None:
    """Why no engine can be used, in one line; None where one answers."""
    try:
        with engine():
            return None
    except HarnessError as error:
        return str(error)


@contextmanager
def engine() -> Iterator[Any]:
    """The Docker SDK's client, for the engine that testcontainers uses too. Raises `HarnessError` where none answers."""
    from testcontainers.core.docker_client import DockerClient

    knock()
    with in_one_line("the Docker engine refuses"):
        client = DockerClient(**SETTINGS).client
    try:
        yield client
    finally:
        client.close()


def knock() -> None:
    """Raise `HarnessError` where nobody listens at the engine's socket, of which the SDK would lose a socket of its own."""
    from testcontainers.core.docker_client import get_docker_host

    address = get_docker_host() or _USUAL
    if not address.startswith("unix:///") or not hasattr(socket, "AF_UNIX"):
        return
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(address.removeprefix("unix://"))
    except OSError as error:
        raise _no_answer(error.strerror or str(error)) from None


@contextmanager
def in_one_line(failed: str, unshown: Iterable[str] = ()) -> Iterator[None]:
    """What the engine refuses, or that there is none, becomes a `HarnessError` without the values in ``unshown``."""
    from docker.errors import APIError, DockerException
    from requests import RequestException

    try:
        yield
    except APIError as error:
        raise HarnessError(f"{failed}: {one_line(error.explanation or str(error), unshown)}") from None
    except (DockerException, RequestException) as error:
        raise _no_answer(one_line(str(error), unshown)) from None


def check_is_here(client: Any) -> None:
    """Raise `HarnessError` for an engine of another machine, whose loopback address is not ours."""
    host = urlsplit(client.api.base_url).hostname or ""
    # The SDK's own names for a socket and for a pipe of this machine; a tunnel it calls ssh.
    if host not in ("localhost", "localnpipe") and not _is_loopback(host):
        raise HarnessError(
            f"DOCKER_HOST={os.environ.get('DOCKER_HOST')} is another machine, and a container is reached on the loopback"
            " address of its own; name an engine of this machine"
        )


def without_secrets(text: str, unshown: Iterable[str]) -> str:
    """A text without the known secrets, and without the values of an environment, of which any may be one."""
    pieces = {piece for value in unshown for piece in (value, *value.splitlines()) if len(piece) >= SHORTEST}
    for piece in sorted(pieces, key=len, reverse=True):
        text = text.replace(piece, SHOWN)
    return hide(text)


def one_line(text: str, unshown: Iterable[str]) -> str:
    """The same in one line."""
    return " ".join(without_secrets(text, unshown).split())


def _no_answer(reason: str) -> HarnessError:
    asked = os.environ.get("DOCKER_HOST")
    where = f"at DOCKER_HOST={asked}" if asked else "at its usual place, and DOCKER_HOST names no other"
    return HarnessError(f"no Docker engine answers {where}: {reason}")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
