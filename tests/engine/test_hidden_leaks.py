"""A leak is a leak in other letters, in another field, and for some queries only."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.toys import Store
from memory_conformance.connect.connectable import connect_object
from memory_conformance.model import Content, Memory, Part, Scope
from memory_conformance.report.matrix import code_of
from memory_conformance.run import Wish, play
from memory_conformance.specification import read_specification
from memory_conformance.target import target_objects
from memory_conformance.verdict import Word


class Slipping(Store):
    """Adds to what is found what others remember, in a shape of its own and for some queries."""

    def __init__(self, shape: Callable[[Memory], Memory], when: Callable[[str], bool]) -> None:
        super().__init__()
        self.shape = shape
        self.when = when

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        found = super().search(instance, scope, query)
        if not self.when(query):
            return found
        others = self.of_owners(instance, lambda owner: owner != tuple(scope.items()))
        return [*found, *(self.shape(memory) for memory in others)]


def in_capitals(memory: Memory) -> Memory:
    return Memory(content=Content(parts=[Part(text=memory.text().upper())]))


def in_the_author(memory: Memory) -> Memory:
    return Memory(content=Content(parts=[Part(text="hello")]), author=memory.text())


def in_the_metadata(memory: Memory) -> Memory:
    return Memory(content=Content(parts=[Part(text="hello")]), custom_metadata={"source": memory.text()})


def as_it_is(memory: Memory) -> Memory:
    return memory


@pytest.mark.parametrize(
    ("shape", "when", "killer"),
    [
        (in_capitals, lambda query: True, "SCOPE-001"),
        (in_the_author, lambda query: True, "SCOPE-001"),
        (in_the_metadata, lambda query: True, "SCOPE-001"),
        (as_it_is, lambda query: "'" in query, "QUERY-001"),
        (as_it_is, lambda query: not query.strip(), "QUERY-004"),
        (as_it_is, lambda query: query == "*", "QUERY-004"),
    ],
    ids=["capitals", "author", "metadata", "for a quote", "for nothing", "for a star"],
)
def test_a_leak_is_found_in_whatever_shape(
    shape: Callable[[Memory], Memory], when: Callable[[str], bool], killer: str
) -> None:
    specification = read_specification()
    targets = target_objects([("toy", lambda: connect_object(Slipping(shape, when), "toy"))], 1, specification)
    results = play(specification, targets, Wish(only=(killer,), seed=1))
    assert {row.verdict for row in results.results} == {Word.FAIL}
    assert code_of(results) == 1
