"""A port answers like the real library on histories that nobody wrote by hand. `tox -e differential` goes on with more."""

from collections.abc import Iterator

import pytest

from differential.record import PORTS
from memory_conformance.connect.connectable import connect
from memory_conformance.histories.comparing import Side, compare
from upstream.proof import TOOL

HISTORIES = 1000


@pytest.fixture(
    params=[pytest.param(tag, marks=pytest.mark.requires(TOOL[PORTS[tag].partition("@")[0]])) for tag in PORTS]
)
def sides(request: pytest.FixtureRequest) -> Iterator[tuple[Side, Side]]:
    """The port and the library."""
    backends = connect(request.param).backend, connect(f"upstream:{PORTS[request.param]}").backend
    try:
        yield Side(backends[0], backends[0].hello()), Side(backends[1], backends[1].hello())
    finally:
        for backend in backends:
            backend.disconnect()


@pytest.mark.timeout(600)
def test_a_port_answers_like_the_library_on_two_thousand_histories(sides: tuple[Side, Side]) -> None:
    # The seed of no campaign, so that these are others.
    compared = compare(sides, HISTORIES, seed=1_000_003)

    assert compared.examples == []
    assert (compared.played, compared.differing) == (HISTORIES, 0)


def test_every_port_is_held_against_a_release_that_it_stands_for() -> None:
    from memory_conformance.references import references

    ports = [
        one
        for one in references().by_tag.values()
        if one.upstream and (one.backend or "").startswith("memory_references.")
    ]

    # adk-go-2.4 is made of the other two, and its own module cannot be had.
    assert {one.tag: one.proved_by for one in ports if one.tag != "adk-go-2.4"} == dict(PORTS)
