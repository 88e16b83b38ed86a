"""What a report prints to repeat a failure by hand does repeat it: with curl, and in lines of JSON."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from adopting.folder import Folder
from transports.serving import serving

WRONG_CLAIM = ("--claims", "adk-java-1.8", "--only", "DIGITS-001")


def printed(out: str, how: str) -> list[str]:
    """The lines that a report prints below a heading."""
    found = re.search(rf"{how}.*\n((?: {{4}}.*\n)+)", out)
    assert found is not None, out
    return [line[4:] for line in found.group(1).splitlines()]


@pytest.mark.requires("curl", "serve")
def test_curl_shows_the_same_answer(tmp_path: Path) -> None:
    with serving("adk-go-2.4") as service:
        ended = Folder(tmp_path).conformance("run", service.address, *WRONG_CLAIM)
        shell = "\n".join(printed(ended.out, "with curl"))
        shown = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=True, timeout=30)
    assert ended.code == 1
    assert shown.stdout.count("order 4521 was shipped") == 2
    # Added once, searched twice: an answer is a line.
    assert [set(json.loads(line)) for line in shown.stdout.splitlines() if line] == [set(), {"memories"}, {"memories"}]


def test_lines_of_json_show_the_same_answer(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "memory_conformance", "serve", "adk-go-2.4", "--stdio"]
    ended = Folder(tmp_path).conformance("run", f"exec:{' '.join(command)}", *WRONG_CLAIM)
    lines = [line.replace("INSTANCE", "1") for line in printed(ended.out, "in lines of JSON")]
    shown = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True, timeout=30)
    answers = [json.loads(line) for line in shown.stdout.splitlines()]
    assert ended.code == 1
    assert [answer["id"] for answer in answers] == [1, 2, 3, 4]
    assert [len(answer["result"]["memories"]) for answer in answers[2:]] == [1, 1]
