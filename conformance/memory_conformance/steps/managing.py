"""Sentences about a managed memory: a service makes memories of conversations that it keeps (capability managed)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from memory_conformance.backend import BackendError
from memory_conformance.evidence import Observation, Outcome, describe_texts, shorten
from memory_conformance.managed import ServiceCall, ServiceScript
from memory_conformance.model import Capability, Event, Session
from memory_conformance.sentence import QUOTED, AnError, Speech, Texts, json_object, kind, seconds, unquote
from memory_conformance.steps.adding import EVENT, Row, event_of
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.judging import describe_time, same_instant
from memory_conformance.steps.stage import FIRST_EVENT, CaseEnds, Stage

NO_CALL = "no call at all"
_MANAGED = Capability.MANAGED
_SUBMISSIONS = {"is accepted": False, "fails": True}


def _read_state(written: str) -> str | float:
    return unquote(written) if written.startswith('"') else seconds(written)


def _read_instant(written: str) -> float | None:
    return None if written == "absent" else seconds(written)


kind("state", rf"{QUOTED}|\d{{4}}-\S+", _read_state)
kind("instant", r"absent|\d{4}-\S+", _read_instant)
kind("submission", "|".join(_SUBMISSIONS), _SUBMISSIONS.__getitem__)
kind("scope", r"\{.*\}", json_object)


@sentence("the service keeps the session {session} of {user} of app {app}:", Speech.ACT, EVENT, _MANAGED)
def keeps(stage: Stage, session: str, user: str, app: str, table: list[Row]) -> None:
    """The conversation took place in the service, which has it from now on. Nothing is submitted."""
    scope, handed = stage.scope(user, app), _session(stage, user, app, session, [event_of(stage, row) for row in table])
    stage.call(
        "session.put",
        {"scope": dict(scope), "session": handed.to_wire()},
        lambda instance, names: stage.backend.put_session(
            instance, names.scope(user, app), _named(handed, names.session(session))
        ),
    )


@sentence("{user} of app {app} submits the session {session}", Speech.ACT, capability=_MANAGED)
def submits(stage: Stage, user: str, app: str, session: str) -> None:
    """Hands a session without events to the library, whatever the service keeps of it. A failure counts as an answer."""
    _submit(stage, user, app, session, [], {})


@sentence("{user} of app {app} submits the session {session}:", Speech.ACT, EVENT, _MANAGED)
def submits_events(stage: Stage, user: str, app: str, session: str, table: list[Row]) -> None:
    """The same, with these events in the hands of the application."""
    _submit(stage, user, app, session, [event_of(stage, row) for row in table], {})


@sentence(
    "{user} of app {app} submits the session {session} with the state {key} set to {value:state}",
    Speech.ACT,
    capability=_MANAGED,
)
def submits_with_state(stage: Stage, user: str, app: str, session: str, key: str, value: str | float) -> None:
    """The same, with a state that holds one value: a text in quotes, or a time."""
    _submit(stage, user, app, session, [], {key: value})


@sentence("the application waits until memories are made", Speech.ACT, capability=_MANAGED)
def waits(stage: Stage) -> None:
    """From now on the client is configured to wait for the service."""
    _script(stage, ServiceScript(wait=True))


@sentence("the service takes its time", Speech.ACT, capability=_MANAGED)
def takes_its_time(stage: Stage) -> None:
    """From now on the service makes no memories until it is done."""
    _script(stage, ServiceScript(hold=True))


@sentence("the service is done", Speech.ACT, capability=_MANAGED)
def is_done(stage: Stage) -> None:
    """The service makes the memories of what was submitted."""
    stage.call("managed.complete", {}, lambda instance, _: stage.backend.complete(instance))


@sentence("the service is closed", Speech.ACT, capability=_MANAGED)
def is_closed(stage: Stage) -> None:
    """From now on every call of the service fails."""
    _script(stage, ServiceScript(fail=True))


@sentence("the last update of a session is read from its state {key}", Speech.ACT, capability=Capability.LAST_UPDATE)
def reads_state(stage: Stage, key: str) -> None:
    """From now on the client is configured with the name under which a state has a time."""
    _script(stage, ServiceScript(state_key=key))


@sentence("the service is asked what it got", Speech.ACT, capability=_MANAGED)
def asked_what_it_got(stage: Stage) -> None:
    """What the Thens speak of are the calls that the service got since the case began."""
    found = stage.call(
        "managed.calls",
        {},
        lambda instance, _: stage.backend.service_calls(instance),
        describe=lambda seen: describe_texts([one.method for one in seen.calls]),
    )
    stage.observation = Observation(calls=tuple(found.calls))
    stage.step.actual = stage.observation.describe()


@sentence("the submission {failed:submission}", Speech.OBSERVED)
def submission_is(stage: Stage, failed: bool) -> None:
    """Whether the library took the session, or returned an error."""
    seen = stage.observation
    stage.step.expected = "it fails" if failed else "it is accepted"
    stage.step.actual = "no submission" if seen is None else seen.describe() if seen.error else "it is accepted"
    submitted = seen is not None and (seen.submitted or seen.error is not None)
    held = submitted and seen is not None and (seen.error is not None) == failed
    stage.step.outcome = Outcome.HELD if held else Outcome.BROKEN


@sentence("the service got {methods:texts}", Speech.OBSERVED)
def got(stage: Stage, methods: Texts) -> None:
    """The calls that the service got, by their names and in their order; ``nothing`` where it got none."""
    wanted = [] if isinstance(methods, AnError) else list(methods)
    _compare(
        stage,
        describe_texts(wanted),
        lambda calls: [one.method for one in calls] == wanted,
        lambda calls: describe_texts([one.method for one in calls]),
    )


@sentence("the last call is for the scope {scope:scope}", Speech.OBSERVED)
def is_for(stage: Stage, scope: dict[str, Any]) -> None:
    """Whose memories the last call speaks of, in the names of the service, all of them."""
    _last(stage, scope, lambda call: call.scope, _json)


@sentence("the last call carries {texts:texts}", Speech.OBSERVED)
def carries(stage: Stage, texts: Texts) -> None:
    """The texts that the last call sends along, in order; ``nothing`` where the service has to know them."""
    wanted: list[str] = [] if isinstance(texts, AnError) else list(texts)
    _last(stage, wanted, lambda call: call.texts, describe_texts)


@sentence("the last call begins at {time:instant}", Speech.OBSERVED)
def begins_at(stage: Stage, time: float | None) -> None:
    """From when on the last call speaks of events; ``absent`` where it speaks of all."""
    _last(stage, time, lambda call: call.start_time, describe_time, same_instant)


def _submit(
    stage: Stage, user: str, app: str, session: str, events: list[Event], state: dict[str, str | float]
) -> None:
    scope, handed = stage.scope(user, app), _session(stage, user, app, session, events, state)
    try:
        stage.call(
            "session.add",
            {"scope": dict(scope), "session": handed.to_wire()},
            lambda instance, names: stage.backend.submit_session(
                instance, names.scope(user, app), _named(handed, names.session(session))
            ),
        )
        stage.observation = Observation(submitted=True)
    except CaseEnds as end:
        error = end.__cause__
        if end.outcome is not Outcome.FAILED or not isinstance(error, BackendError):
            raise
        stage.observation = Observation(error=error)
    stage.step.actual = stage.observation.describe()


def _session(
    stage: Stage, user: str, app: str, session: str, events: list[Event], state: dict[str, str | float] | None = None
) -> Session:
    last = max((event.timestamp for event in events), default=FIRST_EVENT)
    return Session(
        id=session, app_name=app, user_id=user, events=events, state=dict(state or {}), last_update_time=last
    )


def _named(session: Session, id: str) -> Session:
    """The session as it is handed over: a copy of its own, since whoever gets it may change it."""
    return session.model_copy(update={"id": id}, deep=True)


def _script(stage: Stage, script: ServiceScript) -> None:
    stage.call("managed.script", script.to_wire(), lambda instance, _: stage.backend.script_service(instance, script))


def _compare(
    stage: Stage,
    expected: str,
    holds: Callable[[tuple[ServiceCall, ...]], bool],
    tell: Callable[[tuple[ServiceCall, ...]], str],
) -> None:
    calls = stage.observation.calls if stage.observation is not None else None
    stage.step.expected = expected
    stage.step.actual = "the service was not asked" if calls is None else shorten(tell(calls))
    stage.step.outcome = Outcome.HELD if calls is not None and holds(calls) else Outcome.BROKEN


def _last(
    stage: Stage,
    expected: Any,
    get: Callable[[ServiceCall], Any],
    tell: Callable[[Any], str],
    same: Callable[[Any, Any], bool] = lambda one, other: bool(one == other),
) -> None:
    _compare(
        stage,
        tell(expected),
        lambda calls: bool(calls) and same(get(calls[-1]), expected),
        lambda calls: tell(get(calls[-1])) if calls else NO_CALL,
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
