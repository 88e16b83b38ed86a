"""What repeats by hand what was played: the same calls on the same backend, in Python, with curl or as lines of JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic.alias_generators import to_snake

from memory_conformance.evidence import Outcome
from memory_conformance.report.on_the_wire import INSTANCE, as_curl, as_lines
from memory_conformance.report.results import Called, Result
from memory_conformance.report.text import FELL_SHORT, telling_cases
from memory_conformance.sentence import NEGATIVE_CONTROL

_REPEATED = re.compile(r"(.{1,12}?)\1{99,}", re.DOTALL)


_ANSWERED = frozenset({"search", "list_memories", "get_memory", "play_turn"})
"""Operations whose answer is worth being printed."""
LONGEST_LINE = 4000
"""Characters of the longest line for a shell; a case with a longer one is repeated in Python, which can say it shorter."""


@dataclass(frozen=True)
class Snippet:
    """Lines that play the first case that fell short, on a fresh instance, and what they are written for."""

    how: str
    text: str


def snippet(result: Result, connectable: str, config: str | None = None, remote: bool = False) -> Snippet | None:
    """What repeats a result, in the manner of its backend; None where no call was kept. ``config`` is the file of its name."""
    calls = _calls(result)
    if not calls:
        return None
    if connectable.startswith(("http://", "https://")):
        found = Snippet("with curl", as_curl(calls, connectable))
    elif connectable.startswith("exec:") or (remote and connectable.startswith("python:")):
        # Python in another interpreter is no Python for this one.
        found = Snippet(f"in lines of JSON, with the answer to open for {INSTANCE}", as_lines(calls))
    else:
        return Snippet("in Python", in_python(calls, connectable, config))
    if any(len(line) > LONGEST_LINE for line in found.text.splitlines()):
        return Snippet("in Python", in_python(calls, connectable, config))
    return found


def in_python(calls: list[Called], connectable: str, config: str | None) -> str:
    """Lines of Python that make these calls on a fresh instance."""
    named = repr(connectable) if config is None else f"{connectable!r}, {config!r}"
    lines = ["from memory_conformance import connect", "", f"memory = connect({named})"]
    return "\n".join([*lines, *(_line(call) for call in calls)])


def on_both(calls: list[Called], names: Sequence[tuple[str, str | None]]) -> str:
    """Lines of Python that make these calls on two backends, each with the file of its name, and print what comes back."""
    config = next((file for _, file in names if file is not None), None)
    named = "name" if config is None else f"name, {config!r}"
    lines = [
        "from memory_conformance import connect",
        "",
        f"for name in ({', '.join(repr(connectable) for connectable, _ in names)}):",
        f"    memory = connect({named})",
        *(f"    {_line(call)}" for call in calls),
    ]
    lines[-1] = lines[-1].replace("print(", "print(name, ", 1)
    return "\n".join(lines)


def _calls(result: Result) -> list[Called]:
    """The calls of that case up to the step that decided, without those of a control that held for the whole run."""
    calls: list[Called] = []
    for step in next(iter(telling_cases(result)), []):
        if step.text == NEGATIVE_CONTROL and step.outcome is Outcome.HELD:
            continue
        calls += step.calls
        if step.calls and step.outcome in FELL_SHORT:
            break
    return calls


def _line(call: Called) -> str:
    # Histories have the names of the wire.
    arguments = ", ".join(f"{to_snake(name)}={code(value)}" for name, value in call.parameters.items())
    shown = f"memory.{call.operation}({arguments})"
    return f"print({shown})" if call.operation in _ANSWERED else shown


def code(value: Any) -> str:
    """A value as Python writes it; a long run of the same characters as a product, so that a snippet stays readable."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {code(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(code(one) for one in value) + "]"
    return repr(value)


def _text(value: str) -> str:
    run = _REPEATED.search(value)
    if run is None:
        return ascii(value) if not value.isprintable() else repr(value)
    pieces = [
        _text(value[: run.start()]) if run.start() else "",
        f"{run.group(1)!r} * {len(run.group()) // len(run.group(1))}",
        _text(value[run.end() :]) if run.end() < len(value) else "",
    ]
    return " + ".join(piece for piece in pieces if piece)
