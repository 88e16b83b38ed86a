"""The schemas say what the engine takes: they are made from what reads the messages, and refuse what it refuses."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from memory_conformance import pages
from memory_conformance.model import Hello, Memory, Session, Wire
from memory_conformance.protocol.errors import ErrorAnswer, ErrorValue
from memory_conformance.protocol.operations import OPERATIONS
from memory_conformance.protocol.parameters import OfSession
from memory_conformance.protocol.reading import MessageError, read_message
from memory_conformance.protocol.schema import PROTOCOL_FILE, message_schema, protocol_schema

DOCS = Path(__file__).parents[2] / "docs"
KINDS = sorted(
    {kind for one in OPERATIONS.values() for kind in (one.parameters, one.result)}, key=lambda kind: kind.__name__
)
NAMES = st.sampled_from(
    ["", "app", "user", "model", "1", "add_events", "settle", "leak", "none", "\x00", "茶", "x" * 40]
)
"""Names of unknown fields, among others. Half a character is none: the engine cannot keep such a field."""
WORDS = NAMES | st.just("\ud800")
SCALARS = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
ANYTHING = st.recursive(
    SCALARS | WORDS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=4,
)


def shipped() -> Any:
    return json.loads(PROTOCOL_FILE.read_text(encoding="utf-8"))


@pytest.mark.requires("serve")
def test_what_is_shipped_is_what_the_models_say() -> None:
    for file, make in pages.schemas().items():
        assert file.read_text(encoding="utf-8") == make(), f"python -m memory_conformance.pages docs writes {file.name}"


def test_the_schema_is_one_of_the_dialect_that_it_names() -> None:
    schema = shipped()
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)
    for reference in re.findall(r'"#/\$defs/([^"]+)"', json.dumps(schema)):
        assert reference in schema["$defs"]


def test_there_is_a_schema_of_every_message() -> None:
    named = shipped()["$defs"]
    for operation in OPERATIONS.values():
        assert named[f"{operation.name}.parameters"] == {"$ref": f"#/$defs/{operation.parameters.__name__}"}
        assert named[f"{operation.name}.result"] == {"$ref": f"#/$defs/{operation.result.__name__}"}
    assert {"error", "http.error", "stdio.request", "stdio.response"} <= named.keys()


@pytest.mark.parametrize("kind", [*KINDS, ErrorValue, ErrorAnswer], ids=lambda kind: kind.__name__)
def test_the_schema_of_one_message_has_the_definitions_that_it_needs_and_no_others(kind: type[Wire]) -> None:
    schema = message_schema(kind)
    Draft202012Validator.check_schema(schema)
    needed = set(re.findall(r'"#/\$defs/([^"]+)"', json.dumps(schema)))
    assert needed == schema.get("$defs", {}).keys()
    whole = protocol_schema()["$defs"]
    assert {name: one for name, one in schema.items() if name[0] != "$"} == whole[kind.__name__]


def of_schema(schema: dict[str, Any], named: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Messages as a schema wants them, of which here and there one value is whatever else there is."""
    if "$ref" in schema:
        schema = named[schema["$ref"].rpartition("/")[2]]
    kinds = schema.get("type", [])
    made = [of_schema(one, named) for one in schema.get("anyOf", [])]
    made += [_of_kind(kind, schema, named) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    return st.one_of(*made * 6, ANYTHING)


def _of_kind(kind: str, schema: dict[str, Any], named: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if kind == "array":
        return st.lists(of_schema(schema["items"], named), max_size=3)
    if kind == "object":
        fields = {name: of_schema(one, named) for name, one in schema.get("properties", {}).items()}
        # Names of Python's, too: they are unknown fields like any other.
        unknown = st.dictionaries(st.sampled_from(["session_id", "memoryid", "extra"]), ANYTHING, max_size=1)
        others = schema.get("additionalProperties")
        more = st.dictionaries(WORDS, of_schema(others, named), max_size=2) if isinstance(others, dict) else unknown
        required = {name: fields[name] for name in schema.get("required", [])}
        rest = {name: one for name, one in fields.items() if name not in required}
        known = st.fixed_dictionaries(required, optional=rest) | st.fixed_dictionaries({}, optional=fields)
        return st.tuples(more, known).map(lambda both: both[0] | both[1])
    return {
        "string": WORDS,
        "integer": st.integers(-1, 3) | st.just(2.0),
        "number": st.floats(allow_nan=False, allow_infinity=False) | st.integers(0, 9),
        "boolean": st.booleans(),
        "null": st.none(),
    }[kind]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_schema_refuses_what_the_engine_refuses_and_nothing_else(kind: type[Wire]) -> None:
    schema = message_schema(kind)
    validator = Draft202012Validator(schema)
    seen = set()

    @settings(max_examples=60, deadline=None, database=None, derandomize=True)
    @given(found=of_schema(schema, schema.get("$defs", {})))
    def alike(found: Any) -> None:
        if kind is Hello and "\\ud" in json.dumps(found):
            # Halves of characters in an introduction: the engine alone refuses them.
            return
        assert validator.is_valid(found) == taken(kind, found)
        seen.add(validator.is_valid(found))

    alike()
    assert seen == {True, False}


def test_a_name_as_python_writes_it_is_an_unknown_field() -> None:
    asked = {"instance": "1", "scope": {}, "session_id": "monday"}
    with pytest.raises(MessageError, match="sessionId: it is missing"):
        read_message(OfSession, asked)
    assert read_message(OfSession, {**asked, "sessionId": "tuesday"}).session_id == "tuesday"


def taken(kind: type[Wire], found: Any) -> bool:
    """Whether the engine reads a message."""
    try:
        read_message(kind, found)
    except MessageError:
        return False
    return True


def examples(page: str, name: str) -> list[Any]:
    return [
        json.loads(found)
        for found in re.findall(
            rf"<!-- {name} -->\n```json\n(.+?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL
        )
    ]


@pytest.mark.parametrize(("name", "kind"), [("session", Session), ("hello", Hello)])
def test_the_examples_of_the_docs_are_messages(name: str, kind: type[Wire]) -> None:
    found = examples("protocol.md", name)
    assert found
    for one in found:
        Draft202012Validator(message_schema(kind)).validate(one)
        assert taken(kind, one)


def test_the_lines_of_the_docs_are_lines() -> None:
    schema = protocol_schema()
    lines = re.findall("^([→←]) (.+)$", (DOCS / "protocol.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(lines) == 4
    for way, line in lines:
        kind = "stdio.request" if way == "→" else "stdio.response"
        Draft202012Validator({**schema, "$ref": f"#/$defs/{kind}"}).validate(json.loads(line))


def test_a_line_whose_parameters_are_not_those_of_its_operation_is_none() -> None:
    line = {"jsonrpc": "2.0", "id": 1, "method": "search", "params": {"instance": "1"}}
    schema = {**protocol_schema(), "$ref": "#/$defs/stdio.request"}
    with pytest.raises(ValidationError, match="required property"):
        Draft202012Validator(schema).validate(line)


@pytest.mark.parametrize(
    ("options", "told"), [([], "memory conformance protocol, version 1"), (["--openapi"], "paths")]
)
def test_the_command_prints_what_is_shipped_and_loads_no_server(options: list[str], told: str) -> None:
    code = (
        "import sys; sys.modules.update(fastapi=None, uvicorn=None, starlette=None);"
        f"from memory_conformance.cli import main; main(['schema', *{options}])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told in run.stdout
    assert json.loads(run.stdout)
    assert run.stdout.endswith("}\n")


def test_a_memory_keeps_fields_that_nobody_knows() -> None:
    memory = read_message(Memory, {"content": {"parts": []}, "score": 0.5, "custom_metadata": "theirs"})
    assert memory.to_wire() == {"content": {"parts": []}, "score": 0.5, "custom_metadata": "theirs"}


def test_the_snippet_of_the_docs_holds_a_message_against_the_schema() -> None:
    page = (DOCS / "serving.md").read_text(encoding="utf-8")
    [snippet] = re.findall(r"```python\n(.+?)```", page, re.DOTALL)
    wrong = snippet.replace('"content"', '"contents"')
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", "")])
    held = [
        subprocess.run([sys.executable, "-c", code], env={**os.environ, "PATH": path}, capture_output=True, text=True)
        for code in (snippet, wrong)
    ]
    assert held[0].returncode == 0, held[0].stderr
    assert "'content' is a required property" in held[1].stderr
