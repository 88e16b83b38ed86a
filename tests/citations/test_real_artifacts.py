"""What the specification cites stands in the released artifacts themselves, as it was recorded."""

from pathlib import Path

import pytest

from memory_conformance.citations.cited import cited, read_citation, release_of
from memory_conformance.citations.ground import FIRM, State
from memory_conformance.citations.held import Grounds, hold, look_in
from memory_conformance.citations.record import read_record
from memory_conformance.references import references
from memory_conformance.specification import features_folder, read_specification
from memory_conformance.upstream import Release, artifact_of

NEEDS = {"adk-go": "go", "adk-java": "java", "adk-js": "node", "adk-python": "uv"}

# Seconds: the first time, every release that is cited is downloaded.
pytestmark = pytest.mark.timeout(1200)


def fetch(release: Release) -> Path:
    return artifact_of(release, print)


@pytest.mark.parametrize(
    "project", [pytest.param(one, marks=pytest.mark.requires(tool)) for one, tool in NEEDS.items()]
)
def test_every_citation_is_as_recorded(project: str) -> None:
    of_project = [one for one in cited(read_specification()) if release_of(one).project == project]
    findings = hold(of_project, read_record(features_folder()), fetch)

    assert of_project
    assert [(str(one.citation), one.state, one.reason) for one in findings if one.state not in FIRM] == []


@pytest.mark.parametrize(
    "project", [pytest.param(one, marks=pytest.mark.requires(tool)) for one, tool in NEEDS.items()]
)
def test_a_source_stands_for_references_whose_own_releases_have_these_lines(project: str) -> None:
    grounds = Grounds(fetch)
    elsewhere = []
    for one, uses in cited(read_specification()).items():
        if release_of(one).project != project:
            continue
        here = grounds.of(one)
        assert not isinstance(here, str), here
        for tag in {tag for use in uses for tag in use.references}:
            reference = references().get(tag)
            own = grounds.of_release(Release(project, reference.artifact.split()[1].removeprefix("v")))
            assert not isinstance(own, str), own
            lines = [(here.hash(one.file, span), span) for span in one.ranges]
            elsewhere += [
                f"{one} {tag}" for known, span in lines if known and not own.places(one.file, len(span), known)
            ]

    assert elsewhere == []


def test_no_citation_is_left_out() -> None:
    assert {release_of(one).project for one in cited(read_specification())} == set(NEEDS)


@pytest.mark.requires("uv")
def test_a_release_of_which_nothing_is_cited_is_looked_in_by_hashes_alone() -> None:
    words = read_citation("google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L100-104")
    record = read_record(features_folder())

    (found,) = look_in(Release("adk-python", "2.12.0"), [words], record, fetch)
    assert found.state is State.SAME_PLACE
    (found,) = look_in(Release("adk-python", "2.13.0"), [words], record, fetch)
    assert found.state is State.CHANGED
