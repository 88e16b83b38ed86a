"""Faults of whose memories are read and written: fields of the scope that are left out, joined, or overruled by something else."""

from __future__ import annotations

from collections.abc import Sequence
from time import sleep

from memory_conformance.model import Event, Memory, Session
from memory_references.library import Failure
from memory_references.planted.bases import COMPLETE
from memory_references.planted.complete import Complete, Owner, event_id
from memory_references.planted.fault import Kind

_A_MOMENT = 0.003
"""Seconds in which others come in between."""


@COMPLETE(Kind.SCOPE, "SCOPE-001", "SCOPE-004", "READ-001", "SHARE-001", "TURN-001", seen_in="google/adk-python#1019")
class UserIgnored(Complete):
    """All users of an app have one memory."""

    def owner(self, app: str, user: str) -> Owner:
        return app, "everyone"


@COMPLETE(Kind.SCOPE, "SCOPE-002", "SCOPE-005", "READ-005", "SHARE-002", "TURN-002", seen_in="google/adk-go#1175")
class AppIgnored(Complete):
    """All apps of a user have one memory."""

    def owner(self, app: str, user: str) -> Owner:
        return "every app", user


@COMPLETE(Kind.SCOPE, "SCOPE-003", "READ-005", "READ-006", "NAME-010", "NAME-011")
class ScopeIgnored(Complete):
    """There is one memory for everybody."""

    def owner(self, app: str, user: str) -> Owner:
        return "every app", "everyone"


@COMPLETE(Kind.SCOPE, "SCOPE-010")
class ScopeIsASet(Complete):
    """App and user are compared as a set, in which neither comes first."""

    def owner(self, app: str, user: str) -> Owner:
        first, last = min(app, user), max(app, user)
        return first, last


@COMPLETE(Kind.SCOPE, "NAME-001", "NAME-002", "FORGET-015", seen_in="google/adk-js#574, google-adk before 2.7.0")
class JoinedKey(Complete):
    """App and user are joined into one key by a slash."""

    def owner(self, app: str, user: str) -> Owner:
        return f"{app}/{user}", ""


@COMPLETE(Kind.SCOPE, "NAME-003", "LEAK-002", seen_in="supermemoryai/supermemory#1679")
class JoinedByAColon(Complete):
    """App and user are joined into one key by a colon."""

    def owner(self, app: str, user: str) -> Owner:
        return f"{app}:{user}", ""


@COMPLETE(Kind.SCOPE, "NAME-003", "FORGET-015")
class JoinedByNothing(Complete):
    """App and user are written one behind the other."""

    def owner(self, app: str, user: str) -> Owner:
        return app + user, ""


@COMPLETE(Kind.SCOPE, "NAME-027")
class JoinedByADot(Complete):
    """App and user are joined into one key by a dot."""

    def owner(self, app: str, user: str) -> Owner:
        return f"{app}.{user}", ""


@COMPLETE(Kind.SCOPE, "NAME-004")
class JoinedByATab(Complete):
    """App and user are joined into one key by a tab, which nobody has in a name."""

    def owner(self, app: str, user: str) -> Owner:
        return f"{app}\t{user}", ""


@COMPLETE(Kind.SCOPE, "NAME-006")
class JoinedByANull(Complete):
    """App and user are joined into one key by the null character."""

    def owner(self, app: str, user: str) -> Owner:
        return f"{app}\0{user}", ""


class UserWithSession(Complete):
    """Files sessions under the name of the user and their id as one text."""

    between = "\ue000"
    """What stands between the two; this sign is in no name."""

    def add_session_to_memory(self, session: Session) -> None:
        name = session.user_id + self.between + session.id
        for app, user in self._kept:
            for other in [key for key in self._kept[app, user] if user + self.between + key == name]:
                if app == session.app_name:
                    del self._kept[app, user][other]
        super().add_session_to_memory(session)


@COMPLETE(Kind.SCOPE, "NAME-005")
class UserJoinedWithSession(UserWithSession):
    """User and session are joined into one key by a slash: the second of two that read the same takes the place of the first."""

    between = "/"


@COMPLETE(Kind.SCOPE, "NAME-028")
class UserDottedWithSession(UserWithSession):
    """User and session are joined into one key by a dot."""

    between = "."


@COMPLETE(
    Kind.SCOPE,
    "SHARE-001",
    "SHARE-004",
    "SHARE-002",
    "LEAK-001",
    seen_in="agno-agi/agno#4560, spring-projects/spring-ai#1585",
)
class KeyedBySessionAlone(Complete):
    """A session belongs to whoever added one of that id last."""

    def add_session_to_memory(self, session: Session) -> None:
        for sessions in self._kept.values():
            sessions.pop(session.id, None)
        super().add_session_to_memory(session)


