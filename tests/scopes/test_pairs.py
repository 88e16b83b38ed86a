"""What is counted of pairs is what would be counted by going through all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_conformance.scopes.pairs import Leak, Path, Proof, Sharing, Sight, asked_proof, headline, proof_of

NOTHING = (Sight.EMPTY, Sight.BARRED)
cells = st.lists(st.tuples(st.sampled_from(Sight), st.integers(0, 4)), max_size=12)


def meaning(reader: Sight, owner: Sight, *, shared: bool = False) -> str | None:
    """What a pair counts for; None for one in which there is nothing to be seen."""
    if owner in NOTHING:
        return None
    if shared:
        return "shared"
    if {reader, owner} & {Sight.REFUSED, Sight.BARRED}:
        return "refused"
    if Sight.UNASKED in (reader, owner):
        return "unasked"
    if owner is Sight.SEES and reader is not Sight.BLIND:
        return "proved"
    return "blind"


def counted(proof: Proof) -> dict[str, int]:
    return {name: getattr(proof, name) for name in ("proved", "refused", "blind", "unasked", "shared")}


def expected(pairs: Sequence[tuple[int, int]], sights: Sequence[Sight], groups: Sequence[int]) -> dict[str, int]:
    found = Counter(meaning(sights[a], sights[b], shared=groups[a] == groups[b]) for a, b in pairs)
    return {name: found[name] for name in ("proved", "refused", "blind", "unasked", "shared")}


@given(cells)
def test_a_proof_counts_what_all_ordered_pairs_would_give(given_cells: list[tuple[Sight, int]]) -> None:
    sights, groups = [sight for sight, _ in given_cells], [group for _, group in given_cells]
    proof = proof_of(Path.SEARCH, sights, (), groups)
    assert counted(proof) == expected(list(permutations(range(len(sights)), 2)), sights, groups)
    assert proof.proved + proof.refused + proof.blind + proof.unasked == proof.pairs
    assert proof.cells == len(sights)


@given(st.lists(st.sampled_from(Sight), max_size=12))
def test_nobody_shares_unless_it_is_declared(sights: list[Sight]) -> None:
    proof = proof_of(Path.LIST, sights, ())
    assert proof == proof_of(Path.LIST, sights, (), range(len(sights)))
    assert proof.shared == 0


@given(cells, st.data())
def test_a_proof_of_single_pairs_counts_each_of_them(given_cells: list[tuple[Sight, int]], data: st.DataObject) -> None:
    sights, groups = [sight for sight, _ in given_cells], [group for _, group in given_cells]
    pairs = list(permutations(range(len(sights)), 2))
    asked = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    proof = asked_proof(Path.GET, sights, asked, (), groups)
    assert counted(proof) == expected(asked, sights, groups)
    assert proof.proved + proof.refused + proof.blind + proof.unasked == proof.pairs


def test_pairs_that_were_not_come_to_are_unasked_and_not_proved() -> None:
    sights = [Sight.SEES, Sight.SEES, Sight.REFUSED]
    proof = asked_proof(Path.GET, sights, [(0, 1)], (), None, [(1, 0), (0, 2)])
    assert (proof.pairs, proof.proved, proof.unasked, proof.refused) == (3, 1, 1, 1)


def test_whoever_remembers_nothing_proves_what_they_are_not_shown_and_hides_nothing() -> None:
    proof = proof_of(Path.SEARCH, [Sight.SEES, Sight.EMPTY, Sight.EMPTY], ())
    assert (proof.pairs, proof.proved) == (2, 2)
    assert proof_of(Path.SEARCH, [Sight.EMPTY] * 5, ()).pairs == 0


def test_whoever_may_not_look_proves_nothing_and_hides_nothing() -> None:
    proof = proof_of(Path.SEARCH, [Sight.SEES, Sight.BARRED], ())
    assert (proof.pairs, proof.proved, proof.refused) == (1, 0, 1)


def test_a_reader_who_does_not_see_what_is_theirs_proves_nothing() -> None:
    proof = proof_of(Path.SEARCH, [Sight.SEES, Sight.BLIND], ())
    assert (proof.pairs, proof.proved, proof.blind) == (2, 0, 2)


def test_the_headline_is_in_the_words_of_the_issue() -> None:
    assert (
        headline(0, 4_120, 610, 270) == "0 leaks in 4,120 proved pairs; 880 not proved (610 refused, 270 owner blind)"
    )


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((0, 4_120, 0, 0), "0 leaks in 4,120 proved pairs"),
        ((1, 1, 0, 0), "1 leak in 1 proved pair"),
        ((2, 0, 0, 3), "2 leaks and 0 proved pairs; 3 not proved (3 owner blind)"),
        (
            (1_003, 10, 1, 1, 2_000),
            "1,003 leaks and 10 proved pairs; 2,002 not proved (1 refused, 1 owner blind, "
            "2,000 not asked after so many leaks)",
        ),
    ],
)
def test_a_headline_names_what_there_is(counts: tuple[int, ...], words: str) -> None:
    assert headline(*counts) == words


def test_a_proof_says_its_headline() -> None:
    proof = proof_of(Path.SEARCH, [Sight.SEES, Sight.SEES, Sight.REFUSED], [Leak(0, 1, Path.SEARCH)])
    assert proof.words() == "1 leak in 2 proved pairs; 4 not proved (4 refused)"


def test_a_group_is_of_those_with_the_same_private_names() -> None:
    sharing = Sharing(["user"])
    groups = [sharing.group({"app": app, "user": user}) for app, user in ("xa", "ya", "xb", "yb", "xa")]
    assert groups == [0, 0, 1, 1, 0]


def test_where_every_field_is_shared_all_are_one_group() -> None:
    sharing = Sharing([])
    assert {sharing.group({"user": user}) for user in "abc"} == {0}
