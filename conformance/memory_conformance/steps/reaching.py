"""Sentences about what of a turn reached the model. The Thens of questions make no calls; those of requirements play a turn."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from memory_conformance.evidence import Outcome, describe_texts, shorten
from memory_conformance.model import Capability, Part
from memory_conformance.sentence import QUOTED, AnError, SentenceError, Speech, Texts, kind, quote, texts
from memory_conformance.steps import reached
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.searching import the_text
from memory_conformance.steps.stage import Stage
from memory_conformance.steps.turns import play
from memory_conformance.turn import Ending, ModelRequest, Played, Tool

NO_TURN = "no turn at all"
NEVER_ASKED = "nothing, since the model was never asked"
NO_WAY = "no way to search"
NOTHING = "nothing"
_ENDINGS = {"is answered": Ending.ANSWERED, "fails": Ending.FAILED}


def _read_json(written: str) -> Any:
    if written == NOTHING:
        return None
    try:
        return json.loads(written)
    except json.JSONDecodeError as error:
        raise SentenceError(f"{written} is no JSON: {error.msg.lower()}") from None


def _read_found(written: str) -> Texts | None:
    return None if written == NO_WAY else texts(written)


kind("ending", "|".join(_ENDINGS), _ENDINGS.__getitem__)
kind("response", rf"{NOTHING}|\{{.*\}}", _read_json)
kind("place", "|".join(reached.PLACES), str)
kind("found", rf"{NO_WAY}|nothing|an error|{QUOTED}(?:, {QUOTED})*", _read_found)
kind("tool", "load_memory|preload_memory", Tool)


@sentence("memory is searched for {queries:texts}", Speech.OBSERVED)
def searched_for(stage: Stage, queries: Texts) -> None:
    """In the turn, memory was searched for exactly these queries, in this order; ``nothing`` where it was never searched.

    A query that is no text is shown as its JSON, and one that was left out as ``"null"``.
    """
    wanted = [] if isinstance(queries, AnError) else list(queries)
    _compare(
        stage,
        f"memory is searched for {describe_texts(wanted)}",
        lambda played: played.queries() == wanted,
        lambda played: f"memory is searched for {describe_texts(played.queries())}",
    )


@sentence("memory is searched for {queries:texts} in any order", Speech.OBSERVED)
def searched_for_all(stage: Stage, queries: Texts) -> None:
    """The same, where calls that are made at once may come in any order."""
    wanted = [] if isinstance(queries, AnError) else sorted(queries)
    _compare(
        stage,
        f"memory is searched for {describe_texts(wanted)}, in any order",
        lambda played: sorted(played.queries()) == wanted,
        lambda played: f"memory is searched for {describe_texts(sorted(played.queries()))}",
    )


@sentence("the model is asked {count:count} times", Speech.OBSERVED)
def asked_times(stage: Stage, count: int) -> None:
    """So many requests reached the model."""
    _compare(
        stage,
        f"{count} requests",
        lambda played: len(played.requests) == count,
        lambda played: f"{len(played.requests)} requests",
    )


@sentence("the turn {ending:ending}", Speech.OBSERVED)
def turn_ends(stage: Stage, ending: Ending) -> None:
    """The turn came to an answer, or ended with an error that the application gets."""
    _compare(stage, f"it {_told(ending)}", lambda played: played.ending is ending, _ended)


@sentence("the model gets back {response:response}", Speech.OBSERVED)
def gets_back(stage: Stage, response: Any) -> None:
    """What the only call of a tool gave back to the model, as JSON; "…" stands for any text, ``nothing`` for no answer at all."""
    wanted = [] if response is None else [response]
    _compare(
        stage,
        _json(response),
        lambda played: reached.fits(wanted, reached.responses(played.requests)),
        lambda played: _listed(reached.responses(played.requests)),
    )


@sentence("the other model gets back {response:response}", Speech.OBSERVED)
def other_gets_back(stage: Stage, response: Any) -> None:
    """The same for the model of the agent that is a tool."""
    wanted = [] if response is None else [response]
    _compare(
        stage,
        _json(response),
        lambda played: reached.fits(wanted, reached.responses(played.agent_requests)),
        lambda played: _listed(reached.responses(played.agent_requests)),
    )


@sentence("the model gets the entry {entry:response}", Speech.OBSERVED)
def gets_entry(stage: Stage, entry: Any) -> None:
    """What load_memory gave back to the model is one memory, as this JSON, in which "…" stands for any text."""
    _compare(
        stage,
        _json(entry),
        lambda played: reached.fits([entry], _entries(played)),
        lambda played: _listed(_entries(played)),
    )


@sentence("the model reads {body:optional} as past conversations", Speech.OBSERVED)
def reads(stage: Stage, body: str | None) -> None:
    """In the last request, exactly this is framed as past conversations; "…" is any words in a line, ``absent`` no frame."""
    _compare(
        stage,
        _optional(body),
        lambda played: (
            bool(played.requests) and reached.reads_as(body, reached.past_conversations(played.requests[-1]))
        ),
        lambda played: _optional(reached.past_conversations(played.requests[-1])) if played.requests else NEVER_ASKED,
    )


@sentence("past conversations stand {place:place}", Speech.OBSERVED)
def stand(stage: Stage, place: str) -> None:
    """Where in the last request what preload_memory found stands."""
    _compare(stage, place, lambda played: _place(stage, played) == place, lambda played: _place(stage, played))


@sentence("the model may call {names:texts}", Speech.OBSERVED)
def may_call(stage: Stage, names: Texts) -> None:
    """The tools that were declared in the first request, in this order."""
    wanted = [] if isinstance(names, AnError) else list(names)
    _compare(
        stage,
        describe_texts(wanted),
        lambda played: [one.name for one in _first(played).tools] == wanted,
        lambda played: describe_texts([one.name for one in _first(played).tools]),
    )


@sentence("the first tool asks for {parameters:texts}", Speech.OBSERVED)
def asks_for(stage: Stage, parameters: Texts) -> None:
    """The parameters of the tool that is declared first, such as ``"query (string, required)"``, with what is said of each."""
    wanted = [] if isinstance(parameters, AnError) else list(parameters)
    _compare(
        stage,
        describe_texts(wanted),
        lambda played: _parameters(played) == wanted,
        lambda played: describe_texts(_parameters(played)),
    )


@sentence("the first tool is described as {description:optional}", Speech.OBSERVED)
def is_described(stage: Stage, description: str | None) -> None:
    """The first line of what is said of the tool that is declared first; ``absent`` where nothing is."""
    _compare(
        stage,
        _optional(description),
        lambda played: _description(played) == description,
        lambda played: _optional(_description(played)),
    )


@sentence("the system instruction speaks of {names:texts}", Speech.OBSERVED)
def speaks_of(stage: Stage, names: Texts) -> None:
    """The memory tools that the system instruction of the first request names; ``nothing`` where it names none."""
    wanted = [] if isinstance(names, AnError) else list(names)
    _compare(
        stage,
        describe_texts(wanted),
        lambda played: reached.named_tools(_first(played)) == wanted,
        lambda played: describe_texts(reached.named_tools(_first(played))),
    )


@sentence("the callback finds {found:found}", Speech.OBSERVED)
def callback_finds(stage: Stage, found: Texts | None) -> None:
    """What came of the application's own search: exactly these texts, ``an error``, or that its context has ``no way to search``."""
    _compare(
        stage,
        _callback_told(found),
        lambda played: _callback(played) == found,
        lambda played: _callback_told(_callback(played)),
    )


