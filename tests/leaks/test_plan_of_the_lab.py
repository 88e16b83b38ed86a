"""What a lab will cost is known before, what it may cost is kept to, and what it has to prove is asked for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from leaks.commanded import command, results, rows
from leaks.keyed import DELETING, keyless, listening, principals
from leaks.machine_toys import Sound
from leaks.spied import Forever, LookingUp, Spied
from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.connect import http
from memory_conformance.leaks.rules import Wanted, with_rows
from memory_conformance.model import Memory, Scope
from memory_conformance.plan import select
from memory_conformance.scopes.lattice import SESSION, lattice
from memory_conformance.specification import read_specification


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def forecast(out: str) -> Counter[str]:
    """The table that ``--plan`` prints, of one backend."""
    lines = out.partition("in all")[0].splitlines()[1:]
    return Counter({line.split()[0]: int(line.split()[1].replace(",", "")) for line in lines})


SMALL = ("--cells", "4", "--histories", "3", "--seed", "5")


@pytest.mark.parametrize("more", [(), ("--only", "LEAK-001 or LEAK-012")])
def test_a_plan_asks_for_hello_alone_and_is_what_the_lab_makes(more: tuple[str, ...]) -> None:
    with listening(keyless(Forever())) as server:
        planned = command("leaks", server.address, *SMALL, *more, "--plan")
        assert set(server.calls) == {"hello"}
        server.asked.clear()
        assert command("leaks", server.address, *SMALL, *more).code == 0
        made = server.calls - Counter(hello=server.calls["hello"])
    assert planned.code == 0
    assert forecast(planned.out) == made


def test_a_plan_for_somebody_elses_service_has_no_call_that_is_not_made_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "is_off_loopback", lambda connectable: True)
    with listening(keyless(Forever())) as server:
        planned = command("leaks", server.address, *SMALL, "--plan")
        server.asked.clear()
        assert command("leaks", server.address, *SMALL).code == 0
        made = server.calls - Counter(hello=server.calls["hello"])
        destructive = command("leaks", server.address, *SMALL, "--plan", "--destructive")
    assert forecast(planned.out) == made
    assert not DELETING & made.keys()
    assert forecast(destructive.out).keys() >= DELETING


def test_a_plan_says_what_it_does_not_count(tmp_path: Path) -> None:
    more = (
        "--principals",
        str(principals(tmp_path)),
        "--load",
        "3",
        "--faulty-line",
        "--cells",
        "3",
        "--histories",
        "2",
    )
    with listening(keyless(Forever())) as server:
        planned = command("leaks", server.address, *more, "--plan")
    assert "Not counted are the calls of --load, --faulty-line and --principals." in planned.out


@pytest.mark.parametrize("most", [40, 120])
def test_what_a_spent_budget_leaves_out_is_not_run_and_nothing_is_half_judged(most: int, tmp_path: Path) -> None:
    with listening(keyless(Forever())) as server:
        ended = command("leaks", server.address, *SMALL, "--max-calls", str(most), "--report", "report")
        assert len(server.asked) - server.calls["hello"] <= most
    found = rows(tmp_path / "report")
    words = Counter(row["verdict"] for row in found.values())
    left = [one for one, row in found.items() if row["marks"] == ["not run"]]
    assert ended.code == 3
    assert words.keys() == {"pass", "error"}
    assert len(left) == words["error"]
    assert f"the budget of {most} calls is spent" in ended.out
    # In the order of play: what came before is judged, what came after is not run.
    order = [row["verdict"] for row in found.values()]
    assert order == sorted(order, reverse=True)
    assert results(tmp_path / "report")["leaks"]["labs"][0]["searched"] is None


def test_a_budget_that_ends_among_histories_is_no_clean_end(tmp_path: Path) -> None:
    with listening(keyless(Forever())) as server:
        planned = sum(forecast(command("leaks", server.address, *SMALL, "--plan").out).values())
        ended = command("leaks", server.address, *SMALL, "--max-calls", str(planned - 60), "--report", "report")
    assert {row["verdict"] for row in rows(tmp_path / "report").values()} == {"pass"}
    assert "calls is spent" in results(tmp_path / "report")["leaks"]["labs"][0]["searched"]["problem"]
    assert "ended early: the budget of" in ended.out
    assert ended.code == 3


def test_a_leak_that_was_found_before_the_budget_was_spent_outranks_it(tmp_path: Path) -> None:
    ended = command("leaks", "python:leaks.spied:LeakingForever", "--max-calls", "250", "--seed", "5", "--cells", "30")
    assert ended.code == 1


class WithoutFields(Sound):
    """Everybody's memory."""

    fields: Mapping[str, Any] = {"scope": []}


class SharedBetweenApps(LookingUp):
    """Whoever has the same name is shown what they remember in all apps, and that is said."""

    fields: Mapping[str, Any] = {
        **Sound.fields,
        "scope": [{"name": "app", "crossing": "shared"}, {"name": "user"}],
    }

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        kept = self.instances[instance].items()
        return [one for ((_, user), _), memories in kept if user == scope["user"] for one in memories]


