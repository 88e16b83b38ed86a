"""What is looked at in quiet, what is waited for, and what proves nothing: on backends of this process."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from faulty_line.examined import Toy, check_clean, examined_toy
from memory_conformance.backend import BackendError, ErrorCode, Gone
from memory_conformance.connect.connectable import connect_object
from memory_conformance.faulty_line import opening
from memory_conformance.faulty_line.examining import examine
from memory_conformance.faulty_line.judging import Rule
from memory_conformance.faulty_line.line import Disturbed, Line
from memory_conformance.faulty_line.opening import open_line
from memory_conformance.faulty_line.plan import Mishap, Mishaps, Rates
from memory_conformance.faulty_line.plot import Size
from memory_conformance.model import Capability, Memory, Scope, Session
from memory_conformance.scopes.canary import QUERY


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

    told = "a session could not be added and looked for on a quiet line: invalid_argument: no names with digits"
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


def other_than(scope: Scope, toy: Toy) -> str:
    """The text of a memory of somebody else; empty where there is none yet."""
    others = [kept for owner, kept in list(toy.kept.items()) if owner != tuple(scope.values())]
    contents = [event.content for kept in others for session in list(kept.values()) for event in session.events]
    return next((one.text() for one in contents if one is not None), "")


def test_a_memory_of_another_in_the_words_of_an_error_is_foreign() -> None:
    class Telling(Toy):
        def add_session(self, instance: str, scope: Scope, session: Session) -> None:
            super().add_session(instance, scope, session)
            if session.id == "tuesday" and other_than(scope, self):
                raise BackendError(ErrorCode.INTERNAL, f"no room beside {other_than(scope, self)!r}")

    found = examined_toy(Telling(), mishaps=Mishaps(0, Rates.only(Mishap.LOST, 0.0)))
    assert {one.rule for one in found.violations} == {Rule.FOREIGN}
    assert "by the words of an error, while others wrote" in found.violations[0].told


def test_a_memory_of_another_in_the_words_of_one_who_knows_nobody_is_foreign() -> None:
    class Telling(Toy):
        def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
            if scope["user"] == "user100":
                raise BackendError(ErrorCode.NOT_FOUND, f"nobody but who said {other_than(scope, self)!r}")
            return super().search(instance, scope, query)

    assert "by the words of an error" in examined_toy(Telling()).of(Rule.FOREIGN)[0].told


def test_whoever_is_not_known_has_an_empty_list() -> None:
    class Refusing(Toy):
        def add_session(self, instance: str, scope: Scope, session: Session) -> None:
            if scope["user"] == "user100":
                raise BackendError(ErrorCode.INTERNAL, "no room")
            super().add_session(instance, scope, session)

    found = examined_toy(Refusing(capabilities={Capability.LIST_MEMORIES}))
    assert (found.violations, found.unproved, found.undone >= 6) == ((), None, True)


@pytest.mark.parametrize("when", ["while others write", "in quiet"])
def test_what_another_was_shown_counts_though_the_service_ends_after_it(when: str) -> None:
    class Ending(Toy):
        """Shows everybody's memories, and ends."""

        answered = 0

        def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
            self.answered += scope != {"app": "shop", "user": "user1"}
            if self.answered > (2 if when == "while others write" else 40):
                raise Gone("it ended with exit code 9")
            return [one for other in list(self.kept) for one in Toy.search(self, "1", as_scope(other), query)]

    found = examined_toy(Ending())
    assert {one.rule for one in found.violations} == {Rule.FOREIGN}
    assert found.unproved == "not played to its end: unavailable: it ended with exit code 9"


def as_scope(owner: tuple[str, ...]) -> Scope:
    return dict(zip(("app", "user"), owner, strict=True))


def test_an_instance_that_cannot_be_closed_takes_nothing_back() -> None:
    class Open(Toy):
        def close(self, instance: str) -> None:
            raise BackendError(ErrorCode.INTERNAL, "it will not close")

    check_clean(examined_toy(Open()))


def test_nobody_goes_on_where_somebody_interrupts() -> None:
    class Interrupted(Toy):
        """Takes its time, and hears of Ctrl-C when the first user adds the first session."""

        added = 0

        def add_session(self, instance: str, scope: Scope, session: Session) -> None:
            super().add_session(instance, scope, session)
            if session.id == "sunday":
                return
            self.added += 1
            if scope == {"app": "shop", "user": "user1"}:
                raise KeyboardInterrupt
            time.sleep(0.05)

    toy = Interrupted()
    with pytest.raises(KeyboardInterrupt):
        examined_toy(toy, mishaps=Mishaps(0, Rates.only(Mishap.LOST, 0.0)))
    assert toy.added < 12
    assert toy.closed == 1


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


def test_nobody_is_foreign_where_there_is_no_border() -> None:
    found = examined_toy(Toy(scope=[]))
    assert (found.violations, found.acknowledged + found.unacknowledged) == ((), Size().sessions + 1)
