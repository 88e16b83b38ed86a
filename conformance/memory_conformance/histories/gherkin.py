"""A history as a scenario: a question with the answers of two backends, in the sentences of the specification."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from memory_conformance.histories.difference import Group, Kind
from memory_conformance.histories.generating import TIMES
from memory_conformance.histories.history import Answer, Call, History, text_of
from memory_conformance.model import Content
from memory_conformance.sentence import quote
from memory_conformance.steps.parts import describe_parts

ID = "COMPARED-001"
"""The id that a scenario bears until it is given one of its own."""


def as_scenario(
    group: Group, history: History, answers: Sequence[Answer], names: Sequence[str], tags: Sequence[str | None]
) -> str:
    """The lines of a Scenario Outline that `features/` can hold, indented as there.

    ``answers`` are those of both backends to the last call; ``tags`` name the references that the backends are, where they are.
    Empty where no sentence says what differs: of questions, only searches may fail, and not all fields have a sentence.
    """
    if history[-1].operation != "search" or (group.kind is Kind.CARRIED and group.detail not in _SAID):
        return ""
    title = group.words(*names)
    if not title.startswith(tuple(names)):
        title = title[0].upper() + title[1:]
    needs = " @needs:add_events" if any(call.operation == "add_events" for call in history) else ""
    lines = [f"@{ID}{needs}", f"Scenario Outline: {title}"]
    for place, call in enumerate(history):
        keyword = "When" if place == len(history) - 1 else "Given" if place == 0 else "And"
        lines += [
            # What looks like a column of the Examples would be filled in.
            f"  {keyword} {line}".replace("<", "\\u003c") if index == 0 else f"    {line}"
            for index, line in enumerate(act(call, in_table=group.kind in (Kind.CARRIED, Kind.ORDER)))
        ]
    lines += [f"  Then {_observed(group, answers)}", ""]
    column = _column(group)
    for answer, name, tag in zip(answers, names, tags, strict=True):
        value = _in_cell(_value(group, answer))
        width = max(len(column), len(value))
        lines += [
            f"  @{tag}" if tag else "  # The tag of the reference that gives this answer.",
            f"  Examples: {name}",
            f"    | {column:<{width}} |",
            f"    | {value:<{width}} |",
            "",
        ]
    return "\n".join(f"  {line}".rstrip() for line in lines).rstrip() + "\n"


_SAID = ("author", "id", "time", "content", "metadata")
"""What a memory carries that a Then can speak of."""


def seen(group: Group, answer: Answer) -> str:
    """What a backend answered, in the words of a scenario."""
    return _value(group, answer)


def act(call: Call, *, in_table: bool = False) -> Iterator[str]:
    """A call as a sentence, and the lines of its table; nothing for a call that no sentence of its own says.

    ``in_table`` has events told with their ids and times, also where a plainer sentence would do.
    """
    scope = call.parameters["scope"]
    who = f"{quote(scope.get('user', ''))} of app {quote(scope.get('app', ''))}"
    match call.operation:
        case "search":
            yield f"{who} searches for {quote(call.parameters['query'])}"
        case "delete_session":
            yield f"{who} deletes the session {quote(call.parameters['sessionId'])}"
        case "delete_user":
            yield f"{who} deletes all memories"
        case "add_session":
            session = call.parameters["session"]
            yield from _added(who, session["id"], session["events"], in_table=in_table)
        case "add_events":
            yield f"{who} adds to the session {quote(call.parameters['sessionId'])}:"
            yield from _table(call.parameters["events"])


def _added(who: str, session: str, events: Sequence[Mapping[str, Any]], *, in_table: bool) -> Iterator[str]:
    if not events:
        yield f"{who} adds the session {quote(session)} without events"
    elif len(events) == 1 and not in_table and _is_plain(events[0]):
        yield f"{who} remembers {quote(events[0]['content']['parts'][0]['text'])} in session {quote(session)}"
    else:
        yield f"{who} adds the session {quote(session)}:"
        yield from _table(events)


def _is_plain(event: Mapping[str, Any]) -> bool:
    parts = (event.get("content") or {}).get("parts") or []
    # The sentence gives each event a time of its own, a minute after the one before.
    return (
        event["timestamp"] == TIMES[0] and event["author"] == "user" and len(parts) == 1 and set(parts[0]) == {"text"}
    )


def _table(events: Sequence[Mapping[str, Any]]) -> list[str]:
    rows = [
        {
            "id": event["id"],
            "author": quote(event["author"]),
            "time": _instant(event["timestamp"]),
            "parts": "no content" if event.get("content") is None else _parts(event["content"]),
        }
        for event in events
    ]
    columns = [
        name
        for name in ("id", "author", "time", "parts")
        if name != "author" or any(row[name] != '"user"' for row in rows)
    ]
    cells = [columns, *([_in_cell(row[name]) for name in columns] for row in rows)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(columns))]
    return [f"| {' | '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))} |" for row in cells]


def _observed(group: Group, answers: Sequence[Answer]) -> str:
    column = _column(group)
    if group.kind is Kind.CARRIED:
        return f"the {column} of what comes back {'are' if column == 'parts' else 'is'} <{column}>"
    if group.kind is Kind.ORDER:
        return f"<{column}> come back in this order"
    several = any(len(answer.memories or ()) > 1 for answer in answers)
    return f"<{column}> come back in any order" if several else f"<{column}> comes back"


def _column(group: Group) -> str:
    if group.kind is not Kind.CARRIED:
        return "texts"
    return "parts" if group.detail == "content" else group.detail


def _value(group: Group, answer: Answer) -> str:
    if answer.error is not None:
        return "an error"
    memories = answer.memories or ()
    if group.kind is not Kind.CARRIED or not memories:
        return ", ".join(quote(text_of(memory["content"])) for memory in memories) or "nothing"
    memory = memories[0]
    if group.detail == "content":
        return _parts(memory["content"])
    if group.detail == "time":
        return quote(_instant(memory["timestamp"])) if "timestamp" in memory else "absent"
    if group.detail == "metadata":
        return quote(json.dumps(memory["customMetadata"])) if "customMetadata" in memory else "absent"
    return quote(str(memory[group.detail])) if group.detail in memory else "absent"


def _parts(content: Mapping[str, Any]) -> str:
    return describe_parts(Content.model_validate(content).parts)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_YEAR_10_000 = 253_402_300_800
_CYCLE = 146_097 * 86_400
"""Seconds of 400 years, after which the calendar begins anew."""


def _instant(timestamp: float) -> str:
    """An instant in ISO 8601; years beyond four digits with a sign, as features write them."""
    if 0 <= timestamp < _YEAR_10_000:
        moment = _EPOCH + timedelta(milliseconds=round(timestamp * 1000))
        return moment.isoformat(timespec="milliseconds" if moment.microsecond else "seconds").replace("+00:00", "Z")
    cycles, rest = divmod(int(timestamp), _CYCLE)
    moment = _EPOCH + timedelta(seconds=rest)
    return f"{moment.year + 400 * cycles:+05}{moment:-%m-%dT%H:%M:%SZ}"


def _in_cell(value: str) -> str:
    """A value as a cell of a table holds it: a bar would end the cell, and Gherkin reads backslashes there before JSON does."""
    return value.replace("\\\\", "\\u005c").replace("\\n", "\\u000a").replace("|", "\\u007c").replace("<", "\\u003c")