@COMPLETE(Kind.SCOPE, "SHARE-005", "SHARE-008")
class EmptySessionEmptiesAll(Complete):
    """A session that is added without events is emptied for everybody who has one of that id."""

    def add_session_to_memory(self, session: Session) -> None:
        if not session.events:
            for sessions in self._kept.values():
                sessions.pop(session.id, None)
        super().add_session_to_memory(session)


@COMPLETE(Kind.SCOPE, "SHARE-003", "SHARE-007", seen_in="Signet-AI/signetai#733")
class EventsKnownToAll(Complete):
    """An event whose id somebody has stored in a session of that id is taken for known, whoever that was."""

    def add_session_to_memory(self, session: Session) -> None:
        kept = [event for sessions in self._kept.values() for event in sessions.get(session.id, [])]
        known = {event_id(event.id) for event in kept}
        session.events = [event for event in session.events if event.id not in known]
        super().add_session_to_memory(session)


@COMPLETE(Kind.SCOPE, "SHARE-006", "SHARE-009", "LEAK-011")
class SingleEventsJoinAnySession(Complete):
    """Single events are added to whichever session of that id there is."""

    def add_events(self, app: str, user: str, session_id: str, events: Sequence[Event]) -> None:
        whose = next((owner for owner, sessions in self._kept.items() if session_id in sessions), (app, user))
        super().add_events(*whose, session_id, events)


@COMPLETE(Kind.SCOPE, "SCOPE-008", "FORGET-021", seen_in="Signet-AI/signetai#733")
class SameTextOnce(Complete):
    """A text that somebody has said already is not stored again, also if it was somebody else."""

    def is_kept(self, event: Event) -> bool:
        said = [one.content for owner in self._kept for one in self._events(owner)]
        return super().is_kept(event) and event.content not in said


@COMPLETE(Kind.SCOPE, "SCOPE-009", "FORGET-030")
class ScopeAfterTheBest(Complete):
    """The best ten of everybody's memories are taken first, and one's own out of those."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        words = self.query_words(query)
        everything = [(owner, event) for owner in self._kept for event in self._events(owner)]
        best = [(owner, event) for owner, event in reversed(everything) if self.matches(words, event)][:10]
        return [self.memory(event) for owner, event in best if owner == (app_name, user_id)]


@COMPLETE(Kind.SCOPE, "SCOPE-006", seen_in="agiresearch/AIOS#551")
class SameWordsOpenIt(Complete):
    """Whoever asks with the very words of a memory is shown it, whose ever it is: the scope counts for likeness only."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        everything = [event for owner in self._kept for event in self._events(owner)]
        alike = [event for event in everything if event.content and event.content.text() == query]
        return super().search_memory(app_name, user_id, query) or [self.memory(event) for event in alike]


@COMPLETE(Kind.SCOPE, "SCOPE-007")
class QueryNamesTheUser(Complete):
    """A user who is named in the query is asked as well."""

    def searches(self, reader: Owner, owner: Owner, query: str) -> bool:
        return reader == owner or (reader[0] == owner[0] and owner[1] in query.split())


@COMPLETE(Kind.SCOPE, "NAME-021", "LEAK-007", seen_in="elizaOS/eliza#24147, powermem 1.1.7")
class EmptyUserMeansEveryone(Complete):
    """Whoever leaves the user empty is shown the memories of all."""

    def searches(self, reader: Owner, owner: Owner, query: str) -> bool:
        return reader == owner or (reader[0] == owner[0] and not reader[1])


@COMPLETE(Kind.SCOPE, "LEAK-007", "LEAK-013", seen_in="topoteretes/cognee#1193")
class UnknownUserMeansEveryone(Complete):
    """A user who has nothing yet, or nothing any more, is shown the memories of all."""

    def searches(self, reader: Owner, owner: Owner, query: str) -> bool:
        return reader == owner or (reader[0] == owner[0] and reader not in self._kept)


