"""A history that breaks a rule is printed in three ways, each of which shows the leak again, and none where there is none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from engine.toys import judged, specification
from leaks import machine_toys as toys
from leaks.machine_searched import PLANTED, searched
from leaks.machine_toys import Sound
from leaks.machine_toys_in_order import ShowsNothing
from memory_conformance.histories.history import Call
from memory_conformance.leaks.machine.by_hand import MEMORY, as_messages, as_pytest
from memory_conformance.leaks.machine.in_gherkin import as_scenario
from memory_conformance.leaks.machine.violation import Breach, Rule, Violation
from memory_conformance.lint import problems
from memory_conformance.model import Event, Scope
from memory_conformance.references import references
from transports.serving import serving

TESTS = Path(__file__).parents[1]
each_kind = pytest.mark.parametrize("kind", PLANTED, ids=lambda kind: kind.__name__)


def found(kind: type[Sound]) -> list[Violation]:
    violations = searched(kind, PLANTED[kind][0]).violations
    assert violations
    return violations


def connectable(kind: type[Sound]) -> str:
    return f"python:{kind.__module__}:{kind.__name__}"


@each_kind
def test_the_scenario_is_red_on_the_backend_and_green_on_a_sound_one(kind: type[Sound], tmp_path: Path) -> None:
    # Where another sentence would be another history, there is none.
    violations = [violation for violation in found(kind) if as_scenario(violation)]
    assert PLANTED[kind][1][0] in [violation.kind.rule.value for violation in violations]
    for violation in violations:
        told = as_scenario(violation)
        read = specification(tmp_path, f"Feature: What histories showed\n\n{told}")
        [behaviour] = read.behaviours
        assert problems(read, references()) == []
        # Whoever has no such tool is not held to it.
        assert ("preload_memory" in behaviour.needs) == (violation.kind.rule is Rule.PRELOAD)
        # The sentence about an id looks for it itself.
        by_id = any("memoryId" in call.parameters for call in violation.history)
        assert not (by_id and " searches for " in told)
        words = [judged(behaviour, backend).word.value for backend in (kind(), Sound())]
        assert words == ["fail", "pass"], told


@each_kind
def test_the_test_is_red_on_the_backend_and_green_on_a_sound_one(kind: type[Sound]) -> None:
    for violation in found(kind):
        with pytest.raises(AssertionError):
            run(as_pytest(violation, connectable(kind)))
        run(as_pytest(violation, connectable(Sound)))


class EventsGoByTheSession(Sound):
    """Single events go to whoever has a session of that id."""

    def add_events(self, instance: str, scope: Scope, session_id: str, events: Sequence[Event]) -> None:
        kept = self.instances[instance]
        elsewhere = [key for key in kept if key[1] == session_id]
        if elsewhere:
            kept[elsewhere[0]].extend(self.memories(events))


def test_what_a_single_event_told_is_its_owners_alone(tmp_path: Path) -> None:
    [behaviour] = specification(
        tmp_path,
        """Feature: What histories showed

  @LEAKED-001 @must @needs:add_events
  Scenario: A search shows nothing of another
    Given "ana" of app "shop" remembers "the gate code is heron" in session "s1"
    And "ben" of app "shop" adds to the session "s1":
      | text             |
      | the gate squeaks |
    Then a search of "ana" of app "shop" for "gate" shows nothing of others
