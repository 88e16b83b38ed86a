from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from citations.toy import FEATURE, GO, NEWER, OLDER, SERVICE, Shelf
from memory_conformance.cli import main
from memory_conformance.upstream.release import Release


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """The artifacts that the toy cites, as they were released."""
    shelf = Shelf(tmp_path / "shelf")
    shelf.put("adk-go@1.7.0", "memory/inmemory.go", GO)
    shelf.put("adk-python@2.10.0", SERVICE, OLDER)
    shelf.put("adk-python@2.13.0", SERVICE, NEWER)
    return shelf


@pytest.fixture
def features(tmp_path: Path) -> Path:
    """The toy's folder of features, in a checkout."""
    folder = tmp_path / "checkout" / "features"
    (folder / "scope").mkdir(parents=True)
    (folder.parent / "pyproject.toml").touch()
    (folder / "scope" / "toy.feature").write_text(FEATURE, encoding="utf-8")
    return folder


@pytest.fixture
def conformance(shelf: Shelf, features: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """The command, with the toy for its specification and the shelf for its workshop."""

    def artifact_of(release: Release, tell: Callable[[str], None]) -> Path:
        tell(f"{release}: fetching")
        return shelf.fetch(release)

    monkeypatch.setattr("memory_conformance.upstream.workshop.artifact_of", artifact_of)
    for module in ("specification.reader", "citations.command", "listing"):
        monkeypatch.setattr(f"memory_conformance.{module}.features_folder", lambda: features)
    monkeypatch.setenv("COLUMNS", "100")
    return lambda *arguments: CliRunner().invoke(main, list(arguments))
