"""The order of Java's map of sessions. All orders here were seen on OpenJDK 17."""

import pytest

from memory_references import adk_java_1_8
from memory_references.adk_java_1_8.hash_map import ConcurrentHashMap, spread

from .talk import Talk


def order(keys: list[str]) -> list[str]:
    java: ConcurrentHashMap[str] = ConcurrentHashMap()
    for key in keys:
        java.put(key, key)
    return java.values()


@pytest.mark.parametrize(
    ("added", "found"),
    [
        ("s1 s2 s3", "s3 s1 s2"),
        ("session1 session2 session3", "session3 session2 session1"),
        ("session-3 session-2 session-1", "session-1 session-2 session-3"),
        ("session-9 session-10 session-11", "session-9 session-11 session-10"),
        ("c b a", "a b c"),
        ("Aa BB", "Aa BB"),
        ("BB Aa", "BB Aa"),
        ("alpha beta gamma delta", "alpha delta beta gamma"),
        ("delta gamma beta alpha", "alpha delta gamma beta"),
    ],
)
def test_sessions_come_in_the_order_of_their_hashes(added: str, found: str) -> None:
    talk = Talk(adk_java_1_8.backend())
    for session in added.split():
        talk.remember(f"x {session}", session=session)
    assert talk.texts("x") == [f"x {session}" for session in found.split()]


def test_a_session_that_comes_again_keeps_its_place() -> None:
    keys = ["sess-a", "sess-b", "sess-c"]
    assert order([*keys, "sess-a"]) == order(keys)


def test_the_hash_is_over_utf16_code_units() -> None:
    assert spread("") == 0
    assert spread("Aa") == spread("BB") == 2112
    assert spread("\U0001f600") == 1772899 ^ (1772899 >> 16)


def test_the_order_changes_when_the_table_grows() -> None:
    added = "s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 s12 s13 s14 s15 s16 s17 s18 s19 s20"
    found = "s3 s4 s5 s6 s7 s8 s9 s20 s11 s10 s13 s12 s15 s14 s17 s16 s19 s18 s1 s2"
    assert order(added.split()) == found.split()


def test_entries_of_one_place_may_turn_round_when_the_table_grows() -> None:
    added = "k18 k29 k90 k140 k151 k162 k173 k174 k177 k180 k183 k184 k186"
    found = "k90 k180 k183 k174 k29 k18 k140 k151 k162 k173 k184 k186 k177"
    assert order(added.split()) == found.split()


def test_the_ninth_key_of_one_hash_makes_room() -> None:
    added = (
        "AaAaAaAa BBAaAaAa AaBBAaAa BBBBAaAa AaAaBBAa BBAaBBAa AaBBBBAa BBBBBBAa AaAaAaBB BBAaAaBB AaBBAaBB BBBBAaBB"
    )
    found = (
        "BBBBAaBB AaBBAaBB AaAaAaAa BBAaAaAa AaBBAaAa BBBBAaAa AaAaBBAa BBAaBBAa AaBBBBAa BBBBBBAa AaAaAaBB BBAaAaBB"
    )
    assert order(added.split()) == found.split()


def test_more_keys_of_one_hash_in_a_large_table_come_before_it() -> None:
    added = (
        "q0 q1 q2 AaAaAaAa BBAaAaAa AaBBAaAa BBBBAaAa AaAaBBAa BBAaBBAa AaBBBBAa BBBBBBAa AaAaAaBB BBAaAaBB "
        "AaBBAaBB BBBBAaBB AaAaBBBB BBAaBBBB AaBBBBBB BBBBBBBB"
    )
    found = (
        "BBBBBBBB AaBBBBBB BBAaBBBB AaAaBBBB BBBBAaBB AaBBAaBB AaAaAaAa BBAaAaAa AaBBAaAa BBBBAaAa AaAaBBAa "
        "BBAaBBAa AaBBBBAa BBBBBBAa AaAaAaBB BBAaAaBB q0 q1 q2"
    )
    assert order(added.split()) == found.split()
