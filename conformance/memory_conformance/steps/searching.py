"""Sentences that search, and the controls without which an empty answer proves nothing."""

from __future__ import annotations

from memory_conformance.evidence import Outcome, describe_texts, shorten
from memory_conformance.model import Memory
from memory_conformance.sentence import NEGATIVE_CONTROL, Speech, quote
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.stage import CaseEnds, Stage
from memory_conformance.steps.waiting import overdue, search_until, until_visible


@sentence("{user} of app {app} searches for {query}", Speech.ACT)
def searches(stage: Stage, user: str, app: str, query: str) -> None:
    """Searches. What comes back is what the Thens speak of; an error of the backend counts as an answer."""
    until_visible(stage)
    stage.observe(user, app, query)


@sentence("{user} of app {app} searches for {count:count} words, the last of them {word}", Speech.ACT)
def searches_long(stage: Stage, user: str, app: str, count: int, word: str) -> None:
    """Searches with a very long query: other words that nobody stored, then this one."""
    searches(stage, user, app, long_query(count, word))


@sentence("{user} of app {app} finds it by {query}", Speech.CONTROL)
def control_finds_it(stage: Stage, user: str, app: str, query: str) -> None:
    """Positive control: the text remembered last can be found. If not, nothing that follows is proved."""
    control_finds(stage, user, app, the_text(stage), query)


@sentence("{user} of app {app} finds {text} by {query}", Speech.CONTROL)
def control_finds(stage: Stage, user: str, app: str, text: str, query: str) -> None:
    """Positive control: this text can be found. If not, nothing that follows is proved."""
    memories = search_until(stage, user, app, query, lambda found: holding(found, text))
    found = [memory.text() for memory in memories]
    stage.step.expected, stage.step.actual = quote(shorten(text)), describe_texts(found)
    if not any(text in other for other in found):
        stage.step.actual = overdue(stage, stage.step.actual)
        raise CaseEnds(Outcome.UNPROVED, f"a search for {quote(query)} does not find {quote(shorten(text))}")
    stage.found.add((tuple(stage.scope(user, app).items()), text))
    stage.step.outcome = Outcome.HELD


@sentence(NEGATIVE_CONTROL, Speech.CONTROL)
def control_finds_nothing(stage: Stage) -> None:
    """Negative control, asked once a run: a service that returns memories for any query is not judged on what matches."""
    control = stage.control
    with control.turn:
        if not control.asked:
            user, app = "control", "control"
            stage.add(user, app, "control", [stage.text_event("the lighthouse keeper likes plums")])
            until_visible(stage)
            found = [memory.text() for memory in stage.search(user, app, control.word)]
            control.asked, control.found = True, describe_texts(found) if found else None
    stage.step.query, stage.step.expected = control.word, "nothing"
    stage.step.actual = control.found or "nothing"
    if control.found is not None:
        raise CaseEnds(
            Outcome.UNPROVED, f"a search for {quote(control.word)}, which nobody stored, finds {control.found}"
        )
    stage.step.outcome = Outcome.HELD


def holding(memories: list[Memory], text: str) -> list[Memory]:
    """The memories that show a text, alone or within something longer."""
    return [memory for memory in memories if text in memory.text()]


def long_query(count: int, word: str) -> str:
    """A query of so many words, of which nobody stored any but perhaps the last."""
    return " ".join([*(f"filler{number}" for number in range(1, count)), word])


def the_text(stage: Stage) -> str:
    """The text that *it* stands for."""
    if stage.it is None:
        raise CaseEnds(Outcome.CRASHED, "“it” stands for nothing: no text was remembered before")
    return stage.it
