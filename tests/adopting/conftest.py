from pathlib import Path

import pytest

from adopting.folder import LEAKY, PLAIN, Folder


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A folder with a sound backend, ``plain``, and one that knows no users, ``leaky``."""
    made = Folder(tmp_path)
    made.write("plain.py", PLAIN)
    made.write("leaky.py", LEAKY)
    return made
