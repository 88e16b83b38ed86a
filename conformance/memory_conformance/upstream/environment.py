"""Environments of Python: an interpreter with the packages of somebody's choice, made once and kept.

Made by uv where that is installed, else by venv and pip. No interpreter is ever downloaded.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memory_conformance.references import UsageError
from memory_conformance.upstream.workshop import BuildError, Tell, Workshop, cache_folder, made_once

OLDEST = (3, 9)
"""The oldest Python that the worker runs on."""
_PATIENCE = 30
"""Seconds in which an interpreter has to say what it is."""
_ASKED = "import json, sys; print(json.dumps([*sys.version_info[:3]]))"
# Compiled when it is imported, and then only that: most of what comes along never is.
_UV: Mapping[str, str] = {"UV_PYTHON_DOWNLOADS": "never", "UV_COMPILE_BYTECODE": "0"}
_PACKED = (".whl", ".zip", ".tar.gz")
_NOT_LOOKED_INTO = frozenset({"__pycache__", "node_modules", "build", "dist"})
_BROKEN_LINE = re.compile("connection broken|failed to fetch|connection error|timed out|dns error", re.IGNORECASE)
_SAYS_WHY = (
    # uv, then pip; what a resolver concludes from it is left out.
    re.compile(r"Because (.+?)(?:,? and you require|,? we can conclude| And because|$)"),
    re.compile(r"Failed to parse: `(.+?)` cause: (?P<why>.+?) \1"),
    re.compile(r"Distribution not found at: (.+)"),
    re.compile(r"ERROR: (Could not find a version that satisfies the requirement .+?)(?: \(from versions|$)"),
    re.compile(r"ERROR: (Cannot install .+? because these package versions have conflicting dependencies)"),
    re.compile(r"ERROR: (Invalid requirement: .+)"),
)


@dataclass(frozen=True)
class Interpreter:
    """A Python that is installed: the path by which it is started, never resolved, since a link may be an environment."""

    path: str
    version: tuple[int, ...]


def read_interpreter(named: str | None) -> Interpreter:
    """The interpreter at a path or of a command's name; without one, that of this process. Raises `UsageError`, in one line."""
    if named is None:
        return Interpreter(sys.executable, tuple(sys.version_info[:3]))
    found = shutil.which(named)
    if found is None:
        inside = next((one for one in ("bin/python", "Scripts/python.exe") if os.path.isfile(Path(named, one))), None)
        hint = f"did you mean {Path(named, inside)}?" if inside else "it is the path of one, such as .venv/bin/python"
        raise UsageError(f"--python {named}: there is no such interpreter; {hint}")
    path = os.path.abspath(found)
    try:
        asked = subprocess.run([path, "-c", _ASKED], stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE)
        version = tuple(int(one) for one in json.loads(asked.stdout))
    except (OSError, ValueError, TypeError, subprocess.TimeoutExpired):
        raise UsageError(f"--python {named}: it is no Python, or none of version 3") from None
    if version < OLDEST:
        told, oldest = ".".join(map(str, version)), ".".join(map(str, OLDEST))
        raise UsageError(f"--python {named}: it is Python {told}, and has to be {oldest} or later")
    return Interpreter(path, version)


def environment(requirements: Sequence[str], named: str | None, tell: Tell) -> str:
    """The path of an interpreter that has these packages: as it is where none are asked for, else in an environment of its own.

    ``named`` is the interpreter, as `read_interpreter` takes it. Raises `UsageError` for what is none, and `BuildError` for what
    cannot be had.
    """
    interpreter = read_interpreter(named)
    if not requirements:
        return interpreter.path
    wanted = sorted({_requirement(one) for one in requirements})
    digest = hashlib.sha256(json.dumps([wanted, interpreter.path, interpreter.version]).encode()).hexdigest()[:16]
    contents = _contents(wanted)
    made = made_once(
        cache_folder() / "python" / digest,
        tell,
        lambda shop: [install(shop, interpreter.path, wanted), contents],
        Path(),
        lambda kept: kept[1:] == [contents],
    )
    return made[0]


