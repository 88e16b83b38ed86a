"""What the page on comparing shows is what a comparison prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adopting.folder import Ended, Folder
from adopting.samples import Sample, sample, told
from memory_conformance.histories.difference import Kind

PAGE = (Path(__file__).parents[2] / "docs" / "comparing.md").read_text(encoding="utf-8")
SAYING = {
    Kind.ERROR: "an error",
    Kind.ALTERED: "a text that was never stored",
    Kind.FOREIGN: "another scope's memory",
    Kind.KEPT: "what another call takes away",
    Kind.FOUND: "what is found",
    Kind.COPIES: "how often",
    Kind.CARRIED: "what a memory carries",
    Kind.ORDER: "the order",
}
"""How the page names each kind."""


@pytest.fixture(scope="module")
def shown() -> Sample:
    return sample("docs/comparing.md", "compare adk-go-1.7")


@pytest.fixture(scope="module")
def ended(shown: Sample, tmp_path_factory: pytest.TempPathFactory) -> Ended:
    found = shown.run(Folder(tmp_path_factory.mktemp("page")))
    assert found.code == 1, found.err
    return found


def test_the_comparison_prints_what_the_page_shows(shown: Sample, ended: Ended) -> None:
    shown.assert_said(ended.out)


def test_the_scenario_of_the_page_is_one_of_them(ended: Ended) -> None:
    [scenario] = re.findall(r"^```gherkin\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert told(scenario) in told(ended.out)


def test_the_kinds_stand_on_the_page_in_their_order() -> None:
    assert list(SAYING) == list(Kind)
    assert f"The gravest kinds come first: {', '.join(SAYING.values())}." in " ".join(PAGE.split())
