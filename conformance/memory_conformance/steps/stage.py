"""The stage: one case on one backend, and everything that a step may do there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

from memory_conformance.backend import Backend, BackendError, ErrorCode, Gone, Speaker
from memory_conformance.evidence import Call, Observation, Outcome, StepEvidence, shorten
from memory_conformance.exchange import Exchange
from memory_conformance.means import Means
from memory_conformance.model import Content, Event, Hello, Memory, Part, Reset, Scope, Session
from memory_conformance.steps.names import Names, NotedNames, PlainNames
from memory_conformance.steps.pending import Pending, owner_of
from memory_conformance.steps.visibility import Visibility

if TYPE_CHECKING:
    from memory_conformance.steps.crowd import Crowd
    from memory_conformance.steps.enduring import Endured
    from memory_conformance.steps.later import Later

FIRST_EVENT = 1_772_442_000.0
"""When the first event of a case takes place, unless said otherwise: 2026-03-02T09:00:00Z, in seconds; then a minute apart."""

Result = TypeVar("Result")


class CaseEnds(Exception):
    """A step cannot be played to its end, and so neither can those after it. Caught where steps are played, never shown."""

    def __init__(self, outcome: Outcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome
        self.reason = reason


class NegativeControl:
    """Whether a word that is stored nowhere finds nothing; asked of a backend once a run. ``word`` is that word.

    ``turn`` is held by the case that asks, while others wait for what it finds.
    """

    def __init__(self, word: str) -> None:
        self.word = word
        self.found: str | None = None
        self.asked = False
        self.turn = threading.Lock()


class Stage:
    """One case on one instance of a backend.

    ``prefix`` makes the names of a case its own on a backend that cannot start empty; ``mark`` tells this case apart from others
    there. ``it`` is the text remembered last, with the scope that remembered it. ``found`` holds each (scope, text) that a control or a
    Then has found so far: what was found once and is not found any more is lost, not unproved. ``exchanges`` and ``opened`` are the
    messages and the instances of a scenario about the protocol itself.

    ``pending`` is what may not be visible yet, and ``later`` what is to be asked again at the end; both on a backend whose
    writes are not visible at once (``visibility``), and only there. ``asked_at`` is when the last call began, by its clock.
    ``agent`` is how the next turns are played, where a scenario says so.
    ``crowd`` are the many of a scenario that speaks of more scopes than it can name one by one.
    ``means`` is what the scenario is provided with that no backend brings along, and ``endured`` what came of playing it.
    ``remark`` is noted with the answer of each call. ``history`` has the calls as they can be made again.
    """

    def __init__(
        self,
        backend: Backend,
        hello: Hello,
        instance: str,
        prefix: str,
        control: NegativeControl,
        visibility: Visibility | None = None,
        means: Mapping[Means, Any] | None = None,
    ) -> None:
        self.backend = backend
        self.instance = instance
        self.control = control
        self.step = StepEvidence("", "", 0)
        self.observation: Observation | None = None
        self.it: str | None = None
        self.found: set[tuple[tuple[tuple[str, str], ...], str]] = set()
        self.listed: set[str] = set()
        self.added: dict[str, str] = {}
        self.hello = hello
        self.exchanges: list[Exchange] = []
        self.opened = [instance]
        self._fields = [field.name for field in hello.scope]
        self._prefix = prefix if hello.reset is Reset.NONE else ""
        self.mark = f"{control.word} {self._prefix}"
        self._numbers = count(1)
        self.owners: dict[str, set[tuple[str, str]]] = {}
        self.history: list[Callable[[str, Names], object]] = []
        self._taken: set[tuple[str, ...]] = set()
        self.visibility = visibility
        self.pending = Pending(visibility) if visibility is not None else None
        self.later: list[Later] = []
        self.asked_at = 0.0
        self.remark = ""
        self.agent: dict[str, Any] = {}
        self.crowd: Crowd | None = None
        self.means: Mapping[Means, Any] = means or {}
        self.endured: Endured | None = None
        self._turn: AbstractContextManager[object] = visibility.turn if visibility is not None else nullcontext()

    def scope(self, user: str, app: str) -> Scope:
        """The scope of a user of an app, with the fields that this backend has."""
        scope = self.place({"app": app, "user": user})
        if scope is None:
            raise CaseEnds(
                Outcome.REFUSED,
                f"an empty {self.hello.own_field} cannot be made unique, and the backend never starts empty",
            )
        return scope

    def place(self, names: Mapping[str, str]) -> Scope | None:
        """The scope of names by field; None where one is empty that has to be made unique."""
        scope = {field: names.get(field, "main") for field in self._fields}
        own = self.hello.own_field
        if self._prefix and own is not None and not scope[own]:
            return None
        return self.hello.its_own(scope, self._prefix)

    def session(self, session_id: str) -> str:
        """A session id, as it is."""
        return session_id

    def event(self, content: Content | None, author: str = "user", **fields: Any) -> Event:
        """An event with the next id and minute of this case, unless ``fields`` say otherwise."""
        number = next(self._numbers)
        event = Event(id=f"e{number}", author=author, timestamp=FIRST_EVENT + 60 * (number - 1), content=content)
        for name, value in fields.items():
            setattr(event, name, value)
        return event

    def text_event(self, text: str, author: str = "user") -> Event:
        """An event that says one text."""
        return self.event(Content(role="user" if author == "user" else "model", parts=[Part(text=text)]), author)

    def of_others(self, user: str, app: str) -> list[str]:
        """The texts that were added in this case, and never in this scope."""
        return [text for text, owners in self.owners.items() if text and (user, app) not in owners]

    def was_told(self, user: str, app: str, text: str) -> bool:
        """Whether a scope was told a text, as far as that is noted: where it takes its time to show."""
        return self.pending is not None and self.pending.was_told(owner_of(self.scope(user, app)), text)

    def new_session_id(self) -> str:
        """A session id that this case has not used."""
        return f"s{next(self._numbers)}"

    def add(
        self, user: str, app: str, session_id: str, events: list[Event], state: Mapping[str, Any] | None = None
    ) -> None:
        """Hand a session to memory."""
        scope = self.scope(user, app)
        last = max((event.timestamp for event in events), default=FIRST_EVENT)
        session = Session(
            id=session_id, app_name=app, user_id=user, events=events, state=dict(state or {}), last_update_time=last
        )
        self.tell(user, app, events)
        # Described before it is handed over: a backend may change what it was given.
        wire = session.to_wire()

        def ask(instance: str, names: Names) -> None:
            handed = session
            if isinstance(names, PlainNames):
                handed = Session.model_validate({**wire, "id": names.session(session_id)})
            names.session(session_id)
            self.backend.add_session(instance, names.scope(user, app), handed)

        self.call("add_session", {"scope": dict(scope), "session": wire}, ask)
        self.wrote(scope, session_id, events, replaces=True)

    def tell(self, user: str, app: str, events: Sequence[Event]) -> None:
        """Note what a scope is about to be told: it is nobody else's."""
        for event in events:
            if event.content is not None:
                self.added[event.content.text()] = event.id
                self.owners.setdefault(event.content.text(), set()).add((user, app))

    def wrote(self, scope: Scope, session_id: str, events: Sequence[Event], *, replaces: bool) -> None:
        """Note that a session was added, or events of one, where that takes its time to show."""
        if self.pending is not None:
            texts = [event.content.text() if event.content is not None else None for event in events]
            self.pending.wrote(scope, session_id, texts, replaces=replaces)

    def changed(self) -> None:
        """Note that the application changed an object in its hands, where that takes its time to show."""
        if self.pending is not None:
            self.pending.changed()

    def search(self, user: str, app: str, query: str) -> list[Memory]:
        """Search, or end the case on an error."""
        scope = self.scope(user, app)
        self.step.query = query
        memories = self.call(
            "search",
            {"scope": dict(scope), "query": query},
            lambda instance, names: list(self.backend.search(instance, names.scope(user, app), query)),
            describe=lambda found: Observation(tuple(found)).describe(),
        )
        if self.pending is not None:
            self.pending.saw(owner_of(scope), [memory.text() for memory in memories], self.asked_at)
        return memories

    def observe(self, user: str, app: str, query: str) -> Observation:
        """Search and keep what comes back, errors of the backend included."""
        try:
            seen = Observation(tuple(memory.model_copy(deep=True) for memory in self.search(user, app, query)))
        except CaseEnds as end:
            error = end.__cause__
            if end.outcome is not Outcome.FAILED or not isinstance(error, BackendError):
                raise
            # A question compares it; a requirement, whose acts must work, fails by it.
            self.step.outcome = Outcome.FAILED
            seen = Observation(error=error)
        self.observation = seen
        self.step.actual = seen.describe()
        return seen

    def call(
        self,
        operation: str,
        parameters: dict[str, Any],
        ask: Callable[[str, Names], Result],
        *,
        describe: Callable[[Result], str] = lambda _: "done",
    ) -> Result:
        """Make one call and note it. An error ends the case: refused, failed or crashed, as `BackendError` tells.

        ``ask`` makes the call on an instance, with names as they are given to it: the scenario's own, or plain ones.
        """
        names = NotedNames(self)
        try:
            with self.turn():
                result = ask(self.instance, names)
        except BackendError as error:
            self.step.calls.append(Call(operation, parameters, f"error: {shorten(str(error))}{self.remark}"))
            # A name that was taken earlier in the case is not refused any more, whatever is said of it.
            unheard = names.used - self._taken
            raise CaseEnds(self._meaning_of(error, ask if unheard else None), str(error)) from error
        self.step.calls.append(Call(operation, parameters, f"{describe(result)}{self.remark}"))
        self.history.append(ask)
        self._taken |= names.used
        return result

    def at_once(self, *acts: Callable[[], None]) -> None:
        """Play several acts in threads of their own, and wait for all; the first error counts. They take one turn together."""
        with self.together(), ThreadPoolExecutor(len(acts)) as threads:
            for act in [threads.submit(act) for act in acts]:
                act.result()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Take one turn for calls that are made from several threads."""
        with self.turn():
            held, self._turn = self._turn, nullcontext()
            try:
                yield
            finally:
                self._turn = held

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Make calls while no other case makes any. Raises `Halted` where nothing more is to be asked."""
        with self._turn:
            if self.visibility is None:
                yield
                return
            self.visibility.clock.check()
            self.asked_at = self.visibility.clock.now()
            try:
                yield
            except Gone:
                # Those who wait for their turn need not find that out for themselves.
                self.visibility.clock.halt()
                raise

    def _meaning_of(self, error: BackendError, ask: Callable[[str, Names], object] | None) -> Outcome:
        if error.code is ErrorCode.UNSUPPORTED:
            return Outcome.FAILED
        if error.speaker is Speaker.HARNESS:
            return Outcome.CRASHED
        if error.code is ErrorCode.INVALID_ARGUMENT and ask is not None and self._works_with_plain_names(ask):
            return Outcome.REFUSED
        return Outcome.FAILED

    def _works_with_plain_names(self, ask: Callable[[str, Names], object]) -> bool:
        """Whether the whole case so far, with plain names in it, is accepted: then it was a name that was refused.

        The whole of it, since a service may refuse what comes second, whatever its name.
        """
        names = PlainNames(self.hello, f"{self._prefix}plain-")
        with self.turn():
            scratch = self.backend.open({})
            try:
                for earlier in (*self.history, ask):
                    earlier(scratch, names)
            except Gone:
                # Whether it would have been accepted is not known, and never will be.
                raise
            except BackendError:
                return False
            finally:
                self.backend.close(scratch)
        return True
