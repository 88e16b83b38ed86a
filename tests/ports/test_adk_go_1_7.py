"""ADK Go v1.7.0: score, order, ten, and non-ASCII words inside the text. The derived v2.4.0 is the same service."""

from collections.abc import Callable

import pytest

from memory_conformance.backend import Backend
from memory_references import adk_go_1_7, adk_go_2_4

from .talk import Talk


@pytest.fixture(params=[adk_go_1_7.backend, adk_go_2_4.backend], ids=["1.7", "2.4"])
def talk(request: pytest.FixtureRequest) -> Talk:
    backend: Callable[[], Backend] = request.param
    return Talk(backend())


@pytest.mark.parametrize(
    ("texts", "query", "ids"),
    [
        (["a", "a b"], "a A a b", ["1", "0"]),
        (["alpha", ["alpha", "", "beta"]], "alpha beta", ["1", "0"]),
        (["caf\u00e9 caf\u00e9s", "x caf\u00e9s", "x"], "caf\u00e9 x", ["1", "0", "2"]),
        (["\u673a\u5668\u5b66\u4e60", "\u673a\u5668 k"], "\u673a\u5668 \u673a\u5668\u5b66\u4e60 k", ["0", "1"]),
        (["deploy ready", "ready", "deploy status ready", "unrelated"], "deploy status ready", ["2", "0", "1"]),
        (["ready ready ready", "deploy status", "ready deploy"], "READY ready ready deploy status", ["1", "2", "0"]),
        (["caf\u00e9", "deploy ready", "CAF\u00c9 deploy"], "caf\u00e9 deploy ready", ["1", "2", "0"]),
    ],
)
def test_the_score_is_the_number_of_distinct_query_words(
    talk: Talk, texts: list[str], query: str, ids: list[str]
) -> None:
    talk.remember(*texts)
    assert talk.ids(query) == ids


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        ("\u4ee5\u540e\u8bf7\u7528\u6444\u6c0f\u5ea6\u62a5\u544a\u5929\u6c14", "\u6444\u6c0f\u5ea6", True),
        ("\u4ee5\u540e\u8bf7\u7528\u6444\u6c0f\u5ea6\u62a5\u544a\u5929\u6c14", "\u6444\u6c0f\u5ea6?", False),
        ("\u6444\u6c0f\u5ea6", "\u8bf7\u7528\u6444\u6c0f\u5ea6", False),
        ("caf\u00e9s", "caf\u00e9", True),
        ("CAF\u00c9TERIA", "caf\u00e9", True),
        ("\u041c\u041e\u0421\u041a\u0412\u0410", "\u043c\u043e\u0441\u043a", True),
        ("\uc774\ub984\uc740", "\uc774\ub984", True),
        ("somewhat\u2019s up", "what\u2019s", True),
        ("yes\u2014no", "\u2014", True),
        ("nice\U0001f600day", "\U0001f600", True),
        ("\u673a\u5668\u3000\u5b66\u4e60", "\u3000", True),
    ],
)
def test_a_word_with_a_non_ascii_character_is_found_inside_the_text(
    talk: Talk, text: str, query: str, found: bool
) -> None:
    talk.remember(text)
    assert talk.ids(query) == (["0"] if found else [])


def test_an_ascii_word_is_never_found_inside(talk: Talk) -> None:
    talk.remember("Python", "\u7528Python\u673a\u5668\u5b66\u4e60")
    assert talk.ids("thon") == []
    assert talk.ids("python") == ["0"]


def test_one_non_ascii_character_lets_the_whole_word_be_found_inside(talk: Talk) -> None:
    talk.remember("\u7528Python\u673a\u5668\u5b66\u4e60")
    assert talk.ids("THON\u673a") == ["0"]


def test_a_word_is_non_ascii_only_if_it_still_is_when_lowered(talk: Talk) -> None:
    talk.remember("i", "\u0130stanbul", "kilo")
    assert talk.ids("\u0130") == ["0"]
    assert talk.ids("\u212a") == []


def test_nothing_is_found_across_parts_and_everything_in_each(talk: Talk) -> None:
    talk.remember(["\u673a\u5668", "\u5b66\u4e60"], ["hello", "\u6211\u559c\u6b22\u673a\u5668\u5b66\u4e60"])
    assert talk.ids("\u673a\u5668\u5b66\u4e60") == ["1"]
    assert talk.ids("\u5668\u00a0\u5b66") == []


def test_ten_are_cut_after_sorting(talk: Talk) -> None:
    talk.remember(*["work"] * 12, session="many")
    talk.remember("work now", session="best")
    assert talk.texts("work now") == ["work now", *["work"] * 9]
    assert talk.ids("work now") == ["0", *map(str, range(9))]


def test_the_ten_are_of_all_sessions_together(talk: Talk) -> None:
    talk.remember(*[f"work one{at}" for at in range(6)], session="b")
    talk.remember(*[f"work two{at}" for at in range(6)], session="a")
    assert talk.texts("work") == [*(f"work one{at}" for at in range(6)), *(f"work two{at}" for at in range(4))]


def test_a_replaced_session_keeps_its_place(talk: Talk) -> None:
    talk.remember("old note", session="z")
    talk.remember(session="empty")
    talk.remember("last note", session="a")
    talk.remember("replacement note", session="z")
    talk.remember("middle note", session="empty")
    assert talk.texts("note") == ["replacement note", "middle note", "last note"]


def test_an_emptied_session_keeps_its_place(talk: Talk) -> None:
    talk.remember("note one", session="1")
    talk.remember("note two", session="2")
    talk.remember(session="1")
    assert talk.texts("note") == ["note two"]
    talk.remember("note three", session="1")
    assert talk.texts("note") == ["note three", "note two"]


def test_it_introduces_itself() -> None:
    hello = adk_go_1_7.backend().hello()
    assert (hello.name, hello.version, hello.language, hello.claim) == ("adk-go-1.7", "1.7.0", "Go", "adk-go-1.7")


def test_the_derived_release_is_the_same_service_by_another_name() -> None:
    hello = adk_go_2_4.backend().hello()
    assert (hello.name, hello.version, hello.language, hello.claim) == ("adk-go-2.4", "2.4.0", "Go", "adk-go-2.4")
