"""Code of theirs that fails, or returns what is no memory: one line that names it, and no trace unless it is asked for."""

import pytest

from adopting.folder import Folder

BAD = """
import plain
from types import SimpleNamespace
from memory_conformance.backend import Backend
from memory_conformance.model import Hello

def made(**replaced):
    return SimpleNamespace(**{"open": plain.open, "add": plain.add, "search": plain.search, **replaced})

def raising(error):
    def raises_it(*given):
        raise type(error)(*error.args)
    return raises_it

def declaring(**declares):
    return made(declares=declares)

search_runtime = made(search=raising(RuntimeError("boom")))
search_value = made(search=raising(ValueError("no such words")))
search_lazy = made(search=lambda *given: (1 / 0 for _ in range(3)))
search_exit = made(search=raising(SystemExit(0)))
search_none = made(search=lambda *given: None)
search_dict = made(search=lambda *given: {"text": "a"})
search_numbers = made(search=lambda *given: [1, 2])
search_bare = made(search=lambda *given: [{"author": "ana"}])
search_time = made(search=lambda *given: [{"text": "a", "timestamp": "noon"}])
search_part = made(search=lambda *given: [{"content": {"parts": [{"text": 7}]}}])
add_runtime = made(add=raising(RuntimeError("the disk is full")))
open_runtime = made(open=raising(RuntimeError("no database")))
no_dict = made(declares=["delete_session"])
capability = declaring(capabilities=["delete_sesion"])
typo = declaring(capabilites=["delete_session"])
scope_text = declaring(scope="user")
scope_number = declaring(scope=7)
crossing = declaring(scope=[{"name": "user", "crossing": "allowed"}])
name = declaring(name=7)
claim = declaring(claim="adk-go-9")
answer = declaring(answers={"DIGITS-001": "digits are word"})
answer_id = declaring(answers={"DIGITS-0011": "digits are part of words"})
answer_none = declaring(answers={"SCOPE-001": "anything"})
number = 7

def factory():
    raise RuntimeError("no configuration")

def factory_none():
    return None

class Careless(Backend):
    def hello(self): return Hello(name="careless")
    def open(self, settings): return "1"
    def add_session(self, instance, scope, session): pass
    def search(self, instance, scope, query): raise KeyError(query)
"""

PLAYED = "AGAIN-001 or QUERY-001"


