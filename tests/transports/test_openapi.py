"""The HTTP service is what its OpenAPI document says, as a tool finds that knows the document alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from memory_conformance.protocol.errors import STATUS
from memory_conformance.protocol.operations import OPERATIONS
from memory_conformance.protocol.schema import OPENAPI_FILE
from transports.serving import Service, serving

pytestmark = pytest.mark.requires("serve", "schemathesis")

SHIPPED = json.loads(OPENAPI_FILE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with serving("adk-go-2.4") as found:
        yield found


def test_what_is_served_describes_itself_as_the_shipped_document_does(service: Service) -> None:
    assert service.client.get("/openapi.json").json() == SHIPPED


def test_the_document_has_every_operation_and_every_error() -> None:
    assert list(SHIPPED["paths"]) == [f"/v1/{name}" for name in OPERATIONS]
    for path in SHIPPED["paths"].values():
        assert {str(status) for status in STATUS.values()} < path["post"]["responses"].keys()


@pytest.mark.parametrize("mode", ["positive", "negative"])
@pytest.mark.parametrize("operation", OPERATIONS)
def test_whatever_it_is_asked_it_keeps_what_the_document_says(operation: str, mode: str, service: Service) -> None:
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    kept = [
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
    ]
    needed = OPERATIONS[operation].capability
    if needed is None or needed in service.ask("hello")["capabilities"]:
        # What it does not have it answers with 501, as the protocol wants it.
        kept.append(not_a_server_error)
    asked = schemathesis.openapi.from_dict(SHIPPED)[f"/v1/{operation}"]["POST"]
    instance = service.open()

    @settings(
        max_examples=25,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    @given(case=asked.as_strategy(generation_mode=schemathesis.GenerationMode(mode)))
    def keeps(case: Any) -> None:
        case.body = aimed(case.body, instance)
        case.call_and_validate(base_url=service.address, checks=kept)

    keeps()


def aimed(body: Any, instance: str) -> Any:
    """A body that reaches the service: at an instance that is open, with a scope that has its fields."""
    if not isinstance(body, dict):
        return body
    aimed = dict(body)
    if isinstance(body.get("instance"), str):
        aimed["instance"] = instance
    if isinstance(body.get("scope"), dict):
        aimed["scope"] = {"app": "shop", "user": "ana", **body["scope"]}
    return aimed