@sentence(
    "{tool:tool} shows the model of {user} of app {app} it for {query}, but not that of {other_user} of app {other_app}",
    Speech.ASSERTED,
    capability=Capability.TURN,
)
def shows_owner_alone(
    stage: Stage, tool: Tool, user: str, app: str, query: str, other_user: str, other_app: str
) -> None:
    """The text remembered last reaches the model in a turn of its owner, and not in one of the other who asks the same."""
    text = the_text(stage)
    owned, seen = _turn(stage, tool, user, app, query), _turn(stage, tool, other_user, other_app, query)
    own, other = _holds(owned, text), _holds(seen, text)
    stage.step.expected = f"{quote(shorten(text))} in the turn of its owner alone"
    stage.step.actual = (
        f"{'in' if own else 'not in'} the turn of its owner, {'in' if other else 'not in'} that of the other"
    )
    stage.step.outcome = Outcome.BROKEN if other else Outcome.HELD if own else Outcome.UNPROVED


@sentence(
    "{tool:tool} shows the model of {user} of app {app} it for {query}", Speech.ASSERTED, capability=Capability.TURN
)
def shows_it(stage: Stage, tool: Tool, user: str, app: str, query: str) -> None:
    """The same for the text remembered last."""
    shows(stage, tool, user, app, the_text(stage), query)


