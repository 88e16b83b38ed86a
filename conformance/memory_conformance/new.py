"""A harness to start from: a small memory service that runs as it stands, behind the protocol, in the language of the author."""

from __future__ import annotations

import re
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
    """One kind. ``folders`` are copied one over the other; ``setup`` are the steps of a CI job that its language needs."""

    folders: tuple[str, ...]
    connectable: str
    setup: str = ""


_NODE = """\
      - uses: actions/setup-node@v4
        with:
          node-version: "22"
"""
_GO = """\
      - uses: actions/setup-go@v5
        with:
          go-version: stable
          cache: false
      - name: Build
        run: go build -o harness .
"""
KINDS = {
    "python": Skeleton(("every", "python_and_http", "python"), "exec:python3 harness.py"),
    "node": Skeleton(("every", "node"), "exec:node harness.mjs", _NODE),
    "go": Skeleton(("every", "go"), "exec:./harness", _GO),
    "http": Skeleton(("every", "python_and_http", "http"), "dockerfile:."),
}


def write_skeleton(kind: str, folder: Path, name: str | None = None) -> list[Path]:
    """Write the skeleton of a kind into a new folder and return its files, sorted.

    ``name`` is what the backend is called; without it, what the folder is. Raises `UsageError` for an unknown kind, for a
    folder that holds something, and for a name that does not do.
    """
    if kind not in KINDS:
        raise UsageError(f"no skeleton is called {kind!r}; {did_you_mean(kind, list(KINDS))}")
    name = _checked(_derived(folder) if name is None else name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is there already and is no empty folder; name one that is new")
    skeleton = KINDS[kind]
    values = {"@NAME@": name, "@CONNECTABLE@": skeleton.connectable, "@SETUP@\n": skeleton.setup}
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


def _sources(skeleton: Skeleton) -> Iterator[tuple[Path, Path]]:
    """Where each file goes, and where it comes from."""
    for folder in skeleton.folders:
        root = SKELETONS / folder
        for source in sorted(root.rglob("*")):
            path = source.relative_to(root)
            # An installer compiles whatever is Python.
            if source.is_file() and "__pycache__" not in path.parts:
                yield Path(*(re.sub(f"^{_HIDDEN}", ".", part) for part in path.parts)), source


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
