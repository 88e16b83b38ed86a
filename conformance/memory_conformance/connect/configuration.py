"""``memory-conformance.toml``: backends by names of one's own, each with how it is reached and what it is held to."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from memory_conformance.connect.terms import TIMEOUT, WAIT, Terms
from memory_conformance.model import Hello, Reset, ScopeField
from memory_conformance.references import UsageError, did_you_mean, references
from memory_conformance.secrets import keep_secret

FILE = "memory-conformance.toml"
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_NAME = re.compile(r"[\w.-]+")


def _fields(found: Any) -> Any:
    return [{"name": one} if isinstance(one, str) else one for one in found] if isinstance(found, list) else found


class _Written(BaseModel):
    """The table of one backend, as it is written."""

    model_config = ConfigDict(extra="forbid")

    connectable: str
    claim: str | None = None
    scope: Annotated[list[ScopeField] | None, BeforeValidator(_fields)] = None
    answers: dict[str, str] | None = None
    bounds: dict[str, float] | None = None
    reset: Reset | None = None
    headers: dict[str, str] = Field(default_factory=dict)
    env: dict[str, str] = Field(default_factory=dict)
    build_args: dict[str, str] = Field(default_factory=dict)
    harden: bool = False
    timeout: float = Field(default=TIMEOUT, gt=0)
    wait: float = Field(default=WAIT, gt=0)
    max_calls: int | None = Field(default=None, gt=0)
    rate_limit: float | None = Field(default=None, gt=0)


@dataclass(frozen=True)
class Entry:
    """One backend as it is asked for.

    ``name`` is what reports call it, where it has one of its own; ``declared`` outranks what its ``hello`` says; ``repeat`` are
    the arguments that ask for it again.
    """

    connectable: str
    terms: Terms
    repeat: tuple[str, ...]
    name: str | None = None
    declared: Mapping[str, Any] = field(default_factory=dict)

    def introduced(self, hello: Hello) -> Hello:
        """What a backend says of itself, with what is declared here in its place."""
        return hello.model_copy(update=dict(self.declared)) if self.declared else hello


@dataclass(frozen=True)
class Configuration:
    """What a file says, and what the command line says beside it; the command line outranks the file."""

    file: Path | None = None
    text: str = ""
    tables: Mapping[str, Any] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    asked_for: bool = False

    def entry(self, connectable: str) -> Entry:
        """The backend of a name or connectable. Raises `UsageError` for a table that cannot be read."""
        repeat = (connectable, *(("--config", str(self.file)) if self.asked_for else ()), *_repeated(self.given))
        if connectable not in self.tables:
            return Entry(connectable, Terms(**self.given), repeat)
        written = self._read(connectable)
        declared = {
            name: value
            for name in ("claim", "scope", "answers", "bounds", "reset")
            if (value := getattr(written, name)) is not None
        }
        terms = Terms(
            timeout=written.timeout,
            wait=written.wait,
            max_calls=written.max_calls,
            rate_limit=written.rate_limit,
            headers=written.headers,
            env=written.env,
            build_args=written.build_args,
            harden=written.harden,
        )
        given = {name: _joined(getattr(terms, name), value) for name, value in self.given.items()}
        return Entry(written.connectable, replace(terms, **given), repeat, connectable, declared)

    def _read(self, name: str) -> _Written:
        table = self.tables[name]
        if not isinstance(table, dict):
            raise UsageError(f"{self._where(name)}: {name} is a table, [backends.{name}]")
        try:
            written = _Written.model_validate_json(json.dumps(self._filled(table, name), default=str), strict=True)
        except ValidationError as error:
            problem = error.errors(include_url=False, include_input=False)[0]
            key = str(problem["loc"][0])
            if problem["type"] == "extra_forbidden" and len(problem["loc"]) == 1:
                meant = did_you_mean(key, list(_Written.model_fields))
                raise UsageError(f"{self._where(name, key)}: a backend has no {key!r}; {meant}") from None
            if problem["type"] == "missing":
                raise UsageError(f'{self._where(name)}: {name} has no {key}, such as connectable = "exec:…"') from None
            where = ".".join(str(step) for step in problem["loc"])
            raise UsageError(f"{self._where(name, key)}: {where} of {name}: {problem['msg']}") from None
        for value in written.headers.values():
            keep_secret(value)
        return written

    def _filled(self, value: Any, name: str) -> Any:
        """A value with ``${VAR}`` replaced by what the environment says; whatever came from there is a secret from now on."""
        if isinstance(value, dict):
            return {key: self._filled(one, name) for key, one in value.items()}
        if isinstance(value, list):
            return [self._filled(one, name) for one in value]
        if not isinstance(value, str):
            return value

        def of_environment(found: re.Match[str]) -> str:
            variable = found.group(1)
            if variable not in os.environ:
                raise UsageError(f"{self._where(name, found.group())}: the environment has no {variable}")
            return keep_secret(os.environ[variable])

        return _VARIABLE.sub(of_environment, value)

    def _where(self, name: str, inside: str | None = None) -> str:
        """The file and line of a backend's table, or of something within it."""
        lines = self.text.splitlines()
        start = next((at for at, line in enumerate(lines) if _heads(line, name)), None)
        if start is None:
            return str(self.file)
        for at in range(start + 1, len(lines)):
            if lines[at].lstrip().startswith("[") and not _heads(lines[at], name):
                break
            if inside is not None and inside in lines[at]:
                return f"{self.file}:{at + 1}"
        return f"{self.file}:{start + 1}"


