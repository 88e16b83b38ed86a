"""The list of references: every release is one reference's, and a claim finds it."""

from itertools import combinations, groupby

import pytest

from memory_conformance.references import Reference, UsageError, references

BY_PROJECT = {
    project: list(group)
    for project, group in groupby(
        sorted(references().by_tag.values(), key=lambda one: one.project), key=lambda one: one.project
    )
}


def numbers(release: str) -> tuple[int, ...]:
    return tuple(int(number) for number in release.split("."))


@pytest.mark.parametrize(
    ("one", "other"),
    [pair for group in BY_PROJECT.values() for pair in combinations(group, 2)],
    ids=lambda reference: reference.tag,
)
def test_no_release_is_that_of_two_references(one: Reference, other: Reference) -> None:
    assert not [
        (mine, theirs)
        for mine in one.releases
        for theirs in other.releases
        if numbers(mine[0]) <= numbers(theirs[1]) and numbers(theirs[0]) <= numbers(mine[1])
    ]


@pytest.mark.parametrize("reference", references().by_tag.values(), ids=lambda reference: reference.tag)
def test_a_reference_is_claimed_by_its_tag_and_by_the_ends_of_its_releases(reference: Reference) -> None:
    claims = [references().claim(f"{reference.project}@{end}") for ends in reference.releases for end in ends]

    assert {claim.reference.tag for claim in claims if claim} == {reference.tag}
    by_tag = references().claim(reference.tag)
    assert by_tag is not None
    assert (by_tag.reference, by_tag.release, str(by_tag)) == (reference, None, reference.tag)


@pytest.mark.parametrize("reference", references().by_tag.values(), ids=lambda reference: reference.tag)
def test_ranges_begin_before_they_end(reference: Reference) -> None:
    assert all(numbers(first) <= numbers(last) for first, last in reference.releases)


@pytest.mark.parametrize("reference", references().by_tag.values(), ids=lambda reference: reference.tag)
def test_a_reference_answers_from_references_that_answer_themselves(reference: Reference) -> None:
    for other in reference.answers_from.values():
        assert references().get(other).answers_from == {}


def test_a_release_within_a_range_is_that_reference_and_the_claim_repeats_it() -> None:
    claim = references().claim("adk-python@2.9.1")

    assert claim is not None
    assert claim.reference.tag == "adk-python-2.8"
    assert str(claim) == "adk-python-2.8 (adk-python 2.9.1)"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("adk-python@1.39.1", "the nearest is 1.39.0, which is adk-python-2.0"),
        ("adk-python@1.7.0", "the nearest is 1.8.0, which is adk-python-1.10"),
        ("adk-python@99", "the nearest is 2.13.0, which is adk-python-2.13"),
        ("adk-go@2.3.0", "the nearest is 2.2.0, which is adk-go-2.2"),
        ("adk-go@latest", "'latest' is no release; write it like 2.9.1"),
        ("adk-pyton@2.9.1", "no project is called 'adk-pyton'; did you mean adk-python"),
        ("adk-go-1.8", "no reference is called 'adk-go-1.8'; did you mean adk-go-1.7"),
    ],
)
def test_a_claim_that_leads_nowhere_says_what_is_near(written: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        references().claim(written)

    assert said in str(caught.value)


def test_none_is_no_claim() -> None:
    assert references().claim("none") is None
