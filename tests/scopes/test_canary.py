"""A canary is known again wherever it comes back, and nothing else is taken for one."""

from __future__ import annotations

import html
import json
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_conformance.model import Content, Memory, Part
from memory_conformance.scopes.canary import QUERY, Canaries

OURS = Canaries("ours")
numbers = st.integers(0, 999_999)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
AROUND = {
    "as it is": "{}",
    "in capitals": "{upper}",
    "as a title": "{title}",
    "in quotes": '"{}"',
    "in HTML": "&lt;b&gt;{}&lt;/b&gt;&amp;<i>{}</i>",
    "after an escaped line feed": "\\n{}\\n",
    "after an escaped slash": "%2f{}%0A",
    "in one word with letters": "the{}s",
    "in one word with another script": "邻居{}的钥匙",
    "in an identifier": "memory_{}_1",
}


def memory(text: str, **fields: object) -> Memory:
    return Memory.model_validate({"content": {"parts": [{"text": text}]}, **fields})


@given(numbers)
@pytest.mark.parametrize("way", AROUND.values(), ids=AROUND)
def test_a_number_is_found_again_in_whatever_stands_around_it(way: str, number: int) -> None:
    name = OURS.name(number)
    text = way.replace("{}", name).format(upper=name.upper(), title=name.title())
    assert set(OURS.in_text(text)) == {number}


@given(numbers, texts, texts)
def test_a_number_is_found_again_in_any_text(number: int, before: str, after: str) -> None:
    assert number in OURS.in_text(f"{before} {OURS.text(number)} {after}")


@given(numbers, texts, texts)
def test_a_number_is_found_again_after_any_usual_escaping(number: int, before: str, after: str) -> None:
    text = f"{before}{OURS.text(number)}\n{OURS.name(number)}{after}"
    for escaped in (json.dumps(text), json.dumps(json.dumps(text)), html.escape(text), quote(text)):
        assert number in OURS.in_text(escaped)


def test_each_is_found_as_often_as_it_stands_there() -> None:
    text = f"{OURS.text(3)}; {OURS.text(5)}; {OURS.name(3)}{OURS.name(4)}"
    assert list(OURS.in_text(text)) == [3, 5, 3, 4]


def test_a_hundred_thousand_are_a_hundred_thousand_and_each_is_found_again() -> None:
    names = [OURS.name(number) for number in range(100_000)]
    assert len(set(names)) == 100_000
    assert list(OURS.in_text(" ".join(names))) == list(range(100_000))


def test_those_of_another_run_are_none_of_ours() -> None:
    others = [Canaries(f"run {number}") for number in range(20)]
    text = " ".join(one.text(number) for one in others for number in range(1_000))
    assert list(OURS.in_text(text)) == []
    assert len({one.name(0) for one in [OURS, *others]}) == 21


def test_those_of_a_run_are_the_same_for_everybody() -> None:
    assert list(Canaries("ours").in_text(OURS.text(77))) == [77]


def test_a_number_that_was_never_given_out_is_none() -> None:
    few = Canaries("ours", most=10)
    assert list(few.in_text(" ".join(OURS.text(number) for number in range(8, 12)))) == [8, 9]


@given(numbers, st.integers(1, 14))
def test_one_that_is_cut_is_none(number: int, left: int) -> None:
    name = OURS.name(number)
    assert list(OURS.in_text(f"my neighbour {name[:left]} keeps")) == []
    assert list(OURS.in_text(f"my neighbour {name[-left:]} keeps")) == []
    assert list(OURS.in_text(f"{name[:left]} {name[left:]}")) == []


@given(texts)
def test_a_text_without_one_has_none(text: str) -> None:
    assert list(OURS.in_text(text)) == []


def test_all_have_the_words_that_everybody_asks_for() -> None:
    assert set(QUERY.split()) <= set(OURS.text(1).split())


@pytest.mark.parametrize(
    "found",
    [
        memory(OURS.text(1)),
        memory("", custom_metadata={"fact": OURS.text(1)}),
        memory("mine", custom_metadata={"facts": [{OURS.name(1): 1}]}),
        memory("", id=OURS.name(1)),
        memory("", note=f"first line\n{OURS.name(1)}"),
        Memory(content=Content(parts=[Part(text="mine"), Part(function_response={"said": OURS.text(1)})])),
        Memory(content=Content(parts=[Part(text="\ud800"), Part(text=OURS.text(1))])),
    ],
)
def test_a_number_is_found_again_anywhere_in_a_memory(found: Memory) -> None:
    assert OURS.in_memory(found) == {1}


def test_what_is_beside_a_text_with_one_is_read_too() -> None:
    shown = Content(parts=[Part(text=OURS.text(1)), Part(function_response={"said": OURS.text(2)})])
    assert OURS.in_memory(Memory(content=shown)) == {1, 2}
    assert OURS.in_memory(memory(OURS.text(1), id=OURS.name(2), author=OURS.name(3))) == {1, 2, 3}
