"""A Python snippet that repeats what was played: the same calls, on the same backend, by hand."""

from __future__ import annotations

import re
from typing import Any

from memory_conformance.report.results import Called, Result

_REPEATED = re.compile(r"(.)\1{199,}", re.DOTALL)


def snippet(result: Result, connectable: str) -> str:
    """Lines of Python for the first case that was played; empty where no call was kept."""
    calls = _first_case(result)
    if not calls:
        return ""
    lines = [
        "from memory_conformance import connect",
        "",
        f"memory = connect({connectable!r})",
    ]
    lines += [_line(call) for call in calls]
    return "\n".join(lines)


def _first_case(result: Result) -> list[Called]:
    """The calls up to the step that decided."""
    calls: list[Called] = []
    for step in result.steps:
        calls.extend(step.calls)
        if step.calls and step.outcome.value in ("broken", "failed", "crashed", "refused", "unproved"):
            break
    return calls


def _line(call: Called) -> str:
    arguments = ", ".join(f"{name}={code(value)}" for name, value in call.parameters.items())
    shown = f"memory.{call.operation}({arguments})"
    return f"print({shown})" if call.operation in ("search", "list_memories", "get_memory") else shown


def code(value: Any) -> str:
    """A value as Python writes it; a long run of one character as a product, so that a snippet stays readable."""
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
        f"{run.group(1)!r} * {len(run.group())}",
        _text(value[run.end() :]) if run.end() < len(value) else "",
    ]
    return " + ".join(piece for piece in pieces if piece)
