"""A release of ADK Java that cannot be had, or not be built here, is told in one line. Nothing is built."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from memory_conformance.upstream import java
from memory_conformance.upstream.workshop import BuildError, Workshop, sources_of

JAVA = pytest.mark.requires("java")
NO_REPOSITORY = """
<settings><mirrors><mirror>
  <id>none</id><mirrorOf>*</mirrorOf><url>http://127.0.0.1:9/</url>
</mirror></mirrors></settings>
"""


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    folder = tmp_path / "shop"
    folder.mkdir()
    return Workshop(sources_of("java"), folder, print)


@pytest.fixture(autouse=True)
def no_java_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)


def refusal(version: str, shop: Workshop) -> BuildError:
    with pytest.raises(BuildError) as raised:
        java.build(version, shop)
    assert "\n" not in str(raised.value)
    return raised.value


def tools(folder: Path, said: Mapping[str, str]) -> Path:
    """A folder of tools of which each prints something, keeps its arguments in a file, and fails where it has nothing to say."""
    folder.mkdir(parents=True)
    for name, words in said.items():
        (folder / name).write_text(
            f'#!/bin/sh\necho "$PWD $@" > "{folder / name}.asked"\necho "{words}"\ntest -n "{words}"\n'
        )
        (folder / name).chmod(0o755)
    return folder


@pytest.mark.parametrize(
    ("there", "missing"),
    [({}, "javac"), ({"javac": "javac 17.0.1"}, "java"), ({"javac": "javac 17.0.1", "java": "java"}, "mvn")],
)
def test_a_missing_tool_is_told_in_one_line(
    there: dict[str, str], missing: str, shop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tools(tmp_path / "bin", there)))
    assert str(refusal("1.8.0", shop)) == f"adk-java 1.8.0 needs {missing}, and there is no such command here"


def test_a_java_that_is_too_old_is_told_in_one_line(
    shop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tools(tmp_path / "bin", {"javac": "javac 11.0.2", "java": "java"})))
    told = "adk-java 1.8.0 needs a JDK of Java 17 or later, and here is javac 11.0.2"
    assert str(refusal("1.8.0", shop)) == told


def test_the_jdk_of_java_home_is_taken_before_that_of_the_path(
    shop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tools(tmp_path / "bin", {"javac": "javac 17.0.1", "java": "java"})))
    monkeypatch.setenv("JAVA_HOME", str(tools(tmp_path / "jdk" / "bin", {"javac": "javac 9.0.4"}).parent))
    assert str(refusal("1.8.0", shop)).endswith("and here is javac 9.0.4")


def test_a_release_without_a_memory_service_is_told_in_one_line(shop: Workshop) -> None:
    told = "com.google.adk:google-adk 0.1.0 has no memory service; the first release with one is 0.2.0"
    assert str(refusal("0.1.0", shop)) == told


@pytest.mark.parametrize(
    ("version", "profile"),
    [("0.2.0", "slim"), ("1.0.0-rc.1", "slim"), ("1.8", "slim"), ("1.8.3", "slim"), ("1.9.0", "whole"), ("2", "whole")],
)
def test_a_release_after_those_that_were_held_gets_all_of_its_dependencies(
    version: str, profile: str, shop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tools(tmp_path / "bin", {"javac": "javac 17.0.1", "java": "java", "mvn": ""})
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    refusal(version, shop)
    place, *asked = (folder / "mvn.asked").read_text().split()
    assert {f"-P{profile}", f"-Dadk={version}"} <= set(asked)
    # It writes beside the pom, and what is shipped is not to be written to.
    assert Path(place) == shop.folder
    assert (shop.folder / "pom.xml").is_file()


@JAVA
def test_a_release_that_the_repository_does_not_have_is_told_in_one_line(shop: Workshop) -> None:
    error = refusal("9.9.9", shop)
    assert (str(error), error.log) == ("the Maven repository has no com.google.adk:google-adk 9.9.9", ())
    with pytest.raises(BuildError, match=r"^the Maven repository has no com\.google\.adk:google-adk 9\.9\.9$"):
        java.fetch("9.9.9", shop)


@JAVA
def test_no_network_is_told_apart_from_a_refusal(
    shop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".m2").mkdir()
    (tmp_path / ".m2" / "settings.xml").write_text(NO_REPOSITORY)
    monkeypatch.setenv("MAVEN_OPTS", f"-Duser.home={tmp_path}")
    error = refusal("9.9.9", shop)
    assert str(error) == ("downloading com.google.adk:google-adk 9.9.9 and what it needs failed: mvn ended with 1")
    [said] = error.log
    assert "Connection refused" in said
