"""What the lab found can be told again from results.json alone, on any console, whatever names it is about."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from click.testing import CliRunner
from rich.cells import cell_len
from rich.console import Console

from leaks import lab_different as different
from leaks import lab_toys as toys
from leaks.lab import found_by, lab, row
from leaks.lab_toys import Sound
from leaks.machine_toys import Owner
from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.cli import main
from memory_conformance.model import Memory, Scope
from memory_conformance.report.folder import write_reports
from memory_conformance.report.heat_map import heat_map_svg
from memory_conformance.report.lab import Heat, heat, rows_of, standing, told
from memory_conformance.report.results import Results, read_results, schema_text, write_results
from memory_conformance.report.summary import summary_markdown
from memory_conformance.report.terminal import print_report
from memory_conformance.verdict import Word

SVG = "{http://www.w3.org/2000/svg}"


class Leaky(toys.NameIsLike, toys.ListsAll):
    """Leaks in several ways, also to names that no console likes."""


class LongNames(Sound):
    """Cuts names off after five hundred characters, and reads no further than a null character."""

    def owner(self, scope: Scope) -> Owner:
        return tuple(name[:500].partition("\0")[0] for name in scope.values())


@cache
def found(kind: type[Sound], cells: int = 30) -> Results:
    return lab(kind(), cells=cells)


def printed(results: Results, width: int) -> str:
    out = io.StringIO()
    print_report(results, Console(file=out, width=width))
    return out.getvalue()


def test_the_report_of_a_folder_prints_the_same_and_writes_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    write_reports(found(Leaky), tmp_path / "first")
    ended = CliRunner().invoke(main, ["report", str(tmp_path / "first"), "--report", str(tmp_path / "second")])
    assert ended.exit_code == 1
    lines = [line.rstrip() for line in printed(found(Leaky), 100).splitlines()]
    assert [line.rstrip() for line in ended.stdout.splitlines()][: len(lines)] == lines
    names = {file.name for file in (tmp_path / "first").iterdir()}
    assert names == {"results.json", "junit.xml", "summary.md", "heat-map.svg"}
    for name in names:
        assert (tmp_path / "second" / name).read_text("utf-8") == (tmp_path / "first" / name).read_text("utf-8"), name


@pytest.mark.parametrize("kind", [Leaky, LongNames, Sound, toys.TellsWhatNobodySaid, different.SharedApps])
def test_results_are_the_same_after_a_file_and_keep_to_the_schema(kind: type[Sound], tmp_path: Path) -> None:
    write_results(found(kind), tmp_path)
    assert read_results(tmp_path) == found(kind)
    jsonschema.validate(json.loads((tmp_path / "results.json").read_text("utf-8")), json.loads(schema_text()))


def test_junit_has_a_case_for_each_rule_and_each_leak_fails(tmp_path: Path) -> None:
    write_reports(found(Leaky), tmp_path)
    suite = ElementTree.parse(tmp_path / "junit.xml").getroot().find("testsuite")
    assert suite is not None
    cases = {(case.get("name") or "").partition("[")[0]: case for case in suite.findall("testcase")}
    assert set(cases) == {one.id for one in found(Leaky).results}
    assert len(cases) == len(found(Leaky).results)
    red = {name for name, case in cases.items() if case.find("failure") is not None}
    assert red == {one.id for one in found(Leaky).results if one.verdict is Word.FAIL}
    assert {"LEAK-002", "LEAK-003"} <= red


def test_the_heat_map_is_a_picture_with_a_square_for_each_two_families(tmp_path: Path) -> None:
    write_reports(found(Leaky), tmp_path)
    picture = ElementTree.parse(tmp_path / "heat-map.svg").getroot()
    shown = heat(found(Leaky), found_by(found(Leaky)))
    squares = [
        one.findtext(f"{SVG}title") or "" for one in picture.iter(f"{SVG}rect") if one.find(f"{SVG}title") is not None
    ]
    assert len(squares) == len(shown.families) ** 2
    counted = sum(int(title.partition(" ")[0].replace(",", "")) for title in squares)
    assert counted == shown.leaks.total() > 0


def test_names_of_families_and_backends_are_text_in_the_picture() -> None:
    families = ("<script>&", "\"quotes' & more", "plain")
    heated = Heat(families, Counter({("<script>&", "plain"): 3}))
    picture = ElementTree.fromstring(heat_map_svg(heated, "a < b & 'c'"))
    titles = [one.text or "" for one in picture.iter(f"{SVG}title")]
    assert "3 leaks: plain is shown <script>&" in titles
    assert titles[0] == "a < b & 'c'"
    texts = [one.text for one in picture.iter(f"{SVG}text")]
    assert texts.count("<script>&") == texts.count("\"quotes' & more") == 2
    assert {one.tag for one in picture.iter()} == {f"{SVG}{name}" for name in ("svg", "title", "rect", "text")}


def test_where_nothing_leaks_the_picture_is_there_all_the_same(tmp_path: Path) -> None:
    write_reports(found(Sound), tmp_path)
    picture = ElementTree.parse(tmp_path / "heat-map.svg").getroot()
    assert not any((one.text or "").isdigit() for one in picture.iter(f"{SVG}text"))


@pytest.mark.parametrize("width", [40, 80, 160])
@pytest.mark.parametrize("kind", [Leaky, LongNames, toys.TellsWhatNobodySaid, Sound])
def test_a_console_shows_lines_that_fit_and_nothing_that_it_would_obey(kind: type[Sound], width: int) -> None:
    text = printed(found(kind), width)
    assert text.replace("\n", "").isprintable()
    # What is there to be copied is not broken: a scenario, or messages.
    ways = [kind.way.scenario or kind.way.messages for kind in found_by(found(kind)).kinds if kind.way is not None]
    copied = {f"   {line}" for way in ways for line in way.splitlines()}
    assert [line for line in text.splitlines() if cell_len(line) > width and line not in copied] == []


def test_a_name_of_a_thousand_characters_is_shortened_with_its_length() -> None:
    results = lab(LongNames(), "LEAK-002", cells=None)
    words = [kind.words for kind in found_by(results).kinds]
    assert any("(1,000 characters)" in one for one in words)
    assert any("\\x00" in one for one in words)
    assert all(len(one) < 500 for one in words)
    assert "m" * 100 not in printed(results, 160).partition("@LEAKED")[0]


def test_a_kind_that_no_sentence_tells_is_told_in_messages() -> None:
    kinds = [kind for kind in found_by(found(Leaky)).kinds if kind.path == "list" and kind.way is not None]
    assert kinds
    for kind in kinds:
        assert kind.way is not None
        assert (kind.way.scenario or kind.way.messages).splitlines()[0] in printed(found(Leaky), 200)


def test_every_number_of_a_column_has_its_name_in_a_row() -> None:
    text = printed(lab(toys.ReadsWhatItMayNotWrite(), "LEAK-002", cells=60), 120)
    lines = text.partition("whose memories, by who is shown them\n")[2].splitlines()
    named = {line.split()[0] for line in lines[1 : lines.index("")]}
    assert lines[0].split()
    assert set(lines[0].split()) <= named


def test_the_headline_says_what_leaks_and_what_was_proved() -> None:
    proved = [step.proved for step in row(found(Sound), "LEAK-002").steps if step.proved is not None]
    assert told(found(Sound), found_by(found(Sound))) == f"0 leaks in {proved[0].proved:,} proved pairs"
    assert proved[0].pairs == 30 * 29
    assert printed(found(Sound), 80).count("Sound: 0 leaks in 870 proved pairs") == 1


class Answerless(Sound):
    """Breaks off in the middle of a list."""

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        raise BackendError(ErrorCode.INTERNAL, "no route to host", Speaker.HARNESS)


def headline_of(results: Results) -> tuple[str, Word]:
    rows = rows_of(results, found_by(results))
    return told(results, found_by(results)), standing(rows, found_by(results))


def test_the_headline_names_the_rules_that_were_not_played_to_the_end() -> None:
    assert headline_of(lab(Answerless(), "LEAK-002 or LEAK-003", cells=30)) == (
        "0 leaks in 870 proved pairs; 1 rule was not played to the end: LEAK-003",
        Word.ERROR,
    )
    assert headline_of(lab(Answerless(), "LEAK-003", cells=30)) == (
        "0 of 1 rules hold; no pairs of scopes were asked about; 1 rule was not played to the end: LEAK-003",
        Word.ERROR,
    )


def test_where_nothing_was_played_the_headline_is_not_green() -> None:
    class SearchesAlone(Sound):
        """Has no list."""

        fields: Mapping[str, Any] = {}

    assert headline_of(lab(SearchesAlone(), "LEAK-003", cells=30)) == ("nothing was played", Word.UNSUPPORTED)
    assert headline_of(lab(SearchesAlone(), "LEAK-002", cells=30))[1] is Word.PASS


def test_the_headline_names_what_is_shared_by_declaration() -> None:
    words = told(found(different.SharedApps), found_by(found(different.SharedApps)))
    assert words.startswith("0 leaks in ")
    assert "; shared between apps by declaration (" in words
    assert "(0 pairs)" not in words


def test_a_service_that_refuses_everything_is_red_and_proves_nothing() -> None:
    results = found(different.RefusingAll)
    assert told(results, found_by(results)) == "0 leaks in 0 proved pairs; 870 not proved (870 refused)"
    assert not any(one.verdict is Word.PASS for one in results.results)


def test_the_summary_has_each_rule_each_kind_and_the_picture() -> None:
    text = summary_markdown(found(Leaky))
    assert "![Who is shown whose memories](heat-map.svg)" in text
    assert all(f"| {one.id} |" in text for one in found(Leaky).results)
    assert text.count("<details>") == len(found_by(found(Leaky)).kinds) > 2
    assert "````text\n\n````" not in text
