"""What all tests share: what a machine may lack is skipped and said, or, where it was asked for, missed."""

import os
import re
import shutil
from functools import cache
from importlib.util import find_spec

import pytest

pytest_plugins = ["pytester"]

PACKAGES = {
    "adk": "google.adk",
    "langgraph": "langgraph",
    "locust": "locust",
    "schemathesis": "schemathesis",
    "serve": "fastapi",
    "xdist": "xdist",
}
"""The packages that ``requires(name)`` looks for."""

COMMANDS = {"go": "go", "java": "mvn", "node": "node", "uv": "uv", "curl": "curl"}
"""The commands that it looks for. ``requires("docker")`` asks whether an engine answers: a client alone runs nothing."""

REQUIRE = "MEMORY_CONFORMANCE_REQUIRE"
"""The environment variable that lists what this machine must have."""


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose package is missing; fail it where the environment says that it must be there."""
    for marker in item.iter_markers("requires"):
        for name in marker.args:
            reason = _missing(name)
            if reason is None:
                continue
            if name in re.split(r"[\s,]+", os.environ.get(REQUIRE, "")):
                pytest.fail(f"{reason}, and {REQUIRE} asks for it", pytrace=False)
            pytest.skip(reason)


def _missing(name: str) -> str | None:
    """What a machine lacks, in words; None where it is there."""
    if name == "docker":
        reason = _why_no_engine()
        return None if reason is None else f"docker is missing: {reason}"
    if name in COMMANDS:
        return None if shutil.which(COMMANDS[name]) else f"{name} is missing: there is no command {COMMANDS[name]}"
    package = PACKAGES[name]
    return None if _is_installed(package) else f"{name} is missing: the package {package} is not installed"


@cache
def _why_no_engine() -> str | None:
    from memory_conformance.connect.docker_engine import why_no_engine

    return why_no_engine()


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        # A parent of it, such as the namespace google, is not there at all.
        return False
