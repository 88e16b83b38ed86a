"""Where harnesses of real libraries are built, and kept: a folder a release, made once, whole or not at all."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from memory_conformance.backend import HarnessError
from memory_conformance.upstream.release import Release

CACHE = "MEMORY_CONFORMANCE_CACHE"
"""The environment variable that names the cache folder, instead of the one that the system has for such things."""
_DONE = "built.json"
"""Written last: a folder without it was never finished."""
_LOG_LINES = 12
"""How many of the last lines of a tool are shown where it failed."""
_PATIENCE = 600
"""Seconds that one step of a build may take, a download over a slow line included."""

Tell = Callable[[str], None]
"""Hears what a build does, a line each."""


class BuildError(HarnessError):
    """A library that cannot be had here: one line, and the last lines of the tool that failed."""


@dataclass(frozen=True)
class Workshop:
    """What one build works with: ``sources`` is the harness as it is shipped, not to be written to; ``folder`` is empty, and kept.

    ``tell`` hears each step.
    """

    sources: Path
    folder: Path
    tell: Tell

    def tool(self, command: str, needed_for: str) -> str:
        """The path of a tool of a language. Raises `BuildError` in one line where it is not installed."""
        found = shutil.which(command)
        if found is None:
            raise BuildError(f"{needed_for} needs {command}, and there is no such command here")
        return found

    def run(
        self,
        doing: str,
        command: Sequence[str | Path],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        refused: str | None = None,
    ) -> str:
        """Run a tool and return what it printed. ``doing`` says so while it runs, such as ``downloading google-adk 2.13.0``.

        Raises `BuildError` where it fails: ``refused`` in its words, else that this step failed, with the tool's last lines.
        """
        self.tell(doing)
        try:
            done = subprocess.run(
                list(map(str, command)),
                cwd=cwd or self.folder,
                env={**os.environ, **(env or {})},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=_PATIENCE,
            )
        except subprocess.TimeoutExpired:
            raise BuildError(f"{doing}: not done within {_PATIENCE} s") from None
        except OSError as error:
            raise BuildError(f"{doing}: {command[0]} cannot be started: {error.strerror or error}") from None
        if done.returncode:
            said = (done.stdout + done.stderr).strip().splitlines()[-_LOG_LINES:]
            raise BuildError(
                refused or f"{doing} failed: {Path(command[0]).name} ended with {done.returncode}", log=said
            )
        return done.stdout


def command_of(release: Release, tell: Tell) -> list[str]:
    """The command that puts a release behind the protocol on standard input and output, built where it is not there yet.

    Raises `BuildError`.
    """
    sources = _sources(release)
    key = _fingerprint(sources, _module(release))
    return _made(
        "harness", release, key, tell, lambda shop: list(_module(release).build(release.version, shop)), sources
    )


def artifact_of(release: Release, tell: Tell) -> Path:
    """The folder of a released library's own files, in which the paths of citations are to be found. Raises `BuildError`."""
    sources = _sources(release)
    key = _fingerprint(None, _module(release))
    fetched = _made(
        "artifact", release, key, tell, lambda shop: [str(_module(release).fetch(release.version, shop))], sources
    )
    return Path(fetched[0])


def cache_folder() -> Path:
    """Where everything of this is kept."""
    from platformdirs import user_cache_path

    told = os.environ.get(CACHE)
    return Path(told).absolute() if told else user_cache_path("memory-conformance", appauthor=False)


def sources_of(language: str) -> Path:
    """The harness of a language as it is shipped: the checkout's own where there is one, else the copy inside the package."""
    package = references_folder()
    checkout = package.parent / "upstream"
    folder = checkout if package.parent.name == "reference_impls" and checkout.is_dir() else package / "upstream"
    return folder / language


def references_folder() -> Path:
    """The package of the references, for what a harness has in common with a port. The engine takes files of it, and imports none."""
    spec = find_spec("memory_references")
    if spec is None or not spec.submodule_search_locations:
        raise BuildError("the package memory_references, which has the harnesses, is not installed as files")
    return Path(next(iter(spec.submodule_search_locations)))


def _sources(release: Release) -> Path:
    own: Callable[[], Path] | None = getattr(_module(release), "sources", None)
    return own() if own is not None else sources_of(release.language)


def _module(release: Release) -> Any:
    return importlib.import_module(f"memory_conformance.upstream.{release.language}")


def _made(
    kind: str, release: Release, key: str, tell: Tell, make: Callable[[Workshop], list[str]], sources: Path
) -> list[str]:
    folder = cache_folder() / kind / f"{release}-{key}"
    return made_once(folder, lambda doing: tell(f"{release}: {doing}"), make, sources)


def made_once(
    folder: Path,
    tell: Tell,
    make: Callable[[Workshop], list[str]],
    sources: Path,
    is_right: Callable[[list[str]], bool] = lambda made: True,
) -> list[str]:
    """What ``make`` makes in a folder and gives: kept since then, or made now, by one process at a time.

    What is kept is made anew where a path in it is gone, or where ``is_right`` says that it is not what is wanted any more.
    """
    try:
        with _alone(folder, tell):
            kept = _kept(folder)
            if kept is not None and is_right(kept):
                return kept
            _remove(folder)
            folder.mkdir(parents=True)
            try:
                made = make(Workshop(sources, folder, tell))
            except BuildError:
                _remove(folder)
                raise
            aside = folder / f"{_DONE}.part"
            aside.write_text(json.dumps(made), encoding="utf-8")
            aside.replace(folder / _DONE)
            return made
    except OSError as error:
        told = f"{error.filename or folder}: {error.strerror or error}"
        raise BuildError(f"the cache folder cannot be used: {told}; {CACHE} names another") from None


def _remove(folder: Path) -> None:
    """Make a place free, whatever is there."""
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    shutil.rmtree(folder, ignore_errors=True)


def _kept(folder: Path) -> list[str] | None:
    try:
        found = json.loads((folder / _DONE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not (isinstance(found, list) and found and all(isinstance(one, str) for one in found)):
        return None
    # What a cleaner of caches, or of the language's own, took away is made again.
    there = os.path.isabs(found[0]) and all(os.path.exists(one) for one in found if os.path.isabs(one))
    return found if there else None


_HERE = threading.Lock()


@contextmanager
def _alone(folder: Path, tell: Tell) -> Iterator[None]:
    from filelock import FileLock, Timeout

    folder.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder.with_name(folder.name + ".lock"))
    with _HERE:
        try:
            lock.acquire(timeout=0)
        except Timeout:
            tell("another process is at it; waiting")
            lock.acquire()
        try:
            yield
        finally:
            lock.release()


def _fingerprint(sources: Path | None, module: Any) -> str:
    """Changes with the harness and with how it is built: what was built of another is not taken for it."""
    digest = hashlib.sha256(Path(module.__file__).read_bytes())
    for file in sorted(sources.rglob("*")) if sources is not None else ():
        if file.is_file() and "__pycache__" not in file.parts and file.name != "Dockerfile":
            digest.update(file.relative_to(sources).as_posix().encode() if sources else b"")
            digest.update(file.read_bytes())
    for file in module.built_from() if hasattr(module, "built_from") else ():
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
