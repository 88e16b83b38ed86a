"""The stage: one case on one backend, and everything that a step may do there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any, Protocol, TypeVar

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.evidence import Call, Observation, Outcome, StepEvidence, shorten
from memory_conformance.model import Content, Event, Hello, Memory, Part, Reset, Scope, Session

FIRST_EVENT = 1_772_442_000.0
"""When the first event of a case takes place, unless said otherwise: 2026-03-02T09:00:00Z, in seconds; then a minute apart."""

Result = TypeVar("Result")


class CaseEnds(Exception):
    """A step cannot be played to its end, and so neither can those after it. Caught where steps are played, never shown."""

    def __init__(self, outcome: Outcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome
        self.reason = reason


class Names(Protocol):
    """How the names of a scenario are given to a backend."""

    def scope(self, user: str, app: str) -> Scope:
        """The scope of a user of an app."""

    def session(self, session_id: str) -> str:
        """A session id."""


class NegativeControl:
    """Whether a word that is stored nowhere finds nothing; asked of a backend once a run. ``word`` is that word."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.found: str | None = None
        self.asked = False


class Stage:
    """One case on one instance of a backend.

    ``prefix`` is put before the outermost scope field of a backend that cannot start empty. ``it`` is the text remembered
    last, with the scope that remembered it. ``found`` holds each (scope, text) that a control or a Then has found so far:
    what was found once and is not found any more is lost, not unproved.
    """

    def __init__(self, backend: Backend, hello: Hello, instance: str, prefix: str, control: NegativeControl) -> None:
        self.backend = backend
        self.instance = instance
        self.control = control
        self.step = StepEvidence("", "", 0)
        self.observation: Observation | None = None
        self.it: str | None = None
        self.found: set[tuple[tuple[tuple[str, str], ...], str]] = set()
        self.listed: set[str] = set()
        self.added: dict[str, str] = {}
        self._fields = [field.name for field in hello.scope]
        self._prefix = prefix if hello.reset is Reset.NONE else ""
        self._numbers = count(1)
        self.owners: dict[str, set[tuple[str, str]]] = {}
        self._history: list[Callable[[str, Names], object]] = []
        self._taken: set[tuple[str, ...]] = set()

    def scope(self, user: str, app: str) -> Scope:
        """The scope of a user of an app, with the fields that this backend has."""
        named = {"app": app, "user": user}
        scope = {field: named.get(field, "main") for field in self._fields}
        if self._prefix and self._fields:
            outermost = self._fields[0]
            if not scope[outermost]:
                raise CaseEnds(
                    Outcome.REFUSED, f"an empty {outermost} cannot be made unique, and the backend never starts empty"
                )
            scope[outermost] = self._prefix + scope[outermost]
        return scope

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
        for event in events:
            if event.content is not None:
                self.added[event.content.text()] = event.id
                self.owners.setdefault(event.content.text(), set()).add((user, app))
        # Described before it is handed over: a backend may change what it was given.
        wire = session.to_wire()

        def ask(instance: str, names: Names) -> None:
            handed = session
            if isinstance(names, _PlainNames):
                handed = Session.model_validate({**wire, "id": names.session(session_id)})
            names.session(session_id)
            self.backend.add_session(instance, names.scope(user, app), handed)

        self.call("add_session", {"scope": dict(scope), "session": wire}, ask)

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
        names = _NotedNames(self)
        try:
            result = ask(self.instance, names)
        except BackendError as error:
            self.step.calls.append(Call(operation, parameters, f"error: {shorten(str(error))}"))
            # A name that was taken earlier in the case is not refused any more, whatever is said of it.
            unheard = names.used - self._taken
            raise CaseEnds(self._meaning_of(error, ask if unheard else None), str(error)) from error
        self.step.calls.append(Call(operation, parameters, describe(result)))
        self._history.append(ask)
        self._taken |= names.used
        return result

    def at_once(self, *acts: Callable[[], None]) -> None:
        """Play several acts in threads of their own, and wait for all; the first error counts."""
        with ThreadPoolExecutor(len(acts)) as threads:
            for act in [threads.submit(act) for act in acts]:
                act.result()

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
        scratch = self.backend.open({})
        names = _PlainNames(self._fields, f"{self._prefix}plain-" if self._prefix else "")
        try:
            for earlier in (*self._history, ask):
                earlier(scratch, names)
        except BackendError:
            return False
        finally:
            self.backend.close(scratch)
        return True


class _NotedNames:
    """The names as they are, and which of them a call used."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.used: set[tuple[str, ...]] = set()

    def scope(self, user: str, app: str) -> Scope:
        """The scope, noted."""
        self.used.add((user, app))
        return self._stage.scope(user, app)

    def session(self, session_id: str) -> str:
        """The session id, noted."""
        self.used.add((session_id,))
        return session_id


class _PlainNames:
    """A plain name in the place of each name: other names stay other names, and one name stays one."""

    def __init__(self, fields: list[str], prefix: str) -> None:
        self._fields = fields
        self._prefix = prefix
        self._plain: dict[tuple[str, str], str] = {}

    def scope(self, user: str, app: str) -> Scope:
        """The scope, its names replaced."""
        named = {"app": self._of("app", app), "user": self._of("user", user)}
        scope = {field: named.get(field, "main") for field in self._fields}
        if self._prefix and self._fields:
            scope[self._fields[0]] = self._prefix + scope[self._fields[0]]
        return scope

    def session(self, session_id: str) -> str:
        """The session id, replaced."""
        return self._of("session", session_id)

    def _of(self, kind: str, name: str) -> str:
        return self._plain.setdefault((kind, name), f"{kind}{len(self._plain) + 1}")
