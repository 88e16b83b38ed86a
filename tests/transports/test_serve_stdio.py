"""``serve --stdio``: nothing but messages on standard output, an answer to each line, and an end with the input."""

from __future__ import annotations

import io
import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from adopting.folder import PLAIN, Folder
from memory_conformance.connect.connectable import connect
from memory_conformance.connect.terms import LARGEST_MESSAGE
from memory_conformance.serve.stdio import serve_lines
from transports.serving import COMMAND

ANA = {"app": "shop", "user": "ana"}
TALKATIVE = f"""
import os, subprocess, sys
print("imported")

{PLAIN}

kept = search

def search(memory, scope, query):
    print("searched for", query)
    os.write(1, b"past everything\\n")
    subprocess.run(["echo", "from a child"])
    return ["nothing to read" if os.path.samestat(os.fstat(0), os.stat(os.devnull)) else "messages"]
"""
"""A backend that says what it does wherever it can, and listens where it should not."""


def line(operation: Any, parameters: Any = None, id: Any = 1) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": operation, "params": parameters or {}}).encode() + b"\n"


def answers(*lines: bytes, backend: str = "adk-go-2.4") -> list[Any]:
    """What a backend in this process answers to lines."""
    said = io.BytesIO()
    serve_lines(connect(backend).backend, io.BytesIO(b"".join(lines)), said)
    return [json.loads(one) for one in said.getvalue().splitlines()]


def test_what_a_backend_prints_goes_to_the_log_and_it_reads_no_messages(tmp_path: Path) -> None:
    Folder(tmp_path).write("talkative.py", TALKATIVE)
    asked = line("open"), line("search", {"instance": "1", "scope": ANA, "query": "tea"}, id="two")
    run = subprocess.run(
        [*COMMAND, "python:talkative", "--stdio"], cwd=tmp_path, input=b"".join(asked), capture_output=True, check=True
    )
    opened, found = map(json.loads, run.stdout.splitlines())

    assert opened == {"jsonrpc": "2.0", "id": 1, "result": {"instance": "1"}}
    assert found == {
        "jsonrpc": "2.0",
        "id": "two",
        "result": {"memories": [{"content": {"parts": [{"text": "nothing to read"}]}}]},
    }
    assert run.stderr.decode().splitlines() == [
        "imported",
        "serving talkative on standard input and output",
        "searched for tea",
        "past everything",
        "from a child",
    ]


@pytest.mark.parametrize("option", [("--port", "0"), ("--host", "::1"), ("--idle", "9")], ids=" ".join)
def test_it_takes_no_address_beside(option: tuple[str, str], tmp_path: Path) -> None:
    ended = Folder(tmp_path).conformance("serve", "adk-go-2.4", "--stdio", *option)
    assert ended.code == 2
    assert ended.err == (
        f"memory-conformance: --stdio serves at no address, and {option[0]} is for HTTP; take one of them\n"
    )


def test_it_needs_neither_fastapi_nor_uvicorn() -> None:
    code = (
        "import sys; sys.modules.update(fastapi=None, uvicorn=None, starlette=None);"
        "from memory_conformance.cli import main; main(['serve', 'adk-go-2.4', '--stdio'])"
    )
    run = subprocess.run([COMMAND[0], "-c", code], input=line("open"), capture_output=True, check=True)
    assert json.loads(run.stdout)["result"] == {"instance": "1"}


WRONG: dict[str, tuple[bytes, int, Any]] = {
    "no JSON": (b"open\n", -32700, None),
    "no text": (b"\xff\n", -32700, None),
    "a number that JSON has no word for": (b'{"id": 1, "method": "open", "params": {"settings": NaN}}\n', -32700, None),
    "JSON without an end to its depth": (b"[" * 100_000 + b"\n", -32700, None),
    "several messages in one": (b"[" + line("open").strip() + b"]\n", -32600, None),
    "no method": (b'{"jsonrpc": "2.0", "id": 7}\n', -32600, None),
    "parameters that are no object": (b'{"jsonrpc": "2.0", "id": 7, "method": "open", "params": [1]}\n', -32600, 7),
    "a message that is too long": (b'"' + b"x" * LARGEST_MESSAGE + b'"\n', -32600, None),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_line_that_is_no_request_is_answered_and_so_is_the_next(case: str) -> None:
    wrong, code, id = WRONG[case]
    refused, opened = answers(wrong, line("open", id=8))
    assert (refused["id"], refused["error"]["code"]) == (id, code)
    assert opened == {"jsonrpc": "2.0", "id": 8, "result": {"instance": "1"}}


@pytest.mark.parametrize(
    ("operation", "parameters", "code"),
    [
        ("forget_everything", {}, "unsupported"),
        ("settle", {"instance": "1", "scope": ANA}, "unsupported"),
        ("search", {"instance": "1", "scope": ANA}, "invalid_argument"),
        ("search", {"instance": "none", "scope": ANA, "query": ""}, "not_found"),
    ],
)
def test_what_cannot_be_done_is_an_error_value_of_the_harness(
    operation: str, parameters: dict[str, Any], code: str
) -> None:
    [refused] = answers(line(operation, parameters))
    assert refused["error"]["code"] == -32000
    assert refused["error"]["data"] == {"code": code, "speaker": "harness"}
    assert refused["error"]["message"]


def test_an_answer_that_json_has_no_word_for_is_an_error_and_the_next_is_answered(tmp_path: Path) -> None:
    search = "def search(memory, scope, query):\n    return [{'text': 'tea', 'timestamp': float('inf')}]"
    Folder(tmp_path).write("odd.py", f"{PLAIN}\n{search}")
    asked = line("open"), line("search", {"instance": "1", "scope": ANA, "query": ""}), line("open")
    run = subprocess.run(
        [*COMMAND, "python:odd", "--stdio"], cwd=tmp_path, input=b"".join(asked), capture_output=True, check=True
    )
    _, refused, opened = map(json.loads, run.stdout.splitlines())
    assert refused["error"]["data"] == {"code": "internal", "speaker": "harness"}
    assert opened["result"] == {"instance": "2"}


def test_it_ends_where_nobody_reads_its_answers_any_more() -> None:
    with subprocess.Popen(
        [*COMMAND, "adk-go-2.4", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(line("open"))
        process.stdin.flush()
        assert process.wait(8) == 0
        assert process.stderr.read() == b"serving adk-go-2.4 on standard input and output\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_the_middle_of_a_call(number: signal.Signals, tmp_path: Path) -> None:
    # In short sleeps: a signal that comes just before a sleep begins does not end it.
    search = "def search(memory, scope, query):\n    import time; print('begun')\n    while True: time.sleep(0.05)"
    Folder(tmp_path).write("hanging.py", f"{PLAIN}\n{search}")
    with subprocess.Popen(
        [*COMMAND, "python:hanging", "--stdio"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(line("open") + line("search", {"instance": "1", "scope": ANA, "query": ""}))
        process.stdin.flush()
        while process.stderr.readline() != b"begun\n":
            assert process.poll() is None
        process.send_signal(number)
        assert process.wait(8) == 0
        assert process.stderr.read() == b""