class SharedByAll(Sound):
    """Everybody's, with names."""

    fields: Mapping[str, Any] = {
        "scope": [{"name": "app", "crossing": "shared"}, {"name": "user", "crossing": "shared"}],
    }

    def owner(self, scope: Scope) -> tuple[str, ...]:
        return ()


class RefusingOthers(LookingUp):
    """Takes names of letters and digits."""

    def owner(self, scope: Scope) -> tuple[str, ...]:
        if not all(name.isascii() and name.isalnum() for name in scope.values()):
            raise BackendError(ErrorCode.INVALID_ARGUMENT, "no such name")
        return super().owner(scope)


HERE = "python:leaks.test_plan_of_the_lab:"


def test_a_share_that_is_no_number_is_refused() -> None:
    ended = command("leaks", "adk-go-1.7", "--cells", "2", "--min-proved", "nan")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "memory-conformance: --min-proved nan: it is a number from 0 to 100\n"


def test_too_little_proof_is_red_and_says_by_how_much() -> None:
    asked = ("--cells", "20", "--histories", "0", "--seed", "5", "--only", "LEAK-002")
    plain = command("leaks", f"{HERE}RefusingOthers", *asked)
    found = re.search(r"0 leaks in (\d+) proved pairs; (\d+) not proved", plain.out)
    assert found is not None
    proved, unproved = map(int, found.groups())
    part = 100 * proved / (proved + unproved)
    assert 1 < part < 99
    assert plain.code == 0
    assert command("leaks", f"{HERE}RefusingOthers", *asked, "--min-proved", f"{part - 1:.1f}").code == 0
    red = command("leaks", f"{HERE}RefusingOthers", *asked, "--min-proved", f"{part + 1:.1f}")
    assert red.code == 1
    told = f"RefusingOthers: {part:.1f} % of the pairs are proved, and --min-proved asks for {part + 1:.1f} %"
    assert told in red.out


@pytest.mark.parametrize(
    ("service", "told"),
    [
        ("WithoutFields", "offers no isolation: its scope has no field"),
        ("SharedByAll", "offers no isolation: it declares that memories are shared between apps and users"),
    ],
)
def test_a_service_that_keeps_nobody_apart_offers_no_isolation(service: str, told: str, tmp_path: Path) -> None:
    ended = command("leaks", f"{HERE}{service}", "--min-proved", "50", "--report", "report")
    assert ended.code == 1
    assert f"{service}: {told}" in ended.out
    assert told in (tmp_path / "report" / "summary.md").read_text()
    assert not rows(tmp_path / "report")


def test_what_is_shared_by_declaration_is_named_and_no_leak(tmp_path: Path) -> None:
    asked = ("--cells", "12", "--histories", "6", "--seed", "5", "--report", "report")
    ended = command("leaks", f"{HERE}SharedBetweenApps", *asked)
    assert ended.code == 0, ended.out
    assert re.search(
        r"SharedBetweenApps: 0 leaks in \d+ proved pairs; shared between apps by declaration \(\d+ pairs\)", ended.out
    )
    assert re.search(r"shared between apps by declaration \([1-9]\d* pairs\)", ended.out)


def test_nothing_that_is_wanted_is_watched_for_nothing() -> None:
    Spied.forget()
    command("leaks", "python:leaks.spied:forever", "--only", "LEAK-001", "--cells", "3")
    assert Spied.calls["add_session"] == 3


@pytest.mark.parametrize(
    ("rule", "option"), [("LEAK-040", "--faulty-line"), ("LEAK-045", "--load USERS"), ("LEAK-050", "--principals FILE")]
)
@pytest.mark.parametrize("plan", [(), ("--plan",)])
def test_a_rule_that_is_asked_for_by_name_is_not_left_out_and_green(
    rule: str, option: str, plan: tuple[str, ...]
) -> None:
    ended = command("leaks", "adk-go-2.4", "--only", rule, "--cells", "3", *plan)
    assert ended.code == 2
    assert f"--only {rule}: {rule} cannot be played: it needs " in ended.err
    assert option in ended.err


def test_what_is_provided_for_can_be_asked_for_by_name() -> None:
    for plan in ((), ("--plan",)):
        given = ("--faulty-line", "--only", "LEAK-040 or LEAK-045", "--cells", "3")
        assert command("leaks", "adk-go-2.4", *given, *plan).code == 0


def test_a_scope_field_that_is_called_session_has_its_own_names() -> None:
    cells = lattice(["user", "session"], 3, 60)
    assert any(cell.session != SESSION for cell in cells)
    rules = with_rows(read_specification(), cells, 3, Wanted(select(("LEAK-001",), read_specification())))
    [rows] = [step.table for rule in rules.behaviours for case in rule.cases for step in case.steps if step.table]
    assert rows == tuple(cell.scope for cell in cells)
