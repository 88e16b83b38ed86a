"""Sentences that hand conversations to memory."""

from __future__ import annotations

from memory_conformance.model import Capability, Content, Event, Part
from memory_conformance.sentence import SentenceError, Speech, json_object, seconds, unquote_cell
from memory_conformance.steps.defining import sentence
from memory_conformance.steps.parts import read_content
from memory_conformance.steps.stage import Stage

Row = dict[str, str]
EVENT = "author text parts time id metadata partial"


@sentence("{user} of app {app} remembers {text}", Speech.ACT)
def remembers(stage: Stage, user: str, app: str, text: str) -> None:
    """Adds a new session in which the user says one text, which is *it* from here on."""
    remembers_in(stage, user, app, text, stage.new_session_id())


@sentence("{user} of app {app} remembers {text} in session {session}", Speech.ACT)
def remembers_in(stage: Stage, user: str, app: str, text: str, session: str) -> None:
    """The same, with a session id of its own: adding a session of that id again is adding it again."""
    stage.add(user, app, session, [stage.text_event(text)])
    stage.it = text


@sentence("{user} of app {app} remembers the {count:count} texts {first} to {last}", Speech.ACT)
def remembers_many(stage: Stage, user: str, app: str, count: int, first: str, last: str) -> None:
    """Adds numbered texts such as "note 1" to "note 12", each in a session of its own."""
    for text in numbered(count, first, last):
        remembers(stage, user, app, text)


@sentence("{user} of app {app} remembers a text of {count:count} words that begins with {beginning}", Speech.ACT)
def remembers_long(stage: Stage, user: str, app: str, count: int, beginning: str) -> None:
    """Adds a very long text: the beginning, then the word *note* over and over. The text is *it*."""
    remembers(stage, user, app, f"{beginning}{' note' * (count - 1)}")


@sentence("{user} of app {app} adds the session {session}:", Speech.ACT, table=EVENT)
def adds_session(stage: Stage, user: str, app: str, session: str, table: list[Row]) -> None:
    """Adds a session: a row for each event. ``text`` is what was said, or ``parts`` lists the parts of the content."""
    stage.add(user, app, session, [event_of(stage, row) for row in table])


@sentence("{user} of app {app} adds the session {session} again:", Speech.ACT, table=EVENT)
def adds_session_again(stage: Stage, user: str, app: str, session: str, table: list[Row]) -> None:
    """Adds a session of that id again, now with these events."""
    adds_session(stage, user, app, session, table)


@sentence("{user} of app {app} adds the session {session} without events", Speech.ACT)
def adds_empty_session(stage: Stage, user: str, app: str, session: str) -> None:
    """Adds a session that holds no event, whatever it held before."""
    stage.add(user, app, session, [])


@sentence("{user} of app {app} adds the sessions:", Speech.ACT, table=f"session {EVENT}")
def adds_sessions(stage: Stage, user: str, app: str, table: list[Row]) -> None:
    """Adds several sessions, one after the other: rows of one session id are the events of that session."""
    by_id: dict[str, list[Event]] = {}
    for row in table:
        by_id.setdefault(unquote_cell(row["session"]), []).append(event_of(stage, row))
    for session, events in by_id.items():
        stage.add(user, app, session, events)


@sentence(
    "{user} of app {app} adds to the session {session}:", Speech.ACT, table=EVENT, capability=Capability.ADD_EVENTS
)
def adds_events(stage: Stage, user: str, app: str, session: str, table: list[Row]) -> None:
    """Hands single events to memory, filed under a session id (capability add_events)."""
    scope = stage.scope(user, app)
    events = [event_of(stage, row) for row in table]
    stage.tell(user, app, events)
    stage.call(
        "add_events",
        {"scope": dict(scope), "session_id": session, "events": [event.to_wire() for event in events]},
        lambda instance, names: stage.backend.add_events(
            instance, names.scope(user, app), names.session(session), [event.model_copy(deep=True) for event in events]
        ),
    )
    stage.wrote(scope, session, events, replaces=False)


@sentence("{user} of app {app} adds the session {session} with the state {key} set to {value}", Speech.ACT)
def adds_state(stage: Stage, user: str, app: str, session: str, key: str, value: str) -> None:
    """Adds a session that says nothing: its state holds a value, and so does the state change of its only event."""
    event = stage.event(None, actions={"stateDelta": {key: value}})
    stage.add(user, app, session, [event], state={key: value})


@sentence(
    "{user} of app {app} adds the session {session} twice at once, with the {count:count} texts {first} to {last}"
    " and with the {other_count:count} texts {other_first} to {other_last}",
    Speech.ACT,
)
def adds_at_once(
    stage: Stage,
    user: str,
    app: str,
    session: str,
    count: int,
    first: str,
    last: str,
    other_count: int,
    other_first: str,
    other_last: str,
) -> None:
    """Two threads add a session of one id at the same time, each with its own numbered texts."""
    ours = [stage.text_event(text) for text in numbered(count, first, last)]
    theirs = [stage.text_event(text) for text in numbered(other_count, other_first, other_last)]
    stage.at_once(
        lambda: stage.add(user, app, session, ours),
        lambda: stage.add(user, app, session, theirs),
    )


def numbered(count: int, first: str, last: str) -> list[str]:
    """The texts between two that differ in their last number: "note 1", "note 3" and 3 make three. Raises `SentenceError`."""
    stem, number = first.rstrip("0123456789"), first[len(first.rstrip("0123456789")) :]
    if not number:
        raise SentenceError(f"{first!r} does not end with a number")
    made = [f"{stem}{int(number) + step}" for step in range(count)]
    if not made or made[-1] != last:
        raise SentenceError(f"{count} texts from {first!r} end with {made[-1] if made else 'nothing'!r}, not {last!r}")
    return made


def event_of(stage: Stage, row: Row) -> Event:
    """The event that a row of a table describes."""
    author = unquote_cell(row.get("author", "user"))
    role = "user" if author == "user" else "model"
    said = row.get("parts")
    content = read_content(said, role) if said else Content(role=role, parts=[Part(text=unquote_cell(row["text"]))])
    fields: dict[str, object] = {}
    if row.get("time"):
        fields["timestamp"] = seconds(row["time"])
    if "id" in row:
        fields["id"] = unquote_cell(row["id"])
    if row.get("metadata"):
        fields["custom_metadata"] = json_object(row["metadata"])
    if row.get("partial"):
        fields["partial"] = row["partial"] == "yes"
    return stage.event(content, author, **fields)
