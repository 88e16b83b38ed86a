"""What a container of ours is: reached from this machine alone, told its port, limited where that is asked for, and removed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from containers.conftest import MakeImage, Start
from containers.service import SERVICE, ask
from memory_conformance.backend import HarnessError
from memory_conformance.connect import owner
from memory_conformance.connect.container import HARDENED, Container, build, remove_leftovers, start
from memory_conformance.connect.docker_engine import check_is_here
from memory_conformance.connect.owner import MACHINE, OWNER, STARTED, own_labels

pytestmark = pytest.mark.requires("docker")

SECRET = "s3cr3t-t0k3n"
NO_SUCH_IMAGE = "127.0.0.1:1/no-such-image:1"
"""A name for which no registry outside of this machine is asked."""


def inspect(engine: Any, container: Container) -> dict[str, Any]:
    port = container.base_url.rpartition(":")[2]
    found = [one for one in engine.containers.list() if port in json.dumps(one.attrs["NetworkSettings"]["Ports"])]
    assert len(found) == 1
    attributes: dict[str, Any] = found[0].attrs
    return attributes


def names(engine: Any) -> list[str]:
    return [one.name for one in engine.containers.list(all=True, ignore_removed=True)]


def failure(image: str, env: dict[str, str] | None = None) -> HarnessError:
    """How a container fails that ends by itself, whether `start` sees it or somebody who looks later."""
    try:
        container = start(image, env=env or {}, harden=False)
    except HarnessError as error:
        return error
    try:
        container._wrapped.wait()
        return HarnessError(str(container.how_it_ended()), log=container.last_log())
    finally:
        container.stop()


def test_a_container_is_published_on_the_loopback_address_alone(engine: Any, service_image: str, begin: Start) -> None:
    container = begin(service_image)

    attributes = inspect(engine, container)
    asked, given = attributes["HostConfig"]["PortBindings"], attributes["NetworkSettings"]["Ports"]
    assert container.base_url.startswith("http://127.0.0.1:")
    # What was asked for counts too: an engine may be set to publish on the loopback address by itself.
    assert [(port, [place["HostIp"] for place in places]) for port, places in asked.items()] == [
        ("8080/tcp", ["127.0.0.1"])
    ]
    assert {place["HostIp"] for places in given.values() for place in places or ()} == {"127.0.0.1"}


def test_a_container_is_told_its_port_and_idle_time_whatever_else_it_is_told(service_image: str, begin: Start) -> None:
    told = ask(begin(service_image, {"PORT": "9090", "IDLE_SECONDS": "1", "REGION": "Zürich"}))["env"]

    assert (told["PORT"], told["IDLE_SECONDS"], told["REGION"]) == ("8080", "900", "Zürich")


def test_build_arguments_reach_the_image(make_image: MakeImage, begin: Start) -> None:
    image = make_image(SERVICE, "ARG FLAVOUR", "ENV FLAVOUR=${FLAVOUR}", build_args={"FLAVOUR": "plum"})

    assert ask(begin(image))["env"]["FLAVOUR"] == "plum"


def test_a_hardened_container_is_limited(engine: Any, service_image: str, begin: Start) -> None:
    container = begin(service_image, harden=True)

    assert_limited(inspect(engine, container))
    told = ask(container)
    assert (told["uid"], told["/"], told["/tmp"]) == (65534, False, True)


def test_a_container_that_nobody_hardens_is_as_its_image_says(service_image: str, begin: Start) -> None:
    told = ask(begin(service_image))

    assert (told["uid"], told["/"]) == (0, True)


@pytest.mark.parametrize(("user", "uid"), [("1234", 1234), ("0:0", 65534), ("root", 65534)])
def test_a_hardened_container_keeps_its_user_unless_that_is_root(
    make_image: MakeImage, begin: Start, user: str, uid: int
) -> None:
    assert ask(begin(make_image(SERVICE, f"USER {user}"), harden=True))["uid"] == uid


def test_an_image_hardens_itself_by_its_label(engine: Any, make_image: MakeImage, begin: Start) -> None:
    assert_limited(inspect(engine, begin(make_image(SERVICE, f"LABEL {HARDENED}=true"))))


def assert_limited(attributes: dict[str, Any]) -> None:
    limits = attributes["HostConfig"]
    assert limits["ReadonlyRootfs"] is True
    assert limits["CapDrop"] == ["ALL"]
    assert limits["SecurityOpt"] == ["no-new-privileges"]
    assert (limits["Memory"], limits["PidsLimit"], limits["NanoCpus"]) == (512 * 1024**2, 256, 10**9)
    assert [(mount["Type"], mount["Target"]) for mount in limits["Mounts"]] == [("tmpfs", "/tmp")]


def test_a_build_that_fails_shows_the_end_of_its_log(base_image: str, tmp_path: Path) -> None:
    program = "import sys; [print('line', number) for number in range(50)]; print('no plums left'); sys.exit(1)"
    (tmp_path / "Dockerfile").write_text(f"FROM {base_image}\nRUN {json.dumps(['python', '-c', program])}\n")

    with pytest.raises(HarnessError) as raised:
        build(str(tmp_path), {})

    assert str(tmp_path) in str(raised.value)
    assert "non-zero code: 1" in str(raised.value)
    assert "\n" not in str(raised.value)
    assert "no plums left" in raised.value.log
    assert "line 49" in raised.value.log
    assert "line 0" not in raised.value.log


def test_a_folder_without_a_dockerfile_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(HarnessError, match="has no Dockerfile"):
        build(str(tmp_path), {})


def test_a_dockerfile_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text("PLEASE build\n")

    with pytest.raises(HarnessError, match="unknown instruction: PLEASE"):
        build(str(tmp_path), {})


def test_a_container_that_ends_by_itself_shows_its_log(make_image: MakeImage) -> None:
    failed = failure(make_image("import sys; print(600 * 'x'); print('no plums left'); sys.exit(1)"))

    assert "exit code 1" in str(failed)
    assert failed.log == (500 * "x", "no plums left")


def test_a_container_that_cannot_begin_is_one_line_and_leaves_nothing(engine: Any, base_image: str) -> None:
    engine.images.get(base_image).tag("memory-conformance-test-no-command")

    with pytest.raises(HarnessError) as raised:
        start("memory-conformance-test-no-command", env={}, harden=False)

    engine.images.remove("memory-conformance-test-no-command", noprune=True)
    assert str(raised.value) == "the container cannot be started: No command specified"
    assert not [name for name in names(engine) if name.startswith(f"memory-conformance-{os.getpid()}-")]


def test_an_image_that_is_nowhere_is_one_line() -> None:
    with pytest.raises(HarnessError) as raised:
        start(NO_SUCH_IMAGE, env={}, harden=False)

    assert str(raised.value).startswith(f"there is no image '{NO_SUCH_IMAGE}' here, and it cannot be pulled: ")
    assert "\n" not in str(raised.value)


def test_no_engine_is_one_line_that_names_docker_host(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
    (tmp_path / "Dockerfile").write_text("FROM scratch\n")

    for asked in (
        lambda: start("any", env={}, harden=False),
        lambda: build(str(tmp_path), {}),
        lambda: remove_leftovers(),
    ):
        with pytest.raises(HarnessError) as raised:
            asked()
        assert str(raised.value).startswith("no Docker engine answers at DOCKER_HOST=unix:///nowhere/docker.sock: ")
        assert "\n" not in str(raised.value)


@pytest.mark.parametrize("address", ["http://engine.example:2375", "https://192.0.2.1:2376", "http+docker://ssh"])
def test_an_engine_of_another_machine_is_refused(address: str) -> None:
    with pytest.raises(HarnessError, match="another machine"):
        check_is_here(SimpleNamespace(api=SimpleNamespace(base_url=address)))


@pytest.mark.parametrize("address", ["http+docker://localhost", "http+docker://localnpipe", "http://127.0.0.1:2375"])
def test_an_engine_of_this_machine_is_not(address: str) -> None:
    check_is_here(SimpleNamespace(api=SimpleNamespace(base_url=address)))


def test_what_was_handed_to_a_container_is_in_no_message_and_no_label(
    engine: Any, make_image: MakeImage, service_image: str, begin: Start
) -> None:
    key = f"first line\n{SECRET}"
    failed = failure(make_image("import os, sys; print(dict(os.environ)); sys.exit(os.environ['KEY'])"), {"KEY": key})

    assert SECRET not in f"{failed} {failed.log}"
    assert "exit code 1" in str(failed)
    labels = inspect(engine, begin(service_image, {"KEY": SECRET}))["Config"]["Labels"]
    assert SECRET not in json.dumps(labels)


def test_what_was_handed_to_a_build_is_in_no_message(base_image: str, tmp_path: Path) -> None:
    program = "import os, sys; sys.exit('the token is ' + os.environ['TOKEN'])"
    lines = [f"FROM {base_image}", "ARG TOKEN", f"RUN {json.dumps(['python', '-c', program])}"]
    (tmp_path / "Dockerfile").write_text("\n".join(lines))

    with pytest.raises(HarnessError) as raised:
        build(str(tmp_path), {"TOKEN": SECRET})

    assert any("the token is" in line for line in raised.value.log)
    assert SECRET not in f"{raised.value} {raised.value.log}"


def test_a_container_that_ignores_being_told_to_end_is_killed_after_two_seconds(
    engine: Any, service_image: str, begin: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    from docker.models.containers import Container as Wrapped

    container = begin(service_image, {"STUBBORN": "yes"})
    ask(container)
    name = inspect(engine, container)["Name"].lstrip("/")
    told: list[dict[str, Any]] = []
    stop = Wrapped.stop

    def noted(wrapped: Wrapped, **how: Any) -> None:
        told.append(how)
        stop(wrapped, **how)

    monkeypatch.setattr(Wrapped, "stop", noted)

    container.stop()

    assert told == [{"timeout": 2}]
    # A stream with an end: the SDK would lose the socket of one that is left before.
    events = engine.events(
        decode=True, since=1, until=int(time.time()) + 1, filters={"container": name, "event": "kill"}
    )
    assert [event["Actor"]["Attributes"]["signal"] for event in events] == ["15", "9"]
    assert name not in names(engine)


def test_a_container_that_is_gone_is_stopped_without_complaint(engine: Any, service_image: str, begin: Start) -> None:
    container = begin(service_image)
    assert container.is_running()
    engine.containers.get(inspect(engine, container)["Id"]).remove(force=True)

    assert container.how_it_ended() == "the container is gone"
    assert not container.is_running()
    assert container.last_log() == []
    container.stop()
    container.stop()


def test_the_last_lines_of_a_running_container_can_be_read(service_image: str, begin: Start) -> None:
    container = begin(service_image)
    ask(container)

    assert container.last_log(2)[0] == "the service begins"
    assert len(container.last_log(1)) == 1


def test_containers_that_run_at_once_do_not_disturb_each_other(service_image: str, begin: Start) -> None:
    with ThreadPoolExecutor() as pool:
        first, second = pool.map(lambda name: begin(service_image, {"NAME": name}), ["first", "second"])
    assert (ask(first)["env"]["NAME"], ask(second)["env"]["NAME"]) == ("first", "second")

    first.stop()

    assert ask(second)["env"]["NAME"] == "second"


@pytest.fixture
def other_run(engine: Any, service_image: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Another process that started a container, and the name of that container."""
    program = (
        "import sys; from memory_conformance.connect.container import start;"
        f"print(start({service_image!r}, env={{}}, harden=False).base_url, flush=True); sys.stdin.read()"
    )
    run = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    started = Container(None)
    started.base_url = run.stdout.readline().strip()
    name = inspect(engine, started)["Name"].lstrip("/")
    yield run, name
    run.kill()
    run.communicate()
    remove_leftovers()


