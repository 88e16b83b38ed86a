"""Whatever kind of object an adopter names is played, and exits 0 without any claim where it is sound."""

from collections import Counter

import pytest

from adopting.folder import Folder

ASYNC = """
import plain

async def open():
    return plain.open()

async def add(memory, scope, session):
    plain.add(memory, scope, session)

async def search(memory, scope, query):
    return plain.search(memory, scope, query)
"""

KINDS = """
import types, plain
from memory_conformance.backend import Backend
from memory_conformance.connect.in_process import InProcess
from memory_conformance.worker.plain import Plain

class Service:
    open = staticmethod(plain.open)
    add = staticmethod(plain.add)
    search = staticmethod(plain.search)

service = Service()
settings = types.SimpleNamespace(memory=service)

def make():
    return Service()

async def make_async():
    return Service()

class Own(InProcess):
    def __init__(self):
        super().__init__(Plain(plain, "own", {}))
"""

ADK = """
from google.adk.memory import InMemoryMemoryService

class Unchanged(InMemoryMemoryService):
    "Nothing of its own."

class Named(InMemoryMemoryService):
    def __init__(self, name):
        super().__init__()
        if name != "the right one":
            raise RuntimeError(f"made as {name!r}")

service = Unchanged()
named = Named("the right one")

def make():
    return Named("the right one")
"""


def test_every_plain_kind_is_played_and_exits_0_without_a_claim(folder: Folder) -> None:
    folder.write("plain_async.py", ASYNC)
    folder.write("kinds.py", KINDS)
    kinds = ["service", "settings.memory", "make", "make_async", "Service", "Own"]
    named = ["python:plain", "python:plain_async", *(f"python:kinds:{kind}" for kind in kinds)]
    ended = folder.conformance("run", *named, "--report", "report")
    assert ended.code == 0, ended.out
    results = folder.results()
    assert [backend["claim"] for backend in results["envelope"]["backends"]] == [None] * len(named)
    words = list(results["totals"].values())
    assert len(words) == len(named)
    assert all(counted == words[0] for counted in words), words


@pytest.mark.requires("adk")
def test_the_adk_class_itself_and_an_unchanged_subclass_claim_nothing_and_answer_like_their_release(
    folder: Folder,
) -> None:
    folder.write("mine.py", ADK)
    ended = folder.conformance(
        "run",
        "python:google.adk.memory:InMemoryMemoryService",
        "python:mine:Unchanged",
        "python:mine:make",
        "--report",
        "report",
    )
    assert ended.code == 0, ended.out
    results = folder.results()
    names = [backend["name"] for backend in results["envelope"]["backends"]]
    assert names == ["InMemoryMemoryService", "Unchanged", "Named"]
    assert Counter(row["claim"] for row in results["results"]) == {None: len(results["results"])}
    assert {row["verdict"] for row in results["results"]} == {"pass", "unsupported"}
    questions = [row for row in results["results"] if row["kind"] == "question" and row["verdict"] == "pass"]
    assert len(questions) > 3 * 60
    assert all("adk-python-2.13" in row["answered_like"] for row in questions)


@pytest.mark.requires("adk")
@pytest.mark.parametrize("target", ["service", "named"])
def test_one_adk_object_is_not_shared_between_scenarios_nor_made_anew_by_guess(folder: Folder, target: str) -> None:
    folder.write("mine.py", ADK)
    ended = folder.conformance("run", f"python:mine:{target}", "--only", "scope")
    assert ended.code == 3
    assert "name its class, or a function that makes it" in ended.out


@pytest.mark.requires("adk")
def test_a_module_with_an_adk_class_is_told_how_to_name_it(folder: Folder) -> None:
    folder.write(
        "mine.py", "from google.adk.memory import InMemoryMemoryService\nclass Mine(InMemoryMemoryService): ...\n"
    )
    ended = folder.conformance("run", "python:mine")
    assert ended.code == 3
    assert "did you mean mine:Mine?" in ended.out


def test_an_async_service_keeps_one_loop_for_all_its_calls(folder: Folder) -> None:
    folder.write(
        "looped.py",
        ASYNC
        + """
import asyncio
sound = plain
class plain:
    loops = set()
    def open(): return sound.open()
    def add(*given): plain.loops.add(asyncio.get_running_loop()); return sound.add(*given)
    def search(*given):
        plain.loops.add(asyncio.get_running_loop())
        assert len(plain.loops) == 1
        return sound.search(*given)
""",
    )
    assert folder.conformance("run", "python:looped", "--only", "scope").code == 0
