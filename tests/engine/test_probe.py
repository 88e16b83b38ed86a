"""What is asked of a backend before it is played on costs little, whatever it does."""

from collections.abc import Mapping
from typing import Any

from engine.toys import Store
from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.probe import Found, probe_undeclared
from memory_conformance.protocol.operations import OPERATIONS


def test_nothing_more_is_asked_that_is_not_declared_once_nothing_comes_back() -> None:
    class Silent(Store):
        def ask(self, operation: str, parameters: Mapping[str, Any]) -> Any:
            if operation not in OPERATIONS:
                return super().ask(operation, parameters)
            asked.append(operation)
            raise BackendError(ErrorCode.UNAVAILABLE, "no answer within 10 s", Speaker.HARNESS)

    asked: list[str] = []
    silent = Silent()
    probed = probe_undeclared(silent, silent.hello(), "p-")
    assert [trial.found for trial in probed.trials] == [Found.NO_MESSAGE]
    # What follows is an instance in the place of one that may be lost, and letting it go.
    assert asked == ["add_events", "open", "close"]