def test_the_container_of_a_live_run_is_left_alone(engine: Any, other_run: tuple[subprocess.Popen[str], str]) -> None:
    _, name = other_run

    assert name not in remove_leftovers()
    assert name in names(engine)


def test_a_run_after_sigkill_removes_the_container(engine: Any, other_run: tuple[subprocess.Popen[str], str]) -> None:
    run, name = other_run
    run.send_signal(signal.SIGKILL)
    run.wait()

    remove_leftovers()

    assert name not in names(engine)


def test_a_run_that_was_killed_and_not_waited_for_is_gone_too(
    engine: Any, other_run: tuple[subprocess.Popen[str], str]
) -> None:
    run, name = other_run
    run.send_signal(signal.SIGKILL)
    os.waitid(os.P_PID, run.pid, os.WEXITED | os.WNOWAIT)

    remove_leftovers()

    assert name not in names(engine)


def ended_pid() -> str:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return str(ended.pid)


@pytest.mark.parametrize(
    ("changed", "left_over"),
    [
        pytest.param({}, False, id="ours"),
        pytest.param({STARTED: "1.00"}, True, id="somebody else has the process id now"),
        pytest.param({OWNER: ended_pid()}, True, id="its owner has ended"),
        pytest.param({OWNER: ended_pid(), MACHINE: "elsewhere"}, False, id="another machine"),
        pytest.param({OWNER: "me"}, False, id="labels that are not ours"),
    ],
)
def test_a_container_is_left_over_when_its_owner_is_known_to_be_gone(
    engine: Any, service_image: str, monkeypatch: pytest.MonkeyPatch, changed: dict[str, str], left_over: bool
) -> None:
    # A machine of its own: whoever else is using the engine would remove it before we look.
    machine = f"the machine of {os.getpid()}"
    monkeypatch.setattr(owner, "_this_machine", lambda: machine)
    made = engine.containers.create(service_image, labels=own_labels() | changed)
    try:
        assert remove_leftovers() == ([made.name] if left_over else [])
        assert (made.name in names(engine)) is not left_over
    finally:
        if made.name in names(engine):
            made.remove(force=True)


def test_the_reference_image_is_limited_without_being_asked(engine: Any, reference_image: str, begin: Start) -> None:
    container = begin(reference_image)

    attributes = inspect(engine, container)
    assert_limited(attributes)
    assert attributes["Config"]["User"] == "65534:65534"
    assert ask(container, "/v1/hello", {"protocol": "1"})["name"] == "adk-go-2.4"


def test_the_reference_image_serves_the_reference_that_it_is_told_to(engine: Any, reference_image: str) -> None:
    labels = own_labels()
    serving = engine.containers.run(reference_image, ["adk-java-1.8"], detach=True, read_only=True, labels=labels)
    try:
        while not (said := serving.logs()) and serving.status != "exited":
            time.sleep(0.05)
            serving.reload()
    finally:
        serving.remove(force=True)

    assert b"serving adk-java-1.8" in said
