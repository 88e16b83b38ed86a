"""Crowds of threads and of tasks on services of this process and over HTTP: right ones are clean, and each wrong one is caught."""

import threading
from collections.abc import Mapping
from typing import Any

import pytest

from load import services
from load.crowds import SEED, USERS, crowded, hanging_up, reached, served
from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.connect.connectable import connect
from memory_conformance.connect.metered import Metered
from memory_conformance.connect.terms import Terms
from memory_conformance.load.judging import Kind
from memory_conformance.load.loaded import Loaded, Phase, Way
from memory_conformance.load.loading import load_leaks
from memory_conformance.model import Hello
from memory_conformance.references import UsageError
from memory_references.eventual import Eventual
from optional.complete_store import CompleteStore, entry

BOTH = pytest.mark.parametrize("way", list(Way))
needs_serve = pytest.mark.requires("serve")


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("name", ["adk-go-1.7", "adk-go-2.2"])
def test_a_port_is_clean_in_threads(name: str, seed: int) -> None:
    loaded = crowded(connect(name), seed=seed)

    assert proved_all(loaded)
    assert loaded.notes == ("no call was cancelled: a thread of this process cannot be",)
    assert loaded.cancelled == 0


def test_a_service_with_every_operation_is_clean_in_threads() -> None:
    loaded = crowded(services.Locked(), rounds=25)

    assert proved_all(loaded)
    assert loaded.paths == ("list_memories", "search")
    assert loaded.calls.keys() == {"add_session", "search", *services.Locked.declares["capabilities"]}


@pytest.mark.requires("adk")
@BOTH
def test_the_real_adk_service_is_clean(way: Way) -> None:
    assert proved_all(crowded(connect("adk-python-2.13"), way))


@BOTH
def test_a_service_with_coroutines_is_clean(way: Way) -> None:
    loaded = crowded(services.Async(), way)

    assert proved_all(loaded)
    assert (loaded.cancelled > 0) == (way is Way.ASYNCIO)


@pytest.mark.parametrize(
    ("service", "kind", "path"),
    [
        (services.Crossed, Kind.LEAK, "search"),
        (services.StoredCrossed, Kind.LEAK, "search"),
        (services.StoredCrossed, Kind.LEAK, "list_memories"),
        (services.ListedCrossed, Kind.LEAK, "list_memories"),
        (services.StoredCrossed, Kind.LOST, "list_memories or search"),
        (services.Overwriting, Kind.LOST, "search"),
        (services.AsyncCrossed, Kind.LEAK, "search"),
    ],
)
def test_what_crosses_only_under_load_is_caught_in_threads(service: type[Any], kind: Kind, path: str) -> None:
    assert path in {one.path for one in crowded(service()).of(kind)}


@pytest.mark.parametrize(
    ("service", "kind", "cuts", "rounds"),
    [
        (services.AsyncCrossed, Kind.LEAK, 0.3, 12),
        (services.AsyncHalf, Kind.HALF, 0.3, 12),
        (services.AsyncUndead, Kind.BACK, 0.0, 30),
    ],
)
def test_what_crosses_only_under_load_is_caught_in_coroutines(
    service: type[Any], kind: Kind, cuts: float, rounds: int
) -> None:
    assert crowded(service(), Way.ASYNCIO, cuts=cuts, rounds=rounds).of(kind)


@pytest.mark.parametrize(
    "service", [services.Crossed, services.StoredCrossed, services.ListedCrossed, services.Overwriting]
)
def test_what_crosses_is_right_when_one_user_is_there_alone(service: type[Any]) -> None:
    """Otherwise it would not be the load that finds it."""
    assert proved_all(crowded(service(), users=1, rounds=40))


def test_a_half_is_found_only_where_calls_are_cancelled() -> None:
    assert proved_all(crowded(services.AsyncHalf(), Way.ASYNCIO, cuts=0.0))


@needs_serve
@BOTH
def test_a_right_service_is_clean_over_http_though_callers_hang_up(way: Way) -> None:
    with served("Locked") as address, reached(address) as connected:
        loaded = crowded(connected, way)

    assert proved_all(loaded)
    assert loaded.cancelled > 0
    assert loaded.undone > 0


@needs_serve
@BOTH
def test_what_crosses_only_under_load_is_caught_over_http(way: Way) -> None:
    with served("Crossed") as address, reached(address) as connected:
        loaded = crowded(connected, way)

    assert {one.path for one in loaded.leaks} == {"search"}


@BOTH
def test_a_server_that_ends_calls_is_clean_where_all_of_a_session_is_stored_at_once(way: Way) -> None:
    with hanging_up("Async") as connected:
        loaded = crowded(connected, way, cuts=0.3)

    assert proved_all(loaded)
    assert loaded.cancelled > 0


