"""Every fault is killed by each scenario that is named for it, and everything that is said of memory kills one."""

from __future__ import annotations

import ast
import inspect

import pytest

from memory_conformance.faults.hunting import hunt
from memory_conformance.faults.planted import base_of
from memory_conformance.faults.playing import Bases, Playground
from memory_conformance.faults.scoring import answers_covered, ports_of, requirements_covered
from memory_conformance.references import references
from memory_conformance.verdict import Word
from memory_references.planted import bases
from memory_references.planted.catalogue import faults, merely_different, services
from memory_references.planted.fault import FAULTS, Base, Fault, Kind, name_of
from memory_references.planted.keyed import KEYED
from planted.alarms import specification

BASES = Bases(specification())
"""What is played on a service without a fault is played once for all faults."""

OURS = ("complete", "keyed")
"""The bases that are no references."""
NAMED = {(fault.base, killer) for fault in faults() for killer in fault.killers}


def test_there_are_more_than_eighty_and_some_of_each_kind() -> None:
    assert len(faults()) >= 80
    assert {fault.kind for fault in faults()} == set(Kind)


@pytest.mark.parametrize("fault", faults(), ids=lambda fault: fault.name)
def test_a_fault_is_killed_by_each_scenario_that_is_named_for_it(fault: Fault) -> None:
    (played,) = hunt([fault], specification(), BASES).faults

    assert {one.id: f"{one.came}: {one.told}" for one in played.tried if not one.kills} == {}
    assert played.killed


@pytest.mark.parametrize("fault", faults(), ids=lambda fault: fault.name)
def test_a_fault_bears_its_name_and_claims_what_its_base_does(fault: Fault) -> None:
    hello, base = fault.make().hello(), base_of(fault.base).hello()

    if fault.name != "another-name-each-time":
        assert hello == base.model_copy(update={"name": f"planted:{fault.name}"})
    assert (hello.name, hello.claim) == (f"planted:{fault.name}", None if fault.base in OURS else fault.base)


def test_every_requirement_kills_a_fault() -> None:
    assert requirements_covered(NAMED, specification()).missing == []


def test_every_answer_of_a_reference_with_a_port_kills_a_fault() -> None:
    known = references()
    coverage = answers_covered(NAMED, specification(), known, ports_of(known))

    assert coverage.missing == []
    assert coverage.total > 300


def test_the_ports_are_all_that_there_are_but_for_the_real_package() -> None:
    assert set(ports_of(references())) == {
        *("adk-go-1.7", "adk-go-2.2", "adk-go-2.4", "adk-java-1.8", "adk-js-2.0", "segmented"),
        *("adk-go-vertex-2.2", "adk-python-vertex-2.13"),
    }


def test_what_counts_as_seen_elsewhere_is_one_line_without_an_address() -> None:
    assert [fault.name for fault in faults() if "://" in fault.seen_in or "\n" in fault.seen_in] == []
    assert sum(bool(fault.seen_in) for fault in faults()) > 50


def test_no_two_planted_services_share_a_name() -> None:
    assert len(services()) == len(OURS) + len(merely_different()) + len(FAULTS)


@pytest.mark.parametrize("fault", faults(), ids=lambda fault: fault.name)
def test_what_is_wrong_is_said_in_one_line(fault: Fault) -> None:
    assert len(fault.what) <= 136
    assert fault.what[0].isupper()


def test_what_faults_have_in_common_is_no_fault() -> None:
    """Some classes give a decision a method of its own, without a fault: on these the same scenarios pass."""
    every = [*vars(bases).values(), KEYED]
    makes = {base.name: base.make for base in every if isinstance(base, Base)}
    plain: dict[tuple[type, str], set[str]] = {}
    for fault in faults():
        for kind in fault.changed.__mro__[1:]:
            if kind.__module__.startswith("memory_references.planted.") and "complete" not in kind.__module__:
                plain.setdefault((kind, fault.base), set()).update(fault.killers)
    failed = [
        f"{kind.__name__}: {one} {verdict.word}: {verdict.reason}"
        for (kind, base), ids in plain.items()
        for ground in [Playground(makes[base](kind, f"planted:{name_of(kind)}"))]
        for one in sorted(ids)
        if (verdict := ground.play(specification().by_id[one]).verdict).word is not Word.PASS
    ]
    assert failed == []
    assert len(plain) > 12


def test_a_fault_changes_one_thing() -> None:
    """Two methods are one decision where a name is changed both where it is written and where it is read."""
    many = {fault.name: methods for fault in faults() if len(methods := defined(fault.changed)) > 2}
    assert many == {}


def defined(kind: type) -> list[str]:
    """What a class defines."""
    (tree,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(tree, ast.ClassDef)
    return [one.name for one in tree.body if isinstance(one, ast.FunctionDef)]
