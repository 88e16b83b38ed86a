"""What the README shows is what happens."""

from __future__ import annotations

import re
from pathlib import Path

from adopting.folder import Folder
from adopting.samples import sample

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_its_module_runs_as_it_stands_and_keeps_every_requirement(folder: Folder) -> None:
    (module,) = re.findall(r"```python\n(# my_memory\.py\n.*?)```", README, re.DOTALL)
    folder.write("my_memory.py", module)
    ended = folder.conformance("run", "python:my_memory", "--report", "report")
    assert ended.code == 0, ended.out
    kept = {row["verdict"] for row in folder.rows().values() if row["kind"] == "requirement"}
    assert kept == {"pass", "unsupported"}


def test_its_excerpt_says_what_the_run_says(folder: Folder) -> None:
    excerpt = sample("README.md", "run")
    ended = excerpt.run(folder)
    assert ended.code == 1
    excerpt.assert_said(ended.out)


def test_its_commands_are_those_of_the_project(folder: Folder) -> None:
    for words in re.findall(r"^memory-conformance (list|explain \S+)", README, re.MULTILINE):
        assert folder.conformance(*words.split()).code == 0
