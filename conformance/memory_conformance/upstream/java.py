"""ADK Java behind the protocol: Maven brings a release and what it needs, javac compiles the harness against it."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from memory_conformance.upstream.workshop import BuildError, Workshop

ARTIFACT = "com.google.adk:google-adk"
FIRST_WITH_MEMORY = (0, 2)
"""The first release that has a memory service."""
FIRST_WITH_TURNS = (0, 3)
"""The first release whose runner knows memory, and that has a tool for it: from it on, turns are compiled too."""
LAST_HELD_SLIM = (1, 8)
"""The last release on which the whole specification was played without the dependencies that it never loads."""
OLDEST_JAVA = 17
"""The oldest Java that the releases run on."""

_ONE_COMPILER = "-XX:TieredStopAtLevel=1"
# For many short histories: little memory, and quick to start. The second compiler costs more than it brings, here as in a build.
FLAGS = (_ONE_COMPILER, "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx512m")

# In full: to know what a prefix stands for, Maven would ask the repository every time.
_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin"
_SOURCES = Path("src", "main", "java")
# One of these beside it.
_TURNS = Path("src", "turn", "java")
_NO_TURNS = Path("src", "no_turn", "java")
_MAIN = "memoryconformance.Harness"


def build(version: str, shop: Workshop) -> list[str]:
    """Download the release, compile the harness against it, and return the command. Raises `BuildError`."""
    release = _numbers(version)
    if release < FIRST_WITH_MEMORY:
        first = ".".join(map(str, FIRST_WITH_MEMORY))
        raise BuildError(f"{ARTIFACT} {version} has no memory service; the first release with one is {first}.0")
    java, javac = _jdk(version, shop)
    # What was held is known to be enough. What comes later may need more, and gets all.
    profile = "slim" if release[: len(LAST_HELD_SLIM)] <= LAST_HELD_SLIM else "whole"
    classes, jars = shop.folder / "classes", shop.folder / "lib"
    _maven(
        f"downloading {ARTIFACT} {version} and what it needs",
        version,
        shop,
        [f"-P{profile}", f"{_PLUGIN}:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={jars}"],
    )
    main = shop.sources / _SOURCES.joinpath(*_MAIN.split(".")).with_suffix(".java")
    turns = _TURNS if release >= FIRST_WITH_TURNS else _NO_TURNS
    sources = os.pathsep.join(str(shop.sources / root) for root in (_SOURCES, turns))
    options = ["-proc:none", f"--release={OLDEST_JAVA}", "-parameters", "-encoding", "UTF-8"]
    places = [f"--class-path={jars / '*'}", f"--source-path={sources}", "-d", str(classes)]
    shop.run("compiling the harness", [javac, f"-J{_ONE_COMPILER}", *options, *places, main])
    # In one word with its option: what is an absolute path in a kept command has to be a file.
    return [java, *FLAGS, f"--class-path={classes}{os.pathsep}{jars / '*'}", _MAIN]


def fetch(version: str, shop: Workshop) -> Path:
    """Download the sources that were released, and return the folder that holds them. Raises `BuildError`."""
    sources = shop.folder / "sources"
    _maven(
        f"downloading the sources of {ARTIFACT} {version}",
        version,
        shop,
        [f"{_PLUGIN}:unpack", f"-Dartifact={ARTIFACT}:{version}:jar:sources", f"-DoutputDirectory={sources}"],
    )
    return sources


def _maven(doing: str, version: str, shop: Workshop, goal: Sequence[str]) -> None:
    maven = shop.tool("mvn", f"adk-java {version}")
    # A copy: Maven writes beside the file that it is given.
    shutil.copy(shop.sources / "pom.xml", shop.folder)
    # Maven remembers for a day that there was no such release, but for the third option.
    options = ["--batch-mode", "--quiet", "--update-snapshots", "-Dstyle.color=never", f"-Dadk={version}"]
    try:
        env = {"MAVEN_OPTS": f"{_ONE_COMPILER} {os.environ.get('MAVEN_OPTS', '')}"}
        shop.run(doing, [maven, *options, *goal], env=env)
    except BuildError as error:
        absent = rf"Could not find artifact {re.escape(ARTIFACT)}:[a-z:]+:{re.escape(version)} "
        if any(re.search(absent, line) for line in error.log):
            raise BuildError(f"the Maven repository has no {ARTIFACT} {version}") from None
        raise BuildError(str(error), log=_told(error.log)) from None


def _told(log: Sequence[str]) -> list[str]:
    """What Maven said before it goes on to its own documentation."""
    lines = [line.removeprefix("\x1b[0m").removeprefix("[ERROR]").strip() for line in log]
    end = next((at for at, line in enumerate(lines) if line.startswith("To see the full stack trace")), len(lines))
    return [line for line in lines[:end] if line]


def _jdk(version: str, shop: Workshop) -> tuple[str, str]:
    """``java`` and ``javac`` of one JDK: that of JAVA_HOME, as for Maven, else the one on the path."""
    home = os.environ.get("JAVA_HOME")
    own = shutil.which(os.path.join(home, "bin", "javac")) if home else None
    javac = own or shop.tool("javac", f"adk-java {version}")
    told = re.search(r"javac (\d+)[.\d]*", shop.run("asking javac for its version", [javac, "-version"]))
    if told is None or int(told.group(1)) < OLDEST_JAVA:
        found = told.group() if told else "an older javac"
        raise BuildError(f"adk-java {version} needs a JDK of Java {OLDEST_JAVA} or later, and here is {found}")
    # Where java is another than javac, it may be an older one.
    beside = Path(javac).resolve()
    java = shutil.which(str(beside.with_name(f"java{beside.suffix}")))
    return java or shop.tool("java", f"adk-java {version}"), javac


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers that a version begins with, such as (1, 8, 0)."""
    return tuple(int(number) for number in re.split(r"[-+A-Za-z]", version)[0].split(".") if number)
