"""The record has the hashes of what is cited, of nothing else, and none of the text; the same hashes are the same file."""

import tomllib
from pathlib import Path

import pytest

from citations.toy import FEATURE, SERVICE, Shelf
from engine.toys import specification
from memory_conformance.citations.cited import Cited, Lines, cited
from memory_conformance.citations.held import hold
from memory_conformance.citations.record import (
    FILE,
    Record,
    difference,
    faults,
    read_record,
    record_text,
    renewed,
    write_record,
)
from memory_conformance.lint import main as lint
from memory_conformance.specification import SpecificationError, features_folder, read_specification

RELEASED = "google-adk 2.13.0"


@pytest.fixture
def toy(features: Path) -> Cited:
    return cited(read_specification(features))


@pytest.fixture
def record(toy: Cited, shelf: Shelf) -> Record:
    return renewed(Record(), hold(toy, Record(), shelf.fetch))


def test_every_source_of_ours_has_its_hashes_and_no_hash_is_an_orphan() -> None:
    assert (features_folder() / FILE).is_file()
    assert faults(read_record(features_folder()), cited(read_specification())) == []


def test_our_record_is_as_it_would_be_written() -> None:
    folder = features_folder()

    assert (folder / FILE).read_text(encoding="utf-8") == record_text(read_record(folder))


def test_a_range_is_kept_once_whatever_citations_share_it(record: Record) -> None:
    assert [lines for released, _, lines in record.hashes if released == RELEASED] == [Lines(2, 3), Lines(6, 6)]


def test_what_was_written_is_read_again(record: Record, features: Path) -> None:
    assert read_record(features) == Record()
    write_record(record, features)

    assert read_record(features) == record
    assert record_text(Record(dict(reversed(list(record.hashes.items()))))) == record_text(record)
    assert sorted(file.name for file in features.iterdir()) == [FILE, "scope"]


def test_a_hash_is_a_line_and_no_line_has_anything_of_the_text(record: Record) -> None:
    text = record_text(record)
    hashes = [line for line in text.splitlines() if " = " in line]

    assert len(hashes) == len(record.hashes) == 4
    assert all(line.split(" = ")[1].strip('"').isalnum() for line in hashes)
    assert "search" not in text
    assert list(tomllib.loads(text)) == ["google-adk 2.10.0", RELEASED, "google.golang.org/adk v1.7.0"]


def test_what_is_cited_and_not_recorded_is_told_at_every_source(record: Record, toy: Cited) -> None:
    without = {place: hash_ for place, hash_ in record.hashes.items() if place[2] != Lines(6, 6)}
    found = faults(Record(without), toy)

    lines = FEATURE.splitlines()
    leaning = [f"scope/toy.feature:{line}" for line, text in enumerate(lines, start=1) if text.endswith("L6")]
    assert [one.partition(": ")[0] for one in found] == leaning
    assert len(leaning) == 2
    assert all("L6 of google-adk 2.13.0 has no hash in citations.toml" in one for one in found)


def test_what_is_recorded_and_cited_by_nothing_is_told(record: Record, toy: Cited) -> None:
    orphan = ("google-adk 2.9.0", SERVICE, Lines(1, 4))
    found = faults(Record({**record.hashes, orphan: "0" * 64}), toy)

    assert found == [
        f"citations.toml: nothing cites google-adk 2.9.0 {SERVICE} L1-4 any more; "
        "`memory-conformance citations --record` takes it out"
    ]


def test_a_complete_record_has_no_faults(record: Record, toy: Cited) -> None:
    assert faults(record, toy) == []


def test_the_lint_tells_faults_of_the_record(
    record: Record, features: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_record(record, features)
    assert lint([str(features)]) == 0

    specification(features, FEATURE.replace("L2-3, L6", "L2-4, L6"))
    assert lint([str(features)]) == 1
    missing, orphan = capsys.readouterr().out.splitlines()
    assert "L2-4 of google-adk 2.13.0 has no hash" in missing
    assert f"nothing cites google-adk 2.13.0 {SERVICE} L2-3 any more" in orphan


def test_the_lint_tells_a_release_that_no_artifact_of_that_name_has(
    features: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    specification(features, FEATURE.replace("adk v1.7.0", "adk v2.2.0"))

    assert lint([str(features)]) == 1
    told = (
        "scope/toy.feature:12: the Go module of release v2.2.0 is google.golang.org/adk/v2, not google.golang.org/adk"
    )
    assert capsys.readouterr().out == f"{told}\n"


def test_renewing_adds_what_is_new_changes_what_is_other_and_drops_what_nobody_cites(
    record: Record, shelf: Shelf, features: Path
) -> None:
    shelf.put("adk-go@1.7.0", "memory/inmemory.go", "package memory\nfunc Other() {}\n")
    found = cited(specification(features, FEATURE.replace("L2-3, L6", "L2-4, L6")))
    later = renewed(record, hold(found, record, shelf.fetch))
    change = difference(record, later)

    assert change.added == ((RELEASED, SERVICE, Lines(2, 4)),)
    assert change.changed == (("google.golang.org/adk v1.7.0", "memory/inmemory.go", Lines(2, 2)),)
    assert change.removed == ((RELEASED, SERVICE, Lines(2, 3)),)
    assert (bool(change), str(change)) == (True, "1 added, 1 changed, 1 removed")
    assert not difference(later, renewed(later, hold(found, later, shelf.fetch)))


def test_what_cannot_be_read_now_stays_recorded(record: Record, toy: Cited, tmp_path: Path) -> None:
    empty = Shelf(tmp_path / "empty")

    assert renewed(record, hold(toy, record, empty.fetch)) == record


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("<<<<<<< ours\n", "features/citations.toml: "),
        ('"google-adk 2.13.0" = 1\n', 'google-adk 2.13.0 is no table; write ["ARTIFACT RELEASE"."FILE"]'),
        ('["google-adk 2.13.0"]\n"a.py" = 1\n', "a.py is no table"),
        ('["google-adk 2.13.0"."a.py"]\nL1 = "abc"\n', "google-adk 2.13.0 a.py L1 has no SHA-256, but 'abc'"),
        ('["google-adk 2.13.0"."a.py"]\nL1 = 5\n', "google-adk 2.13.0 a.py L1 has no SHA-256, but 5"),
        ('["google-adk 2.13.0"."a.py"]\nL3-1 = "abc"\n', "“google-adk 2.13.0 a.py L3-1” is no citation of one range"),
        ('["google-adk 2.13.0"."a.py"]\n"L1, L3" = "abc"\n', "a.py L1, L3” is no citation of one range"),
        ('["google-adk"."a.py"]\nL1 = "abc"\n', "“google-adk a.py L1” is no citation"),
    ],
)
def test_a_record_that_cannot_be_read_is_told_in_one_line(written: str, told: str, features: Path) -> None:
    (features / FILE).write_text(written, encoding="utf-8")

    with pytest.raises(SpecificationError) as caught:
        read_record(features)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
