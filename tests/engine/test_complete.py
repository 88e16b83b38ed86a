"""A run that was not played to its end is never green."""

from pathlib import Path

from engine.toy_features import SCOPE
from engine.toys import Leaking, Store, specification
from memory_conformance.connect.connectable import connect_object
from memory_conformance.model import Memory, Scope
from memory_conformance.report.matrix import code_of
from memory_conformance.report.results import Results
from memory_conformance.run import Wish, play
from memory_conformance.specification import Specification
from memory_conformance.target import target_objects


def two_files(folder: Path) -> Specification:
    specification(folder, f"Feature: One\n{SCOPE}", "scope/a.feature")
    return specification(folder, f"Feature: Two\n{SCOPE.replace('TOY-001', 'TOY-002')}", "scope/b.feature")


def run(read: Specification, backend: Store, maxfail: int = 0) -> Results:
    targets = target_objects([("toy", lambda: connect_object(backend, "toy"))], 1, read)
    return play(read, targets, Wish(maxfail=maxfail))


def test_what_was_played_to_its_end_is_green(tmp_path: Path) -> None:
    results = run(two_files(tmp_path), Store())

    assert (results.envelope.complete, len(results.results), code_of(results)) == (True, 2, 0)


def test_what_is_played_is_what_was_read_whatever_becomes_of_the_file(tmp_path: Path) -> None:
    read = two_files(tmp_path)
    (tmp_path / "scope/b.feature").write_text("Feature: Two\n", encoding="utf-8")
    results = run(read, Store())

    assert (results.envelope.complete, [row.id for row in results.results]) == (True, ["TOY-001", "TOY-002"])


class Interrupted(Store):
    """Somebody presses Ctrl-C while it searches."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        raise KeyboardInterrupt


def test_what_was_interrupted_before_anything_was_found_is_an_error(tmp_path: Path) -> None:
    results = run(two_files(tmp_path), Interrupted())

    assert (results.envelope.complete, code_of(results)) == (False, 3)


def test_what_was_found_before_the_end_stays_found(tmp_path: Path) -> None:
    results = run(two_files(tmp_path), Leaking(), maxfail=1)

    assert (results.envelope.complete, len(results.results), code_of(results)) == (False, 1, 1)
