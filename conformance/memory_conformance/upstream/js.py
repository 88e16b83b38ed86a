"""ADK TypeScript: the package of a release as the npm registry has it, with what it needs where that can be had, and Node."""

from __future__ import annotations

import re
import shutil
import tarfile
from pathlib import Path

from memory_conformance.upstream.workshop import BuildError, Workshop

PACKAGE = "@google/adk"
"""What the project is called on npm."""

# Anything else would mean a range to npm, which answers with a release of its choice.
_NUMBERS = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-.+)?", re.ASCII)
_NOT_THERE = re.compile(r"\b(ETARGET|E404)\b")
"""How npm says that a registry has no such release, or no such package."""
_UNREACHED = re.compile(r"\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ENETUNREACH)\b")
"""What Node calls a network that is not there."""
_IN_VAIN = re.compile(r'"code": "(ETARGET|E404|E403|ERESOLVE|EBADENGINE)"')
"""How npm says that a package cannot be installed, and would not be the next time. All else may be over by then."""
_SUMMARY = re.compile(r'"summary": "(.+?)\.?"')
_TOOL = "dist/esm/tools/load_memory_tool.js"
"""What a turn is about: releases before 0.6.1 have none."""
_PACK = ("pack", "--json", "--silent", "--ignore-scripts", "--pack-destination=.")
_INSTALL = (
    *("install", "--json", "--silent", "--ignore-scripts", "--omit=dev"),
    # A folder of its own, whatever project it may lie in.
    *("--no-audit", "--no-fund", "--prefix=."),
)
# Where there is no network, npm by itself tries again for more than a minute; so for some seconds.
_RETRIES = ("--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=2000")


def build(version: str, shop: Workshop) -> list[str]:
    """Lay the harness beside the package and return its command. Raises `BuildError`."""
    unpacked = fetch(version, shop)
    for part in sorted(shop.sources.glob("*.mjs")):
        shutil.copyfile(part, shop.folder / part.name)
    package = _installed(version, shop) if (unpacked / _TOOL).is_file() else None
    if package is not None:
        shutil.rmtree(unpacked)
    return [shop.tool("node", f"adk-js {version}"), str(shop.folder / "harness.mjs"), str(package or unpacked)]


def fetch(version: str, shop: Workshop) -> Path:
    """The folder of the unpacked package, in which ``dist/esm/…`` is found. Raises `BuildError`."""
    if not _NUMBERS.fullmatch(version):
        raise BuildError(f"adk-js has no release {version}; a release on npm has three numbers, such as 2.0.0")
    # npm is a program of Node: alone it fails in words of its own.
    shop.tool("node", f"adk-js {version}")
    _npm("downloading", version, shop, _PACK)
    (packed,) = shop.folder.glob("*.tgz")
    with tarfile.open(packed) as archive:
        archive.extractall(shop.folder, filter="data")
    packed.unlink()
    # All packages of npm are packed in a folder of this name.
    return shop.folder / "package"


def _installed(version: str, shop: Workshop) -> Path | None:
    """The folder of the package beside those it needs, for a turn; None where they cannot be had. Raises `BuildError`."""
    try:
        _npm("installing", version, shop, _INSTALL)
    except BuildError as error:
        said = "\n".join(error.log)
        if not _IN_VAIN.search(said):
            raise
        why = _SUMMARY.search(said)
        shop.tell(f"{PACKAGE} {version} cannot be installed, so without turns: {why[1] if why else 'npm refuses'}")
        return None
    return shop.folder / "node_modules" / PACKAGE


def _npm(doing: str, version: str, shop: Workshop, command: tuple[str, ...]) -> None:
    """Have npm do something with exactly this release. Raises `BuildError`."""
    npm = shop.tool("npm", f"adk-js {version}")
    try:
        shop.run(f"{doing} {PACKAGE} {version}", [npm, *command, *_RETRIES, f"{PACKAGE}@{version}"])
    except BuildError as error:
        if command is _PACK and any(_NOT_THERE.search(line) for line in error.log):
            raise BuildError(f"the npm registry has no {PACKAGE} {version}") from None
        unreached = next(filter(None, map(_UNREACHED.search, error.log)), None)
        if unreached is not None:
            raise BuildError(f"the npm registry cannot be reached for {PACKAGE} {version}: {unreached[1]}") from None
        raise
