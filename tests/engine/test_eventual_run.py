"""A run on backends whose writes are not visible at once: all cases wait at the same time, and end when they are told to."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from engine.eventual_toys import LeaksLate, ours, run
from engine.toys import Store
from memory_conformance.backend import BackendError, ErrorCode, Lost, Speaker
from memory_conformance.connect.connectable import connect
from memory_conformance.model import Memory, Scope, Session
from memory_conformance.report.matrix import code_of
from memory_conformance.report.results import Results
from memory_conformance.report.summary import summary_markdown
from memory_conformance.report.visible import visible_after
from memory_conformance.steps.visibility import Clock
from memory_conformance.verdict import Word
from memory_references.eventual import Eventual


def answers(results: Results) -> dict[str, tuple[Word, str | None, list[str] | None]]:
    return {row.id: (row.verdict, row.observed, row.answered_like) for row in results.results}


def turns(results: Results) -> set[str]:
    """What was played with an agent."""
    needing = {one.id for one in ours().behaviours if "turn" in one.needs}
    return {row.id for row in results.results if row.id in needing}


class Counting(Eventual):
    """Knows how many memories were open at the same time, and how many calls were being made."""

    def __init__(self, delay: float, bound: float) -> None:
        super().__init__(delay, bound)
        self.open_now = self.most_open = self.calls_now = self.most_calls = 0

    def open(self) -> Any:
        self.open_now += 1
        self.most_open = max(self.most_open, self.open_now)
        return super().open()

    def close(self, memory: object) -> None:
        self.open_now -= 1

    def search(self, memory: Any, scope: Scope, query: str) -> list[Memory]:
        self.calls_now += 1
        self.most_calls = max(self.most_calls, self.calls_now)
        try:
            return super().search(memory, scope, query)
        finally:
            self.calls_now -= 1


class TestAPortBehindALag:
    @staticmethod
    @cache
    def played() -> tuple[Counting, Results, Results]:
        late = Counting(0.25, 0.3)
        return late, run(late), run(connect("adk-go-1.7").backend)

    def test_gives_the_same_verdicts_and_answers_as_the_port(self) -> None:
        _, late, port = self.played()

        # The port plays turns as well, and a plain service has no tools of its own.
        assert {answers(late)[row][0] for row in turns(port)} == {Word.UNSUPPORTED}
        late_answers, port_answers = (
            {row: told for row, told in answers(results).items() if row not in turns(port)} for results in (late, port)
        )
        for told in (late_answers, port_answers):
            # Of two that write at the same time, either may be the last: what is seen differs, and what it is like does not.
            word, seen, like = told["AGAIN-005"]
            assert seen is not None
            assert "early draft 1" in seen or "late draft 1" in seen
            told["AGAIN-005"] = (word, None, like)
        assert late_answers == port_answers
        assert (code_of(late), late.envelope.complete) == (0, True)

    def test_is_waited_for_by_all_cases_at_the_same_time_with_one_call_at_a_time(self) -> None:
        late, _, _ = self.played()

        assert late.most_open > 100
        assert late.most_calls == 1
        assert late.open_now == 0

    def test_is_told_how_late_it_was(self) -> None:
        _, late, port = self.played()
        (backend,) = late.envelope.backends
        line = visible_after(late)[0].text

        assert backend.lag["write"].declared == 0.3
        assert 0.2 < backend.lag["write"].median <= backend.lag["write"].most
        assert backend.lag["write"].measured > 0
        assert line.startswith("toy: writes were visible after 0.")
        assert line.endswith("0.3 s declared")
        assert line in summary_markdown(late)
        assert visible_after(port) == []


def test_a_leak_that_comes_with_the_index_is_found_in_a_run() -> None:
    late = LeaksLate(Clock())
    late.fields = {"bounds": {"write": 1.2}}
    results = run(late, "SCOPE-001")

    assert [row.verdict for row in results.results] == [Word.FAIL]


def test_a_service_that_is_later_than_it_declares_is_not_green_in_a_run() -> None:
    results = run(Eventual(600.0, 0.1), "SCOPE-001 or SCOPE-002 or SHARE-001")

    assert Word.PASS not in {row.verdict for row in results.results}
    assert code_of(results) == 1


def test_what_is_added_twice_at_once_is_added_at_once() -> None:
    class Meeting(Eventual):
        """Takes the drafts of a session only where both come at the same time."""

        def __init__(self) -> None:
            super().__init__(0.0, 0.1)
            self.met = threading.Barrier(2, timeout=20)

        def add(self, memory: Any, scope: Scope, session: Mapping[str, Any]) -> None:
            texts = [part["text"] for event in session["events"] for part in event["content"]["parts"]]
            if any(" draft " in text for text in texts):
                self.met.wait()
            super().add(memory, scope, session)

    at_once_ids = [
        one.id for one in ours().behaviours if any("twice at once" in step.text for step in one.cases[0].steps)
    ]
    results = run(Meeting(), " or ".join(at_once_ids))

    assert len(at_once_ids) == 2
    assert {row.verdict for row in results.results} == {Word.PASS}


def test_a_backend_that_never_starts_empty_is_played_under_names_of_its_own() -> None:
    class Lasting(Store):
        fields: Mapping[str, Any] = {"reset": "none", "bounds": {"write": 0.1}}

        def open(self, settings: Mapping[str, Any]) -> str:
            self.instances.setdefault("the same", {})
            return "the same"

    lasting = Lasting()
    results = run(lasting, "SCOPE-*")

    assert {row.verdict for row in results.results} - {Word.UNSUPPORTED} == {Word.PASS}
    apps = {scope["app"].split("-")[1] for scope in lasting.scopes if scope["app"].startswith("mc-")}
    assert len(apps) == 1
    assert len({scope["app"] for scope in lasting.scopes}) > len(results.results)


def test_cases_that_nothing_keeps_apart_are_played_one_by_one() -> None:
    class One(Store):
        fields: Mapping[str, Any] = {"reset": "none", "scope": [], "bounds": {"write": 0.01}}
        open_now = most_open = 0

        def open(self, settings: Mapping[str, Any]) -> str:
            self.open_now += 1
            self.most_open = max(self.most_open, self.open_now)
            return super().open(settings)

        def close(self, instance: str) -> None:
            self.open_now -= 1

    one = One()
    results = run(one, "DIGITS-001 or DIGITS-002")

    assert one.most_open == 1
    assert {row.verdict for row in results.results} == {Word.PASS}


def test_scenarios_about_the_protocol_are_played_while_no_other_is() -> None:
    class Noting(Eventual):
        def __init__(self) -> None:
            super().__init__(0.05, 0.1)
            self.by: dict[str, set[int]] = {}
            self.open_now = 0

        def open(self) -> Any:
            self.open_now += 1
            kind = "players" if threading.current_thread() is not threading.main_thread() else "items"
            self.by.setdefault(kind, set()).add(self.open_now)
            return super().open()

        def close(self, memory: object) -> None:
            self.open_now -= 1

    noting = Noting()
    results = run(noting, "DIGITS-*", "PROTOCOL-010")

    assert {row.verdict for row in results.results} == {Word.PASS}
    assert max(noting.by["players"]) > 1
    # The second instance is the scenario's own.
    assert noting.by["items"] == {1, 2}


def test_a_case_whose_memory_others_brought_down_is_played_again() -> None:
    class Falling(Store):
        """Its harness is started afresh once, and with it all that was remembered."""

        fields: Mapping[str, Any] = {"bounds": {"write": 0.3}}
        fallen: set[str] | None = None

        def add_session(self, instance: str, scope: Scope, session: Session) -> None:
            super().add_session(instance, scope, session)
            if self.fallen is None and len(self.instances) > 20:
                self.fallen = set(self.instances)
                raise BackendError(ErrorCode.UNAVAILABLE, "the harness ended", Speaker.HARNESS)

        def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
            if instance in (self.fallen or ()):
                raise Lost("it was started afresh")
            return super().search(instance, scope, query)

    results = run(Falling(), "scope and must")
    errors = [row for row in results.results if row.verdict is Word.ERROR]

    # Not one error for each case that was being played by then.
    assert len(errors) == 1
    assert "the harness ended" in errors[0].reason


def test_a_parallel_worker_plays_what_it_is_given_when_it_is_given_it(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        late=(
            "import threading\n"
            "from memory_references.eventual import Eventual\n"
            "late = Eventual(0.02, 0.05)\n"
            "plain = late.open\n"
            "def opened():\n"
            "    print(threading.current_thread().name, file=open('threads', 'a'))\n"
            "    return plain()\n"
            "late.open = opened\n"
        )
    )
    ended = pytester.runpytest_subprocess(
        "-n", "1", "--memory-backend", "python:late:late", "--memory-only", "SCOPE-001 or DIGITS-001", "-p", "xdist"
    )

    ended.assert_outcomes(passed=2)
    assert set((pytester.path / "threads").read_text().split()) == {"MainThread"}
