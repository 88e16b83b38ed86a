"""The list of references: every release is one reference's, and a claim finds it."""

from itertools import combinations, groupby

import pytest

from memory_conformance.references import Reference, UsageError, references
from memory_conformance.specification import read_specification

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


@pytest.mark.parametrize("reference", [one for one in references().by_tag.values() if one.but], ids=lambda one: one.tag)
def test_what_a_release_answers_otherwise_is_a_documented_answer_and_another_one(reference: Reference) -> None:
    questions = read_specification().by_id
    for but in reference.but:
        inside = [end for ends in but.releases for end in ends]
        assert {
            claim.reference.tag for end in inside if (claim := references().claim(f"{reference.project}@{end}"))
        } == {reference.tag}
        for question, title in but.answers.items():
            answer = references().answer(questions[question], reference.tag, but.releases[0][0])
            assert answer == (questions[question].answer_called(title) if title else None), question
            assert answer is not None or not title, f"{question} has no answer “{title}”"
            assert answer != references().answer(questions[question], reference.tag), question


def test_a_release_is_held_to_what_is_said_of_it() -> None:
    question = read_specification().by_id["HOOK-001"]
    told = {
        release: question.answers[answer].title
        for release in ("1.3.0", "1.4.0", "2.2.0")
        if (answer := references().answer(question, "adk-go-2.2", release)) is not None
    }

    assert told == {
        "1.3.0": "has nothing to search with",
        "1.4.0": "finds what the user has",
        "2.2.0": "is refused",
    }


def test_what_is_cited_for_such_a_release_gives_its_answer() -> None:
    question = read_specification().by_id["FAIL-005"]
    claim = references().claim("adk-python@1.20.0")
    assert claim is not None
    assert references().is_exception(question, claim)
    assert (
        question.answers[references().answer(question, claim.reference.tag, claim.release) or 0].title == "is answered"
    )
    cited = {tag for source in references().sources_elsewhere(question, claim) for tag in source.references}
    assert "adk-python-2.0" in cited
    assert not {tag for tag in cited if not tag.startswith("adk-python")}
    assert claim.reference.tag not in cited

    before = references().claim("adk-python@1.15.0")
    assert before is not None
    assert not references().is_exception(question, before)
