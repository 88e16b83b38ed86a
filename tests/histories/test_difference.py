"""What differs between two answers is told as one kind of difference, the gravest, with what tells it apart from others of its kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from histories.playing import added, searched
from memory_conformance.histories.difference import Difference, Group, Kind, differences
from memory_conformance.histories.history import Answer, Call

DONE, NOTHING = Answer(), Answer(memories=())
IMAGE = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}


def memory(text: str, **fields: Any) -> dict[str, Any]:
    return {"content": {"role": "user", "parts": [{"text": text}]}, **fields}


def found(*texts: str) -> Answer:
    return Answer(memories=tuple(memory(text) for text in texts))


def one(text: str, **fields: Any) -> Answer:
    return Answer(memories=(memory(text, **fields),))


def error(code: str) -> Answer:
    return Answer(error=code)


def told(
    writes: Sequence[Call], query: str, first: Answer, second: Answer, *, ordered: bool = True
) -> list[tuple[Kind, str, int | None]]:
    """What is told of a search after some writes, for which both say that they are done."""
    history = [*writes, searched(query)]
    done = [DONE] * len(writes)
    seen = differences(history, [*done, first], [*done, second], ordered=ordered)
    assert all(difference.at == len(writes) for difference in seen)
    return [(difference.group.kind, difference.group.detail, difference.group.by) for difference in seen]


TEA = [added("tea")]
FIRST, SECOND = 0, 1
Told = tuple[Kind, str, int | None]


def by_word(meeting: str, kind: str, by: int = FIRST) -> Told:
    return Kind.FOUND, f"{meeting} ({kind})", by


TABLE: dict[str, tuple[Sequence[Call], str, Answer, Answer, list[Told]]] = {
    "only the first fails": (TEA, "tea", error("internal"), NOTHING, [(Kind.ERROR, "search, internal", FIRST)]),
    "only the second fails": (TEA, "tea", found("tea"), error("internal"), [(Kind.ERROR, "search, internal", SECOND)]),
    "both fail in other ways": (
        TEA,
        "tea",
        error("internal"),
        error("not_found"),
        [(Kind.ERROR, "search, internal and not_found", None)],
    ),
    "what another user remembers": (
        [added("tea", user="ben")],
        "tea",
        NOTHING,
        found("tea"),
        [(Kind.FOREIGN, "user", SECOND)],
    ),
    "what is remembered in another app": (
        [added("tea", app="bank")],
        "tea",
        found("tea"),
        NOTHING,
        [(Kind.FOREIGN, "app", FIRST)],
    ),
    "what another user of another app remembers": (
        [added("tea", app="bank", user="ben")],
        "tea",
        found("tea"),
        NOTHING,
        [(Kind.FOREIGN, "app and user", FIRST)],
    ),
    "what the nearest of two others remembers": (
        [added("tea", app="bank"), added("tea", app="bank", user="ben")],
        "tea",
        found("tea"),
        NOTHING,
        [(Kind.FOREIGN, "app", FIRST)],
    ),
    "a word": (TEA, "tea", found("tea"), NOTHING, [by_word("a text by a word", "letters")]),
    "a word of digits": ([added("42")], "42", NOTHING, found("42"), [by_word("a text by a word", "digits", SECOND)]),
    "a word in other letters": (
        [added("Tea")],
        "tea",
        found("Tea"),
        NOTHING,
        [by_word("a text by another form of a word", "letters")],
    ),
    "a word beside a sign": (
        [added("(tea)")],
        "tea",
        found("(tea)"),
        NOTHING,
        [by_word("a text by a word beside signs", "letters")],
    ),
    "a piece of a word": (
        [added("喝茶")],
        "茶",
        found("喝茶"),
        NOTHING,
        [by_word("a text by a piece of a word", "letters without case")],
    ),
    "a text that has nothing of the query": (
        TEA,
        "café",
        found("tea"),
        NOTHING,
        [by_word("a text that does not contain the query", "letters beyond ASCII")],
    ),
    "an empty query": (TEA, "", found("tea"), NOTHING, [(Kind.FOUND, "something by an empty query", FIRST)]),
    "white space": (TEA, "\t ", found("tea"), NOTHING, [(Kind.FOUND, "something by white space", FIRST)]),
    "a memory without text": (
        [added({"content": {"role": "user", "parts": [IMAGE]}})],
        "tea",
        Answer(memories=({"content": {"role": "user", "parts": [IMAGE]}},)),
        NOTHING,
        [(Kind.FOUND, "a memory without text", FIRST)],
    ),
    "what a session held before": (
        [added("tea"), added("note")],
        "tea",
        found("tea"),
        NOTHING,
        [(Kind.FOUND, "what a session held before it was added again", FIRST)],
    ),
    "what single events brought is nothing that a session held before": (
        [added("tea", operation="add_events"), added("note")],
        "tea",
        found("tea"),
        NOTHING,
        [by_word("a text by a word", "letters")],
    ),
    "a text that nobody stored": (
        [added(" tea")],
        "tea",
        NOTHING,
        found("tea"),
        [(Kind.ALTERED, "", SECOND)],
    ),
    "ten of twelve": (
        [added(*["tea"] * 12)],
        "tea",
        found(*["tea"] * 10),
        found(*["tea"] * 12),
        [(Kind.FOUND, "more memories at once", SECOND)],
    ),
    "twice": (TEA, "tea", found("tea"), found("tea", "tea"), [(Kind.COPIES, "", SECOND)]),
    "twice after it was added again": (
        [added("tea"), added("tea")],
        "tea",
        found("tea", "tea"),
        found("tea"),
        [(Kind.COPIES, " after its session was added again", FIRST)],
    ),
    "another author": (TEA, "tea", one("tea", author="user"), one("tea", author="agent"), [(Kind.CARRIED, "author", None)]),
    "no id": (TEA, "tea", one("tea", id="e1"), one("tea"), [(Kind.CARRIED, "id", None)]),
    "another time": (TEA, "tea", one("tea", timestamp=1.0), one("tea", timestamp=2.0), [(Kind.CARRIED, "time", None)]),
    "other metadata": (TEA, "tea", one("tea", customMetadata={"a": 1}), one("tea"), [(Kind.CARRIED, "metadata", None)]),
    "other parts": (
        TEA,
        "tea",
        one("tea"),
        Answer(memories=({"content": {"role": "user", "parts": [{"text": "tea"}, IMAGE]}},)),
        [(Kind.CARRIED, "content", None)],
    ),
    "another order": (
        [added("tea", "Tea")],
        "tea",
        found("tea", "Tea"),
        found("Tea", "tea"),
        [(Kind.ORDER, "", None)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", TABLE)
def test_what_differs_is_told_for_what_it_is(case: str) -> None:
    writes, query, first, second, expected = TABLE[case]
    assert told(writes, query, first, second) == expected


@pytest.mark.parametrize("case", TABLE)
def test_whoever_does_it_is_named_where_one_does(case: str) -> None:
    writes, query, first, second, expected = TABLE[case]
    mirrored = [(kind, detail, by if by is None else 1 - by) for kind, detail, by in expected]
    if case != "both fail in other ways":
        assert told(writes, query, second, first) == mirrored
    [(kind, detail, by)] = expected
    words = Group(kind, detail, by).words("ours", "theirs")
    assert ("ours" in words, "theirs" in words) == (by == FIRST, by == SECOND)


@pytest.mark.parametrize("answer", [NOTHING, found("tea"), found("tea", "tea"), one("tea", id="e1"), error("internal")])
def test_equal_answers_do_not_differ(answer: Answer) -> None:
    assert told(TEA, "tea", answer, answer) == []


def test_an_order_counts_only_where_there_is_one() -> None:
    writes = [added("tea", "Tea")]
    assert told(writes, "tea", found("tea", "Tea"), found("Tea", "tea"), ordered=False) == []
    # Which of two memories that say the same comes first is no order that anybody could see.
    alike = one("tea", id="e1").memories or (), one("tea", id="e2").memories or ()
    assert told(TEA, "tea", Answer(memories=alike[0] + alike[1]), Answer(memories=alike[1] + alike[0])) == []


def test_the_graver_difference_hides_what_is_carried_and_the_order() -> None:
    writes = [added("tea", "Tea", "tea time")]
    first = Answer(memories=(memory("tea", id="e1"), memory("Tea", id="e2"), memory("tea time", id="e3")))
    assert told(writes, "tea", first, found("Tea", "tea")) == [by_word("a text by a word", "letters")]
    both = told(writes, "tea", first, found("Tea", "tea", "tea time"))
    assert [kind for kind, *_ in both] == [Kind.CARRIED, Kind.ORDER]


def test_each_way_to_differ_is_told_once_by_the_first_call_that_shows_it() -> None:
    history = [added("tea"), searched("tea"), searched("tea"), searched("")]
    first = [DONE, found("tea"), found("tea"), found("tea")]
    second = [DONE, NOTHING, NOTHING, error("internal")]
    assert differences(history, first, second, ordered=True) == [
        Difference(1, Group(*by_word("a text by a word", "letters"))),
        Difference(3, Group(Kind.ERROR, "search, internal", SECOND)),
    ]


def test_what_was_written_later_explains_nothing() -> None:
    history = [searched("tea"), added("tea", user="ben")]
    seen = differences(history, [found("tea"), DONE], [NOTHING, DONE], ordered=True)
    assert [difference.group.kind for difference in seen] == [Kind.ALTERED]


def test_after_a_write_that_only_one_takes_nothing_more_is_compared() -> None:
    history = [added("tea"), searched("tea")]
    seen = differences(history, [error("internal"), NOTHING], [DONE, found("tea")], ordered=True)
    assert seen == [Difference(0, Group(Kind.ERROR, "add_session, internal", FIRST))]


def test_a_role_is_told_apart_from_the_parts() -> None:
    nobodys = Answer(memories=({"content": {"parts": [{"text": "tea"}]}},))
    assert told(TEA, "tea", found("tea"), nobodys) == [(Kind.CARRIED, "role", None)]
