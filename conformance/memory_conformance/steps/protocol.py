"""Sentences about the protocol itself: messages as they are sent, and what must come back, whatever is remembered.

What a harness does wrong is seen and noted here; only one that is gone for good ends a scenario.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from memory_conformance.backend import ErrorCode, Gone, Speaker
from memory_conformance.evidence import Outcome, describe_texts, shorten
from memory_conformance.exchange import Exchange, as_json, exchange
from memory_conformance.model import Reset
from memory_conformance.protocol.operations import OPERATIONS
from memory_conformance.protocol.parameters import Memories
from memory_conformance.sentence import QUOTED, Speech, json_object, kind, quote, unquote
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.stage import FIRST_EVENT, CaseEnds, Stage

AS_THE_PROTOCOL_SAYS = "as the protocol says"
AN_ERROR = "an error"
USER, APP = "ana", "shop"
"""Whose memories are meant where a message does not say it."""
_LOOK = 0.05
"""Seconds between two looks at a backend that declares that its writes are not visible at once."""

_ONE = rf"{AS_THE_PROTOCOL_SAYS}|{AN_ERROR}|the error {QUOTED}"
kind("operation", r"[a-z_.]+", str)
kind("message", r"\{.*\}", json_object)
kind("answers", rf"(?:{_ONE})(?: or (?:{_ONE}))*", lambda written: tuple(re.findall(_ONE, written)))


@sentence("{operation:operation} is asked with {message:message}", Speech.ACT)
def asks(stage: Stage, operation: str, message: dict[str, Any]) -> None:
    """Sends a message; what it leaves out of instance, scope and session is filled in. What open gives is one instance more."""
    _ask(stage, stage.opened[0], operation, message)
    last = stage.exchanges[-1]
    if operation == "open" and last.wrong() is None:
        stage.opened.append(str(last.result["instance"]))


@sentence("in instance {number:count}, {operation:operation} is asked with {message:message}", Speech.ACT)
def asks_in(stage: Stage, number: int, operation: str, message: dict[str, Any]) -> None:
    """The same in an instance that was opened: the scenario's own is the first, each `open` gives the next."""
    _ask(stage, _instance(stage, number), operation, message)


@sentence("a session is added that says {text}", Speech.ACT)
def adds(stage: Stage, text: str) -> None:
    """Adds a session with one event, which says this text. The text is *it*."""
    _ask(stage, stage.opened[0], "add_session", {"session": {"id": stage.new_session_id(), "events": [_event(text)]}})
    last, stage.it = stage.exchanges[-1], text
    stage.step.fault = last.wrong()
    if stage.step.fault is not None:
        stage.step.actual = last.told()
        by_name = last.error is not None and _is_refusal(last)
        raise CaseEnds(Outcome.REFUSED if by_name else Outcome.FAILED, last.told())


