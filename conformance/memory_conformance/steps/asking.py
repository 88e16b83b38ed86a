"""Sentences of requirements: each asks the backend and judges at once.

Whoever does not find a memory is asked after its owner: as long as the owner does not find it, nothing is proved.
"""

from __future__ import annotations

from collections.abc import Callable

from memory_conformance.evidence import Outcome, describe_texts, shorten
from memory_conformance.model import Memory, Part
from memory_conformance.sentence import Speech, quote, seconds
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.judging import describe_time, same_instant
from memory_conformance.steps.later import never, nothing_leaks, still
from memory_conformance.steps.parts import describe_parts
from memory_conformance.steps.reading import showing, unless_hidden
from memory_conformance.steps.searching import holding, long_query, the_text
from memory_conformance.steps.stage import CaseEnds, Stage
from memory_conformance.steps.waiting import overdue, search_until, until

Choice = Callable[[list[Memory]], list[Memory]]
"""Those of the memories that are looked for."""


@sentence("{user} of app {app} finds it by {query}", Speech.ASSERTED)
def finds_it(stage: Stage, user: str, app: str, query: str) -> None:
    """A search of the owner finds the text remembered last, among whatever else."""
    finds(stage, user, app, the_text(stage), query)


@sentence("{user} of app {app} finds {text} by {query}", Speech.ASSERTED)
def finds(stage: Stage, user: str, app: str, text: str, query: str) -> None:
    """A search finds this text, among whatever else."""
    _expect(stage, user, app, text, query, lambda memories: holding(memories, text))


@sentence("{user} of app {app} finds exactly {text} by {query}", Speech.ASSERTED)
def finds_exactly(stage: Stage, user: str, app: str, text: str, query: str) -> None:
    """Among what a search finds is a memory that says this text and nothing else: no letter lost, none added."""
    _expect(stage, user, app, text, query, lambda memories: [one for one in memories if one.text() == text])


@sentence("{user} of app {app} finds it by {query}, but {other_user} of app {other_app} does not", Speech.ASSERTED)
def only_owner_finds_it(stage: Stage, user: str, app: str, query: str, other_user: str, other_app: str) -> None:
    """The owner finds the text remembered last; the other scope, asked the same, does not see it."""
    text = the_text(stage)
    owned = holding(search_until(stage, user, app, query, lambda found: holding(found, text)), text)

    def look() -> list[Memory]:
        return unless_hidden(lambda: stage.search(other_user, other_app, query))

    seen = look()
    told = "found by its owner" if owned else overdue(stage, "not found by its owner")
    stage.step.expected = f"{quote(shorten(text))} for its owner alone"
    stage.step.actual = f"{told}; the other finds {describe_texts(_texts(seen))}"
    if showing(seen, text):
        stage.step.outcome = Outcome.BROKEN
    else:
        _own(stage, user, app, text, bool(owned))
        never(stage, other_user, other_app, text, look, showing, "the other finds ")


@sentence("{user} of app {app} finds {text} by {query}, but not {other_text}", Speech.ASSERTED)
def finds_one_not_other(stage: Stage, user: str, app: str, text: str, query: str, other_text: str) -> None:
    """A search finds the one text and not the other."""
    own = stage.was_told(user, app, other_text)

    def done(memories: list[Memory]) -> bool:
        # What the scope was told may take its time to go; what it never was must not be there at any time.
        if showing(memories, other_text):
            return not own
        return bool(holding(memories, text))

    memories = search_until(stage, user, app, query, done, other_text if own else None)
    found = holding(memories, text)
    stage.step.expected = f"{quote(shorten(text))}, and not {quote(shorten(other_text))}"
    stage.step.actual = describe_texts(_texts(memories))
    if showing(memories, other_text):
        stage.step.outcome = Outcome.BROKEN
        stage.step.actual = overdue(stage, stage.step.actual, forgetting=True) if own else stage.step.actual
        return
    _own(stage, user, app, text, bool(found))
    if not found:
        stage.step.actual = overdue(stage, stage.step.actual)
    never(stage, user, app, other_text, lambda: stage.search(user, app, query), showing)
    if stage.step.outcome is Outcome.HELD:
        _still(stage, user, app, text, query, lambda memories: holding(memories, text))


