"""A harness that fails in the middle of a comparison: the reason is told, what was found by then is kept, and it is no success."""

from __future__ import annotations

import sys

import pytest

from adopting.folder import Ended, Folder
from histories.playing import added, compared, searched
from histories.services import Sound
from memory_conformance.backend import BackendError, ErrorCode, Gone, Speaker
from memory_conformance.histories.history import play
from memory_conformance.model import Memory, Scope

HARNESS = """
import json, os, sys, time

KIND, LEFT = sys.argv[1], int(sys.argv[2])
memory, number = {{}}, 0

def answer(operation, asked):
    global LEFT, number
    if operation == "hello":
        return {{"name": "frail", "version": "1", "protocol": "1"}}
    if operation == "open":
        number += 1
        memory[str(number)] = {{}}
        return {{"instance": str(number)}}
    if operation in ("close", "add_session"):
        if operation == "add_session":
            key = json.dumps(asked["scope"])
            memory[asked["instance"]].setdefault(key, {{}})[asked["session"]["id"]] = asked["session"]["events"]
        return {{}}
    LEFT -= 1
    if LEFT < 0:
        if KIND == "ends":
            os._exit(7)
        if KIND == "hangs":
            time.sleep(1000)
        return {{"memories": [{{"text": "tea"}}]}}
    wanted = set(asked["query"].lower().split())
    events = [one for events in memory[asked["instance"]].get(json.dumps(asked["scope"]), {{}}).values() for one in events]
    found = []
    for event in events:
        parts = (event.get("content") or {{}}).get("parts") or []
        said = " ".join(part["text"] for part in parts if part.get("text"))
        if wanted & set(said.{fold}().split()):
            found.append({{"content": event["content"], "author": event["author"], "timestamp": event["timestamp"]}})
    return {{"memories": found}}

for line in sys.stdin:
    message = json.loads(line)
    result = answer(message["method"], message.get("params") or {{}})
    print(json.dumps({{"jsonrpc": "2.0", "id": message["id"], "result": result}}), flush=True)
"""
"""As sound as ``plain``, as long as it is asked no more than so often for what it remembers."""

REASONS = {
    "ends": "the harness ended with exit code 7",
    "hangs": "no answer within 1 s",
    "talks": "content: it is missing",
}


def ended(folder: Folder, kind: str, left: int, *, fold: str = "lower") -> Ended:
    folder.write("frail.py", HARNESS.format(fold=fold))
    frail = f"exec:{sys.executable} frail.py {kind} {left}"
    further = ("--histories", "100", "--seed", "1", "--only", "SCOPE-001", "--timeout", "1", "--report", "report")
    return folder.conformance("compare", "python:plain", frail, *further)


@pytest.mark.parametrize("kind", REASONS)
def test_a_harness_that_fails_is_told_with_its_reason(kind: str, folder: Folder) -> None:
    found = ended(folder, kind, 40)
    assert found.code == 3
    assert f"not all histories were played: frail: {told(kind)}" in " ".join(found.out.split())
    assert "not compared to the end" in found.out
    histories = folder.results()["compared"]["histories"]
    assert 0 < histories["played"] < histories["asked"] == 100
    assert (histories["differing"], histories["found"]) == (0, [])
    assert REASONS[kind] in histories["problem"]
    assert REASONS[kind] in (folder.path / "report" / "summary.md").read_text(encoding="utf-8")
    assert folder.conformance("report", "report").code == 3


def told(kind: str) -> str:
    """How the reason begins: the error, and what was asked."""
    return "internal: search" if kind == "talks" else "unavailable: search"


def test_what_was_found_by_then_is_kept(folder: Folder) -> None:
    found = ended(folder, "ends", 60, fold="title")
    assert found.code == 1
    assert REASONS["ends"] in found.out
    histories = folder.results()["compared"]["histories"]
    assert histories["found"]
    assert histories["differing"] > 0
    assert histories["problem"]


class Failing(Sound):
    """Gives up at the thirtieth search; nothing can be repeated after that, and before that all is sound."""

    def __init__(self, error: BackendError) -> None:
        super().__init__()
        self._left = 30
        self._error = error

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        self._left -= 1
        if self._left == 0:
            raise self._error
        return super().search(instance, scope, query)


@pytest.mark.parametrize(
    "error",
    [
        BackendError(ErrorCode.UNAVAILABLE, "connection refused", Speaker.HARNESS),
        Gone("it does not answer any more"),
        BackendError(ErrorCode.INTERNAL, "KeyError: 'memories'", Speaker.HARNESS),
    ],
    ids=["once", "for good", "internal"],
)
def test_a_failure_that_does_not_come_again_ends_it_all_the_same(error: BackendError) -> None:
    found = compared(Sound(), Failing(error))
    assert error.message in (found.problem or "")
    assert 0 < found.played < 30
    assert (found.differing, found.examples) == (0, [])


def test_an_error_of_the_service_ends_nothing() -> None:
    found = compared(Sound(), Failing(BackendError(ErrorCode.UNAVAILABLE, "the index is being built")))
    assert (found.problem, found.played) == (None, 200)
    # It did not come again when it was asked again.
    assert found.unsteady == {1}


def test_an_answer_counts_without_what_says_nothing() -> None:
    class Wordy(Sound):
        """Says what there is to say, and what there is not."""

        def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
            content = {"role": None, "parts": [{"text": "tea", "thought": False}, {"text": ""}]}
            said = {"content": content, "id": "", "author": None, "timestamp": 1767225600.1234, "customMetadata": {}}
            return [Memory.model_validate(said)]

    _, answer = play([added("tea"), searched("tea")], Wordy())
    assert answer.memories == ({"content": {"parts": [{"text": "tea"}, {}]}, "timestamp": 1767225600.123},)
