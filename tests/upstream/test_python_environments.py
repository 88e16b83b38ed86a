"""Environments of Python are made once, of what is asked for, by uv or by venv and pip."""

from __future__ import annotations

import re
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from adopting.folder import PLAIN, Folder
from memory_conformance.references import UsageError
from memory_conformance.upstream import environment
from memory_conformance.upstream.environment import install, read_interpreter
from memory_conformance.upstream.workshop import BuildError, Workshop

WHEEL = "mine-1.0-py3-none-any.whl"
BACKEND = f"""
import zipfile, pathlib
def build_wheel(folder, *settings):
    source = pathlib.Path("mine.py").read_text()
    with zipfile.ZipFile(pathlib.Path(folder, {WHEEL!r}), "w") as wheel:
        wheel.writestr("mine.py", source)
        wheel.writestr("mine-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: mine\\nVersion: 1.0\\n")
        wheel.writestr("mine-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("mine-1.0.dist-info/RECORD", "")
    return {WHEEL!r}
"""
PROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """The current folder, a cache of its own, and no package index."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEMORY_CONFORMANCE_CACHE", str(tmp_path / "cache"))
    for name in ("UV_NO_INDEX", "PIP_NO_INDEX"):
        monkeypatch.setenv(name, "1")
    return Folder(tmp_path)


@pytest.fixture(params=[pytest.param("uv", marks=pytest.mark.requires("uv")), "pip"])
def maker(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each way to make environments."""
    if request.param == "pip":
        monkeypatch.setattr(environment, "_uv", lambda: None)
    return str(request.param)


class Told(list[str]):
    """What was heard while something was made."""

    def environment(self, *requirements: str, python: str | None = None) -> str:
        """The interpreter of an environment; what is heard from now on is about this one."""
        self.clear()
        return environment.environment(requirements, python, self.append)