@sentence("a session is added that says {text} and is {count:count} letters long", Speech.ACT)
def adds_long(stage: Stage, text: str, count: int) -> None:
    """The same with a very long text: this beginning, then the word *note* over and over."""
    adds(stage, (text + " note" * (count // 5 + 1))[:count])


@sentence("the answer is {answers:answers}", Speech.ASSERTED)
def answer_is(stage: Stage, answers: tuple[str, ...]) -> None:
    """The last message was answered so: with a result that fits its schema, with any error, or with an error of this code."""
    last = _last(stage)
    codes = {unquote(one.removeprefix("the error ")) for one in answers if one.startswith("the error ")}
    stage.step.expected, stage.step.actual = " or ".join(answers), last.told()
    wrong = last.wrong()
    if last.error is not None and last.answered:
        held = AN_ERROR in answers or last.error.code in codes
    else:
        held = wrong is None and AS_THE_PROTOCOL_SAYS in answers
    if not held and AS_THE_PROTOCOL_SAYS in answers and wrong is not None:
        stage.step.fault = wrong
    elif not held:
        stage.step.fault = last.fault_instead_of_error(f"an answer that is {stage.step.expected} was due", codes)
    stage.step.outcome = Outcome.HELD if held else Outcome.BROKEN


@sentence("the answer has {message:message}", Speech.ASSERTED)
def answer_has(stage: Stage, message: dict[str, Any]) -> None:
    """The last answer is a result that fits its schema, and these of its fields have these values."""
    last = _last(stage)
    stage.step.expected, stage.step.actual = as_json(message), last.told()
    stage.step.fault = last.wrong()
    if stage.step.fault is None:
        said = last.message().to_wire()
        if not all(name in said and said[name] == value for name, value in message.items()):
            # Memories where there should be none may be the service's doing; an introduction is the harness's own.
            speaker = Speaker.HARNESS if last.operation == "hello" else None
            stage.step.fault = last.fault(f"{as_json(message)} was due", speaker)
    stage.step.outcome = Outcome.HELD if stage.step.fault is None else Outcome.BROKEN


@sentence("the answer is the same as before", Speech.ASSERTED)
def answer_as_before(stage: Stage) -> None:
    """The last two messages were answered with the same, as far as the protocol gives it a meaning."""
    first, last = stage.exchanges[-2:]
    stage.step.expected, stage.step.actual = first.told(), last.told()
    stage.step.fault = first.wrong() or last.wrong()
    if stage.step.fault is None and _meant(first) != _meant(last):
        stage.step.fault = last.fault("it says something else than before", Speaker.HARNESS)
    stage.step.outcome = Outcome.HELD if stage.step.fault is None else Outcome.BROKEN


@sentence("a search for {query} gives {text} back", Speech.ASSERTED)
def gives_back(stage: Stage, query: str, text: str) -> None:
    """A search finds a memory that says exactly this; where writes take their declared time, it is asked again until then."""
    found = _search(stage, stage.opened[0], query, text)
    _hold(stage, found, text)


@sentence("a search for {query} gives it back", Speech.ASSERTED)
def gives_it_back(stage: Stage, query: str) -> None:
    """The same for the text that was added last."""
    gives_back(stage, query, stage.it or "")


@sentence("two callers at once, who add {text} and {other_text}, find their own by {query}", Speech.ASSERTED)
def two_callers(stage: Stage, text: str, other_text: str, query: str) -> None:
    """Two threads open an instance each, add a session to it and search: each finds its own text and not the other's."""
    _needs_a_fresh_start(stage)
    first, second = _Caller(stage, text), _Caller(stage, other_text)
    # Step by step, so that each is between the other's steps, and not only before or after all of them.
    for step in (_Caller.open, _Caller.add, partial(_Caller.search, query=query), _Caller.close):
        stage.at_once(partial(step, first), partial(step, second))
    for own, other in ((first, other_text), (second, text)):
        _hold(stage, own.found, own.text)
        if own.found.wrong() is None and other in _texts(own.found):
            stage.step.outcome = Outcome.BROKEN
            stage.step.fault = own.found.fault("it shows what was added to another instance", None)
        if stage.step.outcome is not Outcome.HELD:
            return


class _Caller:
    """One of two who speak to a harness at the same time. ``found`` is what came last; once it is wrong, no more is asked."""

    def __init__(self, stage: Stage, text: str) -> None:
        self.text = text
        self._stage = stage
        self._instance = ""
        self.found = Exchange("open", {})

    def open(self) -> None:
        self.found = _sent(self._stage, "open", {"settings": {}})
        if self.found.wrong() is None:
            self._instance = str(self.found.result["instance"])

    def add(self) -> None:
        if self.found.wrong() is None:
            session = {**_SESSION, "events": [_event(self.text)]}
            asked = {"instance": self._instance, "scope": dict(self._stage.scope(USER, APP)), "session": session}
            self.found = _sent(self._stage, "add_session", asked)

    def search(self, query: str) -> None:
        if self.found.wrong() is None:
            self.found = _search(self._stage, self._instance, query, self.text)

    def close(self) -> None:
        if self._instance:
            _sent(self._stage, "close", {"instance": self._instance})


def _ask(stage: Stage, instance: str, operation: str, message: Mapping[str, Any]) -> None:
    known = OPERATIONS.get(operation)
    sent: dict[str, Any] = {}
    if known is None or "instance" in known.parameters.model_fields:
        sent["instance"] = instance
    sent.update(message)
    if known is None or "scope" in known.parameters.model_fields:
        named = {"app": APP, "user": USER, **message.get("scope", {})}
        sent["scope"] = dict(stage.scope(named["user"], named["app"]))
        if "session" in message:
            sent["session"] = {**_SESSION, "appName": named["app"], "userId": named["user"], **message["session"]}
    stage.exchanges.append(_sent(stage, operation, sent))
    stage.step.actual = stage.exchanges[-1].told()


_SESSION: Mapping[str, Any] = {
    "id": "monday",
    "appName": APP,
    "userId": USER,
    "events": [],
    "state": {},
    "lastUpdateTime": FIRST_EVENT,
}
"""What a session always has, unless a message says otherwise."""


def _event(text: str) -> dict[str, Any]:
    content = {"role": "user", "parts": [{"text": text}]}
    return {"id": "e1", "author": "user", "timestamp": FIRST_EVENT, "content": content}


def _sent(stage: Stage, operation: str, parameters: Mapping[str, Any]) -> Exchange:
    try:
        return exchange(stage.backend, operation, parameters)
    except Gone as gone:
        raise CaseEnds(Outcome.CRASHED, str(gone)) from gone


def _last(stage: Stage) -> Exchange:
    if not stage.exchanges:
        raise CaseEnds(Outcome.CRASHED, "nothing was asked before")
    return stage.exchanges[-1]


def _instance(stage: Stage, number: int) -> str:
    if number > 1:
        _needs_a_fresh_start(stage)
    if number > len(stage.opened):
        raise CaseEnds(Outcome.FAILED, f"instance {number} was not opened: {_last(stage).told()}")
    return stage.opened[number - 1]


def _needs_a_fresh_start(stage: Stage) -> None:
    if stage.hello.reset is Reset.NONE:
        raise CaseEnds(Outcome.REFUSED, 'it says "reset": "none", so that every instance is the same memory')


def _is_refusal(last: Exchange) -> bool:
    """Whether the service itself will not take what it was given: its own affair, and nothing that its harness does wrong."""
    error = last.error
    return error is not None and error.code is ErrorCode.INVALID_ARGUMENT and error.speaker is Speaker.BACKEND


def _meant(one: Exchange) -> Mapping[str, Any]:
    message = one.message()
    return message.model_dump(include=set(type(message).model_fields))


def _search(stage: Stage, instance: str, query: str, text: str) -> Exchange:
    """Search until a text is found, for as long as the backend declares that a write may take."""
    asked = {"instance": instance, "scope": dict(stage.scope(USER, APP)), "query": query}
    visibility = stage.visibility
    if visibility is None:
        return _sent(stage, "search", asked)
    if visibility.settles:
        _sent(stage, "settle", {"instance": instance, "scope": asked["scope"]})
    deadline = visibility.clock.now() + visibility.bounds.write
    while True:
        found = _sent(stage, "search", asked)
        if found.wrong() is not None or text in _texts(found) or visibility.clock.now() >= deadline:
            return found
        visibility.clock.pause(_LOOK)


def _texts(found: Exchange) -> list[str]:
    message = found.message()
    return [memory.text() for memory in message.memories] if isinstance(message, Memories) else []


def _hold(stage: Stage, found: Exchange, text: str) -> None:
    """Note whether a search gave a text back: nothing found proves nothing, another text is one that was altered."""
    step = stage.step
    step.expected, step.fault = quote(shorten(text)), found.wrong()
    if step.fault is not None:
        step.actual, step.outcome = found.told(), Outcome.BROKEN
        return
    texts = _texts(found)
    step.actual = describe_texts(texts)
    if text in texts:
        step.outcome = Outcome.HELD
    elif not texts:
        step.outcome = Outcome.UNPROVED
    else:
        step.outcome = Outcome.BROKEN
        step.fault = found.fault("the text that was added did not come back unharmed", None)
