"""A history that breaks a rule as a scenario of the specification."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memory_conformance.histories.gherkin import act
from memory_conformance.histories.history import Call, events_of, text_of
from memory_conformance.leaks.machine.violation import Breach, Rule, Violation
from memory_conformance.leaks.machine.watch import OF
from memory_conformance.model import Capability
from memory_conformance.protocol.operations import OPERATIONS
from memory_conformance.scopes.canary import QUERY
from memory_conformance.sentence import quote
from memory_conformance.turn import Tool

ID = "LEAKED-001"
"""The id that a scenario bears until it is given one of its own."""
_NAMED = {"app": "shop", "user": "ana"}
"""The scope fields that sentences speak of, and the names that stand there for a backend without them."""
_READING = frozenset({"search", "list_memories"})


class Unsaid(Exception):
    """No sentence says what is in the history."""


def as_scenario(violation: Violation) -> str:
    """The lines of a Scenario that `features/` can hold, indented as there: red on this backend, green on one that keeps the rule.

    Empty where no sentence says it: sentences speak of apps and users, and not of other fields; and of what is read by other ways
    than a search, they speak only of what was told last.
    """
    try:
        steps = list(_steps(violation))
    except Unsaid:
        return ""
    needs = sorted({name.value for call in violation.history for name in _needed(call)} - {Capability.SETTLE.value})
    tags = " ".join([f"@{ID}", "@must", *(f"@needs:{name}" for name in needs)])
    lines = [tags, f"Scenario: {violation.kind.words}"]
    before = ""
    for step in steps:
        keyword = "And" if step.keyword == before else step.keyword
        before = step.keyword
        # What looks like a column of Examples would be filled in, were there any.
        lines.append(f"  {keyword} {step.lines[0]}".replace("<", "\\u003c"))
        lines += [f"    {line}" for line in step.lines[1:]]
    return "\n".join(f"  {line}".rstrip() for line in lines) + "\n"


def _needed(call: Call) -> Iterator[Capability]:
    """What a call takes. An operation that nobody declares is never in a history."""
    capability = OPERATIONS[call.operation].capability
    if capability is not None:
        yield capability
    if Tool.PRELOAD.value in call.parameters.get("turn", {}).get("tools", ()):
        yield Capability.PRELOAD_MEMORY


@dataclass(frozen=True)
class _Step:
    keyword: str
    lines: tuple[str, ...]


def _steps(violation: Violation) -> Iterator[_Step]:
    """The acts, with the control that the text was found before it was lost or deleted, then what is wrong."""
    history, text = violation.history, violation.text
    if any(len({call.parameters["scope"].get(field) for call in history}) > 1 for field in _other_fields(history)):
        raise Unsaid
    told = max(at for at, call in enumerate(history) if text in _texts(call))
    controlled = violation.kind.breach in (Breach.CHANGED, Breach.BACK)
    for at, call in enumerate(history[:-1]):
        lines = tuple(_act(violation, at, call))
        if lines:
            yield _Step("When" if controlled and at > told else "Given", lines)
        if at == told and controlled:
            yield from _control(violation)
    yield _Step("Then", (_wrong(violation),))


def _control(violation: Violation) -> Iterator[_Step]:
    owner, text = _who(violation.owner), quote(violation.text)
    if violation.kind.breach is Breach.BACK and violation.history[-1].operation == "list_memories":
        yield _Step("Then", (f"the list of {owner} shows {text}",))
    else:
        yield _Step("Given", (f"{owner} finds {text} by {quote(_words(violation.name))}",))


def _act(violation: Violation, at: int, call: Call) -> Iterator[str]:
    """A call that comes before the last. Raises `Unsaid`."""
    scope = call.parameters["scope"]
    who = _who(scope)
    if call.operation == "settle" or _gives_id(violation.history, at) or _is_looked_first(violation, at):
        return
    if at in violation.failed and call.operation not in ("delete_session", "delete_memory"):
        raise Unsaid
    if call.operation == "delete_session" and not _has_session(violation.history, at):
        yield f"{who} tries to delete the session {quote(call.parameters['sessionId'])}"
        return
    if call.operation == "delete_memory":
        meant = call.parameters["memoryId"][OF]
        owner, words = owner_of(violation.history, meant), quote(_words(meant.split()[2]))
        if owner == scope:
            yield f"{who} deletes the memory {quote(meant)}, found by {words}"
        else:
            yield f"{who} tries to delete the memory {quote(meant)} of {_who(owner)}, found by {words}"
        return
    said = list(
        act(
            Call(call.operation, {**call.parameters, "scope": {**_NAMED, **scope}}),
            in_table=_shares_ids(violation, call),
        )
    )
    if not said:
        raise Unsaid
    yield from said


def _wrong(violation: Violation) -> str:
    """What has to be so after the last call, and is not. Raises `Unsaid`."""
    last, text = violation.history[-1], quote(violation.text)
    owner, reader = _who(violation.owner), _who(violation.reader)
    query = quote(last.parameters.get("query", QUERY))
    it = violation.text == _it(violation) and not _goes_on_after(violation)
    # Who searches for something else, or for nothing, need not find it.
    answers = bool(set(last.parameters.get("query", QUERY).split()) & set(violation.text.split()))
    match violation.kind.breach, last.operation:
        case Breach.SHOWN, "search" if not it or not answers:
            return f"a search of {reader} for {query} shows nothing of others"
        case Breach.SHOWN, "search":
            return f"{owner} finds it by {query}, but {reader} does not"
        case Breach.SHOWN, "list_memories" if it:
            return f"the list of {owner} shows it, but that of {reader} does not"
        case Breach.SHOWN, "get_memory" if it:
            return (
                f"{owner}, who finds it by {quote(_words(violation.name))}, can read it by its id, but {reader} cannot"
            )
        case Breach.SHOWN, "play_turn" if it:
            tool = Tool.PRELOAD if violation.kind.rule is Rule.PRELOAD else Tool.LOAD
            return f"{tool.value} shows the model of {owner} it for {query}, but not that of {reader}"
        case Breach.BACK, "search":
            return f"{owner} no longer finds {text} by {query}"
        case Breach.BACK, "list_memories":
            return f"the list of {owner} no longer shows {text}"
        case ((Breach.LOST | Breach.CHANGED), "search"):
            return f"{owner} finds {text} by {query}"
        case ((Breach.LOST | Breach.CHANGED), "list_memories"):
            return f"the list of {owner} shows {text}"
    raise Unsaid


def owner_of(history: tuple[Call, ...], text: str) -> Mapping[str, str]:
    """Who was told a text."""
    scope: Mapping[str, str] = next(call.parameters["scope"] for call in history if text in _texts(call))
    return scope


def gives_id_to(history: tuple[Call, ...], at: int) -> int:
    """The look of its owner that gave the id by which a call asks."""
    owner = owner_of(history, history[at].parameters["memoryId"][OF])
    return max(
        number
        for number, call in enumerate(history[:at])
        if call.operation in _READING and call.parameters["scope"] == owner
    )


def _gives_id(history: tuple[Call, ...], at: int) -> bool:
    """Whether a look was made for an id, for which the sentence about that looks itself."""
    return any(
        gives_id_to(history, number) == at for number, call in enumerate(history) if "memoryId" in call.parameters
    )


def _goes_on_after(violation: Violation) -> bool:
    """Whether anything is done between what was told last and the last call, or fails at all: a sentence in which its owner looks
    first would be another history, in which a fault may show no more.
    """
    history = violation.history
    told = max(at for at, call in enumerate(history) if violation.text in _texts(call))
    between = range(told + 1, len(history) - 1)
    return bool(violation.failed) or any(
        not _gives_id(history, at) and not _is_looked_first(violation, at) for at in between
    )


def _is_looked_first(violation: Violation, at: int) -> bool:
    """Whether the owner has a model look just before another does, which the sentence about that says itself."""
    call, last = violation.history[at], violation.history[-1]
    return (
        call.operation == last.operation == "play_turn"
        and at == len(violation.history) - 2
        and call.parameters == {**last.parameters, "scope": violation.owner}
    )


def _has_session(history: tuple[Call, ...], at: int) -> bool:
    scope, session = history[at].parameters["scope"], history[at].parameters["sessionId"]
    return any(
        call.parameters["scope"] == scope
        and (call.parameters.get("sessionId") or call.parameters.get("session", {}).get("id")) == session
        for call in history[:at]
    )


def _it(violation: Violation) -> str | None:
    """What was told last, by a sentence that says nothing else."""
    it = None
    for call in violation.history[:-1]:
        said = next(act(call, in_table=_shares_ids(violation, call)), "")
        if call.operation == "add_session" and " remembers " in said:
            it = next(iter(_texts(call)))
    return it


def _shares_ids(violation: Violation, call: Call) -> bool:
    """Whether it matters how an event is called: another call has one of that id."""
    seen = Counter(event["id"] for one in violation.history for event in events_of([one]))
    return any(seen[event["id"]] > 1 for event in events_of([call]))


def _texts(call: Call) -> list[str]:
    return [text_of(event.get("content")) for event in events_of([call])]


def _other_fields(history: tuple[Call, ...]) -> list[str]:
    return [field for field in history[-1].parameters["scope"] if field not in _NAMED]


def _words(name: str) -> str:
    return f"neighbour {name}"


def _who(scope: Mapping[str, str]) -> str:
    named = {**_NAMED, **scope}
    return f"{quote(named['user'])} of app {quote(named['app'])}"
