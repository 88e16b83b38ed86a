"""Two runs at once on one service do not disturb each other, whether it can be had empty or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from transports.at_work import Work, calls_at, over_http

PLAYED = "scope or forgetting or AGAIN-005 or AGAIN-014"


@pytest.mark.parametrize("kind", ["", "shared"])
def test_two_runs_at_once_give_the_verdicts_of_one(kind: str, tmp_path: Path) -> None:
    def run(name: str, place: str) -> Work:
        (tmp_path / name).mkdir()
        options = ("--only", PLAYED, "--seed", "7", "--report", "report")
        return Work(tmp_path / name, "run", f"{address}/{place}", *options)

    with over_http() as address:
        alone = run("alone", kind or "sound").ended()
        together = f"{kind}_together" if kind else "together"
        both = [run(name, f"{together}/open/9999") for name in ("one", "other")]
        for one in both:
            assert one.ended().code == alone.code == 0, one.out
            assert [(row["verdict"], row["reason"]) for row in one.rows().values()] == [
                (row["verdict"], row["reason"]) for row in alone.rows().values()
            ]
        calls = calls_at(f"{address}/{together}/open/9999")
    assert len(alone.verdicts()) > 40
    if kind:
        # They have the same seed, and yet names of their own; and neither was done before the other began.
        named = [asked["scope"]["app"][: len("mc-") + 12] for operation, asked in calls if operation == "add_session"]
        one, other = dict.fromkeys(named)
        assert named.index(other) < len(named) - 1 - named[::-1].index(one)


def test_of_two_runs_at_once_one_may_break_off(tmp_path: Path) -> None:
    with over_http() as address:
        for name in ("one", "other"):
            (tmp_path / name).mkdir()
        place = f"{address}/shared_together/open/9999"
        options = ("--only", PLAYED, "--report", "report")
        one = Work(tmp_path / "one", "run", place, *options)
        other = Work(tmp_path / "other", "run", place, *options)
        one.until(lambda: len(calls_at(place)) > 40)
        one.kill()
        assert other.ended().code == 0, other.out
        assert set(other.verdicts().values()) <= {"pass", "unsupported"}
