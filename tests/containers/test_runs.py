"""A service in a container is played like any other, and whatever it does leaves nothing behind: the real command and engine."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from containers.base_image import ROOT
from memory_conformance.connect.contained import ContainerTransport
from memory_conformance.connect.container import build
from memory_conformance.connect.owner import OWNER
from memory_conformance.connect.remote import RemoteBackend
from memory_conformance.connect.terms import Terms
from memory_conformance.interruption import interruptible
from memory_conformance.secrets import SHOWN
from transports.at_work import Work
from transports.test_invariance import REFERENCES, in_process, verdicts

pytestmark = pytest.mark.requires("docker")

TUTORIAL = ROOT / "docs" / "tutorial"
NO_SUCH_IMAGE = "127.0.0.1:1/no-such-image:1"
"""A name for which no registry outside of this machine is asked."""
CANARY = "s3cr3t/t0k3n with spaces"
PLAYED = "WORD-003 or FORGET-010 or SCOPE-001"
"""In this order; the second alone asks for `delete_user`, where most faults happen."""
FAULTY = """
[backends.never_listens]
connectable = "docker:{image}"
wait = 2
env = {{FAULT = "never_listens"}}

[backends.ends_at_once]
connectable = "docker:{image}"
env = {{FAULT = "ends_at_once"}}

[backends.exits]
connectable = "docker:{image}"
env = {{FAULT = "exits"}}