@sentence(
    "{tool:tool} shows the model of {user} of app {app} {text} for {query}", Speech.ASSERTED, capability=Capability.TURN
)
def shows(stage: Stage, tool: Tool, user: str, app: str, text: str, query: str) -> None:
    """In a turn of the user this text reaches the model, letter by letter, as what memory knows."""
    played = _turn(stage, tool, user, app, query)
    stage.step.expected = f"the model reads {quote(shorten(text))}"
    found = [one for one in reached.all_texts(played) if text in one and one != query]
    told = describe_texts([one for one in reached.all_texts(played) if one != query])
    stage.step.actual = f"it reads {quote(shorten(text))}" if found else f"it reads {shorten(told)}"
    stage.step.outcome = Outcome.HELD if found else Outcome.BROKEN


@sentence("the model reads {text}, and not {other_text}", Speech.ASSERTED, capability=Capability.TURN)
def reads_one_not_other(stage: Stage, text: str, other_text: str) -> None:
    """Of the last turn: the one text reached the model, and the other did not. Makes no call."""
    played = stage.observation.played if stage.observation is not None else None
    read = "\n".join(reached.all_texts(played)) if played is not None else ""
    stage.step.expected = f"{quote(shorten(text))}, and not {quote(shorten(other_text))}"
    stage.step.actual = quote(shorten(read)) if played is not None else NO_TURN
    stage.step.outcome = Outcome.BROKEN if other_text in read else Outcome.HELD if text in read else Outcome.UNPROVED


@sentence("the model hears {text} as it was said", Speech.ASSERTED, capability=Capability.TURN)
def hears(stage: Stage, text: str) -> None:
    """What the user said in the last turn is in the model's request, letter by letter, and nowhere shortened. Makes no call."""
    played = stage.observation.played if stage.observation is not None else None
    heard = [
        part.text or ""
        for request in (played.requests[:1] if played is not None else ())
        for content in request.contents
        for part in content.parts or ()
    ]
    stage.step.expected, stage.step.actual = quote(shorten(text)), describe_texts(heard)
    stage.step.outcome = Outcome.HELD if text in heard else Outcome.BROKEN


def _turn(stage: Stage, tool: Tool, user: str, app: str, query: str) -> Played:
    """A turn in which a memory tool looks for a query: by the model's call, or because the user says it."""
    calls: list[list[tuple[str, dict[str, object] | None]]] = []
    if tool is Tool.LOAD:
        calls = [[("load_memory", {"query": query})]]
    return play(stage, user, app, [Part(text=query)], [tool], calls)


def _holds(played: Played, text: str) -> bool:
    return any(text in one for one in reached.all_texts(played))


def _compare(stage: Stage, expected: str, holds: Callable[[Played], bool], tell: Callable[[Played], str]) -> None:
    """Hold what was seen of the last turn against what was expected."""
    seen = stage.observation
    played = seen.played if seen is not None else None
    stage.step.expected = expected
    if played is None:
        stage.step.actual = NO_TURN if seen is None else seen.describe()
        stage.step.outcome = Outcome.BROKEN
        return
    stage.step.actual = shorten(tell(played))
    stage.step.outcome = Outcome.HELD if holds(played) else Outcome.BROKEN


def _first(played: Played) -> ModelRequest:
    return played.requests[0] if played.requests else ModelRequest()


def _entries(played: Played) -> list[Any]:
    found = [reached.entries(one) for one in reached.responses(played.requests)]
    return [entry for entries in found for entry in entries or ()]


def _place(stage: Stage, played: Played) -> str:
    said = stage.observation.said if stage.observation is not None else None
    return reached.place(played.requests[-1], said) if played.requests and said is not None else NEVER_ASKED


def _parameters(played: Played) -> list[str]:
    tools = _first(played).tools
    return reached.parameters(tools[0].parameters) if tools else []


def _description(played: Played) -> str | None:
    tools = _first(played).tools
    lines = (tools[0].description or "").strip().splitlines() if tools else []
    return lines[0] if lines else None


def _callback(played: Played) -> Texts | None:
    seen = played.callback
    if seen is None or seen.absent:
        return None if seen is not None else ()
    return AnError() if seen.error is not None else tuple(memory.text() for memory in seen.memories)


def _callback_told(found: Texts | None) -> str:
    if found is None:
        return NO_WAY
    return "an error" if isinstance(found, AnError) else describe_texts(found)


def _ended(played: Played) -> str:
    return f"it {_told(played.ending)}{f' ({played.error})' if played.error else ''}"


def _told(ending: Ending) -> str:
    return next(words for words, one in _ENDINGS.items() if one is ending)


def _optional(text: str | None) -> str:
    return "absent" if text is None else quote(text)


def _json(value: Any) -> str:
    return NOTHING if value is None else json.dumps(value, ensure_ascii=False)


def _listed(values: list[Any]) -> str:
    return ", ".join(map(_json, values)) or NOTHING
