"""Sentences in which a user says something to an agent that has memory tools (capability turn).

The agent's model is scripted: it calls what the scenario says, and then answers ``done``.
"""

from __future__ import annotations

from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.evidence import Observation, Outcome
from memory_conformance.model import Capability, Content, Part
from memory_conformance.sentence import SentenceError, Speech, json_object, kind, unquote_cell
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.parts import NO_PARTS, PARTS, read_parts
from memory_conformance.steps.stage import CaseEnds, Stage
from memory_conformance.steps.waiting import until_visible
from memory_conformance.turn import CallbackSearch, Moment, Played, Service, SubAgent, Tool, Turn

Row = dict[str, str]
CONVERSATION = "talk"
"""The session of all turns of a user in a case, so that one goes on where the last one ended."""
NO_TOOLS = "no tools"
_TOOL = "load_memory|preload_memory"
_MOMENTS = {
    "before the model is asked": Moment.BEFORE_MODEL,
    "before a tool is called": Moment.BEFORE_TOOL,
    "when the agent has ended": Moment.AFTER_AGENT,
    "when the run is over": Moment.AFTER_RUN,
}
SAYS = "{user} of app {app} says {said:said} to an agent with {tools:tools}"


def _read_tools(written: str) -> list[Tool]:
    return [] if written == NO_TOOLS else [Tool(name) for name in written.split(" and ")]


def _read_message(written: str) -> list[Part]:
    return [] if written == NO_PARTS else read_parts(written)


kind("tools", rf"{NO_TOOLS}|(?:{_TOOL})(?: and (?:{_TOOL}))*", _read_tools)
kind("said", rf"{NO_PARTS}|{PARTS}", _read_message)
kind("moment", "|".join(_MOMENTS), _MOMENTS.__getitem__)


@sentence("the agent has no memory service", Speech.ACT)
def has_no_service(stage: Stage) -> None:
    """In the turns that follow, the runner is given no memory service. What is stored stays stored."""
    stage.agent["service"] = Service.ABSENT


@sentence("every search of the agent fails", Speech.ACT)
def fails(stage: Stage) -> None:
    """In the turns that follow, the memory service that the runner is given answers every search with an error."""
    stage.agent["service"] = Service.FAILING


@sentence("a callback searches for {query} {moment:moment}", Speech.ACT)
def callback_searches(stage: Stage, query: str, moment: Moment) -> None:
    """In the turns that follow, code of the application searches, by the context that its callback is handed."""
    if moment not in (Moment.BEFORE_MODEL, Moment.BEFORE_TOOL):
        raise SentenceError("a callback searches before the model is asked, or before a tool is called")
    stage.agent["search"] = CallbackSearch(at=moment, query=query)


@sentence("the application adds the conversation to memory {moment:moment}", Speech.ACT)
def adds_conversation(stage: Stage, moment: Moment) -> None:
    """In the turns that follow, code of the application hands the session of the turn to memory."""
    if moment not in (Moment.AFTER_AGENT, Moment.AFTER_RUN):
        raise SentenceError("the conversation is added when the agent has ended, or when the run is over")
    stage.agent["add"] = moment


@sentence(SAYS, Speech.ACT, capability=Capability.TURN)
def says(stage: Stage, user: str, app: str, said: list[Part], tools: list[Tool]) -> None:
    """Plays a turn in which the model calls nothing. What reached the model is what the Thens speak of."""
    play(stage, user, app, said, tools, [])


@sentence(f"{SAYS}, whose model looks up {{query}}", Speech.ACT, capability=Capability.TURN)
def says_and_looks_up(stage: Stage, user: str, app: str, said: list[Part], tools: list[Tool], query: str) -> None:
    """Plays a turn in which the model calls load_memory with this query, and then answers."""
    play(stage, user, app, said, tools, [[("load_memory", {"query": query})]])


@sentence(f"{SAYS}, whose model calls:", Speech.ACT, table="tool arguments", capability=Capability.TURN)
def says_and_calls(stage: Stage, user: str, app: str, said: list[Part], tools: list[Tool], table: list[Row]) -> None:
    """Plays a turn in which the model makes these calls, one in each of its answers, and then answers."""
    play(stage, user, app, said, tools, [[_call(row)] for row in table])


@sentence(f"{SAYS}, whose model calls at once:", Speech.ACT, table="tool arguments", capability=Capability.TURN)
def says_and_calls_at_once(
    stage: Stage, user: str, app: str, said: list[Part], tools: list[Tool], table: list[Row]
) -> None:
    """Plays a turn in which the model makes these calls in one answer, and then answers."""
    play(stage, user, app, said, tools, [[_call(row) for row in table]])


@sentence(
    "{user} of app {app} says {said:said} to an agent that has another as a tool, whose model looks up {query}",
    Speech.ACT,
    capability=Capability.TURN,
)
def says_to_two(stage: Stage, user: str, app: str, said: list[Part], query: str) -> None:
    """Plays a turn in which the model calls the other agent, and the other's model load_memory with this query."""
    other = SubAgent(name="archivist", tools=[Tool.LOAD], script=[_answer([("load_memory", {"query": query})])])
    play(stage, user, app, said, [], [[("archivist", {"request": "what do we know"})]], other)


def play(
    stage: Stage,
    user: str,
    app: str,
    said: list[Part],
    tools: list[Tool],
    calls: list[list[tuple[str, dict[str, object] | None]]],
    agent: SubAgent | None = None,
) -> Played:
    """Play a turn on the stage and keep what was seen. ``calls`` has a list for each answer of the model."""
    until_visible(stage)
    scope = stage.scope(user, app)
    turn = Turn(
        session=CONVERSATION,
        content=Content(role="user", parts=said),
        tools=tools,
        script=[_answer(one) for one in calls],
        agent=agent,
        **stage.agent,
    )
    played = stage.call(
        "play_turn",
        {"scope": dict(scope), "turn": turn.to_wire()},
        lambda instance, names: stage.backend.play_turn(instance, names.scope(user, app), turn),
        describe=lambda seen: Observation(played=seen).describe(),
    )
    stage.observation = Observation(played=played, said=turn.content)
    stage.step.actual = stage.observation.describe()
    if turn.add is not None:
        stage.changed()
        if played.error is not None:
            told = f"the conversation was not added: {played.error}"
            raise CaseEnds(Outcome.FAILED, told) from BackendError(ErrorCode.INTERNAL, told)
    return played


def _call(row: Row) -> tuple[str, dict[str, object] | None]:
    written = row.get("arguments", "")
    return unquote_cell(row["tool"]), json_object(written) if written else None


def _answer(calls: list[tuple[str, dict[str, object] | None]]) -> Content:
    made = [{"name": name} if given is None else {"name": name, "args": given} for name, given in calls]
    return Content(role="model", parts=[Part(function_call=one) for one in made])
