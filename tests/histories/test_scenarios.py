"""A scenario that a comparison gives can be pasted into a feature, where each answer fits its own backend and not the other."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from histories.faults import FAULTS
from histories.playing import NAMES, TAGS, added, compared, fitting, planted, read, searched
from histories.services import OfBothKinds, Sound
from memory_conformance.backend import Backend
from memory_conformance.connect.configuration import Configuration
from memory_conformance.connect.connectable import connect_entry
from memory_conformance.histories.comparing import Example
from memory_conformance.histories.difference import differences
from memory_conformance.histories.gherkin import as_scenario
from memory_conformance.histories.history import Call, play
from memory_conformance.model import Event, Memory
from memory_conformance.sentence import seconds, unquote
from memory_conformance.specification.behaviour import Behaviour

PAIRS = [("adk-go-1.7", "adk-java-1.8"), ("adk-go-1.7", "adk-go-2.2")]
IMAGE = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}


class Echo(Sound):
    """Gives back whatever is stored, whatever is asked."""

    def matches(self, query: str, text: str) -> bool:
        return True


class Silent(Sound):
    """Finds nothing."""

    def matches(self, query: str, text: str) -> bool:
        return False


class Timeless(Echo):
    """Gives no times."""

    def memory(self, event: Event) -> Memory:
        return super().memory(event).model_copy(update={"timestamp": None})


@cache
def port(tag: str) -> Backend:
    return connect_entry(Configuration().entry(tag)).backend


def scenario(example: Example, names: tuple[str, str] = NAMES, tags: tuple[str, str] = TAGS) -> str:
    return as_scenario(example.group, example.history, (example.first, example.second), names, tags)


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_every_way_in_which_ports_differ_can_be_played_on_both(pair: tuple[str, str], tmp_path: Path) -> None:
    backends = [port(tag) for tag in pair]
    found = compared(backends[0], backends[1], 600)
    assert len(found.examples) > 10
    wrong = {}
    for example in found.examples:
        told = scenario(example, pair, pair)
        if fitting(read(tmp_path, told), backends, pair) != [[tag] for tag in pair]:
            wrong[example.group.words(*pair)] = told
    assert wrong == {}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_every_scenario_of_a_planted_difference_tells_the_two_apart(fault: type[Sound], tmp_path: Path) -> None:
    backends, found = planted(fault)
    assert found.examples
    told = [scenario(example) for example in found.examples]
    # What no sentence says has no scenario.
    assert bool(told[0]) is FAULTS[fault].has_sentence
    wrong = [one for one in told if one and fitting(read(tmp_path, one), backends) != [[tag] for tag in TAGS]]
    assert wrong == []


def shown(folder: Path, first: Backend, second: Backend, *history: Call) -> Behaviour:
    """The scenario of the first way in which two backends differ by the last call, once it was seen that it tells them apart."""
    answers = [play(history, backend) for backend in (first, second)]
    group = next(one.group for one in differences(history, *answers, ordered=True) if one.at == len(history) - 1)
    told = as_scenario(group, history, (answers[0][-1], answers[1][-1]), NAMES, TAGS)
    behaviour = read(folder, told)
    assert fitting(behaviour, (first, second)) == [[tag] for tag in TAGS], told
    return behaviour


HOSTILE = {
    "a bar": "tea | cake |",
    "a backslash": "c:\\temp\\note",
    "a backslash and an n": "\\n",
    "a backslash at the end": "tea\\",
    "quotes": 'say "tea", \'tea\' and """',
    "new lines": "tea\ncake\r\nmilk",
    "a NUL": "tea\0cake",
    "what looks like a column": "<texts> <tea>",
    "what looks like a comment": "# tea",
    "what looks like a tag": "@must tea",
    "spaces at its ends": "  tea \t",
    "spaces of other kinds": "\u2028\u3000\u00a0\ufeff\x1c\x85",
    "an escape in words": "\\u0041",
    "a flag": "🇵🇹🍵",
    "an accent alone": "\u0301",
    "the words of a list": "nothing",
    "a comma between quotes": '"tea", "cake"',
    "no letter": "",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_queries_and_names_reach_a_backend_as_they_were(text: str, tmp_path: Path) -> None:
    single = shown(tmp_path, Echo(), Silent(), added(text), searched(text))
    table = shown(tmp_path, Echo(), Silent(), added(text, {"author": text}, "tea"), searched(text))
    named = shown(
        tmp_path,
        Echo(),
        Silent(),
        added("tea", user=text, app=text, session=text or "s1"),
        searched("tea", user=text, app=text),
    )
    assert [len(one.cases) for one in (single, table, named)] == [1, 1, 1]


