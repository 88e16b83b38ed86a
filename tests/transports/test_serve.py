"""``serve`` over HTTP: what it answers, whom it keeps waiting, and how it ends."""

from __future__ import annotations

import json
import shlex
import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from adopting.folder import PLAIN, Folder
from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.cli import main
from memory_conformance.connect.connectable import connect
from memory_conformance.connect.terms import LARGEST_MESSAGE
from memory_conformance.protocol.errors import ErrorAnswer
from memory_conformance.protocol.schema import message_schema
from memory_conformance.serve import serving as serve_module
from transports.serving import COMMAND, PATIENCE, Service, serving

pytestmark = pytest.mark.requires("serve")

ANA = {"app": "shop", "user": "ana"}
HANGING = """
import threading

hangs = threading.Event()

def open():
    return None

def add(memory, scope, session):
    pass

def search(memory, scope, query):
    if query == "hang":
        hangs.set()
        threading.Event().wait()
    return ["it hangs"] if hangs.is_set() else []
"""
"""A search that never comes back, and others that say whether it was begun."""


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with serving("adk-go-2.4") as found:
        yield found


@pytest.fixture
def hanging(tmp_path: Path) -> Iterator[Service]:
    """A service of which one call hangs already."""
    Folder(tmp_path).write("hanging.py", HANGING)
    with serving("python:hanging", folder=tmp_path) as found, ThreadPoolExecutor(1) as pool:
        instance = found.open()
        lost = pool.submit(found.client.post, "/v1/search", json=asked(instance, "hang"))
        while not found.ask("search", **asked(instance, "?"))["memories"]:
            assert not lost.done()
        yield found
        found.process.kill()


def asked(instance: str, query: str) -> dict[str, Any]:
    return {"instance": instance, "scope": ANA, "query": query}


def test_it_says_in_one_line_what_it_serves_and_where(service: Service) -> None:
    assert service.said == f"serving adk-go-2.4 at {service.address}; Ctrl-C ends it\n"
    assert service.ask("hello")["name"] == "adk-go-2.4"


def test_it_is_on_this_machine_alone_unless_it_is_told_otherwise(service: Service) -> None:
    assert service.address.startswith("http://127.0.0.1:")
    with serving("adk-go-2.4", "--host", "0.0.0.0") as everywhere:
        assert everywhere.address.startswith("http://0.0.0.0:")


