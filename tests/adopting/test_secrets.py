"""No secret is ever shown, whoever tells it; and nothing is hidden where things are compared."""

from __future__ import annotations

import json
import sys
import threading
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from adopting.echoing import EchoServer, in_all_forms
from adopting.folder import Folder
from adopting.test_undisturbed import LIGHT
from memory_conformance import secrets
from memory_conformance.connect.configuration import read_configuration
from memory_conformance.report.results import BackendInfo, Called, Played, Result
from memory_conformance.secrets import SHOWN, hide, keep_address, keep_header, keep_secret

CANARY = 'Kanari-7Q"&\\<+/%-vogel-9Z'
"""It needs an escape in JSON, in Python, in XML, in a URL, and in base64 it is told from others."""
PASSWORD = "sesame-oeffne-dich"
ENVIRONMENT = {"KEY_OF_IT": CANARY, "PASSWORD_OF_IT": PASSWORD, "KEY": CANARY}

BY_ADDRESS = ("remembers", "refuses", "redirects", "nameless")
OVER_HTTP = ("remembers", "refuses", "fails", "wrong", "garbles", "status", "redirects", "nameless")
IN_LINES = ("remembers", "refuses", "wrong", "dies", "prints", "nameless")
ONLY = "SCOPE-001 or DIGITS-001 or QUERY-001"

TELLING = """
import os
from plain import add as add_it, open, search as search_it

KEY = os.environ["KEY_OF_IT"]
declares = {"name": f"memory of {KEY}"}

def add(memory, scope, session):
    if not scope["user"].isalnum():
        raise ValueError(f"no {KEY}")
    add_it(memory, scope, session)

def search(memory, scope, query):
    raise RuntimeError(f"no {KEY}")
"""
"""In the process of the run itself, where nothing stands between what it raises and what is shown."""


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept secret here must not be hidden from other tests of this process."""
    monkeypatch.setattr(secrets, "_kept", set())
    monkeypatch.setattr(secrets, "_forms", ())


@pytest.fixture(scope="module")
def echo() -> Iterator[EchoServer]:
    with EchoServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def echoing(folder: Folder, echo: EchoServer) -> Folder:
    """A folder in which a service is named once for each way in which it tells what it was told."""
    tables = []
    at = f"127.0.0.1:{echo.server_port}"
    for mode in OVER_HTTP:
        tables.append(f"""
[backends.header-{mode}]
connectable = "http://{at}/{mode}"
headers = {{Authorization = "Bearer ${{KEY_OF_IT}}", X-Key = "${{KEY_OF_IT}}"}}
[backends.address-{mode}]
connectable = "http://somebody:${{PASSWORD_OF_IT}}@{at}/{mode}"
""")
    command = f"{sys.executable} {Path(__file__).with_name('echoing.py')}"
    for mode in IN_LINES:
        tables.append(f"""
