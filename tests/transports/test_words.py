"""What a screen shows of a run and of a check: in words that are true, and in lines that fit."""

from __future__ import annotations

import io
import json
import re
import signal
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from adopting.folder import LEAKY, PLAIN, Folder
from memory_conformance.report.forecast import Forecast, print_forecast
from memory_conformance.report.lines import Pieces, in_blocks, say, without_spaces_at_ends
from memory_conformance.report.results import BackendInfo, Envelope, MeasuredLag, Results, now
from memory_conformance.report.summary import summary_markdown
from memory_conformance.report.terminal import print_report
from memory_conformance.report.visible import visible_after
from memory_conformance.run import LAST_FAILED
from transports.at_work import Work, over_stdio
from transports.checked import checked, command, shown

WIDTHS = [60, 100]
PASTED = re.compile(r" {4}(?! )|  repeat ")
"""How a line begins that is there to be pasted."""


def results(*backends: BackendInfo) -> Results:
    """The results of a run on these in which nothing was played."""
    envelope = Envelope(
        tool_version="1",
        started=now(),
        duration=0.04,
        seed=1,
        only=[],
        fail_on=[],
        specification="",
        behaviours=2,
        backends=list(backends),
        left_out={},
        planned=0,
        complete=True,
    )
    return Results(envelope=envelope, results=[], totals={})


def printed(found: Results, *, colors: bool = False) -> str:
    console = Console(width=100, file=io.StringIO(), force_terminal=colors, color_system="standard" if colors else None)
    print_report(found, console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


# Lines that fit.


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("fault", ["ends at search", "has no name", "speaks every version"])
def test_a_check_is_no_wider_than_its_console(fault: str, width: int) -> None:
    report = shown(checked(command(fault)), width)
    assert max(map(cell_len, report.splitlines())) <= width


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "asked",
    [("--only", "scope", "--max-calls", "40"), ("--plan", "--max-calls", "40"), ("--only", "SCOPE-001")],
    ids=["run", "plan", "claims"],
)
def test_a_run_and_its_plan_are_no_wider_than_their_console(asked: tuple[str, ...], width: int, tmp_path: Path) -> None:
    faults = [command(), command("has no name")]
    ended = Folder(tmp_path).conformance("run", *faults, *asked, COLUMNS=str(width))
    assert "not played: exec:" in ended.out
    lines = [line for line in ended.out.splitlines() if not PASTED.match(line)]
    assert max(map(cell_len, lines)) <= width, ended.out


def test_what_is_pasted_stays_in_one_line(tmp_path: Path) -> None:
    ended = Folder(tmp_path).conformance("run", command("ends at search"), "--only", "SCOPE-001", COLUMNS="60")
    (repeat,) = [line for line in ended.out.splitlines() if line.startswith("  repeat ")]
    assert repeat.endswith(" --only SCOPE-001")
    (search,) = [line for line in ended.out.splitlines() if '"method": "search"' in line]
    assert json.loads(search)["method"] == "search"


def test_a_line_that_goes_on_is_set_in_where_there_is_room() -> None:
    def said(width: int) -> list[str]:
        console = Console(width=width, file=io.StringIO())
        say(console, "  log   the quick brown fox jumps over the lazy dog", indent=8)
        assert isinstance(console.file, io.StringIO)
        return console.file.getvalue().splitlines()

    assert said(30) == ["  log   the quick", "        brown fox jumps over", "        the lazy dog"]
    assert said(12)[1] == "quick brown"


def test_text_in_pieces_is_broken_before_a_piece() -> None:
    words = ["as expected  ", "9 pass, ", "47 unsupported, ", "1 fail (1 documented)"]
    for width in range(len(words[-1]), 70):
        console = Console(width=width, file=io.StringIO())
        console.print(Pieces([Text(word) for word in words]))
        assert isinstance(console.file, io.StringIO)
        lines = console.file.getvalue().splitlines()
        assert max(map(len, lines)) <= width
        assert all(word.strip() in "\n".join(lines) for word in words)
        assert " ".join(" ".join(lines).split()) == " ".join("".join(words).split())


