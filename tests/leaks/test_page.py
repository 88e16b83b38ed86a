"""What the page on the leak lab shows is what the lab prints, and what it names is there."""

from __future__ import annotations

import re
from pathlib import Path

from adopting.folder import Folder
from adopting.samples import ROOT, sample, told
from memory_conformance.leaks.principals import read_principals
from memory_conformance.scopes.lattice import lattice

PAGE = (ROOT / "docs" / "leaks.md").read_text(encoding="utf-8")


def test_the_lab_prints_what_the_page_shows(folder: Folder) -> None:
    shown = sample("docs/leaks.md", "leaks adk-java-1.8")
    ended = shown.run(folder)

    assert ended.code == 1, ended.err
    shown.assert_said(ended.out)


def test_the_page_says_how_many_scopes_there_are() -> None:
    found = re.search(r"about (\d+) scopes of app", " ".join(PAGE.split()))

    assert found is not None
    assert abs(len(lattice(["app", "user"], 1)) - int(found.group(1))) < 25


def test_the_file_of_principals_on_the_page_is_one(tmp_path: Path) -> None:
    written = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert written is not None
    file = tmp_path / "principals.toml"
    file.write_text(written.group(1).replace("${ANA_TOKEN}", "a").replace("${BEN_TOKEN}", "b"), encoding="utf-8")

    assert [one.scope["user"] for one in read_principals(file).written] == ["ana", "ben"]


def test_every_option_on_the_page_is_one_of_the_command(folder: Folder) -> None:
    said = told(folder.conformance("leaks", "--help").out + folder.conformance("clean", "--help").out)
    options = set(re.findall(r"(?<![\w-])--[a-z-]+", PAGE)) - {
        "--memory-backend",
        "--memory-leaks",
        "--memory-cells",
        "--memory-report",
    }

    assert {one for one in options if one not in said} == set()
