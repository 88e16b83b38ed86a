"""A service behind HTTP that knows who asks: a sound one, some that are merely different, and some that believe whoever asks."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from typing import Any

from leaks.machine_toys import EVERYTHING, Owner, Sound
from memory_conformance.backend import Backend, BackendError, ErrorCode
from memory_conformance.model import Memory, Scope
from memory_conformance.protocol.errors import STATUS, value_of

ANA, BEN = {"app": "shop", "user": "ana"}, {"app": "shop", "user": "ben"}
KEYS = {"ana-has-the-key-4711": ANA, "ben-has-the-key-0815": BEN}
FREE = frozenset({"hello", "open", "close", "settle"})
"""What needs no key."""
ADDING = frozenset({"add_session", "add_events"})
DELETING = frozenset({"delete_session", "delete_user", "delete_memory"})
Who = Mapping[str, str] | None
"""Whose key it is that somebody has; None for none."""


class Keyed(Sound):
    """A sound memory behind a sound gate: a key opens its own scope and nothing else."""

    def may(self, who: Who, operation: str, parameters: Mapping[str, Any]) -> bool:
        """Whether somebody may do something that needs a key."""
        return who is not None and self.is_own(who, parameters)

    def is_own(self, who: Who, parameters: Mapping[str, Any]) -> bool:
        """Whether it is asked in the scope that the key is for."""
        return parameters.get("scope") == who

    def refused(self, operation: str) -> tuple[int, Any]:
        """How a refusal is answered."""
        error = BackendError(ErrorCode.PERMISSION_DENIED, "that is not yours")
        return STATUS[error.code], {"error": value_of(error)}

    def answer(self, who: Who, operation: str, parameters: dict[str, Any]) -> tuple[int, Any]:
        """The answer to a request: its status and its body."""
        if operation not in FREE and not self.may(who, operation, parameters):
            return self.refused(operation)
        return answer_of(self, operation, parameters)


class PlainlyRefusing(Keyed):
    """Refuses by a status alone: 401 whoever has no key is what a gateway says."""

    def refused(self, operation: str) -> tuple[int, Any]:
        return 401, "who are you?"


class Hiding(Keyed):
    """Says that there is nothing, and nothing of why."""

    def refused(self, operation: str) -> tuple[int, Any]:
        return (200, {"memories": []}) if operation in ("search", "list_memories") else (404, "not found")


class ByKeyAlone(Keyed):
    """Does not look at the scope that is asked for: whatever is asked is done in the key's own."""

    def may(self, who: Who, operation: str, parameters: Mapping[str, Any]) -> bool:
        return who is not None

    def answer(self, who: Who, operation: str, parameters: dict[str, Any]) -> tuple[int, Any]:
        own = {"scope": dict(who)} if who is not None and "scope" in parameters else {}
        return super().answer(who, operation, {**parameters, **own})


class LivedIn(Keyed):
    """One memory for all, which never starts empty: ana and ben have something in it already."""

    fields: Mapping[str, Any] = {"capabilities": EVERYTHING, "reset": "none"}

    def __init__(self) -> None:
        super().__init__()
        self.numbers = count(100)
        self.instances["it"] = {}
        self.remember(ANA, "monday", REAL_OF_ANA)
        self.remember(BEN, "monday", REAL_OF_BEN)

    def remember(self, scope: Scope, session: str, text: str) -> None:
        """Something that somebody told this service before."""
        memory = Memory.model_validate({"content": {"parts": [{"text": text}]}, "id": f"{next(self.numbers):08x}"})
        self.instances["it"][self.owner(scope), session] = [memory]

    def open(self, settings: Mapping[str, Any]) -> str:
        return "it"

    def close(self, instance: str) -> None:
        return


REAL_OF_ANA, REAL_OF_BEN = "the spare parts of ana lie in the attic", "the key of ben opens a locker in the north"
"""What they told before: with words that canaries have, too."""


