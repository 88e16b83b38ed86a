"""Every skeleton is written, built and run: it speaks the protocol and keeps the specification as it stands."""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from memory_conformance.new import write_skeleton
from transports.talking import COMMANDS, PATIENCE, Error, talk_of, talking

NODE, GO = pytest.mark.requires("node"), pytest.mark.requires("go")
STDIO = ["python", pytest.param("node", marks=NODE), pytest.param("go", marks=GO)]
ALL = [*STDIO, "http"]
OFFLINE = {**os.environ, "GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local", "CGO_ENABLED": "0"}

SCOPE = {"app": "a", "user": "u"}
AT = {"instance": "1", "scope": SCOPE}
HARNESS_ERRORS: list[tuple[str, dict[str, Any], str]] = [
    ("forget_everything", {}, "unsupported"),
    ("add_events", {**AT, "sessionId": "s", "events": []}, "unsupported"),
    ("__proto__", {}, "unsupported"),
    ("search", {**AT, "query": "tea", "instance": "none"}, "not_found"),
    ("search", {"query": "tea", "scope": SCOPE}, "invalid_argument"),
    ("search", {"query": "tea", "scope": SCOPE, "instance": 1}, "invalid_argument"),
    ("search", {"query": "tea", "instance": "1"}, "invalid_argument"),
    ("search", {"query": "tea", "instance": "1", "scope": {"app": "a"}}, "invalid_argument"),
    ("search", {"query": "tea", "instance": "1", "scope": {"app": "a", "user": None}}, "invalid_argument"),
    ("search", {"query": "tea", "instance": "1", "scope": {"app": "a", "user": 7}}, "invalid_argument"),
    ("search", AT, "invalid_argument"),
    ("add_session", AT, "invalid_argument"),
    ("add_session", {**AT, "session": {}}, "invalid_argument"),
    ("add_session", {**AT, "session": {"id": "s", "events": ["tea"]}}, "invalid_argument"),
    ("delete_session", AT, "invalid_argument"),
    ("close", {}, "invalid_argument"),
]
"""Requests that no harness can do anything about, and what it answers."""

FAULTS = {
    "memory.py": (
        "        wanted = _words(",
        "        print('chatter', flush=True)\n"
        "        if query == 'bad': raise BadName('no such user')\n"
        "        if query == 'broken': raise RuntimeError('disk full')\n",
    ),
    "memory.mjs": (
        "    const wanted = new Set(",
        "    console.log('chatter');\n"
        "    if (query === 'bad') throw new BadName('no such user');\n"
        "    if (query === 'broken') throw new Error('disk full');\n",
    ),
    "memory.go": (
        "	wanted := map[string]bool{}",
        '	os.Stdout.WriteString("chatter\\n")\n'
        '	if query == "bad" { return nil, errors.Join(errors.New("no such user"), ErrBadName) }\n'
        '	if query == "broken" { panic("disk full") }\n',
    ),
}
"""For each store: the line before which its search goes wrong, and how."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Writes a skeleton of a kind, and builds what has to be built; each once."""
    made: dict[str, Path] = {}

    def write(kind: str) -> Path:
        if kind not in made:
            made[kind] = tmp_path_factory.mktemp(kind) / "my-harness"
            write_skeleton(kind, made[kind])
            build(kind, made[kind])
        return made[kind]

    return write


def build(kind: str, folder: Path) -> None:
    if kind == "go":
        subprocess.run(["go", "build", "-o", "harness", "."], cwd=folder, env=OFFLINE, check=True)


@contextmanager
def named(kind: str, folder: Path) -> Iterator[str]:
    """What a command calls a harness: its name in the configuration, or, without a container, where it listens."""
    if kind != "http":
        yield "my-harness"
        return
    with talk_of(kind, folder) as talk:
        assert talk.connection is not None
        yield f"http://127.0.0.1:{talk.connection.port}"


def conformance(folder: Path, *arguments: str) -> str:
    """What a command prints. It has to exit with 0."""
    command = [sys.executable, "-m", "memory_conformance", *arguments]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.mark.parametrize("kind", ["python", "http"])