[backends.env-{mode}]
connectable = "exec:{command} {mode}"
env = {{KEY = "${{KEY_OF_IT}}"}}
""")
    folder.write("memory-conformance.toml", "".join(tables))
    return folder


def given_away(shown: str) -> list[str]:
    """The beginnings and ends of secrets, and their forms in base64, that can be read in what was shown."""
    pair = b64encode(f"somebody:{PASSWORD}".encode()).decode()
    pieces = ["kanari-7", "vogel-9z", PASSWORD[:8], PASSWORD[-8:]]
    in_base64 = [b64encode(CANARY.encode()).decode().rstrip("=").lower(), pair.rstrip("=").lower()]
    return [one for one in [*pieces, *in_base64] if one in shown.lower()]


def names(*kinds: str) -> list[str]:
    modes = {"header": OVER_HTTP, "address": BY_ADDRESS, "env": IN_LINES}
    return [f"{kind}-{mode}" for kind in kinds for mode in modes[kind]]


def test_what_a_service_tells_is_shown_nowhere_in_a_run(echoing: Folder, echo: EchoServer) -> None:
    named = names("header", "address", "env")
    asked = ("run", *named, "--only", ONLY, "--report", "report", "--trace", "--env", "KEY")
    ended = echoing.conformance(*asked, **ENVIRONMENT)
    assert ended.code == 1
    pair = b64encode(f"somebody:{PASSWORD}".encode()).decode()
    assert echo.told >= {f"Bearer {CANARY}", CANARY, f"Basic {pair}"}
    envelope = echoing.results()["envelope"]
    assert {one["name"] for one in envelope["backends"]} == set(named)
    assert {one["name"] for one in envelope["backends"] if one["problem"]} == {
        one for one in named if "nameless" in one
    }
    written = {file: file.read_text() for file in echoing.path.rglob("*") if file.is_file()}
    assert {file.name for file in written} >= {"results.json", "junit.xml", "summary.md", "last-failed"}
    for name in ("results.json", "junit.xml", "summary.md"):
        assert SHOWN in (echoing.path / "report" / name).read_text()
    assert SHOWN in ended.out
    for where, shown in [
        ("out", ended.out),
        ("err", ended.err),
        *((file.name, text) for file, text in written.items()),
    ]:
        assert given_away(shown) == [], where


def test_what_a_service_tells_is_not_shown_where_it_is_not_named_in_a_file(folder: Folder, echo: EchoServer) -> None:
    command = f"exec:{sys.executable} {Path(__file__).with_name('echoing.py')} remembers"
    address = f"http://somebody:{quote(PASSWORD)}@127.0.0.1:{echo.server_port}/refuses"
    asked = ("run", command, address, "--env", f"KEY={CANARY}", "--only", ONLY, "--report", "report")
    ended = folder.conformance(*asked)
    assert ended.code == 1
    shown = [ended.out, ended.err, *(file.read_text() for file in folder.path.rglob("*") if file.is_file())]
    assert [given_away(one) for one in shown] == [[]] * len(shown)
    assert "--env KEY " in next(iter(folder.rows().values()))["repeat"]


def test_what_a_service_tells_is_not_shown_by_pytest(echoing: Folder) -> None:
    backends = [one for one in names("header", "env") if "nameless" not in one]
    asked = [word for one in backends for word in ("--memory-backend", one)]
    ended = echoing.pytest(*asked, "--memory-only", ONLY, "-rA", "--junitxml", "junit.xml", **LIGHT, **ENVIRONMENT)
    assert SHOWN in ended.out
    for shown in (ended.out, ended.err, (echoing.path / "junit.xml").read_text()):
        assert given_away(shown) == []


def test_what_code_in_this_process_tells_is_not_shown_either(echoing: Folder) -> None:
    # The name beside it is what makes the value a secret of this run.
    named = ("header-nameless", "python:telling", "python:raising")
    echoing.write("telling.py", TELLING)
    echoing.write("raising.py", "import os\nraise RuntimeError(os.environ['KEY_OF_IT'])\n")
    ended = echoing.conformance("run", *named, "--only", "scope", "--trace", "--report", "report", **ENVIRONMENT)
    assert (ended.code, "RuntimeError: ‹secret›" in ended.out) == (1, True)
    words = {row["verdict"] for row in echoing.rows().values()}
    assert words >= {"fail", "unsupported"}
    written = [file.read_text() for file in (echoing.path / "report").iterdir()]
    assert [given_away(shown) for shown in (ended.out, ended.err, *written)] == [[]] * 5
    both = ("--memory-backend", "header-remembers", "--memory-backend", "python:telling", "--memory-only", "scope")
    played = echoing.pytest(*both, "-rA", **LIGHT, **ENVIRONMENT)
    assert played.counts().keys() >= {"failed", "skipped"}
    failed = echoing.pytest(*both, "--memory-backend", "python:raising", **LIGHT, **ENVIRONMENT)
    assert f"RuntimeError: {SHOWN}" in failed.err
    assert [given_away(shown) for shown in (played.out, played.err, failed.out, failed.err)] == [[]] * 4


def test_what_a_service_tells_is_not_shown_by_a_check(echoing: Folder) -> None:
    ended = echoing.conformance("check", "header-wrong", "--report", "checked", **ENVIRONMENT)
    assert (ended.code, SHOWN in ended.out) == (1, True)
    written = [file.read_text() for file in (echoing.path / "checked").iterdir()]
    assert [given_away(shown) for shown in (ended.out, ended.err, *written)] == [[]] * 5


def test_what_a_service_tells_is_not_shown_by_a_plan(echoing: Folder) -> None:
    ended = echoing.conformance("run", "header-remembers", "address-nameless", "--plan", **ENVIRONMENT)
    assert (ended.code, SHOWN in ended.out) == (3, True)
    assert given_away(ended.out + ended.err) == []


def test_what_is_compared_is_the_text_itself(folder: Folder) -> None:
    # A word that the scenarios look for is a secret here, and all of it goes well.
    folder.write("memory-conformance.toml", '[backends.go]\nconnectable = "exec:env ${IT} adk"\n')
    served = "import sys\nfrom memory_conformance.connect.connectable import connect\n"
    served += "from memory_conformance.serve.stdio import serve_lines\n"
    served += "serve_lines(connect('adk-go-1.7').backend, sys.stdin.buffer, sys.stdout.buffer)\n"
    script = folder.write("served.py", served)
    command = f"exec:{sys.executable} {script}"
    words = ("shipped", "must", "fail", "should", "scope", "question", "pass", "when", "DIGITS-001", "search")
    env = [word for number, one in enumerate(words) for word in ("--env", f"WORD{number}={one}")]
    asked = ("run", command, "--only", "DIGITS-001 or SCOPE-001 or AGAIN-001", "--claims", "adk-java-1.8", *env)
    ended = folder.conformance(*asked, "--report", "report")
    assert ended.code == 1
    rows = folder.rows()
    assert {id: row["verdict"] for id, row in rows.items()} == {
        "DIGITS-001": "fail",
        "SCOPE-001": "pass",
        "AGAIN-001": "pass",
    }
    assert "shipped" not in rows["DIGITS-001"]["observed"]
    assert SHOWN in rows["DIGITS-001"]["observed"]
    again = folder.conformance("report", "report")
    assert again.code == 1
    assert "DIGITS-001" in again.out


# What is hidden.


@pytest.mark.parametrize(
    "secret", [CANARY, PASSWORD, "abcd", "zwölf Bücher", "a" * 2000, "eyJhbGciOi.eyJzdWIi.c2ln-bmF0"]
)
def test_a_secret_is_hidden_in_every_form(secret: str) -> None:
    assert keep_secret(secret) == secret
    forms = in_all_forms(secret) if len(secret) >= 12 else secret
    shown = hide(f"before {forms} after")
    assert shown.startswith(f"before {SHOWN}")
    assert shown.endswith(" after")
    for part in shown.split(" ; "):
        assert set(part.removeprefix("before ").removesuffix(" after").replace(SHOWN, "")) <= set("\"'=…"), part


def test_a_secret_within_other_base64_is_hidden() -> None:
    keep_secret(CANARY)
    shown = hide(b64encode(f"{CANARY}:and more".encode()).decode())
    assert shown.startswith(SHOWN)
    assert b64encode(CANARY.encode()).decode()[:30] not in shown


def test_the_longest_secret_is_hidden_whole() -> None:
    for secret in ("open", "open-sesame-now", "sesame-now"):
        keep_secret(secret)
    assert hide("say open-sesame-now, open!") == f"say {SHOWN}, {SHOWN}!"


def test_what_was_cut_off_is_hidden_too() -> None:
    keep_secret("0123456789abcdefghijklmnopqrstuvwxyz")
    assert hide("key 0123456789abcdefghij…") == f"key {SHOWN}…"
    assert hide("…6789abcdefghijklmnopqrstuvwxyz is no key") == f"…{SHOWN} is no key"
    assert hide("key 0123456… has nothing to tell") == "key 0123456… has nothing to tell"


def test_each_line_of_a_secret_is_hidden() -> None:
    keep_secret("-----BEGIN-----\nMIIEvQIBADAN\nBgkqhkiG9w0B\n-----END-----\n")
    assert hide("log: MIIEvQIBADAN") == f"log: {SHOWN}"


def test_too_short_a_secret_is_shown() -> None:
    keep_secret("abc")
    keep_secret("")
    assert hide("abc") == "abc"


def test_other_text_is_as_it_was() -> None:
    keep_secret(CANARY)
    text = "İstanbul, ΣΑΣ, ß, \ud800 and 🎈 kanari"
    assert hide(text) == text
    assert hide(f"İİİ{CANARY}İ") == f"İİİ{SHOWN}İ"


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("Authorization", "Bearer sesame-now", "only sesame-now"),
        ("Authorization", "Basic c2VzYW1lOm5vdw==", "only c2VzYW1lOm5vdw=="),
        ("Cookie", "id=sesame; lang=de", "only sesame"),
        ("X-Anything", "sesame", "only sesame"),
    ],
)
def test_the_credential_in_a_header_is_hidden_by_itself(name: str, value: str, shown: str) -> None:
    keep_header(name, value)
    assert hide(shown) == f"only {SHOWN}"
    assert hide("Bearer and Basic are words") == "Bearer and Basic are words"


def test_a_header_that_tells_nothing_is_no_secret() -> None:
    keep_header("Accept", "application/json")
    assert hide("application/json") == "application/json"


@pytest.mark.parametrize(
    "address", ["http://ana:se%20same@host/base", "https://se%20same@host", "http://:se%20same@host:1"]
)
def test_the_password_of_an_address_is_hidden_as_it_is_written_and_as_it_is_meant(address: str) -> None:
    keep_address(address)
    assert hide("se%20same and se same") == f"{SHOWN} and {SHOWN}"
    assert hide("http://host/base") == "http://host/base"
    basic = b64encode(b"ana:se same").decode().rstrip("=")
    assert ("ana" not in address) or hide(f"Basic {basic}==") == f"Basic {SHOWN}=="


def test_what_a_build_is_given_from_the_environment_is_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEY_OF_IT", CANARY)
    file = tmp_path / "own.toml"
    file.write_text(
        '[backends.x]\nconnectable = "dockerfile:x"\nbuild_args = {KEY = "key:${KEY_OF_IT}", BASE = "python"}\n'
    )
    entry = read_configuration(file).entry("x")
    assert entry.terms.build_args["KEY"] == f"key:{CANARY}"
    assert hide(f"Step 3: {entry.terms.build_args}") == f"Step 3: {{'KEY': 'key:{SHOWN}', 'BASE': 'python'}}"


def test_words_of_our_own_stay_what_they_are_in_results() -> None:
    for word in ("must", "scope", "pass", "search", "when", "held", "not run", "requirement", "SCOPE-001"):
        keep_secret(word)
    called = Called(operation="search", parameters={"query": "a search"}, answer="nothing must be there")
    assert (called.operation, called.parameters) == ("search", {"query": f"a {SHOWN}"})
    written = {
        "backend": "must",
        "id": "SCOPE-001",
        "topic": "scope",
        "title": "It must",
        "kind": "requirement",
        "level": "must",
        "verdict": "pass",
        "marks": ["not run"],
        "documented": False,
        "answered_like": None,
        "claim": None,
        "observed": None,
        "expected": None,
        "answer": None,
        "reason": "it must",
        "steps": [{"case": 1, "keyword": "when", "text": "it must", "line": 1, "outcome": "held"}],
        "duration": 0,
        "source": [],
        "feature": "features/scope/must.feature",
        "line": 1,
        "repeat": "run it",
    }
    row = Result.model_validate_json(json.dumps(written))
    assert (row.level, row.topic, row.id, row.verdict, row.marks) == ("must", "scope", "SCOPE-001", "pass", ["not run"])
    assert (row.backend, row.title, row.reason) == (SHOWN, f"It {SHOWN}", f"it {SHOWN}")
    assert row.steps == [Played(case=1, keyword="when", text=f"it {SHOWN}", line=1, outcome="held")]


def test_a_name_that_a_service_gives_itself_is_hidden_in_results() -> None:
    keep_secret(CANARY)
    assert BackendInfo(name=f"memory {CANARY}", connectable="x").name == f"memory {SHOWN}"
