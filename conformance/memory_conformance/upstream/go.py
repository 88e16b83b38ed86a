"""Builds the harness of ADK Go around a release of its module."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from memory_conformance.upstream.workshop import BuildError, Workshop

MODULE = "google.golang.org/adk"
"""The path of the module up to v1; a later major release has its number behind it, such as ``google.golang.org/adk/v2``."""

# No workspace and no vendored folder around the cache has a say in what is built. Which Go it is built with, the user's own
# settings say; and without C, so that it needs no compiler and runs in an image that has no C library.
_ENVIRONMENT = {"GO111MODULE": "on", "GOFLAGS": "-mod=mod", "GOWORK": "off", "CGO_ENABLED": "0"}
_OLDEST_GO = "1.24"
"""The version of Go that the harness itself is written for; a release that needs a later one has it raised."""
_THREE_NUMBERS = re.compile(r"([0-9]+)\.[0-9]+\.[0-9]+(?:[-+].+)?")
_HAS_NONE = re.compile(r"404 Not Found|410 Gone|unknown revision|invalid version|no matching versions")
"""What ``go`` says of a release that neither the proxy nor the repository has."""


def build(version: str, shop: Workshop) -> list[str]:
    """Build the harness and return its command. Raises `BuildError`."""
    module = _path(version)
    go = _downloaded(version, shop)
    for source in sorted(shop.sources.glob("*.go")):
        text = source.read_text(encoding="utf-8").replace(f'"{MODULE}/', f'"{module}/')
        (shop.folder / source.name).write_text(text, encoding="utf-8")
    # This one requirement: go adds the others in the versions that the release asks for, and fetches what is imported alone.
    # For a module that does not say its Go it would first ask for the requirements of everything, some six thousand files.
    requirement = f"module harness\n\ngo {_OLDEST_GO}\n\nrequire {module} v{version}\n"
    (shop.folder / "go.mod").write_text(requirement, encoding="utf-8")
    harness = shop.folder / ("harness.exe" if os.name == "nt" else "harness")
    old = ["-tags", "adk0"] if version.startswith("0.") else []
    command: list[str | Path] = [go, "build", *old, "-o", harness, "."]
    shop.run(f"building a harness with {module} v{version}", command, env=_ENVIRONMENT)
    return [str(harness)]


def fetch(version: str, shop: Workshop) -> Path:
    """The folder of the module's own files, in Go's module cache. Raises `BuildError`."""
    go = _downloaded(version, shop)
    module = _path(version)
    described = shop.run(
        f"looking for the files of {module} v{version}", _download(go, version, "-json"), env=_ENVIRONMENT
    )
    return Path(json.loads(described)["Dir"])


def _downloaded(version: str, shop: Workshop) -> str:
    """The ``go`` command, once the module is in its cache. Raises `BuildError`, in one line."""
    module = _path(version)
    go = shop.tool("go", f"adk-go {version}")
    try:
        shop.run(f"downloading {module} v{version}", _download(go, version), env=_ENVIRONMENT)
    except BuildError as error:
        raise _in_words(f"{module} v{version}", error) from None
    return go


def _download(go: str, version: str, *options: str) -> list[str]:
    return [go, "mod", "download", *options, f"{_path(version)}@v{version}"]


def _path(version: str) -> str:
    """The path of the module that a release is in. Raises `BuildError` for what is no release of a Go module."""
    found = _THREE_NUMBERS.fullmatch(version)
    if found is None:
        raise BuildError(f"adk-go {version} is no release: those of a Go module have three numbers, such as 1.7.0")
    major = int(found[1])
    return MODULE if major < 2 else f"{MODULE}/v{major}"


def _in_words(release: str, error: BuildError) -> BuildError:
    """Why a download failed, from the last lines of ``go``, which begin with ``go: MODULE@RELEASE``."""
    said = [line.strip() for line in error.log if not line.startswith("go: downloading")]
    told = re.sub(r"^go: \S+?@\S+?:? (?=\S)", "", " ".join(said))
    if not told:
        return error
    if told.startswith("requires go"):
        return BuildError(f"{release} {told}")
    if "403 Forbidden" in told:
        reason = told.partition("server response: ")[2]
        return BuildError(f"the Go module proxy refuses {release}: 403 Forbidden{reason and f' ({reason})'}")
    if _HAS_NONE.search(told):
        return BuildError(f"the Go module proxy has no {release}")
    return BuildError(f"{release} cannot be downloaded: {told}")
