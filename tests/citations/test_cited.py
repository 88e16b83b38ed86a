"""What a Source cites is read the same wherever it is asked, and what cites nothing is refused."""

from pathlib import Path

import pytest

from citations.toy import FEATURE, SERVICE
from engine.toys import specification
from memory_conformance.citations.cited import (
    Citation,
    CitationError,
    Lines,
    cited,
    read_citation,
    references_of,
    release_of,
)
from memory_conformance.references import references
from memory_conformance.specification import SpecificationError, read_specification
from memory_conformance.upstream.release import PROJECTS, Release


def test_a_citation_is_written_as_it_was_read() -> None:
    written = "google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L104-105, L131"
    citation = read_citation(written)

    assert citation == Citation(
        "google.golang.org/adk/v2", "v2.2.0", "memory/inmemory.go", (Lines(104, 105), Lines(131, 131))
    )
    assert (str(citation), citation.released, citation.lines) == (
        written,
        "google.golang.org/adk/v2 v2.2.0",
        "L104-105, L131",
    )
    assert [len(lines) for lines in citation.ranges] == [2, 1]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("google-adk 2.13.0 a.py", "is not of the form PROJECT RELEASE PATH L1-2, L5"),
        ("google-adk a.py L1", "is not of the form"),
        ("google-adk 2.13.0 a.py L0", "is not of the form"),
        ("google-adk 2.13.0 a.py L1,L2", "is not of the form"),
        ("google-adk 2.13.0 a.py L1-", "is not of the form"),
        ("google-adk 2.13.0 a.py L9-3", "“L9-3” ends before it begins"),
        ("google-adk 2.13.0 /etc/hosts L1", "“/etc/hosts” is no path within an artifact"),
        ("google-adk 2.13.0 a/../../b.py L1", "“a/../../b.py” is no path within an artifact"),
    ],
)
def test_what_names_no_lines_of_an_artifact_is_no_citation(written: str, told: str) -> None:
    with pytest.raises(CitationError, match=told.replace(".", r"\.")):
        read_citation(written)


@pytest.mark.parametrize(
    ("artifact", "release"),
    [
        ("google.golang.org/adk v1.7.0", Release("adk-go", "1.7.0")),
        ("google.golang.org/adk/v2 v2.4.0", Release("adk-go", "2.4.0")),
        ("com.google.adk:google-adk 1.8.0", Release("adk-java", "1.8.0")),
        ("@google/adk 2.0.0", Release("adk-js", "2.0.0")),
        ("google-adk 2.12.0", Release("adk-python", "2.12.0")),
    ],
)
def test_an_artifact_is_a_release_of_an_upstream_project(artifact: str, release: Release) -> None:
    assert release_of(read_citation(f"{artifact} a/file L1")) == release


@pytest.mark.parametrize(
    ("artifact", "told"),
    [
        ("jieba 0.42.1", "no upstream project releases jieba"),
        ("google-adk 2.13.0/..", "is no release"),
        ("google.golang.org/adk v2.2.0", "the Go module of release v2.2.0 is google.golang.org/adk/v2, not"),
        ("google.golang.org/adk/v2 v1.7.0", "the Go module of release v1.7.0 is google.golang.org/adk, not"),
    ],
)
def test_what_nobody_releases_is_told(artifact: str, told: str) -> None:
    with pytest.raises(CitationError, match=told):
        release_of(read_citation(f"{artifact} a/file L1"))


def test_every_citation_stands_once_with_all_that_lean_on_it(tmp_path: Path) -> None:
    again = FEATURE.replace("L2-3, L6", "L6")
    found = cited(specification(tmp_path, again))

    assert [str(citation).removeprefix("google-adk ") for citation in found] == [
        f"2.10.0 {SERVICE} L2",
        f"2.13.0 {SERVICE} L6",
        "google.golang.org/adk v1.7.0 memory/inmemory.go L2",
    ]
    uses = found[read_citation(f"google-adk 2.13.0 {SERVICE} L6")]
    lines = again.splitlines()
    assert [(use.behaviour, use.answer) for use in uses] == [("TOY-001", "it is not"), ("TOY-002", None)]
    assert all("google-adk 2.13.0" in lines[use.line - 1] for use in uses)
    assert uses[0].place == f"features/scope/toy.feature:{uses[0].line}"
    assert references_of(uses) == ["adk-python-2.13"]


def test_releases_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    newer = FEATURE.replace("google-adk 2.10.0", "google-adk 2.8.0")
    older = [
        citation.release for citation in cited(specification(tmp_path, newer)) if citation.artifact == "google-adk"
    ]

    assert older == ["2.8.0", "2.13.0", "2.13.0"]


def test_a_source_that_is_no_citation_is_told_with_its_place(tmp_path: Path) -> None:
    wrong = specification(tmp_path, FEATURE.replace("inmemory.go L2", "inmemory.go"))

    with pytest.raises(SpecificationError, match=r"features/scope/toy\.feature:12: .* is not of the form"):
        cited(wrong)


def test_everything_that_the_specification_cites_is_released_by_an_upstream_project() -> None:
    projects = {release_of(citation).project for citation in cited(read_specification())}

    # The clients of a managed memory are released within the library of their language.
    clients = {"adk-go-vertex", "adk-python-vertex"}
    assert projects == set(PROJECTS) & {reference.project for reference in references().by_tag.values()} - clients
