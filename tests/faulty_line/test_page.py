"""The page about it shows what is there."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from memory_conformance.faulty_line.judging import Rule
from memory_conformance.faulty_line.plan import Mishap, Rates
from memory_conformance.faulty_line.plot import Size

PAGE = (Path(__file__).parents[2] / "docs" / "faulty-line.md").read_text(encoding="utf-8")


def test_the_example_says_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL).groups()  # type: ignore[union-attr]
    exec(compile(code, "faulty-line.md", "exec"), {})
    assert capsys.readouterr().out == shown


def test_each_mishap_is_there_with_its_rate() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| .* \| (\d+) % \|$", PAGE, re.MULTILINE))
    assert rows == {field.name: f"{100 * getattr(Rates(), field.name):.0f}" for field in fields(Rates)}
    assert rows.keys() == {*Mishap} - {Mishap.NONE}


def test_each_rule_is_there() -> None:
    section = PAGE.partition("## What has to hold")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == [*Rule]


def test_as_much_is_written_as_it_says() -> None:
    assert f"write {4 * Size().sessions} sessions at once" in PAGE