@COMPLETE(Kind.SCOPE, "QUERY-004")
class EmptyQueryMeansEveryone(Complete):
    """Whoever searches for nothing is shown the memories of all."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        if query.strip():
            return super().search_memory(app_name, user_id, query)
        return [self.memory(event) for owner in self._kept for event in self._events(owner)]


@COMPLETE(Kind.SCOPE, "NAME-025")
class EmptyAppMeansEveryApp(Complete):
    """Whoever leaves the app empty is shown the memories of all apps."""

    def searches(self, reader: Owner, owner: Owner, query: str) -> bool:
        return reader == owner or (not reader[0] and reader[1] in ("", owner[1]))


@COMPLETE(Kind.SCOPE, "NAME-022", seen_in="elizaOS/eliza#24147")
class NobodysIsEverybodys(Complete):
    """What is remembered without a user is shown to every user of the app."""

    def searches(self, reader: Owner, owner: Owner, query: str) -> bool:
        return reader == owner or (reader[0] == owner[0] and not owner[1])


@COMPLETE(Kind.SCOPE, "NAME-026")
class NoAppIsEveryApp(Complete):
    """What is remembered without an app is shown in every app."""

    def searches(self, reader: Owner, owner: Owner, query: str) -> bool:
        return reader == owner or (reader[1] == owner[1] and not owner[0])


@COMPLETE(Kind.SCOPE, "SCOPE-006", "LEAK-009")
class FilterDroppedForLongQueries(Complete):
    """A query of more than five words is looked for in everybody's memories."""

    def searches(self, reader: Owner, owner: Owner, query: str) -> bool:
        return reader == owner or len(query.split()) > 5


@COMPLETE(Kind.SCOPE, "LEAK-009")
class FilterDroppedForShortQueries(Complete):
    """A query of one letter is looked for in everybody's memories."""

    def searches(self, reader: Owner, owner: Owner, query: str) -> bool:
        return reader == owner or len(query) == 1


@COMPLETE(Kind.SCOPE, "LEAK-008")
class FilterDroppedBeyondAscii(Complete):
    """A query that is not ASCII goes another way, on which nobody asks whose memories they are."""

    def searches(self, reader: Owner, owner: Owner, query: str) -> bool:
        return reader == owner or not query.isascii()


@COMPLETE(Kind.SCOPE, "SCOPE-011", "SCOPE-012", errs=True)
class NewcomersAreAnError(Complete):
    """A user who has no memories yet cannot search."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        if (app_name, user_id) not in self._kept:
            raise Failure("no such user")
        return super().search_memory(app_name, user_id, query)


@COMPLETE(Kind.SCOPE, "READ-001", "READ-005", "LEAK-003", seen_in="rohitg00/agentmemory#817")
class ListsEverybody(Complete):
    """The list forgets to filter."""

    def lists(self, reader: Owner, owner: Owner) -> bool:
        return True


@COMPLETE(Kind.SCOPE, "READ-001", seen_in="rohitg00/agentmemory#817")
class ListsTheWholeApp(Complete):
    """The list is that of all users of the app."""

    def lists(self, reader: Owner, owner: Owner) -> bool:
        return reader[0] == owner[0]


@COMPLETE(Kind.SCOPE, "READ-003", "READ-006", "LEAK-004", seen_in="infiniflow/ragflow#14535")
class GetsForAnybody(Complete):
    """Whoever knows the id of a memory reads it."""

    def gets(self, reader: Owner, owner: Owner) -> bool:
        return True


@COMPLETE(Kind.SCOPE, "READ-006")
class GetsInEveryApp(Complete):
    """A user who knows the id of a memory reads it in every app."""

    def gets(self, reader: Owner, owner: Owner) -> bool:
        return reader[1] == owner[1]


@COMPLETE(Kind.SCOPE, "READ-002", seen_in="mem0ai/mem0#5752")
class ListsOnePage(Complete):
    """A list has one memory, and there is no way to the next page."""

    def listed(self, owned: list[Event]) -> list[Event]:
        return owned[:1]


@COMPLETE(Kind.SCOPE, "LEAK-031")
class ScopeKeptAside(Complete):
    """The scope of a search is kept in one place for all callers, and read again when the search begins."""

    def search_memory(self, app_name: str, user_id: str, query: str) -> list[Memory]:
        self.asking = app_name, user_id
        sleep(_A_MOMENT)
        return super().search_memory(*self.asking, query)


@COMPLETE(Kind.SCOPE, "LEAK-030", seen_in="modelcontextprotocol/servers#1819, #2579")
class ParallelWritesLost(Complete):
    """Everything is read, changed and written back: of those who write at once the last one wins."""

    def add_session_to_memory(self, session: Session) -> None:
        before = {owner: dict(sessions) for owner, sessions in self._kept.items()}
        sleep(_A_MOMENT)
        self._kept = before
        super().add_session_to_memory(session)
