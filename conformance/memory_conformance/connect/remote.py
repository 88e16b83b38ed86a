"""A backend that is spoken to in messages: what all transports have in common.

A transport carries one message there and one back. Here it is made a `Backend`: results are held against the protocol, and a
harness that breaks is started afresh where that is possible, but never asked for long what it never answers.
"""

from __future__ import annotations

import re
import threading
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from memory_conformance.backend import BackendError, ErrorCode, Gone, HarnessError, Lost, Speaker
from memory_conformance.connect.messages import Messaged
from memory_conformance.evidence import shorten
from memory_conformance.model import PROTOCOL_VERSION, Hello
from memory_conformance.protocol.reading import MessageError, read_message
from memory_conformance.secrets import hide

MOST_FAILURES = 3
"""How often an operation may fail before it is not asked any more: each failure may cost the time of a call and of a start."""
_GONE = "the harness was started afresh since this memory was opened"


class TransportError(Exception):
    """No message came back, or none that can be read. ``log`` are the last lines that the other side logged."""

    def __init__(self, message: str, log: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.log = tuple(log)


class Transport(ABC):
    """A way to a harness. May be asked from several threads at once."""

    @abstractmethod
    def send(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        """The result of an operation, as plain JSON types.

        Raises `BackendError` for an error that the other side gave as its answer, and `TransportError` where it gave none.
        """

    def last_log(self) -> Sequence[str]:
        """The last lines that the other side logged, as far as they are known."""
        return ()

    def ready(self) -> None:
        """Prepare for the first message, or for the next after a `TransportError`. Raises `TransportError`."""
        return

    def starts_afresh(self) -> bool:
        """Whether a failure ends the other side, and with it every instance, so that it has to be started again."""
        return False

    def close(self) -> None:
        """Let the other side go."""
        return


class RemoteBackend(Messaged):
    """The backend behind a transport.

    ``introduce`` has to be called first: nothing else is asked of a harness that does not introduce itself.

    A ``patient`` one is for a line on which answers are lost on purpose: a call without an answer says nothing of the harness, which
    is neither started afresh for it nor given up.
    """

    def __init__(self, transport: Transport, connectable: str, *, patient: bool = False) -> None:
        self._transport = transport
        self._connectable = connectable
        self._patient = patient
        self._hello: Hello | None = None
        self._failures: Counter[str] = Counter()
        self._last_failure: dict[str, str] = {}
        self._instances: dict[str, tuple[int, str]] = {}
        self._life = 1
        self._down = False
        self._gone: Gone | None = None
        self._lock = threading.RLock()

    @property
    def transport(self) -> Transport:
        """What carries its messages."""
        return self._transport

    def introduce(self) -> None:
        """Start the harness and have it introduce itself. Raises `HarnessError`, in one line, after which it is let go."""
        try:
            self._transport.ready()
            self._hello = self._introduced()
        except BaseException as error:
            with suppress(HarnessError):
                self._transport.close()
            if isinstance(error, TransportError):
                raise HarnessError(hide(f"{self._connectable}: {error}"), log=_hidden(error.log)) from None
            raise

    def hello(self) -> Hello:
        if self._hello is None:
            self.introduce()
        assert self._hello is not None
        return self._hello

    def close(self, instance: str) -> None:
        life, _ = self._instances.get(instance, (self._life, ""))
        try:
            if life == self._life and not self._down and self._gone is None:
                super().close(instance)
        finally:
            self._instances.pop(instance, None)

    def disconnect(self) -> None:
        self._transport.close()

    def ask(self, operation: str, parameters: Mapping[str, Any]) -> Any:
        """The result of an operation as it came, as plain JSON types: held against nothing yet.

        Raises `BackendError`: the other side's, or of the harness where no message came back.
        """
        self._check_askable(operation)
        with self._lock:
            if self._down:
                self._start_afresh()
            life = self._life
            sent = self._addressed(parameters)
        try:
            found = self._transport.send(operation, sent)
        except BackendError as error:
            raise self._told(error) from None
        except TransportError as failure:
            raise self._failed(operation, failure, life) from None
        except KeyboardInterrupt:
            # Whoever ends a run does not wait for another answer of it, not even to a close.
            self._gone = Gone("the run was interrupted")
            raise
        if operation == "open" and isinstance(found, Mapping) and isinstance(found.get("instance"), str):
            handle = found["instance"] if life == 1 else f"{life}/{found['instance']}"
            self._instances[handle] = (life, found["instance"])
            return {**found, "instance": handle}
        return found

    def _no_message(self, operation: str, error: MessageError) -> BackendError:
        told = super()._no_message(operation, error)
        return BackendError(told.code, hide(told.message), told.speaker, log=_hidden(self._transport.last_log()))

    def _addressed(self, parameters: Mapping[str, Any]) -> Mapping[str, Any]:
        """The parameters with the harness's own name of the instance."""
        instance = parameters.get("instance")
        if not isinstance(instance, str) or instance not in self._instances:
            return parameters
        life, name = self._instances[instance]
        if life != self._life:
            raise Lost(_GONE)
        return parameters if name == instance else {**parameters, "instance": name}

    def _check_askable(self, operation: str) -> None:
        if self._gone is not None:
            raise self._gone
        if self._failures[operation] >= MOST_FAILURES:
            raise BackendError(
                ErrorCode.UNAVAILABLE,
                f"{operation} failed {MOST_FAILURES} times and is not asked any more: {self._last_failure[operation]}",
                Speaker.HARNESS,
            )

    def _told(self, error: BackendError) -> BackendError:
        """An error that was given as an answer; one of the harness itself with what it logged, as far as that is known."""
        failed = error.speaker is Speaker.HARNESS and error.code is not ErrorCode.UNSUPPORTED
        log = self._transport.last_log() if failed else ()
        return BackendError(
            error.code, hide(error.message), error.speaker, retry_after=error.retry_after, log=_hidden(log)
        )

    def _failed(self, operation: str, failure: TransportError, life: int) -> BackendError:
        message = hide(f"{operation}: {failure}")
        if self._patient:
            return BackendError(ErrorCode.UNAVAILABLE, message, Speaker.HARNESS, log=_hidden(failure.log))
        with self._lock:
            if not (self._down and life == self._life):
                # Of several calls that one failure cut off, the first counts.
                self._failures[operation] += 1
                self._last_failure[operation] = hide(str(failure))
            if life == self._life and self._transport.starts_afresh():
                self._down = True
        return BackendError(ErrorCode.UNAVAILABLE, message, Speaker.HARNESS, log=_hidden(failure.log))

    def _start_afresh(self) -> None:
        """Start the harness again and have it introduce itself; where that fails, it is gone for good. Raises `Gone`."""
        self._life += 1
        try:
            self._transport.ready()
            self._introduced()
        except TransportError as error:
            with suppress(HarnessError):
                self._transport.close()
            self._gone = Gone(hide(f"it could not be started again: {error}"), log=_hidden(error.log))
            raise self._gone from None
        self._down = False

    def _introduced(self) -> Hello:
        """What the harness says of itself. Raises `TransportError`."""
        try:
            found = self._transport.send("hello", {"protocol": PROTOCOL_VERSION})
        except TransportError as error:
            raise TransportError(f"hello: {error}", error.log) from None
        except BackendError as error:
            raise TransportError(f"hello: {error}", self._transport.last_log()) from None
        spoken = found.get("protocol") if isinstance(found, Mapping) else None
        if spoken not in (None, PROTOCOL_VERSION):
            # Said before the rest is looked at: what a version of its own looks like is not ours to know.
            raise TransportError(_other_version(spoken), self._transport.last_log())
        try:
            return read_message(Hello, found)
        except MessageError as error:
            raise TransportError(f"hello answered no introduction: {error}", self._transport.last_log()) from None


def _other_version(spoken: Any) -> str:
    told = f"it speaks version {shorten(repr(spoken))} of the protocol, and this release version {PROTOCOL_VERSION!r}"
    if not isinstance(spoken, str) or not re.fullmatch("[0-9]{1,9}", spoken):
        return f"{told}; a version is a text such as {PROTOCOL_VERSION!r}"
    newer = int(spoken) > int(PROTOCOL_VERSION)
    return f"{told}; {'install a newer memory-conformance' if newer else 'the harness has to be brought up to date'}"


def _hidden(log: Sequence[str]) -> list[str]:
    return [hide(line) for line in log]
