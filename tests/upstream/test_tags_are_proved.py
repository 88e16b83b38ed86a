"""What the features say of a reference is true of the released library: each tag is earned, and none is missing."""

import pytest
from _pytest.mark.structures import ParameterSet

from memory_conformance.references import Claim, Reference, references
from memory_conformance.report.matrix import code_of
from upstream.proof import TOOL, played, unproved

PROVED = [reference for reference in references().by_tag.values() if reference.proved_by is not None]

RELATED = ["adk-go@1.6.0", "adk-java@0.3.0", "adk-js@1.6.0", "adk-python@1.20.0", "adk-python@2.9.2"]
"""Other releases that references.toml counts to a reference; most of them answer single questions otherwise, as it says."""


def marked(release: str, *values: object) -> ParameterSet:
    return pytest.param(*values, id=release, marks=pytest.mark.requires(TOOL[release.partition("@")[0]]))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("reference", [marked(str(one.proved_by), one) for one in PROVED])
def test_a_library_earns_every_tag_of_its_reference_and_has_no_answer_without_one(reference: Reference) -> None:
    results = played(f"upstream:{reference.proved_by}", reference.tag)

    assert unproved(results, Claim(reference)) == []
    assert code_of(results) == 0


@pytest.mark.timeout(600)
@pytest.mark.parametrize("release", [marked(release, release) for release in RELATED])
def test_another_release_of_its_range_does_so_as_well(release: str) -> None:
    claim = references().claim(release)
    assert claim is not None

    assert unproved(played(f"upstream:{release}", release), claim) == []


@pytest.mark.requires("uv")
@pytest.mark.timeout(600)
def test_seven_references_of_one_python_class_are_seven_behaviours() -> None:
    python = [reference for reference in PROVED if reference.project == "adk-python"]
    seen = {one.tag: played(f"upstream:{one.proved_by}", one.tag).results for one in python}
    behaviour = {tag: tuple((row.id, row.verdict, row.observed) for row in rows) for tag, rows in seen.items()}

    assert len(behaviour) == 7
    assert len(set(behaviour.values())) == 7


def test_what_proves_a_reference_is_a_release_of_its_own() -> None:
    for reference in PROVED:
        claim = references().claim(str(reference.proved_by))
        assert claim is not None
        assert claim.reference is reference


def test_only_what_is_derived_is_unproved() -> None:
    upstream = [reference for reference in references().by_tag.values() if reference.upstream]

    assert [one.tag for one in upstream if one not in PROVED] == ["adk-go-2.4"]


def test_a_tag_that_is_not_earned_is_told() -> None:
    told = unproved(played("adk-go-1.7", "adk-java-1.8"), Claim(references().get("adk-java-1.8")))

    assert any(line.startswith("DIGITS-001: it does not earn its tag: fail") for line in told)
    assert "NAME-001: it is documented to break this: pass" in told


@pytest.mark.requires("adk")
def test_an_answer_without_its_tag_is_told() -> None:
    told = unproved(played("adk-python-2.13", "none"), Claim(references().get("adk-go-1.7")))

    assert any(line.startswith("DELETE-002: it answers without its tag") for line in told)
