"""Backends that belong to somebody else: what a run will cost is known before."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from adopting.folder import Folder
from memory_conformance.report.forecast import about
from transports.counting import counting


def forecast(out: str) -> Counter[str]:
    """The table that ``--plan`` prints, of one backend."""
    lines = out.partition("in all")[0].splitlines()[1:]
    return Counter({line.split()[0]: int(line.split()[1].replace(",", "")) for line in lines})


@pytest.mark.parametrize("budget", [(), ("--max-calls", "500")])
def test_a_plan_asks_for_hello_alone_and_is_what_a_run_makes(tmp_path: Path, budget: tuple[str, ...]) -> None:
    folder = Folder(tmp_path)
    with counting() as server:
        planned = folder.conformance("run", server.address, "--plan", *budget)
        assert set(server.calls) == {"hello"}
        assert server.calls["hello"] <= 5
        server.calls.clear()
        folder.conformance("run", server.address, *budget, "--report", "report")
        made = server.calls - Counter(hello=server.calls["hello"])
    assert planned.code == 0
    if not budget:
        # Where a conversation cannot be added, as twice with this service, nothing is searched for afterwards.
        expected = made + Counter(search=2)
        assert forecast(planned.out) == expected
        assert f"{expected.total():,} calls for" in planned.out
        return
    rows = folder.rows().values()
    left = sum(row["marks"] == ["not run"] for row in rows)
    excluded = sum(row["verdict"] == "unsupported" for row in rows)
    can = len(rows) - excluded
    assert excluded > 10
    assert f"500 calls: enough for about {can - left} of the {can} that can be played\n" in planned.out


def test_a_plan_counts_what_was_chosen_for_what_is_declared(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    planned = folder.conformance("run", "adk-go-1.7", "segmented", "--plan", "--only", "DIGITS-001 or FORGET-010")
    assert planned.code == 0
    assert re.search(
        r"^adk-go-1.7: \d+ calls for 1 of 2 behaviours, .*; it does not declare what the other one needs$",
        planned.out,
        re.M,
    )
    assert re.search(r"^calls +adk-go-1.7 +segmented$", planned.out, re.M)


def test_a_plan_says_why_it_takes_long() -> None:
    for seconds, words in (
        (0.2, "a few seconds"),
        (42, "about 42 s"),
        (600, "about 10 min"),
        (9000, "about 2 h 30 min"),
    ):
        assert about(seconds) == words


def test_a_plan_keeps_to_the_rate(tmp_path: Path) -> None:
    planned = Folder(tmp_path).conformance(
        "run", "adk-go-1.7", "--plan", "--only", "DIGITS-001", "--rate-limit", "0.01"
    )
    calls = sum(forecast(planned.out).values())
    assert f"adk-go-1.7: {about(100 * calls)}: at most 0.01 calls a second" in planned.out


def test_a_plan_with_a_budget_takes_as_long_as_the_budget_lasts(tmp_path: Path) -> None:
    asked = ("run", "adk-go-1.7", "--plan", "--rate-limit", "0.1", "--max-calls", "30")
    planned = Folder(tmp_path).conformance(*asked)
    assert f"adk-go-1.7: {about(300)}: at most 0.1 calls a second" in planned.out


def test_a_plan_of_a_backend_whose_writes_are_seen_later_waits_for_them_at_once(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.write("memory-conformance.toml", '[backends.late]\nconnectable = "adk-go-1.7"\nbounds = {write = 40}\n')
    planned = folder.conformance("run", "late", "--plan", "--only", "SCOPE-001 or SCOPE-002 or DIGITS-001")
    plain = folder.conformance("run", "adk-go-1.7", "--plan", "--only", "SCOPE-001 or SCOPE-002 or DIGITS-001")
    waited = re.search(r"^late: about (\d+) s: (\d+) s of them until writes are visible$", planned.out, re.MULTILINE)
    assert waited is not None, planned.out
    # A case waits once or twice, and none for the others.
    assert 40 <= int(waited.group(2)) <= 80
    assert "late: up to " in planned.out
    assert forecast(planned.out).total() > forecast(plain.out).total()


def test_a_plan_of_a_backend_that_is_not_there_is_one_line_and_exit_3(tmp_path: Path) -> None:
    planned = Folder(tmp_path).conformance("run", "http://127.0.0.1:1", "--wait", "0.1", "--plan")
    assert (planned.code, planned.out.count("\n")) == (3, 1)
    assert planned.out.startswith("not played: http://127.0.0.1:1: hello: ")