""",
    ).behaviours
    assert [judged(behaviour, one()).word.value for one in (EventsGoByTheSession, Sound)] == ["fail", "pass"]


def test_where_no_id_is_shown_any_more_the_test_is_green() -> None:
    [violation] = found(toys.GetsForAnybody)
    assert any("memoryId" in call.parameters for call in violation.history)
    run(as_pytest(violation, connectable(ShowsNothing)))


def run(source: str) -> None:
    """Run the one test of a file."""
    names: dict[str, object] = {}
    exec(compile(source, "printed", "exec"), names)
    [test] = [one for name, one in names.items() if name.startswith("test_")]
    assert callable(test)
    test()


def test_the_file_stands_alone(tmp_path: Path) -> None:
    [violation] = found(toys.ListsEverybody)
    added, _ = violation.history
    owner, reader = {"app": "shop/ana", "user": "ben"}, {"app": "shop", "user": "ana/ben"}
    look = Call("search", {"scope": reader, "query": "neighbour"})
    joined = replace(violation, history=(Call("add_session", {**added.parameters, "scope": owner}), look))
    for path, tag in (("test_red.py", "adk-java-1.8"), ("test_green.py", "adk-go-1.7")):
        (tmp_path / path).write_text(as_pytest(joined, tag))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_red.py", "test_green.py"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert "1 failed, 1 passed" in ended.stdout, ended.stdout
    assert "AssertionError" in ended.stdout


def test_lines_of_json_show_it_again() -> None:
    [violation] = found(toys.GetsForAnybody)
    told = as_messages(violation, "exec:somebody's harness")
    assert MEMORY in told.how
    command = [sys.executable, "-m", "memory_conformance", "serve", connectable(toys.GetsForAnybody), "--stdio"]
    with subprocess.Popen(
        command, cwd=TESTS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=with_tests()
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        answers: list[dict[str, object]] = []
        memory = ""
        for line in told.text.splitlines():
            process.stdin.write(line.replace("INSTANCE", "1").replace(MEMORY, memory) + "\n")
            process.stdin.flush()
            answers.append(json.loads(process.stdout.readline()))
            memory = id_in(answers[-1]) or memory
        process.stdin.close()
    assert [list(answer) for answer in answers] == [["jsonrpc", "id", "result"]] * 4
    assert violation.name in json.dumps(answers[-1])


@pytest.mark.requires("curl", "serve")
@pytest.mark.parametrize("kind", [toys.DeletesForAnybody, toys.ListsEverybody], ids=lambda kind: kind.__name__)
def test_curl_shows_it_again(kind: type[Sound]) -> None:
    [violation, *_] = found(kind)
    with serving(connectable(kind), folder=TESTS, environment=with_tests()) as service:
        told = as_messages(violation, service.address)
        shown = subprocess.run(["sh", "-c", told.text], capture_output=True, text=True, check=True, timeout=30)
    answers = [json.loads(line) for line in shown.stdout.splitlines() if line]
    assert len(answers) == len(violation.history)
    assert not any("error" in answer for answer in answers)
    assert (violation.name in json.dumps(answers[-1])) is (violation.kind.breach is Breach.SHOWN)


def with_tests() -> dict[str, str]:
    """An environment in which the toys can be imported."""
    return {**os.environ, "PYTHONPATH": str(TESTS)}


def id_in(answer: dict[str, object]) -> str:
    """The id of the only memory in an answer, if there is one."""
    result = answer["result"]
    assert isinstance(result, dict)
    memories = result.get("memories") or []
    return str(memories[0]["id"]) if len(memories) == 1 else ""


def test_hostile_names_reach_the_backend_as_they_were_in_each_form(tmp_path: Path) -> None:
    [violation] = found(toys.ListsEverybody)
    name = "'\"<x> \\n\t\0$(ls) `ls` | é\u202e %"
    hostile = replace(
        violation,
        history=tuple(
            Call(one.operation, {**one.parameters, "scope": {"app": name + str(at), "user": name}})
            for at, one in enumerate(violation.history)
        ),
        owner={"app": f"{name}0", "user": name},
    )
    [behaviour] = specification(tmp_path, f"Feature: Names\n\n{as_scenario(hostile)}").behaviours
    assert [judged(behaviour, backend).word.value for backend in (toys.ListsEverybody(), Sound())] == ["fail", "pass"]
    with pytest.raises(AssertionError):
        run(as_pytest(hostile, connectable(toys.ListsEverybody)))
    run(as_pytest(hostile, connectable(Sound)))
    lines = [json.loads(line) for line in as_messages(hostile, "exec:x").text.splitlines()]
    assert [line["params"]["scope"]["user"] for line in lines[1:]] == [name] * 2


def test_only_a_history_that_crosses_apps_or_users_has_a_scenario() -> None:
    [violation] = found(toys.ListsEverybody)

    def in_tenants(*tenants: str) -> Violation:
        history = [
            Call(one.operation, {**one.parameters, "scope": {"tenant": tenant, **one.parameters["scope"]}})
            for one, tenant in zip(violation.history, tenants, strict=True)
        ]
        return replace(violation, history=tuple(history))

    assert as_scenario(in_tenants("main", "main")) == as_scenario(violation) != ""
    assert as_scenario(in_tenants("main", "other")) == ""
