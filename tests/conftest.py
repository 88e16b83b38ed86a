"""What all tests share: what a machine may lack is skipped and said, or, where it was asked for, missed."""

import os
import re
from importlib.util import find_spec

import pytest

pytest_plugins = ["pytester"]

PACKAGES = {"adk": "google.adk", "langgraph": "langgraph"}
"""What ``requires(name)`` looks for."""

REQUIRE = "MEMORY_CONFORMANCE_REQUIRE"
"""The environment variable that lists what this machine must have."""


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose package is missing; fail it where the environment says that it must be there."""
    for marker in item.iter_markers("requires"):
        for name in marker.args:
            if _is_installed(PACKAGES[name]):
                continue
            reason = f"{name} is missing: the package {PACKAGES[name]} is not installed"
            if name in re.split(r"[\s,]+", os.environ.get(REQUIRE, "")):
                pytest.fail(f"{reason}, and {REQUIRE} asks for it", pytrace=False)
            pytest.skip(reason)


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        # A parent of it, such as the namespace google, is not there at all.
        return False
