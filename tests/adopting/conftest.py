from pathlib import Path

import pytest

from adopting.folder import LEAKY, PLAIN, Folder
from memory_conformance import secrets


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A folder with a sound backend, ``plain``, and one that knows no users, ``leaky``."""
    made = Folder(tmp_path)
    made.write("plain.py", PLAIN)
    made.write("leaky.py", LEAKY)
    return made


@pytest.fixture
def variables_of_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty folder to be in, two variables, and secrets of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("USER_OF_IT", "a-user-of-it")
    monkeypatch.setenv("TOKEN_OF_IT", "a-token-of-it")
    # What is kept secret here must not be hidden from other tests of this process.
    monkeypatch.setattr(secrets, "_kept", set())
    monkeypatch.setattr(secrets, "_forms", ())