[backends.hangs]
connectable = "docker:{image}"
timeout = 1
env = {{FAULT = "hangs"}}
"""
"""Each backend is called like its fault."""

MakeImage = Callable[..., str]
"""Builds an image out of lines of a Dockerfile and the files that they copy; returns its id."""
Hang = Callable[..., Work]
"""Starts a run that waits for its container for ever, and gives it once it does."""


@pytest.fixture(scope="module")
def make(engine: Any, base_image: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MakeImage]:
    made: list[str] = []

    def make(*lines: str, files: tuple[Path, ...] = ()) -> str:
        folder = tmp_path_factory.mktemp("image")
        for file in files:
            shutil.copy(file, folder)
        # Ours alone, so that removing it disturbs nobody who makes the same at the same time.
        unique = f"LABEL memory-conformance.made-by={uuid4().hex}"
        (folder / "Dockerfile").write_text("\n".join([*lines, unique]), encoding="utf-8")
        made.append(build(str(folder), {}))
        return made[-1]

    yield make
    for image in made:
        engine.images.remove(image, force=True)


@pytest.fixture(scope="module")
def wayward(make: MakeImage, base_image: str) -> str:
    """An image of the sound service, which has the fault that its environment names."""
    files = (Path(__file__).with_name("wayward.py"), TUTORIAL / "sound" / "notes.py")
    return make(f"FROM {base_image}", "COPY *.py /", 'ENTRYPOINT ["python", "-B", "/wayward.py"]', files=files)


@pytest.fixture(scope="module")
def gone_wrong(wayward: str, tmp_path_factory: pytest.TempPathFactory) -> Work:
    """One run on containers that go wrong, each in a way of its own, and on an image that is not there."""
    folder = tmp_path_factory.mktemp("gone-wrong")
    (folder / "memory-conformance.toml").write_text(FAULTY.format(image=wayward), encoding="utf-8")
    named = ["never_listens", "ends_at_once", "exits", "hangs", f"docker:{NO_SUCH_IMAGE}"]
    return Work(folder, "run", *named, "--only", PLAYED, "--report", "report").ended()


@pytest.fixture
def hang(engine: Any, wayward: str, tmp_path: Path) -> Iterator[Hang]:
    """Starts runs that hang in a search, in folders of their own; whatever a test leaves of them is removed."""
    started: list[Work] = []

    def hang(fault: str = "hangs", until: bytes = b"the fault happens", **environment: str) -> Work:
        folder = tmp_path / str(len(started))
        folder.mkdir()
        patience = ["--timeout", "600", "--wait", "600"]
        told = ["--env", f"FAULT={fault}", "--env", "OPERATION=search"]
        run = Work(folder, "run", f"docker:{wayward}", "--only", "SCOPE-001", *patience, *told, **environment)
        started.append(run)
        run.until(lambda: any(until in one.logs() for one in containers(engine, run)))
        return run

    yield hang
    for run in started:
        if run.process.poll() is None:
            run.process.kill()
            run.process.communicate()
        for container in containers(engine, run):
            container.remove(force=True)


def containers(engine: Any, run: Work) -> list[Any]:
    """The containers of a run that are there, running or not."""
    labelled: list[Any] = engine.containers.list(
        all=True, filters={"label": f"{OWNER}={run.process.pid}"}, ignore_removed=True
    )
    return labelled


def created(engine: Any, run: Work) -> list[dict[str, str]]:
    """The containers that a run had made, whether they are there or not: their names, images and labels."""
    asked = {"label": f"{OWNER}={run.process.pid}", "event": "create"}
    # A stream with an end: the SDK would lose the socket of one that is left before.
    events = engine.events(decode=True, since=1, until=int(time.time()) + 1, filters=asked)
    return [event["Actor"]["Attributes"] for event in events]


def after(told: str, run: Work) -> str:
    """What a run says of a backend that was not played, as far as it begins like this: the line, and its log below."""
    _, found, rest = run.out.partition(f"not played: {told}")
    assert found, run.out
    return rest.partition("not played: ")[0]


@pytest.mark.parametrize("options", [[], ["--harden", "--only", "SCOPE-001 or NAME-010"]], ids=["as it is", "hardened"])
def test_the_sound_service_is_built_played_and_passes(
    engine: Any, base_image: str, tmp_path: Path, options: list[str]
) -> None:
    asked = ["--build-arg", f"BASE={base_image}", "--report", "report", *options]
    run = Work(tmp_path, "run", f"dockerfile:{TUTORIAL / 'sound'}", *asked).ended()

    assert run.code == 0, run.out + run.err
    assert set(run.verdicts().values()) <= {"pass", "unsupported"}
    assert containers(engine, run) == []


@pytest.mark.parametrize("options", [[], ["--harden", "--only", "SCOPE-001 or NAME-010"]], ids=["as it is", "hardened"])
def test_the_leaking_service_is_built_played_and_breaks_requirements_of_scope_alone(
    engine: Any, base_image: str, tmp_path: Path, options: list[str]
) -> None:
    asked = ["--build-arg", f"BASE={base_image}", "--report", "report", *options]
    run = Work(tmp_path, "run", f"dockerfile:{TUTORIAL / 'leaking'}", *asked).ended()

    assert run.code == 1, run.out + run.err
    red = [row for row in run.rows().values() if row["verdict"] not in ("pass", "unsupported")]
    assert {(row["verdict"], row["topic"], row["kind"]) for row in red} == {("fail", "scope", "requirement")}
    assert containers(engine, run) == []


@pytest.fixture(scope="module")
def references(reference_image: str, make: MakeImage) -> Mapping[str, str]:
    """An image for each reference, out of the one of this repository."""
    return {reference: make(f"FROM {reference_image}", f'CMD ["{reference}"]') for reference in REFERENCES}


@pytest.mark.requires("serve")
@pytest.mark.parametrize("reference", REFERENCES)
def test_verdicts_and_answers_out_of_a_container_are_those_of_the_same_service_in_process(
    reference: str, references: Mapping[str, str]
) -> None:
    assert verdicts(f"docker:{references[reference]}") == in_process(reference)


def test_the_skeleton_for_a_container_passes_as_it_stands(base_image: str, tmp_path: Path) -> None:
    assert Work(tmp_path, "new", "http", "mine").ended().code == 0

    asked = ["dockerfile:.", "--only", "scope", "--build-arg", f"BASE={base_image}"]
    run = Work(tmp_path / "mine", "run", *asked).ended()

    assert run.code == 0, run.out + run.err


def test_a_container_that_never_listens_is_one_line_and_its_log(gone_wrong: Work) -> None:
    told = after("never_listens: ", gone_wrong)

    reason, log = told.split("\n  log       the service begins\n")
    assert "hello: no introduction within 2 s" in reason
    assert log.splitlines()[0] == "  log       connecting to the database"


def test_a_container_that_ends_at_once_is_one_line_and_its_log(gone_wrong: Work) -> None:
    told = after("ends_at_once: ", gone_wrong)

    assert "the container ended with exit code 7" in told.splitlines()[0]
    assert told.splitlines()[1:3] == ["  log       the service begins", "  log       there is no database"]


def test_an_image_that_is_not_there_is_one_line(gone_wrong: Work) -> None:
    told = after(f"docker:{NO_SUCH_IMAGE}: ", gone_wrong)

    assert told.startswith(f"there is no image '{NO_SUCH_IMAGE}' here, and it cannot be pulled: ")
    assert "  log" not in told


@pytest.mark.parametrize(
    ("fault", "reason"),
    [("exits", "delete_user: the container ended with exit code 9"), ("hangs", "delete_user: no answer within 1 s")],
)
def test_what_a_container_does_in_one_scenario_costs_that_scenario_alone(
    fault: str, reason: str, gone_wrong: Work
) -> None:
    row = gone_wrong.rows(fault)["FORGET-010"]

    assert gone_wrong.verdicts(fault) == {"WORD-003": "pass", "FORGET-010": "error", "SCOPE-001": "pass"}
    assert reason in row["reason"]
    assert row["log"] == ["the service begins", "listening on port 8080", "the fault happens"]


def test_a_container_that_fails_is_started_afresh_and_none_is_left(engine: Any, gone_wrong: Work) -> None:
    assert gone_wrong.code == 3
    # One for each image that is there, and another in the place of each that failed in a scenario.
    assert len(created(engine, gone_wrong)) == 4 + 2
    assert containers(engine, gone_wrong) == []


def test_without_an_engine_the_other_backends_are_played(tmp_path: Path) -> None:
    nowhere = {"DOCKER_HOST": "unix:///nowhere/docker.sock"}
    asked = ["docker:any", "adk-go-1.7", "--only", "SCOPE-001", "--report", "report"]
    run = Work(tmp_path, "run", *asked, **nowhere).ended()

    assert run.code == 3
    assert "not played: docker:any: no Docker engine answers at DOCKER_HOST=unix:///nowhere/docker.sock: " in run.out
    assert run.verdicts() == {"SCOPE-001": "pass"}


@pytest.mark.parametrize("signals", [["SIGTERM"], ["SIGINT"], ["SIGINT", "SIGTERM"]], ids=" ".join)
def test_a_run_that_is_told_to_end_leaves_no_container(engine: Any, hang: Hang, signals: list[str]) -> None:
    run = hang()

    for name in signals:
        run.process.send_signal(signal.Signals[name])

    assert run.ended().code == 3
    assert containers(engine, run) == []


def test_a_run_that_is_told_to_end_while_its_container_starts_leaves_none(engine: Any, hang: Hang) -> None:
    run = hang("never_listens", until=b"connecting to the database")

    run.process.send_signal(signal.SIGTERM)

    assert run.ended().code == 3
    assert containers(engine, run) == []


def test_a_signal_while_a_container_is_made_leaves_none(
    engine: Any, wayward: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from docker.models.containers import ContainerCollection

    create, made = ContainerCollection.create, []

    def interrupted(collection: ContainerCollection, *given: Any, **named: Any) -> Any:
        made.append(create(collection, *given, **named))
        os.kill(os.getpid(), signal.SIGTERM)
        return made[-1]

    monkeypatch.setattr(ContainerCollection, "create", interrupted)
    backend = RemoteBackend(ContainerTransport(lambda: wayward, Terms()), "docker:wayward")

    with interruptible(), pytest.raises(KeyboardInterrupt, match="interrupted by SIGTERM"):
        backend.introduce()

    assert len(made) == 1
    assert made[0].name not in [one.name for one in engine.containers.list(all=True, ignore_removed=True)]


def test_a_run_after_sigkill_removes_the_container_and_leaves_that_of_a_live_run_alone(
    engine: Any, hang: Hang, wayward: str, tmp_path: Path
) -> None:
    # A machine of its own: whoever else is using the engine would remove what is left before we look.
    other_name = f"import socket\nsocket.gethostname = lambda: 'the machine of {os.getpid()}'\n"
    (tmp_path / "sitecustomize.py").write_text(other_name, encoding="utf-8")
    elsewhere = {"PYTHONPATH": str(tmp_path)}
    killed, alive = hang(**elsewhere), hang(**elsewhere)
    killed.process.kill()
    killed.process.communicate()
    (left,) = containers(engine, killed)
    assert left.status == "running"

    run = Work(tmp_path, "run", f"docker:{wayward}", "--only", "SCOPE-001", **elsewhere).ended()

    assert run.code == 0, run.out + run.err
    assert run.err == f"ended what an earlier run left behind: container {left.name}\n"
    assert containers(engine, killed) == []
    assert [one.status for one in containers(engine, alive)] == ["running"]


def test_what_a_container_is_given_reaches_it_and_is_shown_nowhere(engine: Any, wayward: str, tmp_path: Path) -> None:
    given = ["--env", "FAULT=tells", "--env", f"KEY={CANARY}"]
    run = Work(tmp_path, "run", f"docker:{wayward}", "--only", PLAYED, "--report", "report", *given).ended()

    assert run.verdicts() == {"WORD-003": "pass", "FORGET-010": "error", "SCOPE-001": "pass"}
    row = run.rows()["FORGET-010"]
    assert f"the key {SHOWN} is used up" in row["reason"]
    assert row["log"][-1] == f"asked with the key {SHOWN}"
    written = {file.name: file.read_text(encoding="utf-8") for file in tmp_path.rglob("*") if file.is_file()}
    assert {"results.json", "junit.xml", "summary.md", "last-failed"} <= set(written)
    labels = created(engine, run)
    assert len(labels) == 1
    for told in (run.out, run.err, *written.values(), str(labels)):
        assert CANARY not in told
        assert "s3cr3t" not in told


def test_a_sound_container_speaks_the_protocol(engine: Any, wayward: str, tmp_path: Path) -> None:
    run = Work(tmp_path, "check", f"docker:{wayward}", "--harden").ended()

    assert run.code == 0, run.out + run.err
    assert "speaks the protocol" in run.out
    assert containers(engine, run) == []


def test_a_container_that_ends_during_a_check_is_told_of(engine: Any, wayward: str, tmp_path: Path) -> None:
    run = Work(tmp_path, "check", f"docker:{wayward}", "--env", "FAULT=exits").ended()

    assert run.code == 1, run.out + run.err
    assert "the container ended with exit code 9" in run.out
    assert containers(engine, run) == []


@pytest.fixture
def named(tmp_path: Path) -> Path:
    """A folder whose configuration names the sound service and takes the base of its image from the environment."""
    lines = [
        "[backends.notes]",
        f'connectable = "dockerfile:{TUTORIAL / "sound"}"',
        'build_args = { BASE = "${BASE_IMAGE}" }',
        "harden = true",
    ]
    (tmp_path / "memory-conformance.toml").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path


def test_a_folder_is_built_and_played_by_the_name_that_it_has_in_the_configuration(
    named: Path, base_image: str
) -> None:
    run = Work(named, "run", "notes", "--only", "SCOPE-001", "--report", "report", BASE_IMAGE=base_image).ended()

    assert run.code == 0, run.out + run.err
    assert run.verdicts("notes") == {"SCOPE-001": "pass"}


def test_a_build_argument_of_the_configuration_comes_from_the_environment(named: Path) -> None:
    run = Work(named, "run", "notes", "--only", "SCOPE-001", BASE_IMAGE=NO_SUCH_IMAGE).ended()

    assert run.code == 3
    assert f"not played: notes: dockerfile:{TUTORIAL / 'sound'}: building " in run.out
    assert "connection refused" in run.out
    assert NO_SUCH_IMAGE not in run.out + run.err
