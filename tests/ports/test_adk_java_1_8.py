"""ADK Java 1.8.0: words of ASCII letters, the joined key, parts without text, times."""

import pytest

from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.model import Content, Event, Part
from memory_references import adk_java_1_8
from memory_references.adk_java_1_8.instant import INSTANT_MAX, INSTANT_MIN, epoch_millis

from .talk import Talk

CALL = Part(function_call={"name": "f", "args": {}})


@pytest.fixture
def talk() -> Talk:
    return Talk(adk_java_1_8.backend())


ORDER = "Your order 4521 was shipped, status: OK"


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        (ORDER, "order", True),
        (ORDER, " order", True),
        (ORDER, "ORDER", True),
        (ORDER, "ok", True),
        (ORDER, "x\torder", True),
        (ORDER, "x\n\x0b\f\rorder", True),
        (ORDER, "x\u00a0order", False),
        (ORDER, "x\u3000order", False),
        (ORDER, "x\x85order", False),
        (ORDER, "x\u2003order", False),
        (ORDER, "x\x1corder", False),
        (ORDER, "order,", False),
        (ORDER, "order?", False),
        (ORDER, "status:", False),
        (ORDER, "OK!", False),
        (ORDER, "order-status", False),
        (ORDER, "ship", False),
        (ORDER, "was", True),
        (ORDER, "status of order 4521", True),
        (ORDER, "4521", False),
        (ORDER, "order4521", False),
        (ORDER, "", False),
        (ORDER, "   ", False),
        ("4521", "4521", False),
        ("abc123def", "abc", True),
        ("abc123def", "def", True),
        ("abc123def", "abc123def", False),
        ("I don't know", "don", True),
        ("I don't know", "t", True),
        ("I don't know", "don't", False),
        ("snake_case", "snake", True),
        ("e-mail", "mail", True),
        ("Meet at the caf\u00e9", "caf", True),
        ("Meet at the caf\u00e9", "caf\u00e9", False),
        ("na\u00efve", "ve", True),
        ("na\u00efve", "na\u00efve", False),
        ("\u0130stanbul", "stanbul", True),
        ("\u0130stanbul", "istanbul", False),
        ("istanbul", "\u0130stanbul", False),
        ("\u65e5\u672c tokyo", "\u65e5\u672c", False),
        ("\u65e5\u672c tokyo", "tokyo", True),
        ("kelvin", "\u212aelvin", True),
        ("\u212aelvin", "kelvin", False),
        ("abc", "\uff41\uff42\uff43", False),
    ],
)
def test_words_are_ascii_letters_in_events_and_what_stands_between_ascii_white_space_in_queries(
    talk: Talk, text: str, query: str, found: bool
) -> None:
    talk.remember(text)
    assert talk.texts(query) == ([text] if found else [])


def test_only_two_capitals_beyond_ascii_are_lowered_into_it() -> None:
    into = {code for code in range(128, 0x110000) if any(lowered.isascii() for lowered in chr(code).lower())}
    assert into == {0x130, 0x212A}


def test_words_are_not_joined_over_parts(talk: Talk) -> None:
    talk.remember(["alpha", "beta"], ["al", "pha"])
    assert talk.texts("alpha") == ["alpha beta"] == talk.texts("beta") == talk.texts("alpha beta")


def test_app_and_user_are_one_text_with_a_slash(talk: Talk) -> None:
    talk.remember("secret", app="a/b", user="c")
    assert talk.texts("secret", "a", "b/c") == ["secret"]
    assert talk.texts("secret", "A/b", "c") == []


def test_adding_again_replaces_and_may_empty(talk: Talk) -> None:
    talk.remember("old fact")
    talk.remember("new fact")
    assert talk.texts("fact") == ["new fact"]
    talk.remember(Event(id="0"))
    assert talk.texts("fact") == []


def test_events_without_parts_are_dropped_and_an_empty_text_is_harmless(talk: Talk) -> None:
    talk.remember(Event(), Event(content=Content()), Event(content=Content(parts=[])), "", "hello")
    assert talk.texts("hello") == ["hello"]


