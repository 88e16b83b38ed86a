"""What a backend is called on the command line, and the backend that the name leads to."""

from __future__ import annotations

import inspect
import os
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from memory_conformance.backend import Backend, HarnessError
from memory_conformance.connect.configuration import Entry
from memory_conformance.connect.in_process import InProcess, from_object, from_python, imported
from memory_conformance.connect.remote import RemoteBackend, Transport
from memory_conformance.connect.terms import PYTHON, Terms, is_apart, terms_of
from memory_conformance.references import Reference, UsageError, did_you_mean, references
from memory_conformance.secrets import keep_address
from memory_conformance.upstream.release import UPSTREAM
from memory_conformance.worker.adk import Adk, is_adk_service

EXEC = "exec:"
HTTP = ("http://", "https://")
DOCKER = "docker:"
DOCKERFILE = "dockerfile:"
PLANTED = "planted:"
REMOTE = (EXEC, UPSTREAM, *HTTP, DOCKER, DOCKERFILE)
"""How the names of backends begin that are spoken to in messages."""


@dataclass(frozen=True)
class Connected:
    """A backend and the name that it bears in reports."""

    name: str
    backend: Backend


def connect(connectable: str, terms: Terms | None = None, beside: Sequence[str] = ()) -> Connected:
    """The backend that a name leads to, on these terms. ``beside`` are further names that may have been meant.

    A name is a built-in reference, ``planted:NAME``, ``python:package.module[:object]``, ``upstream:project@release``,
    ``exec:command …``, ``http(s)://host[:port][/base]``, ``docker:image[:tag]`` or ``dockerfile:folder``. Raises `UsageError` for
    one that leads nowhere, and `HarnessError` for a backend that cannot be started.
    """
    terms = terms or terms_of(connectable)
    if is_remote(connectable, terms):
        backend = RemoteBackend(transport_to(connectable, terms), shown(connectable))
        backend.introduce()
        return Connected(backend.hello().name, backend)
    if connectable.startswith(PLANTED):
        return Connected(connectable, from_planted(connectable.removeprefix(PLANTED)))
    if connectable.startswith(PYTHON):
        return _named(connectable, from_python(connectable.removeprefix(PYTHON)))
    known = references().by_tag
    if connectable in known:
        return Connected(connectable, from_reference(known[connectable]))
    built_in = [tag for tag, reference in known.items() if reference.backend]
    meant = did_you_mean(connectable, [*beside, *built_in])
    raise UsageError(
        f"no backend is called {connectable!r}; {meant}{'' if meant.endswith('?') else '.'}"
        " Your own is named python:package.module[:object], exec:command, http://host:port, docker:image or dockerfile:folder,"
        " or a released library upstream:project@release."
    )


def connect_entry(entry: Entry) -> Connected:
    """The backend of an entry, under the name that it has there, if it has one. Raises as `connect` does."""
    if entry.name is None:
        return connect(entry.connectable, entry.terms, entry.beside)
    try:
        return Connected(entry.name, connect(entry.connectable, entry.terms).backend)
    except UsageError as error:
        raise UsageError(f"{entry.document.where(entry.name, 'connectable')}: {error}") from None


def is_remote(connectable: str, terms: Terms) -> bool:
    """Whether a backend is spoken to in messages."""
    return connectable.startswith(REMOTE) or is_apart(connectable, terms)


def shown(connectable: str) -> str:
    """The name of a backend as a report may show it: without the password of an address."""
    if not connectable.startswith(HTTP):
        return connectable
    scheme, _, rest = re.split(r"[?#]", connectable, maxsplit=1)[0].partition("://")
    authority, slash, path = rest.partition("/")
    return f"{scheme}://{authority.rpartition('@')[2]}{slash}{path}"


