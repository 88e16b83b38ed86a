"""A lattice has each scope once, every name in every field, and whoever might be taken for another beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_conformance.scopes.identifiers import FAMILIES, SEPARATORS
from memory_conformance.scopes.lattice import JOINED, SESSION, SEVERAL, Cell, interleaved, lattice, taken_for

FIELDS = (("user",), ("app", "user"), ("tenant", "app", "user"), ("tenant", "app", "agent", "user"))
each_scope = pytest.mark.parametrize("fields", FIELDS, ids=lambda fields: f"{len(fields)} fields")


@cache
def made(fields: Sequence[str], seed: int = 1, most: int | None = None) -> tuple[Cell, ...]:
    """A lattice that several tests look at."""
    return lattice(fields, seed, most)


def scopes(cells: Sequence[Cell]) -> set[tuple[str, ...]]:
    return {cell.key() for cell in cells}


def met(fields: Sequence[str], cells: Sequence[Cell]) -> Iterator[tuple[str, str, str, str]]:
    """The families that meet in two fields of some cell: ``(field, family, other field, other family)``."""
    of = {name: {one.name for one in FAMILIES if name in one.names} for cell in cells for name in cell.key()}
    for cell in cells:
        for one, other in combinations(fields, 2):
            yield from (
                (one, a, other, b) for a, b in product(of.get(cell.scope[one], ()), of.get(cell.scope[other], ()))
            )


@each_scope
@pytest.mark.parametrize("most", [None, 50])
def test_the_same_seed_gives_the_same_cells(fields: Sequence[str], most: int | None) -> None:
    assert made(fields, 1, most) == lattice(fields, 1, most)


def test_another_seed_gives_other_cells() -> None:
    assert scopes(lattice(("app", "user"), 1)) != scopes(lattice(("app", "user"), 2))
    assert scopes(lattice(("user",), 1, 50)) != scopes(lattice(("user",), 2, 50))


@each_scope
@pytest.mark.parametrize("most", [None, 2, 3, 50, 999])
def test_each_scope_is_there_once_and_as_many_as_are_wanted(fields: Sequence[str], most: int | None) -> None:
    cells = made(fields, 1, most)
    assert len(scopes(cells)) == len(cells) == (len(cells) if most is None else most)
    assert all(tuple(cell.scope) == fields for cell in cells)


def test_ten_thousand_are_ten_thousand() -> None:
    assert len(scopes(lattice(("app", "user"), 3, 10_000))) == 10_000
    assert len(scopes(lattice(("user",), 3, 10_000))) == 10_000


def test_without_a_field_there_is_no_cell() -> None:
    assert lattice((), 1) == lattice((), 1, 100) == ()


@each_scope
def test_every_name_of_every_family_is_in_every_field(fields: Sequence[str]) -> None:
    cells = made(fields)
    for field, family in product(fields, FAMILIES):
        there = {cell.scope[field] for cell in cells}
        assert {*family.names, *family.victims} <= there


@each_scope
def test_each_name_stands_alone_beside_whoever_it_might_be_taken_for(fields: Sequence[str]) -> None:
    cells = made(fields)
    there = scopes(cells)
    for (
        field,
        family,
    ) in product(fields, FAMILIES):
        alone = [
            cell
            for cell in cells
            if cell.field == field and cell.family == family.name and cell.scope[field] in family.names
        ]
        for cell in alone:
            assert {tuple(one.values()) for one in taken_for(cell.scope)} <= there


@each_scope
@pytest.mark.parametrize("seed", range(1, 3))
def test_every_two_families_meet_in_every_two_fields(fields: Sequence[str], seed: int) -> None:
    names = [family.name for family in FAMILIES]
    wanted = {(one, a, other, b) for one, other in combinations(fields, 2) for a, b in product(names, names)}
    assert wanted - set(met(fields, made(fields, seed))) == set()


def test_a_lattice_grows_by_the_families_and_not_by_their_power() -> None:
    counts = [len(made(fields)) for fields in FIELDS]
    assert counts[1] < 1_000
    assert all(more - less < 800 for less, more in pairwise(counts))


@each_scope
@pytest.mark.parametrize("separator", SEPARATORS.values(), ids=SEPARATORS)
def test_two_read_the_same_once_they_are_joined_by_any_separator(fields: Sequence[str], separator: str) -> None:
    cells = [cell for cell in made(fields) if cell.family == JOINED]
    for place in range(len(fields)):
        # Each field with the one after it, and the last with the session.
        read = [separator.join([*cell.key(), cell.session][place : place + 2]) for cell in cells]
        others = [(*cell.key()[:place], *cell.key()[place + 2 :]) for cell in cells]
        same = [
            (one, other)
            for one, other in combinations(range(len(cells)), 2)
            if read[one] == read[other] and others[one] == others[other]
        ]
        assert same, place


CARELESS = {
    "by a percent sign": lambda name, sign: name.replace(sign, f"%{ord(sign):02X}"),
    "by a backslash": lambda name, sign: name.replace(sign, f"\\{sign}"),
    "by writing it twice": lambda name, sign: name.replace(sign, 2 * sign),
}
"""Ways to escape a sign in a name that leave what it is escaped by as it is."""


@pytest.mark.parametrize("fields", FIELDS[1:], ids=lambda fields: f"{len(fields)} fields")
@pytest.mark.parametrize("escape", CARELESS.values(), ids=CARELESS)
@pytest.mark.parametrize("sign", ["/", ":", ".", "|", ",", "#", "\\", "\0", "\t", " "], ids=repr)
def test_two_read_the_same_once_they_are_joined_and_escaped_carelessly(
    fields: Sequence[str], escape: Callable[[str, str], str], sign: str
) -> None:
    cells = [cell for cell in made(fields) if cell.family == JOINED and cell.session == SESSION]
    for place in range(len(fields) - 1):
        read = [
            (*key[:place], sign.join(escape(name, sign) for name in key[place : place + 2]), *key[place + 2 :])
            for key in map(Cell.key, cells)
        ]
        assert len(set(read)) < len(read), place


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("most", [20, 50, 100])
def test_of_fewer_cells_each_is_there_with_somebody_whom_it_might_be_taken_for(most: int, seed: int) -> None:
    cells = lattice(("app", "user"), seed, most)
    there = scopes(cells)
    lonely = [
        cell
        for cell in cells
        if cell.family in {family.name for family in FAMILIES}
        and not cell.victim
        and not any(tuple(one.values()) in there for one in taken_for(cell.scope))
    ]
    # A place that is left over goes to somebody with other names in all fields.
    assert lonely == []


@pytest.mark.parametrize("seed", range(5))
def test_a_hundred_cells_have_names_of_each_family_in_each_field(seed: int) -> None:
    cells = lattice(("app", "user"), seed, 100)
    there = {(cell.family, cell.field) for cell in cells}
    assert {(family.name, field) for family in FAMILIES for field in ("app", "user")} <= there


@pytest.mark.parametrize("seed", range(5))
def test_a_hundred_cells_have_the_names_that_a_colon_or_a_slash_joins(seed: int) -> None:
    joined = [cell.key() for cell in lattice(("app", "user"), seed, 100) if cell.family == JOINED]
    for separator in (":", "/"):
        keys = [separator.join(key) for key in joined]
        assert len(set(keys)) < len(keys)


def test_all_sessions_have_one_id_but_those_that_are_to_be_joined() -> None:
    assert {cell.family for cell in lattice(("app", "user"), 1) if cell.session != SESSION} == {JOINED}


@st.composite
def some_cells(draw: st.DrawFn) -> list[Cell]:
    victims = draw(st.lists(st.booleans(), min_size=2, max_size=40))
    return [Cell({"user": str(number)}, "", "user", victim=one) for number, one in enumerate(victims)]


@given(some_cells(), st.integers(0, 9))
def test_both_orders_have_each_cell_once(cells: list[Cell], seed: int) -> None:
    for order in interleaved(cells, seed):
        assert sorted(order, key=Cell.key) == sorted(cells, key=Cell.key)


@given(some_cells(), st.integers(0, 9))
def test_over_both_orders_each_that_might_be_taken_for_another_acts(cells: list[Cell], seed: int) -> None:
    acting = {cell.key() for order in interleaved(cells, seed) for cell in order[1::2]}
    idle = [cell for cell in cells if not cell.victim and cell.key() not in acting]
    # Of an odd number, one can always only watch.
    assert len(idle) <= (len(cells) % 2 and all(not cell.victim for cell in cells))


@each_scope
@pytest.mark.parametrize("most", [None, 4, 50, 101])
def test_each_of_a_lattice_that_might_be_taken_for_another_acts(fields: Sequence[str], most: int | None) -> None:
    cells = made(fields, 1, most)
    acting = {cell.key() for order in interleaved(cells, 1) for cell in order[1::2]}
    assert {cell.key() for cell in cells if not cell.victim} - acting == set()


def test_a_victim_that_might_itself_be_taken_for_another_is_no_mere_victim() -> None:
    victims = {cell.key() for cell in made(("user",)) if cell.victim}
    assert ("ana",) in victims
    assert not {("user1",), ("user10",), ("ana/x",)} & victims


def test_where_all_names_are_unusual_each_of_a_family_has_its_turn() -> None:
    fields = ("app", "user")
    several = [cell for cell in made(fields) if cell.family == SEVERAL]
    for field, family in product(fields, FAMILIES):
        assert set(family.names[:15]) - {cell.scope[field] for cell in several} == set() or len(family.names) > 15


def test_of_a_shared_field_there_are_few_names_in_one_group() -> None:
    every, few = lattice(("app", "user"), 1), lattice(("app", "user"), 1, shared=["user"])
    in_shop = [sum(cell.scope["app"] == "shop" for cell in cells) for cells in (every, few)]
    assert 2 * in_shop[1] < in_shop[0]
    assert {cell.scope["app"] for cell in few} == {cell.scope["app"] for cell in every}
    assert {cell.family for cell in few} == {cell.family for cell in every}
