from pathlib import Path

import pytest

from adopting.folder import Folder


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """An empty folder in which commands are run."""
    return Folder(tmp_path)
