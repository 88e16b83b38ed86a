"""What the page on the protocol says of the specification, and of messages, is so."""

from __future__ import annotations

import json
import re

import pytest

from adopting.samples import ROOT
from memory_conformance.backend import Backend, BackendError, Speaker
from memory_conformance.connect.connectable import connect
from memory_conformance.model import Hello
from memory_conformance.protocol.reading import MessageError, read_message
from memory_conformance.references import references
from memory_conformance.specification import Kind, read_specification

PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_claims_and_answers_by_example_are_there() -> None:
    (claim, answers), *_ = re.findall(r'"claim": "([^"]+)", "answers": (\{[^}]*\})', PROTOCOL)
    assert references().claim(claim)
    for id, title in json.loads(answers).items():
        said = {answer.title: answer for answer in read_specification().by_id[id].answers}
        # It differs from the claim, or it would say nothing.
        assert claim not in said[title].references
        assert f"memory-conformance explain {id}" in PROTOCOL


def test_what_is_required_of_adding_and_what_is_only_asked() -> None:
    (adding,) = re.findall(r"^- \*\*Adding\.\*\* (.*?)^- ", PROTOCOL, re.DOTALL | re.MULTILINE)
    kinds = {id: read_specification().by_id[id].kind for id in re.findall(r"`([A-Z]+-\d+)`", adding)}
    assert kinds == {
        "AGAIN-001": Kind.REQUIREMENT,
        "AGAIN-007": Kind.QUESTION,
        "DELTA-001": Kind.REQUIREMENT,
        "DELTA-002": Kind.REQUIREMENT,
    }
    assert re.search(r"only asked \(`AGAIN-007`\)", adding)


def test_an_unknown_capability_is_refused_and_an_unknown_field_is_not() -> None:
    assert "One that there is not is refused" in PROTOCOL
    assert "an unknown *field* never is" in PROTOCOL
    with pytest.raises(MessageError, match=r"^capabilities\.0: .*, not .delete_sesion"):
        read_message(Hello, {"name": "x", "capabilities": ["delete_sesion"]})
    assert read_message(Hello, {"name": "x", "delete_sesion": True}).name == "x"


def test_an_instance_that_nobody_opened_is_not_found_of_the_harness() -> None:
    assert re.search(r"One that\s+nobody opened is `not_found`, of the harness", PROTOCOL)
    backend: Backend = connect("adk-go-1.7").backend
    with pytest.raises(BackendError) as told:
        backend.search("none", {"app": "shop", "user": "ana"}, "tea")
    assert (told.value.code, told.value.speaker) == ("not_found", Speaker.HARNESS)