class LivedInByKeyAlone(ByKeyAlone, LivedIn):
    """Both."""


class BelievesTheQuestion(Keyed):
    """Looks whether there is a key, and not whose it is."""

    def may(self, who: Who, operation: str, parameters: Mapping[str, Any]) -> bool:
        return who is not None


class ChecksSearchAlone(Keyed):
    """Looks whose key it is where something is searched, added or deleted; lists and gives by ids to everybody with a key."""

    def may(self, who: Who, operation: str, parameters: Mapping[str, Any]) -> bool:
        open_to_all = operation in ("list_memories", "get_memory", "play_turn")
        return super().may(who, operation, parameters) or (who is not None and open_to_all)


class GivesByAnyId(Keyed):
    """An id opens a memory from whatever scope it is asked in."""

    def get_memory(self, instance: str, scope: Scope, memory_id: str) -> Memory:
        every = [one for kept in self.instances[instance].values() for one in kept]
        for one in every:
            if one.id == memory_id:
                return one
        raise BackendError(ErrorCode.NOT_FOUND, "no such memory")


class LetsAnybodyAdd(Keyed):
    """Everybody with a key starts sessions for everybody."""

    def may(self, who: Who, operation: str, parameters: Mapping[str, Any]) -> bool:
        is_new = operation == "add_session" and not self.has(parameters)
        return super().may(who, operation, parameters) or (who is not None and is_new)

    def has(self, parameters: Mapping[str, Any]) -> bool:
        """Whether a session is there already."""
        key = self.owner(parameters["scope"]), parameters["session"]["id"]
        return key in self.instances[parameters["instance"]]


class LetsAnybodyOverwrite(Keyed):
    """Everybody with a key goes on with what there is; only new sessions are looked at."""

    def may(self, who: Who, operation: str, parameters: Mapping[str, Any]) -> bool:
        if super().may(who, operation, parameters):
            return True
        key = self.owner(parameters["scope"]), parameters.get("session", {}).get("id")
        return who is not None and operation == "add_session" and key in self.instances[parameters["instance"]]


class LetsAnybodyGoOn(Keyed):
    """Everybody with a key adds events to sessions of everybody."""

    def may(self, who: Who, operation: str, parameters: Mapping[str, Any]) -> bool:
        return super().may(who, operation, parameters) or (who is not None and operation == "add_events")


class LetsAnybodyDelete(Keyed):
    """Everybody with a key deletes whatever they can name. ``operation`` says how."""

    operation = "delete_session"

    def may(self, who: Who, operation: str, parameters: Mapping[str, Any]) -> bool:
        return super().may(who, operation, parameters) or (who is not None and operation == self.operation)


class LetsAnybodyEmpty(LetsAnybodyDelete):
    """By deleting all of a user's."""

    operation = "delete_user"


class LetsAnaDelete(Keyed):
    """One key of several deletes whatever it can name."""

    def may(self, who: Who, operation: str, parameters: Mapping[str, Any]) -> bool:
        return super().may(who, operation, parameters) or (who == ANA and operation == "delete_session")


class DeletesByAnyId(Keyed):
    """An id is enough to delete a memory, from whatever scope."""

    def delete_memory(self, instance: str, scope: Scope, memory_id: str) -> None:
        for kept in self.instances[instance].values():
            kept[:] = [one for one in kept if one.id != memory_id]


class OpenToNobody(Keyed):
    """Whoever has no key is let through."""

    allowed: frozenset[str] | None = None
    """What they may do; None for everything."""

    def may(self, who: Who, operation: str, parameters: Mapping[str, Any]) -> bool:
        allowed = self.allowed is None or operation in self.allowed
        return super().may(who, operation, parameters) or (who is None and allowed)


class ReadableByNobody(OpenToNobody):
    """For a list alone."""

    allowed = frozenset({"list_memories"})


