"""One message to a backend and what came back, held against the protocol: what is wrong with it, and whose fault that is."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory_conformance.backend import Backend, BackendError, ErrorCode, Gone, Speaker
from memory_conformance.evidence import NO_MESSAGE, Fault, shorten
from memory_conformance.model import Wire
from memory_conformance.protocol.errors import ErrorValue, value_of
from memory_conformance.protocol.operations import OPERATIONS
from memory_conformance.protocol.parameters import Done
from memory_conformance.protocol.reading import MessageError, read_message
from memory_conformance.protocol.schema import message_schema

Schema = dict[str, Any]
_SAYS_NOTHING = frozenset({"$schema", "$defs", "title", "description", "default", "additionalProperties"})
"""Keywords of a schema that only fill the page where it stands beside a message."""
_DEFINITIONS = "#/$defs/"


@dataclass(frozen=True)
class Exchange:
    """What was sent, and the result or the error that came back."""

    operation: str
    sent: Mapping[str, Any]
    result: Any = None
    error: BackendError | None = None

    def message(self) -> Wire:
        """The result as the message that was due. Raises `MessageError` where it is none, and the error where one came.

        Of an operation that nobody has, nothing was due; a harness may have a result for it all the same.
        """
        if self.error is not None:
            raise self.error
        known = OPERATIONS.get(self.operation)
        return read_message(Done if known is None else known.result, self.result)

    @property
    def answered(self) -> bool:
        """Whether a message came back at all: a result, or an error that somebody gave as an answer."""
        return self.error is None or not (
            self.error.speaker is Speaker.HARNESS and self.error.code is ErrorCode.UNAVAILABLE
        )

    def told(self) -> str:
        """What came back, in one line."""
        if self.error is not None:
            said = str(self.error) if self.answered else self.error.message
            return shorten(" ".join(said.split()))
        return shorten(as_json(self.result))

    def wrong(self) -> Fault | None:
        """What is wrong where a result was due; None where the right message came."""
        if self.error is not None:
            return self.fault(self.told(), self.error.speaker)
        try:
            self.message()
        except MessageError as error:
            return fault_of(error, self.operation, self.sent, self.result)
        return None

    def fault(self, problem: str, speaker: Speaker | None) -> Fault:
        """The answer as a fault, beside the message that was due by the operation."""
        due, schema = part_of_schema(OPERATIONS[self.operation].result) if self.operation in OPERATIONS else ("", {})
        log = self.error.log if self.error is not None else ()
        return Fault(self.operation, problem, speaker, self._sent(), self._came(), due, schema, log)

    def fault_instead_of_error(self, problem: str, codes: Collection[str]) -> Fault:
        """The same where an error was due, with one of these codes or with any."""
        due, schema = part_of_schema(ErrorValue)
        if codes:
            schema["properties"] = {**schema["properties"], "code": {"enum": sorted(codes)}}
        return Fault(self.operation, problem, Speaker.HARNESS, self._sent(), self._came(), due, schema)

    def _sent(self) -> str:
        return shorten(as_json(self.sent))

    def _came(self) -> str:
        if self.error is None:
            return shorten(as_json(self.result))
        return shorten(as_json(value_of(self.error))) if self.answered else NO_MESSAGE


def exchange(backend: Backend, operation: str, parameters: Mapping[str, Any]) -> Exchange:
    """Ask, and keep whatever comes back. Raises `Gone` where nothing more will ever come."""
    try:
        return Exchange(operation, parameters, backend.ask(operation, parameters))
    except Gone:
        raise
    except BackendError as error:
        return Exchange(operation, parameters, error=error)
    except (Exception, SystemExit) as error:
        # What serves a backend to others answers in the same way: an exception of whoever speaks for it is the harness's.
        told = BackendError(ErrorCode.INTERNAL, f"{type(error).__name__}: {error}", Speaker.HARNESS)
        told.__cause__ = error
        return Exchange(operation, parameters, error=told)


def fault_of(error: MessageError, operation: str, sent: Mapping[str, Any], came: Any) -> Fault:
    """A message that is none, beside the part of its schema that says so."""
    steps = error.where.split(".") if error.where else []
    there = list(_path(came, steps))
    # Of what is too long to be shown, the first piece on the way to the fault that is not.
    shown = next((text for text in map(as_json, [came, *there]) if shorten(text) == text), as_json(came))
    due, schema = part_of_schema(error.kind, steps[: len(there)])
    return Fault(operation, str(error), Speaker.HARNESS, shorten(as_json(sent)), shorten(shown), due, schema)


def part_of_schema(kind: type[Wire], steps: Sequence[str] = ()) -> tuple[str, Schema]:
    """The name and the schema of the innermost message on a path such as memories, 0, content."""
    whole = message_schema(kind)
    definitions = whole.get("$defs", {})
    name, found, at = kind.__name__, whole, whole
    for step in steps:
        inner = at.get("items") if step.isdigit() else at.get("properties", {}).get(step)
        if inner is None:
            break
        at = _present(inner)
        if "$ref" in at:
            name = at["$ref"].removeprefix(_DEFINITIONS)
            found = at = definitions[name]
    return name, _trimmed(found, definitions)


def as_json(value: Any) -> str:
    """A value as JSON in one line, readable in any script."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _path(value: Any, steps: Sequence[str]) -> Iterator[Any]:
    """What lies at each step of a path, as far as there is anything."""
    for step in steps:
        if isinstance(value, Mapping) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return
        yield value


def _present(schema: Schema) -> Schema:
    """A schema without the null that it also allows: a field that is null is as good as absent."""
    others: list[Schema] = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    return others[0] if len(others) == 1 else schema


def _trimmed(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """A schema as it is read beside a message: without prose, words of a closed list in place."""
    schema = _present(schema)
    named = definitions.get(schema.get("$ref", "").removeprefix(_DEFINITIONS), {})
    if "enum" in named:
        schema = named
    kept = {key: value for key, value in schema.items() if key not in _SAYS_NOTHING}
    if "properties" in kept:
        kept["properties"] = {name: _trimmed(one, definitions) for name, one in kept["properties"].items()}
    if isinstance(kept.get("items"), Mapping):
        kept["items"] = _trimmed(kept["items"], definitions)
    return kept
