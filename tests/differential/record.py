"""What the campaign has played so far: docs/differential.toml, which a later one goes on from."""

from __future__ import annotations

import ast
import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path

FILE = Path(__file__).parents[2] / "docs" / "differential.toml"

PORTS: Mapping[str, str] = {
    "adk-go-1.7": "adk-go@1.7.0",
    "adk-go-2.2": "adk-go@2.2.0",
    "adk-go-vertex-2.2": "adk-go-vertex@2.2.0",
    "adk-java-1.8": "adk-java@1.8.0",
    "adk-js-2.0": "adk-js@2.0.0",
    "adk-python-vertex-2.13": "adk-python-vertex@2.13.0",
}
"""Each port, and the release that it is held against."""

_HEAD = """\
# Made-up histories that were played on each port and on the real library: written by `tox -e differential`, not by hand.
# A port whose service is changed begins anew: `port` is a hash of the files that it is made of.
"""


@dataclass(frozen=True)
class Played:
    """What was played of one port. ``differing`` counts histories with a difference; ``next_seed`` is where it goes on."""

    against: str
    port: str
    histories: int = 0
    differing: int = 0
    next_seed: int = 0


def read(file: Path = FILE) -> dict[str, Played]:
    """What was played of each port as it is now; nothing of one that has changed since."""
    written = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    found = {}
    for tag, against in PORTS.items():
        fresh = Played(against, _fingerprint(tag))
        kept = written.get(tag, {})
        same = kept.get("against") == fresh.against and kept.get("port") == fresh.port
        found[tag] = Played(**kept) if same else fresh
    return found


def write(played: Mapping[str, Played], file: Path = FILE) -> None:
    """Write it whole, or not at all."""
    tables = []
    for tag, one in played.items():
        lines = [f"{name} = {value!r}".replace("'", '"') for name, value in asdict(one).items()]
        tables.append("\n".join([f'["{tag}"]', *lines]))
    aside = file.with_suffix(".part")
    aside.write_text(_HEAD + "\n" + "\n\n".join(tables) + "\n", encoding="utf-8")
    aside.replace(file)


def _fingerprint(tag: str) -> str:
    spec = find_spec(f"memory_references.{tag.replace('-', '_').replace('.', '_')}")
    assert spec is not None
    folder = Path(str(spec.origin)).parent
    digest = hashlib.sha256()
    for file in sorted(_service(folder.parent, folder / "service.py")):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def _service(root: Path, file: Path) -> set[Path]:
    """What the service is made of: its own file, and those of the references that it imports. Histories play no tools."""
    found, waiting = set[Path](), [file]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += _imported(root, one)
    return found


def _imported(root: Path, file: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("memory_references."):
            yield root.joinpath(*str(node.module).split(".")[1:]).with_suffix(".py")