@pytest.mark.parametrize("width", range(60, 110, 5))
def test_the_last_line_is_never_broken_within_a_count(width: int, tmp_path: Path) -> None:
    asked = ("run", "adk-go-1.7", "--max-calls", "60", "--seed", "1")
    _, _, last = Folder(tmp_path).conformance(*asked, COLUMNS=str(width)).out.rpartition("not played to the end")
    assert re.search(r" backend in \d\.\d s,\sseed 1:\s\d+ pass,\s\d+ unsupported,\s\d+ error\n", last), last


@pytest.mark.parametrize(
    "asked",
    [
        ("run", "adk-go-1.7", "adk-java-1.8", "--only", "scope"),
        ("run", command("ends at search"), "--only", "SCOPE-001"),
        ("run", "adk-go-1.7", "--plan"),
        ("check", command("a list of texts")),
        ("list",),
        ("explain", "SCOPE-001"),
    ],
    ids=["run", "error", "plan", "check", "list", "explain"],
)
def test_where_no_terminal_reads_no_line_ends_with_spaces(asked: tuple[str, ...], tmp_path: Path) -> None:
    ended = Folder(tmp_path).conformance(*asked, COLUMNS="100")
    assert ended.out
    assert [line for line in ended.out.splitlines() if line != line.rstrip()] == []


def test_a_terminal_is_written_to_as_it_is() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    assert without_spaces_at_ends(terminal) is terminal


# What a budget is enough for.


@pytest.mark.parametrize(
    ("chosen", "enough_for", "told"),
    [
        (237, 9, "enough for about 9 of the 190 that can be played"),
        (190, 9, "enough for about 9 of 190"),
        (237, 190, "enough"),
    ],
)
def test_a_budget_is_enough_for_what_can_be_played(chosen: int, enough_for: int, told: str) -> None:
    console = Console(width=100, file=io.StringIO())
    costs = Forecast("x", {"open": 500}, 2, chosen, 190, 1.0, budget=300, enough_for=enough_for)
    print_forecast([costs], console)
    assert isinstance(console.file, io.StringIO)
    assert f"x: 300 calls: {told}" in console.file.getvalue().splitlines()


# What is told once, and what is not told.


def test_why_a_harness_was_not_started_is_told_once() -> None:
    report = shown(checked(command("has no name")))
    assert report.count("name: it is missing") == 1
    assert "  fault of the harness\n" in report
    assert "came  {" in report


def test_a_check_shows_what_a_harness_logged_that_did_not_start() -> None:
    report = shown(checked("exec:sh -c 'read asked; echo there is no database >&2; exit 7'"))
    assert "not started: hello: the harness ended with exit code 7" in report
    assert "  log   there is no database" in report


def test_no_time_is_told_where_nothing_was_played() -> None:
    assert "2 behaviours on 0 backends, seed 1" in printed(
        results(BackendInfo(name="x", connectable="x", problem="no"))
    )
    assert "2 behaviours on 1 backend in 0.0 s, seed 1" in printed(results(BackendInfo(name="x", connectable="x")))


@pytest.mark.parametrize(("only", "told"), [("DIGITS-001", False), ("finding", True)])
def test_whose_answers_these_are_is_told_of_ten_and_more(only: str, told: bool, tmp_path: Path) -> None:
    asked = ("run", "adk-go-1.7", "--claims", "none", "--only", only, "--report", "report")
    ended = Folder(tmp_path).conformance(*asked)
    assert ended.code == 0
    assert ("adk-go-1.7 answers like: " in ended.out) == told
    assert ("## Answers like" in (tmp_path / "report" / "summary.md").read_text(encoding="utf-8")) == told


# What was later than declared.


