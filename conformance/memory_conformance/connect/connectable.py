"""What a backend is called on the command line, and the backend that the name leads to."""

from __future__ import annotations

import importlib
import inspect
import os
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any

from memory_conformance.backend import Backend, BackendError, HarnessError
from memory_conformance.connect.adk import AdkBackend, is_adk_service
from memory_conformance.connect.configuration import Entry
from memory_conformance.connect.plain import PlainBackend, is_plain
from memory_conformance.connect.remote import RemoteBackend, Transport
from memory_conformance.connect.terms import Terms
from memory_conformance.references import Reference, UsageError, did_you_mean, references
from memory_conformance.secrets import keep_address

PYTHON = "python:"
EXEC = "exec:"
HTTP = ("http://", "https://")
DOCKER = "docker:"
DOCKERFILE = "dockerfile:"
REMOTE = (EXEC, *HTTP, DOCKER, DOCKERFILE)
"""How the names of backends begin that are spoken to in messages."""


@dataclass(frozen=True)
class Connected:
    """A backend and the name that it bears in reports."""

    name: str
    backend: Backend


def connect(connectable: str, terms: Terms | None = None, beside: Sequence[str] = ()) -> Connected:
    """The backend that a name leads to, on these terms. ``beside`` are further names that may have been meant.

    A name is a built-in reference, ``python:package.module[:object]``, ``exec:command …``, ``http(s)://host[:port][/base]``,
    ``docker:image[:tag]`` or ``dockerfile:folder``. Raises `UsageError` for one that leads nowhere, and `HarnessError` for a
    backend that cannot be started.
    """
    terms = terms or Terms()
    if connectable.startswith(REMOTE):
        backend = RemoteBackend(_transport(connectable, terms), shown(connectable))
        backend.introduce()
        return Connected(backend.hello().name, backend)
    if connectable.startswith(PYTHON):
        return _named(connectable, from_python(connectable.removeprefix(PYTHON)))
    known = references().by_tag
    if connectable in known:
        return Connected(connectable, from_reference(known[connectable]))
    built_in = [tag for tag, reference in known.items() if reference.backend]
    meant = did_you_mean(connectable, [*beside, *built_in])
    raise UsageError(
        f"no backend is called {connectable!r}; {meant}{'' if meant.endswith('?') else '.'}"
        " Your own is named python:package.module[:object], exec:command, http://host:port, docker:image or dockerfile:folder."
    )


def connect_entry(entry: Entry) -> Connected:
    """The backend of an entry, under the name that it has there, if it has one. Raises as `connect` does."""
    if entry.name is None:
        return connect(entry.connectable, entry.terms, entry.beside)
    try:
        return Connected(entry.name, connect(entry.connectable, entry.terms).backend)
    except UsageError as error:
        raise UsageError(f"{entry.document.where(entry.name, 'connectable')}: {error}") from None


def shown(connectable: str) -> str:
    """The name of a backend as a report may show it: without the password of an address."""
    if not connectable.startswith(HTTP):
        return connectable
    scheme, _, rest = re.split(r"[?#]", connectable, maxsplit=1)[0].partition("://")
    authority, slash, path = rest.partition("/")
    return f"{scheme}://{authority.rpartition('@')[2]}{slash}{path}"


def _transport(connectable: str, terms: Terms) -> Transport:
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
        return HttpTransport(connectable, terms)
    from memory_conformance.connect.contained import ContainerTransport

    if connectable.startswith(DOCKER):
        image = connectable.removeprefix(DOCKER)
        if not image:
            raise UsageError("docker: is followed by the name of an image, such as docker:example/memory:1.4")
        return ContainerTransport(lambda: image, terms)
    folder = connectable.removeprefix(DOCKERFILE)
    if not os.path.isfile(os.path.join(folder, "Dockerfile")):
        raise UsageError(f"{connectable}: there is no Dockerfile in {folder or 'the current folder'!r}")

    def built() -> str:
        from memory_conformance.connect.container import build

        return build(folder, terms.build_args)

    return ContainerTransport(built, terms)


