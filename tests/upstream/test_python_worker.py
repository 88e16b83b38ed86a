"""The worker: nothing but the standard library, lines in and lines out, and the released google-adk behind it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from adopting.folder import PLAIN, Folder
from memory_conformance import worker
from memory_conformance.connect.in_process import InProcess
from memory_conformance.model import Hello
from memory_conformance.protocol.operations import OPERATIONS
from memory_conformance.upstream import environment
from memory_conformance.worker.adapter import _PARAMETERS
from memory_conformance.worker.lines import LARGEST_MESSAGE
from memory_conformance.worker.plain import INTRODUCTION, Plain

ANA = {"app": "shop", "user": "ana"}
FOLDER = Path(worker.__file__).parent
MODULES = sorted(FOLDER.glob("*.py"))


def request(operation: Any, id: Any = 1, **parameters: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": operation, "params": parameters}).encode()


def ended(path: str, *lines: bytes, interpreter: str = sys.executable, name: Sequence[str] = ()) -> Any:
    """The worker at its end, which is that of its input, and well."""
    command = [interpreter, str(FOLDER), path, *name]
    return subprocess.run(command, input=b"\n".join(lines), capture_output=True, check=True, timeout=100)


def answers(path: str, *lines: bytes, **given: Any) -> list[Any]:
    """What the worker answers to lines, which is all that it writes."""
    return [json.loads(line) for line in ended(path, *lines, **given).stdout.splitlines()]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """The current folder, with a module ``plain``."""
    monkeypatch.chdir(tmp_path)
    folder = Folder(tmp_path)
    folder.write("plain.py", PLAIN)
    return folder


@pytest.mark.parametrize("file", MODULES, ids=lambda file: file.name)
def test_it_is_python_of_any_age_and_imports_nothing_that_is_not_there(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"), feature_version=environment.OLDEST)
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    later = {id(node) for function in functions for node in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert {name.name.partition(".")[0] for name in node.names} <= sys.stdlib_module_names
        elif isinstance(node, ast.ImportFrom) and not node.level:
            package = str(node.module).partition(".")[0]
            assert package in sys.stdlib_module_names or (package == "google" and id(node) in later)


def test_the_tables_that_it_has_instead_of_the_engines_say_the_same() -> None:
    assert {name: [*parameters] for name, parameters in _PARAMETERS.items()} == {
        name: [alias(field) for field in operation.parameters.model_fields if field != "protocol"]
        for name, operation in OPERATIONS.items()
    }
    assert set(INTRODUCTION) == set(Hello.model_fields)


def alias(field: str) -> str:
    first, *rest = field.split("_")
    return first + "".join(word.capitalize() for word in rest)


def interpreters() -> list[str]:
    """This one, and every other that uv finds on this machine."""
    uv = environment._uv()
    found = [sys.executable]
    for version in ("3.9", "3.10", "3.12", "3.13") if uv is not None else ():
        asked = [str(uv), "python", "find", "--no-python-downloads", "--no-project", version]
        said = subprocess.run(asked, capture_output=True, text=True, check=False)
        found += [said.stdout.strip()] if said.returncode == 0 else []
    return found


@pytest.mark.parametrize("interpreter", interpreters())
def test_every_interpreter_that_is_here_runs_it(here: Folder, interpreter: str) -> None:
    session = {"id": "s", "events": [{"content": {"parts": [{"text": "a kite"}]}}]}
    hello, opened, added, found, missed = answers(
        "plain",
        request("hello", protocol="1"),
        request("open", settings={}),
        request("add_session", instance="1", scope=ANA, session=session),
        request("search", instance="1", scope=ANA, query="kite"),
        request("search", instance="1", scope={**ANA, "user": "ben"}, query="kite"),
        interpreter=interpreter,
    )
    assert hello["result"] == {"name": "plain", "language": "Python"}
    assert (opened["result"], added["result"], missed["result"]) == ({"instance": "1"}, {}, {"memories": []})
    memory = {"content": {"parts": [{"text": "a kite"}]}, "author": "", "timestamp": 0.0}
    assert found["result"] == {"memories": [memory]}


def test_it_stands_in_nobodys_way(here: Folder) -> None:
    # Modules of one's own that are called like its own, and the folder of the engine, in which modules are called like others.
    for name in ("calling", "find", "lines", "adk", "worker"):
        here.write(f"{name}.py", f"{PLAIN}\ndeclares = {{'version': {name!r}}}\n")
        (hello,) = answers(name, request("hello"))
        assert hello["result"] == {"name": name, "language": "Python", "version": name}
    here.write("paths.py", f"import sys\n{PLAIN}\ndeclares = {{'version': ' '.join(sys.path)}}\n")
    (hello,) = answers("paths", request("hello"), name=["another name"])
    folder, *others = hello["result"]["version"].split()
    assert (hello["result"]["name"], folder) == ("another name", str(here.path))
    assert str(FOLDER) not in others


def test_what_cannot_be_done_is_an_error_of_the_harness(here: Folder) -> None:
    lines = {
        b"{": (-32700, None),
        b'"\xff"': (-32700, None),
        b'{"x": NaN}': (-32700, None),
        b"[" * 100_000: (-32700, None),
        b'"' + b"x" * LARGEST_MESSAGE + b'"': (-32600, None),
        b"[]": (-32600, None),
        b'{"jsonrpc": "2.0", "id": 1}': (-32600, None),
        b'{"jsonrpc": "2.0", "id": 1, "method": "open", "params": [1]}': (-32600, None),
        request("no_such_operation"): (-32000, "unsupported"),
        request("introduction"): (-32000, "unsupported"),
        request("list_memories", instance="1", scope=ANA): (-32000, "unsupported"),
        request("open", settings=[]): (-32000, "invalid_argument"),
        request("search", instance="2", scope=ANA, query="x"): (-32000, "not_found"),
        request("search", scope=ANA, query="x"): (-32000, "invalid_argument"),
        request("search", instance="1", scope=ANA, query=7): (-32000, "invalid_argument"),
        request("search", instance="1", scope={"app": "shop"}, query="x"): (-32000, "invalid_argument"),
        request("search", instance="1", scope={"app": "shop", "user": 7}, query="x"): (-32000, "invalid_argument"),
        request("add_session", instance="1", scope=ANA, session=[]): (-32000, "invalid_argument"),
        request("add_session", instance="1", scope=ANA, session={"id": 7}): (-32000, "invalid_argument"),
        request("add_session", instance="1", scope=ANA, session={"id": "s", "events": {"e": 7}}): (
            -32000,
            "invalid_argument",
        ),
        request("add_session", instance="1", scope=ANA, session={"id": "s", "events": [7]}): (
            -32000,
            "invalid_argument",
        ),
        request("add_session", instance="1", scope=ANA, session={"id": "s", "events": [{"timestamp": "now"}]}): (
            -32000,
            "invalid_argument",
        ),
        request("change_result", instance="1", position=-1, text="x"): (-32000, "invalid_argument"),
        request("change_result", instance="1", position=0.5, text="x"): (-32000, "invalid_argument"),
        request("change_result", instance="1", position=True, text="x"): (-32000, "invalid_argument"),
    }
    opened, *refused, closed, again = answers(
        "plain", request("open"), *lines, b"", request("close", instance="1"), request("close", instance="1")
    )
    assert (opened["result"], closed["result"], again["result"]) == ({"instance": "1"}, {}, {})
    for (line, (number, code)), answer in zip(lines.items(), refused, strict=True):
        assert answer["error"]["code"] == number, line[:100]
        assert answer["error"].get("data") == (code and {"code": code, "speaker": "harness"}), line[:100]
    assert answers("plain") == []


def test_a_session_may_lack_nearly_everything_and_null_is_nothing(here: Folder) -> None:
    here.write(
        "seen.py", f"{PLAIN}\ndef search(memory, scope, query):\n    return [{{'text': 'x', 'metadata': memory}}]\n"
    )
    here.write(
        "seen.py", (here.path / "seen.py").read_text() + "def add(memory, scope, session): memory[0] = session\n"
    )
    session = {"id": "s", "state": None, "mood": "calm", "events": [{"timestamp": 1, "content": None, "author": None}]}
    *_, found = answers(
        "seen",
        request("open"),
        request("add_session", instance="1", scope=ANA, session=session, mood="calm"),
        request("search", instance="1", scope=ANA, query="x"),
    )
    assert found["result"]["memories"][0]["customMetadata"]["0"] == {
        **{"id": "s", "appName": "shop", "userId": "ana", "state": {}, "lastUpdateTime": 0.0, "mood": "calm"},
        "events": [{"id": "", "author": "", "timestamp": 1.0}],
    }


@pytest.mark.parametrize(
    ("found", "content"),
    [
        ("['a']", {"content": {"parts": [{"text": "a"}]}}),
        ("({'text': t, 'id': 7} for t in 'a')", {"content": {"parts": [{"text": "a"}]}, "id": "7"}),
        (
            "[{'content': {'parts': ({'function_call': {'name': 'f'}},)}, 'timestamp': 1}]",
            {"content": {"parts": [{"functionCall": {"name": "f"}}]}, "timestamp": 1.0},
        ),
        (
            "[types.SimpleNamespace(text='\\ud83d', metadata={1: {'a', 'a'}, 'at': 1j})]",
            {"content": {"parts": [{"text": "\ud83d"}]}, "customMetadata": {"1": ["a"], "at": "1j"}},
        ),
    ],
)
def test_what_a_search_returns_is_read_as_a_memory(here: Folder, found: str, content: Any) -> None:
    here.write("bare.py", f"import types\nfrom plain import open, add\ndef search(*given):\n    return {found}\n")
    _, answer = answers("bare", request("open"), request("search", instance="1", scope=ANA, query="x"))
    assert answer["result"] == {"memories": [content]}


@pytest.mark.parametrize(
    ("raised", "code"),
    [("ValueError", "invalid_argument"), ("TypeError", "invalid_argument"), ("KeyError", "internal")],
)
@pytest.mark.parametrize("kind", ["", "async "])
def test_what_the_service_raises_is_its_own_answer(here: Folder, raised: str, code: str, kind: str) -> None:
    here.write("bad.py", f"from plain import open, add\n{kind}def search(*given):\n    raise {raised}('no')\n")
    search = request("search", instance="1", scope=ANA, query="x")
    _, answer, again = answers("bad", request("open"), search, search)
    assert answer == again
    assert answer["error"]["data"] == {"code": code, "speaker": "backend"}
    assert answer["error"]["message"].startswith(f"{raised}: ")


def test_a_service_of_another_author_of_this_project_may_refuse_in_its_words(here: Folder) -> None:
    refusing = "from memory_conformance.backend import BackendError, ErrorCode\nfrom plain import open, add\n"
    refusing += "def search(*given):\n    raise BackendError(ErrorCode.RATE_LIMITED, 'later', retry_after=0.5)\n"
    here.write("refusing.py", refusing)
    _, answer = answers("refusing", request("open"), request("search", instance="1", scope=ANA, query="x"))
    assert answer["error"]["data"] == {"code": "rate_limited", "speaker": "backend", "retryAfter": 0.5}


def test_where_nothing_can_be_played_every_answer_says_why(here: Folder) -> None:
    for answer in answers("nowhere", request("hello"), request("open")):
        assert answer["error"]["data"] == {"code": "unavailable", "speaker": "harness"}
        assert answer["error"]["message"] == "there is no module 'nowhere' here, nor in the installed packages"


def test_a_number_that_json_has_no_word_for_is_an_error_of_the_harness(here: Folder) -> None:
    here.write(
        "endless.py",
        "from plain import open, add\ndef search(*given):\n    return [{'text': '', 'timestamp': 'inf'}]\n",
    )
    _, answer = answers("endless", request("open"), request("search", instance="1", scope=ANA, query="x"))
    assert answer["error"]["data"] == {"code": "internal", "speaker": "harness"}


def test_what_it_says_of_itself_is_refused_in_process_by_its_place() -> None:
    with pytest.raises(Exception, match=r"^mine: declares\[bounds.write\] is 'soon': Input should be a valid number"):
        InProcess(Plain(object(), "mine", {"bounds": {"write": "soon"}}))
