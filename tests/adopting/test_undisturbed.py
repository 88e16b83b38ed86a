"""Installing the package disturbs nobody's tests, and nobody's tests disturb a run."""

import pytest

from adopting.folder import Folder

LIGHT = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "memory_conformance.plugin,pytest_bdd.plugin"}
"""Our plugin and the one that it needs, without whatever else this machine has installed."""

FEATURE = """
Feature: Ours, in words like theirs
  @smoke
  Scenario: A memory
    Given "ana" of app "shop" remembers "the bike is blue"
    When "ana" of app "shop" searches for "bike"
    Then nothing comes back

  Scenario Outline: Rows
    Given "<user>" of app "shop" remembers "the bike is blue"
    Examples:
      | user |
      | ana  |
      | ben  |
"""

STEPS = """
from pytest_bdd import given, parsers, scenarios, then, when

scenarios("ours.feature")
said = []

@given(parsers.parse('"{user}" of app "{app}" remembers "{text}"'))
def remembers(user, app, text):
    assert (app, text) == ("shop", "the bike is blue")
    said.append(user)

@when(parsers.re(".*"))
def anything():
    said.append("anything")

@then(parsers.re(".*"))
def whatever():
    assert said == ["ana", "anything"]
"""

STRICT = """
[pytest]
strict = true
filterwarnings = error
pythonpath = tests
markers = smoke: theirs
"""

HOSTILE = """
import pytest

@pytest.fixture(autouse=True, scope="session")
def database():
    raise RuntimeError("there is no database here")

def pytest_runtest_call(item):
    raise RuntimeError("a hook of theirs")

def pytest_collection_modifyitems(items):
    items.clear()
"""


@pytest.fixture
def theirs(folder: Folder) -> Folder:
    """A folder with a package tests/conformance of its own, own features and steps, strict about marks and warnings."""
    folder.write("pytest.ini", STRICT)
    folder.write("tests/conformance/__init__.py", "ANSWER = 42\n")
    folder.write(
        "tests/test_answer.py", "from conformance import ANSWER\ndef test_answer():\n    assert ANSWER == 42\n"
    )
    folder.write("tests/ours.feature", FEATURE)
    folder.write("tests/test_ours.py", STEPS)
    return folder


def test_their_own_package_features_and_steps_stay_theirs(theirs: Folder) -> None:
    alone = theirs.pytest("-p", "no:memory-conformance", **LIGHT | {"PYTEST_PLUGINS": "pytest_bdd.plugin"})
    assert (alone.code, alone.counts()) == (0, {"passed": 4})
    installed = theirs.pytest(**LIGHT)
    assert (installed.code, installed.counts()) == (0, {"passed": 4})


def test_the_specification_beside_them_meets_none_of_their_steps_and_tags(theirs: Folder) -> None:
    chosen = ("--memory-backend", "python:plain", "--memory-only", "DIGITS-001 or SCOPE-001")
    ended = theirs.pytest(*chosen, **LIGHT)
    assert (ended.code, ended.counts()) == (0, {"passed": 6})
    assert theirs.pytest(*chosen, "-m", "smoke", **LIGHT).counts() == {"passed": 1, "deselected": 5}
    assert theirs.pytest(*chosen, "-m", "scope", **LIGHT).counts() == {"passed": 1, "deselected": 5}


def test_without_an_option_it_adds_no_mark_and_imports_nothing_heavy(folder: Folder) -> None:
    heavy = ["memory_conformance.playing", "jieba", "docker", "google.adk", "testcontainers", "pydantic"]
    folder.write(
        "test_imports.py",
        f"import sys\ndef test_imports():\n    assert 'memory_conformance.plugin' in sys.modules\n"
        f"    assert not set({heavy}) & set(sys.modules)\n",
    )
    ended = folder.pytest("-W", "error", **LIGHT)
    assert (ended.code, ended.counts()) == (0, {"passed": 1})
    assert "@pytest.mark.must" not in folder.pytest("--markers", **LIGHT).out
    named = folder.pytest("--markers", "--memory-backend", "python:plain", **LIGHT)
    assert "@pytest.mark.must" in named.out


@pytest.mark.requires("adk")
def test_a_run_imports_what_is_heavy_only_where_it_is_used(folder: Folder) -> None:
    folder.write(
        "watching.py",
        "import atexit, sys\nfrom plain import open, add, search\n"
        "heavy = ('jieba', 'docker', 'google.adk', 'testcontainers')\n"
        "atexit.register(lambda: print('IMPORTED', [name for name in heavy if name in sys.modules]))\n",
    )
    ended = folder.conformance("run", "python:watching", "adk-go-1.7", "--only", "SCOPE-001")
    assert "IMPORTED []" in ended.out
    used = folder.conformance("run", "python:watching", "adk-python-2.13", "segmented", "--only", "SCOPE-001")
    assert "IMPORTED ['jieba', 'google.adk']" in used.out


def test_no_configuration_conftest_or_environment_of_theirs_reaches_a_run(folder: Folder) -> None:
    folder.write("pytest.ini", "[pytest]\naddopts = --no-such-option -p no_such_plugin\n")
    folder.write("conftest.py", HOSTILE)
    folder.write("test_theirs.py", "raise RuntimeError('collected')\n")
    ended = folder.conformance(
        "run",
        "python:plain",
        "--only",
        "scope",
        "--report",
        "report",
        PYTEST_ADDOPTS="--no-such-option",
        PYTEST_PLUGINS="no_such_plugin",
    )
    assert ended.code == 0, ended.out + ended.err
    assert folder.results()["envelope"]["complete"]
    assert len(folder.rows()) > 20


def test_no_installed_plugin_of_theirs_reaches_a_run(folder: Folder) -> None:
    folder.write("site/hostile.py", HOSTILE)
    folder.write("site/hostile-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: hostile\nVersion: 1.0\n")
    folder.write("site/hostile-1.0.dist-info/entry_points.txt", "[pytest11]\nhostile = hostile\n")
    folder.write("test_theirs.py", "def test_theirs():\n    pass\n")
    site = str(folder.path / "site")
    assert folder.pytest(PYTHONPATH=site).code == pytest.ExitCode.NO_TESTS_COLLECTED
    ended = folder.conformance("run", "python:plain", "--only", "scope", PYTHONPATH=site)
    assert ended.code == 0
    assert "as expected" in ended.out


def test_a_run_writes_nothing_into_the_folder_but_what_it_was_asked_for(folder: Folder) -> None:
    before = {file.name for file in folder.path.iterdir()} | {"__pycache__"}
    assert folder.conformance("run", "python:plain", "--only", "scope").code == 0
    assert {file.name for file in folder.path.iterdir()} <= before
    assert folder.conformance("run", "python:leaky", "--only", "scope", "--report", "report").code == 1
    assert {file.name for file in folder.path.iterdir()} - before == {"report", ".memory-conformance"}
