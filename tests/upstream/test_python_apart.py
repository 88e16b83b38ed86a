"""``--with`` and ``--python``: a Python service in another interpreter gives the answers that it gives in process."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from adopting.folder import LEAKY, PLAIN, Folder
from adopting.test_kinds import ADK, ASYNC, KINDS
from memory_conformance.connect import processes
from memory_conformance.connect.apart import python
from memory_conformance.connect.configuration import read_configuration
from memory_conformance.connect.connectable import connect, is_remote
from memory_conformance.connect.leftovers import end_leftovers
from memory_conformance.connect.remote import RemoteBackend
from memory_conformance.connect.terms import LONG_WAIT, Terms
from memory_conformance.means import needs_means
from memory_conformance.references import UsageError
from optional import complete_store
from transports.checked import read_once

SAME = ("--python", sys.executable)
"""This interpreter, in a process of its own."""
COMPARED = ("id", "verdict", "marks", "observed", "expected", "answer", "answered_like")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """The current folder, with backends in it."""
    monkeypatch.chdir(tmp_path)
    folder = Folder(tmp_path)
    folder.write("plain.py", PLAIN)
    return folder


def rows(folder: Folder, *arguments: str) -> list[list[Any]]:
    """What a run of the whole specification says, but for what only the transport knows."""
    ended = folder.conformance("run", *arguments, "--seed", "7", "--report", "report")
    assert ended.code in (0, 1), ended.out + ended.err
    found = folder.results()["results"]
    # The protocol is judged by `check`, and what needs what no backend brings along, by the leak lab.
    whole = [one.id for one in read_once().behaviours if one.topic != "protocol" and not needs_means(one.needs)]
    assert sorted(row["id"] for row in found) == sorted(whole)
    return [[row[name] for name in COMPARED] for row in found]


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("google.adk.memory:InMemoryMemoryService", marks=pytest.mark.requires("adk")),
        "memory_references.adk_go_1_7:backend",
        "plain",
        "complete_store:CompleteStore",
    ],
)
def test_the_whole_specification_has_the_same_rows_in_process_and_apart(here: Folder, path: str) -> None:
    here.write("complete_store.py", Path(complete_store.__file__).read_text(encoding="utf-8"))
    claim = "adk-python-2.13" if "google" in path else "none"
    mine = rows(here, f"python:{path}", "--claims", claim)
    assert rows(here, f"python:{path}", "--claims", claim, *SAME) == mine
    assert {"pass"} < {row[1] for row in mine}


def test_a_module_that_tells_time_and_lags_is_the_same_apart(here: Folder) -> None:
    only = ("--only", "scope or CARRY-002")
    ended = [here.conformance("run", "python:memory_references.eventual", *only, *apart) for apart in ((), SAME)]
    assert [one.code for one in ended] == [0, 0], ended[1].out
    assert "eventual: " in ended[1].out


@pytest.mark.parametrize("kind", ["service", "settings.memory", "make", "make_async", "Service", "Own"])
def test_every_plain_kind_is_found_apart(here: Folder, kind: str) -> None:
    here.write("kinds.py", KINDS)
    assert_scope_is_kept(here, f"python:kinds:{kind}", *SAME)


def test_an_async_module_is_awaited_apart(here: Folder) -> None:
    here.write("plain_async.py", ASYNC)
    assert_scope_is_kept(here, "python:plain_async", *SAME)


@pytest.mark.requires("adk")
@pytest.mark.parametrize(("path", "name"), [("mine:Unchanged", "Unchanged"), ("mine:make", "Named")])
def test_a_class_of_the_adk_and_a_factory_of_one_are_found_apart(here: Folder, path: str, name: str) -> None:
    here.write("mine.py", ADK)
    assert_scope_is_kept(here, f"python:{path}", *SAME)
    assert here.results()["envelope"]["backends"][0]["name"] == name


def assert_scope_is_kept(folder: Folder, *arguments: str) -> None:
    ended = folder.conformance("run", *arguments, "--only", "scope", "--report", "report")
    assert ended.code == 0, ended.out
    assert folder.results()["envelope"]["backends"][0]["remote"]
    assert sum(row["verdict"] == "pass" for row in folder.results()["results"]) > 20


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("nowhere", ""),
        ("bad", "import a_module_that_nobody_has"),
        ("bad", "raise RuntimeError('at import')"),
        ("bad", "import sys; sys.exit(0)"),
        ("bad", "number = 7"),
        ("bad:numbre", "number = 7"),
        ("bad:number", "number = 7"),
        ("bad:make", "def make():\n    raise RuntimeError('no configuration')"),
        ("bad", f"{PLAIN}\ndeclares = []  or [7]"),
        ("bad", f"{PLAIN}\ndeclares = {{'capabilites': []}}"),
        ("bad", f"{PLAIN}\ndef open():\n    raise RuntimeError('no database')"),
    ],
)
def test_what_cannot_be_played_is_told_in_the_words_of_this_process(here: Folder, path: str, source: str) -> None:
    here.write("bad.py", source)
    told = [here.conformance("run", f"python:{path}", *apart, COLUMNS="400") for apart in ((), SAME)]
    assert [one.code for one in told] == [3, 3]
    mine, theirs = (one.out.splitlines()[0] for one in told)
    assert mine == theirs
    assert mine.startswith(f"not played: python:{path}: ")


@pytest.mark.parametrize("found", ["None", "7", "[7]", "[{'author': 'ana'}]", "[{'text': 'a', 'timestamp': 'noon'}]"])
def test_what_is_no_memory_is_told_in_the_words_of_this_process(here: Folder, found: str) -> None:
    here.write("bad.py", f"from plain import open, add\ndef search(*given):\n    return {found}\n")
    run = ("run", "python:bad", "--only", "QUERY-001", "--report", "report")
    reasons = []
    for apart in ((), SAME):
        assert here.conformance(*run, *apart).code == 3
        reasons.append(here.rows()["QUERY-001"]["reason"])
    assert reasons[0] == reasons[1] != ""


def test_what_prints_and_reads_and_ends_does_no_harm(here: Folder) -> None:
    talkative = """
