"""Whoever interrupts a lab is told what was found by then, and nobody is asked any more."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from leaks.commanded import command, results
from leaks.keyed import keyless, listening
from leaks.machine_toys import EVERYTHING
from leaks.spied import Forever, LeakingForever
from memory_conformance.model import Scope, Session


class Interrupted(LeakingForever):
    """Somebody interrupts the lab as soon as it adds anything under a name that has ``word`` in it."""

    word = ""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        if self.word in scope["app"]:
            raise KeyboardInterrupt
        super().add_session(instance, scope, session)


class InARule(Interrupted):
    """While the first rule is played."""

    word = "leak-"


class WhileShown(Interrupted):
    """While the first leak is made smaller."""

    word = "shown"


class InAHistory(Interrupted):
    """While histories are played."""

    word = "histories"


class InAHistoryOfASoundOne(Forever):
    """The same, where nothing was found."""

    fields: Mapping[str, Any] = {"capabilities": EVERYTHING, "reset": "none"}

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        if "histories" in scope["app"]:
            raise KeyboardInterrupt
        super().add_session(instance, scope, session)


LAB = ("--cells", "12", "--histories", "5", "--seed", "3", "--report", "report")


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("service", "code"), [("InARule", 3), ("WhileShown", 1), ("InAHistory", 1), ("InAHistoryOfASoundOne", 3)]
)
def test_nobody_else_is_asked_any_more(service: str, code: int) -> None:
    with listening(keyless(Forever())) as server:
        ended = command("leaks", f"python:leaks.test_lab_interrupted:{service}", server.address, *LAB)
        assert not {"add_session", "search"} & server.calls.keys()
    assert ended.code == code
    assert "interrupted before it was its turn" in ended.out


def test_leaks_that_were_found_are_told_where_their_histories_are_not_made_any_more(tmp_path: Path) -> None:
    ended = command("leaks", "python:leaks.test_lab_interrupted:WhileShown", *LAB)
    assert ended.code == 1
    [lab] = results(tmp_path / "report")["leaks"]["labs"]
    assert lab["kinds"]
    assert not [kind for kind in lab["kinds"] if kind["way"] is not None]
    assert lab["searched"] is None
    for told in (lab["kinds"][0]["words"], "interrupted: not every leak has its smallest history"):
        assert told in ended.out
