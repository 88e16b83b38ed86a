"""A harness to start from: a small memory service that runs as it stands, behind the protocol, in the language of the author."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memory_conformance.references import UsageError, did_you_mean, references

SKELETONS = Path(__file__).parent / "skeletons"

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
_HIDDEN = "dot_"
"""How the name of a file begins that begins with a dot once it is written: no packager leaves it out."""


@dataclass(frozen=True)
class Skeleton:
    """One kind. ``folders`` are copied one over the other; ``setup`` are the steps of a CI job that its language needs.

    ``build`` is the command that makes a program of it, where there has to be one.
    """

    folders: tuple[str, ...]
    connectable: str
    setup: str = ""
    build: str = ""


_NODE = """\
      - uses: actions/setup-node@v4
        with:
          node-version: "22"
"""
_BUILD_GO = "go build -o harness ."
_GO = f"""\
      - uses: actions/setup-go@v5
        with:
          go-version: stable
          cache: false
      - name: Build
        run: {_BUILD_GO}
"""
_REPOSITORY = ".git"
KINDS = {
    "python": Skeleton(("every", "python_and_http", "python"), "exec:python3 harness.py"),
    "node": Skeleton(("every", "node"), "exec:node harness.mjs", _NODE),
    "go": Skeleton(("every", "go"), "exec:./harness", _GO, _BUILD_GO),
    "http": Skeleton(("every", "python_and_http", "http"), "dockerfile:."),
}


def write_skeleton(kind: str, folder: Path, name: str | None = None) -> list[Path]:
    """Write the skeleton of a kind into a new folder and return its files, sorted.

    ``name`` is what the backend is called; without it, what the folder is. Raises `UsageError` for an unknown kind, for a
    folder that holds something but ``.git``, and for a name that does not do.
    """
    if kind not in KINDS:
        raise UsageError(f"no skeleton is called {kind!r}; {did_you_mean(kind, list(KINDS))}")
    name = _name(folder, name)
    if folder.exists() and (not folder.is_dir() or any(file.name != _REPOSITORY for file in folder.iterdir())):
        raise UsageError(f"{folder} is there already and is no empty folder; name one that is new")
    skeleton = KINDS[kind]
    place = _in_the_repository(folder)
    values = {
        "@NAME@": name,
        "@CONNECTABLE@": skeleton.connectable,
        "@SETUP@\n": skeleton.setup,
        "@CD@\n": "" if place == Path() else f"cd {shlex.quote(place.as_posix())}\n",
        "@FOLDER@": _yaml(place.as_posix()),
        "@REPORT@": _yaml((place / "report").as_posix() + "/"),
    }
    written = []
    for path, source in _sources(skeleton):
        text = source.read_text(encoding="utf-8")
        for placeholder, value in values.items():
            text = text.replace(placeholder, value)
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
        written.append(file)
    return sorted(written)


def next_commands(kind: str, folder: Path, name: str | None = None) -> list[str]:
    """What to type after `write_skeleton` with the same arguments."""
    asked = f"memory-conformance check {_name(folder, name)}", f"memory-conformance run {_name(folder, name)}"
    enter = "" if folder.resolve() == Path.cwd() else f"cd {shlex.quote(str(folder))}"
    return [command for command in (enter, KINDS[kind].build, *asked) if command]


def _in_the_repository(folder: Path) -> Path:
    """The folder as seen from the root of its repository.

    Where there is none yet, it is the current folder that will be one, or, for a folder that is elsewhere, that folder.
    Raises `UsageError` for a name that no workflow can hold.
    """
    there = folder.resolve()
    above = [root for root in (there, *there.parents) if (root / _REPOSITORY).exists()]
    root = above[0] if above else Path.cwd() if there.is_relative_to(Path.cwd()) else there
    place = there.relative_to(root)
    try:
        place.as_posix().encode("utf-8")
    except UnicodeEncodeError:
        raise UsageError(
            f"{place.as_posix()!r} is not UTF-8, and the workflow has to name it; call it otherwise"
        ) from None
    return place


def _yaml(text: str) -> str:
    """A text for YAML, which would read ``1.0`` or ``a: b`` as something else."""
    return json.dumps(text, ensure_ascii=False)


def _sources(skeleton: Skeleton) -> Iterator[tuple[Path, Path]]:
    """Where each file goes, and where it comes from."""
    for folder in skeleton.folders:
        root = SKELETONS / folder
        for source in sorted(root.rglob("*")):
            path = source.relative_to(root)
            # An installer compiles whatever is Python.
            if source.is_file() and "__pycache__" not in path.parts:
                yield Path(*(re.sub(f"^{_HIDDEN}", ".", part) for part in path.parts)), source


def _name(folder: Path, name: str | None) -> str:
    return _checked(_derived(folder) if name is None else name)


def _derived(folder: Path) -> str:
    """The name of a folder as one of a backend: small letters, and a hyphen for whatever else stands there."""
    called = folder.resolve().name
    derived = re.sub(r"[^a-z0-9_-]+", "-", called.lower()).strip("-_")
    if not derived:
        raise UsageError(f"a backend cannot be called {called!r} like its folder; give it a name of a-z, 0-9, - and _")
    return derived


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"a backend cannot be called {name!r}; a name is of a-z, 0-9, - and _, and begins with a letter or digit"
        )
    if name in references().by_tag:
        raise UsageError(f"{name} is a built-in reference; give the backend a name of its own")
    return name
