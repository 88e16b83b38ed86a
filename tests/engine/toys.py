"""Tiny services, each right or wrong in one way, and the shortest way to have one judged."""

from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

from memory_conformance.backend import Backend, BackendError, ErrorCode, Speaker
from memory_conformance.evidence import Evidence
from memory_conformance.model import Capability, Content, Hello, Memory, Part, Scope, Session
from memory_conformance.plan import why_excluded
from memory_conformance.play import Play, script
from memory_conformance.references import References, references
from memory_conformance.specification import Behaviour, Specification, read_specification
from memory_conformance.steps.stage import NegativeControl
from memory_conformance.verdict import Verdict, excluded, judge

Owner = tuple[tuple[str, str], ...]


class Store(Backend):
    """A right one: a memory is found by each of its words, within its scope."""

    fields: Mapping[str, Any] = {}
    """What its hello says beside its name."""

    def __init__(self) -> None:
        self.instances: dict[str, dict[Owner, dict[str, Session]]] = {}
        self.scopes: list[Scope] = []
        self.queries: list[str] = []
        self._ids = count()

    def hello(self) -> Hello:
        return Hello.model_validate({"name": type(self).__name__, **self.fields})

    def open(self, settings: Mapping[str, Any]) -> str:
        instance = str(next(self._ids))
        self.instances[instance] = {}
        return instance

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.scopes.append(scope)
        self.instances[instance].setdefault(tuple(scope.items()), {})[session.id] = session

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        self.scopes.append(scope)
        self.queries.append(query)
        return [memory for memory in self.readable(instance, scope) if self.matches(query, memory)]

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        """What the scope may read."""
        return self.of_owners(instance, lambda owner: owner == tuple(scope.items()))

    def of_owners(self, instance: str, wanted: Any) -> list[Memory]:
        """The memories of the owners that are wanted."""
        return [
            Memory(content=event.content, author=event.author)
            for owner, sessions in self.instances[instance].items()
            for session in sessions.values()
            for event in session.events
            if event.content is not None and wanted(owner)
        ]

    def matches(self, query: str, memory: Memory) -> bool:
        """Whether they share a word."""
        return bool(set(query.lower().split()) & set(memory.text().lower().split()))


class Leaking(Store):
    """Shows everybody's memories to everybody."""

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        return self.of_owners(instance, lambda owner: True)


class Swapping(Store):
    """Shows the memories of others, and not one's own."""

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        return self.of_owners(instance, lambda owner: owner != tuple(scope.items()))


class Blind(Store):
    """Finds nothing."""

    def matches(self, query: str, memory: Memory) -> bool:
        return False


class Generous(Store):
    """Returns everything of the scope, whatever is asked: as a search by likeness does."""

    def matches(self, query: str, memory: Memory) -> bool:
        return True


class Forgetting(Store):
    """Keeps only what came last: a write of one user is the end of what the others remember."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        self.instances[instance].clear()
        super().add_session(instance, scope, session)


class Shouting(Store):
    """Alters what it was told."""

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        found = super().readable(instance, scope)
        return [memory.model_copy(update={"content": shouted(memory)}) for memory in found]


class Decorating(Store):
    """Adds a letter to what it was told."""

    def readable(self, instance: str, scope: Scope) -> list[Memory]:
        texts = [memory.text() for memory in super().readable(instance, scope)]
        return [Memory(content=Content(parts=[Part(text=f"{text}!")])) for text in texts]


class Stumbling(Store):
    """Fails on queries of digits."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        if query.isdigit():
            raise BackendError(ErrorCode.INTERNAL, "no letters in the query")
        return super().search(instance, scope, query)


def shouted(memory: Memory) -> Content:
    """The content of a memory in capitals."""
    return Content(parts=[Part(text=memory.text().upper())])


class Breaking(Store):
    """Answers every search with an error of its own."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        raise BackendError(ErrorCode.INTERNAL, "the index is gone")


class Unreachable(Store):
    """Stands behind a harness that never reaches it."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        raise BackendError(ErrorCode.UNAVAILABLE, "connection refused", Speaker.HARNESS)


class Wild(Store):
    """Raises what no backend may raise."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        raise KeyError(query)


class Choosy(Store):
    """Refuses names with a slash in them."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        if any("/" in name for name in scope.values()):
            raise BackendError(ErrorCode.INVALID_ARGUMENT, "ValueError: no slash in names")
        super().add_session(instance, scope, session)


class Refusing(Store):
    """Refuses whatever it is given, as if that were the caller's fault."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        raise BackendError(ErrorCode.INVALID_ARGUMENT, "ValueError: sessions need a colour")


class Boasting(Store):
    """Declares an operation that is not there."""

    fields: Mapping[str, Any] = {"capabilities": [Capability.DELETE_SESSION]}


def specification(folder: Path, text: str, file: str = "scope/toy.feature") -> Specification:
    """What one feature file says. Raises `SpecificationError`."""
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return read_specification(folder)


def behaviour(folder: Path, text: str, file: str = "scope/toy.feature") -> Behaviour:
    """The only behaviour of a feature whose heading and indentation are left out here."""
    (only,) = specification(folder, f"Feature: A toy\n{text}", file).behaviours
    return only


def played(
    behaviour: Behaviour, backend: Backend, control: NegativeControl | None = None, prefix: str = ""
) -> Evidence:
    """The evidence of a behaviour on a backend."""
    play = Play(backend, backend.hello(), control or NegativeControl("quinfenwex"), prefix)
    for line in script(behaviour):
        play.perform(line)
    return play.end()


def judged(
    behaviour: Behaviour,
    backend: Backend,
    claim: str | None = None,
    own_answer: str | None = None,
    known: References | None = None,
) -> Verdict:
    """The verdict on a behaviour on a backend that claims to be like a reference, or nothing."""
    reason = why_excluded(behaviour, backend.hello())
    if reason is not None:
        return excluded(reason)
    known = known or references()
    return judge(behaviour, played(behaviour, backend), known.claim(claim) if claim else None, known, own_answer)
