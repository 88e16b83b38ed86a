"""Sentences that speak of what the last search gave. They make no calls, so that many answers can be held against one play.

Each compares and notes; none raises.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from operator import eq
from typing import Any

from memory_conformance.evidence import Observation, Outcome, describe_texts
from memory_conformance.model import Memory, Part
from memory_conformance.sentence import AnError, Speech, Texts, json_object, quote, seconds
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.parts import describe_parts
from memory_conformance.steps.stage import Stage

NO_SEARCH = "no search at all"
IN_THIS_ORDER = "in this order"


@sentence("{texts:texts} comes back", Speech.OBSERVED)
def comes_back(stage: Stage, texts: Texts) -> None:
    """Exactly these texts came back: no other, none missing, none changed. ``nothing`` and ``an error`` are answers too."""
    come_back(stage, texts, "in any order")


@sentence("{texts:texts} come back {order:order}", Speech.OBSERVED)
def come_back(stage: Stage, texts: Texts, order: str) -> None:
    """Exactly these texts came back, in this order or in any order."""
    if isinstance(texts, AnError):
        _compare(stage, "an error", lambda seen: seen.error is not None)
        return
    said = describe_texts(texts)
    expected = f"{said}, {order}" if len(texts) > 1 else said
    if order == IN_THIS_ORDER:
        _compare(stage, expected, lambda seen: seen.error is None and seen.texts() == list(texts))
    else:
        _compare(stage, expected, lambda seen: seen.error is None and Counter(seen.texts()) == Counter(texts))


@sentence("either {texts:texts} or {other_texts:texts} come back in any order", Speech.OBSERVED)
def either_come_back(stage: Stage, texts: Texts, other_texts: Texts) -> None:
    """Exactly the one list of texts came back or exactly the other, never some of both."""
    lists = [Counter(one) for one in (texts, other_texts) if not isinstance(one, AnError)]
    said = " or ".join("an error" if isinstance(one, AnError) else describe_texts(one) for one in (texts, other_texts))
    _compare(stage, f"either {said}", lambda seen: seen.error is None and Counter(seen.texts()) in lists)


@sentence("{count:count} memories come back", Speech.OBSERVED)
def so_many(stage: Stage, count: int) -> None:
    """So many memories came back, whichever they are."""
    _compare(stage, f"{count} memories", lambda seen: seen.error is None and len(seen.memories) == count)


@sentence("{count:count} memories come back, from {first} to {last}", Speech.OBSERVED)
def so_many_between(stage: Stage, count: int, first: str, last: str) -> None:
    """So many memories came back, and these are the first and the last of them."""
    _compare(
        stage,
        f"{count} memories, from {quote(first)} to {quote(last)}",
        lambda seen: len(seen.memories) == count and [seen.texts()[0], seen.texts()[-1]] == [first, last],
    )


@sentence("the author of what comes back is {author:optional}", Speech.OBSERVED)
def author_is(stage: Stage, author: str | None) -> None:
    """One memory came back, written by this author; ``absent`` where it names none, or an empty one."""
    _one_has(stage, "author", author, lambda memory: memory.author or None)


@sentence("the id of what comes back is {id:optional}", Speech.OBSERVED)
def id_is(stage: Stage, id: str | None) -> None:
    """One memory came back, under this id; ``absent`` where it has none, or an empty one."""
    _one_has(stage, "id", id, lambda memory: memory.id or None)


@sentence("the time of what comes back is {time:optional}", Speech.OBSERVED)
def time_is(stage: Stage, time: str | None) -> None:
    """One memory came back, dated at this instant, to the millisecond; ``absent`` where it has none."""
    instant = None if time is None else seconds(time)
    _one_has(stage, "time", instant, lambda memory: memory.timestamp, same=same_instant, describe=describe_time)


@sentence("the parts of what comes back are {parts:parts}", Speech.OBSERVED)
def parts_are(stage: Stage, parts: list[Part]) -> None:
    """One memory came back, with exactly these parts, in their order."""
    _one_has(stage, "parts", describe_parts(parts), lambda memory: describe_parts(memory.content.parts), describe=str)


@sentence("the metadata of what comes back is {metadata:optional}", Speech.OBSERVED)
def metadata_is(stage: Stage, metadata: str | None) -> None:
    """One memory came back, with this JSON object as its metadata; ``absent`` where it has none, or an empty one."""
    expected = None if metadata is None else json_object(metadata)
    _one_has(stage, "metadata", expected, lambda memory: memory.custom_metadata or None)


def same_instant(one: float | None, other: float | None) -> bool:
    """Whether two instants, in seconds, are the same to the millisecond."""
    if one is None or other is None:
        return one is other
    return abs(one - other) < 0.001


def describe_time(instant: float | None) -> str:
    """An instant, in seconds, as ISO 8601 in UTC; beyond the years that datetime knows, as a number of seconds."""
    if instant is None:
        return "absent"
    try:
        return datetime.fromtimestamp(instant, UTC).isoformat().replace("+00:00", "Z")
    except (ValueError, OverflowError, OSError):
        return f"{instant:,.3f} seconds after 1970"


def _compare(stage: Stage, expected: str, holds: Callable[[Observation], bool]) -> None:
    """Holds the whole observation against what was expected."""
    seen = stage.observation
    stage.step.expected = expected
    stage.step.actual = NO_SEARCH if seen is None else seen.describe()
    # A turn is no search that found nothing, and no more is a submission.
    searched = seen is not None and seen.played is None and seen.calls is None and not seen.submitted
    stage.step.outcome = Outcome.HELD if searched and seen is not None and holds(seen) else Outcome.BROKEN


def _one_has(
    stage: Stage,
    what: str,
    expected: Any,
    get: Callable[[Memory], Any],
    same: Callable[[Any, Any], bool] = eq,
    describe: Callable[[Any], str] = lambda value: "absent" if value is None else json.dumps(value, ensure_ascii=False),
) -> None:
    """Holds one property of the only memory that came back against what was expected."""
    seen = stage.observation
    one = seen.memories[0] if seen is not None and len(seen.memories) == 1 else None
    stage.step.expected = f"the {what} {describe(expected)}"
    if one is None:
        stage.step.actual = f"not one memory but {seen.describe() if seen is not None else NO_SEARCH}"
        stage.step.outcome = Outcome.BROKEN
        return
    actual = get(one)
    stage.step.actual = f"the {what} {describe(actual)}"
    stage.step.outcome = Outcome.HELD if same(actual, expected) else Outcome.BROKEN
