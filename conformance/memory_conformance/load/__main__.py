"""Prints where the file for Locust is: ``locust -f $(python -m memory_conformance.load) …``."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path


def main() -> None:
    """Print the path of the file; exit with 2 where Locust is not installed, since nobody could use it."""
    if find_spec("locust") is None:
        sys.exit(_missing())
    print(Path(__file__).with_name("locustfile.py"))


def _missing() -> int:
    print("locust is not installed; pip install 'memory-conformance[load]'", file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
