"""What is asked in quiet, played here by hand, with answers that are made up."""

from collections.abc import Callable, Collection
from typing import Any

import pytest

from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.load.calls import Account, Answer, Pause, Step
from memory_conformance.load.looking import look, scout, settled
from memory_conformance.load.people import People
from memory_conformance.model import Capability, Hello, Memory
from memory_conformance.protocol.parameters import Done, Memories

PEOPLE = People(Hello.model_validate({"name": "two"}), "run")
ANA = PEOPLE.person(1)
LISTS = frozenset({Capability.LIST_MEMORIES})
BOTH = ("search", "list_memories")
Finding = Callable[[Step], Collection[int] | BackendError]


def test_what_a_list_shows_is_not_searched_for_and_what_it_does_not_show_is() -> None:
    account = Account(ANA, kept={own(0), own(1)})

    asked, found = played(look(PEOPLE, account, LISTS, BOTH), lists(own(0)))

    assert found.seen == {own(0)}
    assert PEOPLE.canaries.name(own(0)) not in queries(asked)
    assert {PEOPLE.canaries.name(own(1)), PEOPLE.canaries.text(own(1))} <= queries(asked)


def test_what_its_name_does_not_find_its_own_words_may() -> None:
    account = Account(ANA, kept={own(0)})
    words = PEOPLE.canaries.text(own(0))

    _, found = played(
        look(PEOPLE, account, frozenset(), ("search",)),
        lambda step: [own(0)] if step.parameters.get("query") == words else [],
    )

    assert found.seen == {own(0)}


def test_what_was_deleted_is_asked_for_by_its_name_and_must_not_come_on_any_path() -> None:
    account = Account(ANA, gone={own(0), own(1)})

    asked, _ = played(look(PEOPLE, account, LISTS, BOTH), nothing)

    assert [step.never for step in asked if step.operation == "list_memories"] == [(own(0), own(1))]
    for canary in account.gone:
        assert [step.never for step in asked if step.parameters.get("query") == PEOPLE.canaries.name(canary)] == [
            (canary,)
        ]


def test_an_add_that_is_there_in_part_is_looked_at_again_as_long_as_it_may_be_under_way() -> None:
    account = Account(ANA, doubtful=[(own(0), own(1))])
    pauses = 0

    def later(step: Step) -> list[int]:
        return [own(0), own(1)] if pauses == 2 else [own(0)]

    doing = look(PEOPLE, account, frozenset(), ("search",))
    answer: Answer | None = None
    while True:
        try:
            todo = doing.send(answer)
        except StopIteration as end:
            found = end.value
            break
        pauses += isinstance(todo, Pause)
        answer = None if isinstance(todo, Pause) else shows(later(todo))

    assert (found.seen, pauses) == ({own(0), own(1)}, 2)


def test_what_others_have_is_not_seen_as_ones_own() -> None:
    other = PEOPLE.canary(PEOPLE.person(2), 0)

    _, found = played(look(PEOPLE, Account(ANA, kept={own(0)}), LISTS, BOTH), lists(other))

    assert found.seen == set()


def test_the_first_error_is_kept_since_what_it_hides_is_not_lost() -> None:
    errors = iter([BackendError(ErrorCode.INTERNAL, "no index"), *[BackendError(ErrorCode.UNAVAILABLE, "later")] * 9])

    _, found = played(look(PEOPLE, Account(ANA, kept={own(0)}), frozenset(), ("search",)), lambda step: next(errors))

    assert found.failed == "internal: no index"
    assert not found.seen


@pytest.mark.parametrize("account", [Account(ANA), Account(ANA, unclear={64}, refused="no such name")])
def test_whoever_said_nothing_or_was_refused_is_not_asked(account: Account) -> None:
    assert played(look(PEOPLE, account, LISTS, BOTH), nothing)[0] == []


@pytest.mark.parametrize(
    ("finds", "paths"),
    [
        (lambda step: step.operation in BOTH, {"search", "list_memories"}),
        (lambda step: step.operation == "search", {"search"}),
        (lambda step: step.operation == "list_memories", {"list_memories"}),
        (lambda step: False, set()),
    ],
)
def test_the_scout_tells_by_which_paths_everything_is_found(finds: Callable[[Step], bool], paths: set[str]) -> None:
    added: list[int] = []

    def finding(step: Step) -> list[int]:
        if step.operation == "add_session":
            added.extend(int(event["id"].removeprefix("event-")) for event in step.parameters["session"]["events"])
        return added if finds(step) else []

    assert played(scout(PEOPLE, LISTS, 0.0), finding)[1] == paths
    assert len(added) > 10


def test_a_path_that_misses_one_is_none() -> None:
    added: list[int] = []

    def finding(step: Step) -> list[int]:
        if step.operation == "add_session":
            added.extend(int(event["id"].removeprefix("event-")) for event in step.parameters["session"]["events"])
        return added[1:]

    assert played(scout(PEOPLE, LISTS, 0.0), finding)[1] == frozenset()


def test_a_service_that_can_say_when_all_is_visible_is_asked_and_others_are_waited_for() -> None:
    (settle,) = settled(ANA, {Capability.SETTLE}, 2.0)
    (pause,) = settled(ANA, set(), 2.0)

    assert isinstance(settle, Step)
    assert settle.operation == "settle"
    assert pause == Pause(2.0)
    assert list(settled(ANA, set(), 0.0)) == []


def own(nth: int) -> int:
    return PEOPLE.canary(ANA, nth)


def nothing(step: Step) -> list[int]:
    return []


def lists(*canaries: int) -> Finding:
    return lambda step: canaries if step.operation == "list_memories" else ()


def queries(steps: list[Step]) -> set[str]:
    return {step.parameters["query"] for step in steps if "query" in step.parameters}


def shows(canaries: Collection[int]) -> Answer:
    texts = [PEOPLE.canaries.text(one) for one in canaries]
    return Answer(
        1, Memories(memories=[Memory.model_validate({"content": {"parts": [{"text": one}]}}) for one in texts])
    )


def played(doing: Any, finding: Finding) -> tuple[list[Step], Any]:
    steps: list[Step] = []
    answer: Answer | None = None
    while True:
        try:
            todo = doing.send(answer)
        except StopIteration as end:
            return steps, end.value
        if isinstance(todo, Pause):
            answer = None
            continue
        steps.append(todo)
        found = finding(todo)
        if isinstance(found, BackendError):
            answer = Answer(1, error=found)
            continue
        answer = shows(found) if todo.operation in BOTH else Answer(1, Done())
