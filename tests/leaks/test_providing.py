"""What is provided for scenarios: crowds one after the other, of which one may fail."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from leaks.lab_toys import Sound
from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.leaks.providing import Provided, means_for
from memory_conformance.load import loading
from memory_conformance.load.loaded import Way
from memory_conformance.means import Means


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
