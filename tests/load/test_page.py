"""The page about crowds says what is so."""

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from load.crowds import crowded

PAGE = (Path(__file__).parents[2] / "docs" / "load.md").read_text(encoding="utf-8")


def test_the_service_on_the_page_is_right_alone_and_is_caught_in_a_crowd() -> None:
    found = re.search(r"<!-- crossed.py -->\n```python\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    service = ModuleType("crossed")
    exec(found.group(1), vars(service))

    alone = crowded(service, users=1, rounds=40)
    assert (alone.findings, alone.unproved, alone.proved) == ((), "", 1)
    assert crowded(service, users=20).leaks


@pytest.mark.requires("locust")
def test_the_page_has_every_option_of_the_file_for_locust() -> None:
    file = subprocess.check_output([sys.executable, "-m", "memory_conformance.load"], text=True).strip()

    options = set(re.findall(r"\"(--memory-\w+)\"", Path(file).read_text(encoding="utf-8")))
    assert options
    assert options == set(re.findall(r"--memory-\w+", PAGE))