def test_python_3_8_can_read_it_and_it_needs_nothing_installed(kind: str, written: Callable[[str], Path]) -> None:
    folder = written(kind)
    own = {file.stem for file in folder.glob("*.py")}
    for file in folder.glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 8))
        plain = [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
        parts = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert {name.split(".")[0] for name in (*plain, *parts)} <= own | sys.stdlib_module_names


@GO
def test_gofmt_and_go_vet_find_nothing(written: Callable[[str], Path]) -> None:
    folder = written("go")
    unformatted = subprocess.run(["gofmt", "-l", "."], cwd=folder, capture_output=True, text=True, check=True)
    assert unformatted.stdout == ""
    subprocess.run(["go", "vet", "."], cwd=folder, env=OFFLINE, check=True)


@pytest.mark.parametrize("kind", ALL)
def test_it_speaks_the_protocol(kind: str, written: Callable[[str], Path]) -> None:
    with named(kind, written(kind)) as name:
        conformance(written(kind), "check", name)


@pytest.mark.parametrize("kind", ALL)
def test_it_keeps_the_specification_as_it_stands(kind: str, written: Callable[[str], Path]) -> None:
    with named(kind, written(kind)) as name:
        conformance(written(kind), "run", name, "--report", "report")
    rows = json.loads((written(kind) / "report" / "results.json").read_text(encoding="utf-8"))["results"]
    assert len(rows) > 200
    assert not [row["id"] for row in rows if row["verdict"] not in ("pass", "unsupported")]
    assert {row["verdict"] for row in rows if row["kind"] == "requirement"} == {"pass", "unsupported"}
    left_out = [row["reason"] for row in rows if row["verdict"] == "unsupported"]
    assert all(reason.startswith("it does not declare") for reason in left_out)


@pytest.mark.parametrize("kind", ALL)
def test_what_the_harness_cannot_do_is_its_own_error(kind: str, written: Callable[[str], Path]) -> None:
    with talk_of(kind, written(kind)) as talk:
        assert talk.ask("hello", protocol="1")["name"] == "my-harness"
        assert talk.ask("open", settings={}) == {"instance": "1"}
        for operation, parameters, code in HARNESS_ERRORS:
            with pytest.raises(Error) as answered:
                talk.ask(operation, **parameters)
            assert (answered.value.code, answered.value.speaker) == (code, "harness"), (operation, parameters)
        assert [talk.ask("close", instance="1") for _ in range(2)] == [{}, {}]


@pytest.mark.parametrize("kind", ALL)
def test_what_the_service_refuses_or_breaks_at_is_the_backends_error(kind: str, tmp_path: Path) -> None:
    write_skeleton(kind, tmp_path, "my-harness")
    file = next(tmp_path / name for name in FAULTS if (tmp_path / name).exists())
    place, fault = FAULTS[file.name]
    text = file.read_text(encoding="utf-8").replace('	"errors"\n', '	"errors"\n	"os"\n')
    assert text.count(place) == 1
    file.write_text(text.replace(place, fault + place), encoding="utf-8")
    build(kind, tmp_path)
    with talk_of(kind, tmp_path) as talk:
        talk.ask("open")
        for query, code, said in (("bad", "invalid_argument", "no such user"), ("broken", "internal", "disk full")):
            with pytest.raises(Error, match=said) as answered:
                talk.remembered(SCOPE, query)
            assert (answered.value.code, answered.value.speaker) == (code, "backend")
        # It goes on afterwards, and what a service prints is no answer.
        assert talk.remembered(SCOPE, "tea") == []


@pytest.mark.parametrize("kind", ALL)
def test_names_are_compared_as_they_are_and_instances_share_nothing(kind: str, written: Callable[[str], Path]) -> None:
    names = ["", "a", "a/b", "b", "b/", "__proto__", "constructor", "null", '","']
    names += ["\u0000", "a\u0000", "\u2028", "😀", "é", "e\u0301"]
    with talk_of(kind, written(kind)) as talk:
        assert [talk.ask("open")["instance"] for _ in range(2)] == ["1", "2"]
        scopes = [{"app": app, "user": user} for app in names for user in names]
        for number, scope in enumerate(scopes):
            talk.add(scope, f"note {number}", session=scope["user"])
        assert [talk.remembered(scope, "NOTE") for scope in scopes] == [[f"note {at}"] for at in range(len(scopes))]
        assert talk.remembered(scopes[0], "note", instance="2") == []
        assert talk.remembered({"app": "other", "user": "other"}, "note") == []
        talk.ask("delete_session", instance="1", scope=scopes[1], sessionId="a")
        assert talk.ask("list_memories", instance="1", scope=scopes[1])["memories"] == []


@pytest.mark.parametrize("kind", ALL)
def test_a_text_comes_back_as_it_was_whatever_it_holds(kind: str, written: Callable[[str], Path]) -> None:
    with talk_of(kind, written(kind)) as talk:
        talk.ask("open")
        for text in (
            "\u0000\u001f\u007f\u2028\u2029\ufeff",
            "half a pair: \ud83d",
            "😀 <b>&</b>",
            "天气 نص हिन्दी",
            "x" * 1_000_000,
        ):
            talk.add(SCOPE, f"tea {text}")
            assert talk.remembered(SCOPE, "TEA") == [f"tea {text}"]
        talk.add(SCOPE, "हिन्दी अच्छी है")
        assert talk.remembered(SCOPE, "अच्छी") == ["हिन्दी अच्छी है"]
        assert talk.remembered(SCOPE, "अच") == []


@pytest.mark.parametrize("kind", STDIO)
def test_a_broken_line_is_answered_and_the_next_one_too(kind: str, written: Callable[[str], Path]) -> None:
    lines = {
        b"tea": -32700,
        b'{"jsonrpc":"2.0","id":1,"method":"hello"': -32700,
        b'{"jsonrpc":"2.0","id":1,"method":"\xff"}': -32700,
        b'{"jsonrpc":"2.0","id":NaN,"method":"hello"}': -32700,
        b"[" * 100_000: -32700,
        b"": -32700,
        b"[]": -32600,
        b"7": -32600,
        b'{"jsonrpc":"2.0","id":1}': -32600,
        b'{"jsonrpc":"2.0","id":{},"method":"hello"}': -32600,
    }
    with talking(kind, written(kind)) as talk:
        for line, code in lines.items():
            answer = talk.line(line)
            assert (answer["id"], answer["error"]["code"]) == (None, code), line[:80]
            assert answer["error"]["data"]["speaker"] == "harness"
        # A text in UTF-8 with U+2028, at which some readers end a line.
        asked = '{"jsonrpc":"2.0","id":"\u2028é","method":"hello","params":null}'.encode()
        assert talk.line(asked)["id"] == "\u2028é"


@pytest.mark.parametrize("kind", STDIO)
def test_it_ends_when_its_input_ends(kind: str, written: Callable[[str], Path]) -> None:
    with talking(kind, written(kind)) as talk:
        # A notification has no response; a last line needs no line end.
        said, _ = talk.process.communicate(
            b'{"jsonrpc":"2.0","method":"hello"}\n{"jsonrpc":"2.0","id":2,"method":"hello"}'
        )
    assert [json.loads(line)["id"] for line in said.splitlines()] == [2]
    assert talk.process.returncode == 0


def test_a_broken_request_over_http_is_answered_and_the_next_one_too(written: Callable[[str], Path]) -> None:
    with talking("http", written("http"), PORT="0") as talk:
        assert talk.connection is not None
        for body in (b"tea", b"", b"\xff", b"[]", b"[" * 100_000, b'{"protocol": NaN}'):
            status, answer = talk.post("/v1/hello", body)
            assert (status, answer["error"]["code"], answer["error"]["speaker"]) == (400, "invalid_argument", "harness")
        assert talk.post("/", b"{}")[0] == 404
        assert talk.post("/v1/turn", b"{}")[0] == 501
        socket = talk.connection.sock
        assert talk.ask("hello")["protocol"] == "1"
        assert talk.connection.sock is socket is not None


def test_over_http_it_ends_at_once_when_told_to(written: Callable[[str], Path]) -> None:
    with talking("http", written("http"), PORT="0") as talk:
        # The connection stays open meanwhile.
        assert talk.ask("hello")["protocol"] == "1"
        talk.process.send_signal(signal.SIGTERM)
        assert talk.process.wait(PATIENCE) == 0


def test_over_http_it_ends_by_itself_when_nobody_asks(written: Callable[[str], Path]) -> None:
    with talking("http", written("http"), PORT="0", IDLE_SECONDS="0.1") as talk:
        assert talk.process.wait(PATIENCE) == 0


@pytest.mark.parametrize(("variable", "value"), [("PORT", "http"), ("PORT", "99999999"), ("IDLE_SECONDS", "soon")])
def test_an_environment_that_cannot_be_read_is_told_in_one_line(
    variable: str, value: str, written: Callable[[str], Path]
) -> None:
    given = {**os.environ, "PORT": "0", variable: value}
    ended = subprocess.run(
        COMMANDS["http"], cwd=written("http"), env=given, capture_output=True, text=True, timeout=PATIENCE
    )
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert value in line
