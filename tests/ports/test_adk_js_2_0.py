"""ADK TypeScript 2.0.0: words of ASCII letters, the joined key, the order of an object, no copies, times."""

import json
import math
import random
import subprocess
from typing import Any

import pytest

from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.model import Content, Event, Part
from memory_references import adk_js_2_0
from memory_references.adk_js_2_0.dates import RangeError, epoch_millis, iso_millis
from memory_references.adk_js_2_0.objects import object_values
from memory_references.adk_js_2_0.service import WHITESPACE

from .talk import Talk

CALL = Part(function_call={"name": "f", "args": {"order": "order"}})
ORDER = "Your order 4521 was shipped, status: OK"


@pytest.fixture
def talk() -> Talk:
    return Talk(adk_js_2_0.backend())


def by_node(expression: str, given: Any = None) -> Any:
    """What a JavaScript expression over ``given`` is worth, in the JavaScript that is here."""
    program = f"const given = JSON.parse(require('fs').readFileSync(0)); console.log(JSON.stringify({expression}))"
    asked = json.dumps(given).encode() + b"\n"
    return json.loads(subprocess.run(["node", "-e", program], input=asked, stdout=subprocess.PIPE, check=True).stdout)


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        (ORDER, "order", True),
        (ORDER, " order", True),
        (ORDER, "ORDER", True),
        (ORDER, "x\torder", True),
        (ORDER, "x\n\x0b\f\rorder", True),
        (ORDER, "x\u00a0order", True),
        (ORDER, "x\u3000order", True),
        (ORDER, "x\u2003order", True),
        (ORDER, "x\ufefforder", True),
        (ORDER, "x\x85order", False),
        (ORDER, "x\x1corder", False),
        (ORDER, "x\u200border", False),
        (ORDER, "x\u180eorder", False),
        (ORDER, "order,", False),
        (ORDER, "status:", False),
        (ORDER, "order-status", False),
        (ORDER, "ship", False),
        (ORDER, "was", True),
        (ORDER, "status of order 4521", True),
        (ORDER, "4521", False),
        (ORDER, "", False),
        (ORDER, "   ", False),
        ("4521", "4521", False),
        ("abc123def", "def", True),
        ("abc123def", "abc123def", False),
        ("I don't know", "t", True),
        ("I don't know", "don't", False),
        ("snake_case", "snake", True),
        ("Meet at the caf\u00e9", "caf", True),
        ("Meet at the caf\u00e9", "caf\u00e9", False),
        ("\u0130stanbul", "stanbul", True),
        ("istanbul", "\u0130stanbul", False),
        ("\u65e5\u672ctokyo", "\u65e5\u672c", False),
        ("\u65e5\u672ctokyo", "tokyo", True),
        ("a\U0001f600b", "b", True),
        ("a\ud83db", "b", True),
        ("a\ud83db", "a\ud83db", False),
        ("kelvin", "\u212aelvin", True),
        ("\u212aelvin", "kelvin", False),
        ("\u212aelvin", "elvin", True),
        ("abc", "\uff41\uff42\uff43", False),
        ("strasse", "stra\u00dfe", False),
        ("s", "\u017f", False),
    ],
)
def test_words_are_ascii_letters_in_events_and_what_stands_between_white_space_in_queries(
    talk: Talk, text: str, query: str, found: bool
) -> None:
    talk.remember(text)
    assert talk.texts(query) == ([text] if found else [])


@pytest.mark.requires("node")
def test_white_space_is_that_of_javascript() -> None:
    characters = "Array.from({length: 0x10000}, (_, code) => String.fromCharCode(code))"
    theirs = by_node(f"{characters}.flatMap((one, code) => one.split(/\\s+/).length > 1 ? [code] : [])")
    assert theirs == [code for code in range(0x110000) if WHITESPACE.fullmatch(chr(code))]


@pytest.mark.requires("node")
def test_python_and_javascript_lower_the_same_characters_into_ascii() -> None:
    # A query word matches only where it is all ASCII once it is lowered.
    into_ascii = "(code) => /[ -~]/.test(String.fromCodePoint(code).toLowerCase())"
    theirs = by_node(f"Array.from({{length: 0x110000}}, (_, code) => code).filter({into_ascii})")
    ours = [code for code in range(0x110000) if any(" " <= one <= "~" for one in chr(code).lower())]
    assert theirs == ours
    assert {code for code in ours if code > 127} == {0x130, 0x212A}


def test_words_are_not_joined_over_parts(talk: Talk) -> None:
    talk.remember(["alpha", "", "beta"], ["al", "pha"])
    assert talk.texts("alpha") == ["alpha beta"] == talk.texts("beta") == talk.texts("alpha beta")


def test_app_and_user_are_one_text_with_a_slash(talk: Talk) -> None:
    talk.remember("secret", app="a/b", user="c")
    assert talk.texts("secret", "a", "b/c") == ["secret"]
    assert talk.texts("secret", "A/b", "c") == []
    talk.remember("other", app="a", user="b/c")
    assert talk.texts("secret other", "a/b", "c") == ["other"]


@pytest.mark.parametrize("session", ["__proto__", "constructor", "toString", "", "\ud83d"])
def test_every_text_is_a_session_id_like_any_other(talk: Talk, session: str) -> None:
    talk.remember("plain", session="monday")
    talk.remember("odd", session=session)
    assert talk.texts("plain odd") == ["plain", "odd"]


def test_adding_again_replaces_in_place_and_may_empty(talk: Talk) -> None:
    talk.remember("old fact", session="a")
    talk.remember("other fact", session="b")
    talk.remember("new fact", session="a")
    assert talk.texts("fact") == ["new fact", "other fact"]
    talk.remember(Event(id="0"), session="a")
    assert talk.texts("fact") == ["other fact"]


