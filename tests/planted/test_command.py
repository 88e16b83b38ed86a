"""The command: its matrix, its exit codes, and what it refuses in one line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import memory_conformance.faults.planted as found
from memory_conformance.cli import main
from memory_conformance.faults.hunting import hunt
from memory_conformance.faults.page import NAME, page
from memory_conformance.faults.planted import all_different, all_faults
from memory_conformance.report.faults import Covered, PlayedFaults
from memory_references.planted.bases import COMPLETE
from memory_references.planted.complete import Complete
from memory_references.planted.fault import Fault, Kind
from planted.alarms import specification

DOCS = Path(__file__).parents[2] / "docs"

Faults = Callable[..., Result]


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Faults:
    monkeypatch.setenv("COLUMNS", "120")
    return lambda *arguments: CliRunner().invoke(main, ["faults", *arguments])


@pytest.fixture
def harmless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two faults, of which one does nothing."""

    class Harmless(Complete):
        """Users are mixed up."""

    fault = Fault(
        *(
            "does-nothing",
            "Users are mixed up",
            "complete",
            Kind.SCOPE,
            ("SCOPE-001", "SCOPE-003"),
            "",
            False,
            Harmless,
        ),
        lambda: COMPLETE.make(Harmless, "does-nothing"),
    )
    others = [one for one in all_faults() if one.name == "user-ignored"]
    monkeypatch.setattr(found, "all_faults", lambda: [*others, fault])


def test_a_row_names_the_fault_its_base_what_is_wrong_and_each_killer(faults: Faults) -> None:
    ended = faults("joined-key")

    row = next(line for line in ended.output.splitlines() if "joined-key" in line)
    assert "complete" in row
    assert "App and user are joined into one key by a slash" in row
    assert "✓ NAME-001 ✓ NAME-002" in row
    assert "1 of 1 faults killed" in ended.output
    assert ended.exit_code == 0


def test_a_fault_is_named_as_it_is_connected(faults: Faults) -> None:
    assert faults("planted:joined-key").exit_code == 0


@pytest.mark.usefixtures("harmless")
def test_a_fault_that_survives_stands_first_with_the_reason_and_ends_with_1(faults: Faults) -> None:
    ended = faults()

    lines = ended.output.splitlines()
    assert "these survive" in lines[0]
    assert lines[1].startswith("does-nothing")
    assert "✗ SCOPE-001 ✗ SCOPE-003" in lines[1]
    assert "does-nothing: SCOPE-001 does not fail" in ended.output
    assert "1 of 2 faults killed" in ended.output
    assert ended.exit_code == 1


@pytest.mark.usefixtures("harmless")
def test_what_kills_nothing_is_told_and_ends_with_1(faults: Faults) -> None:
    ended = faults()

    assert "the requirement FORGET-001 kills no fault" in ended.output
    assert "the answer DIGITS-001 “digits are part of words”" in ended.output


def test_a_name_that_no_fault_has_ends_with_2_and_a_proposal(faults: Faults) -> None:
    ended = faults("joined-kye")

    assert ended.exit_code == 2
    assert "no fault is called 'joined-kye'; did you mean joined-key" in ended.output
    assert len(ended.output.splitlines()) == 1


def test_a_base_that_no_fault_has_ends_with_2(faults: Faults) -> None:
    ended = faults("--base", "adk-go-2.4")

    assert ended.exit_code == 2
    assert "no fault is planted in 'adk-go-2.4'; did you mean adk-go-2.2" in ended.output


def test_a_base_chooses_the_faults_that_are_planted_in_it(faults: Faults) -> None:
    ended = faults("--base", "segmented")

    assert "uncut" in ended.output
    assert "joined-key" not in ended.output
    assert "requirements" not in ended.output


def test_all_scenarios_are_played_where_that_is_asked_for(faults: Faults) -> None:
    ended = faults("user-ignored", "--all")

    assert re.search(r"\balso\b.*\bSCOPE-006\b", " ".join(ended.output.split()))


def test_the_reports_say_the_same(faults: Faults, tmp_path: Path) -> None:
    ended = faults("joined-key", "user-ignored", "--report", str(tmp_path))
    written = PlayedFaults.model_validate_json((tmp_path / "faults.json").read_text(encoding="utf-8"))
    summary = (tmp_path / "summary.md").read_text(encoding="utf-8")

    assert ended.exit_code == 0
    assert {one.name for one in written.faults} == {"joined-key", "user-ignored"}
    assert "| `joined-key` | App and user are joined into one key by a slash | complete | NAME-001, NAME-002" in summary
    assert "2 of 2 faults killed." in summary
    assert json.loads((tmp_path / "faults.json").read_text(encoding="utf-8"))["requirements"] is None


def test_what_should_kill_a_fault_and_does_not_ends_with_1() -> None:
    played = hunt([one for one in all_faults() if one.name == "joined-key"], specification())
    missed = played.model_copy(
        update={"requirements": Covered(total=2, missing=["SCOPE-001"]), "answers": Covered(total=1)}
    )

    assert (played.code, missed.code) == (0, 1)
    assert "1 of 2 requirements and 1 of 1 answers kill one" in missed.score()


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_the_matrix_fits_the_console(faults: Faults, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    ended = faults("joined-key", "every-letter-counts", "python-leaves-the-app-out")

    assert max(map(len, ended.output.splitlines())) <= width
    assert " ".join(ended.output.split()).count("✓") == 15


def test_the_page_in_the_docs_is_what_a_run_gives() -> None:
    played = hunt(all_faults(), specification(), whole=True)

    assert (DOCS / NAME).read_text(encoding="utf-8") == page(played, all_different()), (
        "run `python -m memory_conformance.faults docs`"
    )
    assert played.code == 0