def install(shop: Workshop, interpreter: str, requirements: Sequence[str]) -> str:
    """Make an environment in the folder of a workshop, and give the path of its interpreter. Raises `BuildError`."""
    python = _empty(shop, interpreter)
    _run(shop, requirements, [*_pip(python), *requirements])
    return python


def install_files(shop: Workshop, interpreter: str, requirement: str) -> Path:
    """Put the files of one package into a folder of a workshop, without what it depends on. Raises `BuildError`."""
    target = shop.folder / "files"
    pip = _pip(interpreter if _uv() is not None else _empty(shop, interpreter))
    _run(shop, [requirement], [*pip, "--no-deps", "--target", str(target), requirement])
    return target


def _empty(shop: Workshop, interpreter: str) -> str:
    """A new environment without packages: the path of its interpreter."""
    folder = shop.folder / "environment"
    uv = _uv()
    doing = f"making an environment in {shop.folder}"
    if uv is not None:
        shop.run(doing, [uv, "venv", "--no-project", "--python", interpreter, folder], env=_UV)
    else:
        refused = f"an environment needs uv, or an interpreter with venv and pip, which {interpreter} is not"
        shop.run(doing, [interpreter, "-m", "venv", folder], refused=refused)
    return str(folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))


def _pip(python: str) -> list[str]:
    uv = _uv()
    if uv is not None:
        return [uv, "pip", "install", "--python", python]
    return [python, "-m", "pip", "install", "--disable-pip-version-check"]


def _uv() -> str | None:
    try:
        from uv import find_uv_bin

        return str(find_uv_bin())
    except (ImportError, FileNotFoundError):
        return shutil.which("uv")


def _run(shop: Workshop, requirements: Sequence[str], command: Sequence[str]) -> None:
    told = ", ".join(requirements)
    try:
        shop.run(f"installing {told}", command, env=_UV)
    except BuildError as error:
        why = _why(error.log)
        raise (BuildError(f"{told} cannot be installed: {why}") if why else error) from None


def _why(log: Sequence[str]) -> str | None:
    """Why requirements cannot be had, in one line, mostly as the resolver says it; None where it is something else that failed."""
    text = " ".join(" ".join(log).split())
    if _BROKEN_LINE.search(text):
        return "the package index cannot be reached"
    found = next(filter(None, (one.search(text) for one in _SAYS_WHY)), None)
    return None if found is None else found.groupdict().get("why", found.group(1)).strip()


def _requirement(written: str) -> str:
    """A requirement as any folder can say it: a path becomes absolute. Raises `UsageError` for what is none."""
    if not written.strip() or written.strip().startswith("-"):
        raise UsageError(
            f"--with {written}: it is a requirement such as mem0ai==2.2.1, or a wheel or folder such as ./mine"
        )
    path, extras = _path(written)
    if path is None:
        return written.strip()
    if not path.exists():
        raise UsageError(f"--with {written}: there is no such file or folder here")
    return f"{path.absolute()}{extras}"


def _path(written: str) -> tuple[Path | None, str]:
    """The path that a requirement is, as pip reads it, and its extras; None for the name of a package."""
    match = re.fullmatch(r"(.+?)(\[[^\]]*\])?", written.strip())
    bare, extras = (match.group(1), match.group(2) or "") if match else (written, "")
    is_path = (
        "://" not in bare and "@" not in bare and (bare.startswith(".") or os.sep in bare or bare.endswith(_PACKED))
    )
    return (Path(bare), extras) if is_path else (None, extras)


def _contents(requirements: Sequence[str]) -> str:
    """Changes with the files of those requirements that are paths; what is installed of them would be of yesterday."""
    digest = hashlib.sha256()
    for path in (path for path, _ in map(_path, requirements) if path is not None):
        for file in _files(path):
            state = file.stat()
            digest.update(json.dumps([str(file), state.st_size, state.st_mtime_ns]).encode())
    return f"contents {digest.hexdigest()[:16]}"


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
        return
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(one for one in folders if not one.startswith(".") and one not in _NOT_LOOKED_INTO)
        folders[:] = [one for one in folders if not one.endswith(".egg-info")]
        yield from (Path(folder, one) for one in sorted(files))
