"""Backends that belong to somebody else: a budget and a rate are kept to, and a host that says later is waited for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from adopting.folder import Folder
from memory_conformance.backend import Backend, BackendError, ErrorCode, Spent
from memory_conformance.cli import main
from memory_conformance.connect.configuration import read_configuration
from memory_conformance.connect.metered import PATIENCE, Metered
from memory_conformance.connect.terms import Terms
from memory_conformance.evidence import Outcome
from memory_conformance.model import Hello, Memory, Scope, Session
from memory_conformance.play import Play, script
from memory_conformance.specification import read_specification
from memory_conformance.steps.stage import NegativeControl
from transports.counting import counting

WHOSE = {"app": "shop", "user": "ana"}


class Refusing(Backend):
    """Answers the first of its calls with these errors, one each, then does what it is asked."""

    def __init__(self, *errors: BackendError) -> None:
        self.errors = list(errors)
        self.added: list[str] = []
        self.searched = 0

    def hello(self) -> Hello:
        return Hello(name="refusing")

    def open(self, settings: Mapping[str, Any]) -> str:
        self._refuse()
        return "1"

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self._refuse()
        self.added.append(session.id)

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        self._refuse()
        self.searched += 1
        return []

    def _refuse(self) -> None:
        if self.errors:
            raise self.errors.pop(0)


def later(retry_after: float | None = None) -> BackendError:
    return BackendError(ErrorCode.RATE_LIMITED, "later", retry_after=retry_after)


class Slept:
    """A clock that only goes on where somebody sleeps, and how long they slept."""

    def __init__(self) -> None:
        self.now = 100.0
        self.times: list[float] = []

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.times.append(seconds)
        self.now += seconds


def metered(backend: Backend, terms: Terms | None = None) -> tuple[Metered, Slept]:
    slept = Slept()
    return Metered(backend, terms, clock=slept.clock, sleep=slept.sleep), slept


# What is counted.


def test_every_call_counts_but_introductions() -> None:
    backend, slept = metered(Refusing())
    backend.hello()
    instance = backend.open({})
    backend.add_session(instance, WHOSE, Session(id="monday"))
    backend.search(instance, WHOSE, "a")
    backend.ask("search", {"instance": instance, "scope": WHOSE, "query": "b"})
    backend.ask("hello", {"protocol": "1"})
    backend.close(instance)
    assert backend.calls == {"open": 1, "add_session": 1, "search": 2, "close": 1}
    assert slept.times == []


# At most so many calls a second.


def test_calls_are_made_one_after_the_other_at_an_even_rate() -> None:
    backend, slept = metered(Refusing(), Terms(rate_limit=5))
    for _ in range(4):
        backend.search("1", WHOSE, "a")
    assert slept.times == pytest.approx([0.2, 0.2, 0.2])
    slept.now += 10
    backend.search("1", WHOSE, "a")
    assert len(slept.times) == 3


def test_threads_share_the_rate() -> None:
    pauses: list[float] = []
    backend = Metered(Refusing(), Terms(rate_limit=5), clock=lambda: 0.0, sleep=pauses.append)
    threads = [threading.Thread(target=backend.search, args=("1", WHOSE, "a")) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # The first finds nobody before it.
    assert sorted(pauses) == pytest.approx([0.2 * number for number in range(1, 20)])
    assert backend.calls == {"search": 20}


# A host that says later.


def test_a_call_that_was_refused_for_now_is_made_again_when_the_host_says() -> None:
    refusing = Refusing(later(3.0), later(7.5))
    backend, slept = metered(refusing)
    backend.add_session("1", WHOSE, Session(id="monday"))
    assert refusing.added == ["monday"]
    assert slept.times == [3.0, 7.5]
    assert (backend.calls, backend.waited) == ({"add_session": 3}, 10.5)


def test_without_a_time_the_pauses_grow() -> None:
    backend, slept = metered(Refusing(*(later() for _ in range(5))))
    backend.search("1", WHOSE, "a")
    assert slept.times == [0.5, 1, 2, 4, 8]


def test_a_host_that_says_now_is_not_asked_without_a_pause() -> None:
    backend, slept = metered(Refusing(*(later(0.0) for _ in range(4)), *(later(0.001) for _ in range(3))))
    backend.search("1", WHOSE, "a")
    assert min(slept.times) >= 0.1


@pytest.mark.parametrize(("wait", "patience"), [(15.0, PATIENCE), (200.0, 200.0)])
def test_a_call_waits_a_minute_in_all_or_as_long_as_wait_says(wait: float, patience: float) -> None:
    refusing = Refusing(*(later(19.0) for _ in range(50)))
    backend, slept = metered(refusing, Terms(wait=wait))
    with pytest.raises(BackendError, match="rate_limited: later"):
        backend.search("1", WHOSE, "a")
    assert patience - 19 < sum(slept.times) <= patience
    assert refusing.searched == 0


def test_what_is_too_far_off_is_not_waited_for() -> None:
    backend, slept = metered(Refusing(later(3600.0)))
    with pytest.raises(BackendError) as refused:
        backend.search("1", WHOSE, "a")
    assert (refused.value.retry_after, slept.times) == (3600.0, [])


def test_other_errors_are_answers() -> None:
    for code in ErrorCode:
        backend, slept = metered(Refusing(BackendError(code, "no")))
        if code is not ErrorCode.RATE_LIMITED:
            with pytest.raises(BackendError, match=f"{code.value}: no"):
                backend.search("1", WHOSE, "a")
            assert (backend.calls, slept.times) == ({"search": 1}, [])


def test_while_one_call_waits_others_wait_too() -> None:
    refusing = Refusing(later(3.0))
    backend, slept = metered(refusing)
    asked: list[float] = []

    def sleep(seconds: float) -> None:
        slept.sleep(seconds)
        if len(slept.times) == 1:
            slept.now -= seconds
            # Somebody else asks while the first is asleep.
            backend.search("1", WHOSE, "b")
            asked.append(slept.now)

    backend._sleep = sleep
    backend.search("1", WHOSE, "a")
    assert asked == [103.0]


# A budget.


def test_nothing_is_asked_beyond_the_budget() -> None:
    refusing = Refusing()
    backend, _ = metered(refusing, Terms(max_calls=3))
    for _ in range(3):
        backend.search("1", WHOSE, "a")
    for _ in range(2):
        with pytest.raises(Spent, match="the budget of 3 calls is spent"):
            backend.search("1", WHOSE, "a")
    assert (refusing.searched, backend.calls.total()) == (3, 3)


def test_each_open_keeps_a_call_back_for_its_close() -> None:
    backend, _ = metered(Refusing(), Terms(max_calls=4))
    first = backend.open({})
    second = backend.open({})
    with pytest.raises(Spent):
        backend.search(second, WHOSE, "a")
    backend.close(second)
    backend.close(first)
    assert backend.calls == {"open": 2, "close": 2}


def test_an_open_that_fails_keeps_nothing_back() -> None:
    backend, _ = metered(Refusing(BackendError(ErrorCode.UNAVAILABLE, "no")), Terms(max_calls=2))
    with pytest.raises(BackendError):
        backend.open({})
    backend.search("1", WHOSE, "a")
    assert backend.calls == {"open": 1, "search": 1}


def test_closing_when_the_budget_is_spent_raises_nothing_and_asks_nothing() -> None:
    backend, _ = metered(Refusing(), Terms(max_calls=1))
    backend.search("1", WHOSE, "a")
    backend.close("1")
    assert backend.calls == {"search": 1}


def test_what_is_refused_for_now_counts_each_time() -> None:
    backend, _ = metered(Refusing(later(1.0), later(1.0)), Terms(max_calls=2))
    with pytest.raises(Spent):
        backend.search("1", WHOSE, "a")
    assert backend.calls == {"search": 2}


@pytest.mark.parametrize("most", range(2, 8))
def test_a_budget_that_ends_while_a_refusal_is_looked_into_leaves_nothing_judged(most: int) -> None:
    refusing = Refusing()
    refused = BackendError(ErrorCode.INVALID_ARGUMENT, "no such name")
    # The first session is refused, and so is everything that would tell whether it was for its name.
    refusing.add_session = lambda *given: (_ for _ in ()).throw(refused)  # type: ignore[method-assign]
    backend, _ = metered(refusing, Terms(max_calls=most))
    behaviour = read_specification().by_id["SCOPE-001"]
    play = Play(backend, backend.hello(), NegativeControl("nowhere"), "")
    lines = [line for line in script(behaviour) if line.case == 0]
    for line in lines:
        play.perform(line)
    steps = play.end().cases[0].steps
    # Open, add, open again for plain names, add there, close there, close: then it is known that names are not why.
    known = most >= 6
    assert (play.gone is None) == known
    assert {step.outcome for step in steps if step.outcome is not Outcome.LEFT_OUT} == {
        Outcome.FAILED if known else Outcome.CRASHED
    }


def test_a_spent_budget_leaves_rows_that_are_not_run(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    with counting() as server:
        asked = ("run", server.address, "--max-calls", "500", "--claims", "adk-go-1.7", "--report", "report")
        ended = folder.conformance(*asked)
        made = server.calls.total() - server.calls["hello"]
        assert server.opened == set()
    assert ended.code == 3
    assert 490 <= made <= 500
    results = folder.results()
    left = [row["id"] for row in results["results"] if row["marks"] == ["not run"]]
    assert {row["verdict"] for row in results["results"] if row["id"] in left} == {"error"}
    assert len(left) > 200
    lines = ended.out.splitlines()
    can = sum(row["verdict"] != "unsupported" for row in results["results"])
    assert len(left) < can < len(results["results"])
    assert f"not run: {len(left)} of the {can} that can be played, the budget of 500 calls is spent" in lines
    assert f"{results['envelope']['backends'][0]['name']}: {made} calls" in lines
    assert sum(results["envelope"]["backends"][0]["calls"].values()) == made
    # Told once, and not once for each.
    assert ended.out.count("the budget of 500 calls is spent") == 1
    summary = (tmp_path / "report" / "summary.md").read_text()
    assert summary.count("the budget of 500 calls is spent") == 1
    suite = next(iter(ElementTree.parse(tmp_path / "report" / "junit.xml").getroot()))
    assert int(suite.get("errors", "")) == len(left)
    # What was not run is played the next time, and only that.
    again = folder.conformance("run", "adk-go-1.7", "--last-failed", "--report", "again")
    assert (again.code, set(folder.rows("again"))) == (0, set(left))


def test_what_was_found_outranks_a_spent_budget(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    asked = ("--max-calls", "500", "--claims", "adk-java-1.8", "--only", "finding")
    assert folder.conformance("run", "adk-go-1.7", *asked).code == 1


def test_a_budget_that_is_too_small_to_begin_with_is_one_line(tmp_path: Path) -> None:
    ended = Folder(tmp_path).conformance("run", "adk-go-1.7", "--max-calls", "1")
    assert ended.code == 3
    assert "not played: adk-go-1.7: unavailable: the budget of 1 call is spent" in ended.out


def test_a_host_that_says_later_in_mid_run_changes_nothing_but_the_time(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    only = ("--only", "SCOPE-* or CASE-*", "--claims", "adk-go-1.7")

    def sometimes(operation: str, before: int) -> dict[str, Any] | None:
        return {"message": "later", "retryAfter": 0.1} if before % 40 == 39 else None

    with counting(refuse=sometimes) as server:
        ended = folder.conformance("run", server.address, *only, "--report", "refused")
        refused = server.calls - server.done
    assert ended.code == 0
    assert refused.total() >= 5
    assert f"{server.calls.total() - server.calls['hello']:,} calls" in ended.out
    assert f", {0.1 * refused.total():.1f} s of waiting since it said rate_limited" in ended.out
    assert folder.conformance("run", "adk-go-1.7", *only, "--report", "plain").code == 0
    verdicts = [{id: row["verdict"] for id, row in folder.rows(one).items()} for one in ("refused", "plain")]
    assert verdicts[0] == verdicts[1]


# The terms as they are named.


@pytest.mark.parametrize(
    ("option", "value", "of"),
    [
        ("--max-calls", "7", lambda terms: terms.max_calls),
        ("--rate-limit", "2.5", lambda terms: terms.rate_limit),
        ("--timeout", "3", lambda terms: terms.timeout),
        ("--wait", "90", lambda terms: terms.wait),
    ],
)
def test_terms_reach_the_backend(option: str, value: str, of: Callable[[Terms], float]) -> None:
    given = {option.removeprefix("--").replace("-", "_"): float(value)}
    assert of(read_configuration(given=given).entry("http://localhost:1").terms) == float(value)


@pytest.mark.parametrize(
    "option", ["--max-calls=0", "--rate-limit=0", "--rate-limit=inf", "--timeout=nan", "--wait=-1"]
)
def test_terms_that_are_none_are_refused(option: str) -> None:
    ended = CliRunner().invoke(main, ["run", "adk-go-1.7", option])
    assert (ended.exit_code, option.partition("=")[0] in ended.output) == (2, True)
