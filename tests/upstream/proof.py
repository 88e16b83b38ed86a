"""The whole specification on one real library, held to the tags that features and references.toml give it."""

from functools import cache

from memory_conformance.connect.configuration import read_configuration
from memory_conformance.references import Claim, references
from memory_conformance.report.results import Result, Results
from memory_conformance.run import Wish, play
from memory_conformance.specification import Behaviour, Kind, Specification, read_specification
from memory_conformance.target import find_targets
from memory_conformance.verdict import Word

TOOL = {
    "adk-go": "go",
    "adk-go-vertex": "go",
    "adk-java": "java",
    "adk-js": "node",
    "adk-python": "uv",
    "adk-python-vertex": "uv",
}
"""What a machine needs for the libraries of a project, as `requires` calls it."""


@cache
def played(backend: str, claim: str) -> Results:
    """Everything that came out of playing the specification on a backend, held to a claim."""
    specification = read_specification()
    targets = find_targets((backend,), (claim,), 7, specification, read_configuration())
    assert not targets.failed, targets.failed
    return play(specification, targets, Wish(seed=7))


def unproved(results: Results, claim: Claim) -> list[str]:
    """The tags that a library does not earn, and the answers that it gives without its tag, in a line each.

    A claim that names a release is held to what references.toml says of that release; what it has no operation for proves nothing.
    """
    specification: Specification = read_specification()
    found = []
    for row in results.results:
        told = _fault(row, specification.by_id[row.id], claim)
        if told is not None:
            found.append(f"{row.id}: {told}")
    return found


def _fault(row: Result, behaviour: Behaviour, claim: Claim) -> str | None:
    if claim.release is not None and row.verdict is Word.UNSUPPORTED:
        return None
    if row.kind is Kind.QUESTION:
        own = references().answer(behaviour, claim.reference.tag, claim.release)
        if own is None and (_is_left_open(row.id, claim) or not _speaks_of(behaviour.topic, claim)):
            return None
        if own is None:
            return f"it answers without its tag: {row.observed}" if row.observed is not None else None
        return None if row.verdict is Word.PASS else f"it does not earn its tag: {row.verdict.value}, {row.reason}"
    if references().breaks(behaviour, claim.reference.tag):
        return None if row.verdict is Word.FAIL else f"it is documented to break this: {row.verdict.value}"
    return f"{row.verdict.value}, {row.reason}" if row.verdict not in (Word.PASS, Word.UNSUPPORTED) else None


def _is_left_open(question: str, claim: Claim) -> bool:
    """Whether references.toml says of the release that it answers this in a way of its own."""
    return claim.release is not None and any(one.answers.get(question) == "" for one in claim.reference.but)


@cache
def _topics(tag: str) -> frozenset[str]:
    return frozenset(one.topic for one in read_specification().behaviours if references().answer(one, tag) is not None)


def _speaks_of(topic: str, claim: Claim) -> bool:
    """Whether the reference has answers of this topic at all. What a client finds is the answer of the service behind it."""
    return topic in _topics(claim.reference.tag)
