"""What a run does without is never loaded."""

import subprocess
import sys

import pytest

LOADED_BY = """
import sys
from memory_conformance.cli import main
sys.argv = ["memory-conformance", {arguments}]
try:
    main()
except SystemExit as end:
    print("exit", end.code)
print("loaded", *sorted({{name.split(".")[0] for name in sys.modules}} | {{n for n in sys.modules if n == "google.adk"}}))
"""


@pytest.mark.parametrize(
    "arguments", ['"run", "adk-go-1.7", "--only", "DIGITS-001"', '"list"', '"explain", "DIGITS-001"'], ids=str.split
)
def test_what_only_other_backends_need_is_not_loaded(arguments: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", LOADED_BY.format(arguments=arguments)], capture_output=True, text=True, check=True
    )
    *_, ended, loaded = run.stdout.splitlines()

    assert ended == "exit 0"
    assert not {"jieba", "docker", "testcontainers", "google.adk", "langgraph"} & set(loaded.split())
