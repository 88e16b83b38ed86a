"""How values are written in sentences and what they mean."""

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_conformance.sentence import (
    AnError,
    Sentence,
    SentenceError,
    Speech,
    json_object,
    optional,
    quote,
    seconds,
    texts,
    unquote,
    unquote_cell,
)
from memory_conformance.steps import defining, vocabulary
from memory_conformance.steps.vocabulary import NoSentence, read, sentences

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
"""Any string that can be encoded."""


@given(TEXT)
def test_what_is_quoted_means_what_it_was(text: str) -> None:
    assert unquote(quote(text)) == text


@given(TEXT)
def test_what_is_quoted_shows_every_character(text: str) -> None:
    assert quote(text).isprintable()


@given(TEXT)
def test_a_quoted_cell_means_what_it_was(text: str) -> None:
    assert unquote_cell(quote(text)) == text


@given(TEXT.filter(lambda text: not re.fullmatch(r'".*"', text, re.DOTALL)))
def test_a_cell_needs_no_quotes(text: str) -> None:
    assert unquote_cell(text.replace("\\", "\\u005c")) == text


@given(st.lists(TEXT, min_size=1).map(tuple))
def test_texts_are_told_apart_whatever_stands_in_them(several: tuple[str, ...]) -> None:
    assert texts(", ".join(quote(text) for text in several)) == several


@given(TEXT)
def test_a_value_ends_with_its_quotes(text: str) -> None:
    one = Sentence("{user} says {text}", Speech.ACT, print)

    assert one.read(f"{quote(text)} says {quote('x')}") == {"user": text, "text": "x"}


def test_an_escape_that_json_does_not_know_is_no_value() -> None:
    with pytest.raises(SentenceError, match=r"a backslash is written \\u005c"):
        unquote(r'"a\d"')


def test_nothing_and_an_error_stand_where_texts_could() -> None:
    assert texts("nothing") == ()
    assert texts("an error") == AnError()
    assert texts('"nothing"') == ("nothing",)


def test_absent_is_no_text() -> None:
    assert optional("absent") is None
    assert optional('"absent"') == "absent"
    assert optional('""') == ""


@pytest.mark.parametrize(
    ("written", "instant"),
    [
        ("1970-01-01T00:00:00Z", 0.0),
        ("1970-01-01T02:00:00+02:00", 0.0),
        ("2026-03-05T09:30:00.250Z", 1772703000.25),
        ("+58144-08-31T17:20:00Z", 1772701262400.0),
        ("+10000-01-01T00:00:00Z", 253402300800.0),
    ],
)
def test_a_time_is_seconds_since_1970(written: str, instant: float) -> None:
    assert seconds(written) == instant


@given(st.datetimes(timezones=st.just(UTC)).map(lambda time: time.replace(microsecond=0)))
def test_a_year_with_a_sign_is_that_year(time: datetime) -> None:
    assert seconds(f"+{time:%Y-%m-%dT%H:%M:%SZ}".replace(f"+{time:%Y}", f"+{time.year:04}")) == time.timestamp()


@given(st.integers(min_value=1, max_value=5_000))
def test_the_calendar_repeats_itself_every_400_years(cycles: int) -> None:
    later = seconds(f"+{2026 + 400 * cycles}-03-05T09:30:00Z")

    assert later - seconds("2026-03-05T09:30:00Z") == cycles * 146_097 * 86_400


@pytest.mark.parametrize("written", ["2026-03-05T09:30:00", "yesterday", "", "+12026-13-01T00:00:00Z"])
def test_a_time_that_means_nothing_is_told(written: str) -> None:
    with pytest.raises(SentenceError, match=re.escape(repr(written))):
        seconds(written)


@pytest.mark.parametrize("written", ["[]", "topic", '{"topic": travel}', ""])
def test_metadata_that_is_no_object_is_told(written: str) -> None:
    with pytest.raises(SentenceError, match="is no JSON object"):
        json_object(written)


def test_a_sentence_under_given_is_a_control_and_under_then_a_demand() -> None:
    text = '"ana" of app "shop" finds it by "key"'

    assert read("given", text).sentence.speech is Speech.CONTROL
    assert read("then", text).sentence.speech is Speech.ASSERTED


def test_a_sentence_is_read_under_its_own_keywords_alone() -> None:
    with pytest.raises(NoSentence, match="no sentence under Then reads"):
        read("then", '"ana" of app "shop" remembers "a key"')


@pytest.mark.parametrize("text", ['ana of app "shop" remembers "a key"', '"ana" of app "shop" remembers "a key".', ""])
def test_a_sentence_is_read_letter_by_letter(text: str) -> None:
    with pytest.raises(NoSentence):
        read("given", text)


def test_a_step_that_can_be_read_in_two_ways_is_read_in_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    twin = Sentence("{user} of app {app} remembers {something}", Speech.ACT, print)
    both = (*sentences(), twin)
    monkeypatch.setattr(vocabulary, "sentences", lambda: both)

    with pytest.raises(NoSentence, match="can be read in 2 ways"):
        read("given", '"ana" of app "shop" remembers "what can be read in two ways"')


def test_an_async_function_is_no_sentence() -> None:
    async def waits(stage: object) -> None: ...

    before = sentences()
    with pytest.raises(SentenceError, match="waits is async: it would never run"):
        defining.sentence("it waits", Speech.ACT)(waits)
    assert sentences() == before


def test_an_async_generator_is_no_sentence() -> None:
    async def waits(stage: object) -> object:
        yield stage

    with pytest.raises(SentenceError, match="waits is async"):
        defining.sentence("it waits", Speech.ACT)(waits)
