"""Which operations of a backend work, before anything is judged: one trial of each, in a scope that nobody else uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from memory_conformance.backend import Backend, BackendError, ErrorCode, Gone, Speaker
from memory_conformance.evidence import NO_MESSAGE, Fault
from memory_conformance.exchange import Exchange, exchange
from memory_conformance.model import PROTOCOL_VERSION, Hello, Reset
from memory_conformance.protocol.operations import OPERATIONS, Operation
from memory_conformance.protocol.parameters import Memories, Opened
from memory_conformance.steps.stage import FIRST_EVENT

NOBODY_HAS = "no_such_operation"
"""An operation that there is not: how a backend answers it is how it says that it lacks one."""
SCRATCH = "scratch"
_MAY_BE_UNKNOWN = frozenset({"get_memory", "delete_memory", "delete_session", "change_added_event", "change_result"})
"""Operations that name what may not be there, so that ``not_found`` is an answer like any other."""


class Found(StrEnum):
    """How an operation answered its trial."""

    WORKS = "works"
    REFUSED = "refused"
    """The backend answered with an error of its own."""
    UNSUPPORTED = "unsupported"
    WRONG = "wrong message"
    """What came is not the message that was due."""
    FAILED = "harness error"
    """The harness answered that it could not do its work."""
    NO_MESSAGE = NO_MESSAGE
    """Nothing came, or nothing that can be read as a message."""
    NOT_ASKED = "not asked"


@dataclass(frozen=True)
class Trial:
    """One operation and how it answered. ``declared`` are also the operations that every backend has."""

    operation: Operation
    declared: bool
    found: Found
    told: str = ""
    fault: Fault | None = None

    @property
    def name(self) -> str:
        """The operation, with the capability that declares it where that has another name."""
        capability = self.operation.capability
        return (
            f"{self.operation.name} ({capability})"
            if capability not in (None, self.operation.name)
            else self.operation.name
        )


@dataclass(frozen=True)
class Probed:
    """What the trials showed. ``gone`` says why no more were made."""

    trials: tuple[Trial, ...] = ()
    gone: Gone | None = None

    @property
    def missing(self) -> list[str]:
        """The operations that are declared, and answered that they are not there."""
        return [one.name for one in self.trials if one.declared and one.found is Found.UNSUPPORTED]

    @property
    def undeclared(self) -> list[str]:
        """The operations that are not declared, and answered as if they were there."""
        there = (Found.WORKS, Found.REFUSED, Found.WRONG)
        return [one.name for one in self.trials if not one.declared and one.found in there]

    @property
    def problems(self) -> list[str]:
        """What is wrong with the messages of operations that are declared."""
        wrong = (Found.WRONG, Found.FAILED, Found.NO_MESSAGE)
        return [f"{one.name}: {one.told}" for one in self.trials if one.declared and one.found in wrong]

    def and_those_of(self, others: Probed | None) -> Probed:
        """These trials and others, in the order of the operations."""
        trials = [*self.trials, *(others.trials if others is not None else ())]
        order = list(OPERATIONS)
        return Probed(tuple(sorted(trials, key=lambda one: order.index(one.operation.name))), self.gone)


def probe_undeclared(backend: Backend, hello: Hello, prefix: str) -> Probed:
    """The short form: what is there and not declared. What is declared is shown by the scenarios.

    ``prefix`` makes the names of a scope that nobody else uses. Ends with the first trial that gets no message: each more might
    cost the time of a call. Raises nothing for anything that a backend does.
    """
    try:
        instance = backend.open({})
    except Gone as gone:
        return Probed(gone=gone)
    except BackendError:
        return Probed()
    undeclared = [one for one in _in_turn() if _is_off(one, hello)]
    return _probed(_Prober(backend, hello, prefix, instance), undeclared, until_silence=True)


def probe(backend: Backend, hello: Hello, prefix: str, known: Probed | None = None) -> Probed:
    """A trial of every operation, but for those that are ``known`` already."""
    tried = {one.operation.name for one in known.trials} if known is not None else set()
    prober = _Prober(backend, hello, prefix)
    return _probed(prober, [one for one in _in_turn() if one.name not in tried]).and_those_of(known)


def _in_turn() -> list[Operation]:
    """The operations in the order of their trials: what forgets comes after what reads, and closing last."""
    return sorted(OPERATIONS.values(), key=lambda one: (one.name == "close", one.name.startswith("delete_")))


def _probed(prober: _Prober, operations: Iterable[Operation], until_silence: bool = False) -> Probed:
    trials: list[Trial] = []
    try:
        for operation in operations:
            trials.append(prober.trial(operation))
            if until_silence and trials[-1].found is Found.NO_MESSAGE:
                break
        prober.close()
    except Gone as gone:
        return Probed(tuple(trials), gone)
    return Probed(tuple(trials))


def _is_off(operation: Operation, hello: Hello) -> bool:
    return operation.capability is not None and operation.capability not in hello.capabilities


class _Prober:
    """Makes trials in one instance and one scope, each with what the earlier ones left there."""

    def __init__(self, backend: Backend, hello: Hello, prefix: str, instance: str | None = None) -> None:
        self._backend = backend
        self._hello = hello
        self._instance = instance
        self._memory_id = SCRATCH
        # Outermost and unique: there is nothing to lose, whether a service really starts empty or only says so.
        self._scope = {
            field.name: f"{prefix}{SCRATCH}" if field.name == hello.own_field else SCRATCH for field in hello.scope
        }
        self._not_there: str | None = None

    def trial(self, operation: Operation) -> Trial:
        """Ask an operation, once. Raises `Gone`."""
        declared = not _is_off(operation, self._hello)
        why_not = self._why_not(operation, declared)
        if why_not:
            return Trial(operation, declared, Found.NOT_ASKED, why_not)
        seen = exchange(self._backend, operation.name, self._parameters(operation))
        self._keep(seen)
        if operation.name == "close":
            self._instance = None
        elif not seen.answered:
            # It may have been started afresh, without the instance; what comes next is not to be blamed for that.
            self._keep(exchange(self._backend, "open", {"settings": {}}))
        found = _found(seen, declared)
        fault = seen.wrong() if found not in (Found.WORKS, Found.UNSUPPORTED) else None
        told = fault.problem if fault is not None else seen.told() if seen.error is not None else ""
        return Trial(operation, declared, found, told, fault)

    def close(self) -> None:
        """Let the scratch instance go. What closing gets wrong is the business of its own trial, and of every scenario."""
        if self._instance is not None:
            exchange(self._backend, "close", {"instance": self._instance})

    def _why_not(self, operation: Operation, declared: bool) -> str:
        if operation.destructive and self._hello.reset is Reset.NONE:
            return "it never starts empty: nothing is changed there on trial"
        if self._instance is None and "instance" in operation.parameters.model_fields:
            return "no instance could be opened"
        return "" if declared else self._untold()

    def _untold(self) -> str:
        """Why nothing can be told about what is not declared: it must say of an operation that nobody has that it lacks it."""
        if self._not_there is None:
            seen = exchange(self._backend, NOBODY_HAS, {"instance": self._instance, "scope": self._scope})
            lacks = seen.error is not None and seen.error.code is ErrorCode.UNSUPPORTED
            self._not_there = (
                "" if lacks else f"of what nobody has it does not say that it is unsupported: {seen.told()}"
            )
        return self._not_there

    def _parameters(self, operation: Operation) -> Mapping[str, Any]:
        event = {
            "id": SCRATCH,
            "author": "user",
            "timestamp": FIRST_EVENT,
            "content": {"role": "user", "parts": [{"text": "a scratch on the door"}]},
        }
        every = {
            "protocol": PROTOCOL_VERSION,
            "settings": {},
            "instance": self._instance,
            "scope": self._scope,
            "session": {
                "id": SCRATCH,
                "appName": SCRATCH,
                "userId": SCRATCH,
                "events": [event],
                "state": {},
                "lastUpdateTime": FIRST_EVENT,
            },
            "query": SCRATCH,
            "session_id": SCRATCH,
            "events": [{**event, "id": f"{SCRATCH}-2"}],
            "memory_id": self._memory_id,
            "event_id": SCRATCH,
            "position": 0,
            "text": "a scratch on the table",
            "wait": False,
            "hold": False,
            "state_key": "",
            "fail": False,
            "turn": {"session": SCRATCH, "content": event["content"], "tools": ["load_memory"]},
        }
        return {field.alias or name: every[name] for name, field in operation.parameters.model_fields.items()}

    def _keep(self, seen: Exchange) -> None:
        """Keep what later trials need: the instance that was opened, and the id of a memory."""
        if seen.wrong() is not None:
            return
        message = seen.message()
        if isinstance(message, Opened):
            self._instance = message.instance
        if isinstance(message, Memories):
            self._memory_id = next((memory.id for memory in message.memories if memory.id), self._memory_id)


def _found(seen: Exchange, declared: bool) -> Found:
    error = seen.error
    if error is None:
        return Found.WORKS if seen.wrong() is None else Found.WRONG
    if error.code is ErrorCode.UNSUPPORTED or isinstance(error.__cause__, NotImplementedError):
        return Found.UNSUPPORTED
    known = declared or error.speaker is Speaker.BACKEND
    if error.code is ErrorCode.NOT_FOUND and known and seen.operation in _MAY_BE_UNKNOWN:
        return Found.WORKS
    if error.speaker is Speaker.BACKEND:
        return Found.REFUSED
    return Found.FAILED if seen.answered else Found.NO_MESSAGE
