"""What the two lines of ADK Go have in common, and the derived release with them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from memory_conformance.backend import Backend
from memory_conformance.model import Content, Event, Part, Session
from memory_references import adk_go_1_7, adk_go_2_2, adk_go_2_4

from .talk import Talk


@pytest.fixture(params=[adk_go_1_7.backend, adk_go_2_2.backend, adk_go_2_4.backend], ids=["1.7", "2.2", "2.4"])
def talk(request: pytest.FixtureRequest) -> Talk:
    backend: Callable[[], Backend] = request.param
    return Talk(backend())


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        ("  hello   world  ", "   WORLD  ", True),
        ("a\tb", "a", False),
        ("a\tb", "A\tB", True),
        ("hello\u00a0world", "hello", False),
        ("my trip", "trip\n", False),
        ("\t", "\t", True),
        ("great!", "great", False),
        ("Great!", "GREAT!", True),
        ("built-in flag", "built", False),
        ("room 42", "42", True),
        ("room 421", "42", False),
        ("error_code x", "error", False),
        ("\u0130STANBUL", "istanbul", True),
        ("STRA\u1e9eE", "stra\u00dfe", True),
        ("STRASSE", "stra\u00dfe", False),
        ("\u039f\u0394\u039f\u03a3", "\u03bf\u03b4\u03bf\u03c3", True),
        ("\u039f\u0394\u039f\u03a3", "\u03bf\u03b4\u03bf\u03c2", False),
        ("300 \u212a", "k", True),
        ("cafe\u0301", "caf\u00e9", False),
        ("\uff21\uff22\uff23", "\uff41\uff42\uff43", True),
        ("ABC", "\uff21\uff22\uff23", False),
        ("   ", "   ", False),
        ("anything", "", False),
        ("anything", "    ", False),
    ],
)
def test_a_whole_word_is_found_whatever_its_case(talk: Talk, text: str, query: str, found: bool) -> None:
    talk.remember(text)
    assert talk.ids(query) == (["0"] if found else [])


def test_a_word_is_not_joined_over_parts(talk: Talk) -> None:
    talk.remember(["hel", "lo"], ["alpha", "", "beta"])
    assert talk.ids("hello") == []
    assert talk.ids("alpha") == ["1"] == talk.ids("beta")


def test_an_event_without_a_word_is_not_kept(talk: Talk) -> None:
    call = Part(function_call={"name": "x", "args": {}})
    talk.remember(
        Event(id="none"),
        Event(id="no parts", content=Content()),
        Event(id="empty parts", content=Content(parts=[])),
        Event(id="call", content=Content(parts=[call])),
        Event(id="both", content=Content(parts=[Part(text="x"), call])),
    )
    (memory,) = talk.search("x")
    assert memory.id == "both"
    assert memory.content.parts == [Part(text="x"), call]


def test_thoughts_are_words_too(talk: Talk) -> None:
    talk.remember(Event(id="0", content=Content(parts=[Part(text="secret", thought=True)])))
    assert talk.ids("secret") == ["0"]


def test_equal_events_are_kept_each(talk: Talk) -> None:
    talk.remember(Event(id="0", content=Content(parts=[Part(text="x")])), "x")
    talk.remember("x", session="other")
    assert len(talk.ids("x")) == 3


def test_a_memory_carries_id_author_time_and_metadata(talk: Talk) -> None:
    said = Content(role="user", parts=[Part(text="x")])
    talk.remember(Event(id="e", author="ana", timestamp=12.5, content=said, custom_metadata={"k": "v"}))
    (memory,) = talk.search("x")
    assert (memory.id, memory.author, memory.timestamp, memory.custom_metadata) == ("e", "ana", 12.5, {"k": "v"})


def test_absent_fields_stay_absent(talk: Talk) -> None:
    talk.remember(Event(content=Content(parts=[Part(text="x")])))
    (memory,) = talk.search("x")
    assert (memory.id, memory.author, memory.custom_metadata) == ("", "", None)


def test_content_and_metadata_are_the_events_own_and_the_rest_is_copied(talk: Talk) -> None:
    said = Content(parts=[Part(text="x")])
    event = Event(id="e", author="user", timestamp=1.0, content=said, custom_metadata={"k": "v"})
    talk.remember(event)
    assert event.custom_metadata is not None
    event.custom_metadata["k"] = "w"
    event.id, event.author, event.timestamp, event.content = "f", "other", 2.0, None
    (memory,) = talk.search("x")
    assert memory.content is said
    assert memory.custom_metadata is event.custom_metadata
    assert (memory.id, memory.author, memory.timestamp) == ("e", "user", 1.0)


def test_words_are_those_of_the_moment_of_adding(talk: Talk) -> None:
    talk.remember("hello")
    talk.backend.change_added_event(talk.instance, "0", "changed")
    assert talk.texts("hello") == ["changed"]
    assert talk.texts("changed") == []


def test_a_changed_result_list_changes_nothing_kept(talk: Talk) -> None:
    talk.remember("x")
    talk.search("x")[0].id = "zzz"
    assert talk.ids("x") == ["0"]


def test_the_scope_is_a_pair_of_exact_names(talk: Talk) -> None:
    talk.remember("secret", app="a/b", user="c")
    assert talk.texts("secret", "a/b", "c") == ["secret"]
    for app, user in [("a", "b/c"), ("A/b", "c"), ("a/b", "C"), ("a/b", ""), ("", "c")]:
        assert talk.texts("secret", app, user) == []


def test_empty_names_are_names(talk: Talk) -> None:
    talk.remember("secret", app="", user="")
    assert talk.texts("secret", "", "") == ["secret"]


def test_a_session_belongs_to_its_scope(talk: Talk) -> None:
    talk.remember("hers")
    talk.remember("his", user="ben")
    assert talk.texts("hers his") == ["hers"]


def test_adding_again_replaces(talk: Talk) -> None:
    talk.remember("old note", "second note")
    talk.remember("new note")
    assert talk.texts("note") == ["new note"]
    talk.remember()
    assert talk.texts("note") == []


def test_a_later_event_waits_for_the_next_adding(talk: Talk) -> None:
    session = Session(id="s", events=[Event(id="0", content=Content(parts=[Part(text="first")]))])
    scope = {"app": "shop", "user": "ana"}
    talk.backend.add_session(talk.instance, scope, session)
    session.events.append(Event(id="1", content=Content(parts=[Part(text="second")])))
    assert talk.ids("second") == []
    talk.backend.add_session(talk.instance, scope, session)
    assert talk.ids("second") == ["1"]


def test_two_instances_share_nothing(talk: Talk) -> None:
    talk.remember("x")
    assert Talk(talk.backend).texts("x") == []


def test_a_search_beside_an_adding_sees_the_session_whole(talk: Talk) -> None:
    talk.remember("note a", "note a")
    with ThreadPoolExecutor(4) as threads:
        adds = [threads.submit(talk.remember, f"note {at}", f"note {at}") for at in range(200)]
        found = [threads.submit(talk.texts, "note") for _ in range(200)]
        for add in adds:
            add.result()
        for texts in (search.result() for search in found):
            assert len(texts) == 2
            assert texts[0] == texts[1]
