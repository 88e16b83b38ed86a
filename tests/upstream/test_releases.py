"""What ``upstream:`` names, and what becomes of a name that leads nowhere: a line."""

import os
import re
from pathlib import Path

import pytest

from memory_conformance.references import UsageError
from memory_conformance.upstream.release import Release, read_release
from memory_conformance.upstream.workshop import BuildError, Workshop, cache_folder, sources_of


@pytest.mark.parametrize(
    ("written", "release"),
    [
        ("adk-go@1.7.0", Release("adk-go", "1.7.0")),
        ("adk-go@v1.7.0", Release("adk-go", "1.7.0")),
        ("adk-python@2.0.0b1", Release("adk-python", "2.0.0b1")),
        ("adk-java@1.0.0-rc.1", Release("adk-java", "1.0.0-rc.1")),
    ],
)
def test_a_release_is_a_project_and_a_version(written: str, release: Release) -> None:
    assert read_release(written) == release


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("adk-golang@1.7.0", "did you mean adk-go"),
        ("adk-go", "a release has to be named; write it like upstream:adk-go@1.7.0"),
        ("adk-go@", "a release has to be named"),
        ("adk-go@latest", "'latest' is no release"),
        ("adk-python@../../etc", "'../../etc' is no release"),
        ("adk-js@2.0.0 --registry=http://example.com", "is no release"),
        ("adk-js@-2.0.0", "is no release"),
    ],
)
def test_what_is_no_release_is_told_with_one_that_is(written: str, told: str) -> None:
    with pytest.raises(UsageError, match=re.escape(told)):
        read_release(written)


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path, tmp_path, lambda _: None)


def test_a_missing_tool_is_one_line(shop: Workshop) -> None:
    with pytest.raises(BuildError, match=r"adk-cobol 1\.0 needs cobc, and there is no such command here"):
        shop.tool("cobc", "adk-cobol 1.0")


def test_a_step_that_fails_tells_the_last_lines_of_its_tool(shop: Workshop) -> None:
    with pytest.raises(BuildError, match="cutting failed: sh ended with 3") as failed:
        shop.run("cutting", ["sh", "-c", "seq 1 40; echo no wood >&2; exit 3"])

    assert len(failed.value.log) == 12
    assert failed.value.log[-1] == "no wood"


def test_a_step_that_is_refused_says_so_in_the_words_that_were_given(shop: Workshop) -> None:
    with pytest.raises(BuildError, match=r"^the shop has no wood$"):
        shop.run("cutting", ["sh", "-c", "exit 1"], refused="the shop has no wood")


def test_a_step_reads_nothing_of_the_person_at_the_prompt(shop: Workshop) -> None:
    assert shop.run("asking", ["cat"]) == ""


def test_the_cache_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MEMORY_CONFORMANCE_CACHE", str(tmp_path / "here"))
    assert cache_folder() == tmp_path / "here"

    monkeypatch.delenv("MEMORY_CONFORMANCE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if os.name == "posix" and os.uname().sysname == "Linux":
        assert cache_folder() == tmp_path / "memory-conformance"


@pytest.mark.parametrize("language", ["go", "java", "js"])
def test_every_harness_is_shipped_with_its_dockerfile(language: str) -> None:
    assert (sources_of(language) / "Dockerfile").is_file()
