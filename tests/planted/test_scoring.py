"""When a fault counts as killed, and when not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from memory_conformance.backend import Backend, BackendError, ErrorCode
from memory_conformance.faults.hunting import hunt
from memory_conformance.faults.playing import Bases
from memory_conformance.model import Memory, Scope, Session
from memory_conformance.references import UsageError
from memory_conformance.report.faults import PlayedFault
from memory_references.library import Failure
from memory_references.planted.bases import COMPLETE, GO
from memory_references.planted.catalogue import faults
from memory_references.planted.complete import Complete, CompleteBackend
from memory_references.planted.fault import Base, Fault, Kind
from planted.alarms import specification


class Harmless(Complete):
    """Nothing is wrong."""


class Crashes(Complete):
    """Every search is an error."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        raise Failure("it is broken")


class Trips(Complete):
    """Every search is a mistake of the program."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        return [self.memory(None)]  # type: ignore[arg-type]


class Forgets(Complete):
    """Nothing is ever stored."""

    def add_session_to_memory(self, session: Session) -> None:
        return


class Silent(CompleteBackend):
    """Its harness breaks."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        raise RuntimeError("no answer")

    def ask(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        raise RuntimeError("no answer")


class AddsNothing(CompleteBackend):
    """Nothing can be added, over a wire."""

    def ask(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        if operation == "add_session":
            raise BackendError(ErrorCode.INTERNAL, "it is broken")
        return super().ask(operation, parameters)


def played(
    kind: type, *killers: str, base: Base = COMPLETE, errs: bool = False, sound: Backend | None = None
) -> PlayedFault:
    """What comes of a fault that nobody planted."""
    what = (kind.__doc__ or "").strip()
    fault = Fault("made-up", what, base.name, Kind.SCOPE, killers, "", errs, kind, lambda: base.make(kind, "made-up"))
    bases = Bases(specification()) if sound is None else Bases(specification(), lambda name: sound)
    (one,) = hunt([fault], specification(), bases).faults
    return one


def came(one: PlayedFault) -> dict[str, str]:
    return {tried.id: tried.came for tried in one.tried}


def test_a_fault_that_does_nothing_survives() -> None:
    one = played(Harmless, "SCOPE-001")
    assert (one.killed, came(one)) == (False, {"SCOPE-001": "does not fail"})


def test_every_named_scenario_must_fail() -> None:
    one = played(Forgets, "ADD-002", "SCOPE-011")
    assert (one.killed, came(one)["ADD-002"]) == (False, "kills")


def test_a_fault_without_a_named_scenario_survives() -> None:
    assert not played(Forgets).killed


@pytest.mark.parametrize("kind", [Crashes, Trips])
def test_an_error_of_the_service_is_no_kill(kind: type) -> None:
    assert came(played(kind, "ADD-002")) == {"ADD-002": "fails by an error alone"}


def test_an_error_is_a_kill_where_the_error_is_the_fault() -> None:
    assert played(Crashes, "ADD-002", errs=True).killed


def test_an_act_that_fails_is_no_kill() -> None:
    assert came(played(AddsNothing, "PROTOCOL-040")) == {"PROTOCOL-040": "fails by an error alone"}


def test_a_mistake_while_something_is_added_is_no_kill_of_any_kind_of_scenario() -> None:
    from memory_references.adk_go_1_7.service import InMemoryService

    class CannotAdd(InMemoryService):
        """Whatever is added is an error."""

        def add_session_to_memory(self, session: Session) -> None:
            raise Failure("it is broken")

    ids = ("ADD-002", "LEAK-001", "LEAK-030", "PROTOCOL-011", "PROTOCOL-021", "PROTOCOL-042", "FAIL-007")
    assert came(played(CannotAdd, *ids, base=GO)) == dict.fromkeys(ids, "fails by an error alone")


def test_what_is_left_of_an_add_that_failed_is_a_kill_and_not_the_error() -> None:
    one = played(next(fault.changed for fault in faults() if fault.name == "half-is-written"), "LEAK-020")
    assert came(one) == {"LEAK-020": "kills"}


def test_a_broken_harness_is_no_kill() -> None:
    one = played(Silent, "ADD-002", "PROTOCOL-030", errs=True)
    assert (one.killed, came(one)["ADD-002"]) == (False, "is not judged")


def test_what_proves_nothing_is_no_kill() -> None:
    assert came(played(Forgets, "SCOPE-001")) == {"SCOPE-001": "is not judged"}


def test_what_a_service_does_not_declare_proves_nothing() -> None:
    assert came(played(Harmless, "BANK-001")) == {"BANK-001": "fails without the fault, too"}


def test_a_scenario_that_the_base_fails_proves_nothing() -> None:
    sound = COMPLETE.make(Forgets, "complete")
    assert came(played(Forgets, "ADD-002", sound=sound)) == {"ADD-002": "fails without the fault, too"}


def test_an_error_where_an_answer_was_is_no_kill_of_a_question() -> None:
    from memory_references.adk_go_1_7.service import InMemoryService

    class Fails(InMemoryService):
        """Every search is an error."""

        def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
            if query == "4521":
                raise Failure("it is broken")
            return super().search_memory(app_name, user_id, query)

    assert came(played(Fails, "DIGITS-001", base=GO)) == {"DIGITS-001": "fails by an error alone"}
    assert played(Fails, "DIGITS-001", base=GO, errs=True).killed


def test_a_killer_that_is_no_scenario_is_told_in_one_line() -> None:
    with pytest.raises(
        UsageError, match=r"the fault made-up names 'SCOPE-0O1' as its killer, which is no id; did you mean SCOPE-0"
    ):
        played(Forgets, "SCOPE-0O1")


def test_what_else_fails_is_found_by_playing_everything() -> None:
    fault = Fault(
        "made-up", "x", "complete", Kind.SCOPE, ("ADD-002",), "", False, Forgets, lambda: COMPLETE.make(Forgets, "x")
    )
    (one,) = hunt([fault], specification(), further=True).faults

    assert one.further is not None
    assert {"ADD-003", "WORD-001"} <= set(one.further)
    assert "ADD-002" not in one.further
    assert "SCOPE-011" not in one.further