def test_a_lag_beyond_what_was_declared_is_marked() -> None:
    def lagging(most: float) -> Results:
        lag = {"forget": MeasuredLag(median=0.4, most=most, declared=0.5, measured=3)}
        return results(BackendInfo(name="x", connectable="x", lag=lag))

    (late,) = visible_after(lagging(2.2))
    assert late.text.endswith("was gone after 0.4 s (median), 2.2 s at most, more than the 0.5 s declared")
    assert f"\x1b[33m{late.text}" in printed(lagging(2.2), colors=True)
    assert f"- {late.text}" in summary_markdown(lagging(2.2))
    # 0.52 is shown as 0.5.
    for most in (0.4, 0.5, 0.52):
        (in_time,) = visible_after(lagging(most))
        assert in_time.text.endswith(" s at most, 0.5 s declared")
        assert f"\x1b[2m{in_time.text}" in printed(lagging(most), colors=True)


# Where no answer came.


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("killed", "no answer: search: the harness was ended by SIGKILL"),
        ("internal", "no answer: internal: the harness fell over (JSON-RPC error -32603)"),
    ],
)
def test_a_harness_that_breaks_gave_no_answer(fault: str, told: str, tmp_path: Path) -> None:
    run = Work(tmp_path, "run", over_stdio(fault), "--only", "SCOPE-001", "--report", "report").ended()
    (row,) = run.rows().values()
    assert (run.code, row["verdict"]) == (3, "error")
    assert row["reason"].endswith(f": {told}")
    assert row["observed"] == told.removeprefix("no answer: ")
    assert "unavailable" not in run.out
    assert "answered: " not in run.out


def test_an_error_of_the_backend_is_an_answer(tmp_path: Path) -> None:
    fault = command("fails on a name with a slash")
    Folder(tmp_path).conformance("run", fault, "--only", "scope", "--report", "report")
    reasons = [row["reason"] for row in Folder(tmp_path).rows().values() if row["verdict"] == "fail"]
    assert reasons
    assert all("answered: internal: no such folder" in one or "error (internal: no such" in one for one in reasons)


# What is left for the next time.


def left(folder: Path) -> set[str]:
    return set((folder / LAST_FAILED).read_text(encoding="utf-8").split())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_a_signal_cut_off_is_played_the_next_time(number: signal.Signals, tmp_path: Path) -> None:
    named = over_stdio("hangs", "delete_user", "1")
    only = "WORD-003 or FORGET-010 or SCOPE-001"
    run = Work(tmp_path, "run", named, "--only", only, "--timeout", "600")
    run.until((tmp_path / "hanging").exists)
    run.process.send_signal(number)
    assert run.ended().code == 3
    assert left(tmp_path) == {"FORGET-010", "SCOPE-001"}
    again = Folder(tmp_path).conformance("run", "segmented", "--last-failed", "--report", "again")
    assert (again.code, set(Folder(tmp_path).rows("again"))) == (0, {"FORGET-010", "SCOPE-001"})


def test_what_maxfail_leaves_out_is_left_out_on_purpose(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.write("plain.py", PLAIN)
    folder.write("leaky.py", LEAKY)
    ended = folder.conformance("run", "python:leaky", "--only", "scope", "--maxfail", "1", "--report", "report")
    assert "ended early after" in ended.out
    assert left(tmp_path) == {id for id, row in folder.rows().items() if row["verdict"] == "fail"}


@pytest.mark.parametrize("width", [60, 80, 100, 160, 300])
def test_columns_that_do_not_fit_stand_in_another_table(width: int) -> None:
    names = [f"a-backend-{number}.0" for number in range(11)]
    blocks = list(in_blocks(names, width, 12, 14))
    assert [name for block in blocks for name in block] == names
    assert all(12 + 16 * len(block) <= width for block in blocks)
    # As few as there can be, and of a size.
    assert len(blocks) == -(-11 // ((width - 12) // 16))
    assert max(map(len, blocks)) - min(map(len, blocks[:-1]), default=0) <= 0 or len(blocks) == 1


def test_a_name_that_is_wider_than_a_console_stands_alone() -> None:
    assert list(in_blocks(["x" * 90, "y"], 40, 10, 5)) == [["x" * 90], ["y"]]