def connect_object(target: Any, name: str) -> Connected:
    """A backend out of an object in the same process: the same kinds as ``python:`` takes."""
    return Connected(name, _from_object(target, name))


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
    target = import_target(reference.backend)
    if is_adk_service(target):
        return AdkBackend(target, target, reference.tag, claim=reference.tag)
    return _from_object(target, reference.tag)


def from_python(path: str) -> Backend:
    """The backend at ``package.module[:object]``. The current folder is importable. Raises `HarnessError`."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    return _from_object(import_target(path), path)


def import_target(path: str) -> Any:
    """The module or object at ``package.module[:object]``. Raises `HarnessError` that names what is missing."""
    module_name, _, attributes = path.partition(":")
    try:
        target: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is not None and (module_name == error.name or module_name.startswith(error.name + ".")):
            raise HarnessError(f"there is no module {error.name!r} here, nor in the installed packages") from error
        raise HarnessError(f"importing {module_name!r} failed: {error}") from error
    except (Exception, SystemExit) as error:
        raise HarnessError(f"importing {module_name!r} failed: {type(error).__name__}: {error}") from error
    for attribute in attributes.split(".") if attributes else ():
        if not hasattr(target, attribute):
            public = [name for name in vars(target) if not name.startswith("_")]
            raise HarnessError(f"{path!r}: {module_name} has no {attribute!r}; {did_you_mean(attribute, public)}")
        target = getattr(target, attribute)
    return target


def _from_object(target: Any, name: str) -> Backend:
    """A Backend, an ADK service or class, a plain module or object, or a factory of any of them."""
    if isinstance(target, Backend):
        return target
    if is_adk_service(target):
        return _adk(target, name)
    if is_plain(target) and not inspect.isclass(target):
        return _plain(target, name)
    if inspect.ismodule(target):
        found = [kind for kind in vars(target).values() if inspect.isclass(kind) and is_adk_service(kind)]
        own = [kind for kind in found if kind.__module__ == target.__name__]
        missing = ", ".join(f"{wanted}()" for wanted in ("open", "add", "search") if not hasattr(target, wanted))
        hint = f"; did you mean {name}:{own[0].__name__}?" if own else ""
        raise HarnessError(f"the module {name!r} is no backend: it has no {missing}{hint}")
    if callable(target):
        made = _made(target, name)
        if is_adk_service(made) and not inspect.isclass(made):
            # Made by the factory each time, and never by its class: the factory knows the arguments.
            return AdkBackend(lambda: _made(target, name), type(made), type(made).__name__)
        return _from_object(made, name)
    raise HarnessError(
        f"{name!r} is {type(target).__name__}: no backend, no ADK memory service, nothing with open, add and search, no factory"
    )


def _made(factory: Callable[[], Any], name: str) -> Any:
    try:
        made = factory()
    except (Exception, SystemExit) as error:
        raise HarnessError(f"{name}() raised {type(error).__name__}: {error}") from error
    if inspect.isawaitable(made):
        from memory_conformance.connect.loop import finish

        made = finish(made)
    if callable(made) and not isinstance(made, Backend) and not is_plain(made) and not inspect.isclass(made):
        raise HarnessError(f"{name}() returned a function, not a backend")
    return made


def _adk(target: Any, name: str) -> Backend:
    if find_spec("google.adk") is None:
        raise HarnessError("google-adk is not installed; pip install 'memory-conformance[adk]'")
    if not inspect.isclass(target):
        # One object cannot be had empty again and again, and its class may need arguments that only its maker knows.
        raise HarnessError(
            f"{name!r} is one {type(target).__name__}, which each scenario would share; name its class, or a function that makes it"
        )
    return AdkBackend(target, target, target.__name__)


def _plain(target: Any, name: str) -> Backend:
    try:
        return PlainBackend(target, name)
    except BackendError as error:
        raise HarnessError(f"{name}: {error.message}") from error


def _named(connectable: str, backend: Backend) -> Connected:
    try:
        hello = backend.hello()
    except Exception as error:
        raise HarnessError(f"{connectable}: hello() raised {type(error).__name__}: {error}") from error
    return Connected(hello.name, backend)


def _extra_of(package: str) -> str:
    return {"google-adk": "adk"}.get(package, "all")
