"""What is written, and in which scopes."""

from __future__ import annotations

import pytest

from memory_conformance.faulty_line.plot import Plot, Size, scopes_of
from memory_conformance.model import Crossing as Border
from memory_conformance.model import Hello, Reset, ScopeField


def test_the_same_seed_writes_the_same() -> None:
    hello = Hello(name="x")
    one, same, other = (Plot(hello, "", seed, Size()) for seed in (4, 4, 5))
    assert [one.acts(owner) for owner in range(4)] == [same.acts(owner) for owner in range(4)]
    assert one.acts(0) != other.acts(0)
    days = [session.id for session in one.sessions(0)]
    assert sorted({session.id for session, _ in one.acts(0)}) == sorted(days)
    assert list(dict.fromkeys(session.id for session, _ in one.acts(0))) != days


@pytest.mark.parametrize(
    ("fields", "reset", "scopes"),
    [
        (
            [("app", False), ("user", False)],
            Reset.INSTANCE,
            ["shop/user1", "shop/user10", "shop/user100", "travel/user1"],
        ),
        (
            [("app", False), ("user", False)],
            Reset.NONE,
            ["mc-shop/user1", "mc-shop/user10", "mc-shop/user100", "mc-travel/user1"],
        ),
        ([("app", True), ("user", False)], Reset.INSTANCE, ["shop/user1", "shop/user10", "shop/user100", "shop/user"]),
        ([("app", False), ("user", True)], Reset.INSTANCE, ["user1/main", "user10/main", "user100/main", "user/main"]),
        ([("user", False)], Reset.NONE, ["mc-user1", "mc-user10", "mc-user100", "mc-user"]),
        ([("tenant", True)], Reset.NONE, ["mc-main"]),
        ([], Reset.NONE, [""]),
    ],
)
def test_scopes_differ_where_there_is_a_border(fields: list[tuple[str, bool]], reset: Reset, scopes: list[str]) -> None:
    declared = [ScopeField(name=name, crossing=Border.SHARED if shared else Border.LEAK) for name, shared in fields]
    found = scopes_of(Hello(name="x", scope=declared, reset=reset), "mc-")
    assert ["/".join(scope.values()) for scope in found] == scopes