def test_a_part_without_text_fails_every_search_of_its_scope(talk: Talk) -> None:
    talk.remember("weather in Seoul", session="a")
    talk.remember(Event(content=Content(parts=[CALL])), session="b")
    for query in ("weather", "", "unrelated"):
        with pytest.raises(BackendError, match="NoSuchElementError: No value present") as raised:
            talk.search(query)
        assert raised.value.code is ErrorCode.INTERNAL
    assert talk.texts("weather", user="ben") == []
    talk.remember(session="b")
    assert talk.texts("weather") == ["weather in Seoul"]


def test_a_call_beside_a_text_fails_just_so(talk: Talk) -> None:
    talk.remember(Event(content=Content(parts=[Part(text="weather"), CALL])))
    with pytest.raises(BackendError, match="No value present"):
        talk.search("weather")


def test_what_is_found_follows_the_event_as_it_is_now(talk: Talk) -> None:
    talk.remember("before")
    talk.backend.change_added_event(talk.instance, "0", "after")
    assert talk.texts("before") == []
    assert talk.texts("after") == ["after"]


def test_an_event_that_lost_its_content_is_passed_over(talk: Talk) -> None:
    event = Event(content=Content(parts=[Part(text="before")]))
    talk.remember(event)
    event.content = None
    assert talk.texts("before") == []


def test_a_memory_carries_the_whole_content_the_author_and_a_time(talk: Talk) -> None:
    said = Content(role="model", parts=[Part(text="x"), Part(text="")])
    talk.remember(Event(id="e", author="", content=said, custom_metadata={"k": "v"}))
    (memory,) = talk.search("x")
    assert memory.content is said
    assert (memory.id, memory.author, memory.timestamp, memory.custom_metadata) == (None, "", 0.0, None)


@pytest.mark.parametrize(
    ("millis", "second"),
    [
        (1700000000000, 1700000000000),  # +55840-11-08T22:13:20Z
        (1700000000123, 1700000000123),  # +55840-11-08T22:15:23Z
        (1759363200000, 1759363200000),  # +57722-01-01T00:00:00Z
        (0, 0),
        (1, 1),  # 1970-01-01T00:00:01Z
        (1000, 1000),  # 1970-01-01T00:16:40Z
        (1001, 1001),
        (-1, -1),  # 1969-12-31T23:59:59Z
    ],
)
def test_milliseconds_come_back_as_seconds(talk: Talk, millis: int, second: int) -> None:
    talk.remember(Event(timestamp=millis / 1000, content=Content(parts=[Part(text="x")])))
    assert [memory.timestamp for memory in talk.search("x")] == [second]


def test_no_millisecond_is_lost_on_the_way() -> None:
    for millis in [*range(-3000, 3000), *range(1700000000000, 1700000003000)]:
        assert epoch_millis(millis / 1000) == millis


@pytest.mark.parametrize("seconds", [1e16, -1e16, 1e300, (INSTANT_MAX + 1000) / 1000, (INSTANT_MIN - 1000) / 1000])
def test_a_time_out_of_range_fails_the_search_that_finds_it(talk: Talk, seconds: float) -> None:
    talk.remember(Event(timestamp=seconds, content=Content(parts=[Part(text="x")])), "y")
    with pytest.raises(BackendError, match="DateTimeError: Instant exceeds minimum or maximum instant"):
        talk.search("x")
    assert talk.texts("y") == ["y"]


def test_there_is_no_rank_and_no_limit(talk: Talk) -> None:
    talk.remember(*["alpha"] * 999, "alpha beta")
    assert talk.texts("alpha beta") == [*["alpha"] * 999, "alpha beta"]


def test_events_of_a_session_come_as_they_stand_not_by_time(talk: Talk) -> None:
    talk.remember(
        Event(timestamp=5, content=Content(parts=[Part(text="x late")])),
        Event(timestamp=1, content=Content(parts=[Part(text="x early")])),
    )
    assert talk.texts("x") == ["x late", "x early"]


def test_it_introduces_itself() -> None:
    hello = adk_java_1_8.backend().hello()
    assert (hello.name, hello.version, hello.language) == ("adk-java-1.8", "1.8.0", "Java")
