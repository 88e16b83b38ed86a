"""What is provided for scenarios: crowds one after the other, of which one may fail."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from leaks.lab_toys import Sound
from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.faulty_line import examining
from memory_conformance.leaks.providing import Provided, means_for
from memory_conformance.load import loading
from memory_conformance.load.loaded import Way
from memory_conformance.means import Means


@pytest.mark.parametrize("fails", [False, True])
def test_scenarios_that_ask_at_the_same_time_are_given_one_play(fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []

    def examine(*_: Any) -> Any:
        time.sleep(0.05)
        played.append("once")
        if fails:
            raise BackendError(ErrorCode.UNAVAILABLE, "no answer")
        return "what came of it"

    monkeypatch.setattr(examining, "examine", examine)
    service = Sound()
    target: Any = SimpleNamespace(backend=service, hello=service.hello(), prefix="mc-", entry=None, remote=False)

    def ask(play: Any) -> str:
        try:
            return str(play())
        except BackendError as error:
            return error.message

    with means_for(target, Provided(faulty_line=True), 1) as means, ThreadPoolExecutor(3) as threads:
        told = list(threads.map(ask, [means[Means.FAULTY_LINE]] * 3))
    assert (played, set(told)) == (["once"], {"no answer" if fails else "what came of it"})


@pytest.mark.parametrize("found", [True, False])
def test_what_one_crowd_found_is_told_though_the_next_could_not_be_played(
    found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = SimpleNamespace(findings=("a leak",) if found else (), unproved=None, told=lambda: [("leak", "a leak")])

    def load(*_: Any, way: Way, **__: Any) -> Any:
        if way is not next(iter(Way)):
            raise BackendError(ErrorCode.UNAVAILABLE, "no more calls may be made")
        return first

    monkeypatch.setattr(loading, "load_leaks", load)
    service = Sound()
    target: Any = SimpleNamespace(backend=service, hello=service.hello(), prefix="mc-", entry=None, remote=False)
    with means_for(target, Provided(load=4), 1) as means:
        play = means[Means.LOAD]
        if not found:
            with pytest.raises(BackendError):
                play()
            return
        several = play()
    assert several.told() == [("leak", "a leak")]
    assert several.unproved == "not played by asyncio: unavailable: no more calls may be made"
