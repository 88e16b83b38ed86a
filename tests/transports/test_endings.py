"""However a run ends, and at whatever moment, nothing of what it started is left; what was found by then is told."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from adopting.folder import Folder
from transports.at_work import Work, is_there, over_http, over_stdio, wait_until

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
NESTED = """
import sys
from memory_conformance.connect.connectable import connect
from memory_conformance.serve.stdio import serve_lines
serve_lines(connect(sys.argv[1]).backend, sys.stdin.buffer, sys.stdout.buffer)
"""
"""A harness that starts another."""


def left_nothing(run: Work) -> bool:
    return run.left_behind() == [] and list(run.temporary.iterdir()) == []


def test_a_signal_while_a_harness_is_met_ends_the_run_and_those_that_were_met(tmp_path: Path) -> None:
    run = Work(tmp_path, "run", over_stdio("sound"), over_stdio("silent"))
    run.until(lambda: len(run.harnesses()) == 2)
    run.process.send_signal(signal.SIGTERM)
    assert run.ended().code == 3
    assert run.err == "memory-conformance: interrupted by SIGTERM\n"
    assert left_nothing(run)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_while_an_answer_is_waited_for_ends_the_run_and_what_was_found_is_told(
    number: signal.Signals, tmp_path: Path
) -> None:
    named = over_stdio("hangs", "delete_user", "1")
    only = "WORD-003 or FORGET-010 or SCOPE-001"
    run = Work(tmp_path, "run", named, "--only", only, "--timeout", "600", "--report", "report")
    run.until((tmp_path / "hanging").exists)
    run.process.send_signal(number)
    assert run.ended().code == 3
    assert run.verdicts() == {"WORD-003": "pass"}
    assert not run.results()["envelope"]["complete"]
    assert "ended early after 1 of 3" in run.out
    assert len(run.harnesses()) == 1
    assert left_nothing(run)


def test_what_was_found_before_a_signal_outranks_that_it_ended_early(tmp_path: Path) -> None:
    (tmp_path / "leaky.py").write_text(
        "kept = []\ndef open(): return kept\ndef add(kept, scope, session): kept.extend(session['events'])\n"
        "def search(kept, scope, query): return [event['content']['parts'][0]['text'] for event in kept]\n"
    )
    named = over_stdio("hangs", "search", "9")
    run = Work(tmp_path, "run", "python:leaky", named, "--only", "SCOPE-001 or SCOPE-002", "--report", "report")
    run.until((tmp_path / "hanging").exists)
    run.process.send_signal(signal.SIGTERM)
    assert run.ended().code == 1
    assert run.verdicts("leaky") == {"SCOPE-001": "fail"}
    assert left_nothing(run)


@pytest.mark.parametrize("operation", ["hello", "open", "add_session", "search", "close"])
def test_a_signal_at_any_message_leaves_nothing(operation: str, tmp_path: Path) -> None:
    # The second open and close: what is asked before anything is played is the first.
    named = over_stdio("terminates_the_run", operation, "2" if operation in ("open", "close") else "1")
    run = Work(tmp_path, "run", named, over_stdio("with_a_child"), "--only", "FORGET-010").ended()
    assert run.code == 3
    assert left_nothing(run)


def test_a_second_signal_does_not_leave_what_the_first_was_about_to_end(tmp_path: Path) -> None:
    named = [over_stdio("stubborn"), over_stdio("with_a_child"), over_stdio("hangs")]
    run = Work(tmp_path, "run", *named, "--only", "SCOPE-001", "--report", "report")
    run.until((tmp_path / "hanging").exists)
    run.process.send_signal(signal.SIGINT)
    run.until((tmp_path / "told-to-end").exists)
    run.process.send_signal(signal.SIGINT)
    assert run.ended().code == 3
    assert run.verdicts() == {"SCOPE-001": "pass"}
    assert len(run.harnesses()) == 4
    assert left_nothing(run)


def test_signals_without_end_leave_nothing(tmp_path: Path) -> None:
    run = Work(tmp_path, "run", over_stdio("stubborn"), over_stdio("hangs"), "--only", "SCOPE-001")
    run.until((tmp_path / "hanging").exists)
    while run.left_behind():
        run.process.send_signal(signal.SIGINT)
        run.process.send_signal(signal.SIGTERM)
    assert run.ended().code == 3
    assert left_nothing(run)


def test_a_child_that_nothing_marks_is_ended_with_the_run(tmp_path: Path) -> None:
    run = Work(tmp_path, "run", over_stdio("with_a_child_unmarked"), "--only", "SCOPE-001").ended()
    assert run.code == 0
    assert len(run.harnesses()) == 2
    assert left_nothing(run)


def test_a_child_in_a_group_of_its_own_and_a_harness_that_ends_for_nobody_are_ended_with_the_run(
    tmp_path: Path,
) -> None:
    run = Work(tmp_path, "run", over_stdio("with_a_child"), over_stdio("stubborn"), "--only", "SCOPE-001").ended()
    assert run.code == 0
    assert len(run.harnesses()) == 3
    assert left_nothing(run)


@pytest.mark.parametrize(
    ("harness", "options", "code"),
    [
        (("with_a_child",), ("--only", "SCOPE-00l"), 2),
        (("with_a_child",), ("--claims", "nobody=adk-go-1.7"), 2),
        (("internal", "open", "99"), (), 3),
    ],
)
def test_a_run_that_plays_nothing_leaves_no_harness(
    harness: tuple[str, ...], options: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    run = Work(tmp_path, "run", over_stdio(*harness), *options).ended()
    assert run.code == code
    assert run.harnesses()
    assert left_nothing(run)


def test_a_signal_while_a_service_is_waited_for_ends_the_run(tmp_path: Path) -> None:
    with over_http() as address:
        run = Work(tmp_path, "run", over_stdio("sound"), f"{address}/hangs/hello/9")
        run.until(lambda: len(run.harnesses()) == 1)
        run.process.send_signal(signal.SIGTERM)
        assert run.ended().code == 3
    assert left_nothing(run)


def test_after_a_kill_the_harness_ends_with_its_input_or_the_next_run_ends_it_and_those_of_others_go_on(
    tmp_path: Path,
) -> None:
    for name in ("others", "killed", "next"):
        (tmp_path / name).mkdir()
    others = Work(tmp_path / "others", "run", over_stdio("sound"), over_stdio("hangs"), "--timeout", "50")
    others.until((others.folder / "hanging").exists)
    killed = Work(tmp_path / "killed", "run", over_stdio("sound"), over_stdio("with_a_child"), over_stdio("hangs"))
    killed.until((killed.folder / "hanging").exists)
    sound, harness, child, hanging = killed.harnesses()
    killed.kill()
    wait_until(lambda: not is_there(sound) and not is_there(harness))
    following = Work(tmp_path / "next", "run", over_stdio("sound"), "--only", "SCOPE-001").ended()
    assert following.code == 0
    assert killed.left_behind() == []
    assert len(others.left_behind()) == 2
    # Whoever else runs anything on this machine may have been quicker.
    told = {line.partition(" (")[0] for line in following.err.splitlines()}
    assert told <= {f"ended what an earlier run left behind: process {pid}" for pid in (child, hanging)}
    others.process.send_signal(signal.SIGTERM)
    others.ended()
    assert left_nothing(others)


def test_a_harness_that_starts_another_ends_with_it_and_is_a_leftover_with_it(tmp_path: Path) -> None:
    (tmp_path / "nested.py").write_text(NESTED)
    command = f"exec:{sys.executable} nested.py"
    run = Work(tmp_path, "run", f"{command} '{over_stdio('sound')}'", "--only", "SCOPE-001").ended()
    assert run.code == 0, run.out
    assert run.err == ""
    assert left_nothing(run)
    killed = Work(tmp_path, "run", f"{command} '{over_stdio('hangs')}'", "--only", "SCOPE-001")
    killed.until((tmp_path / "hanging").exists)
    killed.kill()
    following = Work(tmp_path, "run", over_stdio("sound"), "--only", "SCOPE-001").ended()
    assert following.code == 0
    assert following.left_behind() == []


def test_in_pytest_too_nothing_is_left(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    ended = folder.pytest("--memory-backend", over_stdio("with_a_child"), "--memory-only", "SCOPE-001")
    assert ended.code == 0
    assert [is_there(int(pid)) for pid in (tmp_path / "pids").read_text().split()] == [False, False]


def test_whoever_connects_by_hand_and_goes_leaves_nothing(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    named = over_stdio("with_a_child")
    folder.write("by_hand.py", f"import memory_conformance\nmemory_conformance.connect({named!r})\n")
    ended = folder.command([sys.executable, "by_hand.py"])
    assert ended.code == 0, ended.err
    assert [is_there(int(pid)) for pid in (tmp_path / "pids").read_text().split()] == [False, False]
