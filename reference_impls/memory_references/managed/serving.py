"""Puts a ported client of the service behind the protocol, together with a bank of its own for each instance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from threading import Lock
from typing import Any, Protocol, TypeVar

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.managed import ServiceCall, ServiceCalls, ServiceScript
from memory_conformance.model import Capability, Hello, Memory, Scope, Session
from memory_conformance.protocol.instances import Instances
from memory_references.library import MemoryService, said
from memory_references.managed.bank import Bank

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Given = TypeVar("Given")


@dataclass(frozen=True)
class Configuration:
    """What an application configures its client with."""

    waits: bool = False
    """Whether adding a session returns when its memories are there."""
    state_key: str = ""
    """The name under which a session's state has the time of its last update; none without one."""


class ManagedService(MemoryService, Protocol):
    """The ported class: the contract of a memory service, and what it does by itself."""

    def finish(self) -> None:
        """Do what was left to be done after the calls had returned."""


Make = Callable[[Bank, Configuration], ManagedService]


@dataclass
class Open:
    """One instance. It is asked by one caller at a time, as the real client is, which is behind a single pair of pipes."""

    bank: Bank
    configuration: Configuration
    service: ManagedService
    turn: Lock = field(default_factory=Lock)

    def ask(self, call: Callable[[ManagedService], Given]) -> Given:
        """Have the client do something, and then what it leaves to itself.

        Raises `BackendError`: its own, ``invalid_argument`` for the errors by which Python says so, as with any service in Python.
        """
        with self.turn:
            self.bank.awaited = True
            try:
                return call(self.service)
            except (ValueError, TypeError) as error:
                raise BackendError(ErrorCode.INVALID_ARGUMENT, said(error)) from error
            except Exception as error:
                raise BackendError(ErrorCode.INTERNAL, said(error)) from error
            finally:
                self.bank.awaited = False
                self.service.finish()


class ManagedBackend(Backend):
    """A ported client of the service behind the protocol. ``make`` makes one of a bank and a configuration.

    One with the capability ``last_update`` is configured by ``state_key``; for one without, that is refused.
    """

    def __init__(self, make: Make, hello: Hello) -> None:
        self._make = make
        self._hello = hello
        self._instances: Instances[Open] = Instances()
        self._engines = count(1)

    def hello(self) -> Hello:
        return self._hello

    def open(self, settings: Mapping[str, Any]) -> str:
        bank = Bank(f"projects/stand-in/locations/nowhere/reasoningEngines/{next(self._engines)}")
        configuration = Configuration()
        return self._instances.keep(Open(bank, configuration, self._make(bank, configuration)))

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.put_session(instance, scope, session)
        self.submit_session(instance, scope, session)

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return self._instances[instance].ask(
            lambda service: service.search_memory(scope["app"], scope["user"], query),
        )

    def put_session(self, instance: str, scope: Scope, session: Session) -> None:
        events = [event.to_wire() for event in session.events]
        self._instances[instance].bank.put(session.id, scope["user"], events)

    def submit_session(self, instance: str, scope: Scope, session: Session) -> None:
        at = self._instances[instance]
        session.app_name, session.user_id = scope["app"], scope["user"]
        _read_time(session.state, at.configuration.state_key)
        at.ask(lambda service: service.add_session_to_memory(session))

    def script_service(self, instance: str, script: ServiceScript) -> None:
        at = self._instances[instance]
        if script.state_key is not None and Capability.LAST_UPDATE not in self._hello.capabilities:
            raise self._without(Capability.LAST_UPDATE)
        with at.turn:
            if script.wait is not None:
                at.configuration = replace(at.configuration, waits=script.wait)
            if script.state_key is not None:
                at.configuration = replace(at.configuration, state_key=script.state_key)
            # A client has its configuration for good: another is another client, of the same bank.
            at.service = self._make(at.bank, at.configuration)
            at.bank.holds = at.bank.holds if script.hold is None else script.hold
            at.bank.fails = at.bank.fails if script.fail is None else script.fail

    def complete(self, instance: str) -> None:
        self._instances[instance].bank.complete()

    def service_calls(self, instance: str) -> ServiceCalls:
        calls = self._instances[instance].bank.calls()
        return ServiceCalls(calls=[ServiceCall.model_validate(call) for call in calls])

    def close(self, instance: str) -> None:
        self._instances.pop(instance, None)


def _read_time(state: dict[str, Any], key: str) -> None:
    """Put a time where a message, which has no times, has a number of seconds under the configured name."""
    seconds = state.get(key)
    if not key or isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        return
    try:
        state[key] = _EPOCH + timedelta(seconds=seconds)
    except (OverflowError, ValueError):
        # In the years from 1 to 9999, which are all that the JSON of the service can say.
        message = f"session.state.{key}: a time of {seconds:g} seconds is too far from the epoch"
        raise BackendError(ErrorCode.INVALID_ARGUMENT, message, Speaker.HARNESS) from None