def read_configuration(file: Path | None = None, given: Mapping[str, Any] | None = None) -> Configuration:
    """What a file says: the one that is named, or ``memory-conformance.toml`` in the current folder if there is one.

    ``given`` are the terms that the command line names. Raises `UsageError` that says where the file is wrong.
    """
    asked_for = file is not None
    for value in (given or {}).get("env", {}).values():
        keep_secret(value)
    path = file if file is not None else Path(FILE)
    try:
        text = path.read_text(encoding="utf-8")
        found = tomllib.loads(text)
    except FileNotFoundError:
        if asked_for:
            raise UsageError(f"--config {path} is not there") from None
        return Configuration(given=given or {})
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is no TOML: {error}") from None
    for key in found:
        if key != "backends":
            raise UsageError(f"{path} has no place for {key!r}; {did_you_mean(key, ['backends'])}")
    tables = found.get("backends", {})
    if not isinstance(tables, dict):
        raise UsageError(f"{path}: backends is a table of tables, such as [backends.staging]")
    for name in tables:
        if not _NAME.fullmatch(name) or name in references().by_tag:
            why = "is the name of a built-in reference" if name in references().by_tag else "is no name"
            raise UsageError(f"{path}: [backends.{name}]: {name!r} {why}; take letters, digits, - and _ of your own")
    return Configuration(path, text, tables, given or {}, asked_for)


def _heads(line: str, name: str) -> bool:
    heading = line.strip()
    return heading.startswith(
        (f"[backends.{name}]", f'[backends."{name}"]', f"[backends.{name}.", f'[backends."{name}".')
    )


def _joined(written: Any, given: Any) -> Any:
    return {**written, **given} if isinstance(given, Mapping) else given


def _repeated(given: Mapping[str, Any]) -> tuple[str, ...]:
    """The terms of the command line as it takes them. Of the environment only the names: its values may be secret."""
    repeated: list[str] = []
    for name, value in given.items():
        option = "--" + name.replace("_", "-").removesuffix("s" if name == "build_args" else "")
        if name == "env":
            repeated += [word for variable in value for word in (option, variable)]
        elif isinstance(value, Mapping):
            repeated += [word for key, one in value.items() for word in (option, f"{key}={one}")]
        elif value is True:
            repeated.append(option)
        elif name not in ("max_calls", "rate_limit"):
            repeated += [option, f"{value:g}"]
    return tuple(repeated)