@BOTH
def test_a_server_that_ends_calls_in_the_middle_of_a_session_leaves_halves(way: Way) -> None:
    with hanging_up("AsyncHalf") as connected:
        loaded = crowded(connected, way, cuts=0.5)

    assert loaded.halves
    assert not loaded.leaks
    assert not loaded.lost


def test_tasks_leave_in_the_middle_of_a_call_however_many_there_are() -> None:
    """The event loop comes back to each of fifty much later than the service answers."""
    with hanging_up("AsyncHalf", seconds=0.004) as connected:
        loaded = crowded(connected, Way.ASYNCIO, users=50, cuts=0.3)

    assert len(loaded.halves) > 2


class Different(services.Locked):
    """Right, and like no other: no app, whatever somebody has comes back, and what is added again is there twice."""

    declares = {"name": "different", "scope": ["user"], "capabilities": []}  # noqa: RUF012

    def add(self, memory: Any, scope: Mapping[str, str], session: Mapping[str, Any]) -> None:
        memory.setdefault(scope["user"], []).extend(entry(event) for event in session["events"])

    def search(self, memory: Any, scope: Mapping[str, str], query: str) -> list[Any]:
        return list(reversed(memory.get(scope["user"], [])))


class Choosy(services.Locked):
    """Refuses names that are not of small letters and digits."""

    def add(self, memory: Any, scope: Mapping[str, str], session: Mapping[str, Any]) -> None:
        if not scope["user"].isalnum() or not scope["user"].islower():
            raise ValueError(f"{scope['user']} is no name")
        super().add(memory, scope, session)


class Failing(services.Locked):
    """Its search fails for some."""

    def search(self, memory: Any, scope: Mapping[str, str], query: str) -> list[Any]:
        if scope["user"].startswith("User"):
            raise OSError("the index is gone")
        return super().search(memory, scope, query)


class Late(Eventual):
    """What is added is found later; one call at a time."""

    def __init__(self) -> None:
        super().__init__(delay=0.1, bound=0.2)
        self._lock = threading.Lock()

    def add(self, *given: Any) -> None:
        with self._lock:
            super().add(*given)

    def search(self, *given: Any) -> list[Any]:
        with self._lock:
            return super().search(*given)


def test_a_service_that_is_merely_different_is_clean() -> None:
    assert proved_all(crowded(Different()))


def test_a_service_whose_writes_show_later_is_waited_for() -> None:
    assert proved_all(crowded(Late()))


def test_a_service_that_knows_nobody_who_has_nothing_is_clean() -> None:
    loaded = crowded(Unknowing(), rounds=25)

    assert proved_all(loaded)
    assert loaded.calls["delete_user"]


def test_a_name_that_is_refused_is_counted_and_proves_nothing() -> None:
    loaded = crowded(Choosy())

    assert (loaded.findings, loaded.troubles) == ((), ())
    assert loaded.refused > 0
    assert loaded.proved == USERS - loaded.refused > 0


def test_where_one_user_alone_finds_nothing_nothing_is_proved() -> None:
    loaded = crowded(services.Forgetful())

    assert loaded.unproved == "one user alone does not find what it added: of nobody's writes anything is proved"
    assert (loaded.findings, loaded.proved, loaded.paths) == ((), 0, ())


def test_an_error_is_an_error_and_neither_a_leak_nor_a_lost_write() -> None:
    loaded = crowded(Failing())

    (trouble,) = loaded.troubles
    assert (trouble.operation, trouble.code, trouble.speaker) == ("search", "internal", "backend")
    assert trouble.message == "OSError: the index is gone"
    assert not loaded.findings
    assert loaded.proved < USERS
    assert loaded.unproved.startswith("not everybody could look at the end: internal: OSError")


class Unknowing(services.Locked):
    """Right, and says of whoever has nothing that there is no such user."""

    declares = {"name": "unknowing", "capabilities": ["list_memories", "delete_user"]}  # noqa: RUF012

    def search(self, memory: Any, scope: Mapping[str, str], query: str) -> list[Any]:
        self._known(memory, scope)
        return super().search(memory, scope, query)

    def list_memories(self, memory: Any, scope: Mapping[str, str]) -> list[Any]:
        self._known(memory, scope)
        return super().list_memories(memory, scope)

    def _known(self, memory: Any, scope: Mapping[str, str]) -> None:
        if not any(key[:2] == (scope["app"], scope["user"]) for key in memory):
            raise BackendError(ErrorCode.NOT_FOUND, "there is no such user")


class LeakingAndFailing(Failing):
    """Shows everybody's memories to whoever is not failed."""

    def list_memories(self, memory: Any, scope: Mapping[str, str]) -> list[Any]:
        return [one for entries in memory.values() for one in entries]


