"""What the tutorial shows is in the services that it builds, and happens when they are played."""

from __future__ import annotations

import ast
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import ndiff
from pathlib import Path
from typing import Any

import httpx
import pytest

from adopting.folder import Ended, Folder
from adopting.samples import Sample, samples

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "tutorial.md").read_text(encoding="utf-8")
SOUND = DOCS / "tutorial" / "sound" / "notes.py"
LEAKING = DOCS / "tutorial" / "leaking" / "notes.py"


def blocks(language: str) -> list[str]:
    """The fenced blocks of the page that are written in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def excerpts(title: str) -> dict[str, Sample]:
    """What the page shows of commands, by the comment before it; ``title`` is a pattern."""
    titles = re.findall(rf"^<!-- ({title}) -->\n```text\n\$ ", PAGE, re.MULTILINE)
    assert titles, f"the page has no excerpt {title!r}"
    return {one: samples("docs/tutorial.md", rf"^<!-- {re.escape(one)} -->\n")[0] for one in titles}


@contextmanager
def started(service: Path, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process of a service, and its address. It ends with the block, whatever happens in there."""
    given = os.environ | {"PORT": "0", "IDLE_SECONDS": "300"} | environment
    with subprocess.Popen([sys.executable, service], env=given, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            said = process.stderr.readline()
            port = re.fullmatch(r"listening on port (\d+)\n", said)
            assert port is not None, said + process.stderr.read()
            yield process, f"http://127.0.0.1:{port[1]}"
        finally:
            process.kill()


@dataclass(frozen=True)
class Played:
    """The specification, played on a service."""

    ended: Ended
    rows: dict[str, Any]
    said: str


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Played]:
    """Both services, played as the page shows; in what was said, with the port of the page."""
    return {service: play(service, Folder(tmp_path_factory.mktemp("run"))) for service in (SOUND, LEAKING)}


def excerpt_of(service: Path) -> Sample:
    """What the page shows of a run on a service."""
    return excerpts(f"run of {service.parent.name}")[f"run of {service.parent.name}"]


def play(service: Path, folder: Folder) -> Played:
    with started(service) as (_, address):
        ended = excerpt_of(service).run(folder, "--report", "report", address=address)
    return Played(ended, folder.rows(), ended.out.replace(address, "http://127.0.0.1:8000"))


def test_every_block_of_python_is_a_piece_of_a_service() -> None:
    sound, leaking = SOUND.read_text(encoding="utf-8"), LEAKING.read_text(encoding="utf-8")
    shown = blocks("python")
    assert len(shown) >= 10
    *right, mistake = shown
    for block in right:
        assert block in sound, block
    assert mistake in leaking
    assert mistake not in sound


def test_the_dockerfile_is_that_of_both_services() -> None:
    (shown,) = blocks("dockerfile")
    for service in (SOUND, LEAKING):
        assert service.with_name("Dockerfile").read_text(encoding="utf-8") == shown


def test_the_leaking_service_differs_in_its_name_and_one_mistake() -> None:
    sound, leaking = (service.read_text(encoding="utf-8").splitlines() for service in (SOUND, LEAKING))
    changed = [line.strip() for line in ndiff(sound, leaking) if line.startswith("+ ")]
    mistake = [line.strip() for line in blocks("python")[-1].splitlines()]
    assert [line.removeprefix("+").strip() for line in changed] == [*mistake, '"name": "leaking notes",']