@pytest.fixture
def bad(folder: Folder) -> Folder:
    """The folder with everything that may be wrong with a backend."""
    folder.write("bad.py", BAD)
    folder.write("missing.py", "import a_module_that_nobody_has\n")
    folder.write("syntax.py", "def open(:\n")
    folder.write("raising.py", "raise RuntimeError('at import')\n")
    folder.write("leaving.py", "import sys\nsys.exit(0)\n")
    folder.write(
        "hollow.py", "open = None\ndef add(memory, scope, session): ...\ndef search(memory, scope, query): ...\n"
    )
    return folder


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("missing", "importing 'missing' failed: No module named 'a_module_that_nobody_has'"),
        ("syntax", "importing 'syntax' failed: SyntaxError: invalid syntax (syntax.py, line 1)"),
        ("raising", "importing 'raising' failed: RuntimeError: at import"),
        ("leaving", "importing 'leaving' failed: SystemExit: 0"),
        ("nowhere.at.all", "there is no module 'nowhere' here, nor in the installed packages"),
        ("bad:declarin", "bad has no 'declarin'; did you mean declaring"),
        ("bad", "the module 'bad' is no backend: it has no open(), add(), search()"),
        ("hollow", "the module 'hollow' is no backend: it has no open()"),
        ("bad:number", "is int: no backend, no ADK memory service, nothing with open, add and search, no factory"),
        ("bad:factory", "bad:factory() raised RuntimeError: no configuration"),
        ("bad:factory_none", "is NoneType: no backend"),
        ("bad:open_runtime", "open() raised RuntimeError: no database"),
        ("bad:no_dict", "declares is list \"['delete_session']\"; it is a dict"),
        (
            "bad:capability",
            "declares[capabilities.0] is 'delete_sesion': Input should be 'add_events', 'list_memories'",
        ),
        ("bad:typo", "declares has no 'capabilites'; did you mean capabilities?"),
        ("bad:scope_text", "declares[scope] is 'user': Input should be a valid list"),
        ("bad:scope_number", "declares[scope] is 7: Input should be a valid list"),
        ("bad:crossing", "declares[scope.0.crossing] is 'allowed': Input should be 'leak' or 'shared'"),
        ("bad:name", "declares[name] is 7: Input should be a valid string"),
    ],
)
def test_what_cannot_be_played_is_one_line_and_exit_3(bad: Folder, name: str, told: str) -> None:
    ended = bad.conformance("run", f"python:{name}", "--only", PLAYED, COLUMNS="400")
    assert ended.code == 3
    lines = ended.out.splitlines()
    assert lines[0].startswith(f"not played: python:{name}: ")
    assert told in lines[0]
    assert [line.partition("  ")[0] for line in lines[1:]] == ["not played to the end"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("claim", "bad:claim declares the claim 'adk-go-9': no reference is called 'adk-go-9'; did you mean"),
        ("answer", "bad:answer declares “digits are word” for DIGITS-001; did you mean digits are part of words"),
        ("answer_id", "bad:answer_id declares an answer to DIGITS-0011, which is no id; did you mean DIGITS-001"),
        ("answer_none", "bad:answer_none declares “anything” for SCOPE-001; there are no answers"),
    ],
)
def test_a_name_in_what_it_declares_that_leads_nowhere_is_wrong_usage(bad: Folder, name: str, told: str) -> None:
    ended = bad.conformance("run", f"python:bad:{name}", "--only", PLAYED)
    assert (ended.code, ended.out) == (2, "")
    assert told in ended.err
    assert len(ended.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("search_none", "search returned None; it returns a list of texts, mappings or objects"),
        ("search_dict", "search returned dict \"{'text': 'a'}\"; it returns a list of texts, mappings or objects"),
        ("search_numbers", "search returned int '1' among its memories: it has neither content nor text"),
        (
            "search_bare",
            "search returned dict \"{'author': 'ana'}\" among its memories: it has neither content nor text",
        ),
        (
            "search_time",
            "search returned a memory whose timestamp is wrong: it is seconds since the epoch, not str 'noon'",
        ),
        ("search_part", "memories.0.content.parts.0.text: input should be a string, not 7"),
        ("search_exit", "SystemExit: 0"),
        ("Careless", "KeyError: "),
    ],
)
def test_what_is_no_memory_is_an_error_of_the_harness_told_once(bad: Folder, name: str, told: str) -> None:
    ended = bad.conformance("run", f"python:bad:{name}", "--only", PLAYED, "--report", "report")
    assert ended.code == 3
    assert told in ended.out
    assert {row["verdict"] for row in bad.rows().values()} == {"error"}
    assert bad.results()["envelope"]["complete"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("search_runtime", "an error (internal: RuntimeError: boom)"),
        ("search_value", "an error (invalid_argument: ValueError: no such words)"),
        ("search_lazy", "an error (internal: ZeroDivisionError: division by zero)"),
        ("add_runtime", "an error (internal: RuntimeError: the disk is full)"),
    ],
)
def test_what_their_code_raises_is_an_answer_that_breaks_a_requirement(bad: Folder, name: str, told: str) -> None:
    ended = bad.conformance("run", f"python:bad:{name}", "--only", PLAYED, "--report", "report")
    assert ended.code == 1
    rows = bad.rows()
    assert {row["verdict"] for row in rows.values()} == {"fail"}
    assert told in rows["AGAIN-001"]["reason"]
    assert "--trace shows what the backend's own code raised" in ended.out


@pytest.mark.parametrize("name", ["bad:search_runtime", "bad:factory", "bad:open_runtime", "raising", "bad:Careless"])
def test_a_trace_that_is_asked_for_is_theirs_alone(bad: Folder, name: str) -> None:
    ended = bad.conformance("run", f"python:{name}", "--only", PLAYED, "--trace")
    frames = [line.strip() for line in ended.out.splitlines() if line.strip().startswith("File ")]
    assert frames
    assert all(str(bad.path) in frame for frame in frames), frames
    assert "Traceback (most recent call last):" in ended.out


def test_a_module_that_does_not_parse_shows_the_line_with_trace(bad: Folder) -> None:
    ended = bad.conformance("run", "python:syntax", "--trace")
    assert "def open(:" in ended.out
    assert "importlib" not in ended.out


def test_a_broken_backend_leaves_the_results_of_the_others(bad: Folder) -> None:
    ended = bad.conformance("run", "python:missing", "python:plain", "--only", "scope", "--report", "report")
    assert ended.code == 3
    results = bad.results()
    problems = {backend["name"]: backend["problem"] for backend in results["envelope"]["backends"]}
    assert problems.keys() == {"plain", "python:missing"}
    assert problems["plain"] is None
    assert results["totals"].keys() == {"plain"}
    assert results["totals"]["plain"]["pass"] > 20


def test_what_was_found_outranks_what_was_broken(bad: Folder) -> None:
    assert bad.conformance("run", "python:missing", "python:leaky", "--only", "scope").code == 1
    assert bad.conformance("run", "python:bad:search_none", "python:leaky", "--only", "scope").code == 1


def test_a_run_that_is_interrupted_is_not_as_expected(bad: Folder) -> None:
    bad.write("interrupting.py", "from plain import open, add\ndef search(*given):\n    raise KeyboardInterrupt\n")
    ended = bad.conformance("run", "python:interrupting", "--only", PLAYED)
    assert ended.code == 3
    assert "not played to the end" in ended.out
