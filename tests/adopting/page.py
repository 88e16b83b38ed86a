"""The modules that the page on bringing a backend shows."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "bringing-a-backend.md"


def shown(name: str) -> str:
    """The block of the page that bears a name."""
    found = re.search(rf"<!-- {re.escape(name)} -->\n```\w+\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None, f"{PAGE.name} shows no {name}"
    return found.group(1)
