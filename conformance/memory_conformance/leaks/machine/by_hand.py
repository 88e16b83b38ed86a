"""A history that breaks a rule as code: a file for pytest, and the messages that it is made of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic.alias_generators import to_snake

from memory_conformance.histories.history import Call
from memory_conformance.leaks.machine.in_gherkin import gives_id_to
from memory_conformance.leaks.machine.violation import Violation
from memory_conformance.leaks.machine.watch import OF
from memory_conformance.report.on_the_wire import INSTANCE, as_curl, as_lines
from memory_conformance.report.results import Called
from memory_conformance.report.snippet import Snippet, code

MEMORY = "MEMORY"
"""Stands in a line for the id of a memory that an earlier answer gave."""
_PICK = (
    'import json,sys; print(next((m["id"] for m in json.load(sys.stdin)["memories"] '
    'if sys.argv[1] in json.dumps(m).casefold()), ""))'
)


def as_pytest(violation: Violation, connectable: str, config: str | None = None) -> str:
    """A file for pytest that stands alone: red on this backend, green on one that keeps the rule."""
    words = violation.kind.words
    named = code(connectable) if config is None else f"{code(connectable)}, {code(config)}"
    body = list(_body(violation))
    guarded = any("suppress(" in line for line in body)
    lines = [
        f'"""{violation.kind.rule.value}: {words}."""',
        "",
        *(["from contextlib import suppress", ""] if guarded else []),
        *(["from memory_conformance.backend import BackendError"] if guarded else []),
        # Not `connect`, which is a package as well once anything of it is imported.
        "from memory_conformance.by_hand import ByHand",
        "",
        f"NAME = {code(violation.name)}",
        "",
        "",
        f"def test_{re.sub('[^a-z]+', '_', words.lower())}():",
        *(f"    {line}" for line in (f"memory = ByHand({named})", *body)),
    ]
    return "\n".join(lines) + "\n"


def as_messages(violation: Violation, connectable: str) -> Snippet:
    """The messages of a history, and how they are meant: for curl where a backend is an address, else as lines of JSON."""
    givers = _givers(violation.history)
    if connectable.startswith(("http://", "https://")):
        return Snippet("with curl", "\n".join(_curl(violation.history, givers, connectable)))
    how = f"in lines of JSON, with the answer to open for {INSTANCE}"
    for at, giver in givers.items():
        # The first line is that of open.
        name = _name_in(violation.history[at])
        how += f", and in line {at + 2} for {MEMORY} the id that the answer to line {giver + 2} has for {name}"
    return Snippet(how, as_lines(_called(violation.history)))


def _body(violation: Violation) -> Iterator[str]:
    givers = _givers(violation.history)
    last = len(violation.history) - 1
    for at, call in enumerate(violation.history):
        if at in givers:
            # A service that keeps the rule may show no such memory by now.
            which = (
                f"one.id for one in found_{givers[at]} if {code(_name_in(call))} in one.model_dump_json().casefold()"
            )
            yield f'memory_id = next(({which}), "")'
        arguments = ", ".join(
            f"{to_snake(name)}={'memory_id' if name == 'memoryId' else code(value)}"
            for name, value in call.parameters.items()
        )
        asked = f"memory.{call.operation}({arguments})"
        if at == last:
            yield from _asserted(violation, asked)
        elif at in givers.values():
            yield f"found_{at} = {asked}"
        elif at in violation.failed or at in givers:
            yield from _refusable(asked)
        else:
            yield asked


def _asserted(violation: Violation, asked: str) -> Iterator[str]:
    """The last call, and what has to come of it."""
    # A query with the name in it may be repeated beside a memory; else it is a leak wherever it stands, in any letter case.
    repeated = violation.name in violation.history[-1].parameters.get("query", "")
    shows = f"any(NAME in one.{'text' if repeated else 'model_dump_json'}().casefold() for one in shown)"
    if violation.history[-1].operation == "play_turn":
        yield f"played = {asked}"
        yield "assert NAME not in played.model_dump_json().casefold()"
    elif violation.is_missing:
        yield f"shown = {asked}"
        yield f"assert {shows}"
    else:
        by_id = violation.history[-1].operation == "get_memory"
        yield "shown = []"
        # That it is refused shows nothing either.
        yield from _refusable(f"shown = {f'[{asked}]' if by_id else asked}")
        yield f"assert not {shows}"


def _refusable(asked: str) -> Iterator[str]:
    yield "with suppress(BackendError):"
    yield f"    {asked}"


def _curl(history: tuple[Call, ...], givers: dict[int, int], connectable: str) -> Iterator[str]:
    lines = as_curl(_called(history), connectable).splitlines()
    yield from lines[: -len(history)]
    for at, line in enumerate(lines[-len(history) :]):
        if at in givers:
            yield f"memory=$(printf '%s\\n' \"$found_{givers[at]}\" | python3 -c '{_PICK}' {_name_in(history[at])})"
            line = line.replace(f'"memoryId": "{MEMORY}"', f'"memoryId": "{_SPLICED}"')
        if at in givers.values():
            yield f"found_{at}=$({line})"
            yield f"printf '%s\\n' \"$found_{at}\""
        else:
            yield line


_SPLICED = """'"$memory"'"""


def _called(history: tuple[Call, ...]) -> list[Called]:
    return [
        Called(
            operation=call.operation,
            parameters={**call.parameters, **({"memoryId": MEMORY} if "memoryId" in call.parameters else {})},
            answer="",
        )
        for call in history
    ]


def _givers(history: tuple[Call, ...]) -> dict[int, int]:
    """The positions of calls by an id, each with that of the look that gave it."""
    return {at: gives_id_to(history, at) for at, call in enumerate(history) if "memoryId" in call.parameters}


def _name_in(call: Call) -> str:
    """The word of the memory that is meant which nobody else has."""
    name: str = call.parameters["memoryId"][OF].split()[2]
    return name
