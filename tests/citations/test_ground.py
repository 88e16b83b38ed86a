"""Cited lines are known by their hashes alone: where they stand, whether they moved, and that they are gone."""

from hashlib import sha256
from pathlib import Path

import pytest

from citations.toy import Shelf
from memory_conformance.citations.cited import Lines, read_citation
from memory_conformance.citations.ground import Finding, Ground, State, compare, hash_of, seek
from memory_conformance.citations.record import Record, renewed
from memory_conformance.report.citations import code_of

FILE = "src/service.py"
TEXT = "one\ntwo\nthree\n}\nfive\n}\n"


def finding(tmp_path: Path, text: str | bytes, lines: str, *, recorded: str = TEXT, against: bool = False) -> Finding:
    """What becomes of lines that were recorded when the file had another text."""
    citation = read_citation(f"google-adk 2.13.0 {FILE} {lines}")
    shelf = Shelf(tmp_path)
    shelf.put("before", FILE, recorded)
    shelf.put("now", FILE, text)
    before = compare(citation, Ground(tmp_path / "before"), Record().of)
    look = seek if against else compare
    return look(citation, Ground(tmp_path / "now"), renewed(Record(), [before]).of)


def states(found: Finding) -> list[State]:
    return [one.state for one in found.ranges]


def test_a_hash_is_that_of_the_lines_joined_by_line_feeds(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"one\ntwo\nthree\n")

    assert Ground(tmp_path).hash("a.py", Lines(2, 3)) == sha256(b"two\nthree").hexdigest()


@pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r"])
def test_what_ends_lines_makes_no_difference(ends: bytes, tmp_path: Path) -> None:
    assert finding(tmp_path, TEXT.encode().replace(b"\n", ends), "L1-3").state is State.AS_RECORDED


def test_a_character_that_only_python_takes_for_the_end_of_a_line_ends_none(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes("one\u2028still one\x0cand still\ntwo".encode())

    assert Ground(tmp_path).hash("a.py", Lines(2, 2)) == hash_of([b"two"])


@pytest.mark.parametrize(
    ("text", "lines", "state"),
    [
        (TEXT, "L2-3", State.AS_RECORDED),
        (TEXT.replace("five", "six"), "L2-3", State.AS_RECORDED),
        (TEXT.replace("two", "two "), "L2-3", State.CHANGED),
        ("zero\n" + TEXT, "L2-3", State.CHANGED),
        (TEXT.replace("five", "six"), "L1, L5", State.CHANGED),
        ("one\ntwo\n", "L2-3", State.NO_LINES),
        ("one\ntwo\n", "L2, L3", State.NO_LINES),
    ],
)
def test_lines_of_the_release_that_is_cited(text: str, lines: str, state: State, tmp_path: Path) -> None:
    assert finding(tmp_path, text, lines).state is state


def test_the_empty_line_after_the_end_of_a_file_is_none(tmp_path: Path) -> None:
    assert finding(tmp_path, TEXT, "L6").state is State.AS_RECORDED
    assert finding(tmp_path, TEXT, "L7").state is State.NO_LINES


def test_each_range_has_a_state_of_its_own(tmp_path: Path) -> None:
    found = finding(tmp_path, "one\nTWO\n", "L1, L2, L5")

    assert (found.state, states(found)) == (State.NO_LINES, [State.AS_RECORDED, State.CHANGED, State.NO_LINES])


def test_what_was_never_recorded_is_not_as_recorded(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(TEXT, encoding="utf-8")
    found = compare(read_citation("google-adk 2.13.0 a.py L1"), Ground(tmp_path), Record().of)

    assert (found.state, code_of([found])) == (State.NOT_RECORDED, 1)


def test_a_file_that_is_not_there_or_is_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for file in ("gone.py", "folder"):
        found = compare(read_citation(f"google-adk 2.13.0 {file} L1"), Ground(tmp_path), Record().of)
        assert (found.state, code_of([found])) == (State.NO_FILE, 1)


@pytest.mark.parametrize(
    ("text", "lines", "state", "told"),
    [
        (TEXT, "L2-3", State.SAME_PLACE, ["L2-3 same place"]),
        ("zero\n" + TEXT, "L2-3", State.MOVED, ["L2-3 moved to L3-4"]),
        (TEXT.removeprefix("one\n"), "L2-3", State.MOVED, ["L2-3 moved to L1-2"]),
        ("zero\n" + TEXT, "L1, L5", State.MOVED, ["L1 moved to L2", "L5 moved to L6"]),
        ("one\nnew\n" + TEXT.removeprefix("one\n"), "L1, L5", State.MOVED, ["L1 same place", "L5 moved to L6"]),
        ("zero\n" + TEXT.replace("two", "TWO"), "L1, L2-3", State.CHANGED, ["L1 moved to L2", "L2-3 changed"]),
        ("two\nbetween\nthree\n", "L2-3", State.CHANGED, ["L2-3 changed"]),
        ("", "L2-3", State.CHANGED, ["L2-3 changed"]),
    ],
)
def test_lines_in_another_release(text: str, lines: str, state: State, told: list[str], tmp_path: Path) -> None:
    found = finding(tmp_path, text, lines, against=True)

    assert (found.state, [str(one) for one in found.ranges]) == (state, told)


def test_of_several_places_the_nearest_is_named_first(tmp_path: Path) -> None:
    (found,) = finding(tmp_path, "}\n1\n2\n3\n4\n}\n5\n}\n", "L4", against=True).ranges

    assert str(found) == "L4 moved to L6, one of 3 places"
    assert found.moved == (Lines(6, 6), Lines(1, 1), Lines(8, 8))


def test_the_end_of_a_longer_text_is_found(tmp_path: Path) -> None:
    (found,) = finding(tmp_path, "zero\n" + TEXT, "L5-6", against=True).ranges

    assert str(found) == "L5-6 moved to L6-7"


@pytest.mark.parametrize(
    ("states", "code"),
    [
        ([State.AS_RECORDED, State.SAME_PLACE], 0),
        ([State.AS_RECORDED, State.NOT_HAD], 3),
        ([State.NOT_HAD, State.CHANGED], 1),
        *[([state], 1) for state in (State.NOT_RECORDED, State.MOVED, State.CHANGED, State.NO_LINES, State.NO_FILE)],
        ([], 0),
    ],
)
def test_what_is_found_outranks_what_is_not_to_be_had(states: list[State], code: int) -> None:
    citation = read_citation("google-adk 2.13.0 a.py L1")

    assert code_of(Finding(citation, state) for state in states) == code
