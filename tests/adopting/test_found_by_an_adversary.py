"""What once went unseen: each of these was green, or a traceback, before it was mended."""

from __future__ import annotations

import pytest

from adopting.folder import PLAIN, Folder

FIXTURE = """
import pytest
import plain


@pytest.fixture
def memory_conformance_backend():
    return plain
"""


def test_a_fixture_in_a_conftest_is_refused_in_one_line(folder: Folder) -> None:
    folder.write("plain.py", PLAIN)
    folder.write("conftest.py", FIXTURE)
    folder.write("test_mine.py", "def test_mine(): ...\n")
    ended = folder.pytest("-q")
    assert ended.code == 4
    assert "plays nothing there; define it in a test module" in ended.out + ended.err
    assert "Traceback" not in ended.out + ended.err


def test_a_claim_reaches_the_backend_of_a_fixture(folder: Folder) -> None:
    folder.write("plain.py", PLAIN)
    folder.write("test_mine.py", FIXTURE)
    assert folder.pytest("-q", "--memory-only", "DIGITS-001").code == 0
    assert folder.pytest("-q", "--memory-only", "DIGITS-001", "--memory-claims", "adk-java-1.8").code == 1


def test_a_close_that_raises_is_an_error_and_not_green(folder: Folder) -> None:
    folder.write("plain.py", PLAIN)
    folder.write(
        "closing.py",
        "from plain import *\ncalls = []\ndef close(memory):\n    calls.append(1)\n    assert len(calls) < 2\n",
    )
    ended = folder.conformance("run", "python:closing", "--only", "SCOPE-001")
    assert ended.code == 3
    assert "close() raised" in ended.out


@pytest.mark.parametrize("environment", [{"PYTHONIOENCODING": "ascii"}, {"COLUMNS": "0"}])
def test_a_report_is_printed_whole_whatever_the_terminal(folder: Folder, environment: dict[str, str]) -> None:
    ended = folder.conformance("run", "adk-go-1.7", "--only", "SUBSTR-001", **environment)
    assert ended.code == 0
    assert "as expected" in ended.out
