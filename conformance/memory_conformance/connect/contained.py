"""A harness in a container: started from an image, spoken to over HTTP, started afresh where it failed."""

from __future__ import annotations

import atexit
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from memory_conformance.backend import HarnessError
from memory_conformance.connect.http import HttpTransport
from memory_conformance.connect.remote import Transport, TransportError
from memory_conformance.connect.terms import Terms
from memory_conformance.interruption import undisturbed

if TYPE_CHECKING:
    from memory_conformance.connect.container import Container

_ENDING = 0.3
"""Seconds in which a container may be seen to end after a failure: its connections break before its engine knows."""
_LOOK = 0.02
"""Seconds between two looks at whether it has."""


class ContainerTransport(Transport):
    """A container of an image. ``image`` gives the name of the image; it may have to be built for that, once.

    ``through`` gives the address of whoever stands before an address, and speaks to it in our place.
    """

    def __init__(
        self, image: Callable[[], str], terms: Terms, through: Callable[[str], str] = lambda address: address
    ) -> None:
        self._image = image
        self._through = through
        self._terms = terms
        self._built: str | None = None
        self._container: Container | None = None
        self._http: _ToContainer | None = None

    @property
    def http(self) -> HttpTransport | None:
        """The way into the container, while it runs."""
        return self._http

    def ready(self) -> None:
        from memory_conformance.connect import container

        try:
            self.close()
            if self._built is None:
                self._built = self._image()
            # May take minutes, and so may be interrupted.
            container.fetch(self._built)
            # An engine that was asked for a container makes it, whether or not anybody waits to hear of it.
            with undisturbed():
                # For whoever never lets it go, such as a person at a prompt.
                atexit.register(self.close)
                self._container = container.start(self._built, env=self._terms.env, harden=self._terms.harden)
        except HarnessError as error:
            raise TransportError(str(error), error.log) from None
        self._http = _ToContainer(self._container, self._through(self._container.base_url), self._terms)

    def starts_afresh(self) -> bool:
        return True

    def send(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        http, container = self._http, self._container
        if http is None or container is None:
            raise TransportError("the container is not running any more")
        try:
            return http.send(operation, parameters)
        except TransportError as error:
            ended = _how_it_ended(container, _ENDING)
            told = f"{ended}: {error}" if ended is not None and ended not in str(error) else str(error)
            raise TransportError(told, self.last_log()) from None

    def last_log(self) -> Sequence[str]:
        container = self._container
        with suppress(HarnessError):
            return container.last_log() if container is not None else ()
        return ()

    def close(self) -> None:
        with undisturbed():
            atexit.unregister(self.close)
            http, self._http = self._http, None
            container, self._container = self._container, None
            if http is not None:
                http.close()
            if container is not None:
                container.stop()


class _ToContainer(HttpTransport):
    """The way to a container, which is not waited for once it has ended."""

    def __init__(self, container: Container, address: str, terms: Terms) -> None:
        super().__init__(address, terms)
        self._container = container

    def nobody_there(self, told: str) -> str:
        # The engine accepts every connection, and ends it where nobody listens inside.
        return "nobody listens in the container at the port that PORT names, on all of its interfaces"

    def check_alive(self) -> None:
        ended = _how_it_ended(self._container)
        if ended is not None:
            raise TransportError(ended)


def _how_it_ended(container: Container, patience: float = 0.0) -> str | None:
    """How a container ended, within so many seconds; None while it runs, or where its engine does not say."""
    deadline = time.monotonic() + patience
    with suppress(HarnessError):
        while (ended := container.how_it_ended()) is None and time.monotonic() < deadline:
            time.sleep(_LOOK)
        return ended
    return None