@sentence("{user} of app {app} no longer finds {text} by {query}", Speech.ASSERTED)
def no_longer_finds(stage: Stage, user: str, app: str, text: str, query: str) -> None:
    """A search does not find a text that was found earlier in this scenario; if it never was, nothing is proved."""

    def look() -> list[Memory]:
        return unless_hidden(lambda: stage.search(user, app, query))

    memories = until(stage, user, app, look, lambda found: not showing(found, text), text)
    stage.step.expected = f"not {quote(shorten(text))}"
    stage.step.actual = describe_texts(_texts(memories))
    if showing(memories, text):
        stage.step.outcome = Outcome.BROKEN
        stage.step.actual = overdue(stage, stage.step.actual, forgetting=True)
        return
    stage.step.outcome = Outcome.HELD if _key(stage, user, app, text) in stage.found else Outcome.UNPROVED
    never(stage, user, app, text, look, showing)


@sentence("{user} of app {app} may search for {query}", Speech.ASSERTED)
def may_search(stage: Stage, user: str, app: str, query: str) -> None:
    """The search is answered, with whatever memories of one's own; an error would end the scenario as failed."""
    _nothing_of_others(stage, user, app, lambda: stage.search(user, app, query))
    stage.step.expected = "any answer but an error or what others remember"


@sentence("{user} of app {app} may search for {count:count} words, the last of them {word}", Speech.ASSERTED)
def may_search_long(stage: Stage, user: str, app: str, count: int, word: str) -> None:
    """The same for a very long query: other words that nobody stored, then this one."""
    may_search(stage, user, app, long_query(count, word))


@sentence("a search of {user} of app {app} for {query} shows nothing of others", Speech.ASSERTED)
def shows_nothing_of_others(stage: Stage, user: str, app: str, query: str) -> None:
    """The search shows no text that others remember; a service may just as well refuse such a search."""
    stage.step.expected = "nothing that others remember"
    refusal: list[str] = []

    def look() -> list[Memory]:
        try:
            return stage.search(user, app, query)
        except CaseEnds as end:
            if end.outcome not in (Outcome.FAILED, Outcome.REFUSED):
                raise
            refusal.append(end.reason)
            return []

    _nothing_of_others(stage, user, app, look)
    if refusal:
        stage.step.actual = f"refused: {refusal[0]}"


@sentence("{user} of app {app} finds {text} by {query}, written by {author}", Speech.ASSERTED)
def finds_by_author(stage: Stage, user: str, app: str, text: str, query: str, author: str) -> None:
    """A search finds this text, and the memory names its author."""
    _expect_marked(
        stage,
        user,
        app,
        text,
        query,
        mark=f"written by {author}",
        show=lambda memory: f"written by {memory.author or 'nobody'}",
        holds=lambda memory: memory.author == author,
    )


@sentence("{user} of app {app} finds {text} by {query}, dated {time}", Speech.ASSERTED)
def finds_dated(stage: Stage, user: str, app: str, text: str, query: str, time: str) -> None:
    """A search finds this text, and the memory carries the time of its event, to the millisecond."""
    instant = seconds(time)
    _expect_marked(
        stage,
        user,
        app,
        text,
        query,
        mark=f"dated {describe_time(instant)}",
        show=lambda memory: f"dated {describe_time(memory.timestamp)}",
        holds=lambda memory: same_instant(memory.timestamp, instant),
    )