REFUSED: dict[str, tuple[str, str, Any, int, str]] = {
    "an operation that is none": ("POST", "/v1/forget_everything", {}, 501, "unsupported"),
    "one that it does not have": ("POST", "/v1/settle", {"instance": "1", "scope": ANA}, 501, "unsupported"),
    "a slash too much": ("POST", "/v1/hello/", {}, 501, "unsupported"),
    "another method": ("GET", "/v1/hello", None, 405, "unsupported"),
    "another path": ("POST", "/hello", {}, 404, "not_found"),
    "no path": ("GET", "/", None, 404, "not_found"),
    "no body": ("POST", "/v1/hello", b"", 400, "invalid_argument"),
    "no JSON": ("POST", "/v1/hello", b"{", 400, "invalid_argument"),
    "no text": ("POST", "/v1/hello", b"\xff\xfe\xff", 400, "invalid_argument"),
    "a number that JSON has no word for": ("POST", "/v1/hello", b'{"protocol": NaN}', 400, "invalid_argument"),
    "JSON without an end to its depth": ("POST", "/v1/hello", b"[" * 100_000, 400, "invalid_argument"),
    "no object": ("POST", "/v1/hello", [], 400, "invalid_argument"),
    "a parameter that is missing": ("POST", "/v1/search", {"instance": "1", "scope": ANA}, 400, "invalid_argument"),
    "a parameter of another type": ("POST", "/v1/close", {"instance": 1}, 400, "invalid_argument"),
    "a scope that lacks a field": ("POST", "/v1/search", asked("1", "") | {"scope": {}}, 400, "invalid_argument"),
    "an instance that is not open": ("POST", "/v1/search", asked("none", "tea"), 404, "not_found"),
    "a message that is too long": ("POST", "/v1/hello", b" " * 3 * LARGEST_MESSAGE, 413, "invalid_argument"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_wrong_is_answered_with_an_error_of_the_protocols_own(case: str, service: Service) -> None:
    method, path, body, status, code = REFUSED[case]
    content = body if isinstance(body, bytes) or body is None else json.dumps(body)
    answer = service.client.request(method, path, content=content)

    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers.get("allow") == ("POST" if status == 405 else None)
    Draft202012Validator(message_schema(ErrorAnswer)).validate(answer.json())
    error = answer.json()["error"]
    assert (error["code"], error["speaker"]) == (code, "harness")
    assert error["message"]


@pytest.mark.parametrize("reference", ["adk-go-1.7", "adk-java-1.8", "segmented"])
@pytest.mark.parametrize(
    ("operation", "parameters"),
    [
        ("change_added_event", {"eventId": "none", "text": "x"}),
        ("change_result", {"position": 0, "text": "x"}),
        ("search", {"instance": "none", "scope": ANA, "query": ""}),
    ],
)
def test_what_is_not_there_is_not_found_and_the_harness_says_so(
    reference: str, operation: str, parameters: dict[str, Any]
) -> None:
    backend = connect(reference).backend
    with pytest.raises(BackendError) as refused:
        backend.ask(operation, {"instance": backend.open({}), **parameters})
    assert refused.value.code is ErrorCode.NOT_FOUND
    assert refused.value.speaker is Speaker.HARNESS


def test_a_plain_module_is_not_blamed_for_an_instance_that_is_not_open(tmp_path: Path) -> None:
    Folder(tmp_path).write("plain.py", PLAIN)
    with serving("python:plain", folder=tmp_path) as found:
        answer = found.ask("search", **asked("none", "tea"))
    assert answer["error"] == {"code": "not_found", "message": "no instance 'none' is open", "speaker": "harness"}


def test_an_answer_that_json_has_no_word_for_is_an_error_of_the_harness(tmp_path: Path) -> None:
    search = "def search(memory, scope, query):\n    return [{'text': 'tea', 'timestamp': float('nan')}]"
    Folder(tmp_path).write("odd.py", f"{PLAIN}\n{search}")
    with serving("python:odd", folder=tmp_path) as found:
        answer = found.client.post("/v1/search", json=asked(found.open(), "tea"))
    assert answer.status_code == 500
    assert answer.json()["error"]["speaker"] == "harness"


def test_a_call_that_hangs_holds_up_no_other(hanging: Service) -> None:
    instance = hanging.open()
    assert [hanging.ask("search", **asked(instance, "?"))["memories"] for _ in range(20)]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_at_once_though_a_call_hangs(number: signal.Signals, hanging: Service) -> None:
    hanging.process.send_signal(number)
    # Well before the ten seconds after which it would give up waiting.
    assert hanging.process.wait(8) == 0


def test_a_signal_ends_it_while_its_backend_is_being_started(tmp_path: Path) -> None:
    slow = "import sys, time\nprint('importing', file=sys.stderr, flush=True)\n\nwhile True:\n    time.sleep(0.05)"
    Folder(tmp_path).write("slow.py", slow)
    command = [*COMMAND, "python:slow", "--port", "0"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"importing\n"
        process.terminate()
        assert process.wait(8) == 0
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    ("options", "environment"), [(("--idle", "0.2"), {}), ((), {"IDLE_SECONDS": "0.2"})], ids=["option", "environment"]
)
def test_it_ends_by_itself_when_nobody_asks(options: tuple[str, ...], environment: dict[str, str]) -> None:
    with serving("adk-go-2.4", *options, environment=environment) as found:
        assert found.process.wait(PATIENCE) == 0


def test_the_environment_names_the_port() -> None:
    with serving("adk-go-2.4", port=None, environment={"PORT": "0"}) as found:
        assert not found.address.endswith(":8765")


def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = Folder(tmp_path).conformance("serve", "adk-go-2.4", "--port", port)
    assert ended.code == 3
    assert ended.err.splitlines() == [
        f"memory-conformance: 127.0.0.1:{port} cannot be had: Address already in use; --port 0 takes a free port"
    ]


@pytest.mark.parametrize(
    ("backend", "code", "told"),
    [("adk-go-9.9", 2, "no backend is called 'adk-go-9.9'"), ("python:nowhere", 3, "there is no module 'nowhere'")],
)
def test_a_backend_that_cannot_be_had_is_one_line(backend: str, code: int, told: str, tmp_path: Path) -> None:
    ended = Folder(tmp_path).conformance("serve", backend, "--port", "0")
    assert ended.code == code
    assert len(ended.err.splitlines()) == 1
    assert told in ended.err


def test_what_serving_needs_and_is_not_installed_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve_module, "find_spec", lambda name: None)
    ended = CliRunner().invoke(main, ["serve", "adk-go-2.4", "--port", "0"])
    assert ended.exit_code == 2
    assert ended.output == (
        "memory-conformance: fastapi and uvicorn are not installed;"
        " pip install 'memory-conformance[serve]', or serve with --stdio\n"
    )


def test_a_name_of_the_configuration_is_served_as_it_is_declared_there(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.write("plain.py", PLAIN)
    declared = 'connectable = "python:plain"\nclaim = "adk-go-2.2"\nbounds = {write = 2.0}'
    folder.write("memory-conformance.toml", f"[backends.ours]\n{declared}\n")
    with serving("ours", folder=tmp_path) as found:
        hello = found.ask("hello")
        assert found.said.startswith("serving ours at ")
        assert found.ask("search", **asked(found.open(), "tea")) == {"memories": []}
    assert (hello["claim"], hello["bounds"]) == ("adk-go-2.2", {"write": 2.0})


def test_what_is_served_can_be_served_again(service: Service) -> None:
    with serving(service.address) as proxy:
        assert proxy.ask("hello") == service.ask("hello")
        instance = proxy.open()
        session = {"id": "s", "events": [{"id": "e", "content": {"parts": [{"text": "order 4521 was shipped"}]}}]}
        assert proxy.ask("add_session", instance=instance, scope=ANA, session=session) == {}
        assert proxy.ask("search", **asked(instance, "order")) == service.ask("search", **asked(instance, "order"))
        assert proxy.ask("settle", instance=instance, scope=ANA)["error"]["code"] == "unsupported"


def test_what_was_started_to_be_served_ends_with_it() -> None:
    with serving(f"exec:{shlex.join([*COMMAND, 'adk-go-2.4', '--stdio'])}") as proxy:
        assert proxy.ask("hello")["name"] == "adk-go-2.4"
        started = psutil.Process(proxy.process.pid).children(recursive=True)
        proxy.process.terminate()
        assert proxy.process.wait(PATIENCE) == 0
    assert started
    assert psutil.wait_procs(started, timeout=PATIENCE)[1] == []


def test_a_message_of_any_length_below_the_limit_passes(service: Service) -> None:
    backend = connect(service.address).backend
    instance = backend.open({})
    query = "x" * (LARGEST_MESSAGE - 200)
    assert backend.search(instance, ANA, query) == []
    backend.disconnect()
