"""ADK TypeScript: the package of a release as the npm registry has it, and Node to import one file of it."""

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
# Packed and unpacked, not installed: the dependencies of 0.2.5 to 1.6.0 cannot be installed, and the harness needs none.
_UNREACHED = re.compile(r"\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ENETUNREACH)\b")
"""What Node calls a network that is not there."""
_PACK = ("pack", "--json", "--silent", "--ignore-scripts", "--pack-destination=.")
# Where there is no network, npm by itself tries again for more than a minute; so for some seconds.
_RETRIES = ("--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=2000")


def build(version: str, shop: Workshop) -> list[str]:
    """Lay the harness beside the unpacked package and return its command. Raises `BuildError`."""
    package = fetch(version, shop)
    harness = shop.folder / "harness.mjs"
    shutil.copyfile(shop.sources / "harness.mjs", harness)
    return [shop.tool("node", f"adk-js {version}"), str(harness), str(package)]


def fetch(version: str, shop: Workshop) -> Path:
    """The folder of the unpacked package, in which ``dist/esm/…`` is found. Raises `BuildError`."""
    if not _NUMBERS.fullmatch(version):
        raise BuildError(f"adk-js has no release {version}; a release on npm has three numbers, such as 2.0.0")
    # npm is a program of Node: alone it fails in words of its own.
    shop.tool("node", f"adk-js {version}")
    npm = shop.tool("npm", f"adk-js {version}")
    try:
        shop.run(f"downloading {PACKAGE} {version}", [npm, *_PACK, *_RETRIES, f"{PACKAGE}@{version}"])
    except BuildError as error:
        if any(_NOT_THERE.search(line) for line in error.log):
            raise BuildError(f"the npm registry has no {PACKAGE} {version}") from None
        unreached = next(filter(None, map(_UNREACHED.search, error.log)), None)
        if unreached is not None:
            raise BuildError(f"the npm registry cannot be reached for {PACKAGE} {version}: {unreached[1]}") from None
        raise
    (packed,) = shop.folder.glob("*.tgz")
    with tarfile.open(packed) as archive:
        archive.extractall(shop.folder, filter="data")
    packed.unlink()
    # All packages of npm are packed in a folder of this name.
    return shop.folder / "package"
