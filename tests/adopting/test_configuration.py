"""memory-conformance.toml: every key does what it says, and the command line outranks it."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

from adopting.configured import FILE, written
from adopting.folder import Folder
from adopting.test_undisturbed import LIGHT
from memory_conformance.connect.configuration import Entry, read_configuration
from memory_conformance.connect.terms import Terms
from memory_conformance.connect.written import Written, key_of
from memory_conformance.model import Crossing, Hello, Reset, ScopeField
from memory_conformance.options import read_terms
from memory_conformance.references import UsageError
from memory_conformance.specification import read_specification
from memory_conformance.target import Targets, find_targets

pytestmark = pytest.mark.usefixtures("variables_of_it")

EVERY_KEY = """
[backends.staging]
connectable = "https://${USER_OF_IT}@memory.example/base"
claim = "adk-go-1.7"
scope = ["tenant", {name = "user", crossing = "shared"}]
bounds = {write = 2, forget = 5.5}
reset = "none"
timeout = 30
wait = 120.5
max_calls = 500
rate_limit = 2.5

[backends.staging.answers]
DIGITS-001 = "digits are part of words"

[backends.staging.headers]
Authorization = "Bearer ${TOKEN_OF_IT}"

[backends.built]
connectable = "dockerfile:harness"
harden = true
env = {MODE = "test-${TOKEN_OF_IT}"}

[backends.built.build_args]
BASE = "python:3.13"

[backends.ours]
connectable = "python:plain"
"""

SERVED = """
import sys
from memory_conformance.connect.connectable import connect
from memory_conformance.serve.stdio import serve_lines
serve_lines(connect(sys.argv[1]).backend, sys.stdin.buffer, sys.stdout.buffer)
"""

NOTHING_GIVEN = {
    "timeout": None,
    "wait": None,
    "max_calls": None,
    "rate_limit": None,
    "harden": False,
    "env": (),
    "build_arg": (),
}


# What is right.


def test_each_key_reaches_the_terms_or_the_introduction() -> None:
    entry = written(EVERY_KEY).entry("staging")
    assert (entry.name, entry.connectable) == ("staging", "https://a-user-of-it@memory.example/base")
    headers = {"Authorization": "Bearer a-token-of-it"}
    assert entry.terms == Terms(timeout=30, wait=120.5, max_calls=500, rate_limit=2.5, headers=headers)
    introduced = entry.introduced(Hello(name="memory", version="2", claim="segmented"))
    assert (introduced.name, introduced.version, introduced.claim) == ("memory", "2", "adk-go-1.7")
    assert introduced.scope == [ScopeField(name="tenant"), ScopeField(name="user", crossing=Crossing.SHARED)]
    assert introduced.reset is Reset.NONE
    assert introduced.bounds == {"write": 2, "forget": 5.5}
    assert introduced.answers == {"DIGITS-001": "digits are part of words"}
    built = written(EVERY_KEY).entry("built")
    assert built.terms == Terms(harden=True, env={"MODE": "test-a-token-of-it"}, build_args={"BASE": "python:3.13"})


def test_what_the_file_does_not_say_is_what_hello_says() -> None:
    hello = Hello(name="memory", claim="segmented", reset=Reset.NONE)
    assert written(EVERY_KEY).entry("ours").introduced(hello) == hello


def test_a_connectable_beside_the_file_is_just_that() -> None:
    entry = written(EVERY_KEY).entry("adk-go-1.7")
    assert (entry.connectable, entry.name, entry.repeat) == ("adk-go-1.7", None, ("adk-go-1.7",))


def test_without_a_file_there_is_nothing_to_know() -> None:
    assert read_configuration().entry("staging") == Entry("staging", Terms(), ("staging",))


def test_only_the_backend_that_is_asked_for_needs_its_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TOKEN_OF_IT")
    assert written(EVERY_KEY).entry("ours").connectable == "python:plain"


def test_a_file_may_begin_with_a_byte_order_mark() -> None:
    Path(FILE).write_bytes(b"\xef\xbb\xbf" + EVERY_KEY.encode())
    assert read_configuration().entry("ours").name == "ours"


def test_the_command_line_outranks_the_file() -> None:
    Path(FILE).write_text(EVERY_KEY)
    given = {"timeout": 1.0, "max_calls": 7, "env": {"OTHER": "1"}, "build_args": {"BASE": "mine"}}
    built = read_configuration(given=given).entry("built")
    assert built.terms.env == {"MODE": "test-a-token-of-it", "OTHER": "1"}
    assert built.terms.build_args == {"BASE": "mine"}
    entry = read_configuration(given=given).entry("staging")
    assert (entry.terms.timeout, entry.terms.max_calls, entry.terms.wait) == (1.0, 7, 120.5)


def test_what_repeats_a_run_names_the_file_and_the_options_but_no_value_of_the_environment() -> None:
    Path("other.toml").write_text(EVERY_KEY)
    options = NOTHING_GIVEN | {"env": ("MODE=a-secret",), "build_arg": ("TOKEN_OF_IT", "BASE=mine"), "timeout": 2.5}
    entry = read_configuration(Path("other.toml"), read_terms(options)).entry("built")
    asked = "built --config other.toml --timeout 2.5 --env MODE --build-arg TOKEN_OF_IT --build-arg BASE=mine"
    assert shlex.join(entry.repeat) == asked


def test_env_and_build_arg_without_a_value_take_that_of_the_environment() -> None:
    given = read_terms(NOTHING_GIVEN | {"env": ("TOKEN_OF_IT", "EMPTY="), "build_arg": ("TOKEN_OF_IT",)})
    assert given == {
        "env": {"TOKEN_OF_IT": "a-token-of-it", "EMPTY": ""},
        "build_args": {"TOKEN_OF_IT": "a-token-of-it"},
    }


# As it is used.


@pytest.fixture
def configured(folder: Folder) -> Folder:
    """The folder with a command as a backend, and names for it in two files."""
    served = folder.write("served.py", SERVED)
    command = shlex.join([sys.executable, str(served), "adk-go-1.7"])
    table = f"""
