"""What is not there, and what cannot be read: one line that names it and what is possible instead, and exit code 2."""

import json

import pytest

from adopting.folder import Folder

SITE = """
import importlib.metadata
found = importlib.metadata.version

def version(name):
    if name == "google-adk":
        raise importlib.metadata.PackageNotFoundError(name)
    return found(name)

importlib.metadata.version = version
"""
"""A machine without google-adk, as far as anybody asks."""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["run", "adk-go-17"], "no backend is called 'adk-go-17'; did you mean adk-go-1.7"),
        (["run", "plain"], "Your own is named python:package.module[:object], exec:command, "),
        (["run", "adk-go-1.7", "--claims", "adk-jav-1.8"], "no reference is called 'adk-jav-1.8'; did you mean adk-java-1.8"),
        (["run", "adk-go-1.7", "--claims", "adk-python@99.0"], "adk-python 99.0 is in no range of releases; the nearest is"),
        (["run", "adk-go-1.7", "--claims", "adk-ruby@1.0"], "no project is called 'adk-ruby'"),
        (["run", "adk-go-1.7", "--claims", "adk-python@new"], "'new' is no release; write it like 2.9.1"),
        (["run", "adk-go-1.7", "--claims", "other=none"], "--claims names 'other', which is no backend of this run; there are"),
        (["run", "adk-go-1.7", "--claims", "none", "--claims", "adk-js-2.0"], "for each its own it is NAME=REFERENCE"),
        (["run", "adk-go-1.7", "--only", "DIGITS-0011"], "'DIGITS-0011', which is no id, topic or tag; did you mean DIGITS-001"),
        (["run", "adk-go-1.7", "--only", "@mst"], "--only names '@mst', which is no id, topic or tag; did you mean must"),
        (["run", "adk-go-1.7", "--only", "scop"], "--only names 'scop', which is no id, topic or tag; did you mean scope"),
        (["run", "adk-go-1.7", "--only", "scope and"], "--only 'scope and' cannot be read"),
        (["run", "adk-go-1.7", "--only", "must and question"], "--only 'must and question' chooses nothing"),
        (["run", "adk-go-1.7", "--fail-on", "shoud"], "--fail-on takes no 'shoud'; did you mean should?"),
        (["run", "adk-go-1.7", "--last-failed"], "the last run in this folder left nothing red behind"),
        (["explain", "DIGIT-001"], "no behaviour has the id 'DIGIT-001'; did you mean DIGITS-001"),
        (["report", "nowhere"], "nowhere is not there"),
        (["report", "plain.py"], "plain.py is cut short or damaged"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_one_line_that_names_it(folder: Folder, arguments: list[str], told: str) -> None:
    ended = folder.conformance(*arguments)
    assert (ended.code, ended.out) == (2, "")
    assert len(ended.err.splitlines()) == 1
    assert told in ended.err


def test_a_reference_whose_package_is_missing_names_the_install_command(folder: Folder) -> None:
    folder.write("site/sitecustomize.py", SITE)
    site = str(folder.path / "site")
    named = folder.conformance("run", "adk-python-2.13", PYTHONPATH=site)
    assert (named.code, named.out) == (2, "")
    line = "google-adk is not installed; pip install 'memory-conformance[adk]'"
    assert named.err == f"memory-conformance: adk-python-2.13 cannot be played here: {line}\n"
    everyone = folder.conformance("run", "--only", "SCOPE-001", PYTHONPATH=site)
    assert everyone.code == 0
    assert f"left out: adk-python-2.13: {line}" in everyone.out
    assert line in folder.conformance("list", "--backends", PYTHONPATH=site).out


def test_a_reference_of_another_release_names_the_one_that_was_found(folder: Folder) -> None:
    folder.write(
        "site/google_adk-2.9.9.dist-info/METADATA", "Metadata-Version: 2.1\nName: google-adk\nVersion: 2.9.9\n"
    )
    ended = folder.conformance("run", "adk-python-2.13", PYTHONPATH=str(folder.path / "site"))
    assert ended.code == 2
    assert "it needs google-adk==2.13.0, and google-adk 2.9.9 is installed; pip install" in ended.err
    assert len(ended.err.splitlines()) == 1


def test_a_results_file_that_is_not_whole_is_refused(folder: Folder) -> None:
    assert folder.conformance("run", "python:plain", "--only", "scope", "--report", "report").code == 0
    whole = (folder.path / "report" / "results.json").read_text(encoding="utf-8")
    found = json.loads(whole)
    shorter = {**found, "results": found["results"][1:]}
    row, *others = found["results"]
    damaged = {
        whole[: len(whole) // 2]: "cut short or damaged",
        whole.replace('"schema_version":"1"', '"schema_version":"99"'): "is of schema version '99'; this release reads",
        json.dumps(shorter): "the totals do not add up",
        json.dumps({**found, "results": [{**row, "verdict": "green"}, *others]}): "results.0.verdict is wrong",
        json.dumps({"envelope": []}): "is of schema version None",
        json.dumps([]): "is of schema version None",
        "": "cut short or damaged",
    }
    for text, told in damaged.items():
        folder.write("report/results.json", text)
        ended = folder.conformance("report", "report")
        assert (ended.code, ended.out) == (2, "")
        assert told in ended.err
        assert len(ended.err.splitlines()) == 1
    (folder.path / "report" / "results.json").write_bytes(b"\xff\xfe\x00")
    assert "is no text" in folder.conformance("report", "report").err


def test_a_report_that_has_no_folder_is_refused_before_anything_is_played(folder: Folder) -> None:
    ended = folder.conformance("run", "python:plain", "--report", "plain.py")
    assert (ended.code, ended.out) == (2, "")
    assert "'plain.py' is a file" in ended.err