def wheel(value: int) -> None:
    """A wheel in the current folder, whose module has a value."""
    with zipfile.ZipFile(WHEEL, "w") as file:
        file.writestr("mine.py", f"value = {value}\n")
        file.writestr("mine-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
        file.writestr("mine-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr("mine-1.0.dist-info/RECORD", "")


def package(value: int) -> None:
    """A folder ``mine`` that can be installed."""
    folder = Folder(Path("mine"))
    folder.write("pyproject.toml", PROJECT)
    folder.write("backend.py", BACKEND)
    folder.write("mine.py", f"value = {value}\n")


def value_of(python: str) -> str:
    """The value of the module that an interpreter finds."""
    ended = Folder(Path("/")).command([python, "-c", "import mine; print(mine.value)"])
    return ended.out.strip() or ended.err.strip().splitlines()[-1]


def test_an_environment_is_made_once_and_has_nothing_but_what_was_asked_for(here: Folder, maker: str) -> None:
    wheel(1)
    told = Told()
    python = told.environment(f"./{WHEEL}")
    folder = Path(python).parents[2]
    assert told == [f"making an environment in {folder}", f"installing {here.path / WHEEL}"]
    assert value_of(python) == "1"
    assert "No module named 'pydantic'" in here.command([python, "-c", "import pydantic"]).err
    assert (told.environment(WHEEL), told) == (python, [])


def test_an_environment_that_was_deleted_is_made_again(here: Folder) -> None:
    wheel(1)
    told = Told()
    folder = Path(told.environment(WHEEL)).parents[2]
    shutil.rmtree(folder)
    assert Path(told.environment(WHEEL)).parents[2] == folder
    assert len(told) == 2


def test_files_that_have_changed_are_installed_again(here: Folder) -> None:
    told = Told()
    for make, requirement in ((wheel, WHEEL), (package, "./mine")):
        for value in (1, 22):
            make(value)
            assert value_of(told.environment(requirement)) == str(value)
            assert len(told) == 2
        assert value_of(told.environment(requirement)) == "22"
        assert told == []


def test_a_service_runs_with_what_was_asked_for(here: Folder) -> None:
    wheel(1)
    here.write("using.py", f"import mine\nassert mine.value == 1\n{PLAIN}")
    run = ("run", "python:using", "--with", WHEEL, "--only", "SCOPE-001")
    first, second = here.conformance(*run), here.conformance(*run)
    assert (first.code, second.code) == (0, 0), first.out
    # What is made is told, and only then.
    assert [line.partition(" ")[0] for line in first.err.splitlines()] == ["making", "installing"]
    assert second.err == ""
    assert "No module named 'mine'" in here.conformance("run", "python:using").out


@pytest.fixture
def none_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """This interpreter in the place of a new environment, for what is never installed."""
    monkeypatch.setattr(environment, "_empty", lambda shop, interpreter: interpreter)


@pytest.mark.usefixtures("none_made")
def test_a_requirement_that_cannot_be_had_is_one_line_and_leaves_nothing(here: Folder, maker: str) -> None:
    for requirement, told in {
        "nobody-has-this==1": "nobody-has-this==1 cannot be installed: .*nobody-has-this",
        "nobody-has-this ==": "nobody-has-this == cannot be installed: ",
    }.items():
        with pytest.raises(BuildError, match=f"^{told}") as raised:
            Told().environment(requirement)
        assert "\n" not in str(raised.value)
        assert raised.value.log == ()
    assert not [path for path in (here.path / "cache" / "python").iterdir() if path.is_dir()]
    here.write("plain.py", PLAIN)
    ended = here.conformance("run", "python:plain", "--with", "nobody-has-this==1")
    assert ended.code == 3
    assert ended.out.startswith("not played: python:plain: nobody-has-this==1 cannot be installed: ")


@pytest.mark.usefixtures("none_made")
def test_where_the_line_is_broken_the_requirement_is_not_blamed(
    here: Folder, maker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("UV_NO_INDEX", "PIP_NO_INDEX"):
        monkeypatch.delenv(name)
    nobody = "http://127.0.0.1:1/simple"
    for name, value in {"UV_DEFAULT_INDEX": nobody, "UV_HTTP_RETRIES": "0", "PIP_INDEX_URL": nobody}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PIP_RETRIES", "1")
    told = "nobody-has-this==1 cannot be installed: the package index cannot be reached"
    with pytest.raises(BuildError, match=f"^{told}$"):
        Told().environment("nobody-has-this==1")


@pytest.mark.parametrize(
    ("requirement", "told"),
    [
        ("", "it is a requirement such as mem0ai==2.2.1, or a wheel or folder such as ./mine"),
        ("-r requirements.txt", "it is a requirement such as"),
        ("./nowhere", "there is no such file or folder here"),
        ("nowhere.whl", "there is no such file or folder here"),
        ("../nowhere[extra]", "there is no such file or folder here"),
    ],
)
def test_what_is_no_requirement_is_told_before_anything_is_made(here: Folder, requirement: str, told: str) -> None:
    with pytest.raises(UsageError, match=f"^--with {re.escape(requirement)}: {told}"):
        Told().environment(requirement)
    assert not (here.path / "cache").exists()


def test_an_interpreter_alone_is_used_as_it_is(here: Folder) -> None:
    told = Told()
    link = here.path / "env" / "bin" / "python"
    link.parent.mkdir(parents=True)
    link.symlink_to(sys.executable)
    # A link may be an environment: it is not followed.
    assert told.environment(python="env/bin/python") == str(link)
    assert told.environment(python=sys.executable) == sys.executable
    assert told == []


def script(here: Folder, text: str) -> str:
    """A command that is called ``other``."""
    file = here.write("other", f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return "./other"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("echo '[3, 8, 18]'", "it is Python 3.8.18, and has to be 3.9 or later"),
        ("echo hello", "it is no Python, or none of version 3"),
        ("exit 1", "it is no Python, or none of version 3"),
    ],
)
def test_an_interpreter_that_is_none_or_too_old_is_one_line(here: Folder, text: str, told: str) -> None:
    with pytest.raises(UsageError, match=rf"^--python \./other: {told}$"):
        read_interpreter(script(here, text))
    here.write("plain.py", PLAIN)
    ended = here.conformance("run", "python:plain", "--python", "./other")
    assert (ended.code, ended.err) == (2, f"memory-conformance: --python ./other: {told}\n")


def test_an_interpreter_that_is_not_there_is_told_with_one_that_may_be_meant(here: Folder) -> None:
    here.write("an-env/bin/python", "")
    for named, hint in {
        "3.12": "it is the path of one, such as .venv/bin/python",
        "an-env": "did you mean an-env/bin/python?",
    }.items():
        with pytest.raises(UsageError, match=rf"^--python {named}: there is no such interpreter; {re.escape(hint)}$"):
            read_interpreter(named)


def test_without_uv_an_interpreter_without_venv_is_one_line(
    here: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "_uv", lambda: None)
    shop = Workshop(tmp_path, tmp_path / "shop", lambda _: None)
    shop.folder.mkdir()
    bare = str(Path(script(here, "echo no module named venv >&2; exit 1")).absolute())
    told = "an environment needs uv, or an interpreter with venv and pip, which .*other is not"
    with pytest.raises(BuildError, match=f"^{told}$") as raised:
        install(shop, bare, ["six"])
    assert raised.value.log == ("no module named venv",)


def test_uv_is_found_where_it_is_installed_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uv", None)
    monkeypatch.setenv("PATH", "")
    assert environment._uv() is None
