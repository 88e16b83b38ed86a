"""A run on a backend whose writes are not visible at once ends when it is told to, or when nothing more can be learnt."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.eventual_toys import NEVER, run
from engine.test_complete import run as run_toy
from engine.toy_features import SCOPE
from engine.toys import Store, specification
from memory_conformance.ahead import CALLS_OF_A_CASE, MOST_AT_ONCE, at_once
from memory_conformance.backend import Backend, Gone, Spent
from memory_conformance.connect.metered import Metered
from memory_conformance.connect.terms import Terms
from memory_conformance.model import Memory, Scope, Session
from memory_conformance.report.matrix import code_of
from memory_conformance.verdict import Mark, Word
from memory_conformance.worker import calling


def players() -> list[threading.Thread]:
    """Those who still play."""
    return [thread for thread in threading.enumerate() if thread.name.startswith("toy ")]


class TestGivenUp:
    def test_nothing_more_is_asked_of_a_service_that_hangs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Hanging:
            declares = NEVER
            asked = 0

            def open(self) -> object:
                return object()

            def add(self, memory: object, scope: Scope, session: Mapping[str, Any]) -> None:
                return

            async def search(self, memory: object, scope: Scope, query: str) -> list[str]:
                self.asked += 1
                await asyncio.Event().wait()
                return []

        monkeypatch.setattr(calling, "PATIENCE", 0.05)
        hanging = Hanging()
        results = run(hanging, "finding or scope")
        reasons = {row.reason for row in results.results if row.verdict is not Word.UNSUPPORTED}
        (first,) = {
            row.id for row in results.results if "no answer within 0 s" in row.reason and "after" not in row.reason
        }

        assert hanging.asked == 1
        assert f"given up after {first}: no answer within 0 s" in reasons
        assert len(reasons) == 2
        assert code_of(results) == 3

    def test_what_is_left_of_a_spent_budget_is_not_run(self) -> None:
        class Poor(Store):
            fields: Mapping[str, Any] = NEVER

            def open(self, settings: Mapping[str, Any]) -> str:
                if len(self.instances) > 12:
                    raise Spent("the budget of 12 calls is spent")
                return super().open(settings)

        poor = Poor()
        results = run(poor, "SCOPE-*")
        words = {(row.verdict, Mark.NOT_RUN in row.marks) for row in results.results}

        # What was played to its end by then is as good as ever.
        assert words - {(Word.PASS, False), (Word.UNSUPPORTED, False)} == {(Word.ERROR, True)}
        reasons = {row.reason for row in results.results if row.verdict is Word.ERROR}
        assert reasons == {"the budget of 12 calls is spent"}
        assert code_of(results) == 3

    def test_a_behaviour_of_many_cases_tells_of_the_one_that_ended_it(self) -> None:
        class Off(Store):
            fields: Mapping[str, Any] = NEVER

            def add_session(self, instance: str, scope: Scope, session: Session) -> None:
                raise Gone("the machine is off")

        (row,) = run(Off(), "SCOPE-004").results

        assert (row.verdict, "the machine is off" in row.reason) == (Word.ERROR, True)

    def test_no_more_cases_are_begun_than_a_budget_is_enough_for(self) -> None:
        def with_budget(calls: int | None) -> Backend:
            return Metered(Store(), Terms(max_calls=calls))

        assert at_once(with_budget(None)) == MOST_AT_ONCE
        assert at_once(with_budget(3)) == 1
        assert at_once(with_budget(10 * CALLS_OF_A_CASE)) == 10


class TestEndedEarly:
    def test_an_interruption_ends_what_waits(self) -> None:
        class Interrupted(Store):
            fields: Mapping[str, Any] = NEVER
            closed = 0

            def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
                if len(self.queries) > 30:
                    raise KeyboardInterrupt
                return super().search(instance, scope, query)

            def close(self, instance: str) -> None:
                self.closed += 1

        backend = Interrupted()
        results = run(backend, "scope")

        assert (results.envelope.complete, code_of(results)) == (False, 3)
        assert backend.closed == len(backend.instances)
        assert not players()

    def test_so_does_the_first_red_result_where_nothing_more_is_wanted(self, tmp_path: Path) -> None:
        class LeaksToBen(Store):
            """Ben sees everything, and at once; of others, that they see nothing is waited for."""

            fields: Mapping[str, Any] = NEVER

            def readable(self, instance: str, scope: Scope) -> list[Memory]:
                return self.of_owners(instance, lambda owner: scope["user"] == "ben" or owner == tuple(scope.items()))

        specification(tmp_path, f"Feature: One\n{SCOPE}", "scope/a.feature")
        second = SCOPE.replace("TOY-001", "TOY-002").replace("ben", "zoe")
        two = specification(tmp_path, f"Feature: Two\n{second}", "scope/b.feature")
        results = run_toy(two, LeaksToBen(), maxfail=1)

        assert (results.envelope.complete, len(results.results), code_of(results)) == (False, 1, 1)
        assert not players()

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no signals to a process")
    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_a_signal_ends_a_run_that_waits(self, number: signal.Signals, tmp_path: Path) -> None:
        tmp_path.joinpath("waiting.py").write_text(WAITING, encoding="utf-8")
        command = [sys.executable, "-m", "memory_conformance", "run", "python:waiting", "--only", "scope"]
        with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            assert process.stdout is not None
            told = b""
            while (line := process.stdout.readline()) not in (b"asked\n", b""):
                told += line
            process.send_signal(number)
            try:
                told += process.communicate(timeout=30)[0]
            finally:
                process.kill()

        assert process.returncode not in (0, None)
        assert b"Traceback" not in told


WAITING = """
declares = {"bounds": {"write": 600}}

def open():
    return {}

def add(memory, scope, session):
    pass

def search(memory, scope, query):
    print("asked", flush=True)
    return []
"""