[backends.staging]
connectable = {f"exec:{command}"!r}
claim = "adk-java-1.8"
[backends.staging.answers]
DIGITS-001 = "digits are part of words"
"""
    folder.write(FILE, table)
    folder.write("other.toml", table.replace("staging", "stages"))
    return folder


def test_a_name_is_played_under_its_name_and_held_to_its_claim_and_answers(configured: Folder) -> None:
    ended = configured.conformance("run", "staging", "--only", "finding", "--report", "report")
    assert ended.code == 1
    rows = configured.rows()
    assert {row["backend"] for row in rows.values()} == {"staging"}
    assert (rows["DIGITS-001"]["verdict"], rows["DIGITS-001"]["marks"]) == ("pass", ["deliberate"])
    assert {row["claim"] for row in rows.values()} == {"adk-java-1.8"}
    failed = next(row for row in rows.values() if row["verdict"] == "fail")
    assert failed["repeat"] == f"memory-conformance run staging --only {failed['id']}"
    repeated = configured.conformance(*shlex.split(failed["repeat"])[1:], "--report", "again")
    assert repeated.code == 1
    assert configured.rows("again")[failed["id"]]["reason"] == failed["reason"]


def test_claims_outrank_the_file_by_the_name_in_it(configured: Folder) -> None:
    ended = configured.conformance("run", "staging", "--claims", "staging=adk-go-1.7", "--only", "DIGITS-*")
    assert ended.code == 0


def test_a_file_of_another_name_is_repeated_and_used_by_hand(configured: Folder) -> None:
    ended = configured.conformance(
        "run", "stages", "--config", "other.toml", "--only", "DIGITS-003", "--report", "report"
    )
    assert ended.code == 1
    backend = configured.results()["envelope"]["backends"][0]
    assert (backend["name"], backend["config"], backend["remote"]) == ("stages", "other.toml", True)
    assert configured.rows()["DIGITS-003"]["repeat"] == (
        "memory-conformance run stages --config other.toml --only DIGITS-003"
    )
    _, _, shown = ended.out.partition("  in Python\n")
    code = "\n".join(line.strip() for line in shown.splitlines() if line.startswith("    "))
    assert "memory = connect('stages', 'other.toml')" in code
    by_hand = configured.command([sys.executable, "-c", code])
    assert (by_hand.err, by_hand.out.startswith("[")) == ("", True)


def test_the_pytest_face_knows_the_names(configured: Folder) -> None:
    both = ("--memory-backend", "stages", "--memory-backend", "adk-go-1.7", "--memory-only", "DIGITS-001")
    assert configured.pytest(*both, "--memory-config", "other.toml", **LIGHT).counts() == {"passed": 2}
    assert "no backend is called 'stages'; did you mean staging?" in configured.pytest(*both, **LIGHT).err


def test_a_wrong_answer_names_its_line(configured: Folder) -> None:
    text = (configured.path / FILE).read_text()
    configured.write(FILE, text.replace("digits are part of words", "digits are word"))
    told = configured.conformance("run", "staging")
    assert told.code == 2
    assert told.err.startswith(
        f"memory-conformance: {FILE}:6: staging declares “digits are word” for DIGITS-001; did you"
    )
    with pytest.raises(
        UsageError, match=rf"^{FILE}:3: x declares an answer to DIGITS-999, which is no id; did you mean"
    ):
        targets_of('[backends.x]\nconnectable = "adk-go-1.7"\nanswers = {DIGITS-999 = "x"}\n')


@pytest.mark.parametrize(
    ("connectable", "told"),
    [("htp://x", "no backend is called 'htp://x'"), ("http://x?key=1", "an address ends with its base path")],
)
def test_a_table_that_leads_nowhere_names_its_line(connectable: str, told: str) -> None:
    with pytest.raises(UsageError, match=rf"^{FILE}:2: {re.escape(told)}"):
        targets_of(f'[backends.x]\nconnectable = "{connectable}"\n')


def targets_of(text: str) -> Targets:
    """What a run on the backend x of a file begins with."""
    return find_targets(("x",), (), 1, read_specification(), written(text))


def test_configured_backends_are_listed(folder: Folder) -> None:
    folder.write(FILE, EVERY_KEY)
    listed = folder.conformance("list", "--backends").out
    assert f"https://memory.example/base, of {FILE}" in listed
    assert f"dockerfile:harness, of {FILE}" in listed
    assert "a-user-of-it" not in listed


def test_env_reaches_a_command_from_the_file_and_outranks_it_from_the_command_line(folder: Folder) -> None:
    telling = SERVED.replace("sys.argv[1]", "'adk-go-1.7'") + "\n"
    telling = (
        "import os, sys\nprint('mode', os.environ['MODE'], os.environ['OTHER'], file=sys.stderr); sys.exit(3)\n"
        + telling
    )
    folder.write("telling.py", telling)
    folder.write(
        FILE, f'[backends.x]\nconnectable = "exec:{sys.executable} telling.py"\nenv = {{MODE = "abc", OTHER = "a"}}\n'
    )
    ended = folder.conformance("run", "x", "--env", "OTHER=b", "--report", "report")
    assert ended.code == 3
    # Values of three characters are no secrets, and so can be seen here.
    assert "mode abc b" in ended.out + ended.err


# The page.


def test_the_page_names_every_key_and_its_file_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == list(map(key_of, Written.model_fields))
    shown = re.search(r"<!-- memory-conformance.toml -->\n```toml\n(.*?)```", page, re.DOTALL)
    assert shown is not None
    monkeypatch.setenv("MEMORY_TOKEN", "a-token-of-it")
    configuration = written(shown.group(1))
    assert configuration.entry("local").declared == {"claim": "adk-go-1.7"}
    staging = configuration.entry("staging")
    assert staging.terms.headers == {"Authorization": "Bearer a-token-of-it"}
    for id, title in staging.declared["answers"].items():
        assert title in [answer.title for answer in read_specification().by_id[id].answers]