CONTENTS: dict[str, list[Any]] = {
    "a thought": [{"text": "tea", "thought": True}],
    "an image": [IMAGE],
    "a call": [{"functionCall": {"name": "look", "args": {"city": "Lisbon"}}}],
    "several parts": [{"text": "tea"}, {"text": ""}, IMAGE, {"text": "|\\\n"}],
    "no parts": [],
}


@pytest.mark.parametrize("parts", CONTENTS.values(), ids=CONTENTS)
def test_contents_of_all_kinds_are_written_down(parts: list[Any], tmp_path: Path) -> None:
    shown(tmp_path, Echo(), Silent(), added({"content": {"role": "user", "parts": parts}}), searched("tea"))


TIMES = {
    "to the millisecond": 1767225600.123,
    "the epoch": 0.0,
    "before the epoch": -1.0,
    "in the first centuries": -6e10,
    "before our era": -7e10,
    "in milliseconds for seconds": 1767225600000.0,
    "in microseconds for seconds": 1767225600000000.0,
}


@pytest.mark.parametrize("time", TIMES.values(), ids=TIMES)
def test_times_are_written_down_whenever_they_are(time: float, tmp_path: Path) -> None:
    behaviour = shown(tmp_path, Echo(), Timeless(), added({"timestamp": time, "content": TEA}), searched("tea"))
    [case] = behaviour.cases
    [table] = [step.table for step in case.steps if step.table]
    assert seconds(table[0]["time"]) == pytest.approx(time, abs=0.0005)
    [first, second] = [
        step.text.removeprefix("the time of what comes back is ") for steps in case.thens.values() for step in steps
    ]
    assert seconds(unquote(first)) == pytest.approx(time, abs=0.0005)
    assert second == "absent"


TEA = {"role": "user", "parts": [{"text": "tea"}]}


def test_twelve_events_and_one_without_content_are_one_table(tmp_path: Path) -> None:
    events = [*(f"note {number}" for number in range(11)), {"author": "agent"}]
    behaviour = shown(tmp_path, Echo(), Silent(), added(*events), searched("note"))
    [table] = [step.table for step in behaviour.cases[0].steps if step.table]
    assert len(table) == 12
    assert table[-1]["parts"] == "no content"


def test_single_events_say_which_capability_they_need(tmp_path: Path) -> None:
    class Mute(OfBothKinds):
        """Finds nothing."""

        def matches(self, query: str, text: str) -> bool:
            return False

    history = (added("note", operation="add_events"), searched("note"))
    behaviour = shown(tmp_path, OfBothKinds(), Mute(), *history)
    assert behaviour.needs == {"add_events"}


def test_an_event_at_another_time_is_no_plain_sentence(tmp_path: Path) -> None:
    late = {"timestamp": 1767225601.5, "content": TEA}
    plain, dated = (
        shown(tmp_path, Echo(), Silent(), added(event), searched("tea")).cases[0].steps for event in ("tea", late)
    )
    assert "remembers" in plain[0].text
    assert "remembers" not in dated[0].text


def test_a_backend_that_is_no_reference_leaves_its_tag_to_the_reader(tmp_path: Path) -> None:
    [example] = compared(Sound(), Silent(), 30).examples[:1]
    told = as_scenario(example.group, example.history, (example.first, example.second), NAMES, (None, TAGS[1]))
    assert told.count("# The tag of the reference") == 1
    behaviour = read(tmp_path, told)
    assert [answer.title for answer in behaviour.answers] == list(NAMES)
    assert [set(answer.references) for answer in behaviour.answers] == [set(), {TAGS[1]}]
