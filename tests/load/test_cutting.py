"""A coroutine that is cancelled in the middle, where it waits."""

import asyncio

import pytest

from memory_conformance.worker.calling import Refusal, asked
from memory_conformance.worker.cutting import cut_off


class Work:
    """Waits three times, and keeps what it did."""

    def __init__(self, stubborn: bool = False) -> None:
        self.done: list[str] = []
        self._stubborn = stubborn

    async def work(self) -> str:
        for what in ("one", "two", "three"):
            try:
                await asyncio.sleep(0)
            except asyncio.CancelledError:
                self.done.append("cancelled")
                if not self._stubborn:
                    raise
            self.done.append(what)
        return "all"


@pytest.mark.parametrize(
    ("at", "done"),
    [(1, ["cancelled"]), (2, ["one", "cancelled"]), (3, ["one", "two", "cancelled"])],
)
def test_it_is_cancelled_at_the_wait_that_was_asked_for(at: int, done: list[str]) -> None:
    work = Work()
    with cut_off(at) as cut, pytest.raises(Refusal, match="the call was cancelled"):
        asked(work.work)

    assert work.done == done
    assert (cut.done, cut.waits, cut.awaited) == (True, at, True)


@pytest.mark.parametrize("at", [0, 4])
def test_it_ends_where_it_is_not_to_be_cancelled_or_does_not_wait_so_often(at: int) -> None:
    work = Work()
    with cut_off(at) as cut:
        assert asked(work.work) == "all"

    assert work.done == ["one", "two", "three"]
    assert (cut.done, cut.waits) == (False, 3)


def test_a_service_that_does_not_let_itself_be_cancelled_was_cancelled_all_the_same() -> None:
    work = Work(stubborn=True)
    with cut_off(2) as cut:
        assert asked(work.work) == "all"

    assert work.done == ["one", "cancelled", "two", "three"]
    assert cut.done


def test_what_is_no_coroutine_is_none_and_what_it_raises_is_its_own() -> None:
    with cut_off(1) as cut:
        assert asked(str.upper, "tea") == "TEA"
    assert not cut.awaited

    async def broken() -> None:
        await asyncio.sleep(0)
        raise OSError("no disk")

    with cut_off(2), pytest.raises(Refusal, match="OSError: no disk"):
        asked(broken)


def test_a_service_that_cancels_its_own_work_has_failed_by_itself() -> None:
    async def gives_up() -> None:
        await asyncio.sleep(0)
        raise asyncio.CancelledError

    for at in (0, 2):
        with cut_off(at), pytest.raises(Refusal) as raised:
            asked(gives_up)
        assert (raised.value.code, raised.value.speaker) == ("internal", "backend")


def test_only_what_is_asked_inside_is_cut() -> None:
    with cut_off(1), pytest.raises(Refusal):
        asked(Work().work)

    assert asked(Work().work) == "all"
