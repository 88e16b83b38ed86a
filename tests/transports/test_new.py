"""`new` writes a skeleton that bears the name and the place of its backend, says how to go on, and refuses what cannot be."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from memory_conformance import new
from memory_conformance.cli import main
from memory_conformance.connect.configuration import read_configuration
from memory_conformance.new import KINDS, SKELETONS, write_skeleton
from memory_conformance.references import UsageError


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_bears_its_name_and_no_placeholder(kind: str, tmp_path: Path) -> None:
    files = write_skeleton(kind, tmp_path / "My Harness")
    assert files == sorted(file for file in tmp_path.rglob("*") if file.is_file())
    texts = {str(file.relative_to(tmp_path / "My Harness")): file.read_text(encoding="utf-8") for file in files}
    job = texts[".github/workflows/memory-conformance.yml"]
    assert {"README.md", "memory-conformance.toml", ".gitignore"} < set(texts)
    assert not [name for name, text in texts.items() if re.search("@[A-Z]+@", text)]
    assert "check my-harness\n" in job
    assert "run my-harness --report report\n" in job
    assert len(texts["README.md"].splitlines()) < 25


@pytest.mark.parametrize("kind", KINDS)
def test_its_configuration_can_be_read_also_with_all_that_it_shows(kind: str, tmp_path: Path) -> None:
    write_skeleton(kind, tmp_path, "mine")
    file = tmp_path / "memory-conformance.toml"
    assert tomllib.loads(file.read_text()) == {"backends": {"mine": {"connectable": KINDS[kind].connectable}}}
    file.write_text(file.read_text().replace("\n# ", "\n"))
    entry = read_configuration(file).entry("mine")
    assert set(entry.declared) == {"claim", "scope"}
    assert entry.terms.timeout == 10


@pytest.mark.parametrize(
    ("kind", "folder", "name", "said"),
    [
        ("pyton", "new", None, "no skeleton is called 'pyton'; did you mean python?"),
        ("node", "full", None, "full is there already and is no empty folder"),
        ("node", "full/file", None, "file is there already and is no empty folder"),
        ("node", "记忆", None, "cannot be called '记忆' like its folder"),
        ("node", "new", "Mine", "cannot be called 'Mine'"),
        ("node", "new", "a.b", r"cannot be called 'a\.b'"),
        ("node", "new", "mine\n", r"cannot be called 'mine\\n'"),
        ("node", "new", "-mine", "cannot be called '-mine'"),
        ("node", "new", "segmented", "segmented is a built-in reference"),
        ("node", "segmented", None, "segmented is a built-in reference"),
    ],
)
def test_what_cannot_be_written_is_refused_and_leaves_nothing(
    kind: str, folder: str, name: str | None, said: str, tmp_path: Path
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(UsageError, match=said):
        write_skeleton(kind, tmp_path / folder, name)
    assert sorted(tmp_path.rglob("*")) == before


def test_no_packager_leaves_a_file_out() -> None:
    parts = {part for file in SKELETONS.rglob("*") for part in file.relative_to(SKELETONS).parts}
    assert {"dot_github", "dot_gitignore"} < parts
    assert not [part for part in parts if part.startswith(".")]


def test_what_an_installer_compiled_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(SKELETONS, tmp_path / "skeletons")
    compiled = tmp_path / "skeletons" / "python" / "__pycache__" / "harness.pyc"
    compiled.parent.mkdir(exist_ok=True)
    compiled.write_bytes(b"\xff")
    monkeypatch.setattr(new, "SKELETONS", tmp_path / "skeletons")
    files = write_skeleton("python", tmp_path / "mine")
    assert not [file for file in files if file.suffix == ".pyc"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("repository", "current", "given", "place", "entered"),
    [
        (None, ".", "my-harness", "my-harness", "cd my-harness"),
        (None, ".", "services/mine", "services/mine", "cd services/mine"),
        (None, ".", "services/../mine", "mine", "cd mine"),
        (None, ".", "a: #b", "a: #b", "cd 'a: #b'"),
        (None, ".", ".", ".", None),
        (None, "elsewhere", "../mine", ".", None),
        (".", "services", "mine", "services/mine", "cd services/mine"),
        (".", "elsewhere", "../mine", "mine", "cd mine"),
        ("mine", ".", "mine", ".", None),
        ("mine", "mine", ".", ".", None),
    ],
)
def test_its_workflow_and_its_readme_begin_in_its_folder_seen_from_the_root_of_the_repository(
    kind: str,
    repository: str | None,
    current: str,
    given: str,
    place: str,
    entered: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if repository is not None:
        (tmp_path / repository / ".git").mkdir(parents=True)
    (tmp_path / current).mkdir(exist_ok=True)
    monkeypatch.chdir(tmp_path / current)
    write_skeleton(kind, Path(given), "mine")
    job = (Path(given) / ".github" / "workflows" / "memory-conformance.yml").read_text(encoding="utf-8")
    assert f"\ndefaults:\n  run:\n    working-directory: {json.dumps(place)}\n" in job
    kept = "report/" if place == "." else f"{place}/report/"
    assert job.endswith(f"          path: {json.dumps(kept)}\n")
    typed = (Path(given) / "README.md").read_text(encoding="utf-8").partition("```console\n")[2].splitlines()
    assert typed[0].startswith("pip install " if entered is None else entered)


@pytest.mark.parametrize("kind", KINDS)
def test_readme_and_workflow_say_what_is_installed_until_it_is_on_pypi(kind: str, tmp_path: Path) -> None:
    write_skeleton(kind, tmp_path, "mine")
    for file in ("README.md", ".github/workflows/memory-conformance.yml"):
        text = (tmp_path / file).read_text(encoding="utf-8")
        assert re.search(r"until the package is on PyPI|until it is on PyPI", text, re.IGNORECASE)
        assert "git URL" in text


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("given", "entered"), [("My Harness", ["cd 'My Harness'"]), (".", [])])
def test_new_says_how_to_go_on(
    kind: str, given: str, entered: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my-harness").mkdir()
    monkeypatch.chdir(tmp_path / "my-harness")
    said = CliRunner().invoke(main, ["new", kind, given]).output
    built = ["go build -o harness ."] if kind == "go" else []
    asked = ["memory-conformance check my-harness", "memory-conformance run my-harness"]
    assert [line[2:] for line in said.splitlines() if line.startswith("  ")] == [*entered, *built, *asked]
    # They are those of the README, in which the report is kept.
    typed = (Path(given) / "README.md").read_text(encoding="utf-8")
    assert all(f"\n{command} " in typed or f"\n{command}\n" in typed for command in (*entered, *built, *asked))


def test_a_folder_that_no_workflow_can_name_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=r"^'\\udcff/mine' is not UTF-8, and the workflow has to name it"):
        write_skeleton("node", Path("\udcff/mine"))
    assert not list(tmp_path.iterdir())
