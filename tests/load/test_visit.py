"""What a person does, and what it may claim then: played here by hand, with answers that are made up."""

from collections.abc import Callable
from typing import Any

import pytest

from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.load.calls import Account, Answer, Pause, Step
from memory_conformance.load.people import MOST_EACH, People
from memory_conformance.load.visit import Visit
from memory_conformance.model import Capability, Hello, Memory
from memory_conformance.protocol.parameters import Done, Memories

PEOPLE = People(Hello.model_validate({"name": "two"}), "run")
ALL = frozenset(Capability)
ROUNDS = 60
Answering = Callable[[Step, int], Answer]


def test_every_operation_that_may_be_used_is_used_and_no_other() -> None:
    used: set[str] = set()
    for number in range(30):
        used |= {step.operation for step in played(number, ALL, acknowledge)[0]}
    assert used == {
        *("add_session", "add_events", "search", "list_memories", "get_memory"),
        *("delete_session", "delete_user", "delete_memory"),
    }

    assert {step.operation for step in played(1, frozenset(), acknowledge)[0]} == {"add_session", "search"}


def test_a_seed_repeats_what_somebody_does() -> None:
    assert played(3, ALL, acknowledge)[0] == played(3, ALL, acknowledge)[0]
    assert played(3, ALL, acknowledge)[0] != played(3, ALL, acknowledge, seed=2)[0]


def test_everything_is_asked_in_the_own_scope() -> None:
    steps, account = played(5, ALL, acknowledge)

    assert {tuple(step.parameters["scope"].items()) for step in steps} == {tuple(account.person.scope.items())}


def test_whoever_adds_again_hands_over_all_that_the_session_holds() -> None:
    held: dict[str, set[str]] = {}
    for step in played(4, frozenset(), acknowledge)[0]:
        if step.operation == "add_session":
            session = step.parameters["session"]
            ids = {event["id"] for event in session["events"]}
            assert held.get(session["id"], set()) < ids
            held[session["id"]] = ids
    assert any(len(ids) > 3 for ids in held.values())


@pytest.mark.parametrize("how", ["cut", "error"])
def test_what_was_not_acknowledged_is_doubtful_and_its_session_is_left_alone(how: str) -> None:
    failed: list[str] = []

    def answering(step: Step, number: int) -> Answer:
        if number % 5 == 3 and step.operation in ("add_session", "add_events"):
            failed.append(session_of(step))
            error = BackendError(ErrorCode.INTERNAL, "it broke")
            return Answer(number, cut=True) if how == "cut" else Answer(number, error=error)
        if step.operation in ("add_session", "add_events", "delete_session"):
            assert session_of(step) not in failed
        assert step.operation != "delete_user" or not failed
        return acknowledge(step, number)

    doubtful = 0
    for number in range(10):
        failed.clear()
        _, account = played(number, ALL, answering)
        assert len(account.doubtful) == len(failed)
        for group in account.doubtful:
            assert group
            assert not set(group) & (account.kept | account.gone | account.unclear)
        doubtful += len(account.doubtful)
    assert doubtful > 10


def test_what_was_deleted_and_acknowledged_is_gone_and_is_never_said_again() -> None:
    for number in range(10):
        said: list[set[int]] = []
        gone: set[int] = set()
        stay = Visit(PEOPLE, PEOPLE.person(number), ALL, 1)
        for step, answer in exchanged(stay, acknowledge):
            if step.operation in ("add_session", "add_events"):
                said.append(canaries_of(step))
                assert not said[-1] & gone
            if answer.acknowledged:
                gone = set(stay.account.gone)
        assert stay.account.gone <= set().union(*said)
        assert not stay.account.gone & stay.account.kept


def test_a_deletion_that_was_not_acknowledged_claims_nothing() -> None:
    def answering(step: Step, number: int) -> Answer:
        return Answer(number, cut=True) if step.operation.startswith("delete") else acknowledge(step, number)

    accounts = [played(number, ALL, answering)[1] for number in range(10)]

    assert not any(account.gone for account in accounts)
    assert any(account.unclear for account in accounts)
    assert not any(account.unclear & account.kept for account in accounts)


def test_somebody_whose_name_is_refused_leaves() -> None:
    def answering(step: Step, number: int) -> Answer:
        return Answer(number, error=BackendError(ErrorCode.INVALID_ARGUMENT, "no such name"))

    steps, account = played(1, ALL, answering)

    assert len(steps) == 1
    assert account.refused == "invalid_argument: no such name"
    assert not account.kept
    assert not account.doubtful


def test_what_was_acknowledged_is_expected_only_where_it_shows_at_once() -> None:
    expecting = [step for step in played(2, frozenset(), acknowledge)[0] if step.expects]
    assert expecting
    assert all(step.operation == "search" for step in expecting)

    assert not [step for step in played(2, frozenset(), acknowledge, sees_at_once=False)[0] if step.expects]


def test_nobody_says_more_than_its_share_of_canaries() -> None:
    _, account = played(1, frozenset(), acknowledge, rounds=500)

    assert len(account.kept) <= MOST_EACH
    assert {PEOPLE.owner_of(one).number for one in account.kept} == {1}


def test_the_first_thing_somebody_says_is_never_cut_and_others_are_as_often_as_asked() -> None:
    cuts = [[step.cut is not None for step in played(n, frozenset(), acknowledge, cuts=0.5)[0]] for n in range(20)]

    assert not any(one[0] for one in cuts)
    share = sum(map(sum, cuts)) / sum(map(len, cuts))
    assert 0.4 < share < 0.6
    assert not any(step.cut is not None for step in played(1, frozenset(), acknowledge)[0])


def played(
    number: int, can: frozenset[Capability], answering: Answering, seed: int = 1, rounds: int = ROUNDS, **more: Any
) -> tuple[list[Step], Account]:
    visit = Visit(PEOPLE, PEOPLE.person(number), can, seed, **more)
    return [step for step, _ in exchanged(visit, answering, rounds)], visit.account


def exchanged(visit: Visit, answering: Answering, rounds: int = ROUNDS) -> Any:
    steps = visit.steps(lambda done: done < rounds)
    answer: Answer | None = None
    number = 0
    while True:
        try:
            step = steps.send(answer)
        except StopIteration:
            return
        assert not isinstance(step, Pause)
        number += 1
        answer = answering(step, number)
        yield step, answer


def acknowledge(step: Step, number: int) -> Answer:
    """The answer of a service that has an id for each memory, and finds what was asked for by its name."""
    if step.operation not in ("search", "list_memories", "get_memory"):
        return Answer(number, Done())
    first = PEOPLE.canary(step.person, 0)
    content = {"parts": [{"text": PEOPLE.canaries.text(first)}]}
    return Answer(number, Memories(memories=[Memory.model_validate({"content": content, "id": f"m-{first}"})]))


def session_of(step: Step) -> str:
    return str(step.parameters["session"]["id"] if "session" in step.parameters else step.parameters["sessionId"])


def canaries_of(step: Step) -> set[int]:
    events = step.parameters["session"]["events"] if "session" in step.parameters else step.parameters["events"]
    return {int(event["id"].removeprefix("event-")) for event in events}
