"""A function in which one name stands for something else: what else there is of it stays as it was."""

from __future__ import annotations

import pytest

from memory_references.adk_go_1_7.service import InMemoryService
from memory_references.adk_java_1_8.service import InMemoryMemoryService
from memory_references.planted.fault import Base, Kind, name_of
from memory_references.planted.otherwise import otherwise

LIMIT = 10


def limited(numbers: list[int], most: int = 20) -> list[int]:
    """The first of some numbers."""
    return [number for number in numbers if number < most][:LIMIT]


def squared(numbers: list[int]) -> list[int]:
    """The squares."""
    return [square(number) for number in numbers]


def square(number: int) -> int:
    return number * number


def test_the_name_means_something_else_in_the_changed_function_alone() -> None:
    changed = otherwise(limited, LIMIT=2)

    assert changed(list(range(30))) == [0, 1]
    assert changed(list(range(30)), most=1) == [0]
    assert len(limited(list(range(30)))) == 10


def test_a_name_that_is_used_within_a_comprehension_counts() -> None:
    assert otherwise(squared, square=abs)([-2, 3]) == [2, 3]


def test_a_name_that_the_function_does_not_use_is_refused() -> None:
    with pytest.raises(LookupError, match="limited does not use 'MOST'"):
        otherwise(limited, MOST=2)


def test_what_the_ports_are_changed_by_is_a_name_of_theirs() -> None:
    assert otherwise(InMemoryService.search_memory, MAX_SEARCH_RESULTS=11) is not InMemoryService.search_memory
    assert otherwise(InMemoryMemoryService.search_memory, text_of=str) is not InMemoryMemoryService.search_memory


def test_a_fault_is_called_by_the_words_of_its_class() -> None:
    class LimitOfEleven:
        pass

    assert name_of(LimitOfEleven) == "limit-of-eleven"


def test_a_fault_without_a_docstring_and_one_that_names_a_killer_twice_are_refused() -> None:
    class Undescribed:
        pass

    class Twice:
        """Something is wrong."""

    plant = Base("complete", lambda changed, name: pytest.fail("never made"))
    with pytest.raises(ValueError, match="Undescribed: a fault has a name of its own"):
        plant(Kind.SCOPE, "SCOPE-001")(Undescribed)
    with pytest.raises(ValueError, match="each killer once"):
        plant(Kind.SCOPE, "SCOPE-001 SCOPE-002", "SCOPE-001")(Twice)
