"""``memory-conformance.toml`` as it is written: a table for each backend, and the line on which each thing stands."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

from pydantic import AllowInfNan, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from memory_conformance.connect.terms import TIMEOUT, WAIT
from memory_conformance.model import Crossing, Reset
from memory_conformance.references import UsageError, did_you_mean, references

FILE = "memory-conformance.toml"
_NAME = re.compile(r"[\w.-]+")
_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_AT = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_KEY = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)"""
_HEADING = re.compile(rf"\s*\[{{1,2}}\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*\]")
_ENTRY = re.compile(rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*=")


def _fields(found: Any) -> Any:
    return [{"name": one} if isinstance(one, str) else one for one in found] if isinstance(found, list) else found


Seconds = Annotated[float, AllowInfNan(False)]


class WrittenField(BaseModel):
    """A scope field, as it is written."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1)
    crossing: Crossing = Crossing.LEAK


class WrittenBounds(BaseModel):
    """After how many seconds a write, and a deletion, is visible."""

    model_config = ConfigDict(extra="forbid")

    write: Seconds | None = Field(default=None, ge=0)
    forget: Seconds | None = Field(default=None, ge=0)


class Written(BaseModel):
    """The table of one backend."""

    model_config = ConfigDict(extra="forbid")

    connectable: str = Field(min_length=1)
    claim: str | None = None
    scope: Annotated[list[WrittenField] | None, BeforeValidator(_fields)] = None
    answers: dict[str, str] | None = None
    bounds: WrittenBounds | None = None
    reset: Reset | None = None
    headers: dict[str, str] = Field(default_factory=dict)
    env: dict[str, str] = Field(default_factory=dict)
    build_args: dict[str, str] = Field(default_factory=dict)
    harden: bool = False
    with_: list[Annotated[str, Field(min_length=1)]] = Field(default_factory=list, alias="with")
    python: str | None = Field(default=None, min_length=1)
    timeout: Seconds = Field(default=TIMEOUT, gt=0)
    wait: Seconds = Field(default=WAIT, gt=0)
    max_calls: int | None = Field(default=None, gt=0)
    rate_limit: Seconds | None = Field(default=None, gt=0)


_TAKES: Mapping[str, str] = {
    "connectable": 'a text, such as "exec:./harness" or "https://memory.example"',
    "claim": 'a text, such as "adk-go-1.7"',
    "scope": 'a list of names, or of fields such as {name = "app", crossing = "shared"}',
    "answers": "a table of titles by id",
    "bounds": "a table of seconds: write, forget or both",
    "reset": '"instance" or "none"',
    "headers": "a table of texts",
    "env": "a table of texts",
    "build_args": "a table of texts",
    "harden": "true or false",
    "timeout": "seconds, more than 0",
    "wait": "seconds, more than 0",
    "max_calls": "a whole number, 1 or more",
    "rate_limit": "calls a second, more than 0",
    "with": 'a list of requirements, such as ["mem0ai==2.2.1"]',
    "python": 'the path of an interpreter, such as ".venv/bin/python"',
}
"""What each key takes, in words."""


def key_of(term: str) -> str:
    """A term as a key: without the underscore that it needs in Python where it is a word of that language."""
    return term.removesuffix("_")


@dataclass(frozen=True)
class Document:
    """A file that was read: its tables by name, and where in it things stand."""

    file: Path = Path(FILE)
    tables: Mapping[str, Written] = field(default_factory=dict)
    lines: Mapping[tuple[str, ...], int] = field(default_factory=dict)

    def where(self, *path: str) -> str:
        """The file and the line of something below ``backends``, or of what holds it."""
        whole = ("backends", *path)
        for length in range(len(whole), 0, -1):
            if whole[:length] in self.lines:
                return f"{self.file}:{self.lines[whole[:length]]}"
        return str(self.file)


def read_document(file: Path) -> Document | None:
    """What a file says; None where it is not there. Raises `UsageError` that says on which line it is wrong."""
    try:
        found = file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror or error}") from None
    try:
        text = found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = found[: error.start].count(b"\n") + 1
        raise UsageError(f"{file}:{line}: what stands here is not UTF-8") from None
    try:
        whole = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _AT.search(str(error))
        line = int(at.group(1)) if at and at.group(1) else len(text.splitlines())
        raise UsageError(f"{file}:{line}: this is no TOML: {_AT.sub('', str(error))}") from None
    document = Document(file, lines=_lines(text))
    for key in whole:
        if key != "backends":
            line = document.lines.get((key,), 1)
            raise UsageError(f"{file}:{line}: there is no place for {key!r}; {did_you_mean(key, ['backends'])}")
    tables = whole.get("backends", {})
    if not isinstance(tables, dict):
        raise UsageError(f"{document.where()}: backends is a table of tables, such as [backends.staging]")
    return Document(file, {name: _read(document, name, table) for name, table in tables.items()}, document.lines)


def _read(document: Document, name: str, table: Any) -> Written:
    if dotted := _dotted(table):
        whole = json.dumps(".".join([name, *dotted]), ensure_ascii=False)
        raise UsageError(f"{document.where(name, *dotted)}: a dot in a name needs quotes: [backends.{whole}]")
    if not _NAME.fullmatch(name) or name in references().by_tag:
        why = "is the name of a reference that is built in" if name in references().by_tag else "is no name"
        raise UsageError(
            f"{document.where(name)}: {name!r} {why}; take a name of your own, of letters, digits, “-”, “_” and “.”"
        )
    if not isinstance(table, dict):
        raise UsageError(f"{document.where(name)}: {name} is a table, [backends.{name}]")
    try:
        # As JSON, in which enums are texts; a date has no place anywhere here, and becomes what no key takes.
        written = Written.model_validate_json(json.dumps(table, default=lambda _: [[]]), strict=True)
    except ValidationError as error:
        # An unknown key first: it may be how the one that is missing was written.
        problems = error.errors(include_url=False, include_input=False)
        problem = min(problems, key=lambda one: one["type"] != "extra_forbidden")
        raise UsageError(_told(document, name, problem["type"], problem["loc"])) from None
    try:
        if written.claim is not None:
            references().claim(written.claim)
    except UsageError as error:
        raise UsageError(f"{document.where(name, 'claim')}: claim of {name}: {error}") from None
    names = [one.name for one in written.scope or ()]
    for twice in (one for one in names if names.count(one) > 1):
        raise UsageError(f"{document.where(name, 'scope')}: scope of {name}: {twice!r} stands there twice")
    _check_names(document, name, written)
    return written


def _dotted(table: Any) -> list[str]:
    """What follows the first dot of a name that was written without quotes: tables in the table, with a backend inside."""
    keys = list(_TAKES)
    for key, within in table.items() if isinstance(table, dict) else ():
        if isinstance(within, dict) and not get_close_matches(key, keys):
            if any(get_close_matches(one, keys, cutoff=0.8) for one in within):
                return [key]
            if further := _dotted(within):
                return [key, *further]
    return []


def _told(document: Document, name: str, kind: str, at: tuple[int | str, ...]) -> str:
    """What is wrong with a table, in one line. Never the value: it may be what must not be shown."""
    path = [str(step) for step in at]
    where = document.where(name, *path)
    if kind == "extra_forbidden":
        holders: dict[str, type[BaseModel]] = {"bounds": WrittenBounds, "scope": WrittenField}
        holder = holders[path[0]] if len(path) > 1 else Written
        of = f"{path[0]} of {name}" if len(path) > 1 else name
        known = list(_TAKES) if holder is Written else list(holder.model_fields)
        return f"{where}: {of} has no {path[-1]!r}; {did_you_mean(path[-1], known)}"
    if kind == "missing" and len(path) == 1:
        return f'{where}: {name} has no {path[0]}, such as connectable = "exec:./harness"'
    return (
        f"{where}: {'.'.join(path)} of {name}: it is {_TAKES[path[0]]}"
        if len(path) == 1
        else (f"{where}: {'.'.join(path)} of {name} is wrong: {path[0]} is {_TAKES[path[0]]}")
    )


def _check_names(document: Document, name: str, written: Written) -> None:
    """Names that no header, environment or build can have. Raises `UsageError`."""
    for header in written.headers:
        if not _HEADER.fullmatch(header):
            raise UsageError(f"{document.where(name, 'headers', header)}: no header is called {header!r}")
    for kind in ("env", "build_args"):
        for variable in getattr(written, kind):
            if not variable or "=" in variable or "\0" in variable:
                raise UsageError(f"{document.where(name, kind, variable)}: no variable is called {variable!r}")


def _lines(text: str) -> dict[tuple[str, ...], int]:
    """The line of each table and key, as far as the eye of a reader would find it: values that span lines are not looked into."""
    found: dict[tuple[str, ...], int] = {}
    within: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), start=1):
        heading, entry = _HEADING.match(line), _ENTRY.match(line)
        if heading is not None:
            within = _path(heading.group(1))
            found.setdefault(within, number)
        elif entry is not None:
            found.setdefault((*within, *_path(entry.group(1))), number)
    for path, number in list(found.items()):
        for length in range(1, len(path)):
            found.setdefault(path[:length], number)
    return found


def _path(written: str) -> tuple[str, ...]:
    """The keys of a dotted key."""
    path: list[str] = []
    try:
        table: Any = tomllib.loads(f"{written} = 0")
    except tomllib.TOMLDecodeError:
        # A line of a longer text that only looks like a key.
        return ()
    while isinstance(table, dict):
        key = next(iter(table))
        path.append(key)
        table = table[key]
    return tuple(path)