import os, sys, plain
print("imported")
open = plain.open
def add(memory, scope, session):
    print(sys.stdin.read())
    os.write(1, b"past everything\\n")
    plain.add(memory, scope, session)
def search(memory, scope, query):
    if query == "heron":
        os._exit(4)
    return plain.search(memory, scope, query)
"""
    here.write("talkative.py", talkative)
    backend = connect("python:talkative", Terms(python=sys.executable)).backend
    try:
        instance, ana = backend.open({}), {"app": "shop", "user": "ana"}
        session = {"id": "s", "events": [{"content": {"parts": [{"text": "a kite"}]}}]}
        backend.ask("add_session", {"instance": instance, "scope": ana, "session": session})
        assert [memory.text() for memory in backend.search(instance, ana, "kite")] == ["a kite"]
        with pytest.raises(Exception, match="the harness ended with exit code 4"):
            backend.search(instance, ana, "heron")
        assert backend.search(backend.open({}), ana, "kite") == []
    finally:
        backend.disconnect()


def test_only_a_python_backend_takes_them(here: Folder) -> None:
    for given, option in ({"with_": ("six",)}, "--with"), ({"python": "python3"}, "--python"):
        told = f"^{option} is for python:, and no backend of this run is one$"
        with pytest.raises(UsageError, match=told):
            read_configuration(given=given).entries(["adk-go-1.7", "exec:./harness", "upstream:adk-go@1.7.0"])
        assert len(read_configuration(given=given).entries(["adk-go-1.7", "python:plain"])) == 2
    ended = here.conformance("run", "adk-go-1.7", "--with", "six")
    assert (ended.code, ended.err.count("\n")) == (2, 1)


def test_the_file_says_the_same_and_the_command_line_outranks_it(here: Folder) -> None:
    table = '[backends.ours]\nconnectable = "python:plain"\nwith = ["six", "idna"]\npython = "python3"\ntimeout = 20\n'
    here.write("memory-conformance.toml", table)
    terms = read_configuration().entry("ours").terms
    assert (terms.with_, terms.python, terms.timeout, terms.wait) == (("six", "idna"), "python3", 20, LONG_WAIT)
    given = {"with_": ("six==1.16.0",), "python": sys.executable, "wait": 3.0}
    entry = read_configuration(given=given).entry("ours")
    assert (entry.terms.with_, entry.terms.python, entry.terms.wait) == (("six==1.16.0",), sys.executable, 3.0)
    again = ("ours", "--with", "six==1.16.0", "--python", sys.executable, "--wait", "3")
    assert entry.repeat == again
    assert is_remote(entry.connectable, entry.terms)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('with = "six"', 'with of ours: it is a list of requirements, such as ["mem0ai==2.2.1"]'),
        ('with = [""]', "with.0 of ours is wrong: with is a list of requirements"),
        ("python = 3.12", 'python of ours: it is the path of an interpreter, such as ".venv/bin/python"'),
        ('pyhton = "python3"', "ours has no 'pyhton'; did you mean python?"),
        ("timeout = 3", "timeout of ours: it is for exec:, upstream:, http://, https://, docker: and dockerfile:"),
    ],
)
def test_a_mistake_in_the_file_is_one_line_with_its_place(here: Folder, line: str, told: str) -> None:
    here.write("memory-conformance.toml", f'[backends.ours]\nconnectable = "python:plain"\n{line}\n')
    with pytest.raises(UsageError) as raised:
        read_configuration().entry("ours")
    assert str(raised.value).startswith(f"memory-conformance.toml:3: {told}")


def test_in_another_backend_of_the_file_they_are_a_mistake(here: Folder) -> None:
    here.write("memory-conformance.toml", '[backends.ours]\nconnectable = "exec:./harness"\nwith = ["six"]\n')
    with pytest.raises(UsageError, match=r"toml:3: with of ours: it is for python:$"):
        read_configuration().entry("ours")


def test_a_failure_is_repeated_in_lines_since_python_here_is_another(here: Folder) -> None:
    here.write("leaky.py", LEAKY)
    ended = here.conformance("run", "python:leaky", "--only", "SCOPE-001", *SAME)
    assert ended.code == 1
    assert f"repeat    memory-conformance run python:leaky --python {sys.executable} --only SCOPE-001" in ended.out
    assert "in lines of JSON" in ended.out
    assert "from memory_conformance import connect" not in ended.out


def test_a_service_apart_is_served_to_others(here: Folder) -> None:
    command = f"exec:memory-conformance serve python:plain --stdio --python {sys.executable}"
    assert_scope_is_kept(here, command)


def test_what_a_killed_run_left_behind_is_looked_for(here: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "end_leftovers", lambda: ["7 (python)"])
    configuration = read_configuration(given={"python": sys.executable})
    for connectable, found in {"python:plain": True, "upstream:adk-js@2.0.0": True, "adk-go-1.7": False}.items():
        assert bool(end_leftovers([configuration.entry(connectable)])) is found


def test_the_process_ends_with_the_run(here: Folder) -> None:
    transport = python("plain", Terms(python=sys.executable))
    backend = RemoteBackend(transport, "python:plain")
    backend.introduce()
    running = transport._running
    assert running is not None
    backend.disconnect()
    assert running._process.returncode == 0
    assert os.path.samefile(running._process.args[0], sys.executable)  # type: ignore[index]
