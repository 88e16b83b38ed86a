"""Releases of google-adk behind the worker: each in an environment of its own, and none of them reimplemented."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.connect.connectable import connect
from memory_conformance.model import Capability, Content, Event, Part, Session
from memory_conformance.upstream import artifact_of, command_of, python, read_release
from memory_conformance.upstream.workshop import BuildError, Workshop, sources_of
from ports.talk import Talk

OF_TURNS = (Capability.TURN, Capability.PRELOAD_MEMORY)
ANA = {"app": "shop", "user": "ana"}
requires_uv = pytest.mark.requires("uv")


def connected(release: str) -> Backend:
    return connect(f"upstream:adk-python@{release}").backend


@pytest.fixture(scope="module", name="backend")
def newest() -> Iterator[Backend]:
    backend = connected("2.13.0")
    yield backend
    backend.disconnect()


@pytest.fixture
def talk(backend: Backend) -> Iterator[Talk]:
    talk = Talk(backend)
    yield talk
    backend.close(talk.instance)


@requires_uv
def test_it_introduces_itself_by_the_release(backend: Backend) -> None:
    hello = backend.hello()
    assert (hello.name, hello.version, hello.language) == ("adk-python@2.13.0", "2.13.0", "Python")
    assert hello.capabilities == {Capability.ADD_EVENTS, Capability.DELETE_MEMORY, Capability.SHARED_OBJECTS, *OF_TURNS}
    assert (hello.claim, hello.answers, hello.reset) == (None, {}, "instance")
    assert [field.name for field in hello.scope] == ["app", "user"]


@requires_uv
def test_a_session_goes_in_and_a_search_comes_out_of_the_library(talk: Talk, backend: Backend) -> None:
    said = Content(role="model", parts=[Part(text="a ferry"), Part(function_call={"name": "f", "args": {"n": 1}})])
    talk.remember(Event(id="e", author="agent", timestamp=1772442000.25, content=said), "a bus")
    (memory,) = talk.search("FERRY")
    assert (memory.author, memory.timestamp, memory.id) == ("agent", 1772442000.25, "e")
    assert memory.content.to_wire() == said.to_wire()
    assert talk.texts("ferry", user="ben") == []
    event = Event(id="f", content=Content(parts=[Part(text="heron")]))
    backend.add_events(talk.instance, ANA, "t", [event])
    backend.add_session(talk.instance, ANA, Session(id="u", app_name="other", user_id="ben", events=[event]))
    assert talk.texts("heron") == ["heron", "heron"]
    backend.delete_memory(talk.instance, ANA, "f")
    assert talk.texts("heron") == []


@requires_uv
def test_what_the_library_throws_is_its_own_error_and_the_next_call_is_answered(talk: Talk) -> None:
    talk.remember(Event(timestamp=1e16, content=Content(parts=[Part(text="x")])), "y")
    with pytest.raises(BackendError, match=r"^invalid_argument: ValueError: year \d+ is out of range$") as raised:
        talk.search("x")
    assert (raised.value.code, raised.value.speaker) == (ErrorCode.INVALID_ARGUMENT, Speaker.BACKEND)
    assert talk.texts("y") == ["y"]


@requires_uv
def test_objects_are_copied_by_the_newest_release_and_shared_by_an_older_one(backend: Backend) -> None:
    older = connected("2.0.0")
    try:
        assert older.hello().capabilities == {Capability.ADD_EVENTS, Capability.SHARED_OBJECTS, *OF_TURNS}
        for one, after in ((backend, (["before"], [], [])), (older, ([], ["after"], ["later"]))):
            talk = Talk(one)
            talk.remember("before")
            one.change_added_event(talk.instance, "0", "after")
            found = talk.texts("before"), talk.texts("after")
            talk.texts("before after")
            one.change_result(talk.instance, 0, "later")
            assert (*found, talk.texts("later")) == after
            with pytest.raises(BackendError, match="no event 'nowhere' was added"):
                one.change_added_event(talk.instance, "nowhere", "x")
            with pytest.raises(BackendError, match="the last search returned no memory at position 9"):
                one.change_result(talk.instance, 9, "x")
    finally:
        older.disconnect()


@requires_uv
def test_a_release_that_nobody_released_is_one_line() -> None:
    for ask in (command_of, artifact_of):
        with pytest.raises(BuildError) as raised:
            ask(read_release("adk-python@9.9.9"), lambda _: None)
        assert str(raised.value) == "google-adk==9.9.9 cannot be installed: there is no version of google-adk==9.9.9"


@requires_uv
def test_the_released_files_are_those_that_are_cited() -> None:
    folder = artifact_of(read_release("adk-python@2.13.0"), lambda _: None)
    cited = (folder / "google/adk/memory/in_memory_memory_service.py").read_text(encoding="utf-8").splitlines()
    assert "re.findall" in "".join(cited[48:52])
    assert not (folder / "pydantic").exists()


def test_a_package_that_old_releases_import_and_do_not_require_is_installed_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def install(shop: Workshop, interpreter: str, requirements: list[str]) -> str:
        asked.append(len(requirements))
        return interpreter

    monkeypatch.setattr(python, "install", install)
    for version in ("1.0.0", "1.2.0", "1.2.1", "2.13.0"):
        (tmp_path / version).mkdir()
        shop = Workshop(python.sources(), tmp_path / version, lambda _: None)
        assert python.build(version, shop)[1:] == [
            str(shop.folder / "worker"),
            "google.adk.memory:InMemoryMemoryService",
            f"adk-python@{version}",
        ]
        assert (shop.folder / "worker" / "__main__.py").is_file()
    assert asked == [2, 2, 1, 1]


def test_it_is_shipped_with_its_dockerfile() -> None:
    assert (sources_of("python") / "Dockerfile").is_file()
    assert (sources_of("python") / "container.py").is_file()
