"""Backends as somebody would write them, in a folder of theirs: a sound one, the same again, and one that differs."""

from __future__ import annotations

from pathlib import Path

from adopting.folder import PLAIN, Folder

SAME = "from plain import open, add, search\n"
"""The sound backend under another name."""

WITH_CASE = """
import plain
from plain import open, add

def search(memory, scope, query):
    return [found for found in plain.search(memory, scope, query) if set(query.split()) & words_of(found)]

def words_of(found):
    return {word for part in found["content"]["parts"] for word in (part.get("text") or "").split()}
"""
"""One that finds words in their own case alone."""


def filled(path: Path) -> Folder:
    """A folder with a sound backend, ``plain``, the ``same`` again, and one, ``with_case``, that differs in the case of words."""
    made = Folder(path)
    made.write("plain.py", PLAIN)
    made.write("same.py", SAME)
    made.write("with_case.py", WITH_CASE)
    return made