def test_sessions_of_whole_numbers_come_first_and_by_number(talk: Talk) -> None:
    for session in ("b", "10", "4294967295", "010", "2", "-1", "4294967294", "\u0662", "a"):
        talk.remember(f"x of {session}", session=session)
    assert [text[5:] for text in talk.texts("x")] == [
        *("2", "10", "4294967294"),
        *("b", "4294967295", "010", "-1", "\u0662", "a"),
    ]


@pytest.mark.requires("node")
def test_the_values_of_an_object_come_in_the_order_of_javascript() -> None:
    choice = random.Random(7)
    odd = ["0", "00", "-0", "1.0", "1e3", "__proto__", "", "4294967294", "4294967295", "4294967296", "9007199254740993"]
    cases = []
    for _ in range(500):
        keys = [
            choice.choice([*odd, *"abc", str(choice.randrange(10**11)), str(choice.randrange(12))]) for _ in range(12)
        ]
        cases.append([[key, at] for at, key in enumerate(keys)])
    put = "(object, [key, value]) => { object[key] = value; return object }"
    theirs = by_node(f"given.map((puts) => Object.values(puts.reduce({put}, Object.create(null))))", cases)
    assert theirs == [object_values(dict(map(tuple, puts))) for puts in cases]


def test_events_without_parts_are_dropped_and_those_without_text_are_never_found(talk: Talk) -> None:
    said = Event(content=Content(parts=[Part(text="hello"), CALL, Part(text=None)]))
    talk.remember(Event(), Event(content=Content()), Event(content=Content(parts=[])), "", said)
    talk.remember(Event(content=Content(parts=[CALL])), session="calls")
    assert talk.texts("hello") == ["hello"]
    assert talk.texts("order") == [] == talk.texts("")


def test_an_event_without_parts_is_not_found_by_those_that_it_is_given_later(talk: Talk) -> None:
    early, late = Event(content=Content(parts=[Part(text="x")])), Event(content=Content(parts=[]))
    talk.remember(early, late)
    late.content = early.content
    assert talk.texts("x") == ["x"]


def test_inner_speech_is_found(talk: Talk) -> None:
    talk.remember(Event(content=Content(parts=[Part(text="secret", thought=True), Part(text="aloud")])))
    assert talk.texts("secret") == ["secret aloud"]


def test_what_is_found_follows_the_event_as_it_is_now(talk: Talk) -> None:
    talk.remember("before")
    talk.backend.change_added_event(talk.instance, "0", "after")
    assert talk.texts("before") == []
    assert talk.texts("after") == ["after"]
    talk.backend.change_result(talk.instance, 0, "later")
    assert talk.texts("later") == ["later"]


def test_an_event_that_lost_its_content_is_passed_over(talk: Talk) -> None:
    event = Event(content=Content(parts=[Part(text="before")]))
    talk.remember(event, "before too")
    event.content = None
    assert talk.texts("before") == ["before too"]


def test_a_memory_carries_the_whole_content_the_author_and_a_time(talk: Talk) -> None:
    said = Content(role="model", parts=[Part(text="x"), Part(text="")])
    talk.remember(Event(id="e", author="", content=said, custom_metadata={"k": "v"}))
    (memory,) = talk.search("x")
    assert memory.content is said
    assert (memory.id, memory.author, memory.timestamp, memory.custom_metadata) == (None, "", 0.0, None)


TIMES = [0.0, -0.0004, 0.0005, -0.0005, 0.49999999999999994e-3, 1.001, 1772442000.25, 1700000000.0004, -62135596800.0]
OUT_OF_RANGE = [1e16, -1e16, 1e300, 8.64e12 + 0.001, -8.64e12 - 0.001, 1e308, math.nan, -math.inf]


@pytest.mark.requires("node")
def test_times_are_kept_as_whole_milliseconds_rounded_as_in_javascript() -> None:
    choice = random.Random(7)
    times = [*TIMES, 8.64e12, -8.64e12, *(choice.uniform(-1e12, 1e12) for _ in range(5000))]
    theirs = by_node("given.map((time) => Date.parse(new Date(Math.round(time * 1000)).toISOString()) / 1000)", times)
    assert theirs == [iso_millis(epoch_millis(time)) / 1000 for time in times]


def test_no_millisecond_is_lost_on_the_way(talk: Talk) -> None:
    for millis in [*range(-3000, 3000), *range(1700000000000, 1700000003000)]:
        assert epoch_millis(millis / 1000) == millis
    talk.remember(Event(timestamp=1.0016, content=Content(parts=[Part(text="x")])))
    assert [memory.timestamp for memory in talk.search("x")] == [1.002]


@pytest.mark.parametrize("seconds", OUT_OF_RANGE)
def test_a_time_out_of_range_fails_the_search_that_finds_it(talk: Talk, seconds: float) -> None:
    talk.remember("x", Event(timestamp=seconds, content=Content(parts=[Part(text="x")])), "y")
    with pytest.raises(BackendError, match=r"^internal: RangeError: Invalid time value$") as raised:
        talk.search("x")
    assert raised.value.code is ErrorCode.INTERNAL
    assert talk.texts("y") == ["y"]


def test_a_date_ends_where_that_of_javascript_does() -> None:
    assert iso_millis(-8.64e15) == -8.64e15
    with pytest.raises(RangeError):
        iso_millis(8.64e15 + 1)


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
    hello = adk_js_2_0.backend().hello()
    assert (hello.name, hello.version, hello.language) == ("adk-js-2.0", "2.0.0", "TypeScript")