@pytest.mark.parametrize("service", [SOUND, LEAKING], ids=["sound", "leaking"])
def test_a_service_needs_the_standard_library_alone(service: Path) -> None:
    tree = ast.parse(service.read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


def test_every_page_that_it_names_is_there() -> None:
    links = re.findall(r"\]\(([\w./-]+)\)", PAGE)
    assert "continuous-integration.md" in links
    for link in links:
        assert (DOCS / link).is_file(), link


def test_the_sound_service_keeps_every_requirement(played: dict[Path, Played]) -> None:
    sound = played[SOUND]
    assert sound.ended.code == 0, sound.ended.out + sound.ended.err
    requirements = [row for row in sound.rows.values() if row["kind"] == "requirement"]
    assert {row["verdict"] for row in requirements} == {"pass", "unsupported"}
    # It refuses no name: only what it does not declare is left out.
    assert not [row["id"] for row in sound.rows.values() if row["marks"]]


def test_the_leaking_service_breaks_requirements_of_scope_alone(played: dict[Path, Played]) -> None:
    leaking = played[LEAKING]
    assert leaking.ended.code == 1, leaking.ended.out + leaking.ended.err
    red = {row["id"]: row for row in leaking.rows.values() if row["verdict"] not in ("pass", "unsupported")}
    assert {(row["verdict"], row["topic"], row["kind"]) for row in red.values()} == {("fail", "scope", "requirement")}
    assert set(re.findall(r"NAME-\d+", PAGE)) <= set(red)
    assert all(row["verdict"] == "pass" for key, row in leaking.rows.items() if key.startswith("SCOPE-"))


@pytest.mark.parametrize("service", [SOUND, LEAKING], ids=["sound", "leaking"])
def test_an_excerpt_says_what_the_run_says(service: Path, played: dict[Path, Played]) -> None:
    excerpt_of(service).assert_said(played[service].said)


CHECKS = excerpts(r"check: [^\n]*")


@pytest.mark.parametrize("title", CHECKS)
def test_a_step_is_checked_as_shown(title: str, folder: Folder) -> None:
    """The title of an excerpt lists the operations that the service has by then; none of them is optional."""
    so_far = title.removeprefix("check: ").split(", ")
    source = re.sub(r' +"capabilities": .*\n', "", SOUND.read_text(encoding="utf-8"))
    operations = re.findall(r"^@operation\ndef (\w+).*?\n\n\n", source, re.DOTALL | re.MULTILINE)
    for name in set(operations) - set(so_far):
        source = re.sub(rf"^@operation\ndef {name}\(.*?\n\n\n", "", source, flags=re.DOTALL | re.MULTILINE)
    with started(folder.write("step.py", source)) as (_, address):
        ended = CHECKS[title].run(folder, address=address)
    assert ended.code == (0 if "search" in so_far else 3), ended.out + ended.err
    CHECKS[title].assert_said(ended.out + ended.err)


def session(*texts: str, number: str = "monday") -> dict[str, Any]:
    """A session in which each text is said."""
    return {"id": number, "events": [{"author": "user", "content": {"parts": [{"text": text}]}} for text in texts]}


def said_in(memories: dict[str, Any]) -> list[str]:
    """The first text of each memory."""
    return [memory["content"]["parts"][0]["text"] for memory in memories["memories"]]


@dataclass(frozen=True)
class Asking:
    """Requests to the sound service, and the status and the body of each answer."""

    client: httpx.Client

    def __call__(self, name: str, **given: Any) -> tuple[int, Any]:
        # Plain ASCII, so that half a surrogate pair can be asked, too.
        return self.raw(name, json.dumps(given).encode())

    def raw(self, name: str, body: bytes) -> tuple[int, Any]:
        """Ask with a body that may be no JSON."""
        answer = self.client.post(f"/v1/{name}", content=body)
        return answer.status_code, answer.json()


@pytest.fixture(scope="module")
def ask() -> Iterator[Asking]:
    with started(SOUND) as (_, address), httpx.Client(base_url=address, trust_env=False, timeout=60) as client:
        yield Asking(client)


def test_what_the_service_refuses_is_said_by_the_backend_and_costs_nothing(ask: Asking) -> None:
    place = {"instance": ask("open")[1]["instance"], "scope": {"app": "shop", "user": "ana"}}
    assert ask("add_session", **place, session=session("tea")) == (200, {})
    for status, answer in (
        ask("add_session", **place, session=session("coffee", "\ud800")),
        ask("search", **place | {"scope": {"app": "shop", "user": "\ud800"}}, query="tea"),
    ):
        told = answer["error"]
        assert (status, told["code"], told["speaker"]) == (400, "invalid_argument", "backend")
    assert said_in(ask("list_memories", **place)[1]) == ["tea"]


def test_what_the_harness_cannot_do_is_said_by_the_harness(ask: Asking) -> None:
    def spoken(status: int, answer: Any) -> tuple[int, str]:
        assert answer["error"]["speaker"] == "harness"
        return status, answer["error"]["code"]

    scope = {"app": "shop", "user": "ana"}
    assert spoken(*ask("add_events")) == (501, "unsupported")
    assert spoken(*ask("search", instance="none", scope=scope, query="tea")) == (404, "not_found")
    assert spoken(*ask("search", scope=scope, query="tea")) == (400, "invalid_argument")
    for body in (b"{", b"[1]", b"null", b"\xff"):
        assert spoken(*ask.raw("search", body)) == (400, "invalid_argument")
    assert spoken(*ask.raw("search", b"[" * 100_000)) == (500, "internal")


def test_many_writers_at_once_never_show_half_a_session(ask: Asking) -> None:
    place = {"instance": ask("open")[1]["instance"], "scope": {"app": "shop", "user": "ana"}}
    said = [[f"writer {writer} note {note}" for note in range(20)] for writer in range(300)]

    def write_and_read(texts: list[str]) -> tuple[int, list[str]]:
        ask("add_session", **place, session=session(*texts))
        status, memories = ask("list_memories", **place)
        return status, said_in(memories)

    with ThreadPoolExecutor(8) as writers:
        for status, seen in writers.map(write_and_read, said):
            assert status == 200
            assert seen in said


def test_a_megabyte_and_any_name_come_back_as_they_were(ask: Asking) -> None:
    instance = ask("open")[1]["instance"]
    names = ["", " ", "a", "a\0b", "a/b", "A", "%", "'", "é", "e\u0301", "x" * 100_000]
    long = "heron " * 200_000
    for name in names:
        kept = session(f"{long}{names.index(name)}")
        assert ask("add_session", instance=instance, scope={"app": name, "user": name}, session=kept)[0] == 200
    for name in names:
        found = ask("search", instance=instance, scope={"app": name, "user": name}, query="HERON")[1]
        assert said_in(found) == [f"{long}{names.index(name)}"]


def test_an_instance_sees_nothing_of_another_and_may_be_closed_twice(ask: Asking) -> None:
    scope = {"app": "shop", "user": "ana"}
    opened = [ask("open")[1]["instance"] for _ in range(50)]
    for instance in opened:
        ask("add_session", instance=instance, scope=scope, session=session(f"tea {instance}"))
    for instance in opened:
        assert said_in(ask("search", instance=instance, scope=scope, query="tea")[1]) == [f"tea {instance}"]
    assert [ask("close", instance=opened[0]) for _ in range(2)] == [(200, {}), (200, {})]
    assert ask("search", instance=opened[0], scope=scope, query="tea")[0] == 404


def test_a_service_that_is_told_to_end_ends() -> None:
    with started(SOUND) as (process, address), httpx.Client(trust_env=False) as client:
        assert client.post(f"{address}/v1/hello", json={}).status_code == 200
        process.send_signal(signal.SIGTERM)
        # Its own answer, and not the -15 of a process that handles no signal, which as process 1 would go on.
        assert process.wait(30) == 0


def test_a_service_that_nobody_asks_ends_by_itself() -> None:
    with started(SOUND, IDLE_SECONDS="0.1") as (process, _):
        assert process.wait(30) == 0
