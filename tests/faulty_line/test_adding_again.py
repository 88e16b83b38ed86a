"""Whether adding a session again replaces it: known, declared, or seen."""

from __future__ import annotations

from typing import Any

import pytest

from faulty_line.examined import SMALL, examined
from faulty_line.wire import (
    Appending,
    AppendingUndeclared,
    Connected,
    Service,
    on_the_wire,
)
from memory_conformance.faulty_line.adding_again import AGAIN, REPLACES, declared_to_replace
from memory_conformance.faulty_line.judging import Rule
from memory_conformance.model import Hello
from memory_conformance.specification import read_specification


def test_what_is_known_of_adding_again_outranks_what_is_declared() -> None:
    with on_the_wire(AppendingUndeclared()) as server:
        assert {one.rule for one in examined(server.address, 2, replaces=True, size=SMALL).violations} == {Rule.DOUBLED}
    with on_the_wire(Appending()) as server:
        assert examined(server.address, 2, replaces=False, size=SMALL).violations == ()


def test_whoever_appends_and_says_nothing_else_is_not_held_to_replace() -> None:
    with on_the_wire(AppendingUndeclared()) as server:
        found = examined(server.address, 1, size=SMALL)
    assert (found.replaces, found.declared, found.violations) == (False, False, ())


def test_whoever_replaces_and_says_nothing_is_held_to_what_was_seen() -> None:
    class Quiet(Service):
        declares = False

    class DoublingWhenAskedTwiceAtOnce(Quiet):
        """Two copies of a message that are there at the same moment are both added."""

        under_way = 0

        def add(self, owner: tuple[str, str], session: str, events: list[Any], connected: Connected) -> None:
            self.under_way += 1
            connected()
            super().add(owner, session, events * min(self.under_way, 2), connected)
            self.under_way -= 1

    with on_the_wire(Quiet()) as server:
        found = examined(server.address, 1, size=SMALL)
        assert (found.replaces, found.declared, found.violations) == (True, False, ())
    with on_the_wire(DoublingWhenAskedTwiceAtOnce()) as server:
        found = examined(server.address, 1)
    assert (found.replaces, found.declared) == (True, False)
    assert {one.rule for one in found.violations} == {Rule.DOUBLED}


@pytest.mark.parametrize(
    ("hello", "declared"),
    [
        (Hello(name="x"), None),
        (Hello(name="x", claim="adk-go-1.7"), True),
        (Hello(name="x", claim="adk-go@2.4.0"), True),
        (Hello(name="x", claim="adk-python-vertex-2.13"), None),
        (Hello(name="x", claim="no such thing"), None),
        (Hello(name="x", claim="none"), None),
        (Hello(name="x", answers={AGAIN: REPLACES}), True),
        (Hello(name="x", claim="adk-go-1.7", answers={AGAIN: "each addition is another"}), False),
    ],
)
def test_what_is_declared_of_adding_again_is_read_from_the_specification(hello: Hello, declared: bool | None) -> None:
    assert declared_to_replace(hello) is declared


def test_the_question_of_adding_again_has_this_answer() -> None:
    assert REPLACES in [answer.title for answer in read_specification().by_id[AGAIN].answers]
