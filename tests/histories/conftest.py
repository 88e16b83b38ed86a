from pathlib import Path

import pytest

from adopting.folder import Folder
from histories.backends import filled


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A folder with three backends, ``plain``, ``same`` and ``with_case``."""
    return filled(tmp_path)
