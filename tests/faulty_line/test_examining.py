"""Sound services are clean, whatever happens on the line; each fault that shows there is found by its own rule."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from faulty_line.examined import check_clean, examined
from faulty_line.wire import (
    AcknowledgingFirst,
    Appending,
    Breaking,
    Crossing,
    Service,
    on_the_wire,
)
from memory_conformance.connect.connectable import connect
from memory_conformance.faulty_line.examining import examine
from memory_conformance.faulty_line.judging import Rule
from memory_conformance.faulty_line.opening import open_line
from memory_conformance.faulty_line.plan import Mishap, Rates
from memory_conformance.faulty_line.plot import Plot, Size
from memory_conformance.scopes.canary import QUERY
from transports.serving import COMMAND, serving


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving("adk-go-1.7") as service:
        yield service.address


@pytest.mark.requires("serve")
@pytest.mark.parametrize("seed", range(2))
def test_a_sound_service_over_http_is_clean(seed: int, address: str) -> None:
    found = examined(address, seed)
    check_clean(found)
    assert found.declared
    assert Mishap.NONE in found.mishaps


def test_a_sound_command_is_clean() -> None:
    command = shlex.join([*COMMAND, "adk-go-1.7", "--stdio"])
    counted = 0
    with open_line(f"exec:{command}", seed=0) as line:
        for seed in range(2):
            found = examine(line.backend, line.backend.hello(), "mc-test-", seed, line.mishaps)
            check_clean(found)
            assert Mishap.CUT not in found.mishaps
            counted += found.messages
        assert counted == line.mishaps.messages


@pytest.mark.parametrize("connectable", ["adk-go-1.7", "adk-go-2.2", "adk-java-1.8"])
@pytest.mark.parametrize("seed", range(2))
def test_a_sound_service_in_this_process_is_clean(connectable: str, seed: int) -> None:
    backend = connect(connectable).backend
    check_clean(examine(backend, backend.hello(), "mc-test-", seed))


FAULTS: dict[Rule, tuple[type[Service], Rates]] = {
    Rule.DOUBLED: (Appending, Rates()),
    Rule.FOREIGN: (Crossing, Rates()),
    Rule.LOST: (AcknowledgingFirst, Rates.only(Mishap.REFUSED, 0.4)),
    Rule.HALF: (Breaking, Rates.only(Mishap.CUT, 0.7)),
}
"""A service that breaks each rule, and what has to happen on the line for it to show."""
BESIDE = {Rule.FOREIGN: {Rule.LOST, Rule.HALF}, Rule.HALF: {Rule.LOST}}
"""What is stored for another is missed where it belongs; and half of a new version takes away what was acknowledged of the old one."""


@pytest.mark.parametrize("rule", Rule)
def test_each_fault_is_found_by_its_own_rule(rule: Rule) -> None:
    service, rates = FAULTS[rule]
    with on_the_wire(service()) as server:
        found = examined(server.address, 1, rates)
    assert found.unproved is None
    assert any(one.around for one in found.of(rule)), [str(one) for one in found.violations]
    assert {one.rule for one in found.violations} <= {rule} | BESIDE.get(rule, set())


@pytest.mark.parametrize("service", [Crossing, AcknowledgingFirst, Breaking])
def test_who_asks_alone_and_undisturbed_sees_none_of_these(service: type[Service]) -> None:
    with on_the_wire(service()) as server, open_line(server.address, rates=Rates.only(Mishap.LOST, 0.0)) as line:
        plot = Plot(line.backend.hello(), "", 1, Size())
        for owner, scope in enumerate(plot.scopes):
            for session in plot.sessions(owner):
                line.backend.add_session("1", scope, session)
                line.backend.search("1", scope, QUERY)
        for owner, scope in enumerate(plot.scopes):
            expected = [event.content for session in plot.sessions(owner) for event in session.events]
            assert [memory.content for memory in line.backend.search("1", scope, QUERY)] == expected


def test_a_doubled_session_of_a_command_is_found() -> None:
    script = str(Path(__file__).with_name("over_stdio.py"))
    sound, doubling = (f"exec:{shlex.join([sys.executable, script, name])}" for name in ("Service", "Appending"))
    check_clean(examined(sound, 2))
    assert {one.rule for one in examined(doubling, 2).violations} == {Rule.DOUBLED}
