"""What pages show of commands is what these print, and a page that installs the project says what that takes."""

from __future__ import annotations

import re

import pytest

from adopting.folder import Folder
from adopting.samples import ROOT, sample, told
from transports.counting import counting

PAGES = {page.name: page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs").glob("*.md"))}


def test_a_run_on_a_backend_that_lags_says_what_the_page_shows(folder: Folder) -> None:
    shown = sample("docs/eventual.md", "run python:memory_references.eventual")
    ended = shown.run(folder)
    assert ended.code == 0, ended.out + ended.err
    shown.assert_said(ended.out)
    # Whatever is said of it in a line of its own is shown.
    lines = [line for text in (shown.shown, ended.out) for line in text.splitlines() if line.startswith("eventual: ")]
    assert len(lines) == 2 * 2, lines


def test_a_plan_and_a_spent_budget_are_what_the_page_shows(folder: Folder) -> None:
    plan, run = (sample("docs/hosted-backends.md", f"run staging {option}") for option in ("--plan", "--max-calls"))
    with counting() as server:
        folder.write("memory-conformance.toml", f'[backends.staging]\nconnectable = "{server.address}"\n')
        planned, ended = plan.run(folder), run.run(folder)
    assert (planned.code, ended.code) == (0, 3)
    # All of it, from its first line to its last.
    assert told(plan.shown) == told(planned.out)
    run.assert_said(ended.out)


@pytest.mark.parametrize("page", ["continuous-integration.md", "bringing-a-backend.md", "load.md", "serving.md"])
def test_a_page_that_installs_it_says_once_what_that_takes_until_it_is_on_pypi(page: str) -> None:
    assert "pip install" in PAGES[page]
    assert len(re.findall("until it is on PyPI, `pip install", PAGES[page], re.IGNORECASE)) == 1


def test_no_other_page_installs_it() -> None:
    installing = [name for name, text in PAGES.items() if re.search(r"pip install [^\n]*memory-conformance", text)]
    assert set(installing) == {"continuous-integration.md", "bringing-a-backend.md", "load.md", "serving.md"}
