"""The principals of a lab: a TOML file that gives each of several scopes headers of its own, and the connections that they make."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from memory_conformance.connect.configuration import Entry
from memory_conformance.connect.connectable import HTTP, connect
from memory_conformance.keys import Keyring, Principal
from memory_conformance.model import Hello
from memory_conformance.references import UsageError
from memory_conformance.secrets import keep_header, keep_secret

_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_EXAMPLE = (
    'it holds [[principal]] tables, each with scope = {app = "shop", user = "ana"}'
    ' and headers = {Authorization = "Bearer ${TOKEN}"}'
)


@dataclass(frozen=True)
class WrittenPrincipal:
    """A principal as the file has it, each ``${VAR}`` filled in."""

    scope: Mapping[str, str]
    headers: Mapping[str, str]


def read_principals(file: Path) -> tuple[WrittenPrincipal, ...]:
    """The principals of a file: two at least, each with a scope of its own. Raises `UsageError` that says what is wrong with which."""
    try:
        whole = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"--principals: there is no file {file}") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"--principals: {file} cannot be read: {error}") from None
    written = whole.get("principal")
    if set(whole) != {"principal"} or not isinstance(written, list):
        raise UsageError(f"--principals: {file}: {_EXAMPLE}")
    found = tuple(_read(file, number, one) for number, one in enumerate(written, start=1))
    if len({tuple(sorted(one.scope.items())) for one in found}) < max(2, len(found)):
        raise UsageError(f"--principals: {file}: there are at least two principals, each with a scope of its own")
    return found


def keyring_of(entry: Entry, hello: Hello, written: tuple[WrittenPrincipal, ...]) -> Keyring:
    """Connect a backend once for each principal, with their headers, and once without any of these.

    Raises `UsageError` for a backend without headers, or for a scope that has not its fields, and `HarnessError` for a connection
    that cannot be made.
    """
    if not entry.connectable.startswith(HTTP):
        raise UsageError(f"--principals: {entry.connectable} is no HTTP service: it has no headers to tell who asks")
    fields = [field.name for field in hello.scope]
    for number, one in enumerate(written, start=1):
        if set(one.scope) != set(fields):
            raise UsageError(
                f"--principals: the scope of principal {number} has {_named(one.scope)}, and the backend {_named(fields)}"
            )
    named = {header.lower() for one in written for header in one.headers}
    usual = {header: value for header, value in entry.terms.headers.items() if header.lower() not in named}
    made: list[Principal] = []
    try:
        for one in written:
            scope = {field: one.scope[field] for field in fields}
            terms = replace(entry.terms, headers={**usual, **one.headers})
            made.append(Principal(scope, connect(entry.connectable, terms).backend))
        return Keyring(tuple(made), connect_without(entry, usual))
    except BaseException:
        for principal in made:
            principal.backend.disconnect()
        raise


def connect_without(entry: Entry, headers: Mapping[str, str]) -> Any:
    """The backend as it is reached without any credentials: it need not introduce itself to everybody."""
    from memory_conformance.connect.connectable import shown
    from memory_conformance.connect.http import HttpTransport
    from memory_conformance.connect.remote import RemoteBackend

    return RemoteBackend(
        HttpTransport(entry.connectable, replace(entry.terms, headers=dict(headers))), shown(entry.connectable)
    )


def _read(file: Path, number: int, written: Any) -> WrittenPrincipal:
    where = f"--principals: {file}: principal {number}"
    if not isinstance(written, Mapping) or set(written) != {"scope", "headers"}:
        raise UsageError(f"{where} is none: {_EXAMPLE}")
    for key in ("scope", "headers"):
        table = written[key]
        if not isinstance(table, Mapping) or not table or not all(isinstance(value, str) for value in table.values()):
            raise UsageError(f"{where}: {key} is a table of texts, and not empty")
    headers = {name: _filled(where, value) for name, value in written["headers"].items()}
    for name, value in headers.items():
        keep_header(name, value)
        if not (value.isascii() and value.isprintable() and value == value.strip()):
            raise UsageError(f"{where}: the value of {name} is ASCII in one line, without spaces around")
    return WrittenPrincipal(dict(written["scope"]), headers)


def _filled(where: str, value: str) -> str:
    def of_environment(found: re.Match[str]) -> str:
        if found.group(1) not in os.environ:
            raise UsageError(f"{where}: the environment has no {found.group(1)}")
        return keep_secret(os.environ[found.group(1)])

    return _VARIABLE.sub(of_environment, value)


def _named(fields: Any) -> str:
    return ", ".join(fields) or "none"