@sentence("{user} of app {app} finds by {query} a memory with the parts {parts:parts}", Speech.ASSERTED)
def finds_parts(stage: Stage, user: str, app: str, query: str, parts: list[Part]) -> None:
    """Among what a search finds is a memory with exactly these parts, in their order."""
    expected = describe_parts(parts)

    def choose(memories: list[Memory]) -> list[Memory]:
        return [memory for memory in memories if describe_parts(memory.content.parts) == expected]

    memories = search_until(stage, user, app, query, choose)
    stage.step.expected = expected
    told = " · ".join(describe_parts(memory.content.parts) for memory in memories) or "nothing"
    _conclude(stage, user, app, "", query, choose, memories, told)


def _expect(stage: Stage, user: str, app: str, text: str, query: str, choose: Choice) -> None:
    """The search finds a memory of the kind that is looked for; what it finds is remembered as found."""
    memories = search_until(stage, user, app, query, choose)
    stage.step.expected = quote(shorten(text))
    _conclude(stage, user, app, text, query, choose, memories, describe_texts(_texts(memories)))
    if stage.step.outcome is Outcome.HELD:
        stage.found.add(_key(stage, user, app, text))


def _expect_marked(
    stage: Stage,
    user: str,
    app: str,
    text: str,
    query: str,
    *,
    mark: str,
    show: Callable[[Memory], str],
    holds: Callable[[Memory], bool],
) -> None:
    """The search finds the text, and a memory that shows it carries the right mark, such as its author."""

    def choose(memories: list[Memory]) -> list[Memory]:
        return [memory for memory in holding(memories, text) if holds(memory)]

    memories = search_until(stage, user, app, query, choose)
    stage.step.expected = f"{quote(shorten(text))}, {mark}"
    found = [f"{quote(shorten(memory.text()))}, {show(memory)}" for memory in holding(memories, text)]
    _conclude(stage, user, app, text, query, choose, memories, "; ".join(found) or "nothing")


def _conclude(
    stage: Stage, user: str, app: str, text: str, query: str, choose: Choice, memories: list[Memory], told: str
) -> None:
    """Note whether what was looked for is among what was found, which is told so."""
    held = bool(choose(memories))
    stage.step.outcome = Outcome.HELD if held else Outcome.BROKEN
    stage.step.actual = told if held else overdue(stage, told)
    if held:
        _still(stage, user, app, text, query, choose)


def _still(stage: Stage, user: str, app: str, text: str, query: str, choose: Choice) -> None:
    """Have a search asked again at the end, where something was done that may take away what it found."""

    def look() -> str | None:
        memories = stage.search(user, app, query)
        return None if choose(memories) else describe_texts(_texts(memories))

    still(stage, user, app, text, look)


def _nothing_of_others(stage: Stage, user: str, app: str, ask: Callable[[], list[Memory]]) -> None:
    """A search shows no text that others remember, now or at the end."""

    def look() -> tuple[str, bool]:
        memories = ask()
        return describe_texts(_texts(memories)), any(showing(memories, text) for text in stage.of_others(user, app))

    stage.step.actual, leaked = look()
    stage.step.outcome = Outcome.BROKEN if leaked else Outcome.HELD

    def again() -> str | None:
        told, leaked = look()
        return told if leaked else None

    if not leaked:
        nothing_leaks(stage, again)


def _texts(memories: list[Memory]) -> list[str]:
    return [memory.text() for memory in memories]


def _key(stage: Stage, user: str, app: str, text: str) -> tuple[tuple[tuple[str, str], ...], str]:
    return tuple(stage.scope(user, app).items()), text


def _own(stage: Stage, user: str, app: str, text: str, found: bool) -> None:
    """The owner's side of a comparison: found is proof; lost since an earlier step is a failure; never found proves nothing."""
    key = _key(stage, user, app, text)
    if found:
        stage.found.add(key)
        stage.step.outcome = Outcome.HELD
    else:
        stage.step.outcome = Outcome.BROKEN if key in stage.found else Outcome.UNPROVED
