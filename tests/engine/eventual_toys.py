"""Services whose writes take their time to show, by a clock of the test's own, and the shortest way to have one judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from engine.toys import Store
from memory_conformance.backend import Backend
from memory_conformance.connect.connectable import connect_object
from memory_conformance.connect.wrapped import Wrapped
from memory_conformance.evidence import Evidence
from memory_conformance.model import Hello, Memory, Scope, Session
from memory_conformance.play import Play, script
from memory_conformance.references import references
from memory_conformance.report.results import Results
from memory_conformance.run import Wish
from memory_conformance.run import play as play_run
from memory_conformance.specification import Behaviour, Specification, read_specification
from memory_conformance.steps.stage import NegativeControl
from memory_conformance.steps.visibility import Clock, QuickClock, Visibility
from memory_conformance.target import target_objects
from memory_conformance.verdict import Verdict, judge

Result = TypeVar("Result")

_FORGETS = frozenset({"delete_session", "delete_user", "delete_memory"})
_WRITES = frozenset({"add_session", "add_events", "change_added_event", *_FORGETS})
NEVER: Mapping[str, Any] = {"bounds": {"write": 600.0}}
"""So long that a test in which anybody waits for it does not end."""


class Late(Wrapped):
    """Any backend behind a lag: each write happens when it is due, in the order in which they are due. ``calls`` lists all calls."""

    def __init__(
        self, inner: Backend, clock: Clock, delay: float, forgets: float | None = None, **declared: Any
    ) -> None:
        super().__init__(inner)
        self.calls: list[str] = []
        self._clock = clock
        self._delays = (delay, delay if forgets is None else forgets)
        self._declared = declared
        self._line: list[tuple[float, Callable[[], object]]] = []

    def hello(self) -> Hello:
        hello = self.inner.hello()
        capabilities = hello.capabilities | set(self._declared.get("capabilities", ()))
        return Hello.model_validate(hello.model_dump() | self._declared | {"capabilities": capabilities})

    def around(self, operation: str, call: Callable[[], Result]) -> Result:
        self.calls.append(operation)
        now = self._clock.now()
        if operation in _WRITES:
            self._line.append((now + self._delays[operation in _FORGETS], call))
            return None  # type: ignore[return-value]
        if operation == "settle":
            now = float("inf")
        due, self._line = [one for one in self._line if one[0] <= now], [one for one in self._line if one[0] > now]
        for _, write in sorted(due, key=lambda one: one[0]):
            write()
        return None if operation == "settle" else call()  # type: ignore[return-value]


class LeaksLate(Store):
    """Shows one's own memories at once, and those of others as well when an index has caught up with them, a second later."""

    fields: Mapping[str, Any] = {"bounds": {"write": 2.0}}

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self.last_write = 0.0

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        super().add_session(instance, scope, session)
        self.last_write = self.clock.now()

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        caught_up = self.clock.now() >= self.last_write + 1.0
        return self.of_owners(instance, lambda owner: caught_up or owner == tuple(scope.items()))


class LosesLate(LeaksLate):
    """A write of one user is, a second later, the end of what the others remember."""

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        if self.clock.now() >= self.last_write + 1.0:
            last = next(reversed(self.instances[instance]), ())
            return self.of_owners(instance, lambda owner: owner == tuple(scope.items()) == last)
        return self.of_owners(instance, lambda owner: owner == tuple(scope.items()))


def played_by(behaviour: Behaviour, backend: Backend, clock: Clock | None = None) -> tuple[Evidence, Visibility]:
    """The evidence of a behaviour on an eventual backend, and how it was waited for."""
    visibility = Visibility.of(backend.hello(), clock or QuickClock())
    assert visibility is not None
    play = Play(backend, backend.hello(), NegativeControl("quinfenwex"), "", visibility)
    for line in script(behaviour):
        play.perform(line)
    return play.end(), visibility


def judged_by(behaviour: Behaviour, backend: Backend, clock: Clock | None = None) -> Verdict:
    """The verdict on it, without a claim."""
    return judge(behaviour, played_by(behaviour, backend, clock)[0], None, references())


@cache
def ours() -> Specification:
    """Our own specification, read once."""
    return read_specification()


def run(backend: object, *only: str) -> Results:
    """A run of it, or of a part."""
    targets = target_objects([("toy", lambda: connect_object(backend, "toy"))], 1, ours())
    return play_run(ours(), targets, Wish(only=only, seed=1))
