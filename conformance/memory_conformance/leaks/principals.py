"""The principals of a lab: a TOML file that gives each of several scopes headers of its own, and the connections that they make."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from memory_conformance.backend import Backend
from memory_conformance.connect.beside import beside
from memory_conformance.connect.configuration import Entry
from memory_conformance.connect.connectable import HTTP, shown
from memory_conformance.keys import Keyring, Principal
from memory_conformance.model import Hello
from memory_conformance.references import UsageError, did_you_mean
from memory_conformance.secrets import keep_header, keep_secret
from memory_conformance.target import Target

_VARIABLE = re.compile(r"\$\{([^}]*)\}")
_VARIABLE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_EXAMPLE = (
    'it holds [[principal]] tables, each with scope = {app = "shop", user = "ana"}'
    ' and headers = {Authorization = "Bearer ${TOKEN}"}'
)
_KEYS = ("scope", "headers")


@dataclass(frozen=True)
class WrittenPrincipal:
    """A principal as the file has it, each ``${VAR}`` filled in."""

    scope: Mapping[str, str]
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Principals:
    """The principals of a file: two at least, each with a scope of its own."""

    file: Path
    written: tuple[WrittenPrincipal, ...]

    def check(self, entry: Entry | None, name: str, hello: Hello) -> None:
        """Raise `UsageError` for a backend without headers, and for a scope that has not its fields."""
        if entry is None or not entry.connectable.startswith(HTTP):
            raise UsageError(
                f"--principals {self.file}: {name} is no HTTP service, and has no headers to tell who asks; one is http://host:port"
            )
        fields = [field.name for field in hello.scope]
        for number, one in enumerate(self.written, start=1):
            if set(one.scope) != set(fields):
                raise UsageError(
                    f"--principals {self.file}: the scope of principal {number} has {_named(one.scope)};"
                    f" that of {name} has {_named(fields)}"
                )

    def connected(self, entry: Entry, hello: Hello) -> list[Principal]:
        """The backend once for each principal, with their headers. None has to introduce itself: not everybody may ask for that."""
        fields = [field.name for field in hello.scope]
        return [
            Principal(
                {field: one.scope[field] for field in fields},
                self._reached(entry, {**self._usual(entry), **one.headers}),
            )
            for one in self.written
        ]

    def nobody(self, entry: Entry) -> Backend:
        """The backend as it is reached without any of these headers."""
        return self._reached(entry, self._usual(entry))

    def _reached(self, entry: Entry, headers: Mapping[str, str]) -> Backend:
        from memory_conformance.connect.http import HttpTransport
        from memory_conformance.connect.remote import RemoteBackend

        # A user in the address is sent as a header, too.
        address = shown(entry.connectable) if "authorization" in self._named() else entry.connectable
        transport = HttpTransport(address, replace(entry.terms, headers=dict(headers)))
        return RemoteBackend(transport, shown(entry.connectable))

    def _named(self) -> set[str]:
        return {header.lower() for one in self.written for header in one.headers}

    def _usual(self, entry: Entry) -> dict[str, str]:
        return {header: value for header, value in entry.terms.headers.items() if header.lower() not in self._named()}


def read_principals(file: Path) -> Principals:
    """The principals of a file. Raises `UsageError` that says what is wrong with which."""
    try:
        whole = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"--principals: there is no file {file}") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"--principals: {file} cannot be read: {error}") from None
    _check_keys(f"--principals: {file}", whole, ("principal",))
    written = whole["principal"]
    if not isinstance(written, list):
        raise UsageError(f"--principals: {file}: {_EXAMPLE}")
    found = tuple(_read(f"--principals: {file}: principal {number}", one) for number, one in enumerate(written, 1))
    if len({tuple(sorted(one.scope.items())) for one in found}) < max(2, len(found)):
        raise UsageError(f"--principals: {file}: there are at least two principals, each with a scope of its own")
    return Principals(file, found)


def keyring_of(target: Target, principals: Principals) -> Keyring:
    """Connect a backend once for each principal, and once without their headers: on the terms of the backend.

    Raises `UsageError` as `Principals.check` does.
    """
    principals.check(target.entry, target.name, target.hello)
    assert target.entry is not None
    return Keyring(
        tuple(
            Principal(one.scope, beside(one.backend, target.backend))
            for one in principals.connected(target.entry, target.hello)
        ),
        beside(principals.nobody(target.entry), target.backend),
    )


def _read(where: str, written: Any) -> WrittenPrincipal:
    if not isinstance(written, Mapping):
        raise UsageError(f"{where} is no table: {_EXAMPLE}")
    _check_keys(where, written, _KEYS)
    for key in _KEYS:
        table = written[key]
        if not isinstance(table, Mapping) or not table or not all(isinstance(value, str) for value in table.values()):
            raise UsageError(f"{where}: {key} is a table of texts, and not empty")
    headers = {name: _filled(where, value) for name, value in written["headers"].items()}
    for name, value in headers.items():
        keep_header(name, value)
        if not _HEADER_NAME.fullmatch(name):
            raise UsageError(f"{where}: {name!r} is no name of a header; one is Authorization")
        if not (value.isascii() and value.isprintable() and value == value.strip()):
            raise UsageError(f"{where}: the value of {name} is ASCII in one line, without spaces around")
    return WrittenPrincipal(dict(written["scope"]), headers)


def _check_keys(where: str, table: Mapping[str, Any], keys: Iterable[str]) -> None:
    for key in table:
        if key not in keys:
            raise UsageError(f"{where}: there is no key {key!r}; {did_you_mean(key, list(keys))}")
    for key in keys:
        if key not in table:
            raise UsageError(f"{where}: {key} is missing; {_EXAMPLE}")


def _filled(where: str, value: str) -> str:
    def of_environment(found: re.Match[str]) -> str:
        variable = found.group(1)
        if not _VARIABLE_NAME.fullmatch(variable):
            raise UsageError(f"{where}: {found.group()} names no variable; it is written ${{NAME}}")
        if variable not in os.environ:
            raise UsageError(f"{where}: the environment has no {variable}")
        return keep_secret(os.environ[variable])

    return _VARIABLE.sub(of_environment, value)


def _named(fields: Iterable[str]) -> str:
    return ", ".join(fields) or "no field"
