from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from containers import base_image as images
from containers.service import SERVICE
from memory_conformance.connect import docker_engine
from memory_conformance.connect.container import Container, build, start

MakeImage = Callable[..., str]
"""Builds an image out of a program, with lines of a Dockerfile and build arguments beside it; returns its id."""
Start = Callable[..., Container]
"""Starts a container that is removed when the test ends."""


@pytest.fixture(scope="session")
def engine() -> Iterator[Any]:
    """The Docker SDK's client, for the engine that the machine has."""
    with docker_engine.engine() as client:
        yield client


@pytest.fixture(scope="session")
def base_image(engine: Any) -> str:
    """An image with this Python and nothing else; it stays, since the next session needs it too."""
    return images.base_image(engine)


@pytest.fixture(scope="session")
def make_image(engine: Any, base_image: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MakeImage]:
    made = []

    def make(program: str, *lines: str, build_args: dict[str, str] | None = None) -> str:
        folder = tmp_path_factory.mktemp("image")
        (folder / "program.py").write_text(program, encoding="utf-8")
        start = ['ENTRYPOINT ["python", "-B", "-u", "/program.py"]', "COPY program.py /"]
        (folder / "Dockerfile").write_text("\n".join([f"FROM {base_image}", *lines, *start]), encoding="utf-8")
        made.append(build(str(folder), build_args or {}))
        return made[-1]

    yield make
    _remove_images(engine, made)


@pytest.fixture(scope="session")
def service_image(make_image: MakeImage) -> str:
    """An image of a service that tells how it runs; with STUBBORN in its environment it ignores being told to end."""
    return make_image(SERVICE, "EXPOSE 8080 9090")


@pytest.fixture(scope="session")
def reference_image(engine: Any, base_image: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The image of the Dockerfile of this repository."""
    folder: Path = tmp_path_factory.mktemp("reference")
    arguments = images.reference_context(folder)
    image = build(str(folder), {"BASE": base_image, **arguments})
    yield image
    _remove_images(engine, [image])


@pytest.fixture
def begin() -> Iterator[Start]:
    started: list[Container] = []

    def begin(image: str, env: dict[str, str] | None = None, harden: bool = False) -> Container:
        started.append(start(image, env=env or {}, harden=harden))
        return started[-1]

    yield begin
    for container in started:
        container.stop()


def _remove_images(engine: Any, made: list[str]) -> None:
    import docker.errors

    for image in set(made):
        # An image of the same content may have been built, and removed, by another session.
        try:
            engine.images.remove(image, force=True)
        except docker.errors.ImageNotFound:
            continue
