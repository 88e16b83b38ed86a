"""What a backend says of itself is looked at before it is played on; what cannot be so is one line."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.toys import Store
from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.connect.connectable import Connected
from memory_conformance.model import Hello
from memory_conformance.protocol.errors import from_rpc
from memory_conformance.specification import read_specification
from memory_conformance.target import target_objects


class Introduced(Store):
    """A store with an introduction of its own."""

    def __init__(self, **said: Any) -> None:
        super().__init__()
        self._said = Hello.model_validate({"name": "odd", **said})

    def hello(self) -> Hello:
        return self._said


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"scope": [{"name": "user"}, {"name": "user"}]}, "odd: its scope is 'user', 'user', where 'user' stands there twice"),
        ({"scope": [{"name": ""}]}, "odd: its scope is '', where '' is no name"),
        ({"scope": [{"name": "a\nb"}]}, r"odd: its scope is 'a\nb', where 'a\nb' is no name"),
        ({"bounds": {"write": 1e10}}, "odd: the bound 'write' is 1e+10; it is a number of seconds, from 0 to 86,400"),
        ({"bounds": {"forget": float("nan")}}, "odd: the bound 'forget' is nan; it is a number of seconds, from 0 to 86,400"),
    ],
)  # fmt: skip
def test_an_introduction_that_cannot_be_is_told_in_one_line(said: Mapping[str, Any], told: str) -> None:
    odd = Introduced(**said)
    targets = target_objects([("odd", lambda: Connected("odd", odd))], 0, read_specification())
    assert targets.ready == []
    assert str(targets.failed["odd"]) == told


def test_to_come_again_in_less_than_no_time_is_to_come_again_at_once() -> None:
    error = from_rpc({"code": -32000, "message": "busy", "data": {"code": "rate_limited", "retryAfter": -5}})
    assert isinstance(error, BackendError)
    assert (error.code, error.retry_after) == (ErrorCode.RATE_LIMITED, 0.0)
