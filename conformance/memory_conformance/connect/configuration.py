"""What is asked for by a name: a backend out of ``memory-conformance.toml``, or a connectable, and on which terms."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memory_conformance.connect.terms import PYTHON, Terms, is_apart, terms_of
from memory_conformance.connect.written import FILE, Document, Written, key_of, read_document
from memory_conformance.model import Hello, ScopeField
from memory_conformance.references import UsageError
from memory_conformance.secrets import keep_header, keep_secret

_VARIABLE = re.compile(r"\$\{([^}]*)\}")
_VARIABLE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_OF: Mapping[str, tuple[str, ...]] = {
    "timeout": ("exec:", "upstream:", "http://", "https://", "docker:", "dockerfile:"),
    "headers": ("http://", "https://"),
    "env": ("exec:", "docker:", "dockerfile:"),
    "build_args": ("dockerfile:",),
    "harden": ("docker:", "dockerfile:"),
    "with_": (PYTHON,),
    "python": (PYTHON,),
}
"""What the terms are for that not every kind of backend takes."""


@dataclass(frozen=True)
class Entry:
    """One backend as it is asked for.

    ``name`` is what reports call it, where it has one of its own; ``declared`` outranks what its ``hello`` says; ``repeat`` are
    the arguments that ask for it again, and ``config`` the file that they name. ``beside`` are the other names of that file.
    """

    connectable: str
    terms: Terms
    repeat: tuple[str, ...]
    name: str | None = None
    declared: Mapping[str, Any] = field(default_factory=dict)
    document: Document = field(default_factory=Document)
    config: str | None = None
    beside: tuple[str, ...] = ()

    def introduced(self, hello: Hello) -> Hello:
        """What a backend says of itself, with what is declared here in its place."""
        return hello.model_copy(update=dict(self.declared)) if self.declared else hello

    def where(self, *keys: str) -> str:
        """Where in its file something is declared, as the beginning of a line; empty where it is not declared there."""
        return f"{self.document.where(self.name, *keys)}: " if self.name and keys[0] in self.declared else ""

    def takes(self, term: str) -> bool:
        """Whether terms of that kind say anything to a backend of this kind."""
        if term == "timeout" and is_apart(self.connectable, self.terms):
            return True
        return self.connectable.startswith(_OF[term]) if term in _OF else True


@dataclass(frozen=True)
class Configuration:
    """What a file says, and what the command line says beside it; the command line outranks the file."""

    document: Document = field(default_factory=Document)
    given: Mapping[str, Any] = field(default_factory=dict)
    asked_for: bool = False

    def entries(self, connectables: Sequence[str]) -> list[Entry]:
        """The backends of names or connectables. Raises `UsageError` for terms that none of them can take."""
        entries = [self.entry(connectable) for connectable in connectables]
        for term in ("env", "build_args", "harden", "with_", "python"):
            if term in self.given and entries and not any(entry.takes(term) for entry in entries):
                raise UsageError(f"{_option(term)} is for {_kinds(term)}, and no backend of this run is one")
        return entries

    def entry(self, connectable: str) -> Entry:
        """The backend of a name or connectable. Raises `UsageError` for a ``${VAR}`` that is not there, and the like."""
        config = str(self.document.file) if self.asked_for else None
        repeat = (connectable, *(("--config", config) if config else ()), *_repeated(self.given))
        tables = self.document.tables
        if connectable not in tables:
            return Entry(connectable, terms_of(connectable, **self.given), repeat, beside=tuple(tables), config=config)
        written = tables[connectable]
        way = self._filled(written.connectable, connectable, "connectable")
        entry = Entry(
            way,
            terms_of(way, **self._named(connectable, written)),
            repeat,
            connectable,
            _declared(written),
            self.document,
            config,
        )
        for term in _OF:
            if term in written.model_fields_set and not entry.takes(term):
                key = key_of(term)
                raise UsageError(
                    f"{self.document.where(connectable, key)}: {key} of {connectable}: it is for {_kinds(term)}"
                )
        return entry

    def _named(self, name: str, written: Written) -> dict[str, Any]:
        """The terms that the file or the command line names."""
        headers = {key: self._filled(value, name, "headers", key) for key, value in written.headers.items()}
        for header, value in headers.items():
            keep_header(header, value)
            if not (value.isascii() and value.isprintable() and value == value.strip()):
                where = self.document.where(name, "headers", header)
                raise UsageError(
                    f"{where}: the value of {header} has what no header may hold; it is ASCII in one line, without spaces around"
                )
        values: dict[str, Any] = {
            term: getattr(written, term)
            for term in ("timeout", "wait", "max_calls", "rate_limit", "harden", "python")
            if term in written.model_fields_set
        }
        values |= {
            "headers": headers,
            "env": {key: self._filled(value, name, "env", key) for key, value in written.env.items()},
            "build_args": {
                key: self._filled(value, name, "build_args", key) for key, value in written.build_args.items()
            },
            "with_": tuple(written.with_),
        }
        return values | {term: _joined(values.get(term), value) for term, value in self.given.items()}

    def _filled(self, value: str, name: str, *keys: str) -> str:
        """A value with each ``${VAR}`` replaced by what the environment says, which is a secret from now on."""

        def of_environment(found: re.Match[str]) -> str:
            variable = found.group(1)
            where = f"{self.document.where(name, *keys)}: {'.'.join(keys)} of {name}"
            if not _VARIABLE_NAME.fullmatch(variable):
                raise UsageError(f"{where}: {found.group()} names no variable; it is written ${{NAME}}")
            if variable not in os.environ:
                raise UsageError(f"{where}: the environment has no {variable}")
            return keep_secret(os.environ[variable])

        return _VARIABLE.sub(of_environment, value)


def read_configuration(file: Path | None = None, given: Mapping[str, Any] | None = None) -> Configuration:
    """What a file says: the one that is named, or ``memory-conformance.toml`` in the current folder if there is one.

    ``given`` are the terms that the command line names. Raises `UsageError` that says where the file is wrong.
    """
    given = given or {}
    for value in given.get("env", {}).values():
        keep_secret(value)
    document = read_document(file if file is not None else Path(FILE))
    if document is None and file is not None:
        raise UsageError(f"there is no file {file}, which the configuration should come from")
    return Configuration(document or Document(), given, asked_for=file is not None)


def _declared(written: Written) -> dict[str, Any]:
    """What stands in the place of what ``hello`` says, as ``hello`` would say it."""
    declared: dict[str, Any] = {name: getattr(written, name) for name in ("claim", "answers", "reset")}
    if written.scope is not None:
        declared["scope"] = [ScopeField(name=one.name, crossing=one.crossing) for one in written.scope]
    if written.bounds is not None:
        declared["bounds"] = written.bounds.model_dump(exclude_none=True)
    return {name: value for name, value in declared.items() if value is not None}


def _joined(written: Any, given: Any) -> Any:
    return {**written, **given} if isinstance(given, Mapping) else given


def _option(term: str) -> str:
    return "--build-arg" if term == "build_args" else "--" + key_of(term).replace("_", "-")


def _kinds(term: str) -> str:
    kinds = _OF[term]
    return " and ".join([", ".join(kinds[:-1]), kinds[-1]] if len(kinds) > 1 else kinds)


def _repeated(given: Mapping[str, Any]) -> tuple[str, ...]:
    """The terms of the command line as it takes them.

    Of what comes from the environment, or goes into one, only the names: the values may be secret.
    """
    repeated: list[str] = []
    for term, value in given.items():
        if isinstance(value, Mapping):
            named = [
                key if term == "env" or os.environ.get(key) == one else f"{key}={one}" for key, one in value.items()
            ]
            repeated += [word for one in named for word in (_option(term), one)]
        elif value is True:
            repeated.append(_option(term))
        elif isinstance(value, tuple):
            repeated += [word for one in value for word in (_option(term), one)]
        elif isinstance(value, str):
            repeated += [_option(term), value]
        elif term not in ("max_calls", "rate_limit"):
            repeated += [_option(term), f"{value:g}"]
    return tuple(repeated)
