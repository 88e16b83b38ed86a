"""`citations` and `explain --source` say what became of each citation, in words and in the exit code, and never with a trace."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from citations.toy import FEATURE, GO, NEWER, OLDER, SERVICE, Shelf

Conformance = Callable[..., Result]


@pytest.fixture
def recorded(conformance: Conformance) -> Conformance:
    """The command, after the hashes of the toy were written."""
    assert conformance("citations", "--record").exit_code == 0
    return conformance


def words(text: str) -> str:
    """A text as it was before it was wrapped."""
    return " ".join(text.split())


def test_all_as_recorded_is_0(recorded: Conformance) -> None:
    ended = recorded("citations")

    assert ended.exit_code == 0
    assert "google-adk 2.13.0                 2            2" in ended.stdout
    assert "in all                            4            4" in ended.stdout
    assert "4 citations, in 4 sources" in ended.stdout
    assert "toy.feature" not in ended.stdout


def test_what_is_fetched_is_told_on_standard_error(recorded: Conformance) -> None:
    ended = recorded("citations")

    fetched = ["adk-python@2.10.0: fetching", "adk-python@2.13.0: fetching", "adk-go@1.7.0: fetching"]
    assert ended.stderr.splitlines() == fetched


def test_what_was_never_recorded_is_1(conformance: Conformance) -> None:
    ended = conformance("citations")

    assert ended.exit_code == 1
    assert "not recorded: google.golang.org/adk v1.7.0 memory/inmemory.go L2" in ended.stdout
    assert "features/scope/toy.feature:12 TOY-001 (adk-go-1.7)" in ended.stdout


def test_changed_lines_are_1_with_all_that_lean_on_them(recorded: Conformance, shelf: Shelf) -> None:
    shelf.put("adk-python@2.13.0", SERVICE, NEWER.replace("Keeps", "Drops"))
    ended = recorded("citations")

    assert ended.exit_code == 1
    assert f"changed: L6: google-adk 2.13.0 {SERVICE} L2-3, L6" in ended.stdout
    assert f"changed: google-adk 2.13.0 {SERVICE} L6" in ended.stdout
    assert "TOY-001 (adk-python-2.13)" in ended.stdout
    assert "TOY-002 (adk-python-2.13)" in ended.stdout
    assert "adk-go-1.7" not in ended.stdout


def test_a_file_that_is_gone_and_lines_that_are_gone_are_1(recorded: Conformance, shelf: Shelf) -> None:
    shelf.put("adk-python@2.13.0", SERVICE, "class Service:\n")
    (shelf.folder / "adk-go@1.7.0" / "memory" / "inmemory.go").unlink()
    ended = recorded("citations")

    assert ended.exit_code == 1
    assert "no such file: google.golang.org/adk v1.7.0 memory/inmemory.go L2" in ended.stdout
    assert f"no such lines: google-adk 2.13.0 {SERVICE} L2-3, L6" in ended.stdout


def test_an_artifact_that_is_not_to_be_had_is_3_and_told_once(recorded: Conformance, shelf: Shelf) -> None:
    shutil.rmtree(shelf.folder / "adk-python@2.13.0")
    ended = recorded("citations")

    assert ended.exit_code == 3
    told = "not to be had: google-adk 2.13.0: the registry has no adk-python@2.13.0; 2 citations held against nothing"
    assert told in words(ended.stdout)
    assert ended.stdout.count("the registry has no") == 1
    assert "toy.feature" not in ended.stdout
    assert ended.stderr.count("adk-python@2.13.0: fetching") == 1

    shelf.put("adk-go@1.7.0", "memory/inmemory.go", GO.upper())
    assert recorded("citations").exit_code == 1


def test_recording_says_what_changed_before_it_is_written(recorded: Conformance, shelf: Shelf, features: Path) -> None:
    file = features / "citations.toml"
    before, written = file.read_text(encoding="utf-8"), file.stat().st_mtime_ns
    again = recorded("citations", "--record")
    assert "features/citations.toml is as it was" in again.stdout
    assert file.stat().st_mtime_ns == written

    shelf.put("adk-go@1.7.0", "memory/inmemory.go", GO.upper())
    ended = recorded("citations", "--record")
    assert ended.exit_code == 0
    changed = ended.stdout.index("changed: google.golang.org/adk v1.7.0")
    assert changed < ended.stdout.index("features/citations.toml: 0 added, 1 changed, 0 removed")

    after = file.read_text(encoding="utf-8").splitlines()
    differing = [one for one in after if one not in before.splitlines()]
    assert len(differing) == 1
    assert recorded("citations").exit_code == 0


def test_recording_settles_no_lines_that_are_not_there(conformance: Conformance, shelf: Shelf) -> None:
    shelf.put("adk-python@2.13.0", SERVICE, "class Service:\n")
    ended = conformance("citations", "--record")

    assert ended.exit_code == 1
    assert "no such lines" in ended.stdout
    assert "not recorded:" not in ended.stdout
    assert "features/citations.toml: 2 added" in ended.stdout


def test_recording_what_is_not_to_be_had_is_3(conformance: Conformance, shelf: Shelf) -> None:
    shutil.rmtree(shelf.folder / "adk-go@1.7.0")

    assert conformance("citations", "--record").exit_code == 3


def test_against_a_release_that_says_the_same_in_the_same_place_is_0(recorded: Conformance, shelf: Shelf) -> None:
    shelf.put("adk-go@1.8.0", "memory/inmemory.go", GO + "more\n")
    ended = recorded("citations", "--against", "adk-go@1.8.0")

    assert ended.exit_code == 0
    assert "1 citation of adk-go, 1 of them in the same place in adk-go@1.8.0" in ended.stdout
    assert "adk-go 1.8.0 is in no range of releases; the nearest is 1.7.0, which is adk-go-1.7" in ended.stdout
    assert "adk-python" not in ended.stdout


def test_against_a_release_in_which_lines_moved_is_1(recorded: Conformance, shelf: Shelf) -> None:
    shelf.put("adk-python@2.12.0", SERVICE, "# a licence\n" + NEWER.replace("Keeps", "Drops"))
    ended = recorded("citations", "--against", "adk-python@2.12.0")

    assert ended.exit_code == 1
    assert "references.toml counts adk-python@2.12.0 to adk-python-2.10" in ended.stdout
    lines = [line.strip() for line in ended.stdout.splitlines()]
    at = lines.index("L2-3 moved to L3-4, L6 changed")
    assert lines[at + 1] == "adk-python-2.13: TOY-001"
    assert lines[lines.index("L6 changed") + 1] == "adk-python-2.13: TOY-002"
    assert lines[lines.index("L2 changed") + 1] == "adk-python-2.10: TOY-001"


def test_against_asks_no_other_release(recorded: Conformance, shelf: Shelf) -> None:
    shutil.rmtree(shelf.folder / "adk-python@2.10.0")
    shelf.put("adk-python@2.12.0", SERVICE, OLDER)
    ended = recorded("citations", "--against", "upstream:adk-python@2.12.0")

    assert ended.stderr.splitlines() == ["adk-python@2.12.0: fetching"]
    assert ("adk-python-2.10      1           1" in ended.stdout, ended.exit_code) == (True, 1)


def test_against_a_release_without_the_file_is_1(recorded: Conformance, shelf: Shelf) -> None:
    shelf.put("adk-go@1.8.0", "memory/other.go", GO)
    ended = recorded("citations", "--against", "adk-go@1.8.0")

    assert ended.exit_code == 1
    assert "L2 no such file" in ended.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["citations", "--against", "adk-go@9.9.9"], 3, "the registry has no adk-go@9.9.9"),
        (["citations", "--against", "adk-ruby@1.0"], 2, "no project 'adk-ruby'"),
        (["citations", "--against", "adk-go"], 2, "a release has to be named"),
        (["citations", "--against", "adk-go@1.7.0", "--record"], 2, "take one of them"),
        (["explain", "TOY-009", "--source"], 2, "no behaviour has the id 'TOY-009'; did you mean TOY-00"),
    ],
)
def test_wrong_usage_is_one_line(recorded: Conformance, arguments: list[str], code: int, told: str) -> None:
    ended = recorded(*arguments)

    *_, line = ended.stderr.splitlines()
    assert (ended.exit_code, ended.stdout) == (code, "")
    assert told in line
    assert "Traceback" not in ended.stderr


def test_a_source_that_is_no_citation_is_one_line(recorded: Conformance, features: Path) -> None:
    (features / "scope" / "toy.feature").write_text(FEATURE.replace("inmemory.go L2", "inmemory.go"), encoding="utf-8")

    for arguments in (["citations"], ["citations", "--against", "adk-go@1.7.0"], ["explain", "TOY-001", "--source"]):
        ended = recorded(*arguments)
        assert ended.exit_code == 3
        (line,) = ended.stderr.splitlines()
        assert line.startswith("memory-conformance: features/scope/toy.feature:12: “google.golang.org/adk v1.7.0")


def test_an_installed_copy_is_not_written_to(conformance: Conformance, features: Path) -> None:
    (features.parent / "pyproject.toml").unlink()
    ended = conformance("citations", "--record")

    assert (ended.exit_code, (features / "citations.toml").exists()) == (2, False)
    assert "of a checkout, and this is an installed copy" in ended.stderr


def test_explain_prints_the_cited_lines_of_each_language_below_the_page(recorded: Conformance) -> None:
    ended = recorded("explain", "TOY-001", "--source")
    page = recorded("explain", "TOY-001").stdout
    shown = [line.strip() for line in ended.stdout.removeprefix(page).splitlines()]

    assert ended.exit_code == 0
    assert ended.stdout.startswith(page)
    assert shown == [
        "",
        "google.golang.org/adk v1.7.0 memory/inmemory.go L2",
        "adk-go-1.7: it is found",
        "2 func Search() {}",
        "",
        f"google-adk 2.10.0 {SERVICE} L2",
        "adk-python-2.10: it is not",
        "2     limit = 10",
        "",
        f"google-adk 2.13.0 {SERVICE} L2-3, L6",
        "adk-python-2.13: it is not",
        "2     def search(self):",
        "3         return []",
        "⋮",
        '6         """Keeps [b]nothing[/b]."""',
    ]


def test_explain_shows_the_rest_where_an_artifact_is_not_to_be_had(recorded: Conformance, shelf: Shelf) -> None:
    shutil.rmtree(shelf.folder / "adk-go@1.7.0")
    ended = recorded("explain", "TOY-001", "--source")

    assert ended.exit_code == 3
    assert "not to be had: the registry has no adk-go@1.7.0" in ended.stdout
    assert "2     limit = 10" in ended.stdout


def test_explain_says_where_the_lines_are_not_those_that_were_recorded(recorded: Conformance, shelf: Shelf) -> None:
    shelf.put("adk-python@2.13.0", SERVICE, "class Service:\n    def find(self):\n        return []\n")
    ended = recorded("explain", "TOY-001", "--source")

    assert ended.exit_code == 1
    assert "L2-3 changed, L6 no such lines" in ended.stdout
    assert "def find(self):" in ended.stdout


def test_explain_names_who_breaks_a_requirement(recorded: Conformance) -> None:
    assert "documented to break it: adk-python-2.13" in recorded("explain", "TOY-002", "--source").stdout


def test_what_would_steer_a_terminal_is_not_printed(recorded: Conformance, shelf: Shelf) -> None:
    shelf.put("adk-python@2.10.0", SERVICE, b"class Service:\n    limit = '\x1b[2J\x9b\xff'\n")
    ended = recorded("explain", "TOY-001", "--source")

    assert "limit = '\ufffd[2J\ufffd\ufffd'" in ended.stdout
    assert "\x1b" not in ended.stdout


def test_a_behaviour_without_sources_says_so(recorded: Conformance, features: Path) -> None:
    (features / "scope" / "more.feature").write_text(
        'Feature: More\n  @TOY-003 @must\n  Scenario: It stays\n    Given "ana" of app "shop" remembers "a pot"\n'
        '    Then "ana" of app "shop" finds it by "pot"\n',
        encoding="utf-8",
    )
    ended = recorded("explain", "TOY-003", "--source")

    assert (ended.exit_code, ended.stderr) == (0, "")
    assert ended.stdout.endswith("\nTOY-003 cites no source\n")


def test_what_is_printed_fits_the_width(recorded: Conformance, shelf: Shelf) -> None:
    shelf.put("adk-python@2.13.0", SERVICE, "class Service:\n" + "    keeps = " + "'text' + " * 20 + "''\n")
    shutil.rmtree(shelf.folder / "adk-go@1.7.0")
    for arguments in (["citations"], ["citations", "--against", "adk-python@2.13.0"]):
        assert max(map(len, recorded(*arguments).stdout.splitlines())) <= 100