class AddsForNobody(OpenToNobody):
    """To start sessions."""

    allowed = frozenset({"add_session"})


class DeletesForNobody(OpenToNobody):
    """To delete."""

    allowed = DELETING


class ShowsNothingToItsOwner(Keyed):
    """A key opens everything, but shows nothing."""

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        return []


class TakesNoKey(Keyed):
    """A key opens nothing."""

    def may(self, who: Who, operation: str, parameters: Mapping[str, Any]) -> bool:
        return False


class ShowsRealMemories(LivedIn):
    """Shows to ben what ana has told before: whatever is older than canaries."""

    def may(self, who: Who, operation: str, parameters: Mapping[str, Any]) -> bool:
        return super().may(who, operation, parameters) or (who is not None and operation == "list_memories")

    def answer(self, who: Who, operation: str, parameters: dict[str, Any]) -> tuple[int, Any]:
        if operation == "list_memories" and not self.is_own(who, parameters) and who is not None:
            own = "ana" if parameters["scope"] == ANA else "ben"
            text = REAL_OF_ANA if own == "ana" else REAL_OF_BEN
            return 200, {"memories": [{"content": {"parts": [{"text": text}]}}]}
        return super().answer(who, operation, parameters)


class ToldInErrors(Keyed):
    """Says in its errors what it was sent, key and all."""

    def refused(self, operation: str) -> tuple[int, Any]:
        error = BackendError(ErrorCode.INTERNAL, f"cannot use Bearer {' nor '.join(KEYS)} here")
        return STATUS[error.code], {"error": value_of(error)}


def answer_of(backend: Backend, operation: str, parameters: dict[str, Any]) -> tuple[int, Any]:
    """What a backend answers, as HTTP has it."""
    try:
        return 200, backend.ask(operation, parameters)
    except BackendError as error:
        return STATUS[error.code], {"error": value_of(error)}


Answer = Callable[[Who, str, dict[str, Any]], tuple[int, Any]]


class Listening(ThreadingHTTPServer):
    """``asked`` has every request as it came: the operation, its parameters, and whose key was with it."""

    daemon_threads = True

    def __init__(self, answer: Answer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer = answer
        self.asked: list[tuple[str, dict[str, Any], Who]] = []
        self.lock = threading.Lock()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def calls(self) -> Counter[str]:
        """How often each operation was asked for."""
        return Counter(operation for operation, _, _ in self.asked)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Listening

    def do_POST(self) -> None:
        parameters = json.loads(self.rfile.read(int(self.headers["content-length"])))
        who = KEYS.get((self.headers["authorization"] or "").removeprefix("Bearer "))
        operation = self.path.removeprefix("/v1/")
        with self.server.lock:
            self.server.asked.append((operation, parameters, who))
            status, body = self.server.answer(who, operation, parameters)
        written = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(written)))
        self.end_headers()
        self.wfile.write(written)

    def log_message(self, format: str, *args: object) -> None:
        return


@contextmanager
def listening(answer: Answer) -> Iterator[Listening]:
    """Listen as long as it is needed."""
    with Listening(answer) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


def keyless(backend: Backend) -> Answer:
    """The answers of a backend that does not ask who asks."""
    return lambda who, operation, parameters: answer_of(backend, operation, parameters)


def principals(folder: Path) -> Path:
    """The file that gives ana and ben their keys."""
    file = folder / "principals.toml"
    tables = [
        f'[[principal]]\nscope = {{app = "{scope["app"]}", user = "{scope["user"]}"}}\n'
        f'headers = {{Authorization = "Bearer {key}"}}\n'
        for key, scope in KEYS.items()
    ]
    file.write_text("\n".join(tables), encoding="utf-8")
    return file


def owners(backend: Sound, instance: str = "it") -> set[Owner]:
    """Whose memories a backend has."""
    return {owner for (owner, _), kept in backend.instances[instance].items() if kept}
