from itertools import product

import pytest

from memory_conformance.load.people import MOST_EACH, People, paired
from memory_conformance.model import Hello, Reset
from memory_conformance.references import UsageError

TWO = Hello.model_validate({"name": "two"})
ONE = Hello.model_validate({"name": "one", "scope": [{"name": "user"}]})
SHARED = Hello.model_validate({"name": "shared", "scope": [{"name": "team", "crossing": "shared"}, {"name": "user"}]})


@pytest.mark.parametrize("hello", [TWO, ONE, SHARED], ids=lambda hello: hello.name)
def test_no_two_people_share_a_scope(hello: Hello) -> None:
    people = People(hello, "run")
    scopes = {tuple(people.person(number).scope.items()) for number in range(2_000)}

    assert len(scopes) == 2_000
    assert all([name for name, _ in scope] == [field.name for field in hello.scope] for scope in scopes)


def test_names_are_near_each_other() -> None:
    people = People(TWO, "run")
    scopes = [people.person(number).scope for number in range(100)]
    users = {scope["user"] for scope in scopes}

    assert {"user1", "User1", "user10", "user1.x", "user_1"} <= users
    assert {scope["app"] for scope in scopes if scope["user"] == "user1"} == {"shop", "shop2"}


def test_whoever_shares_by_declaration_shares_one_name() -> None:
    people = People(SHARED, "run")

    assert {people.person(number).scope["team"] for number in range(50)} == {"all"}


def test_a_canary_tells_whose_it_is() -> None:
    people = People(TWO, "run")
    for number, nth in product((0, 1, 7, 123_456), (0, 1, MOST_EACH - 1)):
        person = people.person(number)
        text = people.canaries.text(people.canary(person, nth))
        (found,) = People(TWO, "run").canaries.in_text(text)

        assert people.owner_of(found) == person


def test_two_workers_have_no_person_in_common_and_many_side_by_side() -> None:
    numbers = [{paired(serial, worker) for serial in range(200)} for worker in range(5)]

    assert sum(map(len, numbers)) == len(set().union(*numbers))
    assert all(number + 1 in numbers[1] for number in list(numbers[0]) if number and number < 10_000)


def test_a_prefix_is_put_before_the_outermost_name_where_nothing_starts_empty() -> None:
    never_empty = TWO.model_copy(update={"reset": Reset.NONE})

    assert People(never_empty, "run", "mc-1-").person(0).scope["app"].startswith("mc-1-")
    assert People(TWO, "run", "mc-1-").person(0).scope["app"] == "shop"


def test_what_keeps_nobody_apart_is_told_so() -> None:
    nobody = Hello.model_validate({"name": "open house", "scope": [{"name": "user", "crossing": "shared"}]})

    with pytest.raises(UsageError, match="open house declares no scope field that keeps users apart"):
        People(nobody, "run")
