"""A harness in a container: started from an image, spoken to over HTTP, started again where it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from memory_conformance.backend import HarnessError
from memory_conformance.connect.http import HttpTransport
from memory_conformance.connect.remote import Transport, TransportError
from memory_conformance.connect.terms import Terms

if TYPE_CHECKING:
    from memory_conformance.connect.container import Container


class ContainerTransport(Transport):
    """A container of an image. ``image`` gives the name of the image; it may have to be built for that, once."""

    def __init__(self, image: Callable[[], str], terms: Terms) -> None:
        self._image = image
        self._terms = terms
        self._built: str | None = None
        self._container: Container | None = None
        self._http: _ToContainer | None = None

    def ready(self) -> None:
        from memory_conformance.connect import container

        self.close()
        try:
            if self._built is None:
                self._built = self._image()
            self._container = container.start(self._built, env=self._terms.env, harden=self._terms.harden)
        except HarnessError as error:
            raise TransportError(str(error), error.log) from None
        self._http = _ToContainer(self._container, self._terms)

    def starts_afresh(self) -> bool:
        return self._container is None or not self._container.is_running()

    def send(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        http, container = self._http, self._container
        if http is None or container is None:
            raise TransportError("the container is not running")
        try:
            return http.send(operation, parameters)
        except TransportError as error:
            ended = "" if container.is_running() else "the container ended: "
            raise TransportError(f"{ended}{error}", error.log or container.last_log()) from None

    def close(self) -> None:
        if self._http is not None:
            self._http.close()
        if self._container is not None:
            self._container.stop()
        self._http = self._container = None


class _ToContainer(HttpTransport):
    """The way to a container, which is not waited for once it has ended."""

    def __init__(self, container: Container, terms: Terms) -> None:
        super().__init__(container.base_url, terms)
        self._container = container

    def check_alive(self) -> None:
        if not self._container.is_running():
            raise TransportError("nobody answers, and never will")