def transport_to(connectable: str, terms: Terms, through: Callable[[str], str] = lambda address: address) -> Transport:
    """The way to a backend that is spoken to in messages; one over HTTP leads to what ``through`` gives for its address.

    Raises `UsageError`, and `HarnessError` where something has to be built for it and cannot be.
    """
    if connectable.startswith(PYTHON):
        from memory_conformance.connect import apart

        return apart.python(connectable.removeprefix(PYTHON), terms)
    if connectable.startswith(UPSTREAM):
        from memory_conformance.connect import apart

        return apart.upstream(connectable.removeprefix(UPSTREAM), terms)
    if connectable.startswith(EXEC):
        from memory_conformance.connect.stdio import StdioTransport

        try:
            command = shlex.split(connectable.removeprefix(EXEC))
        except ValueError as error:
            raise UsageError(f"{connectable!r} cannot be read as a command: {error}") from None
        if not command:
            raise UsageError("exec: is followed by a command, such as exec:node harness.mjs")
        return StdioTransport(command, terms)
    if connectable.startswith(HTTP):
        from memory_conformance.connect.http import HttpTransport

        keep_address(connectable)
        if "?" in connectable or "#" in connectable:
            # Not shown: a password with such a character in it ends up outside of where it would be taken away.
            raise UsageError("an address ends with its base path; a query has no place there, and keys go into headers")
        return HttpTransport(through(connectable), terms)
    from memory_conformance.connect.contained import ContainerTransport

    if connectable.startswith(DOCKER):
        image = connectable.removeprefix(DOCKER)
        if not image:
            raise UsageError("docker: is followed by the name of an image, such as docker:example/memory:1.4")
        return ContainerTransport(lambda: image, terms, through)
    folder = connectable.removeprefix(DOCKERFILE)
    if not os.path.isfile(os.path.join(folder, "Dockerfile")):
        raise UsageError(f"{connectable}: there is no Dockerfile in {folder or 'the current folder'!r}")

    def built() -> str:
        from memory_conformance.connect.container import build

        return build(folder, terms.build_args)

    return ContainerTransport(built, terms, through)


def connect_object(target: Any, name: str) -> Connected:
    """A backend out of an object in the same process: the same kinds as ``python:`` takes."""
    return Connected(name, from_object(target, name))


def from_planted(name: str) -> Backend:
    """A service of ours with one fault, or one that is merely different. Raises `UsageError` for a name that none has."""
    services: Mapping[str, Callable[[], Backend]] = imported("memory_references.planted.catalogue:services")()
    if name not in services:
        raise UsageError(f"nothing planted is called {name!r}; {did_you_mean(name, list(services), 'faults')}")
    return services[name]()


def why_missing(reference: Reference) -> str | None:
    """Why a built-in reference cannot be played here, in one line, or None. Looks without importing it."""
    if reference.requires is None:
        return None
    package, _, wanted = reference.requires.partition("==")
    install = f"pip install 'memory-conformance[{_extra_of(package)}]'"
    try:
        found = version(package)
    except PackageNotFoundError:
        return f"{package} is not installed; {install}"
    return None if found == wanted else f"it needs {reference.requires}, and {package} {found} is installed; {install}"


def from_reference(reference: Reference) -> Backend:
    """The service of a built-in reference. Raises `UsageError` where it has none, or where what it needs is missing."""
    if reference.backend is None:
        raise UsageError(
            f"{reference.tag} has no service here, only documented answers: use it as --claims {reference.tag}"
        )
    missing = why_missing(reference)
    if missing is not None:
        raise UsageError(f"{reference.tag} cannot be played here: {missing}")
    target = imported(reference.backend)
    if inspect.isclass(target) and is_adk_service(target):
        return InProcess(Adk(target, target, reference.tag, claim=reference.tag))
    return from_object(target, reference.tag)


def _named(connectable: str, backend: Backend) -> Connected:
    try:
        hello = backend.hello()
    except Exception as error:
        raise HarnessError(f"{connectable}: hello() raised {type(error).__name__}: {error}") from error
    return Connected(hello.name, backend)


def _extra_of(package: str) -> str:
    return {"google-adk": "adk"}.get(package, "all")
