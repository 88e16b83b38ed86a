"""ADK Go v2.2.0: no rank, no limit, nothing inside the text, no order among sessions."""

import pytest

from memory_references import adk_go_2_2

from .talk import Talk


@pytest.fixture
def talk() -> Talk:
    return Talk(adk_go_2_2.backend())


def test_all_matches_come_back_unranked(talk: Talk) -> None:
    talk.remember(*["work"] * 12, "work now")
    assert talk.ids("work now") == [str(at) for at in range(13)]


def test_no_word_is_found_inside_the_text(talk: Talk) -> None:
    talk.remember("\u4ee5\u540e\u8bf7\u7528\u6444\u6c0f\u5ea6\u62a5\u544a\u5929\u6c14", "caf\u00e9s")
    assert talk.ids("\u6444\u6c0f\u5ea6 caf\u00e9") == []


def test_sessions_come_in_no_order_that_could_be_relied_upon(talk: Talk) -> None:
    for session in "abcd":
        talk.remember(f"note {session}", session=session)
    orders = {tuple(talk.texts("note")) for _ in range(50)}
    assert len(orders) > 1
    assert {tuple(sorted(order)) for order in orders} == {("note a", "note b", "note c", "note d")}


def test_another_instance_gives_another_sequence_of_orders() -> None:
    backend = adk_go_2_2.backend()
    sequences = []
    for _ in range(2):
        talk = Talk(backend)
        for session in "abcdef":
            talk.remember(f"note {session}", session=session)
        sequences.append([talk.texts("note") for _ in range(5)])
    assert sequences[0] != sequences[1]


def test_events_of_a_session_stay_together_and_in_order(talk: Talk) -> None:
    for session in "ab":
        talk.remember(f"{session}1 note", f"{session}2 note", session=session)
    for _ in range(20):
        found = talk.texts("note")
        assert found in (["a1 note", "a2 note", "b1 note", "b2 note"], ["b1 note", "b2 note", "a1 note", "a2 note"])


def test_it_introduces_itself() -> None:
    hello = adk_go_2_2.backend().hello()
    assert (hello.name, hello.version, hello.language) == ("adk-go-2.2", "2.2.0", "Go")
