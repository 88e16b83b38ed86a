"""Sound services are clean, whatever happens on the line; each fault that shows there is found by its own rule."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from faulty_line.wire import (
    AcknowledgingFirst,
    Appending,
    AppendingUndeclared,
    Breaking,
    Connected,
    Crossing,
    Service,
    on_the_wire,
)
from memory_conformance.backend import Backend, BackendError, ErrorCode, Gone
from memory_conformance.connect.connectable import connect, connect_object
from memory_conformance.faulty_line import opening
from memory_conformance.faulty_line.examining import AGAIN, REPLACES, Examined, declared_to_replace, examine
from memory_conformance.faulty_line.judging import Rule
from memory_conformance.faulty_line.line import Disturbed, Line
from memory_conformance.faulty_line.opening import open_line
from memory_conformance.faulty_line.plan import Mishap, Mishaps, Rates
from memory_conformance.faulty_line.plot import Plot, Size, scopes_of
from memory_conformance.model import Capability, Hello, Memory, Reset, Scope, ScopeField, Session
from memory_conformance.model import Crossing as Border
from memory_conformance.scopes.canary import QUERY
from memory_conformance.specification import read_specification
from transports.serving import COMMAND, serving

SMALL = Size(sessions=2)


def examined(connectable: str, seed: int, rates: Rates | None = None, **options: Any) -> Examined:
    with open_line(connectable, seed=seed, rates=rates) as line:
        return examine(line.backend, line.backend.hello(), "mc-test-", seed, line.mishaps, **options)


def check_clean(found: Examined) -> None:
    assert found.unproved is None
    assert list(map(str, found.violations)) == []
    assert found.acknowledged + found.unacknowledged == 4 * Size().sessions + 1
    assert found.whole + found.absent == found.unacknowledged
    assert found.messages == sum(found.mishaps.values())
    assert (found.replaces, found.refused) == (True, {})


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


class Toy(Backend):
    """A sound memory with all that its ``hello`` says; what it is told of is written down."""

    def __init__(self, **declared: Any) -> None:
        self.introduction = Hello(name="toy", **declared)
        self.kept: dict[tuple[str, ...], dict[str, Session]] = {}
        self.settled = 0
        self.closed = 0

    def hello(self) -> Hello:
        return self.introduction

    def open(self, settings: Mapping[str, Any]) -> str:
        return "1"

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.kept.setdefault(tuple(scope.values()), {})[session.id] = session

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        if tuple(scope.values()) not in self.kept:
            raise BackendError(ErrorCode.NOT_FOUND, "who is that?")
        contents = [event.content for session in self.kept[tuple(scope.values())].values() for event in session.events]
        return [
            Memory(content=one) for one in contents if one is not None and set(query.split()) & set(one.text().split())
        ]

    def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
        return self.search(instance, scope, QUERY)

    def settle(self, instance: str, scope: Scope) -> None:
        self.settled += 1

    def close(self, instance: str) -> None:
        self.closed += 1


def examined_toy(toy: Toy, **options: Any) -> Examined:
    return examine(toy, toy.hello(), "mc-test-", 5, **{"pause": lambda seconds: None, **options})


def test_the_whole_runs_in_one_instance_that_is_closed_at_the_end() -> None:
    toy = Toy()
    check_clean(examined_toy(toy))
    assert toy.closed == 1


@pytest.mark.parametrize("ending", [False, True])
def test_what_a_line_was_opened_to_is_let_go(ending: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    class LetGo(Toy):
        gone = 0

        def disconnect(self) -> None:
            self.gone += 1

    toy = LetGo()
    monkeypatch.setattr(opening, "connect", lambda connectable, terms: connect_object(toy, "toy"))
    with suppress(ZeroDivisionError), open_line("toy") as line:
        assert line.backend.hello().name == "toy"
        assert toy.gone == 0
        assert 1 / (not ending)
    assert toy.gone == 1


def test_what_lists_show_counts() -> None:
    class Telling(Toy):
        def list_memories(self, instance: str, scope: Scope) -> list[Memory]:
            return [
                one for other in list(self.kept) for one in self.search("1", dict(zip("au", other, strict=True)), QUERY)
            ]

    found = examined_toy(Telling(capabilities={Capability.LIST_MEMORIES}))
    assert {one.rule for one in found.violations} == {Rule.FOREIGN}
    assert "a list of all memories" in found.violations[0].told


def test_what_others_find_by_a_name_counts() -> None:
    class Guessable(Toy):
        """Keeps its scopes apart but for whoever knows what to ask for."""

        def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
            if " " in query:
                return super().search(instance, scope, query)
            return [
                one
                for other in list(self.kept)
                for one in Toy.search(self, "1", dict(zip("au", other, strict=True)), query)
            ]

    found = examined_toy(Guessable())
    assert {one.rule for one in found.violations} == {Rule.FOREIGN}
    assert "by a search for its name" in found.violations[0].told


def test_a_service_that_settles_is_told_to() -> None:
    toy = Toy(capabilities={Capability.SETTLE}, bounds={"write": 60.0})
    paused: list[float] = []
    check_clean(examined_toy(toy, pause=paused.append))
    assert (toy.settled, paused) == (6, [])


def test_a_service_whose_writes_take_their_time_is_waited_for() -> None:
    paused: list[float] = []
    check_clean(examined_toy(Toy(bounds={"write": 2.5}), pause=paused.append))
    assert paused == [2.5, 2.5, 2.5]


class Slow(Toy):
    """Shows only half of a session until some time has passed."""

    def __init__(self, session: str) -> None:
        super().__init__()
        self.session = session
        self.pauses: list[float] = []

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        found = super().search(instance, scope, query)
        slow = self.kept[tuple(scope.values())].get(self.session)
        if slow is None or len(self.pauses) >= 3:
            return found
        late = [event.content for event in slow.events[2:]]
        return [one for one in found if one.content not in late]


@pytest.mark.parametrize(("rates", "whole"), [(Rates.only(Mishap.LOST), 24), (Rates.only(Mishap.LOST, 0.0), 0)])
def test_what_is_still_on_its_way_is_waited_for(rates: Rates, whole: int) -> None:
    toy, mishaps = Slow("tuesday"), Mishaps(5, rates)
    backend = Disturbed(toy, Line(mishaps))
    found = examine(backend, toy.hello(), "mc-", 5, mishaps, pause=toy.pauses.append)
    assert (toy.pauses, found.unacknowledged, found.whole) == ([0.1, 0.2, 0.4], whole, whole)
    assert found.violations == ()


def test_a_service_that_never_finds_anything_proves_nothing() -> None:
    class Blind(Toy):
        def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
            return []

    found = examined_toy(Blind())
    assert found.unproved == "what was added on a quiet line is not found by its owner"
    assert (found.violations, found.messages) == ((), 0)


def test_a_service_that_refuses_everything_proves_nothing() -> None:
    class Refusing(Toy):
        def add_session(self, instance: str, scope: Scope, session: Session) -> None:
            raise BackendError(ErrorCode.INVALID_ARGUMENT, "no names with digits")

    told = "a session could not be added on a quiet line: invalid_argument: no names with digits"
    assert examined_toy(Refusing()).unproved == told


def test_what_a_service_refuses_under_load_is_not_acknowledged() -> None:
    class Busy(Toy):
        def add_session(self, instance: str, scope: Scope, session: Session) -> None:
            if session.id == "tuesday":
                raise BackendError(ErrorCode.INTERNAL, "the database is locked")
            super().add_session(instance, scope, session)

    found = examined_toy(Busy(), mishaps=Mishaps(0, Rates.only(Mishap.LOST, 0.0)))
    assert (found.unacknowledged, found.absent, dict(found.refused)) == (4, 4, {ErrorCode.INTERNAL: 4})
    assert found.violations == ()


def test_the_end_of_a_service_ends_the_examination() -> None:
    class Ending(Toy):
        def add_session(self, instance: str, scope: Scope, session: Session) -> None:
            if session.id == "tuesday":
                raise Gone("it ended with exit code 9")
            super().add_session(instance, scope, session)

    with pytest.raises(Gone, match="it ended with exit code 9"):
        examined_toy(Ending())


def test_a_violation_is_told_with_the_messages_around_it() -> None:
    class Forgetting(Toy):
        def add_session(self, instance: str, scope: Scope, session: Session) -> None:
            if scope["user"] != "user100" or session.id != "monday":
                super().add_session(instance, scope, session)

    found = examined_toy(Forgetting())
    assert [(one.rule, one.scope, one.session) for one in found.violations] == [
        (Rule.LOST, {"app": "shop", "user": "user100"}, "monday")
    ]
    told = str(found.violations[0])
    assert told.startswith(
        'session "monday" was acknowledged, and user "user100" of app "shop" does not find 4 of its 4 events (message '
    )
    assert "add_session of shop/user100/monday, " in told


def test_the_same_seed_writes_the_same() -> None:
    hello = Hello(name="x")
    one, same, other = (Plot(hello, "", seed, Size()) for seed in (4, 4, 5))
    assert [one.acts(owner) for owner in range(4)] == [same.acts(owner) for owner in range(4)]
    assert one.acts(0) != other.acts(0)
    days = [session.id for session in one.sessions(0)]
    assert sorted({session.id for session, _ in one.acts(0)}) == sorted(days)
    assert list(dict.fromkeys(session.id for session, _ in one.acts(0))) != days


@pytest.mark.parametrize(
    ("fields", "reset", "scopes"),
    [
        (
            [("app", False), ("user", False)],
            Reset.INSTANCE,
            ["shop/user1", "shop/user10", "shop/user100", "travel/user1"],
        ),
        (
            [("app", False), ("user", False)],
            Reset.NONE,
            ["mc-shop/user1", "mc-shop/user10", "mc-shop/user100", "mc-travel/user1"],
        ),
        ([("app", True), ("user", False)], Reset.INSTANCE, ["shop/user1", "shop/user10", "shop/user100", "shop/user"]),
        ([("app", False), ("user", True)], Reset.INSTANCE, ["user1/main", "user10/main", "user100/main", "user/main"]),
        ([("user", False)], Reset.NONE, ["mc-user1", "mc-user10", "mc-user100", "mc-user"]),
        ([("tenant", True)], Reset.NONE, ["mc-main"]),
        ([], Reset.NONE, [""]),
    ],
)
def test_scopes_differ_where_there_is_a_border(fields: list[tuple[str, bool]], reset: Reset, scopes: list[str]) -> None:
    declared = [ScopeField(name=name, crossing=Border.SHARED if shared else Border.LEAK) for name, shared in fields]
    found = scopes_of(Hello(name="x", scope=declared, reset=reset), "mc-")
    assert ["/".join(scope.values()) for scope in found] == scopes


def test_nobody_is_foreign_where_there_is_no_border() -> None:
    found = examined_toy(Toy(scope=[]))
    assert (found.violations, found.acknowledged + found.unacknowledged) == ((), Size().sessions + 1)
