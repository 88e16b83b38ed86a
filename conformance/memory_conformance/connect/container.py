"""A container that speaks the HTTP framing: built, started and removed through the Docker engine that `DOCKER_HOST` names."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from memory_conformance.backend import HarnessError
from memory_conformance.connect.docker_engine import (
    SETTINGS,
    check_is_here,
    engine,
    in_one_line,
    knock,
    one_line,
    without_secrets,
)
from memory_conformance.connect.owner import OWNER, is_left_over, own_labels

PORT = 8080
"""The port inside the container that it is told to listen on."""
IDLE_SECONDS = 900
"""After how many seconds without a request a container should end by itself."""
HARDENED = "memory-conformance.hardened"
"""The label of an image that asks for the limits of ``harden`` by itself, with the value ``true``."""

_GRACE = 2
"""Seconds from being told to end to being killed. The PID 1 of many images ignores that it is told."""
_FIRST_LOOK = 0.25
"""Seconds for which a new container is watched: one that cannot even begin is then known to have ended."""
_PUBLISHING = 10.0
"""Seconds that an engine may take to say under which port a container is reached."""
_LOG_LINES = 20
_LONGEST_LINE = 500
_NOBODY = "65534:65534"


class Container:
    """A running container. ``base_url`` is where it is reached, on the loopback address and at a port that was free.

    All of its methods raise `HarnessError` where the engine gives no answer any more.
    """

    def __init__(self, wrapped: Any, unshown: Iterable[str] = ()) -> None:
        self._wrapped = wrapped
        self._unshown = tuple(unshown)
        self.base_url = ""

    def is_running(self) -> bool:
        """Whether its process is still there."""
        return self.how_it_ended() is None

    def how_it_ended(self) -> str | None:
        """That it has ended, and how, in one line; None while it is running."""
        import docker.errors

        with in_one_line("looking at the container failed"):
            try:
                self._wrapped.reload()
            except docker.errors.NotFound:
                return "the container is gone"
        state = self._wrapped.attrs["State"]
        if state["Running"]:
            return None
        memory = ", out of memory" if state.get("OOMKilled") else ""
        return f"the container ended with exit code {state['ExitCode']}{memory}"

    def last_log(self, lines: int = _LOG_LINES) -> list[str]:
        """The last lines that it wrote to standard output and standard error, each cut after 500 characters."""
        import docker.errors

        with in_one_line("reading the container's log failed"):
            try:
                written: bytes = self._wrapped.logs(tail=lines)
            except docker.errors.APIError:
                # It is gone, or the engine keeps no logs: there is nothing to show.
                return []
        return _last_lines(written.decode(errors="replace"), lines, self._unshown)

    def stop(self) -> None:
        """Tell it to end, kill it after two seconds, and remove it. One that is gone already is no error."""
        import docker.errors

        with in_one_line("removing the container failed"):
            # Whatever keeps it from being stopped does not keep it from being removed.
            with suppress(docker.errors.APIError):
                self._wrapped.stop(timeout=_GRACE)
            _remove(self._wrapped)
        self._wrapped.client.close()


def build(folder: str, build_args: Mapping[str, str]) -> str:
    """Build the image of the ``Dockerfile`` in a folder and return its id.

    Raises `HarnessError` with the last lines of the build's log; no value of a build argument is in it.
    """
    import docker.errors
    from requests import RequestException

    if not (Path(folder) / "Dockerfile").is_file():
        raise HarnessError(f"{folder!r} has no Dockerfile; dockerfile: takes the folder that holds one")
    values = tuple(build_args.values())
    failed = f"building {folder!r} failed"
    with engine() as client, in_one_line(failed, values):
        try:
            image, _ = client.images.build(path=folder, buildargs=dict(build_args), rm=True, forcerm=True)
        except docker.errors.BuildError as error:
            log = "".join(entry.get("stream") or entry.get("error", "") + "\n" for entry in error.build_log)
            reason = one_line(error.msg, values)
            raise HarnessError(f"{failed}: {reason}", log=_last_lines(log, _LOG_LINES, values)) from None
        except (docker.errors.DockerException, RequestException):
            raise
        except OSError as error:
            # A file that cannot be read: nothing was built yet.
            raise HarnessError(f"{failed}: {error}") from None
        return str(image.id)


def fetch(image: str) -> None:
    """Pull an image that is not there. Raises `HarnessError`, in one line."""
    with engine() as client:
        _image(client, image, ())


def start(image: str, *, env: Mapping[str, str], harden: bool) -> Container:
    """Start a container of an image, which is pulled where it is not there, and return without asking it anything.

    It is told the port to listen on and its idle time, whatever ``env`` says of them. ``harden``, or the label
    ``memory-conformance.hardened=true`` of its image, makes its root read-only and keeps it to one processor, 512 MiB, 256
    processes, no capabilities and a user that is not root. Raises `HarnessError`, in one line: no engine answers, there is no
    such image, the container cannot be started, or it ended at once. No value of ``env`` is in the message or in a label.
    """
    from testcontainers.core.config import testcontainers_config
    from testcontainers.core.container import DockerContainer

    # Its own way to remove leftovers is a privileged container, of an image that would have to be pulled.
    testcontainers_config.ryuk_disabled = True
    values = tuple(env.values())
    knock()
    with in_one_line("the container cannot be started", values):
        made = DockerContainer(image, docker_client_kw=SETTINGS)
        try:
            client = made.get_docker_client().client
            check_is_here(client)
            found = _image(client, image, values)
            # Said again, since a prefix for images of a registry is of no use to an image that was built here.
            made.image = image
            made.env = {**env, "PORT": str(PORT), "IDLE_SECONDS": str(IDLE_SECONDS)}
            ports: dict[str, Any] = {f"{PORT}/tcp": ("127.0.0.1", None)}
            made.ports = ports
            made.with_name(f"memory-conformance-{os.getpid()}-{secrets.token_hex(4)}")
            hardened = harden or (found.labels or {}).get(HARDENED) == "true"
            # No network is named: testcontainers would look through all of them for one that it believes to be in.
            made.with_kwargs(labels=own_labels(), network=None, **(_limits(found) if hardened else {}))
            made.start()
            return _begun(Container(made.get_wrapped_container(), values), made.get_wrapped_container())
        except BaseException:
            with suppress(Exception):
                made.stop()
            raise


def remove_leftovers() -> list[str]:
    """Remove the containers that processes of this machine started and did not live to stop; return their names.

    Raises `HarnessError` where no engine answers.
    """
    with engine() as client, in_one_line("looking for what earlier runs left behind failed"):
        found = client.containers.list(all=True, filters={"label": OWNER}, ignore_removed=True)
        return [str(one.name) for one in found if is_left_over(one.labels) and _remove(one)]


def _image(client: Any, image: str, unshown: Iterable[str]) -> Any:
    import docker.errors

    with in_one_line(f"there is no image {image!r} here, and it cannot be pulled", unshown):
        try:
            return client.images.get(image)
        except docker.errors.ImageNotFound:
            return client.images.pull(image)


def _limits(image: Any) -> dict[str, Any]:
    from docker.types import Mount

    user = (image.attrs["Config"] or {}).get("User") or ""
    return {
        "read_only": True,
        "mounts": [Mount("/tmp", None, type="tmpfs", tmpfs_size="64m")],
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges"],
        "mem_limit": "512m",
        "pids_limit": 256,
        "nano_cpus": 1_000_000_000,
        "user": _NOBODY if user.partition(":")[0] in ("", "0", "root") else user,
    }


def _begun(container: Container, wrapped: Any) -> Container:
    """A container that was just started, once it is known where it is reached. Raises `HarnessError` if it has ended."""
    began = time.monotonic()
    while True:
        ended = container.how_it_ended()
        if ended is not None:
            log = container.last_log()
            wrote = f"it last wrote: {log[-1]}" if log else "it wrote nothing"
            raise HarnessError(f"{ended}; {wrote}", log=log)
        watched = time.monotonic() - began
        published = wrapped.attrs["NetworkSettings"]["Ports"].get(f"{PORT}/tcp")
        if published and watched >= _FIRST_LOOK:
            container.base_url = f"http://127.0.0.1:{published[0]['HostPort']}"
            return container
        if watched >= _PUBLISHING:
            raise HarnessError(f"the engine published no port of the container within {_PUBLISHING:g} s")
        time.sleep(0.05)


def _remove(container: Any) -> bool:
    """Remove a container, running or not. False where somebody else has removed it, or is about to."""
    import docker.errors

    try:
        container.remove(force=True, v=True)
    except docker.errors.APIError as error:
        if error.status_code in (404, 409):
            return False
        raise
    return True


def _last_lines(text: str, lines: int, unshown: Iterable[str]) -> list[str]:
    kept = [line[:_LONGEST_LINE] for line in without_secrets(text, unshown).splitlines() if line.strip()]
    return kept[-lines:]
