"""What was played, as the messages that it is made of: for curl, or as lines that a command reads."""

from __future__ import annotations

import json
import shlex
from typing import Any

from pydantic.alias_generators import to_camel

from memory_conformance.report.results import Called

INSTANCE = "INSTANCE"
"""Stands in a line for the instance that the answer to ``open`` names."""
_CURL = r"curl -s -w '\n'"
"""Ends the line of an answer, in which the next would go on."""
_SPLICED = """'"$instance"'"""
_PICK_INSTANCE = r"""sed 's/.*"instance" *: *"\([^"]*\)".*/\1/'"""


def as_curl(calls: list[Called], base_url: str) -> str:
    """Lines for a shell, on a fresh instance of an HTTP backend."""
    at = f"{base_url.rstrip('/')}/v1"
    lines = [
        f"at={shlex.quote(at)} json='content-type: application/json'",
        f'instance=$(curl -s $at/open -H "$json" -d \'{{"settings": {{}}}}\' | {_PICK_INSTANCE})',
    ]
    named = f'"instance": "{INSTANCE}"'
    for call in calls:
        # Quoted as a whole, but for the instance, which the shell has to put in.
        body = shlex.quote(_json(_parameters(call, INSTANCE))).replace(named, f'"instance": "{_SPLICED}"', 1)
        lines.append(f'{_CURL} $at/{call.operation} -H "$json" -d {body}')
    return "\n".join(lines)


def as_lines(calls: list[Called]) -> str:
    """The lines that a command reads, one message each."""
    messages = [("open", {"settings": {}}), *((call.operation, _parameters(call, INSTANCE)) for call in calls)]
    return "\n".join(
        _json({"jsonrpc": "2.0", "id": number, "method": operation, "params": parameters})
        for number, (operation, parameters) in enumerate(messages, start=1)
    )


def _parameters(call: Called, instance: str) -> dict[str, Any]:
    named = {to_camel(name): value for name, value in call.parameters.items()}
    return {"instance": instance, **named}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=not _printable(value))


def _printable(value: Any) -> bool:
    return json.dumps(value, ensure_ascii=False).isprintable()
