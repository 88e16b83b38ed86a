"""The JSON Schemas of the messages: made from the models that read them, and shipped as files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from memory_conformance.model import PROTOCOL_VERSION, Wire
from memory_conformance.protocol.errors import RPC_ERROR_VALUE, ErrorAnswer, ErrorValue
from memory_conformance.protocol.operations import OPERATIONS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FOLDER = Path(__file__).with_name("schemas")
PROTOCOL_FILE = FOLDER / "protocol.schema.json"
"""Every message: the parameters and the result of each operation, the errors, the lines of stdio, and what they are made of."""
OPENAPI_FILE = FOLDER / "openapi.json"
"""The OpenAPI document of the HTTP framing."""

_IN_A_SCHEMA = "#/$defs/{model}"
IN_A_DOCUMENT = "#/components/schemas/{model}"
"""Where an OpenAPI document keeps the schema of a model."""


def message_schema(kind: type[Wire]) -> dict[str, Any]:
    """The schema of one message, with the definitions that it needs and no others."""
    return {"$schema": DIALECT, **kind.model_json_schema(schema_generator=_Plain)}


def definitions(template: str = _IN_A_SCHEMA) -> dict[str, Any]:
    """The schemas of all messages by the names of their models; ``template`` is how they refer to each other."""
    kinds: dict[type[BaseModel], None] = {}
    for operation in OPERATIONS.values():
        kinds |= dict.fromkeys((operation.parameters, operation.result))
    kinds |= dict.fromkeys((ErrorValue, ErrorAnswer))
    asked: list[tuple[type[BaseModel], JsonSchemaMode]] = [(kind, "validation") for kind in kinds]
    _, found = models_json_schema(asked, ref_template=template, schema_generator=_Plain)
    return dict(sorted(found["$defs"].items()))


def protocol_schema() -> dict[str, Any]:
    """The schema of the whole protocol: of no message by itself, but with a definition of each.

    ``search.parameters`` and ``search.result`` are those of an operation, and the like of all others; ``error`` is an error value,
    ``http.error`` the body that carries one; ``stdio.request`` and ``stdio.response`` are lines.
    """
    named: dict[str, Any] = {}
    for operation in OPERATIONS.values():
        named[f"{operation.name}.parameters"] = _reference(operation.parameters)
        named[f"{operation.name}.result"] = _reference(operation.result)
    return {
        "$schema": DIALECT,
        "title": f"The memory conformance protocol, version {PROTOCOL_VERSION}",
        "description": "The parameters and the result of each operation, and the errors. Unknown fields are kept or ignored, never"
        " refused.",
        "$defs": {
            **named,
            "error": _reference(ErrorValue),
            "http.error": _reference(ErrorAnswer),
            "stdio.request": _request(),
            "stdio.response": _response(),
            **definitions(),
        },
    }


def as_text(schema: Mapping[str, Any]) -> str:
    """A schema or document as it is written into a file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _request() -> dict[str, Any]:
    parameters = [
        {
            "if": {"properties": {"method": {"const": name}}},
            "then": {"properties": {"params": {"$ref": f"#/$defs/{name}.parameters"}}},
        }
        for name in OPERATIONS
    ]
    fields = {"method": {"type": "string"}, "params": {"type": "object"}}
    return {**_line("A line that asks: JSON-RPC 2.0.", fields, "method"), "allOf": parameters}


def _response() -> dict[str, Any]:
    error = {
        "type": "object",
        "required": ["code", "message"],
        "properties": {
            "code": {"type": "integer", "description": f"{RPC_ERROR_VALUE} where `data` is an error of the protocol."},
            "message": {"type": "string"},
            "data": _reference(ErrorValue),
        },
    }
    # What the result is depends on what was asked, which the line does not repeat.
    answered = _line("A line that answers: a result, or an error.", {"result": {"type": "object"}, "error": error})
    return {**answered, "oneOf": [{"required": ["result"]}, {"required": ["error"]}]}


def _line(description: str, fields: Mapping[str, Any], *required: str) -> dict[str, Any]:
    return {
        "description": description,
        "type": "object",
        "required": ["jsonrpc", "id", *required],
        "properties": {"jsonrpc": {"const": "2.0"}, "id": {"type": ["integer", "string", "null"]}, **fields},
    }


def _reference(kind: type[Wire]) -> dict[str, str]:
    return {"$ref": _IN_A_SCHEMA.format(model=kind.__name__)}


class _Plain(GenerateJsonSchema):
    """Schemas that say what counts and nothing else: no titles of fields, no ``null`` as a default."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def generate(self, schema: core_schema.CoreSchema, mode: JsonSchemaMode = "validation") -> JsonSchemaValue:
        return _plain(super().generate(schema, mode))

    def generate_definitions(
        self, inputs: Any
    ) -> tuple[dict[tuple[Any, JsonSchemaMode], JsonSchemaValue], dict[Any, JsonSchemaValue]]:
        by_model, found = super().generate_definitions(inputs)
        return by_model, {name: _plain(one) for name, one in found.items()}

    def set_schema(self, schema: core_schema.SetSchema) -> JsonSchemaValue:
        # What is named twice in a set is named: no message is refused for it.
        return {name: value for name, value in super().set_schema(schema).items() if name != "uniqueItems"}

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        found = super().nullable_schema(schema)
        kinds = found.get("anyOf", [])
        if len(kinds) == 2 and kinds[1] == {"type": "null"} and isinstance(kinds[0].get("type"), str):
            return {**kinds[0], "type": [kinds[0]["type"], "null"]}
        return found

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        found = super().default_schema(schema)
        return found if found.get("default", ...) is not None else {k: v for k, v in found.items() if k != "default"}


def _plain(found: JsonSchemaValue) -> JsonSchemaValue:
    """Descriptions in prose, not in the markup of docstrings."""
    return {name: _prose(name, one) for name, one in found.items()}


def _prose(name: str, found: Any) -> Any:
    if isinstance(found, dict):
        return _plain(found)
    if isinstance(found, list):
        return [_plain(one) if isinstance(one, dict) else one for one in found]
    return found.replace("``", "`") if name == "description" and isinstance(found, str) else found
