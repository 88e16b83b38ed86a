"""What the page on environments shows runs as it stands, and says what holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adopting.folder import Folder
from adopting.samples import ROOT
from memory_conformance.connect.configuration import read_configuration

PAGE = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """An empty folder."""
    return Folder(tmp_path)


def shown(name: str) -> str:
    """The block of the page that bears a name."""
    found = re.search(rf"<!-- {re.escape(name)} -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None, name
    return found.group(1)


@pytest.mark.requires("uv")
def test_a_store_that_leaks_by_prefix_is_red_on_scope_and_its_mended_release_is_clean(folder: Folder) -> None:
    module = shown("sqlite_store.py")
    assert len(module.splitlines()) <= 20
    folder.write("sqlite_store.py", module)
    run = ("run", "python:sqlite_store", "--report", "report", "--with")
    ended = folder.conformance(*run, "langgraph-checkpoint-sqlite==3.1.0")
    assert ended.code == 1, ended.out
    red = [row for row in folder.rows().values() if row["verdict"] == "fail"]
    assert {row["topic"] for row in red} == {"scope"}
    assert len(red) > 3
    ended = folder.conformance(*run, "langgraph-checkpoint-sqlite==3.1.2")
    assert ended.code == 0, ended.out
    kept = [row for row in folder.rows().values() if row["topic"] == "scope" and row["verdict"] == "pass"]
    assert len(kept) > 20
    assert "fail" not in {row["verdict"] for row in folder.rows().values()}


@pytest.mark.requires("uv")
def test_a_store_of_the_adk_on_files_of_its_own_is_sound(folder: Folder) -> None:
    folder.write("sqlite_memory.py", shown("sqlite_memory.py"))
    (command,) = re.findall(r"`memory-conformance (run python:sqlite_memory\S+ --with \S+)`", PAGE)
    ended = folder.conformance(*command.split(), "--only", "scope or writing", "--report", "report")
    assert ended.code == 0, ended.out
    assert sum(row["verdict"] == "pass" for row in folder.rows().values()) > 60
    # Not what its base class has, and its own class does not.
    assert folder.results()["envelope"]["backends"][0]["capabilities"] == [
        "add_events",
        "preload_memory",
        "shared_objects",
        "turn",
    ]


@pytest.mark.requires("uv")
def test_a_third_partys_store_of_the_adk_is_sound(folder: Folder) -> None:
    store = "from adk_database_memory import DatabaseMemoryService\n\n\ndef service():\n"
    folder.write("database.py", store + '    return DatabaseMemoryService("sqlite+aiosqlite:///:memory:")\n')
    run = ("run", "python:database:service", "--with", "adk-database-memory[sqlite]==0.1.0")
    ended = folder.conformance(*run, "--only", "scope", "--report", "report")
    assert ended.code == 0, ended.out
    assert sum(row["verdict"] == "pass" for row in folder.rows().values()) > 40


OFFLINE = """
import os
os.environ.update(MEM0_TELEMETRY="False", OPENAI_API_KEY="none")
from zlib import crc32
from langchain_core.embeddings import Embeddings
from mem0 import Memory
from mem0_memory import add, search
from qdrant_client import QdrantClient

class Words(Embeddings):
    def embed_query(self, text):
        places = [crc32(word.encode()) % 64 for word in text.lower().split()]
        return [places.count(place) + 0.01 for place in range(64)]
    def embed_documents(self, texts):
        return [self.embed_query(text) for text in texts]

def open():
    vectors = {"client": QdrantClient(":memory:"), "embedding_model_dims": 64}
    embedder = {"provider": "langchain", "config": {"model": Words()}}
    store = {"provider": "qdrant", "config": vectors}
    return Memory.from_config({"vector_store": store, "embedder": embedder, "history_db_path": ":memory:"})
"""
"""The module of the page with an embedder that needs no model."""


@pytest.mark.requires("uv")
def test_mem0_runs_offline_and_its_wildcard_is_found(folder: Folder) -> None:
    folder.write("mem0_memory.py", shown("mem0_memory.py"))
    folder.write("offline.py", OFFLINE)
    run = ("run", "python:offline", "--with", "mem0ai==2.2.1", "--with", "langchain", "--wait", "110")
    ended = folder.conformance(*run, "--only", "SCOPE-001 or SCOPE-002 or NAME-012", "--report", "report")
    assert ended.code == 1, ended.out
    assert {id: row["verdict"] for id, row in folder.rows().items()} == {
        "SCOPE-001": "pass",
        "SCOPE-002": "pass",
        "NAME-012": "fail",
    }


def test_the_file_of_the_page_can_be_read(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.path)
    folder.write("memory-conformance.toml", shown("memory-conformance.toml"))
    entry = read_configuration().entry("mem0")
    assert (entry.connectable, entry.terms.with_) == ("python:mem0_memory", ("mem0ai==2.2.1",))
    assert entry.terms.python == "python3.12"
