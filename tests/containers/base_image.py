"""Images for a machine that can pull none: a base made of this machine's own Python, and the reference image on top of it."""

import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
"""The repository."""
REPOSITORY = "memory-conformance-test-base"
"""The name of the base image; its tag has the version of Python."""

_LEFT_OUT = {
    "test",
    "tests",
    "idlelib",
    "tkinter",
    "turtledemo",
    "ensurepip",
    "lib2to3",
    "site-packages",
    "dist-packages",
}
_BALLAST = re.compile(r"^_tkinter|^_test|^config-\d|\.opt-\d\.pyc$|\.a$")
_LIBRARIES = "usr/local/lib/shared"
_MANYLINUX = [
    "libdl.so.2",
    "libgcc_s.so.1",
    "libm.so.6",
    "libpthread.so.0",
    "libresolv.so.2",
    "librt.so.1",
    "libstdc++.so.6",
    "libutil.so.1",
]
"""What wheels for Linux may count on."""
_ETC = {
    "etc/passwd": "root:x:0:0::/:/none\nnobody:x:65534:65534::/:/none\n",
    "etc/group": "root:x:0:\nnobody:x:65534:\n",
    "etc/nsswitch.conf": "hosts: files dns\n",
}


def base_image(engine: Any) -> str:
    """The name of an image with this interpreter, its standard library, pip and no shell; made where it is not there yet.

    ``engine`` is the Docker SDK's client.
    """
    import docker.errors

    name = f"{REPOSITORY}:{_version()}-{_recipe()}"
    try:
        engine.images.get(name)
    except docker.errors.ImageNotFound:
        repository, _, tag = name.partition(":")
        changes = [f"ENV LD_LIBRARY_PATH=/{_LIBRARIES}", "ENV HOME=/tmp"]
        engine.api.import_image(src=_root_file_system(), repository=repository, tag=tag, changes=changes)
    return name


def reference_context(folder: Path) -> dict[str, str]:
    """Fill a folder with what the Dockerfile of this repository is built from, wheels included; return the build arguments.

    The wheels are those of the package itself with the extra ``serve`` and all it needs, and of what builds it.
    """
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in ("conformance", "features", "reference_impls"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("Dockerfile", ".dockerignore", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    _pip("wheel", "--wheel-dir", folder / "wheels", f"{folder}[serve]", "hatchling")
    # Its own wheel is built again inside, as it is for everybody else.
    for own in (folder / "wheels").glob("memory_conformance-*"):
        own.unlink()
    return {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/src/wheels"}


def _pip(*arguments: str | Path) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(f"{' '.join(command)} failed:\n{done.stderr}")


def _version() -> str:
    return ".".join(map(str, sys.version_info[:3]))


def _interpreter() -> Path:
    return Path(sys.executable).resolve()


def _recipe() -> str:
    """Changes with everything that the image is made of but the version: how it is made, whose Python, which pip."""
    made_of = [Path(__file__).read_text(encoding="utf-8"), str(_interpreter()), str(_pip_package())]
    return hashlib.sha256("\n".join(made_of).encode()).hexdigest()[:12]


def _pip_package() -> Path:
    spec = find_spec("pip")
    if spec is None or spec.origin is None:
        raise AssertionError("pip is not installed here, and the image needs one: pip install pip")
    return Path(spec.origin).parent


def _root_file_system() -> bytes:
    python = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    library = Path(sysconfig.get_path("stdlib"))
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as archive:
        for name in ("tmp", "var/tmp"):
            archive.addfile(_entry(name, tarfile.DIRTYPE, 0o1777))
        for name, text in _ETC.items():
            archive.addfile(_entry(name, size=len(text)), io.BytesIO(text.encode()))
        _add(archive, _interpreter(), f"usr/local/bin/{python}")
        for name in ("python", "python3"):
            archive.addfile(_entry(f"usr/local/bin/{name}", tarfile.SYMTYPE, target=python))
        for folder, place in ((library, ""), (_pip_package(), "/site-packages/pip")):
            archive.add(folder, f"usr/local/lib/{python}{place}", filter=_without_ballast)
        extensions = [
            file
            for file in library.rglob("*.so")
            if not _LEFT_OUT & set(file.relative_to(library).parts) and not _BALLAST.search(file.name)
        ]
        loader, shared = _shared_libraries([_interpreter(), *extensions])
        for file in shared:
            _add(archive, file, f"{_LIBRARIES}/{file.name}")
        # Where the interpreter names it: the kernel looks for it before any variable is read.
        _add(archive, loader, str(loader).lstrip("/"))
    return written.getvalue()


def _add(archive: tarfile.TarFile, file: Path, name: str) -> None:
    content = file.read_bytes()
    archive.addfile(_entry(name, size=len(content), mode=0o755), io.BytesIO(content))


def _entry(
    name: str, kind: bytes = tarfile.REGTYPE, mode: int = 0o644, size: int = 0, target: str = ""
) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type, entry.mode, entry.size, entry.linkname = kind, mode, size, target
    return entry


def _without_ballast(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    name = os.path.basename(entry.name)
    if name in _LEFT_OUT or _BALLAST.search(name):
        return None
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    # Readable by everybody, whoever may read it here.
    entry.mode |= 0o555 if entry.isdir() else 0o444
    return entry


def _shared_libraries(binaries: Iterable[Path]) -> tuple[Path, set[Path]]:
    """The loader, and the shared libraries that binaries or wheels need."""
    told = subprocess.run(["ldd", *map(str, binaries)], capture_output=True, text=True, check=True).stdout
    loader = next(Path(path) for path in re.findall(r"^\s+(/\S*/ld-\S+) \(", told, re.MULTILINE))
    found = {Path(path) for path in re.findall(r"=> (/\S+) \(", told)}
    beside = {folder / name for folder in {file.parent for file in found} for name in _MANYLINUX}
    return loader, found | {file for file in beside if file.exists()}