def test_a_leak_counts_also_where_not_everything_is_proved() -> None:
    loaded = crowded(LeakingAndFailing())

    assert loaded.leaks
    assert loaded.unproved.startswith("not everybody could look at the end")
    assert {kind for kind, _ in loaded.told()} == {"leak"}


def test_when_the_calls_that_may_be_made_are_made_it_ends_and_says_so() -> None:
    loaded = crowded(connect("adk-go-1.7"), terms=Terms(max_calls=100))

    assert loaded.unproved == "not run to its end: the budget of 100 calls is spent"
    assert sum(loaded.calls.values()) <= 100 + USERS


@needs_serve
@BOTH
def test_calls_that_are_left_or_made_past_the_backend_count_too(way: Way) -> None:
    with served("Locked") as address, reached(address) as connected:
        metered = Metered(connected.backend)
        loaded = load_leaks(metered, metered.hello(), prefix="mc-test-", seed=SEED, users=USERS, way=way)

    assert loaded.cancelled > 0
    assert {**loaded.calls, "open": 1, "close": 1} == metered.calls


def test_tasks_end_too_when_the_calls_that_may_be_made_are_made() -> None:
    with hanging_up("Async") as connected:
        loaded = crowded(connected, Way.ASYNCIO, Terms(max_calls=60))

    assert loaded.unproved == "not run to its end: the budget of 60 calls is spent"


def test_nothing_is_deleted_where_that_is_not_wanted() -> None:
    loaded = crowded(services.Locked(), rounds=25, deletes=False)

    assert proved_all(loaded)
    assert not [operation for operation in loaded.calls if operation.startswith("delete")]


def test_others_come_for_as_long_as_it_lasts() -> None:
    loaded = crowded(connect("adk-go-1.7"), users=4, rounds=2, seconds=0.5)

    assert loaded.people > loaded.users == 4
    assert not loaded.findings


def test_whoever_watches_is_told_how_many_are_done() -> None:
    told: list[tuple[Phase, int, int]] = []
    crowded(connect("adk-go-1.7"), tell=lambda *progress: told.append(progress))

    for phase in Phase:
        assert [(done, all) for one, done, all in told if one is phase] == [(n, USERS) for n in range(1, USERS + 1)]


def test_the_seed_repeats_what_is_asked() -> None:
    first, again, other = (crowded(connect("adk-go-1.7"), seed=seed) for seed in (5, 5, 6))

    assert first.calls == again.calls != other.calls


def test_asyncio_is_refused_where_there_is_nothing_for_it_to_do() -> None:
    with pytest.raises(UsageError, match="none of its calls is a coroutine: asyncio has nothing to do, threads have"):
        crowded(connect("adk-go-1.7"), Way.ASYNCIO)


def test_over_lines_threads_take_turns_and_asyncio_is_refused() -> None:
    connected = connect("exec:memory-conformance serve adk-go-1.7 --stdio")
    try:
        loaded = crowded(connected)
        with pytest.raises(UsageError, match="spoken to in lines"):
            crowded(connected, Way.ASYNCIO)
    finally:
        connected.backend.disconnect()

    assert proved_all(loaded)
    assert loaded.notes == ("no call was cancelled: over stdio it has no connection of its own to close",)


def test_the_instance_is_closed_whatever_happens() -> None:
    class Counted(CompleteStore):
        closed = 0

        def close(self, memory: Any) -> None:
            type(self).closed += 1

    crowded(Counted(), users=2)
    with pytest.raises(UsageError):
        crowded(Counted(), Way.ASYNCIO, users=2)
    assert Counted.closed == 2


def test_a_backend_that_opens_nothing_raises_its_error() -> None:
    class Shut(CompleteStore):
        def open(self) -> Any:
            raise OSError("no room")

    with pytest.raises(BackendError, match="no room"):
        crowded(Shut())


def test_what_keeps_nobody_apart_is_not_played() -> None:
    hello = Hello.model_validate({"name": "open house", "scope": [{"name": "app", "crossing": "shared"}]})

    with pytest.raises(UsageError, match="it offers no isolation"):
        crowded(services.Locked(), hello=hello)


def test_the_headline_says_what_was_found_and_how_much_was_proved() -> None:
    clean = crowded(connect("adk-go-1.7"))
    calls = f"{sum(clean.calls.values()):,} calls"
    assert clean.headline() == (
        f"0 leaks; 12 users, 12 at once by threads, {calls}, 0 cancelled, 12 looked at afterwards, seed 7"
    )

    leaking = crowded(services.StoredCrossed())
    assert leaking.headline().startswith(f"{len(leaking.leaks):,} leaks, {len(leaking.lost):,} lost writes; 12 users, ")


def proved_all(loaded: Loaded) -> bool:
    """Whether everybody looked, and nothing was found."""
    assert loaded.findings == ()
    assert loaded.troubles == ()
    assert loaded.unproved == ""
    assert loaded.proved == loaded.people == loaded.users
    return True
